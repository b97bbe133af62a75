//! Contest program for Goofspiel.

use std::process::ExitCode;

use goofspiel::GoofspielPlayer;

fn main() -> ExitCode {
    jugada_contest::run::<GoofspielPlayer>(env!("CARGO_PKG_VERSION"))
}
