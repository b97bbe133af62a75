//! Prints the signatures of the searches: how many positions they visit on fixed inputs.
//!
//! With `--check` they are compared with `signatures.txt`, with `--write` written there.

mod alquerque;
mod demonios;
mod strip3;

use std::fmt::Write;
use std::fs;
use std::path::Path;
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
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("signatures.txt");
    let mut signatures = String::new();
    for (name, count) in SIGNATURES {
        writeln!(signatures, "{name} {}", count())?;
    }
    print!("{signatures}");
    match std::env::args().nth(1).as_deref() {
        None => {}
        Some("--write") => fs::write(&path, signatures)?,
        Some("--check") => {
            let expected = fs::read_to_string(&path).context("signatures.txt cannot be read")?;
            if expected != signatures {
                eprintln!("the signatures have changed; expected were:\n{expected}");
                return Ok(ExitCode::FAILURE);
            }
        }
        Some(other) => bail!("{other:?}: --check or --write was expected"),
    }
    Ok(ExitCode::SUCCESS)
}
