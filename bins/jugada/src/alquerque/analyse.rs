use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, ensure};
use jugada_alquerque::{Engine, EngineOptions, Move, Position, points};
use jugada_core::alpha_beta::{ESTIMATE_MAX, WIN};
use jugada_core::{Game, Limits, Notation, Report, Search};

use super::start::StartArguments;
use crate::limits::seconds;

/// Search a position and show depth, score in points, speed and the line of play, as they become known.
#[derive(Debug, clap::Args)]
pub struct AnalyseArguments {
    #[command(flatten)]
    start: StartArguments,
    /// Seconds to think.
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    time: Duration,
    /// Plies to search at most.
    #[arg(long)]
    depth: Option<u32>,
    /// Threads that search together.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    threads: u8,
    /// Bytes of the transposition table.
    #[arg(long, default_value_t = EngineOptions::default().memory)]
    memory: usize,
}

impl AnalyseArguments {
    /// Searches and prints.
    pub fn run(self) -> Result<ExitCode> {
        let position = self.start.position()?;
        ensure!(position.outcome().is_none(), "the game is over in this position");
        let options = EngineOptions::default().memory(self.memory).threads(usize::from(self.threads));
        let mut engine = Engine::new(options);
        let mut limits = Limits::new().time(self.time);
        limits.depth = self.depth;
        println!("{position}");
        println!("depth  points        nodes  nodes/s  line");
        let updating = io::stdout().is_terminal();
        let report = engine.search().search_with(&position, &limits, &mut |report| {
            // On a terminal the latest line is written over the one before it.
            let end = if updating { "\r" } else { "\n" };
            let start = if updating { "\x1b[K" } else { "" };
            print!("{start}{}{end}", row(&position, report));
            let _ = io::stdout().flush();
        });
        if updating {
            print!("\x1b[K");
        }
        println!("{}", row(&position, &report));
        if let Some(best) = report.best_move() {
            println!("best {}", position.display_move(*best));
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn row(position: &Position, report: &Report<Move, i32>) -> String {
    let rate = u128::from(report.nodes) * 1000 / report.time.as_millis().max(1);
    let score = report.value.map_or_else(|| "-".to_owned(), score);
    let line = line(position, &report.principal_variation);
    format!("{:5}  {score:>6} {:12} {:7}k  {line}", report.depth, report.nodes, rate / 1000)
}

/// A value in points, or the plies to a win or a loss.
pub fn score(value: i32) -> String {
    if value > ESTIMATE_MAX {
        format!("win {}", WIN - value)
    } else if value < -ESTIMATE_MAX {
        format!("loss {}", WIN + value)
    } else {
        format!("{:+.2}", points(value))
    }
}

/// The texts of a line of play.
fn line(position: &Position, moves: &[Move]) -> String {
    let mut at = *position;
    let texts: Vec<String> = moves
        .iter()
        .map(|&step| {
            let text = at.display_move(step);
            at = at.play_unchecked(step);
            text
        })
        .collect();
    texts.join(" ")
}
