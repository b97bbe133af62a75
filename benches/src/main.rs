//! Prints the signatures of the searches: how many positions they visit on fixed inputs, and the instructions that takes.
//!
//! See the README of this package for the options.

mod alquerque;
mod demonios;
mod instructions;
mod strip3;

use std::env;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

/// The name of a search and what it does on its inputs: how many positions that takes.
type Signature = (&'static str, fn() -> u64);

const SIGNATURES: &[Signature] = &[
    ("alquerque-perft", alquerque::perft_9),
    ("alquerque-searches", alquerque::searches),
    ("demonios-starts", demonios::starts),
    ("strip3-values", strip3::values),
    ("strip3-winning-cells", strip3::winning_cells),
];

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => {
            print!("{}", signatures()?);
            Ok(ExitCode::SUCCESS)
        }
        ["--check"] => check(),
        ["--check-instructions"] => instructions::check(),
        ["--write"] => {
            let signatures = signatures()?;
            print!("{signatures}");
            fs::write(file("signatures.txt"), signatures)?;
            instructions::write()
        }
        ["--only", name] => {
            let (_, count) = SIGNATURES
                .iter()
                .find(|(known, _)| *known == name)
                .with_context(|| format!("{name:?}: no such signature"))?;
            println!("{}", count());
            Ok(ExitCode::SUCCESS)
        }
        _ => bail!("{arguments:?}: --check, --check-instructions, --write or --only NAME was expected"),
    }
}

/// A file of this package.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// A line for each signature.
fn signatures() -> Result<String> {
    let mut lines = String::new();
    for (name, count) in SIGNATURES {
        writeln!(lines, "{name} {}", count())?;
    }
    Ok(lines)
}

fn check() -> Result<ExitCode> {
    let signatures = signatures()?;
    print!("{signatures}");
    let expected = fs::read_to_string(file("signatures.txt")).context("signatures.txt cannot be read")?;
    if expected == signatures {
        return Ok(ExitCode::SUCCESS);
    }
    eprintln!("the signatures have changed; expected were:\n{expected}");
    Ok(ExitCode::FAILURE)
}
