use std::process::ExitCode;
use std::time::Instant;

use anyhow::Result;
use jugada_alquerque::Position;
use jugada_core::{Game, Notation, perft, perft_divide};

use super::start::StartArguments;

/// Count lines of play of a given length: the check of a move generator.
///
/// Every move text counts, also where several take the same stones with the same ends. The last line is the count alone.
#[derive(Debug, clap::Args)]
pub struct PerftArguments {
    /// Plies.
    #[arg(default_value_t = 8)]
    depth: u32,
    #[command(flatten)]
    start: StartArguments,
    /// Split the count by the first move.
    #[arg(long)]
    divide: bool,
    /// Count each origin, destination and captured set once.
    #[arg(long)]
    by_result: bool,
}

impl PerftArguments {
    /// Counts and prints.
    pub fn run(self) -> Result<ExitCode> {
        let position = self.start.position()?;
        let begun = Instant::now();
        let count = match (self.divide && self.depth > 0, self.by_result) {
            (true, true) => shown(
                perft_divide(&position, self.depth)
                    .into_iter()
                    .map(|(first, count)| (position.display_move(first), count))
                    .collect(),
            ),
            (true, false) => shown(by_first_path(&position, self.depth)?),
            (false, true) => perft(&position, self.depth),
            (false, false) => position.perft_by_path(self.depth),
        };
        let time = begun.elapsed();
        let rate = u128::from(count) / time.as_micros().max(1);
        println!("{} plies in {:.3} s, {rate} million a second", self.depth, time.as_secs_f64());
        println!("{count}");
        Ok(ExitCode::SUCCESS)
    }
}

fn by_first_path(position: &Position, depth: u32) -> Result<Vec<(String, u64)>> {
    position
        .paths()
        .into_iter()
        .map(|text| {
            let next = position.play_unchecked(position.parse_move(&text)?);
            Ok((text, next.perft_by_path(depth - 1)))
        })
        .collect()
}

/// Prints the counts in the order of the moves' texts; their sum.
fn shown(mut counts: Vec<(String, u64)>) -> u64 {
    counts.sort_unstable();
    for (text, count) in &counts {
        println!("{text} {count}");
    }
    counts.iter().map(|(_, count)| count).sum()
}
