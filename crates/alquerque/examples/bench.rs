//! Searches 20 fixed positions to a fixed depth and prints the nodes that took: the signature of the search.
//!
//! ```text
//! cargo run --release -p jugada-alquerque --example bench -- --depth 9 --off history
//! ```
//!
//! A change of the signature is a change of behaviour. With `--off` a feature of the search is switched off, to see what it is worth; `--on late-move-pruning`,
//! `--on table-at-last-ply` and `--on table-in-quiescence` switch on what this game does better without. With `--aims true` the side to move plays to win, as the engine does; `--memory` is for the table, 16 MiB if not given.

use std::error::Error;
use std::time::Duration;

use jugada_alquerque::{EngineOptions, Evaluation, Position, replay};
use jugada_contest::Arguments;
use jugada_core::alpha_beta::{AlphaBeta, Statistics};
use jugada_core::{Limits, Search};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = Arguments::parse(std::env::args_os().skip(1))?;
    let depth = arguments.take("depth", "a whole number")?.unwrap_or(9);
    let feature = arguments.take_text("off");
    let aims = arguments.take("aims", "true or false")?.unwrap_or(false);
    let extra = arguments.take_text("on");
    let memory = arguments.take("memory", "a number of bytes")?.unwrap_or(16 << 20);
    arguments.finish()?;
    let mut options = EngineOptions::default().memory(memory).search();
    if let Some(feature) = &feature {
        options.switch_off(feature)?;
    }
    match extra.as_deref() {
        None => {}
        Some("late-move-pruning") => options.late_move_pruning = true,
        Some("table-at-last-ply") => options.table_at_last_ply = true,
        Some("table-in-quiescence") => options.table_in_quiescence = true,
        Some(other) => return Err(format!("{other:?} is on already, or no feature of the search").into()),
    }
    let mut search = AlphaBeta::new(Evaluation::default(), options);
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    let mut last = Statistics::default();
    for moves in include_str!("../tests/data/bench_positions.txt").lines() {
        let position = replay(Position::start(), moves)?;
        search.clear();
        if aims {
            search.heuristic_mut().aim_from(&position);
        }
        let report = search.search(&position, &Limits::new().depth(depth));
        nodes += report.nodes;
        time += report.time;
        last = *search.statistics();
    }
    let per_second = u128::from(nodes) * 1000 / time.as_millis().max(1);
    println!("{nodes} nodes to depth {depth}, {:.3} s, {per_second} a second", time.as_secs_f64());
    println!("last position: {last:?}");
    Ok(())
}
