//! The options that matches, tournaments and plans share.

use std::num::NonZeroU32;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::ValueEnum;
use jugada_arena::game::TimeControl;
use jugada_arena::process::{Limits, MemoryControl};
use jugada_arena::statistics::{Model, Sprt};
use jugada_arena::tournament::{Plan, System};
use jugada_core::quoted;

use super::contests::{self, Game};
use super::entrants::entrants;
use super::play::Session;
use crate::limits::seconds;

/// Play bots against each other under the contest's own protocol, clock and limits.
///
/// A bot is the name of a built-in strategy or a command line, with a name and = in front if it is to be called something else. In a command line
/// {seed} {role} {time} {category} and {opening} stand for what changes from game to game.
#[derive(Debug, clap::Args)]
pub struct MatchArguments {
    /// The bots; all built-in strategies if none is given.
    #[arg(value_name = "BOT")]
    bots: Vec<String>,
    #[command(flatten)]
    pub rules: Rules,
    #[command(flatten)]
    pub show: Show,
    /// Stop two bots early by a sequential test: elo:0,10 or nelo:0,5 or points:0,2.
    #[arg(long, value_name = "UNIT:LOW,HIGH", value_parser = sprt)]
    sprt: Option<Sprt>,
}

/// What is played, and how.
#[derive(Debug, clap::Args)]
pub struct Rules {
    /// What to play, in the game's own words (cells of strip3, cells and step of demonios, seconds of alquerque); may be given several
    /// times.
    #[arg(long = "category", value_name = "TEXT")]
    categories: Vec<String>,
    /// Games between two bots in each category, in pairs with swapped sides.
    #[arg(long, default_value = "10")]
    games: NonZeroU32,
    #[command(flatten)]
    conduct: Conduct,
    /// Where games begin, for bots that can be told; may be given several times.
    #[arg(long = "opening", value_name = "MOVES")]
    openings: Vec<String>,
    /// What every random choice comes from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds a bot may think in a game.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Seconds a bot may think for one answer.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    answer_time: Option<Duration>,
}

/// How bots meet and are held within limits, whatever is played.
#[derive(Debug, PartialEq, Eq, clap::Args)]
pub struct Conduct {
    /// Who meets whom.
    #[arg(long, default_value = "round-robin")]
    system: SystemName,
    /// Rounds of a Swiss tournament.
    #[arg(long, default_value_t = Self::ROUNDS)]
    rounds: u32,
    /// Bytes of memory a bot may use.
    #[arg(long, value_name = "BYTES")]
    memory: Option<u64>,
    /// Limit memory by watching, even where control groups could be had.
    #[arg(long)]
    watch_memory: bool,
    /// Let bots think while it is not their turn.
    #[arg(long)]
    no_suspend: bool,
}

impl Conduct {
    const ROUNDS: u32 = 5;
}

