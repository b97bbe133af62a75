use crate::Side;

/// How a game that is over has ended.
///
/// Contests that count points beyond win, draw and loss keep the score with the game; the searches need no more than this.
///
/// ```
/// use jugada_core::{Outcome, Side};
/// let outcome = Outcome::Win(Side::Second);
/// assert_eq!(outcome.winner(), Some(Side::Second));
/// assert_eq!(outcome.score(Side::First), -1);
/// assert_eq!(Outcome::Draw.score(Side::First), 0);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Outcome {
    /// This side has won, the other has lost.
    Win(Side),
    /// Neither has won.
    Draw,
}

impl Outcome {
    /// The side that has won, if any has.
    #[must_use]
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }

    /// 1 if `side` has won, 0 for a draw, −1 if it has lost.
    #[must_use]
    pub fn score(self, side: Side) -> i32 {
        match self {
            Self::Draw => 0,
            Self::Win(winner) if winner == side => 1,
            Self::Win(_) => -1,
        }
    }
}
