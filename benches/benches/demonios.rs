//! demonios and what it rests on: matrix games, move generation, solving from the start. Times are processor times.

use std::hint::black_box;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use jugada_core::{ExactSolver, Limits, MatrixGame, MatrixSolver, Random, Side, SimultaneousGame};
use jugada_demonios::{CellSet, Compact};

use measure::ProcessorTime;

mod measure;

fn start(n: u32, k: u32) -> Compact {
    Compact::new(u64::below(n).without(0).without(n - 1), [0, n - 1], k)
}

fn matrices(criterion: &mut Criterion<ProcessorTime>) {
    for size in [2, 4, 8, 16] {
        let mut random = Random::from_seed(1);
        let games: Vec<MatrixGame> =
            (0..1000).map(|_| MatrixGame::from_fn(size, size, |_, _| random.unit())).collect();
        let mut solver = MatrixSolver::new();
        let mut at = 0;
        criterion.bench_function(&format!("solve a random matrix game of {size} by {size}"), |bencher| {
            bencher.iter(|| {
                at = (at + 1) % games.len();
                solver.solve(black_box(&games[at])).map(|solution| solution.value)
            });
        });
    }
}

fn rules(criterion: &mut Criterion<ProcessorTime>) {
    let position = start(30, 5).play_unchecked(4, 24).play_unchecked(7, 21);
    criterion.bench_function("play all pairs of moves on 30 cells", |bencher| {
        bencher.iter(|| {
            let position = black_box(position);
            let mut keys = 0;
            for first in position.moves(Side::First) {
                for second in position.moves(Side::Second) {
                    keys ^= position.play_unchecked(first, second).canonical().key();
                }
            }
            keys
        });
    });
}

fn solving(criterion: &mut Criterion<ProcessorTime>) {
    for (n, k) in [(22, 4), (26, 4), (24, 5), (36, 3)] {
        criterion.bench_function(&format!("solve {n} cells, step {k}"), |bencher| {
            bencher.iter_batched_ref(
                || ExactSolver::new(f64::from),
                |solver| solver.solve(&start(n, k), &Limits::new()).value(),
                BatchSize::LargeInput,
            );
        });
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = matrices, rules, solving
}
criterion_main!(benches);
