//! The quick form of the plain player, which the examples use as a yardstick, against a search without any shortcut.

#[path = "../examples/matches/quick_plain.rs"]
mod quick_plain;

use jugada_alquerque::{Move, Position};
use jugada_core::testkit::random_game;
use jugada_core::{Game, Outcome, Random, Side};
use quick_plain::QuickPlain;

/// What the plain player is to think of a position: the best of all lines of so many plies.
fn value(position: &Position, depth: u16) -> f64 {
    match position.outcome() {
        Some(Outcome::Win(_)) => return -1.0 - f64::from(depth) / 1000.0,
        Some(Outcome::Draw) => {
            let [white, black] = position.draw_points().map(f64::from);
            let sign = if position.side_to_move() == Side::First { 1.0 } else { -1.0 };
            return sign * (white - black) / 12.0;
        }
        None if depth > 0 => {}
        None => {
            let side = position.side_to_move();
            let [own, other] = [side, side.opponent()].map(|side| f64::from(position.stones(side).len()));
            return (own - other) / (own + other);
        }
    }
    let worth = |chosen| -value(&position.play_unchecked(chosen), depth - 1);
    position.moves().into_iter().map(worth).fold(f64::NEG_INFINITY, f64::max)
}

/// The first of the best moves at two plies, then at four and so on, the best of the depth before ahead of the others.
fn choice(position: &Position, deepest: u16) -> Move {
    let mut moves = position.moves();
    for depth in (2..=deepest).step_by(2) {
        let values: Vec<f64> =
            moves.iter().map(|&chosen| -value(&position.play_unchecked(chosen), depth - 1)).collect();
        let best = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let first = values.iter().position(|&value| value >= best).expect("one is the best");
        moves[..=first].rotate_right(1);
        if best.abs() >= 1.0 {
            break;
        }
    }
    moves[0]
}

#[test]
fn it_chooses_what_the_plain_player_chooses() {
    let mut random = Random::from_seed(5);
    let mut quick = QuickPlain::new();
    let mut compared = 0;
    for _ in 0..12 {
        let game = random_game(&Position::start(), 200, &mut random);
        for position in game.iter().filter(|position| position.outcome().is_none()).step_by(3) {
            let chosen = quick.choose_at(position, 4, None);
            assert_eq!(chosen, Some(choice(position, 4)), "{position}");
            compared += 1;
        }
    }
    // At the end of the game the value of the draw and the number of moves left count.
    for text in ["w5b/7/2w1b2/7/1b3w1/7/b5w w - - 98", "2b4/7/1w3w1/7/2b1b2/7/w5w b - - 98"] {
        let position: Position = text.parse().expect("a position");
        let longest = position.plies_left();
        assert_eq!(quick.choose(&position, u64::MAX, None), Some(choice(&position, longest)), "{position}");
    }
    assert!(compared > 200, "{compared} positions");
}
