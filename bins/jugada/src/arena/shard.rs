//! Tournaments on many machines: a plan, shards of it, and their merger.

use std::env;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail, ensure};
use jugada_arena::process::Keeper;
use jugada_arena::tournament::{
    Event, Log, Plan, Record, Run, Standings, Stopped, System, merge, read_records, run,
};
use jugada_core::quoted;

use super::TRY_AGAIN;
use super::contests;
use super::options::Rules;
use super::outcome;
use super::signals::stop_flag;

/// Write down what is to be played, to be played in shards.
#[derive(Debug, clap::Args)]
pub struct PlanArguments {
    /// The game.
    game: String,
    /// The bots; all built-in strategies if none is given.
    #[arg(value_name = "BOT")]
    bots: Vec<String>,
    #[command(flatten)]
    rules: Rules,
    /// Where the plan goes.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl PlanArguments {
    /// Writes the plan.
    pub fn run(&self) -> Result<ExitCode> {
        let plan = self.rules.plan(contests::game(&self.game)?, &self.bots)?;
        ensure!(
            !matches!(plan.system, System::Swiss { .. }),
            "a Swiss tournament cannot be split: each round depends on the one before"
        );
        plan.write(&self.out)?;
        println!("{}", plan.hash());
        Ok(ExitCode::SUCCESS)
    }
}

/// Play a part of a plan. Whole pairs only; what was played before is not played again.
///
/// Status 0 when the part is complete, 75 when it was broken off and the same command goes on, 2 when trying again would not help.
#[derive(Debug, clap::Args)]
pub struct ShardArguments {
    /// The plan.
    plan: PathBuf,
    /// Which part, from 0. Taken from `SLURM_ARRAY_TASK_ID`, `JOB_COMPLETION_INDEX` or `PARALLEL_SEQ` (which begins at 1) if it is not given.
    #[arg(long)]
    index: Option<u32>,
    /// How many parts there are.
    #[arg(long)]
    of: u32,
    /// Where the records go when the part is complete; until then they are kept beside it.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Games at once.
    #[arg(long, default_value_t = 1)]
    jobs: usize,
}

/// The number of this part among its siblings, as the scheduler says it.
fn index_from(variable: impl Fn(&str) -> Option<String>) -> Result<Option<u32>> {
    for (name, first) in [("SLURM_ARRAY_TASK_ID", 0), ("JOB_COMPLETION_INDEX", 0), ("PARALLEL_SEQ", 1)] {
        let Some(text) = variable(name) else { continue };
        let number: u32 =
            text.parse().with_context(|| format!("{name} is {}, not a number", quoted(&text)))?;
        return number.checked_sub(first).map(Some).with_context(|| format!("{name} begins at {first}"));
    }
    Ok(None)
}

impl ShardArguments {
    /// Plays the part.
    pub fn run(&self) -> Result<ExitCode> {
        let index = match self.index {
            Some(index) => index,
            None => index_from(|name| env::var(name).ok())?
                .context("--index is missing, and no scheduler says it")?,
        };
        ensure!(index < self.of, "part {index} of {}: parts are counted from 0", self.of);
        let plan = Plan::read(&self.plan)?;
        let game = contests::game(&plan.contest)?;
        plan.check(game)?;
        if self.out.exists() {
            println!("{}: complete already", self.out.display());
            return Ok(ExitCode::SUCCESS);
        }
        let part = PathBuf::from(format!("{}.part", self.out.display()));
        let mut log = Log::open(&part, &plan.hash())?;
        let settings = Run {
            plan: &plan,
            contest: game,
            jobs: self.jobs,
            share: (index, self.of),
            stop: stop_flag()?,
            keeper: Keeper::default(),
        };
        let before = log.records().len();
        let stopped = run(&settings, &mut log, |event, _| {
            if let Event::Over(record) = event
                && let Some(line) = outcome::irregular(record)
            {
                println!("irregular {line}");
            }
            true
        })?;
        let all = log.records().len();
        println!("part {index} of {}: {all} games, {} of them now", self.of, all - before);
        if stopped != Stopped::Complete {
            return Ok(ExitCode::from(TRY_AGAIN));
        }
        fs::rename(&part, &self.out).with_context(|| format!("{}: cannot be written", self.out.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Put the records of shards together, say what is missing, and make the table.
///
/// Status 0 when every game is there, 75 when some are missing.
#[derive(Debug, clap::Args)]
pub struct MergeArguments {
    /// The plan.
    #[arg(long)]
    plan: PathBuf,
    /// The records.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Where all records go.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl MergeArguments {
    /// Merges.
    pub fn run(&self) -> Result<ExitCode> {
        let plan = Plan::read(&self.plan)?;
        let game = contests::game(&plan.contest)?;
        let mut records: Vec<Record> = Vec::new();
        for file in &self.files {
            let new = read_records(file)?;
            if let Some(stray) = new.iter().find(|record| record.plan != plan.hash()) {
                bail!(
                    "{}: these games belong to plan {}, not to {}",
                    file.display(),
                    stray.plan,
                    plan.hash()
                );
            }
            records.extend(new);
        }
        let merged = merge(&plan, records)?;
        if let Some(out) = &self.out {
            let write = || {
                let part = out.with_extension("part");
                let mut file = fs::File::create(&part)?;
                for record in &merged.records {
                    writeln!(file, "{}", serde_json::to_string(record)?)?;
                }
                file.sync_all()?;
                fs::rename(part, out)
            };
            write().with_context(|| format!("{}: cannot be written", out.display()))?;
        }
        let standings = Standings::in_contest(&plan, &merged.records, game);
        println!("{}", outcome::in_words(&plan, &standings, &merged.records, None));
        if merged.duplicates > 0 {
            println!("{} records were there twice", merged.duplicates);
        }
        for report in &merged.machines {
            print!("{}: {} games, {} under load", report.machine, report.games, report.under_load);
            if report.is_overloaded() {
                print!("; OVERLOADED, its times mean little");
            }
            if report.differs(merged.machines.len()) {
                print!("; its results DIFFER from the others' (chance {:.1e})", report.chance);
            }
            println!();
        }
        if merged.missing.is_empty() {
            println!("complete: {} games", merged.records.len());
            return Ok(ExitCode::SUCCESS);
        }
        let named: Vec<&str> = merged.missing.iter().take(20).map(String::as_str).collect();
        let more = merged.missing.len() - named.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        println!("{} games are missing: {}{more}", merged.missing.len(), named.join(", "));
        Ok(ExitCode::from(TRY_AGAIN))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schedulers_say_the_index() {
        let only = |name: &'static str, value: &'static str| {
            index_from(move |asked| (asked == name).then(|| value.to_owned()))
        };
        assert_eq!(only("SLURM_ARRAY_TASK_ID", "3").expect("a number"), Some(3));
        assert_eq!(only("JOB_COMPLETION_INDEX", "0").expect("a number"), Some(0));
        assert_eq!(only("PARALLEL_SEQ", "1").expect("a number"), Some(0));
        assert_eq!(only("OTHER", "1").expect("nothing"), None);
        assert!(only("PARALLEL_SEQ", "0").is_err() && only("SLURM_ARRAY_TASK_ID", "x").is_err());
    }
}
