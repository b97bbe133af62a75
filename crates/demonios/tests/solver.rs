//! The exact solver on demonios: reference positions, slow independent solutions, and properties.

use jugada_core::testkit::{check_simultaneous, plain_value, random_joint_game};
use jugada_core::{ExactSolver, Limits, Random, Side, SimultaneousGame};
use jugada_demonios::testkit::check_value;
use jugada_demonios::{CellSet, Compact, Wide, longest_walk};
use proptest::prelude::*;
use serde_json::Value;

fn security(score: i32) -> f64 {
    match score {
        0 => 1.0,
        1 => 10.0,
        _ => 0.0,
    }
}

fn compact<S: CellSet>(line: &Value) -> Compact<S> {
    let number = |value: &Value| u32::try_from(value.as_u64().expect("a number")).expect("small");
    let clean = line["clean"].as_array().expect("a list").iter().map(|cell| S::single(number(cell) - 1));
    let cells = [number(&line["own"]) - 1, number(&line["opponent"]) - 1];
    Compact::new(clean.fold(S::EMPTY, |set, cell| set | cell), cells, number(&line["k"]))
}

fn start<S: CellSet>(n: u32, k: u32) -> Compact<S> {
    Compact::new((S::below(n)).without(0).without(n - 1), [0, n - 1], k)
}

/// Checks the reference values in sets of type `S`.
fn check_reference_positions<S: CellSet>() {
    let lines = include_str!("data/positions.jsonl").lines();
    let mut count = 0;
    for line in lines.map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let position = compact::<S>(&line);
        let mut solver = ExactSolver::new(f64::from);
        let difference = solver.solve(&position, &Limits::new()).value().expect("solved");
        assert!((difference - line["difference"].as_f64().expect("a number")).abs() < 1e-7, "{line}");
        solver.set_payoff(security);
        let points = solver.solve(&position, &Limits::new()).value().expect("solved");
        assert!((points - line["security"].as_f64().expect("a number")).abs() < 1e-7, "{line}");
        count += 1;
    }
    assert_eq!(count, 200);
}

#[test]
fn reference_positions_in_every_width() {
    check_reference_positions::<u64>();
    check_reference_positions::<u128>();
    check_reference_positions::<Wide>();
}

#[test]
fn small_games_by_plain_backward_induction() {
    let mut random = Random::from_seed(31);
    for (n, k) in [(6, 2), (8, 2), (8, 3), (9, 3), (8, 5)] {
        let mut solver = ExactSolver::new(f64::from);
        for _ in 0..4 {
            for position in random_joint_game(&start::<u64>(n, k), 99, &mut random).into_iter().skip(1) {
                check_simultaneous(&position);
                let expected = plain_value(&position, f64::from);
                let value = solver.solve(&position, &Limits::new()).value().expect("solved");
                assert!((value - expected).abs() < 1e-9, "{position:?}");
            }
        }
    }
}

#[test]
fn sure_scores_are_what_longest_walks_say() {
    let mut random = Random::from_seed(32);
    for round in 0..300 {
        let (n, k) = (5 + round % 6, 1 + round % 4);
        for position in random_joint_game(&start::<u64>(n, k), 99, &mut random) {
            let (lower, upper) = position.score_bounds();
            if lower == upper {
                assert!((plain_value(&position, f64::from) - f64::from(lower)).abs() < 1e-9, "{position:?}");
            }
        }
    }
}

/// The longest walk by trying all.
fn tried(cells: u32, start: u32, step: u32) -> u32 {
    (0..20)
        .filter(|&next| cells >> next & 1 != 0 && start.abs_diff(next) <= step)
        .map(|next| 1 + tried(cells & !(1 << next), next, step))
        .max()
        .unwrap_or(0)
}

proptest! {
    #[test]
    fn the_closed_form_is_the_longest_walk(cells in 0..1_u32 << 13, start in 0..13_u32, step in 1..6_u32) {
        let cells = cells & !(1 << start);
        let chain = |mut at: u32, side: Vec<u32>| {
            side.into_iter()
                .take_while(|&cell| {
                    let near = at.abs_diff(cell) <= step;
                    at = cell;
                    near
                })
                .collect::<Vec<_>>()
        };
        let left = chain(start, u64::from(cells & ((1 << start) - 1)).descending().collect());
        let right = chain(start, u64::from(cells >> start << start).ascending().collect());
        let length = longest_walk(start, step, left.into_iter(), right.into_iter());
        prop_assert_eq!(length, tried(cells, start, step));
    }

    #[test]
    fn a_mirrored_or_exchanged_position_is_worth_the_same_or_the_opposite(
        seed in any::<u64>(),
        n in 4..16_u32,
        k in 1..6_u32,
    ) {
        let mut random = Random::from_seed(seed);
        let game = random_joint_game(&start::<u64>(n, k), 99, &mut random);
        let position = random.choose(&game).expect("a start");
        let value = |position: &Compact| {
            ExactSolver::new(f64::from).solve(position, &Limits::new()).value().expect("solved")
        };
        let mirrored = Compact::new(
            position.clean().mirrored() >> (64 - n),
            position.cells().map(|cell| n - 1 - cell),
            k,
        );
        prop_assert!((value(position) - value(&mirrored)).abs() < 1e-9);
        prop_assert!((value(position) + value(&position.exchanged().expect("alike"))).abs() < 1e-9);
        prop_assert_eq!(position.canonical().key(), mirrored.canonical().key());
        for side in Side::BOTH {
            prop_assert_eq!(position.moves(side).len(), position.destinations(side).count() as usize);
        }
    }
}

#[test]
fn any_bytes_make_a_sound_position() {
    let mut random = Random::from_seed(33);
    for _ in 0..2_000 {
        let bytes = random.next_u64().to_le_bytes();
        check_value(std::array::from_fn(|at| bytes[at]));
    }
}

#[test]
fn starting_positions_are_drawn_within_the_positions_that_were_measured() {
    // Node counts are exact: a change of behaviour shows. The counts of a plain double-oracle solver are 164,065, 1.52 M and 1.37 M.
    for (n, k, nodes) in [(22, 4, 2_137), (26, 4, 5_494), (24, 5, 33_031)] {
        let solution = ExactSolver::new(f64::from).solve(&start::<u64>(n, k), &Limits::new());
        assert_eq!((solution.value(), solution.nodes), (Some(0.0), nodes), "{n} cells, step {k}");
        assert_eq!(solution.strategies.map(|strategy| strategy.len()), [1, 1]);
    }
}
