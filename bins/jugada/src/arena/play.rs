//! Playing plans: records, screens and what is said at the end.

use std::fs;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use anyhow::{Context, Result};
use jugada_arena::Contest;
use jugada_arena::process::Keeper;
use jugada_arena::replay::{Part, page};
use jugada_arena::statistics::{Decision, Sprt};
use jugada_arena::tournament::{Event, Log, Plan, Record, Run, Standings, Stopped, Trial, run};
use jugada_core::StopFlag;

use super::TRY_AGAIN;
use super::contests::Game;
use super::options::Show;
use super::outcome;
use super::report::{Json, Plain, Reporter};
use super::screen::Screen;
use super::signals::stop_flag;

/// One or several tournaments, shown and kept in the same way.
pub struct Session {
    show: Show,
    stop: StopFlag,
    jobs: usize,
    parts: Vec<(Plan, Vec<Record>, &'static dyn Game)>,
    interrupted: bool,
}

impl Session {
    pub fn new(show: &Show) -> Result<Self> {
        fs::create_dir_all(&show.records)
            .with_context(|| format!("{}: this directory cannot be made", show.records.display()))?;
        let jobs = show.jobs();
        Ok(Self { show: show.clone(), stop: stop_flag()?, jobs, parts: Vec::new(), interrupted: false })
    }

    /// Plays what is left of a plan and says what came of it.
    pub fn play(&mut self, game: &'static dyn Game, plan: Plan, sprt: Option<Sprt>) -> Result<()> {
        if self.interrupted {
            return Ok(());
        }
        let file = self.show.records.join(format!("{}-{}.jsonl", plan.contest, plan.hash()));
        let mut log = Log::open(&file, &plan.hash())?;
        let before = log.records().len();
        let mut trial = sprt.map(Trial::new);
        let mut enough = |log: &Log| {
            trial.as_mut().is_some_and(|trial| trial.follow(&plan, log.records()) != Decision::Open)
        };
        let stopped = if enough(&log) {
            Stopped::Enough
        } else {
            let mut reporter = self.reporter(&plan, game)?;
            let settings = Run {
                plan: &plan,
                contest: game,
                jobs: self.jobs,
                share: (0, 1),
                stop: self.stop.clone(),
                keeper: Keeper::default(),
            };
            run(&settings, &mut log, |event, log| {
                reporter.event(event, log);
                !matches!(event, Event::Over(_)) || !enough(log)
            })?
        };
        self.interrupted = stopped == Stopped::Interrupted;
        if self.show.json {
            Json::summary(&plan, &Standings::in_contest(&plan, log.records(), game));
        } else {
            let standings = Standings::in_contest(&plan, log.records(), game);
            println!("{}", outcome::in_words(&plan, &standings, log.records(), trial.as_ref()));
            println!("Records: {}{}", file.display(), from_before(before, log.records().len()));
        }
        self.parts.push((plan, log.records().to_vec(), game));
        Ok(())
    }

    fn reporter(&self, plan: &Plan, game: &'static dyn Game) -> Result<Box<dyn Reporter>> {
        if self.show.json {
            Ok(Box::new(Json))
        } else if self.show.plain || !io::stdout().is_terminal() {
            Ok(Box::new(Plain::new(plan)))
        } else {
            Ok(Box::new(Screen::open(plan.clone(), game, self.stop.clone())?))
        }
    }

    /// Writes the page, if one is wanted; the status of the process.
    pub fn finish(self, title: &str) -> Result<ExitCode> {
        if let Some(file) = &self.show.html {
            let parts: Vec<Part<'_>> = self
                .parts
                .iter()
                .map(|(plan, records, game)| {
                    let contest: &dyn Contest = *game;
                    Part { plan: Some(plan), records, contest: Some(contest) }
                })
                .collect();
            fs::write(file, page(title, &parts))
                .with_context(|| format!("{}: the page cannot be written", file.display()))?;
            if !self.show.json {
                println!("Page: {}", file.display());
            }
        }
        if self.interrupted {
            eprintln!("jugada: interrupted; the same command goes on from here");
            return Ok(ExitCode::from(TRY_AGAIN));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What there is to say of games that an earlier run has played.
fn from_before(before: usize, now: usize) -> String {
    match now - before {
        _ if before == 0 => String::new(),
        0 => " (all played by an earlier run; without this file they are played anew)".to_owned(),
        new => format!(" ({before} games played by an earlier run, {new} by this one)"),
    }
}