impl Default for Conduct {
    fn default() -> Self {
        Self {
            system: SystemName::RoundRobin,
            rounds: Self::ROUNDS,
            memory: None,
            watch_memory: false,
            no_suspend: false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SystemName {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first bot meets all others.
    Gauntlet,
    /// Neighbours in the table meet.
    Swiss,
}

/// How a run is shown and kept.
#[derive(Clone, Debug, clap::Args)]
pub struct Show {
    /// Directory of the records, from which an interrupted run goes on.
    #[arg(long, value_name = "DIRECTORY", default_value = "jugada-records")]
    pub records: PathBuf,
    /// Write a page with the table and all games.
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Games at once; one less than there are processors if it is not given.
    #[arg(long)]
    pub jobs: Option<usize>,
    /// Plain lines instead of a live screen.
    #[arg(long)]
    pub plain: bool,
    /// Events as JSON lines.
    #[arg(long, conflicts_with = "plain")]
    pub json: bool,
}

impl Show {
    /// How many games at once; warns of more than there are processors.
    pub fn jobs(&self) -> usize {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let jobs = self.jobs.unwrap_or(cores.saturating_sub(1)).max(1);
        if jobs > cores {
            eprintln!("jugada: {jobs} games at once on {cores} processors: times will mean little");
        }
        jobs
    }
}

/// The time control that options ask for, on top of the game's own.
pub fn time_control(
    game: &dyn Game,
    time: Option<Duration>,
    answer: Option<Duration>,
) -> Option<TimeControl> {
    if time.is_none() && answer.is_none() {
        return None;
    }
    let usual = game.categories().first().map(|category| game.time(category));
    let usual = usual.unwrap_or(TimeControl::game(Duration::from_mins(5)));
    Some(TimeControl { game: time.unwrap_or(usual.game), answer: answer.or(usual.answer) })
}

/// A sequential test as it is asked for.
pub fn sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || format!("{}: UNIT:LOW,HIGH was expected, such as elo:0,10", quoted(text));
    let (unit, bounds) = text.split_once(':').ok_or_else(wrong)?;
    let (low, high) = bounds.split_once(',').ok_or_else(wrong)?;
    let model = match unit {
        "elo" => Model::Logistic,
        "nelo" => Model::Normalized,
        "points" => Model::Mean,
        _ => return Err(wrong()),
    };
    let [low, high]: [f64; 2] = [low.parse().map_err(|_| wrong())?, high.parse().map_err(|_| wrong())?];
    if low < high { Ok(Sprt::new(model, low, high)) } else { Err(wrong()) }
}

impl Rules {
    /// Rules that say this, and nothing of openings.
    pub fn new(
        categories: Vec<String>,
        games: NonZeroU32,
        seed: u64,
        answer_time: Duration,
        conduct: Conduct,
    ) -> Self {
        Self {
            categories,
            games,
            conduct,
            openings: Vec::new(),
            seed,
            time: None,
            answer_time: Some(answer_time),
        }
    }

    /// A plan for these bots.
    pub fn plan(&self, game: &dyn Game, bots: &[String]) -> Result<Plan> {
        let conduct = &self.conduct;
        let system = match conduct.system {
            SystemName::RoundRobin => System::RoundRobin,
            SystemName::Gauntlet => System::Gauntlet,
            SystemName::Swiss => System::Swiss { rounds: conduct.rounds },
        };
        let bots = if bots.is_empty() {
            game.strategies().into_iter().map(str::to_owned).collect()
        } else {
            bots.to_vec()
        };
        let plan = Plan {
            contest: game.name().to_owned(),
            entrants: entrants(game, &bots)?,
            system,
            categories: if self.categories.is_empty() { game.categories() } else { self.categories.clone() },
            openings: self.openings.clone(),
            pairs: self.games.get().div_ceil(2),
            seed: self.seed,
            time: time_control(game, self.time, self.answer_time),
            limits: Limits {
                memory: conduct.memory,
                memory_control: if conduct.watch_memory { MemoryControl::Watch } else { MemoryControl::Auto },
                ..Limits::default()
            },
            suspend: !conduct.no_suspend,
        };
        plan.check(game)?;
        Ok(plan)
    }
}

impl MatchArguments {
    /// A match of these bots.
    pub fn new(bots: Vec<String>, rules: Rules, show: Show, sprt: Option<Sprt>) -> Self {
        Self { bots, rules, show, sprt }
    }

    /// Plays the match.
    pub fn run(&self, game: &str) -> Result<ExitCode> {
        let game = contests::game(game)?;
        let plan = self.rules.plan(game, &self.bots)?;
        ensure!(self.sprt.is_none() || plan.entrants.len() == 2, "a sequential test needs exactly two bots");
        if self.sprt.is_some() && matches!(plan.system, System::Swiss { .. }) {
            bail!("a sequential test and a Swiss tournament do not go together");
        }
        let mut session = Session::new(&self.show)?;
        session.play(game, plan, self.sprt)?;
        session.finish(&format!("{} match", game.name()))
    }
}
