use std::fmt;
use std::str::FromStr;

use jugada_core::NotationError;

/// How many crosses in a row are forbidden: 2 to 8.
///
/// ```
/// use jugada_strip3::Run;
/// assert_eq!(Run::new(3), Some(Run::CONTEST));
/// assert_eq!(Run::new(9), None);
/// assert_eq!("4".parse::<Run>().unwrap().get(), 4);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Run(u8);

impl Run {
    /// Three in a row: the contest's game.
    pub const CONTEST: Self = Self(3);
    /// The shortest run that can be forbidden. The game with 2 is Dawson's Chess.
    pub const SHORTEST: Self = Self(2);
    /// The longest run that can be forbidden.
    pub const LONGEST: Self = Self(8);

    /// The run of this length, from 2 to 8.
    #[must_use]
    pub const fn new(length: u8) -> Option<Self> {
        if length >= Self::SHORTEST.0 && length <= Self::LONGEST.0 { Some(Self(length)) } else { None }
    }

    /// Its length.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Its length as a number of cells.
    pub(crate) const fn cells(self) -> usize {
        self.0 as usize
    }
}

impl Default for Run {
    fn default() -> Self {
        Self::CONTEST
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Run {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.parse().ok().and_then(Self::new).ok_or_else(|| {
            NotationError::new(
                text,
                format!("a run length from {} to {} was expected", Self::SHORTEST, Self::LONGEST),
            )
        })
    }
}

#[cfg(feature = "serde")]
jugada_core::serde_as_text!(Run);
