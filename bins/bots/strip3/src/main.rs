//! Contest program for strip3: a perfect player on standard input and output.

use std::process::ExitCode;

use jugada_strip3::Strip3Player;

fn main() -> ExitCode {
    jugada_contest::run::<Strip3Player>(env!("CARGO_PKG_VERSION"))
}
