//! Looks for ambitions that win more points against the plain player, by games.
//!
//! ```text
//! cargo run --release -p jugada-alquerque --example climb -- --seed 1 --rounds 3 --games 8000 --threads 2 --output ambitions
//! cargo run --release -p jugada-alquerque --example climb -- --ambition finish --numbers own_walls,opposing_walls --output ambitions
//! ```
//!
//! Each round plays `--games` games. In each every number is changed at random, up or down by `--width` of its noticeable steps (`Ambition::STEPS`)
//! or not at all, by the same from the first move to the last. The points of all games then tell what each number does: with thousands of games for dozens of
//! numbers that changed independently of each other, its effect is the covariance of its changes with the points. What is beyond the noise of the games
//! moves the number: by `--stride` steps for each point a game that a step brings, as far as effects as large as these are not noise, and only if it is at
//! least `--least` standard errors from none. Begins with the ambitions that are built in, or with `get_ahead.txt`, `finish.txt` and
//! `open_up.txt` in the directory `--input`. With `--ambition` only the numbers of one ambition change, with `--numbers` only those named. The last round's
//! mean points are a measure of what the rounds before it brought. What a round has found is written at its end.
//!
//! The budgets are nodes for a whole game, shared out as by the clock: the engine has as many for each move that may come, the plain player takes
//! a 25th of what it has left. The latter plays by `QuickPlain`, whose nodes find what some ten times as many of `Plain` find. A quarter of the games is played against a plain player who chooses
//! among equal moves by chance; and half, once or twice the nodes are for both. The same options give the same numbers.

mod effects;
mod games;
#[path = "../matches/opening.rs"]
mod opening;
#[path = "../matches/points.rs"]
mod points;
#[path = "../matches/quick_plain.rs"]
mod quick_plain;

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use effects::{Effect, beyond_noise, effects};
use games::{Game, Plan};
use jugada_alquerque::{Ambition, AmbitionError, Ambitions, Span};
use jugada_contest::Arguments;
use jugada_core::{Random, Side};

/// So many openings are played over and over.
const STARTS: usize = 400;

/// As much as this makes nonsense of any number.
const LARGEST_OPTION: f64 = 100.0;

/// The names of the ambitions.
const NAMES: [&str; 3] = ["get-ahead", "finish", "open-up"];

/// A number that may change: its ambition, its name, and what is a noticeable step of it.
type Number = (&'static str, &'static str, f64);

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = Arguments::parse(std::env::args_os().skip(1))?;
    let mut number = |name: &str, default: u64| -> Result<u64, Box<dyn Error>> {
        Ok(arguments.take(name, "a whole number")?.unwrap_or(default))
    };
    let seed = number("seed", 1)?;
    let rounds = usize::try_from(number("rounds", 3)?)?;
    let games = usize::try_from(number("games", 8000)?)?;
    let plan = Plan {
        budget: number("budget", 800_000)?,
        opposing_budget: number("opposing-budget", 1_200_000)?,
        threads: usize::try_from(number("threads", 1)?)?,
    };
    let only = arguments.take_text("ambition");
    let named: Option<Vec<String>> =
        arguments.take_text("numbers").map(|text| text.split(',').map(str::to_owned).collect());
    let width = arguments.take::<f64>("width", "a number")?.unwrap_or(1.4);
    let stride = arguments.take::<f64>("stride", "a number")?.unwrap_or(12.0);
    let least = arguments.take::<f64>("least", "a number")?.unwrap_or(1.5);
    let input: Option<PathBuf> = arguments.take("input", "a directory")?;
    let output: PathBuf = arguments.take("output", "a directory")?.unwrap_or_else(|| "ambitions".into());
    arguments.finish()?;
    if plan.budget.min(plan.opposing_budget) < 1000 || rounds == 0 || games == 0 {
        return Err("rounds and games of at least one and budgets of at least a thousand are needed".into());
    }

    for (name, value) in [("width", width), ("stride", stride), ("least", least)] {
        if !(0.0..=LARGEST_OPTION).contains(&value) {
            return Err(format!("{value} for --{name} is no number from 0 to {LARGEST_OPTION}").into());
        }
    }
    let numbers = numbers(only.as_deref(), named.as_deref())?;
    let mut ambitions = Ambitions::built_in();
    if let Some(directory) = input {
        for name in NAMES {
            let file = file(&directory, name);
            let of_file = |error: &dyn Error| format!("{}: {error}", file.display());
            let text = fs::read_to_string(&file).map_err(|error| of_file(&error))?;
            *of(&mut ambitions, name) = text.parse().map_err(|error: AmbitionError| of_file(&error))?;
        }
    }
    let mut random = Random::from_seed(seed);
    let openings = games::openings(STARTS, &mut random);
    for round in 0..rounds {
        let played: Vec<Game> = (0..games)
            .map(|number| Game {
                start: (openings[random.index(STARTS)], Side::BOTH[number % 2]),
                shuffled: (number % 8 >= 6).then(|| random.next_u64()),
                quarters: 2 << random.index(3),
            })
            .collect();
        let changes: Vec<Vec<f64>> = (0..games)
            .map(|_| numbers.iter().map(|_| [-width, 0.0, width][random.index(3)]).collect())
            .collect();
        let points = games::points(&played, |game| changed(&ambitions, &numbers, &changes[game]), plan);
        let found = effects(&changes, &from_mean(&points));
        let share = beyond_noise(&found);
        println!(
            "round {}: {:.2} points a game, {share:.2} of the effects beyond noise",
            round + 1,
            mean(&points)
        );
        let moves: Vec<f64> = found
            .iter()
            .map(|effect| if effect.errors().abs() < least { 0.0 } else { stride * share * effect.points })
            .collect();
        for ((number, Effect { points, error }), by) in numbers.iter().zip(&found).zip(&moves) {
            if *by != 0.0 {
                println!(
                    "  {} {}: {points:.3} ± {error:.3} points a step, moved by {by:.2}",
                    number.0, number.1
                );
            }
        }
        ambitions = changed(&ambitions, &numbers, &moves);
        write(&output, &ambitions)?;
    }
    Ok(())
}

