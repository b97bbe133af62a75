//! Plays matches between two ways of playing, in one process, every opening twice with colours exchanged.
//!
//! ```text
//! cargo run --release -p jugada-alquerque --example matches -- --first best:time=3 --second plain:time=30 --games 40
//! cargo run --release -p jugada-alquerque --example matches -- --first best:nodes=2000 --second best:nodes=2000:off=history --games 1000
//! ```
//!
//! A way of playing is `best`, `plain`, `greedy` or `random` and options with colons before them: `time=SECONDS` for the game, for `best` and
//! `plain` also `nodes=NUMBER` a move or `budget=NUMBER` a game; `weights=FILE` or `weights=none`; `aims=false` not to play to win;
//! `get-ahead=FILE`, `finish=FILE` and `open-up=FILE` for other `Ambitions`, and any number of one by its name, as `contact=6`, `finish.contact=6` or, from
//! the first move to the last, `contact=3/6`; `off=FEATURE`, also
//! several times, with a feature of the search as named in `contestant.rs`. `plain:shuffled=true` tries the moves in another order each time.

mod contestant;

use std::error::Error;

use contestant::{Contestant, Spec};
use jugada_alquerque::{Evaluation, Position};
use jugada_contest::Arguments;
use jugada_core::alpha_beta::{AlphaBeta, Options};
use jugada_core::testkit::random_game;
use jugada_core::{Game, Limits, Notation, Outcome, Random, Search, Side};

/// Openings are balanced as far as a search of this many nodes tells, within this many units of the evaluation.
const OPENING_NODES: u64 = 20_000;
const OPENING_BALANCE: i32 = 40;

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
    let mut referee = AlphaBeta::new(Evaluation::default(), Options::default().table_bytes(1 << 20));
    let mut tally = Tally::default();
    for game in 0..games.div_ceil(2) {
        let (opening, start) = opening(&mut referee, plies, &mut random);
        for colour in Side::BOTH {
            let seed = 2 * game + colour.index() as u64;
            let mut first = Contestant::new(&specs[0], seed)?;
            let mut second = Contestant::new(&specs[1], seed)?;
            let (end, outcome) = play(start, &mut first, &mut second, colour);
            let points = points(&end, outcome, colour);
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

/// Random moves from the start that leave both sides about even.
fn opening(referee: &mut AlphaBeta<Evaluation>, plies: usize, random: &mut Random) -> (String, Position) {
    loop {
        let line = random_game(&Position::start(), plies, random);
        let last = *line.last().expect("a position");
        if last.outcome().is_some() {
            continue;
        }
        referee.clear();
        let report = referee.search(&last, &Limits::new().nodes(OPENING_NODES));
        if report.value.is_some_and(|value| value.abs() <= OPENING_BALANCE) {
            let texts: Vec<String> = line
                .windows(2)
                .map(|pair| {
                    let moves = pair[0].moves();
                    let made = moves.into_iter().find(|&listed| pair[0].play_unchecked(listed) == pair[1]);
                    pair[0].display_move(made.expect("one of the moves"))
                })
                .collect();
            return (texts.join(" "), last);
        }
    }
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

/// The points of the first and of the second contestant.
fn points(end: &Position, outcome: Outcome, colour: Side) -> [u32; 2] {
    let by_side = match outcome {
        Outcome::Win(Side::First) => [12, 0],
        Outcome::Win(Side::Second) => [0, 12],
        Outcome::Draw => end.draw_points(),
    };
    [by_side[colour.index()], by_side[colour.opponent().index()]]
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
