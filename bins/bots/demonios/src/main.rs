//! Contest program for demonios: reads the size, then writes its cell and reads the opponent's in turn.

use std::process::ExitCode;

use jugada_demonios::Bot;

fn main() -> ExitCode {
    jugada_contest::run::<Bot>(env!("CARGO_PKG_VERSION"))
}
