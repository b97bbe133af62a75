use jugada_core::{ExactSolver, Limits};
use jugada_demonios::{CellSet, Compact};

/// Solving some starting positions, each with empty tables.
pub fn starts() -> u64 {
    [(30, 2), (30, 3), (24, 4), (20, 5), (18, 7)]
        .into_iter()
        .map(|(n, k)| {
            let start = Compact::<u64>::new(u64::below(n).without(0).without(n - 1), [0, n - 1], k);
            ExactSolver::new(f64::from).solve(&start, &Limits::new()).nodes
        })
        .sum()
}
