use std::fmt;

/// One of the two players, named by who moves first in the game.
///
/// In games where both move at once the names only tell the two apart: `First` is the side whose payoff is asked about.
///
/// ```
/// use jugada_core::Side;
/// assert_eq!(Side::First.opponent(), Side::Second);
/// assert_eq!(Side::Second.index(), 1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Side {
    /// The side that makes the first move of the game.
    First,
    /// The other side.
    Second,
}

impl Side {
    /// Both sides, first to move first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side, 1 for the second: an index into an array of two.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}
