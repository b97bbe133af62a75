//! The contest program for alquerque: plays on standard input and output.

use std::process::ExitCode;

use jugada_alquerque::AlquerquePlayer;

fn main() -> ExitCode {
    jugada_contest::run::<AlquerquePlayer>(env!("CARGO_PKG_VERSION"))
}
