//! Plays all strategies against each other in memory and counts points:
//! `cargo run --release -p jugada-demonios --example tournament -- [--sizes 20x3,25x2] [--games 200] [--milliseconds 5]
//! [--simulations 100] [--players best,random] [--only best] [--seed 1] [--plain 1]`.
//!
//! Without `--sizes` it goes through the categories of the contest of 2008, without `--players` all strategies play. Sides change after each game. `--only` leaves out the games in which that
//! strategy takes no part; `--simulations` limits the games that `best` imagines for a move instead of the time, so that the tables are the same on every machine;
//! `--plain 1` leaves the model of the opponent out of `best`. A table for each size: points a game of each strategy against each other one, and
//! over all with the 95 % interval; then the first two, and what happened to `best` that should not: lost games in which a draw had been proven before, and faults.

use std::time::Duration;

use jugada_contest::{Arguments, Player, play_out};
use jugada_core::Side;
use jugada_demonios::{Bot, Options, Referee, Size, Strategy};

/// The categories of the contest of 2008.
const CATEGORIES: &str = "25x2,25x5,50x2,50x5,50x10,100x2,100x5,100x10,100x20,200x2,200x5,200x10,200x20";

const PLAYERS: usize = Strategy::ALL.len();

/// How a strategy's games against another one ended.
#[derive(Clone, Copy, Default)]
struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
}

impl Tally {
    fn games(self) -> f64 {
        f64::from(self.won + self.drawn + self.lost)
    }

    fn points(self) -> f64 {
        f64::from(10 * self.won + self.drawn) / self.games()
    }

    /// The square of the standard error of the points.
    fn uncertainty(self) -> f64 {
        let square = f64::from(100 * self.won + self.drawn) / self.games();
        (square - self.points().powi(2)) / self.games()
    }
}

/// One strategy's mean over all opponents, and half the width of its 95 % interval.
#[derive(Clone, Copy)]
struct Standing {
    strategy: Strategy,
    points: f64,
    margin: f64,
}

impl Standing {
    fn new(strategy: Strategy, tallies: &[Tally]) -> Self {
        let played = tallies.iter().filter(|tally| tally.games() > 0.0);
        let (mut opponents, mut points, mut uncertainty) = (0.0, 0.0, 0.0);
        for tally in played {
            opponents += 1.0;
            points += tally.points();
            uncertainty += tally.uncertainty();
        }
        Self { strategy, points: points / opponents, margin: 1.96 * f64::sqrt(uncertainty) / opponents }
    }
}

#[derive(Default)]
struct Table {
    tallies: [[Tally; PLAYERS]; PLAYERS],
    broken: u32,
    faults: u32,
}

struct Conditions {
    games: u32,
    time: Duration,
    simulations: Option<u32>,
    seed: u64,
    models: bool,
    players: Vec<Strategy>,
    only: Option<Strategy>,
}

impl Conditions {
    fn play(&self, one: Strategy, other: Strategy) -> bool {
        [one, other].iter().all(|player| self.players.contains(player))
            && self.only.is_none_or(|only| only == one || only == other)
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = Arguments::parse(std::env::args_os().skip(1))?;
    let sizes = arguments.take_text("sizes").unwrap_or_else(|| CATEGORIES.into());
    let conditions = Conditions {
        games: arguments.take("games", "a number")?.unwrap_or(200),
        time: Duration::from_millis(arguments.take("milliseconds", "a number")?.unwrap_or(5)),
        simulations: arguments.take("simulations", "a number")?,
        seed: arguments.take("seed", "a number")?.unwrap_or(1),
        models: arguments.take::<u32>("plain", "a number")?.is_none(),
        players: match arguments.take_text("players") {
            Some(names) => names.split(',').map(str::parse).collect::<Result<_, _>>()?,
            None => Strategy::ALL.to_vec(),
        },
        only: arguments
            .take_one_of("only", &Strategy::ALL.map(Strategy::name))?
            .map(str::parse)
            .transpose()?,
    };
    arguments.finish()?;
    for size in sizes.split(',') {
        Table::played(size.replace('x', " ").parse()?, &conditions).print(size);
    }
    Ok(())
}

impl Table {
    fn played(size: Size, conditions: &Conditions) -> Self {
        let mut table = Self::default();
        for (at, &one) in Strategy::ALL.iter().enumerate() {
            for (other_at, &other) in Strategy::ALL.iter().enumerate().skip(at + 1) {
                if conditions.play(one, other) {
                    for game in 0..conditions.games {
                        table.play(size, [(at, one), (other_at, other)], game, conditions);
                    }
                }
            }
        }
        table
    }

    fn play(&mut self, size: Size, pair: [(usize, Strategy); 2], game: u32, conditions: &Conditions) {
        let seed = conditions.seed.wrapping_mul(1_000_003).wrapping_add(u64::from(game));
        let bot = |strategy: Strategy, seed| {
            let mut options = Options::new().strategy(strategy).time_per_move(conditions.time).seed(seed);
            options.simulations_per_move = conditions.simulations;
            Bot::new(options.models_opponent(conditions.models))
        };
        let (mut one, mut other) = (bot(pair[0].1, seed), bot(pair[1].1, !seed));
        let is_swapped = game % 2 == 1;
        let mut players: [&mut dyn Player; 2] = [&mut one, &mut other];
        if is_swapped {
            players.swap(0, 1);
        }
        let [first, second] = players;
        let verdict = play_out(&mut Referee::new(size), first, second);
        let seats = if is_swapped { [Side::Second, Side::First] } else { [Side::First, Side::Second] };
        for (at, seat) in seats.into_iter().enumerate() {
            let tally = &mut self.tallies[pair[at].0][pair[1 - at].0];
            match verdict.winner {
                Some(winner) if winner == seat => tally.won += 1,
                Some(_) => tally.lost += 1,
                None => tally.drawn += 1,
            }
        }
        if pair[0].1 == Strategy::Best {
            let is_lost = verdict.winner == Some(seats[1]);
            self.broken += u32::from(is_lost && one.engine().guaranteed() >= Some(0));
            self.faults += u32::from(verdict.forfeited == Some(seats[0]));
        }
    }

    fn print(&self, size: &str) {
        let names = Strategy::ALL.map(Strategy::name);
        println!("| {size} | {} | all |", names.join(" | "));
        println!("|---|{}", "---:|".repeat(PLAYERS + 1));
        let mut standings = Vec::new();
        for (strategy, tallies) in Strategy::ALL.into_iter().zip(&self.tallies) {
            let standing = Standing::new(strategy, tallies);
            if standing.points.is_nan() {
                continue;
            }
            let points = tallies.map(|tally| match tally.points() {
                points if points.is_nan() => String::new(),
                points => format!("{points:.2}"),
            });
            println!(
                "| {strategy} | {} | {:.2} ± {:.2} |",
                points.join(" | "),
                standing.points,
                standing.margin
            );
            standings.push(standing);
        }
        standings.sort_by(|one, other| other.points.total_cmp(&one.points));
        let places = standings
            .iter()
            .take(2)
            .map(|standing| format!("{} {:.2} ± {:.2}", standing.strategy, standing.points, standing.margin));
        println!(
            "\nFirst two: {}. `best` lost {} proven draws and committed {} faults.\n",
            places.collect::<Vec<_>>().join(", "),
            self.broken,
            self.faults
        );
    }
}
