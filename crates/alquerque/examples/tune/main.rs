//! Tunes the weights of the evaluation on games that the engine plays against itself, by logistic regression.
//!
//! ```text
//! cargo run --release -p jugada-alquerque --example tune -- --seed 1 --rounds 7 --games 6000 --output weights.bin
//! ```
//!
//! The same options give the same weights. Begins with no weights, or with the file of `--input`. Each round plays games with the weights
//! of the last one and fits new weights to the positions of the latest rounds, `--keep` of them.

mod fit;
mod games;

use std::collections::VecDeque;
use std::error::Error;
use std::fs;
use std::path::PathBuf;

use games::Plan;
use jugada_alquerque::Weights;
use jugada_contest::Arguments;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = Arguments::parse(std::env::args_os().skip(1))?;
    let mut number = |name: &str, default: u64| -> Result<u64, Box<dyn Error>> {
        Ok(arguments.take(name, "a whole number")?.unwrap_or(default))
    };
    let seed = number("seed", 1)?;
    let rounds = number("rounds", 7)?;
    let games = number("games", 6000)?;
    let nodes = number("nodes", 2000)?;
    let kept = usize::try_from(number("keep", 3)?)?;
    let epochs = number("epochs", 6)?;
    let threads = number("threads", 1)?;
    let input: Option<PathBuf> = arguments.take("input", "a file")?;
    let output: PathBuf = arguments.take("output", "a file")?.unwrap_or_else(|| "weights.bin".into());
    arguments.finish()?;

    let mut weights = match input {
        Some(file) => {
            let named = |error: &dyn Error| format!("{}: {error}", file.display());
            let bytes = fs::read(&file).map_err(|error| named(&error))?;
            Weights::from_bytes(&bytes).map_err(|error| named(&error))?
        }
        None => Weights::none(),
    };
    let mut latest = VecDeque::new();
    for round in 0..rounds {
        let plan = Plan { seed: seed.wrapping_mul(1000) + round, games, nodes, threads };
        let played = games::play(&weights, plan);
        println!("round {}: {games} games, {played}", round + 1);
        latest.push_back(played.samples);
        if latest.len() > kept {
            latest.pop_front();
        }
        let samples: Vec<_> = latest.iter().flatten().collect();
        weights = fit::fit(&weights, &samples, epochs)?;
        fs::write(&output, weights.to_bytes())?;
    }
    Ok(())
}
