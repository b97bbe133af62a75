//! Matrix games of random numbers: the value and a strategy.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion};
use jugada_core::{MatrixGame, MatrixSolver, Random};
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};

use super::measure::ProcessorTime;

/// Games of each size.
const GAMES: usize = 100;

pub fn solve(criterion: &mut Criterion<ProcessorTime>) {
    for size in [4, 8, 16, 32] {
        let mut random = Random::from_seed(1);
        let games: Vec<MatrixGame> =
            (0..GAMES).map(|_| MatrixGame::from_fn(size, size, |_, _| random.unit())).collect();
        let mut group = criterion.benchmark_group(format!("{GAMES} matrix games"));
        let mut solver = MatrixSolver::new();
        for game in &games {
            let [ours, theirs] = [solver.solve(game).expect("has a value").value, value(game)];
            assert!((ours - theirs).abs() < 1e-9, "{ours} and {theirs}");
        }
        group.bench_function(BenchmarkId::new("jugada", size), |bencher| {
            bencher.iter(|| {
                for game in &games {
                    black_box(solver.solve(game).map(|solution| solution.value)).expect("has a value");
                }
            });
        });
        group.bench_function(BenchmarkId::new("microlp", size), |bencher| {
            bencher.iter(|| games.iter().map(|game| black_box(value(game))).sum::<f64>());
        });
        group.finish();
    }
}

/// By linear programming: the largest value such that a mixture of rows earns it in each column.
fn value(game: &MatrixGame) -> f64 {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let shares: Vec<_> = (0..game.rows()).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(shares.iter().map(|&share| (share, 1.0)), ComparisonOp::Eq, 1.0);
    for column in 0..game.columns() {
        let terms = shares.iter().enumerate().map(|(row, &share)| (share, game.entry(row, column)));
        problem.add_constraint(terms.chain([(value, -1.0)]), ComparisonOp::Ge, 0.0);
    }
    match problem.solve().expect("every matrix game has a value") {
        SolveOutcome::Solution(solution) => solution.objective(),
        interrupted @ SolveOutcome::Interrupted(_) => panic!("no limit was set: {interrupted:?}"),
    }
}
