use std::fmt::Display;
use std::hash::{Hash, Hasher};
use std::ops::ControlFlow;
use std::str::FromStr;

use rustc_hash::FxHasher;

use super::ImpartialGame;
use crate::{Game, Notation, NotationError, Outcome, Side, split_mix_64};

/// An impartial game as two sides play it in turn; who cannot move loses.
///
/// It makes a [`Game`] of any [`ImpartialGame`], for what wants to know whose turn it is: perft, referees, bots. Values come quicker from the impartial game
/// itself ([`GrundySearch`](crate::GrundySearch)).
///
/// ```
/// # use std::ops::ControlFlow;
/// # use jugada_core::Component;
/// use jugada_core::{Game, InTurn, Outcome, Side, Sum, perft};
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
/// # struct Heap(u32);
/// # impl Component for Heap {
/// #     fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         (0..self.0).try_for_each(|left| visit(&[Heap(left)]))
/// #     }
/// #     fn is_over(&self) -> bool { self.0 == 0 }
/// #     fn weight(&self) -> u32 { self.0 }
/// # }
/// let nim = InTurn::new(Sum::new([Heap(1), Heap(2)]));
/// assert_eq!(perft(&nim, 2), 2 + 2 + 1);
/// // The second heap is emptied, then the first.
/// let end = nim.play((1, 0)).unwrap().play((0, 0)).unwrap();
/// assert_eq!(end.outcome(), Some(Outcome::Win(Side::Second)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct InTurn<P> {
    /// The position.
    pub position: P,
    /// The side whose turn it is.
    pub to_move: Side,
}

impl<P> InTurn<P> {
    /// The start of a game: it is the first side's turn.
    pub const fn new(position: P) -> Self {
        Self { position, to_move: Side::First }
    }
}

impl<P: ImpartialGame> Game for InTurn<P> {
    type Move = P::Move;

    fn side_to_move(&self) -> Side {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let has_move = self.position.for_each_move(|_| ControlFlow::Break(())).is_break();
        (!has_move).then(|| Outcome::Win(self.to_move.opponent()))
    }

    fn for_each_move<B>(&self, visit: impl FnMut(P::Move) -> ControlFlow<B>) -> ControlFlow<B> {
        self.position.for_each_move(visit)
    }

    fn play_unchecked(&self, chosen: P::Move) -> Self {
        Self { position: self.position.play_unchecked(chosen), to_move: self.to_move.opponent() }
    }

    /// Positions with the same components have the same key: they are worth the same.
    fn key(&self) -> u64 {
        let mut components = self.position.components();
        components.sort_unstable();
        let mut hasher = FxHasher::default();
        (components.as_slice(), self.to_move).hash(&mut hasher);
        split_mix_64(&mut hasher.finish())
    }
}

/// Moves that can be read without the position.
impl<P> Notation for InTurn<P>
where
    P: ImpartialGame,
    P::Move: Display + FromStr<Err = NotationError>,
{
    fn parse_move(&self, text: &str) -> Result<P::Move, NotationError> {
        let read = text.parse()?;
        if self.is_legal(read) {
            Ok(read)
        } else {
            Err(NotationError::new(text, "this move is not legal here"))
        }
    }

    fn display_move(&self, shown: P::Move) -> String {
        shown.to_string()
    }
}
