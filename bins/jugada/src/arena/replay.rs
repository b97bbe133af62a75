//! Replays.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use jugada_arena::Contest;
use jugada_arena::replay::{Part, page, terminal};
use jugada_arena::tournament::{Plan, Record, read_records};
use jugada_core::quoted;

use super::contests;

/// Look at games that were played: on a page, or in the terminal.
#[derive(Debug, clap::Args)]
pub struct ReplayArguments {
    /// The records.
    records: PathBuf,
    /// Write a page with all games.
    #[arg(long, value_name = "FILE", conflicts_with = "game", required_unless_present = "game")]
    html: Option<PathBuf>,
    /// The plan; with it the page has a table.
    #[arg(long, requires = "html")]
    plan: Option<PathBuf>,
    /// Show this game in the terminal.
    #[arg(long)]
    game: Option<String>,
    /// After this ply; at the end if it is not given.
    #[arg(long, requires = "game")]
    ply: Option<usize>,
}

impl ReplayArguments {
    /// Shows them.
    pub fn run(&self) -> Result<ExitCode> {
        let records = read_records(&self.records)?;
        if let Some(name) = &self.game {
            let Some(record) = records.iter().find(|record| record.game == *name) else {
                bail!("{}: there is no such game; {}", quoted(name), names(&records));
            };
            print!("{}", terminal(record, contests::game(&record.contest)?, self.ply)?);
            return Ok(ExitCode::SUCCESS);
        }
        let plan = self.plan.as_deref().map(Plan::read).transpose()?;
        let contest: Option<&dyn Contest> = match records.first() {
            Some(record) => Some(contests::game(&record.contest)?),
            None => None,
        };
        let title = self.records.file_stem().map_or_else(String::new, |name| name.display().to_string());
        let text = page(&title, &[Part { plan: plan.as_ref(), records: &records, contest }]);
        if let Some(file) = &self.html {
            fs::write(file, text).with_context(|| format!("{}: cannot be written", file.display()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn names(records: &[Record]) -> String {
    match records {
        [] => "the file holds no games".to_owned(),
        [first, ..] => format!("the file holds {} games, the first is {}", records.len(), first.game),
    }
}
