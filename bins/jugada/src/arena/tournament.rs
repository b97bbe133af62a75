//! Tournaments from a file.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use jugada_arena::process::Limits;
use jugada_arena::tournament::{Plan, System};
use serde::Deserialize;

use super::contests::{self, Game};
use super::entrants::entrants;
use super::options::{Show, time_control};
use super::play::Session;

/// Play the tournaments that a file describes.
#[derive(Debug, clap::Args)]
pub struct TournamentArguments {
    /// The file.
    file: PathBuf,
    #[command(flatten)]
    show: Show,
}

/// What a file can say.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    title: Option<String>,
    contest: Vec<Section>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Section {
    game: String,
    #[serde(default)]
    bots: Vec<String>,
    #[serde(default)]
    categories: Vec<String>,
    #[serde(default)]
    openings: Vec<String>,
    games: u32,
    #[serde(default = "round_robin")]
    system: System,
    #[serde(default = "one")]
    seed: u64,
    time: Option<f64>,
    answer_time: Option<f64>,
    memory: Option<u64>,
    #[serde(default = "yes")]
    suspend: bool,
}

const fn round_robin() -> System {
    System::RoundRobin
}

const fn one() -> u64 {
    1
}

const fn yes() -> bool {
    true
}

fn duration(seconds: Option<f64>) -> Result<Option<Duration>> {
    seconds
        .map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .with_context(|| format!("{seconds}: a number of seconds was expected"))
        })
        .transpose()
}

impl Section {
    fn plan(&self, game: &dyn Game) -> Result<Plan> {
        let bots = if self.bots.is_empty() {
            game.strategies().into_iter().map(str::to_owned).collect()
        } else {
            self.bots.clone()
        };
        let plan = Plan {
            contest: self.game.clone(),
            entrants: entrants(game, &bots)?,
            system: self.system,
            categories: if self.categories.is_empty() { game.categories() } else { self.categories.clone() },
            openings: self.openings.clone(),
            pairs: self.games.div_ceil(2),
            seed: self.seed,
            time: time_control(game, duration(self.time)?, duration(self.answer_time)?),
            limits: Limits { memory: self.memory, ..Limits::default() },
            suspend: self.suspend,
        };
        plan.check(game)?;
        Ok(plan)
    }
}

impl TournamentArguments {
    /// Plays them one after the other.
    pub fn run(&self) -> Result<ExitCode> {
        let name = self.file.display();
        let text =
            fs::read_to_string(&self.file).with_context(|| format!("{name}: this file cannot be read"))?;
        let file: File =
            toml::from_str(&text).with_context(|| format!("{name}: this is not a tournament"))?;
        ensure!(!file.contest.is_empty(), "{name}: there is no [[contest]]");
        // Everything is checked before anything is played.
        let plans: Vec<_> = file
            .contest
            .iter()
            .map(|section| {
                let game = contests::game(&section.game)?;
                Ok((game, section.plan(game)?))
            })
            .collect::<Result<_>>()
            .with_context(|| name.to_string())?;
        let mut session = Session::new(&self.show)?;
        for (game, plan) in plans {
            session.play(game, plan, None)?;
        }
        session.finish(file.title.as_deref().unwrap_or("Tournament"))
    }
}
