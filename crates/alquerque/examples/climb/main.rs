//! Looks for an ambition that wins more points against the plain player, by games: simultaneous perturbation stochastic approximation
//! (J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", IEEE Transactions on
//! Automatic Control 37, 1992).
//!
//! ```text
//! cargo run --release -p jugada-alquerque --example climb -- --seed 1 --rounds 300 --output ambitions
//! cargo run --release -p jugada-alquerque --example climb -- --ambition finish --seed 2 --rounds 300 --output ambitions
//! cargo run --release -p jugada-alquerque --example climb -- --numbers opposing_walls,own_walls --rate 0.3 --rounds 60 --output ambitions
//! ```
//!
//! Each round changes every number at random up or down by a noticeable step (`Ambition::STEPS`), plays `--games` games so and as many
//! from the same positions with all changes the other way round, and moves the numbers a little to the better side. With `--ambition` only
//! the numbers of one ambition change; with `--numbers` only the named ones, by the same in all ambitions and from the first move to the last: few
//! numbers are found sooner than many. Begins with the ambitions that are built in, or with `get_ahead.txt`, `finish.txt` and `open_up.txt` in the directory
//! `--input`. What is written is the average of the last quarter of the rounds.
//!
//! The budgets are nodes for a whole game, shared out as by the clock: the engine has as many for each move that may come, the plain player takes
//! a 25th of what it has left. The latter plays by `QuickPlain`, whose nodes find what some ten times as many of `Plain` find. A quarter of the games is played against a plain player who chooses
//! among equal moves by chance; and half, once or twice the nodes are for both. The same options give the same numbers.

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

use games::{Game, Plan};
use jugada_alquerque::{Ambition, AmbitionError, Ambitions, Span};
use jugada_contest::Arguments;
use jugada_core::{Random, Side};

/// The slope of a number from the first move to the last is changed by this part of its step.
const SLOPE: f64 = 0.5;

/// So many openings are played over and over.
const STARTS: usize = 400;

/// The names of the ambitions.
const NAMES: [&str; 3] = ["get-ahead", "finish", "open-up"];

/// Whether the level and the slope of each number go up or down.
type Signs = Vec<[f64; 2]>;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = Arguments::parse(std::env::args_os().skip(1))?;
    let mut number = |name: &str, default: u64| -> Result<u64, Box<dyn Error>> {
        Ok(arguments.take(name, "a whole number")?.unwrap_or(default))
    };
    let seed = number("seed", 1)?;
    let rounds = usize::try_from(number("rounds", 300)?)?;
    let games = usize::try_from(number("games", 32)?)?;
    let plan = Plan {
        budget: number("budget", 1_600_000)?,
        opposing_budget: number("opposing-budget", 2_400_000)?,
        threads: usize::try_from(number("threads", 1)?)?,
    };
    let only = arguments.take_text("ambition");
    let numbers: Option<Vec<String>> =
        arguments.take_text("numbers").map(|text| text.split(',').map(str::to_owned).collect());
    let rate = arguments.take::<f64>("rate", "a number")?.unwrap_or(0.1);
    let input: Option<PathBuf> = arguments.take("input", "a directory")?;
    let output: PathBuf = arguments.take("output", "a directory")?.unwrap_or_else(|| "ambitions".into());
    arguments.finish()?;
    if plan.budget.min(plan.opposing_budget) < 1000 || rounds == 0 || games == 0 {
        return Err("rounds and games of at least one and budgets of at least a thousand are needed".into());
    }

    let names: Vec<&str> =
        NAMES.into_iter().filter(|&name| only.as_deref().is_none_or(|only| only == name)).collect();
    if names.is_empty() {
        return Err(format!("there is no ambition {:?}", only.unwrap_or_default()).into());
    }
    let is_known = |number: &String| Ambition::STEPS.iter().any(|(known, _)| number == known);
    if let Some(unknown) = numbers.iter().flatten().find(|&number| !is_known(number)) {
        return Err(format!("no ambition has a number {unknown:?}").into());
    }
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
    let mut kept = Vec::new();
    for round in 0..rounds {
        let progress = count(round) / 300.0;
        let (rate, step) = (rate / (1.0 + progress).powf(0.6), 1.0 / (1.0 + progress).powf(0.2));
        let signs: Vec<Signs> = match &numbers {
            Some(numbers) => vec![some_signs(numbers, &mut random); names.len()],
            None => names.iter().map(|_| all_signs(&mut random)).collect(),
        };
        let change = |ambitions: &Ambitions, by: f64| {
            let mut changed = ambitions.clone();
            for (name, signs) in names.iter().zip(&signs) {
                change(of(&mut changed, name), signs, by);
            }
            changed
        };
        let sides = [step, -step].map(|by| change(&ambitions, by));
        let played: Vec<Game> = (0..games)
            .map(|number| Game {
                start: (openings[random.index(STARTS)], Side::BOTH[number % 2]),
                shuffled: (number % 8 >= 6).then(|| random.next_u64()),
                quarters: 2 << random.index(3),
            })
            .collect();
        let [up, down] = games::mean_points(&played, &sides, plan);
        ambitions = change(&ambitions, rate * (up - down) / (2.0 * step));
        println!("round {}: {:.2} points a game", round + 1, f64::midpoint(up, down));
        if round + 1 > rounds - rounds.div_ceil(4) {
            kept.push(ambitions.clone());
        }
        write(&output, &ambitions)?;
    }
    write(&output, &average(&kept))?;
    Ok(())
}

fn all_signs(random: &mut Random) -> Signs {
    let mut sign = || [-1.0, 1.0][random.index(2)];
    Ambition::STEPS.iter().map(|_| [sign(), sign()]).collect()
}

/// Up or down for these numbers alone, and the same from the first move to the last.
fn some_signs(numbers: &[String], random: &mut Random) -> Signs {
    let sign = |&(name, _): &(&str, f64)| {
        let is_meant = numbers.iter().any(|number| number == name);
        if is_meant { [[-1.0, 1.0][random.index(2)], 0.0] } else { [0.0; 2] }
    };
    Ambition::STEPS.iter().map(sign).collect()
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

/// Changes every number by so many steps in the direction of its signs.
fn change(ambition: &mut Ambition, signs: &Signs, by: f64) {
    for (&(name, step), [level, slope]) in Ambition::STEPS.iter().zip(signs) {
        let span = ambition.get_mut(name).expect("a name of its own list");
        let (level, slope) = (by * step * level, by * step * slope * SLOPE);
        *span = Span { first: span.first + level - slope, last: span.last + level + slope };
    }
}

fn average(all: &[Ambitions]) -> Ambitions {
    let mut average = all[0].clone();
    for name in NAMES {
        for (number, _) in Ambition::STEPS {
            let spans = all.iter().map(|ambitions| {
                *of(&mut ambitions.clone(), name).get_mut(number).expect("a name of its own list")
            });
            let (first, last) =
                spans.fold((0.0, 0.0), |(first, last), span| (first + span.first, last + span.last));
            *of(&mut average, name).get_mut(number).expect("a name of its own list") =
                Span { first: first / count(all.len()), last: last / count(all.len()) };
        }
    }
    average
}

#[expect(clippy::cast_precision_loss, reason = "a count of rounds")]
fn count(number: usize) -> f64 {
    number as f64
}
