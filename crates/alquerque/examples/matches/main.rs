//! Plays matches between two ways of playing, in one process, every opening twice with colours exchanged.
//!
//! ```text
//! cargo run --release -p jugada-alquerque --example matches -- --first best:time=3 --second plain:time=30 --games 40
//! cargo run --release -p jugada-alquerque --example matches -- --first best:nodes=2000 --second best:nodes=2000:off=history --games 1000
//! ```
//!
//! A way of playing is `best`, `plain`, `quick`, `greedy` or `random` and options with colons before them: `time=SECONDS` for the game, for `best` and
//! `plain` also `nodes=NUMBER` a move or `budget=NUMBER` a game; `quick`, which chooses as `plain` does and needs some ten times fewer nodes, goes by these alone; `weights=FILE` or `weights=none`; `aims=false` not to play to win;
//! `get-ahead=FILE`, `finish=FILE` and `open-up=FILE` for other `Ambitions`, and any number of one by its name, as `contact=6`, `finish.contact=6` or, from
//! the first move to the last, `contact=3/6`; `off=FEATURE`, also
//! several times, with a feature of the search as named in `contestant.rs`. `plain:shuffled=true` and `quick:shuffled=true` try the moves in another order each time.

mod contestant;
mod opening;
mod points;
mod quick_plain;

use std::error::Error;

use contestant::{Contestant, Spec};
use jugada_alquerque::Position;
use jugada_contest::Arguments;
use jugada_core::{Game, Outcome, Random, Side};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = Arguments::parse(std::env::args_os().skip(1))?;
    let games = arguments.take::<u64>("games", "a whole number")?.unwrap_or(100);
    let seed = arguments.take::<u64>("seed", "a whole number")?.unwrap_or(1);
    let plies = arguments.take::<usize>("opening-plies", "a whole number")?.unwrap_or(6);
    let shown = arguments.take::<bool>("show", "true or false")?.unwrap_or(false);
    let specs: Vec<Spec> = ["first", "second"]
        .into_iter()
        .map(|name| arguments.take_text(name).ok_or(format!("--{name} is missing"))?.parse())
        .collect::<Result<_, String>>()?;
    arguments.finish()?;

    let mut random = Random::from_seed(seed);
    let mut referee = opening::referee();
    let mut tally = Tally::default();
    for game in 0..games.div_ceil(2) {
        let (opening, start) = opening::balanced(&mut referee, plies, &mut random);
        for colour in Side::BOTH {
            let seed = 2 * game + colour.index() as u64;
            let mut first = Contestant::new(&specs[0], seed)?;
            let mut second = Contestant::new(&specs[1], seed)?;
            let (end, outcome) = play(start, &mut first, &mut second, colour);
            let [own, other] = [colour, colour.opponent()].map(|side| points::of(&end, outcome, side));
            let points = [own, other];
            tally.add(points, outcome.score(colour));
            if shown {
                let left = [&first, &second].map(|one| format!("{:.2}", one.clock_left().as_secs_f64()));
                println!(
                    "{opening}; first has {colour}; {} plies; {points:?}; left {left:?}; {end}",
                    end.plies()
                );
            }
        }
    }
    println!("{tally}");
    Ok(())
}

fn play(
    start: Position,
    first: &mut Contestant,
    second: &mut Contestant,
    colour: Side,
) -> (Position, Outcome) {
    let mut position = start;
    loop {
        if let Some(outcome) = position.outcome() {
            return (position, outcome);
        }
        let to_move = if position.side_to_move() == colour { &mut *first } else { &mut *second };
        let chosen = to_move.choose(&position);
        position = position.play(chosen).expect("a legal move");
    }
}

/// Points and results so far, as the first contestant sees them.
#[derive(Default)]
struct Tally {
    points: [Vec<f64>; 2],
    results: [u32; 3],
}

impl Tally {
    fn add(&mut self, points: [u32; 2], score: i32) {
        for (list, points) in self.points.iter_mut().zip(points) {
            list.push(f64::from(points));
        }
        self.results[usize::try_from(1 - score).expect("−1, 0 or 1")] += 1;
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [won, drawn, lost] = self.results;
        writeln!(f, "{} games: {won} won, {drawn} drawn, {lost} lost", won + drawn + lost)?;
        for (name, points) in ["first", "second"].into_iter().zip(&self.points) {
            let (mean, half) = interval(points);
            writeln!(f, "{name}: {mean:.2} points a game, 95 % interval ± {half:.2}")?;
        }
        let differences: Vec<f64> = self.points[0].iter().zip(&self.points[1]).map(|(a, b)| a - b).collect();
        let (mean, half) = interval(&differences);
        write!(f, "difference: {mean:.2} ± {half:.2}")
    }
}

/// The mean and half the width of its 95 % interval.
#[expect(clippy::cast_precision_loss, reason = "a count of games")]
fn interval(values: &[f64]) -> (f64, f64) {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, 1.96 * (variance / count).sqrt())
}
