//! Alquerque: the rules, and the search side by side with the crate `minimax` on the same rules and the same evaluation.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use jugada_alquerque::{EngineOptions, Evaluation, Move, Point, Position, replay};
use jugada_core::alpha_beta::{AlphaBeta, Heuristic, Options};
use jugada_core::{Limits, Search, perft};
use minimax::IterativeOptions;

use measure::ProcessorTime;
use minimax_rules::Tabled;

mod measure;
mod minimax_rules;

/// Plies that both searches look ahead.
const DEPTH: u8 = 7;

/// Bytes of both tables.
const TABLE: usize = 16 << 20;

/// Positions from games, the ones of the search's signature.
fn positions() -> Vec<Position> {
    include_str!("../../crates/alquerque/tests/data/bench_positions.txt")
        .lines()
        .map(|moves| replay(Position::start(), moves).expect("legal moves"))
        .collect()
}

impl Tabled for Position {
    const HIGHEST_NUMBER: u16 = 49 * 49 - 1;

    fn number(chosen: Move) -> u16 {
        let number = |point: Point| u16::try_from(7 * point.rank() + point.file()).expect("small");
        49 * number(chosen.from()) + number(chosen.to())
    }

    fn table_key(&self) -> u64 {
        self.key_without_plies()
    }
}

fn rules(criterion: &mut Criterion<ProcessorTime>) {
    criterion.bench_function("alquerque perft 9 by result", |bencher| {
        bencher.iter(|| perft(black_box(&Position::start()), 9));
    });
    let (evaluation, positions) = (Evaluation::default(), positions());
    criterion.bench_function("alquerque evaluation of 20 positions", |bencher| {
        bencher
            .iter(|| positions.iter().map(|position| evaluation.evaluate(black_box(position))).sum::<i32>());
    });
}

fn searches(criterion: &mut Criterion<ProcessorTime>) {
    let positions = positions();
    let mut group = criterion.benchmark_group(format!("alquerque 20 positions to depth {DEPTH}"));
    group.sample_size(10);
    let ways = [
        ("jugada", Options::default().table_bytes(TABLE)),
        (
            "jugada, no late-move pruning, as the engine plays",
            EngineOptions::default().memory(TABLE).search(),
        ),
    ];
    for (name, options) in ways {
        group.bench_function(name, |bencher| {
            let mut search = AlphaBeta::new(Evaluation::default(), options.clone());
            bencher.iter(|| {
                for position in &positions {
                    search.clear();
                    black_box(search.search(position, &Limits::new().depth(u32::from(DEPTH))));
                }
            });
        });
    }
    let basic = || IterativeOptions::new().with_table_byte_size(TABLE).with_quiescence_search_depth(20);
    for (name, options) in minimax_rules::configurations(basic) {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for position in &positions {
                    black_box(minimax_rules::alpha_beta(position, Evaluation::default(), options, DEPTH));
                }
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = rules, searches
}
criterion_main!(benches);
