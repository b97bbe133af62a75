use std::fmt::Debug;

use crate::{MatrixGame, MatrixSolver, Random, Side, SimultaneousGame};

/// The positions of one game in which both sides play at random, the start and the last position included.
///
/// At most `turns` pairs of moves are made.
///
/// # Panics
/// If a side has no move in a position without a score.
pub fn random_joint_game<G: SimultaneousGame>(start: &G, turns: usize, random: &mut Random) -> Vec<G> {
    let mut positions = vec![start.clone()];
    while let Some(last) = positions.last()
        && positions.len() <= turns
        && last.score().is_none()
    {
        let [first, second] = Side::BOTH.map(|side| {
            *random.choose(&last.moves(side)).expect("in a game that is not over each side has a move")
        });
        positions.push(last.play_unchecked(first, second));
    }
    positions
}

/// Checks the rules at one position: a game that goes on has moves for both sides, each listed once, legal and playable; a game that is
/// over has the score as its bounds and refuses every move; the canonical position is its own; exchanging the sides twice changes nothing,
/// and once turns everything round.
///
/// # Panics
/// If a property does not hold.
pub fn check_simultaneous<G: SimultaneousGame + Debug>(position: &G) {
    let (lower, upper) = position.score_bounds();
    assert!(lower <= upper, "bounds {lower} and {upper}: {position:?}");
    let canonical = position.canonical();
    assert_eq!(canonical.key(), canonical.canonical().key(), "the canonical form has another: {position:?}");
    assert_eq!(canonical.score_bounds(), (lower, upper), "the canonical form has other bounds: {position:?}");
    assert_eq!(canonical.score(), position.score(), "the canonical form ends otherwise: {position:?}");
    if let Some(exchanged) = position.exchanged() {
        assert_eq!(exchanged.score(), position.score().map(|score| -score), "exchanged: {position:?}");
        assert_eq!(exchanged.score_bounds(), (-upper, -lower), "exchanged: {position:?}");
        let back = exchanged.exchanged().expect("a game whose sides can be exchanged");
        assert_eq!(back.key(), position.key(), "exchanged twice: {position:?}");
        for side in Side::BOTH {
            let mut moves = [position.moves(side), exchanged.moves(side.opponent())];
            for listed in &mut moves {
                listed.sort_unstable();
            }
            assert_eq!(moves[0], moves[1], "the moves of {side} change when exchanged: {position:?}");
        }
    }
    let moves = Side::BOTH.map(|side| position.moves(side));
    if let Some(score) = position.score() {
        assert_eq!((lower, upper), (score, score), "the game is over: {position:?}");
        for (&first, &second) in moves[0].iter().zip(&moves[1]) {
            assert!(position.clone().play(first, second).is_err(), "played after the end: {position:?}");
        }
        return;
    }
    for side in Side::BOTH {
        let mut listed = moves[side.index()].clone();
        assert!(!listed.is_empty(), "{side} has no move and the game goes on: {position:?}");
        assert!(listed.iter().all(|&chosen| position.is_legal(side, chosen)), "illegal: {position:?}");
        listed.sort_unstable();
        listed.dedup();
        assert_eq!(listed.len(), moves[side.index()].len(), "a move of {side} is listed twice: {position:?}");
    }
    for &first in &moves[0] {
        for &second in &moves[1] {
            assert!(position.clone().play(first, second).is_ok(), "{first:?}, {second:?}: {position:?}");
        }
    }
}

/// The value of a position by plain backward induction with a full matrix game in every position: slow and obviously right.
///
/// # Panics
/// If a side has no move in a position without a score, or a payoff is not finite.
pub fn plain_value<G: SimultaneousGame>(position: &G, payoff: fn(i32) -> f64) -> f64 {
    if let Some(score) = position.score() {
        return payoff(score);
    }
    let moves = Side::BOTH.map(|side| position.moves(side));
    let game = MatrixGame::from_fn(moves[0].len(), moves[1].len(), |row, column| {
        plain_value(&position.play_unchecked(moves[0][row], moves[1][column]), payoff)
    });
    MatrixSolver::new().solve(&game).expect("finite payoffs").value
}
