use std::process::ExitCode;

use anyhow::Result;

use super::start::StartArguments;

/// List the texts of all legal moves, sorted, one a line.
#[derive(Debug, clap::Args)]
pub struct MovesArguments {
    #[command(flatten)]
    start: StartArguments,
}

impl MovesArguments {
    /// Prints the list; nothing where the game is over.
    pub fn run(self) -> Result<ExitCode> {
        for text in self.start.position()?.paths() {
            println!("{text}");
        }
        Ok(ExitCode::SUCCESS)
    }
}
