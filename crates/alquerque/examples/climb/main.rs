//! Looks for an ambition that wins more points against the plain player, by games: simultaneous perturbation stochastic approximation
//! (J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient approximation", IEEE Transactions on
//! Automatic Control 37, 1992).
//!
//! ```text
//! cargo run --release -p jugada-alquerque --example climb -- --seed 1 --rounds 300 --nodes 6000 --opposing-nodes 80000 --output get_ahead.txt
//! cargo run --release -p jugada-alquerque --example climb -- --ambition finish --seed 2 --rounds 300 --output finish.txt
//! ```
//!
//! Each round changes every number at random up or down by a noticeable step (`Ambition::STEPS`), plays `--games` games so and as many
//! from the same positions with all changes the other way round, and moves the numbers a little to the better side. Begins with the
//! ambition that is built in, or with the file of `--input`; the others are as built in. Games for the ambition to finish begin where a side got ahead, the
//! others after some random plies. What is written is the average of the last quarter of the rounds. A quarter of
//! the games is played against a plain player who chooses among equal moves by chance; and half, once or twice the nodes are for both. The same options give the same numbers.

mod games;
#[path = "../matches/opening.rs"]
mod opening;
#[path = "../matches/points.rs"]
mod points;

use std::error::Error;
use std::fs;
use std::path::PathBuf;

use games::{Game, Plan};
use jugada_alquerque::{Ambition, AmbitionError, Ambitions, Position, Span};
use jugada_contest::Arguments;
use jugada_core::{Random, Side};

/// The slope of a number from the first move to the last is changed by this part of its step.
const SLOPE: f64 = 0.5;

/// So many openings are played over and over.
const STARTS: usize = 400;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = Arguments::parse(std::env::args_os().skip(1))?;
    let mut number = |name: &str, default: u64| -> Result<u64, Box<dyn Error>> {
        Ok(arguments.take(name, "a whole number")?.unwrap_or(default))
    };
    let seed = number("seed", 1)?;
    let rounds = usize::try_from(number("rounds", 300)?)?;
    let games = usize::try_from(number("games", 32)?)?;
    let plan = Plan {
        nodes: number("nodes", 6000)?,
        opposing_nodes: number("opposing-nodes", 80_000)?,
        threads: usize::try_from(number("threads", 1)?)?,
    };
    let which = arguments.take_text("ambition").unwrap_or_else(|| "get-ahead".to_owned());
    let rate = arguments.take::<f64>("rate", "a number")?.unwrap_or(0.1);
    let input: Option<PathBuf> = arguments.take("input", "a file")?;
    let output: PathBuf = arguments.take("output", "a file")?.unwrap_or_else(|| "ambition.txt".into());
    arguments.finish()?;

    let mut ambitions = Ambitions::built_in();
    let climber = ambitions.get_mut(&which).ok_or_else(|| format!("there is no ambition {which:?}"))?;
    if let Some(file) = input {
        let named = |error: &dyn Error| format!("{}: {error}", file.display());
        let text = fs::read_to_string(&file).map_err(|error| named(&error))?;
        *climber = text.parse().map_err(|error: AmbitionError| named(&error))?;
    }
    let mut ambition = climber.clone();
    let mut random = Random::from_seed(seed);
    let openings = games::openings(STARTS, &mut random);
    let starts: Vec<(Position, Side)> = if which == "finish" {
        games::ahead(&openings, &ambitions, plan)
    } else {
        openings.iter().flat_map(|&opening| Side::BOTH.map(|side| (opening, side))).collect()
    };
    if starts.is_empty() || plan.nodes.min(plan.opposing_nodes) < 2 || rounds == 0 || games == 0 {
        return Err("rounds and games of at least one, nodes of at least two, and a position to begin with are needed".into());
    }
    println!("{} positions to begin with", starts.len());
    let mut kept = Vec::new();
    for round in 0..rounds {
        let progress = count(round) / 300.0;
        let (rate, step) = (rate / (1.0 + progress).powf(0.6), 1.0 / (1.0 + progress).powf(0.2));
        let signs: Vec<[f64; 2]> =
            Ambition::STEPS.iter().map(|_| [(); 2].map(|()| [-1.0, 1.0][random.index(2)])).collect();
        let sides = [step, -step].map(|by| {
            let mut tried = ambitions.clone();
            *tried.get_mut(&which).expect("found before") = changed(&ambition, &signs, by);
            tried
        });
        let played: Vec<Game> = (0..games)
            .map(|number| Game {
                start: starts[random.index(starts.len())],
                shuffled: (number % 4 == 3).then(|| random.next_u64()),
                quarters: 2 << random.index(3),
            })
            .collect();
        let [up, down] = games::mean_points(&played, &sides, plan);
        let slope = (up - down) / (2.0 * step);
        ambition = changed(&ambition, &signs, rate * slope);
        println!("round {}: {:.2} points a game", round + 1, f64::midpoint(up, down));
        if round + 1 > rounds - rounds.div_ceil(4) {
            kept.push(ambition.clone());
        }
        fs::write(&output, ambition.to_string())?;
    }
    fs::write(&output, average(&kept).to_string())?;
    Ok(())
}

/// The ambition with every number changed by so many steps in the direction of its signs.
fn changed(ambition: &Ambition, signs: &[[f64; 2]], by: f64) -> Ambition {
    let mut changed = ambition.clone();
    for (&(name, step), [level, slope]) in Ambition::STEPS.iter().zip(signs) {
        let span = changed.get_mut(name).expect("a name of its own list");
        let (level, slope) = (by * step * level, by * step * slope * SLOPE);
        *span = Span { first: span.first + level - slope, last: span.last + level + slope };
    }
    changed
}

fn average(ambitions: &[Ambition]) -> Ambition {
    let mut average = Ambition::none();
    for (name, _) in Ambition::STEPS {
        for mut ambition in ambitions.iter().cloned() {
            let (&mut one, all) = (
                ambition.get_mut(name).expect("a name of its own list"),
                average.get_mut(name).expect("a name of its own list"),
            );
            all.first += one.first / count(ambitions.len());
            all.last += one.last / count(ambitions.len());
        }
    }
    average
}

#[expect(clippy::cast_precision_loss, reason = "a count of rounds")]
fn count(number: usize) -> f64 {
    number as f64
}
