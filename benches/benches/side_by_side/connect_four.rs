//! Connect Four: alpha-beta to a fixed depth, and Monte-Carlo tree search.

use std::hint::black_box;

use connect_four::{Position, Threats};
use criterion::{Criterion, Throughput};
use jugada_core::alpha_beta::{AlphaBeta, Options};
use jugada_core::monte_carlo::{self, MonteCarlo, NoPrior};
use jugada_core::{Limits, Search};

use super::draws::{Draws, EXPLORATION};
use super::measure::ProcessorTime;
use super::{board_game, minimax, treant};

/// Plies that everybody looks ahead.
const DEPTH: u8 = 14;

/// Bytes of everybody's table.
const TABLE: usize = 64 << 20;

/// Playouts from the start of the game.
const PLAYOUTS: u32 = 500_000;

pub fn alpha_beta(criterion: &mut Criterion<ProcessorTime>) {
    let start = Position::default();
    let mut group = criterion.benchmark_group(format!("connect four from the start to depth {DEPTH}"));
    let full_width = Options::default().table_bytes(TABLE).full_width();
    let selective = Options::default().table_bytes(TABLE);
    for (name, options) in [("jugada", full_width), ("jugada, selective", selective)] {
        let mut search = AlphaBeta::new(Threats, options);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                search.clear();
                black_box(search.search(&start, &Limits::new().depth(DEPTH.into())))
            });
        });
    }
    for (name, options) in minimax::configurations(TABLE) {
        group.bench_function(name, |bencher| {
            bencher.iter(|| black_box(minimax::alpha_beta(&start, options, DEPTH)));
        });
    }
    group.finish();
}

pub fn monte_carlo(criterion: &mut Criterion<ProcessorTime>) {
    let start = Position::default();
    let mut group = criterion.benchmark_group(format!("connect four, {PLAYOUTS} playouts from the start"));
    group.throughput(Throughput::Elements(PLAYOUTS.into()));
    let options = monte_carlo::Options::default().exploration(EXPLORATION);
    let limits = Limits::new().nodes(PLAYOUTS.into());
    group.bench_function("jugada", |bencher| {
        bencher.iter(|| {
            let mut search = MonteCarlo::with_policies(Draws, NoPrior, options.clone());
            black_box(search.search(&start, &limits))
        });
    });
    group.bench_function("jugada, moves drawn from the list", |bencher| {
        bencher.iter(|| black_box(MonteCarlo::new(options.clone()).search(&start, &limits)));
    });
    group.bench_function("minimax", |bencher| {
        bencher.iter(|| black_box(minimax::monte_carlo(&start, PLAYOUTS)));
    });
    group.bench_function("board-game", |bencher| {
        bencher.iter(|| black_box(board_game::monte_carlo(&start, PLAYOUTS.into())));
    });
    group.bench_function("treant", |bencher| {
        bencher.iter(|| black_box(treant::monte_carlo(&start, PLAYOUTS.into())));
    });
    group.finish();
}
