use std::ops::ControlFlow;

use thiserror::Error;

use crate::{Move, MoveList, Outcome, Side};

mod double_oracle;
mod exact;
mod memo;
mod monte_carlo;
mod serialised;

pub use exact::{ExactSolver, Solution, SolutionProgress};
pub use monte_carlo::JointTreeSearch;

/// A position of a game in which both sides choose a move at once, hide nothing else, and leave nothing to chance.
///
/// The implementing type is the position itself, cheap to copy. A game ends with a *score*: a whole number that the first side
/// wants to be high and the second low; where only winning counts it is 1, 0 or −1. What a score is worth is the caller's affair:
/// the searches take a payoff for each.
///
/// ```
/// use std::ops::ControlFlow;
/// use jugada_core::{Outcome, Side, SimultaneousGame};
///
/// /// Rock (0), paper (1), scissors (2), until somebody wins, three rounds at most.
/// #[derive(Clone, Copy, Debug)]
/// struct Roshambo { rounds: u8, last: (u8, u8) }
///
/// impl SimultaneousGame for Roshambo {
///     type Move = u8;
///     fn score(&self) -> Option<i32> {
///         match (3 + self.last.0 - self.last.1) % 3 {
///             1 => Some(1),
///             2 => Some(-1),
///             _ => (self.rounds == 0).then_some(0),
///         }
///     }
///     fn for_each_move<B>(&self, _: Side, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
///         (0..3).try_for_each(visit)
///     }
///     fn play_unchecked(&self, first: u8, second: u8) -> Self {
///         Self { rounds: self.rounds - 1, last: (first, second) }
///     }
///     fn key(&self) -> u128 { u128::from(self.rounds) * 9 + u128::from(self.last.0 * 3 + self.last.1) }
///     fn score_bounds(&self) -> (i32, i32) { self.score().map_or((-1, 1), |score| (score, score)) }
/// }
///
/// let start = Roshambo { rounds: 3, last: (0, 0) };
/// assert_eq!(start.moves(Side::Second).as_slice(), [0, 1, 2]);
/// let end = start.play(1, 0).expect("paper against rock");
/// assert_eq!(end.outcome(), Some(Outcome::Win(Side::First)));
/// ```
pub trait SimultaneousGame: Clone {
    /// A move of this game.
    type Move: Move;

    /// How the game ended, as the first side's score; nothing while it goes on.
    ///
    /// In a position without a score each side has a move.
    fn score(&self) -> Option<i32>;

    /// Hands a side's legal moves to `visit` one after the other, each once, until there are no more or `visit` breaks.
    ///
    /// The order is the generator's own, but the same each time; what comes first is searched first.
    fn for_each_move<B>(&self, side: Side, visit: impl FnMut(Self::Move) -> ControlFlow<B>)
    -> ControlFlow<B>;

    /// The position after two moves that are known to be legal.
    ///
    /// With any others the result means nothing (it may panic, but does nothing worse); [`play`](Self::play) checks.
    #[must_use]
    fn play_unchecked(&self, first: Self::Move, second: Self::Move) -> Self;

    /// A number that stands for everything that matters for the future of the game.
    ///
    /// Positions of one game with the same key must be worth the same. Solutions are exact without any luck where keys below 2⁶⁴
    /// suffice; larger ones are mixed down to 64 bits and the place in a table.
    fn key(&self) -> u128;

    /// Scores between which the game will end if both play well: cheap bounds that can be proven without a search.
    ///
    /// Both equal the score where the game is over. The better the bounds, the less must be searched. For the searches in mixed
    /// strategies they must hold against any opponent: the side that the bound favours can enforce it by itself.
    fn score_bounds(&self) -> (i32, i32);

    /// A position that is worth the same, the same one for all that are alike (shifted, mirrored …). By default the position itself.
    #[must_use]
    fn canonical(&self) -> Self {
        self.clone()
    }

    /// The same position with the sides in each other's place, so that scores change their sign; nothing in games
    /// whose rules tell the sides apart.
    #[must_use]
    fn exchanged(&self) -> Option<Self> {
        None
    }

    /// Who has won, or nothing while the game goes on.
    fn outcome(&self) -> Option<Outcome> {
        self.score().map(|score| match score {
            0 => Outcome::Draw,
            1.. => Outcome::Win(Side::First),
            _ => Outcome::Win(Side::Second),
        })
    }

    /// All legal moves of a side.
    fn moves(&self, side: Side) -> MoveList<Self::Move> {
        let mut moves = MoveList::new();
        let _ = self.for_each_move(side, |listed| {
            moves.push(listed);
            ControlFlow::<()>::Continue(())
        });
        moves
    }

    /// Whether the rules allow this side this move. Override it where asking is faster than listing.
    fn is_legal(&self, side: Side, asked: Self::Move) -> bool {
        self.for_each_move(side, |listed| {
            if listed == asked { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
        .is_break()
    }

    /// The position after both moves.
    ///
    /// # Errors
    /// [`IllegalPair`] if the rules do not allow one of the moves or the game is over; it gives the unchanged position back.
    fn play(self, first: Self::Move, second: Self::Move) -> Result<Self, IllegalPair<Self>> {
        if self.score().is_none() && self.is_legal(Side::First, first) && self.is_legal(Side::Second, second)
        {
            Ok(self.play_unchecked(first, second))
        } else {
            Err(IllegalPair { position: self, refused: [first, second] })
        }
    }
}

/// Two moves were refused because one of them is not legal. Holds the unchanged position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{:?} and {:?} are not both legal here", refused[0], refused[1])]
pub struct IllegalPair<G: SimultaneousGame> {
    /// The position in which the moves were tried.
    pub position: G,
    /// The first and the second side's move.
    pub refused: [G::Move; 2],
}
