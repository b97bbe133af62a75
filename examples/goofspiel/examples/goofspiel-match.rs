//! The bot against a copy of itself under the referee.
//!
//! `cargo run --release --example goofspiel-match`

use std::env;
use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use goofspiel::{Card, Goofspiel, GoofspielPlayer};
use jugada_arena::Contest;
use jugada_arena::game::TimeControl;
use jugada_arena::process::{Program, take_over};
use jugada_arena::tournament::{Entrant, Log, Plan, Run, run};
use jugada_contest::{JointJudge, Judge, run_with};

/// What the arena has to know of the game. A category is the number of cards in a hand.
struct Contests;

impl Contest for Contests {
    fn name(&self) -> &'static str {
        "goofspiel"
    }

    fn judge(&self, category: &str, _: Option<&str>) -> Result<Box<dyn Judge>, String> {
        let highest: Card = category.parse().map_err(|error| format!("category {error}"))?;
        Ok(Box::new(JointJudge::new(Goofspiel::new(highest.value().into()))))
    }

    fn time(&self, _: &str) -> TimeControl {
        TimeControl::game(Duration::from_secs(10))
    }

    /// Both think at once.
    fn alternates(&self) -> bool {
        false
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    // The referee starts this program again: to watch over the bots, and as the bots.
    if let Some(status) = take_over() {
        return Ok(status);
    }
    let mut arguments = env::args_os().skip(1);
    if arguments.next().is_some_and(|first| first == "bot") {
        return Ok(run_with::<GoofspielPlayer>(arguments));
    }

    // Without a seed: with the same one, both would bid the same.
    let bot = Program::this()?.argument("bot").argument("--cards={category}");
    let entrants = vec![Entrant::new("one", bot.clone()), Entrant::new("other", bot)];
    let plan = Plan { pairs: 2, ..Plan::new(&Contests, entrants, &["6", "9"]) };
    let mut log = Log::in_memory();
    run(&Run::new(&plan, &Contests), &mut log, |_, _| true)?;

    for record in log.records() {
        let [first, second] = &record.bots;
        let moves: Vec<&str> = record.played.turns.iter().map(|turn| turn.text.as_str()).collect();
        println!(
            "{} cards, {first} against {second}: {} ({})",
            record.category,
            record.played.reason,
            moves.join(" ")
        );
    }
    Ok(ExitCode::SUCCESS)
}
