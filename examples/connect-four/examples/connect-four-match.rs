//! The bot against a copy of itself under the referee, and a page on which the games can be stepped through.
//!
//! `cargo run --release --example connect-four-match`

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;
use std::{env, fs};

use connect_four::{ConnectFourPlayer, Position};
use jugada_arena::Contest;
use jugada_arena::game::{TimeControl, Turn};
use jugada_arena::process::{Program, take_over};
use jugada_arena::replay::{Layout, Part, Scene, page};
use jugada_arena::tournament::{Entrant, Log, Plan, Run, Standings, run};
use jugada_contest::{Judge, TurnJudge, run_with};

/// What the arena has to know of the game.
struct ConnectFour;

impl Contest for ConnectFour {
    fn name(&self) -> &'static str {
        "connect-four"
    }

    fn judge(&self, _: &str, opening: Option<&str>) -> Result<Box<dyn Judge>, String> {
        let start: Position = opening.unwrap_or("").parse().map_err(|error| format!("opening {error}"))?;
        Ok(Box::new(TurnJudge::new(start)))
    }

    fn time(&self, _: &str) -> TimeControl {
        TimeControl::game(Duration::from_secs(10))
    }

    fn alternates(&self) -> bool {
        true
    }

    fn scene(&self, _: &str, opening: Option<&str>, turns: &[Turn]) -> Scene {
        let start: Position = opening.unwrap_or("").parse().unwrap_or_default();
        Scene::of_game(Layout::grid(7, 6), start, turns, |position| position.to_string().replace('\n', ""))
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    // The referee starts this program again: to watch over the bots, and as the bots.
    if let Some(status) = take_over() {
        return Ok(status);
    }
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == "bot") {
        return Ok(run_with::<ConnectFourPlayer>(arguments));
    }

    let bot = Program::this()?.argument("bot").argument("--opening={opening}");
    let entrants = vec![Entrant::new("one", bot.clone()), Entrant::new("other", bot)];
    let mut plan = Plan::new(&ConnectFour, entrants, &["standard"]);
    // From the start, two copies of a bot would play the same game again and again.
    plan.openings = ["11", "22", "33", "47", "57"].map(str::to_owned).into();
    let mut log = Log::in_memory();
    run(&Run::new(&plan, &ConnectFour), &mut log, |_, _| true)?;

    for row in Standings::of(&plan, log.records()).rows() {
        println!(
            "{}: {} points in {} games, {} lost against the rules or limits",
            row.name, row.points, row.games, row.irregular
        );
    }
    let file = env::temp_dir().join("connect-four.html");
    let part = Part { plan: Some(&plan), records: log.records(), contest: Some(&ConnectFour) };
    fs::write(&file, page("Connect Four", &[part]))?;
    println!("Page: {}", file.display());
    Ok(ExitCode::SUCCESS)
}
