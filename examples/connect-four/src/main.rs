//! Contest program for Connect Four.

use std::process::ExitCode;

use connect_four::ConnectFourPlayer;

fn main() -> ExitCode {
    jugada_contest::run::<ConnectFourPlayer>(env!("CARGO_PKG_VERSION"))
}
