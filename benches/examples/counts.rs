//! What criterion does not count, here and in other crates, for Connect Four from the start: positions that alpha-beta visits, and bytes of memory
//! that Monte-Carlo tree search takes for each playout.
//!
//! Each Monte-Carlo search runs in a process of its own, once with some playouts and once with more; what the highest use of memory differs by is what the
//! additional playouts took. Linux only.

#[path = "../benches/side_by_side/board_game.rs"]
mod board_game;
#[path = "../benches/side_by_side/draws.rs"]
mod draws;
#[path = "../benches/side_by_side/minimax.rs"]
mod minimax;
#[path = "../benches/minimax_rules/mod.rs"]
mod minimax_rules;
#[path = "../benches/side_by_side/treant.rs"]
mod treant;

use std::hint::black_box;
use std::process::Command;
use std::{env, fs};

use anyhow::{Context, Result, bail};
use connect_four::{Position, Threats};
use draws::{Draws, EXPLORATION};
use jugada_core::alpha_beta::{self, AlphaBeta};
use jugada_core::monte_carlo::{MonteCarlo, NoPrior, Options};
use jugada_core::{Limits, Search};

/// Playouts of the shorter and of the longer run.
const PLAYOUTS: [u32; 2] = [200_000, 1_200_000];

const SEARCHES: [&str; 4] = ["jugada", "minimax", "board-game", "treant"];

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    if let (Some(name), Some(playouts)) = (arguments.next(), arguments.next()) {
        search(&name, playouts.parse()?)?;
        println!("{}", highest_use()?);
        return Ok(());
    }
    nodes();
    for name in SEARCHES {
        let mut uses = [0_u64; 2];
        for (used, playouts) in uses.iter_mut().zip(PLAYOUTS) {
            let output = Command::new(env::current_exe()?).arg(name).arg(playouts.to_string()).output()?;
            *used = String::from_utf8(output.stdout)?.trim().parse().context("the search has failed")?;
        }
        let bytes = (uses[1] - uses[0]) / u64::from(PLAYOUTS[1] - PLAYOUTS[0]);
        println!("{name}: {bytes} bytes a playout");
    }
    Ok(())
}

/// Alpha-beta to the depth of the bench. The crate `minimax` prints its count itself, on the error output.
fn nodes() {
    const DEPTH: u8 = 14;
    const TABLE: usize = 64 << 20;
    let start = Position::default();
    let options = alpha_beta::Options::default().table_bytes(TABLE);
    for (name, options) in
        [("jugada, full width", options.clone().full_width()), ("jugada, selective", options)]
    {
        let report = AlphaBeta::new(Threats, options).search(&start, &Limits::new().depth(DEPTH.into()));
        println!("{name}: {} nodes to depth {DEPTH}", report.nodes);
    }
    for (name, options) in minimax::configurations(TABLE) {
        eprintln!("{name}:");
        black_box(minimax::alpha_beta(&start, options.verbose(), DEPTH));
    }
}

fn search(name: &str, playouts: u32) -> Result<()> {
    let start = Position::default();
    match name {
        "jugada" => {
            let options = Options::default().exploration(EXPLORATION).memory_bytes(1 << 30);
            let mut search = MonteCarlo::with_policies(Draws, NoPrior, options);
            black_box(search.search(&start, &Limits::new().nodes(playouts.into())));
        }
        "minimax" => drop(black_box(minimax::monte_carlo(&start, playouts))),
        "board-game" => drop(black_box(board_game::monte_carlo(&start, playouts.into()))),
        "treant" => drop(black_box(treant::monte_carlo(&start, playouts.into()))),
        _ => bail!("{name:?}: there is no such search"),
    }
    Ok(())
}

/// The most bytes that this process has had in memory.
fn highest_use() -> Result<u64> {
    let status = fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).context("no VmHWM")?;
    let kibibytes: u64 = line.trim().trim_end_matches("kB").trim().parse()?;
    Ok(kibibytes << 10)
}
