use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use smallvec::SmallVec;
use thiserror::Error;

use crate::{Outcome, Random, Side};

/// What a move of any game is: a small value that can be copied, compared, hashed and sorted.
///
/// Implemented for every type that fits. Give the type `Display` and `FromStr` where a move can be read without knowing the
/// position; otherwise implement [`Notation`] for the position.
pub trait Move: Copy + Eq + Hash + Ord + Debug {}

impl<T: Copy + Eq + Hash + Ord + Debug> Move for T {}

/// A list of moves. Up to 32 are kept without heap allocation; there is no upper bound.
pub type MoveList<M> = SmallVec<[M; 32]>;

/// A position of a game in which two sides move in turn and hide nothing.
///
/// The implementing type is the position itself, cheap to copy: a search copies it and plays on the copy.
///
/// ```
/// use std::ops::ControlFlow;
/// use jugada_core::{Game, Outcome, Side, perft};
///
/// /// Take one to three counters; who takes the last one wins.
/// #[derive(Clone, Copy, Debug)]
/// struct TakeAway { counters: u8, to_move: Side }
///
/// impl Game for TakeAway {
///     type Move = u8;
///     fn side_to_move(&self) -> Side { self.to_move }
///     fn outcome(&self) -> Option<Outcome> {
///         (self.counters == 0).then(|| Outcome::Win(self.to_move.opponent()))
///     }
///     fn for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
///         (1..=self.counters.min(3)).try_for_each(visit)
///     }
///     fn play_unchecked(&self, taken: u8) -> Self {
///         Self { counters: self.counters - taken, to_move: self.to_move.opponent() }
///     }
///     fn key(&self) -> u64 { u64::from(self.counters) * 2 + self.to_move.index() as u64 }
/// }
///
/// let start = TakeAway { counters: 5, to_move: Side::First };
/// assert_eq!(start.moves().as_slice(), [1, 2, 3]);
/// assert_eq!(perft(&start, 2), 3 + 3 + 2);
/// let refused = start.play(4).unwrap_err();
/// assert_eq!(refused.position.counters, 5);
/// ```
pub trait Game: Clone {
    /// A move of this game.
    type Move: Move;

    /// The side whose turn it is; where the game is over, the side whose turn it would be.
    fn side_to_move(&self) -> Side;

    /// How the game ended, or nothing while it goes on.
    ///
    /// A position without an outcome has a legal move; one with an outcome may list moves, but nobody plays them.
    fn outcome(&self) -> Option<Outcome>;

    /// Hands the legal moves to `visit` one after the other, each once, until there are no more or `visit` breaks.
    ///
    /// The order is the generator's own, but the same each time.
    fn for_each_move<B>(&self, visit: impl FnMut(Self::Move) -> ControlFlow<B>) -> ControlFlow<B>;

    /// The position after a move that is known to be legal.
    ///
    /// With any other move the result means nothing (it may panic, but does nothing worse); [`play`](Self::play) checks.
    #[must_use]
    fn play_unchecked(&self, chosen: Self::Move) -> Self;

    /// A number that stands for everything that matters for the future of the game: stones, side to move, bans, moves left.
    ///
    /// Positions that differ in any of these should have different keys, up to chance.
    fn key(&self) -> u64;

    /// All legal moves.
    fn moves(&self) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        let _ = self.for_each_move(|listed| {
            moves.push(listed);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// How many legal moves there are. Override it where counting is faster than listing.
    fn count_moves(&self) -> u64 {
        let mut count = 0;
        let _ = self.for_each_move(|_| {
            count += 1;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// One of the legal moves, all equally likely; nothing where there is none. Override it where drawing is faster than listing: games
    /// played at random consist of little else.
    fn random_move(&self, random: &mut Random) -> Option<Self::Move> {
        random.choose(&self.moves()).copied()
    }

    /// Whether the rules allow this move here. Override it where asking is faster than listing.
    fn is_legal(&self, asked: Self::Move) -> bool {
        self.for_each_move(
            |listed| if listed == asked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) },
        )
        .is_break()
    }

    /// The position after a move.
    ///
    /// # Errors
    /// [`IllegalMove`] if the rules do not allow the move or the game is over; it gives the unchanged position back.
    fn play(self, chosen: Self::Move) -> Result<Self, IllegalMove<Self>> {
        if self.outcome().is_none() && self.is_legal(chosen) {
            Ok(self.play_unchecked(chosen))
        } else {
            Err(IllegalMove { position: self, refused: chosen })
        }
    }
}

/// A move was refused. Holds the unchanged position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{refused:?} is not a legal move here")]
pub struct IllegalMove<G: Game> {
    /// The position in which the move was tried.
    pub position: G,
    /// The move.
    pub refused: G::Move,
}

/// Moves as text, where reading or writing one takes the position.
pub trait Notation: Game {
    /// Reads a legal move.
    ///
    /// # Errors
    /// [`NotationError`] if the text is no move, or one that is not legal here.
    fn parse_move(&self, text: &str) -> Result<Self::Move, NotationError>;

    /// Writes a legal move so that [`parse_move`](Self::parse_move) reads it back.
    fn display_move(&self, shown: Self::Move) -> String;
}

/// A text could not be read: one sentence that names it and says why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {reason}", quoted(text))]
pub struct NotationError {
    /// The text.
    pub text: String,
    /// What is wrong with it, and what would have been right where that can be said.
    pub reason: String,
}

impl NotationError {
    /// An error about `text`.
    pub fn new(text: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { text: text.into(), reason: reason.into() }
    }
}

/// A text of unknown origin, fit to stand in a sentence: quoted, control characters escaped, cut after 80 characters.
///
/// ```
/// use jugada_core::quoted;
/// assert_eq!(quoted("a\tb"), r#""a\tb""#);
/// assert_eq!(quoted(&"x".repeat(100)), format!("\"{}…\" (100 characters)", "x".repeat(80)));
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    const SHOWN: usize = 80;
    match text.char_indices().nth(SHOWN) {
        None => format!("{text:?}"),
        Some((cut, _)) => {
            let shown = format!("{:?}", &text[..cut]);
            format!("{}…\" ({} characters)", &shown[..shown.len() - 1], text.chars().count())
        }
    }
}
