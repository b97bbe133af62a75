//! Contest program for Kayles.

use std::process::ExitCode;

use kayles::KaylesPlayer;

fn main() -> ExitCode {
    jugada_contest::run::<KaylesPlayer>(env!("CARGO_PKG_VERSION"))
}
