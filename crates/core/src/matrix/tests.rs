use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome};
use proptest::prelude::*;

use super::*;
use crate::Random;

/// The value by a general linear-programming crate: maximise v subject to x·A ≥ v in each column.
fn value_by_linear_programming(game: &MatrixGame) -> f64 {
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let value = problem.add_var(1.0, (f64::NEG_INFINITY, f64::INFINITY));
    let row: Vec<_> = (0..game.rows()).map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    problem.add_constraint(row.iter().map(|&share| (share, 1.0)), ComparisonOp::Eq, 1.0);
    for column in 0..game.columns() {
        let terms = row.iter().enumerate().map(|(at, &share)| (share, game.entry(at, column)));
        problem.add_constraint(terms.chain([(value, -1.0)]), ComparisonOp::Ge, 0.0);
    }
    match problem.solve().expect("every matrix game has a value") {
        SolveOutcome::Solution(solution) => solution.objective(),
        interrupted @ SolveOutcome::Interrupted(_) => panic!("no limit was set: {interrupted:?}"),
    }
}

/// Both strategies are distributions, and each guarantees the value.
fn check(game: &MatrixGame, solution: &MatrixSolution) {
    let spread = game.entries.iter().fold(0.0_f64, |most, entry| most.max((entry - game.entries[0]).abs()));
    let slack = 1e-11 * spread.max(f64::MIN_POSITIVE);
    for strategy in [&solution.row, &solution.column] {
        assert!(strategy.iter().all(|share| *share >= 0.0), "{solution:?}");
        assert!((strategy.iter().sum::<f64>() - 1.0).abs() < 1e-12, "{solution:?}");
    }
    let lower = game.guarantee_of_row(&solution.row);
    let upper = game.guarantee_of_column(&solution.column);
    assert!(upper - lower <= slack, "{lower} and {upper} bracket {} in\n{game}", solution.value);
    assert!((solution.value - lower).abs() <= slack, "{solution:?} of\n{game}");
}

#[test]
fn agrees_with_linear_programming_on_a_hundred_thousand_random_games() {
    let mut random = Random::from_seed(11);
    let mut solver = MatrixSolver::new();
    for round in 0..100_000 {
        let (rows, columns) = (1 + random.index(8), 1 + random.index(8));
        // Few distinct values bring ties and degeneracy, many bring generic games.
        let kinds = [2, 3, 7, 1 << 40][round % 4];
        #[expect(clippy::cast_precision_loss, reason = "the numbers are below 2⁵³")]
        let game = MatrixGame::from_fn(rows, columns, |_, _| {
            random.below(kinds) as f64 / (kinds - 1) as f64 * 2.0 - 1.0
        });
        let solution = solver.solve(&game).expect("finite");
        check(&game, solution);
        let expected = value_by_linear_programming(&game);
        assert!((solution.value - expected).abs() < 1e-9, "{} against {expected} in\n{game}", solution.value);
    }
}

#[test]
fn larger_games_are_bracketed_by_their_own_strategies() {
    let mut random = Random::from_seed(12);
    let mut solver = MatrixSolver::new();
    for size in [9, 12, 20, 40, 100] {
        for kinds in [2_u32, 5, 1 << 30] {
            let game = MatrixGame::from_fn(size, size + 3, |_, _| {
                f64::from(u32::try_from(random.below(kinds.into())).expect("small"))
            });
            check(&game, solver.solve(&game).expect("finite"));
        }
    }
}