/// All numbers, or those of one ambition, or with these names alone.
fn numbers(ambition: Option<&str>, named: Option<&[String]>) -> Result<Vec<Number>, String> {
    if let Some(unknown) = ambition.filter(|ambition| !NAMES.contains(ambition)) {
        return Err(format!("there is no ambition {unknown:?}"));
    }
    let is_known = |number: &&String| Ambition::STEPS.iter().any(|(known, _)| *number == known);
    if let Some(unknown) = named.into_iter().flatten().find(|number| !is_known(number)) {
        return Err(format!("no ambition has a number {unknown:?}"));
    }
    let is_meant = |name: &str| named.is_none_or(|named| named.iter().any(|number| number == name));
    let ambitions = NAMES.into_iter().filter(|&name| ambition.is_none_or(|only| only == name));
    let all = ambitions
        .flat_map(|ambition| Ambition::STEPS.iter().map(move |&(name, step)| (ambition, name, step)));
    Ok(all.filter(|&(_, name, _)| is_meant(name)).collect())
}

/// The ambitions with every number changed by so many steps.
fn changed(ambitions: &Ambitions, numbers: &[Number], by: &[f64]) -> Ambitions {
    let mut changed = ambitions.clone();
    for (&(ambition, name, step), by) in numbers.iter().zip(by) {
        let span = of(&mut changed, ambition).get_mut(name).expect("a name of its own list");
        *span = Span { first: span.first + by * step, last: span.last + by * step };
    }
    changed
}

/// What the points of each game are more than the mean of those with the same colour, whose games take turns.
fn from_mean(points: &[u32]) -> Vec<f64> {
    let of_colour = |colour: usize| points.iter().skip(colour).step_by(2).copied().collect::<Vec<_>>();
    let means = [0, 1].map(|colour| mean(&of_colour(colour)));
    points.iter().enumerate().map(|(game, &points)| f64::from(points) - means[game % 2]).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a count of games")]
fn mean(points: &[u32]) -> f64 {
    f64::from(points.iter().sum::<u32>()) / points.len().max(1) as f64
}

/// The ambition of a name out of [`NAMES`].
fn of<'a>(ambitions: &'a mut Ambitions, name: &str) -> &'a mut Ambition {
    ambitions.get_mut(name).expect("a name of the list")
}

fn file(directory: &Path, name: &str) -> PathBuf {
    directory.join(name.replace('-', "_")).with_extension("txt")
}

fn write(directory: &Path, ambitions: &Ambitions) -> std::io::Result<()> {
    fs::create_dir_all(directory)?;
    let mut ambitions = ambitions.clone();
    NAMES
        .into_iter()
        .try_for_each(|name| fs::write(file(directory, name), of(&mut ambitions, name).to_string()))
}
