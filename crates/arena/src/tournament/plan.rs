use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::fingerprint::{fingerprint, fingerprint_of};
use crate::contest::Contest;
use crate::game::TimeControl;
use crate::process::{Limits, Program};

/// A program that takes part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entrant {
    /// What it is called in tables.
    pub name: String,
    /// How it is started. In an argument `{seed}` stands for the game's seed, `{role}` for what the contest calls its side, `{time}` for the seconds it has for the game, `{category}` for what is played, and `{opening}`
    /// for the opening; an argument with `{opening}` is left out in a game that begins at the start.
    pub program: Program,
    /// The fingerprint of its executable; empty where it could not be read.
    pub fingerprint: String,
}

impl Entrant {
    /// A program under a name. One whose executable cannot be read has no fingerprint; if it cannot run, the games say so.
    pub fn new(name: impl Into<String>, program: Program) -> Self {
        let fingerprint = fingerprint(&program.executable).unwrap_or_default();
        Self { name: name.into(), program, fingerprint }
    }

    /// Whether it can be told to begin at a given opening.
    #[must_use]
    pub fn takes_openings(&self) -> bool {
        self.program.arguments.iter().any(|argument| argument.to_string_lossy().contains("{opening}"))
    }

    /// Its program for a game.
    #[must_use]
    pub fn program_for(&self, blanks: &Blanks<'_>) -> Program {
        let mut program = Program::new(&self.program.executable);
        for argument in &self.program.arguments {
            let Some(text) = argument.to_str().filter(|text| text.contains('{')) else {
                program = program.argument(argument);
                continue;
            };
            if blanks.opening.is_none() && text.contains("{opening}") {
                continue;
            }
            let text = text.replace("{seed}", &blanks.seed.to_string()).replace("{role}", blanks.role);
            let text = text.replace("{time}", &blanks.time.as_secs_f64().to_string());
            let text = text.replace("{category}", blanks.category);
            program = program.argument(text.replace("{opening}", blanks.opening.unwrap_or_default()));
        }
        program
    }
}

/// What the blanks in an entrant's arguments stand for in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blanks<'a> {
    /// The game's seed.
    pub seed: u64,
    /// What the contest calls the entrant's side.
    pub role: &'a str,
    /// The time that it has for the game.
    pub time: Duration,
    /// What is played.
    pub category: &'a str,
    /// Where the game begins, if not at the start.
    pub opening: Option<&'a str>,
}

/// Who meets whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum System {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first entrant meets everybody else.
    Gauntlet,
    /// In each round those meet who stand next to each other and have not met before.
    Swiss {
        /// How many rounds there are.
        rounds: u32,
    },
}

/// All that determines which games are to be played and how. It does not change once the first game was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// The [contest](Contest::name).
    pub contest: String,
    /// Who takes part.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub system: System,
    /// What is played whenever two meet, in the contest's own words.
    pub categories: Vec<String>,
    /// Openings to begin at, taken in turn, for entrants that can. None of them means the start.
    #[serde(default)]
    pub openings: Vec<String>,
    /// Pairs of games in each category whenever two meet; in the second game of a pair the sides are swapped.
    pub pairs: u32,
    /// What every random choice comes from.
    pub seed: u64,
    /// How long the programs may think, where it is not as the contest has it.
    #[serde(default)]
    pub time: Option<TimeControl>,
    /// What a program may use.
    pub limits: Limits,
    /// Whether a program is stopped while it is not its turn.
    pub suspend: bool,
}

/// A plan that cannot be played: one sentence that names what is wrong.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PlanError {
    /// It makes no sense.
    #[error("{0}")]
    Senseless(String),
    /// Its file cannot be read or written.
    #[error("{0}: {1}")]
    File(String, #[source] io::Error),
    /// Its file holds something else.
    #[error("{0}: this is not a plan: {1}")]
    Format(String, #[source] serde_json::Error),
}

impl Plan {
    /// A plan in which everybody meets everybody in each category, in five pairs of games, as the contest has it; change what is to be otherwise.
    #[must_use]
    pub fn new(contest: &dyn Contest, entrants: Vec<Entrant>, categories: &[&str]) -> Self {
        Self {
            contest: contest.name().to_owned(),
            entrants,
            system: System::RoundRobin,
            categories: categories.iter().map(|category| (*category).to_owned()).collect(),
            openings: Vec::new(),
            pairs: 5,
            seed: 1,
            time: None,
            limits: Limits::default(),
            suspend: true,
        }
    }

    /// Checks that the plan can be played in this contest.
    ///
    /// # Errors
    /// [`PlanError::Senseless`] names the first thing that is wrong.
    pub fn check(&self, contest: &dyn Contest) -> Result<(), PlanError> {
        let wrong = |words: String| Err(PlanError::Senseless(words));
        if self.contest != contest.name() {
            return wrong(format!("the plan is for {}, not for {}", self.contest, contest.name()));
        }
        if self.entrants.len() < 2 {
            return wrong("at least two bots are needed".to_owned());
        }
        let mut names = HashSet::new();
        if let Some(twice) = self.entrants.iter().find(|entrant| !names.insert(&entrant.name)) {
            return wrong(format!("two bots are called {:?}", twice.name));
        }
        if let Some(entrant) =
            self.entrants.iter().find(|entrant| entrant.program.executable.to_str().is_none())
        {
            return wrong(format!("the path of {:?} is not UTF-8", entrant.name));
        }
        if self.categories.is_empty() || self.pairs == 0 {
            return wrong("there is nothing to play: give a category and a number of games".to_owned());
        }
        let openings = self.openings.iter().map(|opening| Some(opening.as_str())).chain([None]);
        for opening in openings {
            for category in &self.categories {
                contest.judge(category, opening).map_err(PlanError::Senseless)?;
            }
        }
        Ok(())
    }

    /// What tells this plan from every other: a hash of all of it.
    ///
    /// # Panics
    /// If the path of an executable is not UTF-8, which [`check`](Self::check) refuses.
    #[must_use]
    pub fn hash(&self) -> String {
        let bytes = serde_json::to_vec(self).expect("a plan can be written");
        fingerprint_of(&bytes)[..16].to_owned()
    }

    /// Reads a plan.
    ///
    /// # Errors
    /// [`PlanError`] if there is none.
    pub fn read(path: &Path) -> Result<Self, PlanError> {
        let name = path.display().to_string();
        let text = fs::read(path).map_err(|error| PlanError::File(name.clone(), error))?;
        serde_json::from_slice(&text).map_err(|error| PlanError::Format(name, error))
    }

    /// Writes the plan, all of it or nothing.
    ///
    /// # Errors
    /// [`PlanError::File`].
    pub fn write(&self, path: &Path) -> Result<(), PlanError> {
        let write = || {
            let part = path.with_extension("part");
            fs::write(&part, serde_json::to_string_pretty(self)? + "\n")?;
            fs::rename(part, path)
        };
        write().map_err(|error| PlanError::File(path.display().to_string(), error))
    }
}