#[test]
fn awkward_games() {
    let mut solver = MatrixSolver::new();
    let constant = MatrixGame::from_fn(5, 4, |_, _| -3.0);
    assert_eq!(solver.solve(&constant).expect("finite").value.to_bits(), (-3.0_f64).to_bits());
    let roshambo = [[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]];
    let doubled = MatrixGame::from_fn(6, 9, |row, column| roshambo[row % 3][column % 3]);
    let solution = solver.solve(&doubled).expect("finite");
    assert!(solution.value.abs() < 1e-12, "{solution:?}");
    check(&doubled, solution);
    let scales = [1e-9, 1.0, 1e9];
    let badly_scaled = MatrixGame::from_fn(9, 9, |row, column| {
        roshambo[row % 3][column % 3] * scales[(row / 3 + column / 3) % 3]
    });
    check(&badly_scaled, &solver.solve(&badly_scaled).expect("finite").clone());
    let tiny = MatrixGame::from_rows(&[[1e-300, -1e-300], [-1e-300, 1e-300]]);
    assert!(solver.solve(&tiny).expect("finite").value.abs() < 1e-310);
    // The tableau of this family (after Beale, "Cycling in the dual simplex algorithm", 1955) is degenerate from the first step.
    let degenerate = MatrixGame::from_rows(&[
        [0.25, -8.0, -1.0, 9.0, 0.0],
        [0.5, -12.0, -0.5, 3.0, 0.0],
        [0.0, 0.0, 1.0, 0.0, 0.0],
        [0.25, -8.0, -1.0, 9.0, 0.0],
    ]);
    check(&degenerate, &solver.solve(&degenerate).expect("finite").clone());
}

#[test]
fn what_is_no_number_is_refused() {
    let mut solver = MatrixSolver::new();
    for entry in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let game = MatrixGame::from_rows(&[[0.0, entry], [1.0, 0.5]]);
        assert_eq!(solver.solve(&game), Err(MatrixError::NotFinite));
    }
}

#[test]
fn exact_values_are_fractions() {
    let mut solver = MatrixSolver::new();
    let r = |numerator| Rational::from(numerator);
    let game = MatrixGame::from_rows(&[[r(10), r(0)], [r(1), r(10)]]);
    let solution = solver.solve(&game).expect("small");
    assert_eq!(solution.value, Rational::new(100, 19));
    assert_eq!(solution.row, [Rational::new(9, 19), Rational::new(10, 19)]);
    let huge = Rational::new(i64::MAX, 1) * Rational::new(i64::MAX, 1);
    let game = MatrixGame::from_rows(&[[huge, r(0)], [r(0), Rational::ONE / huge]]);
    assert_eq!(solver.solve(&game), Err(MatrixError::Overflow));
}

proptest! {
    #[test]
    fn fractions_and_floats_agree(
        rows in 1..7_usize,
        columns in 1..7_usize,
        entries in prop::collection::vec(-9..10_i32, 49),
    ) {
        let exact = MatrixGame::from_fn(rows, columns, |row, column| Rational::from(entries[row * 7 + column]));
        let rounded = MatrixGame::from_fn(rows, columns, |row, column| f64::from(entries[row * 7 + column]));
        let mut solver = MatrixSolver::new();
        let solution = solver.solve(&exact).expect("small fractions");
        prop_assert_eq!(exact.guarantee_of_row(&solution.row), solution.value);
        prop_assert_eq!(exact.guarantee_of_column(&solution.column), solution.value);
        let value = MatrixSolver::new().solve(&rounded).expect("finite").value;
        prop_assert!((value - solution.value.to_f64()).abs() < 1e-10);
    }

    #[test]
    fn exchanging_the_players_changes_the_sign(
        rows in 1..9_usize,
        columns in 1..9_usize,
        entries in prop::collection::vec(-1.0..1.0_f64, 81),
    ) {
        let game = MatrixGame::from_fn(rows, columns, |row, column| entries[row * 9 + column]);
        let mirror = MatrixGame::from_fn(columns, rows, |row, column| -entries[column * 9 + row]);
        let value = MatrixSolver::new().solve(&game).expect("finite").value;
        let mirrored = MatrixSolver::new().solve(&mirror).expect("finite").value;
        prop_assert!((value + mirrored).abs() < 1e-11);
    }
}
