//! The command line: play, solve and referee contest games.
//!
//! Each command has one module in `command`, which only says what there is to choose from; what a command does for a game stands in
//! that game's module.

mod alquerque;
mod arena;
mod bot;
mod command;
mod demonios;
mod dialogue;
mod limits;
mod progress;
mod range;
mod strip3;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    // A process that the referee has started to watch over a program.
    if let Some(status) = jugada_arena::process::take_over() {
        return status;
    }
    match command::CommandLine::parse().run() {
        Ok(status) => status,
        Err(error) => {
            eprintln!("jugada: {error:#}");
            ExitCode::from(2)
        }
    }
}
