//! The bot against a copy of itself under the referee.
//!
//! `cargo run --release --example kayles-match`

use std::env;
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use jugada_arena::Contest;
use jugada_arena::game::TimeControl;
use jugada_arena::process::{Program, take_over};
use jugada_arena::tournament::{Entrant, Log, Plan, Run, run};
use jugada_contest::{Judge, TurnJudge, run_with};
use jugada_core::InTurn;
use kayles::{KaylesPlayer, Pins};

/// What the arena has to know of the game. A category is the pins at the start.
struct Kayles;

impl Contest for Kayles {
    fn name(&self) -> &'static str {
        "kayles"
    }

    fn judge(&self, category: &str, _: Option<&str>) -> Result<Box<dyn Judge>, String> {
        let pins: Pins = category.parse().map_err(|error| format!("category {error}"))?;
        Ok(Box::new(TurnJudge::new(InTurn::new(pins))))
    }

    fn time(&self, _: &str) -> TimeControl {
        TimeControl::game(Duration::from_secs(10))
    }

    fn alternates(&self) -> bool {
        true
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    // The referee starts this program again: to watch over the bots, and as the bots.
    if let Some(status) = take_over() {
        return Ok(status);
    }
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == "bot") {
        return Ok(run_with::<KaylesPlayer>(arguments));
    }

    let bot = Program::this()?.argument("bot").argument("--pins={category}");
    let entrants = vec![Entrant::new("one", bot.clone()), Entrant::new("other", bot)];
    // The first is won for the side to move, the second, two equal rows, for the other.
    let plan = Plan { pairs: 1, ..Plan::new(&Kayles, entrants, &["IIIIIIIIII.IIIIIIII", "IIIIIII.IIIIIII"]) };
    let mut log = Log::in_memory();
    run(&Run::new(&plan, &Kayles), &mut log, |_, _| true)?;

    for record in log.records() {
        let moves: Vec<&str> = record.played.turns.iter().map(|turn| turn.text.as_str()).collect();
        println!("{}: {} ({})", record.category, record.played.reason, moves.join(" "));
    }
    Ok(ExitCode::SUCCESS)
}
