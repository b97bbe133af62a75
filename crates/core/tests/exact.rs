//! The exact solver of simultaneous games against plain backward induction, on games that are in the examples.
#![cfg(feature = "testkit")]

use std::time::Duration;

use jugada_core::testkit::{check_simultaneous, plain_value, random_joint_game};
use jugada_core::{
    ExactSolver, JointTreeSearch, Limits, MatrixGame, MatrixSolver, Number, Random, Rational, Search, Side,
    SimultaneousGame, StopFlag,
};

use serde_json::Value;

#[path = "../examples/oshi_zumo.rs"]
#[expect(dead_code, reason = "the example's own program is not run here")]
mod oshi_zumo;

use goofspiel::Goofspiel;
use oshi_zumo::OshiZumo;

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

#[test]
fn oshi_zumo_by_plain_backward_induction() {
    let mut solver = ExactSolver::new(f64::from);
    for coins in [[1, 1], [3, 2], [4, 4], [5, 3], [6, 6], [2, 6]] {
        for wrestler in -1..=1 {
            let position = OshiZumo { coins, wrestler, size: 1, least: 1 };
            check_simultaneous(&position);
            let value = solver.solve(&position, &Limits::new()).value().expect("solved");
            assert!((value - plain_value(&position, f64::from)).abs() < 1e-9, "{position:?}");
        }
    }
}

#[test]
fn games_as_published() {
    let published: Value =
        serde_json::from_str(include_str!("data/simultaneous_values.json")).expect("valid JSON");
    let whole = |value: &Value| value.as_i64().expect("a whole number");
    let fraction = |value: &Value| Rational::new(whole(&value[0]), whole(&value[1]));
    let small = |value: &Value| u8::try_from(whole(value)).expect("small");
    let oshi_zumo = &published["oshi_zumo"];
    let start = OshiZumo {
        coins: [small(&oshi_zumo["coins"]); 2],
        wrestler: 0,
        size: small(&oshi_zumo["size"]).cast_signed(),
        least: small(&oshi_zumo["least"]),
    };
    let value = ExactSolver::new(rational).solve(&start, &Limits::new()).value();
    assert_eq!(value, Some(fraction(&oshi_zumo["value"])));
    let goofspiel = &published["goofspiel"];
    let start = Goofspiel::new(small(&goofspiel["cards"]).into());
    let value = ExactSolver::new(rational).solve(&start, &Limits::new()).value();
    assert_eq!(value, Some(fraction(&goofspiel["value"])));
    let matrix = &published["last_bids_of_goofspiel"];
    let game = MatrixGame::from_fn(2, 2, |row, column| Rational::new(whole(&matrix["rows"][row][column]), 1));
    let mut solver = MatrixSolver::new();
    let solution = solver.solve(&game).expect("small fractions");
    assert_eq!(solution.value, fraction(&matrix["value"]));
    assert_eq!(solution.row, [0, 1].map(|row| fraction(&matrix["row"][row])));
}

#[test]
fn fractions_prove_that_even_sides_are_even() {
    let start = OshiZumo { coins: [6, 6], wrestler: 0, size: 1, least: 1 };
    let solution = ExactSolver::new(rational).solve(&start, &Limits::new());
    assert_eq!(solution.value(), Some(Rational::from(0)));
    let total = solution.strategies[0].iter().fold(Rational::from(0), |sum, (_, share)| sum + *share);
    assert_eq!(total, Rational::from(1));
}

#[test]
fn samples_come_close_to_the_exact_value() {
    for (hands, lead) in [([0b1111, 0b1111], 0), ([0b1110, 0b1101], 0), ([0b1011, 0b1110], 1)] {
        let position = Goofspiel { hands, lead };
        let exact = ExactSolver::new(f64::from).solve(&position, &Limits::new()).value().expect("solved");
        let mut search = JointTreeSearch::new(f64::from, 5);
        let report = search.search(&position, &Limits::new().nodes(60_000));
        assert!((report.value.expect("estimated") - exact).abs() < 0.1, "{report:?} against {exact}");
        assert!(!report.is_proven() && report.nodes == 60_000);
        // What it advises loses little against the best answer.
        let [own, _] = search.strategies();
        for answer in position.moves(Side::Second) {
            let payoff: f64 = own
                .iter()
                .map(|&(chosen, share)| {
                    let child = position.play_unchecked(chosen, answer);
                    share * ExactSolver::new(f64::from).solve(&child, &Limits::new()).value().expect("solved")
                })
                .sum();
            assert!(payoff > exact - 0.15, "{answer} holds {own:?} to {payoff} instead of {exact}");
        }
    }
    let over = Goofspiel { hands: [0, 0], lead: 1 };
    assert_eq!(JointTreeSearch::new(f64::from, 1).search(&over, &Limits::new()).choice, None);
    let rushed = JointTreeSearch::new(f64::from, 1).search(&Goofspiel::new(4), &Limits::new().nodes(0));
    assert!(rushed.choice.is_some() && rushed.value.is_none());
}
