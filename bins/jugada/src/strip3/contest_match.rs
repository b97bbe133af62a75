use std::num::NonZeroU32;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::Result;
use clap::ValueEnum;
use comfy_table::{CellAlignment, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use jugada_arena::game::{Played, Setup, TimeControl, referee};
use jugada_arena::process::{Keeper, Limits, Program};
use jugada_core::Random;
use jugada_strip3::Strip3Judge;

use crate::limits::seconds;
use crate::range::Numbers;
use crate::{arena, bot};

/// Run a program under the contest's protocol: it reads the number of cells, says whether it moves first, and plays.
///
/// With the right to choose, every strip can be won: any game that is not won counts as a failure.
#[derive(Debug, clap::Args)]
pub struct MatchArguments {
    /// The program, as a command line. Without it the built-in bot plays, as a process of its own.
    #[arg(long, value_name = "COMMAND")]
    bot: Option<String>,
    /// Number of cells, or a range.
    #[arg(long, value_name = "CELLS", default_value = "1..=30")]
    n: Numbers,
    /// Opponent; may be given several times. All of them if it is not given.
    #[arg(long)]
    opponent: Vec<Opponent>,
    /// Games for each opponent and number of cells.
    #[arg(long, default_value_t = 3)]
    games: u32,
    /// Decides what the random opponent plays.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Seconds that the program may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    time: Duration,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Opponent {
    /// Wins whatever can be won, and holds out longest elsewhere.
    Perfect,
    /// Any legal cell.
    Random,
    /// Always the legal cell with the lowest number.
    Stubborn,
}

impl Opponent {
    const fn name(self) -> &'static str {
        match self {
            Self::Perfect => "perfect",
            Self::Random => "random",
            Self::Stubborn => "stubborn",
        }
    }

    fn program(self, seed: u64) -> Result<Program> {
        let strategy = if self == Self::Perfect { "best" } else { self.name() };
        bot::built_in("strip3", &["--role", "other", "--strategy", strategy, "--seed", &seed.to_string()])
    }
}

/// What came of the games against one opponent.
#[derive(Default)]
struct Score {
    games: u32,
    won: u32,
    lost: u32,
    faults: u32,
    slowest: Duration,
}

impl MatchArguments {
    /// What these options say to the arena.
    pub fn rules(&self, conduct: arena::Conduct) -> arena::Rules {
        let categories = self.n.numbers.clone().map(|cells| cells.to_string()).collect();
        let games = NonZeroU32::new(self.games).unwrap_or(NonZeroU32::MIN);
        arena::Rules::new(categories, games, self.seed, self.time, conduct)
    }

    /// Plays all games; the status says whether all were won.
    pub fn run(self) -> Result<ExitCode> {
        let bot = match &self.bot {
            Some(command) => bot::from_command(command)?,
            None => bot::built_in("strip3", &[])?,
        };
        let opponents = if self.opponent.is_empty() {
            Opponent::value_variants().to_vec()
        } else {
            self.opponent.clone()
        };
        let mut random = Random::from_seed(self.seed);
        let mut failures = Vec::new();
        let mut table = table();
        let mut last = None;
        let numbers = self.n.numbers.clone();
        let total = numbers.clone().count() as u64 * u64::from(self.games) * opponents.len() as u64;
        let bar = ProgressBar::new(total).with_style(
            ProgressStyle::with_template("{bar:30} {pos}/{len} games {msg}").expect("a fixed template"),
        );
        for opponent in opponents {
            let mut score = Score::default();
            for (cells, game) in
                numbers.clone().flat_map(|cells| (1..=self.games).map(move |game| (cells, game)))
            {
                let mut judge = Strip3Judge::new(cells)?;
                let setup = self.setup(bot.clone(), opponent.program(random.next_u64())?);
                let played = referee(&mut judge, &setup);
                score.count(&played);
                let title = format!("{cells} cells against {}, game {game}", opponent.name());
                if let Some(failure) = failure(&played) {
                    failures.push(format!("{title}: {failure}; moves so far: {}", moves(&played)));
                }
                last = Some(format!("{title}: {}\n  {}", moves(&played), judge.strip()));
                bar.inc(1);
            }
            table.add_row(score.row(opponent));
        }
        bar.finish_and_clear();
        println!("{table}");
        if let Some(last) = last {
            println!("\nLast game, {last}");
        }
        for failure in &failures {
            println!("FAILED {failure}");
        }
        match failures.len() {
            0 => println!("\nAll {total} games won."),
            count => println!("\n{count} of {total} games failed."),
        }
        Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }

    fn setup(&self, bot: Program, opponent: Program) -> Setup {
        let answer = self.time;
        Setup {
            programs: [bot, opponent],
            limits: Limits::default(),
            time: TimeControl { game: Duration::from_hours(24), answer: Some(answer) },
            suspend: true,
            keeper: Keeper::default(),
        }
    }
}

/// Why a game counts as failed, in words.
fn failure(played: &Played) -> Option<String> {
    let own = played.offences.iter().find(|offence| offence.side == 0);
    match own {
        Some(offence) => Some(offence.to_string()),
        None if played.winner != Some(0) => Some(format!("lost: {}", played.reason)),
        None => None,
    }
}

/// The accepted lines of a game, those of the opponent in brackets.
fn moves(played: &Played) -> String {
    let lines: Vec<String> = played
        .turns
        .iter()
        .map(|turn| if turn.side == 0 { turn.text.clone() } else { format!("({})", turn.text) })
        .collect();
    if lines.is_empty() { "none".to_owned() } else { lines.join(" ") }
}

impl Score {
    fn count(&mut self, played: &Played) {
        self.games += 1;
        let fault = played.offences.iter().any(|offence| offence.side == 0);
        self.faults += u32::from(fault);
        self.won += u32::from(played.winner == Some(0));
        self.lost += u32::from(played.winner != Some(0));
        let own = played.turns.iter().filter(|turn| turn.side == 0);
        let slowest = own.map(|turn| Duration::from_micros(turn.wall_us)).max().unwrap_or_default();
        self.slowest = self.slowest.max(slowest);
    }

    fn row(&self, opponent: Opponent) -> Vec<String> {
        vec![
            opponent.name().to_owned(),
            self.games.to_string(),
            self.won.to_string(),
            self.lost.to_string(),
            self.faults.to_string(),
            format!("{:.1} ms", self.slowest.as_secs_f64() * 1e3),
        ]
    }
}

fn table() -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header(["opponent", "games", "won", "lost", "faults", "slowest answer"]);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
