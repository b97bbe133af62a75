//! Kayles and strip3: who wins the start of the game.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion};
use jugada_core::{GrundySearch, Limits, OutcomeClass, Play, Search};
use jugada_strip3::{Run, Solver, Strip};
use kayles::Pins;

use super::game_solver::{Whole, is_won};
use super::measure::ProcessorTime;

/// Pins and cells. The crate `game-solver` takes too long for more.
const SIZES: [u8; 3] = [6, 10, 14];

pub fn solve(criterion: &mut Criterion<ProcessorTime>) {
    compare(criterion, "kayles", Pins::all, |pins| {
        GrundySearch::new().search(pins, &Limits::new()).value.is_some_and(OutcomeClass::is_won)
    });
    compare(
        criterion,
        "strip3",
        |cells| Strip::empty(cells.into(), Run::CONTEST).expect("a short strip"),
        |strip| {
            Solver::new(Play::Normal).search(strip, &Limits::new()).value.is_some_and(OutcomeClass::is_won)
        },
    );
}

fn compare<P: Whole>(
    criterion: &mut Criterion<ProcessorTime>,
    name: &str,
    start: impl Fn(u8) -> P,
    ours: impl Fn(&P) -> bool,
) {
    let mut group = criterion.benchmark_group(name);
    for size in SIZES {
        let position = start(size);
        assert_eq!(ours(&position), is_won(&position), "{name} {size}");
        group.bench_function(BenchmarkId::new("jugada", size), |bencher| {
            bencher.iter(|| black_box(ours(&position)));
        });
        group.bench_function(BenchmarkId::new("game-solver", size), |bencher| {
            bencher.iter(|| black_box(is_won(&position)));
        });
    }
    group.finish();
}
