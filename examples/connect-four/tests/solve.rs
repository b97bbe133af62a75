//! The solver against published values.

use connect_four::{Position, solver};
use jugada_core::testkit::{plain_minimax, random_game};
use jugada_core::{Game, Limits, Outcome, Random, Search, Side};

/// The score as the published positions have it, from the number of plies to the end.
fn score(position: &Position, value: i32) -> i32 {
    use jugada_core::alpha_beta::{ESTIMATE_MAX, WIN};
    if value.abs() <= ESTIMATE_MAX {
        return 0;
    }
    let end = position.stones().cast_signed() + WIN - value.abs();
    (22 - (end + 1) / 2) * value.signum()
}

fn published() -> impl Iterator<Item = (&'static str, i32)> {
    let lines = include_str!("data/positions.txt").lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (moves, score) = line.split_once(' ').expect("two words");
        (moves, score.parse().expect("a number"))
    })
}

#[test]
fn scores_as_published() {
    let mut search = solver(1 << 24);
    for (moves, expected) in published() {
        let position: Position = moves.parse().expect("a game");
        let report = search.search(&position, &Limits::new());
        assert!(report.is_proven(), "{moves}: {report:?}");
        assert_eq!(score(&position, report.value.expect("proven")), expected, "{moves}");
    }
}

#[test]
fn twelve_plies_with_the_end_far_away() {
    // From the same test sets, Begin-Medium: the loser holds out until the 40th stone.
    let position: Position = "335662333565".parse().expect("a game");
    let report = solver(1 << 26).search(&position, &Limits::new());
    assert!(report.is_proven());
    assert_eq!(score(&position, report.value.expect("proven")), -2);
}

#[test]
fn the_last_plies_by_plain_search() {
    let mut random = Random::from_seed(3);
    let mut values = [0; 3];
    while values.iter().any(|&count| count < 10) {
        let game = random_game(&Position::default(), 34, &mut random);
        let position = game.last().expect("there is the start");
        if position.outcome().is_some() {
            continue;
        }
        let expected = plain_minimax(position);
        values[usize::try_from(expected + 1).expect("−1 to 1")] += 1;
        let report = solver(1 << 16).search(position, &Limits::new());
        assert!(report.is_proven(), "{position:?}");
        assert_eq!(score(position, report.value.expect("proven")).signum(), expected, "{position:?}");
    }
}

#[test]
fn the_line_of_best_play_leads_to_the_proven_end() {
    let position: Position = "165746146225".parse().expect("a game");
    let report = solver(1 << 20).search(&position, &Limits::new());
    let played = report.principal_variation.iter().try_fold(position, |at, column| at.play(*column));
    assert_eq!(played.expect("legal moves").outcome(), Some(Outcome::Win(Side::Second)));
}
