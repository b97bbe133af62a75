//! The exact solver of simultaneous games against plain backward induction, on games that are in the examples.
#![cfg(feature = "testkit")]

use std::time::Duration;

use jugada_core::testkit::{check_simultaneous, plain_value, random_joint_game};
use jugada_core::{ExactSolver, Limits, Number, Random, Rational, Side, SimultaneousGame, StopFlag};

#[path = "../examples/goofspiel.rs"]
#[expect(dead_code, reason = "the example's own program is not run here")]
mod goofspiel;

use goofspiel::Goofspiel;

fn rational(score: i32) -> Rational {
    score.into()
}

/// Unequal hands bring values other than 0.
fn positions() -> Vec<Goofspiel> {
    let mut random = Random::from_seed(21);
    (0..60).flat_map(|_| random_joint_game(&Goofspiel::new(5), 9, &mut random)).collect()
}

#[test]
fn values_of_goofspiel_by_plain_backward_induction() {
    let mut rounded = ExactSolver::new(f64::from);
    let mut exact = ExactSolver::new(rational);
    let mut skewed = ExactSolver::new(|score| [0.0, 1.0, 10.0][usize::try_from(score + 1).expect("−1 to 1")]);
    for position in positions().into_iter().filter(|position| position.hands[0].count_ones() <= 4) {
        check_simultaneous(&position);
        let expected = plain_value(&position, f64::from);
        let solution = rounded.solve(&position, &Limits::new());
        assert!((solution.value().expect("solved") - expected).abs() < 1e-10, "{position:?}");
        let fraction = exact.solve(&position, &Limits::new()).value().expect("solved");
        assert!((fraction.to_f64() - expected).abs() < 1e-10);
        let payoff = |score| [0.0, 1.0, 10.0][usize::try_from(score + 1).expect("−1 to 1")];
        let value = skewed.solve(&position, &Limits::new()).value().expect("solved");
        assert!((value - plain_value(&position, payoff)).abs() < 1e-9, "{position:?}");
    }
}

#[test]
fn strategies_guarantee_the_value() {
    let mut solver = ExactSolver::new(f64::from);
    for position in positions().into_iter().filter(|position| position.score().is_none()) {
        let solution = solver.solve(&position, &Limits::new());
        let value = solution.value().expect("solved");
        for side in Side::BOTH {
            let own = &solution.strategies[side.index()];
            assert!((own.iter().map(|(_, share)| share).sum::<f64>() - 1.0).abs() < 1e-9);
            for answer in position.moves(side.opponent()) {
                let payoff: f64 = own
                    .iter()
                    .map(|&(chosen, share)| {
                        let child = match side {
                            Side::First => position.play_unchecked(chosen, answer),
                            Side::Second => position.play_unchecked(answer, chosen),
                        };
                        share * solver.solve(&child, &Limits::new()).value().expect("solved")
                    })
                    .sum();
                let gain = if side == Side::First { payoff - value } else { value - payoff };
                assert!(gain > -1e-9, "{side} falls short by {gain}: {position:?}");
            }
        }
    }
}

#[test]
fn limits_leave_a_proven_interval_and_a_legal_move() {
    let start = Goofspiel { hands: [0b11_1110, 0b11_1101], lead: 0 };
    let value = ExactSolver::new(f64::from).solve(&start, &Limits::new()).value().expect("solved");
    for nodes in [0, 1, 10, 100, 500] {
        let solution = ExactSolver::new(f64::from).solve(&start, &Limits::new().nodes(nodes));
        assert!(solution.lower <= value + 1e-9 && value <= solution.upper + 1e-9, "{solution:?}");
        assert!(solution.nodes <= nodes);
        for side in Side::BOTH {
            assert!(
                solution.strategies[side.index()].iter().all(|(chosen, _)| start.is_legal(side, *chosen))
            );
        }
    }
    let flag = StopFlag::new();
    flag.stop();
    let stopped = ExactSolver::new(f64::from).solve(&start, &Limits::new().stop(flag));
    assert_eq!((stopped.lower, stopped.upper), (-1.0, 1.0));
    let late = ExactSolver::new(f64::from).solve(&start, &Limits::new().time(Duration::ZERO));
    assert_eq!(late.value(), None);
}

#[test]
fn a_small_table_changes_nothing() {
    let start = Goofspiel::new(6);
    let solution = ExactSolver::new(f64::from).solve(&start, &Limits::new().memory(1 << 16));
    assert!(solution.value().expect("solved").abs() < 1e-9);
}
