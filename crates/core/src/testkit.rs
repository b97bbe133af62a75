//! Properties that every implementation of the traits must hold (feature `testkit`).
//!
//! Call [`check_game`] and, where there is a notation, [`check_notation`] from a game's tests and fuzz targets on positions reached
//! by [`random_game`]. They panic with a sentence that names the position and the property, as an assertion does.

mod impartial;
mod simultaneous;
mod thicket;

pub use impartial::{check_impartial, check_sum, plain_nimber, plain_outcome};
pub use simultaneous::{check_simultaneous, plain_value, random_joint_game};
pub use thicket::Thicket;

use std::fmt::Debug;

use crate::{Game, Notation, Random};

/// The positions of one game played at random from `start`, the start and the last position included.
///
/// At most `plies` moves are made.
///
/// # Panics
/// If a position without an outcome has no move.
pub fn random_game<G: Game>(start: &G, plies: usize, random: &mut Random) -> Vec<G> {
    let mut positions = vec![start.clone()];
    while let Some(last) = positions.last()
        && positions.len() <= plies
        && last.outcome().is_none()
    {
        let chosen = *random.choose(&last.moves()).expect("a game that is not over has a legal move");
        positions.push(last.play_unchecked(chosen));
    }
    positions
}

/// Checks the rules at one position: a game that goes on has moves, each listed once, each legal, counted right and playable; two
/// generations agree; the key is the same for a copy; a game that is over refuses every move.
///
/// # Panics
/// If a property does not hold.
pub fn check_game<G: Game + Debug>(position: &G) {
    let moves = position.moves();
    assert_eq!(moves, position.moves(), "the generator lists {position:?} differently the second time");
    assert_eq!(position.key(), position.clone().key(), "a copy of {position:?} has another key");
    if position.outcome().is_some() {
        for &listed in &moves {
            assert!(
                position.clone().play(listed).is_err(),
                "{listed:?} is played after the end: {position:?}"
            );
        }
        return;
    }
    assert!(!moves.is_empty(), "no move and no outcome: {position:?}");
    assert_eq!(position.count_moves(), moves.len() as u64, "count_moves miscounts {position:?}");
    let mut sorted = moves.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(sorted.len(), moves.len(), "a move is listed twice: {position:?}");
    for &listed in &moves {
        assert!(position.is_legal(listed), "{listed:?} is listed but not legal: {position:?}");
        assert!(position.clone().play(listed).is_ok(), "{listed:?} is legal but refused: {position:?}");
    }
    let mut random = Random::from_seed(position.key());
    for _ in 0..8 {
        let drawn = position.random_move(&mut random);
        assert!(
            drawn.is_some_and(|drawn| moves.contains(&drawn)),
            "random_move draws {drawn:?}: {position:?}"
        );
    }
}

/// Checks that among all `candidates` exactly the listed moves are legal.
///
/// Give it every move that the type can encode where these are few, and a good sample otherwise.
///
/// # Panics
/// If the property does not hold.
pub fn check_legality<G: Game + Debug>(position: &G, candidates: impl IntoIterator<Item = G::Move>) {
    let listed = position.moves();
    for candidate in candidates {
        assert_eq!(
            position.is_legal(candidate),
            listed.contains(&candidate),
            "is_legal and the list disagree on {candidate:?}: {position:?}"
        );
    }
}

/// Checks that every legal move, written and read again, is the same move.
///
/// # Panics
/// If the property does not hold.
pub fn check_notation<G: Notation + Debug>(position: &G) {
    if position.outcome().is_some() {
        return;
    }
    for listed in position.moves() {
        let text = position.display_move(listed);
        let read = position.parse_move(&text);
        assert_eq!(read, Ok(listed), "{listed:?} is written {text:?}, which reads otherwise: {position:?}");
    }
}

/// The value of a position by plain full-width search to the end of the game: 1 if the side to move wins, 0 for a draw, −1 if it
/// loses. Slow and obviously right: what every fast search must agree with on small positions.
///
/// # Panics
/// If a position without an outcome has no move.
pub fn plain_minimax<G: Game>(position: &G) -> i32 {
    match position.outcome() {
        Some(outcome) => outcome.score(position.side_to_move()),
        None => position
            .moves()
            .into_iter()
            .map(|chosen| {
                let next = position.play_unchecked(chosen);
                let value = plain_minimax(&next);
                if next.side_to_move() == position.side_to_move() { value } else { -value }
            })
            .max()
            .expect("a game that is not over has a legal move"),
    }
}
