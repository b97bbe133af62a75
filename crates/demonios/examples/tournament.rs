//! Plays `best` against each of the simple strategies in memory and counts points:
//! `cargo run --release -p jugada-demonios --example tournament -- [--sizes 20x3,25x2] [--games 200] [--milliseconds 5]
//! [--against random,near] [--seed 1] [--plain 1]`.
//!
//! Sides change after each game. `--plain 1` leaves the model of the opponent out. A line a size and opponent: games won, drawn and lost, points a
//! game with the 95 % interval, and lost games in which a draw had been proven before.

use std::time::Duration;

use jugada_contest::{Arguments, Player, Verdict, play_out};
use jugada_core::Side;
use jugada_demonios::{Bot, Options, Referee, Size, Strategy};

/// The categories of the contest of 2008.
const CATEGORIES: &str = "25x2,25x5,50x2,50x5,50x10,100x2,100x5,100x10,100x20,200x2,200x5,200x10,200x20";

#[derive(Default)]
struct Tally {
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    broken: u32,
    faults: u32,
}

impl Tally {
    fn add(&mut self, verdict: &Verdict, side: Side, guaranteed: Option<i32>) {
        self.games += 1;
        self.faults += u32::from(verdict.forfeited == Some(side));
        match verdict.winner {
            Some(winner) if winner == side => self.won += 1,
            Some(_) => {
                self.lost += 1;
                self.broken += u32::from(guaranteed >= Some(0));
            }
            None => self.drawn += 1,
        }
    }

    fn points(&self) -> f64 {
        f64::from(10 * self.won + self.drawn) / f64::from(self.games)
    }

    /// Half the width of the 95 % interval of the mean.
    fn margin(&self) -> f64 {
        let mean = self.points();
        let games = f64::from(self.games);
        let square = f64::from(100 * self.won + self.drawn) / games - mean * mean;
        1.96 * (square / games).sqrt()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = Arguments::parse(std::env::args_os().skip(1))?;
    let sizes = arguments.take_text("sizes").unwrap_or_else(|| CATEGORIES.into());
    let games = arguments.take::<u32>("games", "a number")?.unwrap_or(200);
    let time = Duration::from_millis(arguments.take("milliseconds", "a number")?.unwrap_or(5));
    let seed = arguments.take::<u64>("seed", "a number")?.unwrap_or(1);
    let plain = arguments.take::<u32>("plain", "a number")?.is_some();
    let against = match arguments.take_text("against") {
        Some(names) => names.split(',').map(str::parse).collect::<Result<Vec<Strategy>, _>>()?,
        None => Strategy::SIMPLE.to_vec(),
    };
    arguments.finish()?;
    for size in sizes.split(',') {
        let size: Size = size.replace('x', " ").parse()?;
        let (mut sum, mut opponents) = (0.0, 0.0);
        for &strategy in &against {
            let tally = play(size, strategy, games, time, seed, !plain);
            println!(
                "{:>7} {:<10} {:4} won {:4} drawn {:4} lost  {:5.2} ± {:.2}  proven draws lost {}, faults {}",
                size.to_string(),
                strategy.to_string(),
                tally.won,
                tally.drawn,
                tally.lost,
                tally.points(),
                tally.margin(),
                tally.broken,
                tally.faults
            );
            sum += tally.points();
            opponents += 1.0;
        }
        println!("{:>7} average    {:5.2}", size.to_string(), sum / opponents);
    }
    Ok(())
}

fn play(size: Size, opponent: Strategy, games: u32, time: Duration, seed: u64, models: bool) -> Tally {
    let mut tally = Tally::default();
    for game in 0..games {
        let game_seed = seed.wrapping_mul(1_000_003).wrapping_add(u64::from(game));
        let mut best = Bot::new(Options::new().time_per_move(time).seed(game_seed).models_opponent(models));
        let mut other = Bot::new(Options::new().strategy(opponent).seed(!game_seed));
        let seat = Side::BOTH[usize::from(game % 2 == 1)];
        let mut players: [&mut dyn Player; 2] = [&mut best, &mut other];
        if seat == Side::Second {
            players.swap(0, 1);
        }
        let mut referee = Referee::new(size);
        let [first, second] = players;
        let verdict = play_out(&mut referee, first, second);
        tally.add(&verdict, seat, best.engine().guaranteed());
    }
    tally
}
