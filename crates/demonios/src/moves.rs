use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;

use jugada_core::NotationError;

use crate::MAX_SIZE;

/// A cell of the strip, numbered from 1; as a move, the cell to go to.
///
/// ```
/// use jugada_demonios::Cell;
/// let cell: Cell = "17".parse()?;
/// assert_eq!(cell.number(), 17);
/// assert_eq!(cell.mirrored(20).to_string(), "4");
/// assert!("0".parse::<Cell>().is_err());
/// # Ok::<(), jugada_core::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(NonZeroU32);

impl Cell {
    /// The cell with this number, counted from 1.
    #[must_use]
    pub fn new(number: u32) -> Option<Self> {
        NonZeroU32::new(number).map(Self)
    }

    /// The cell with this index, counted from 0.
    ///
    /// # Panics
    /// If the index is the largest `u32`.
    #[must_use]
    pub fn from_index(index: u32) -> Self {
        Self(NonZeroU32::MIN.checked_add(index).expect("no strip has that many cells"))
    }

    /// Its number, counted from 1.
    #[must_use]
    pub fn number(self) -> u32 {
        self.0.get()
    }

    /// Its index, counted from 0.
    #[must_use]
    pub fn index(self) -> u32 {
        self.0.get() - 1
    }

    /// The cell as the other player, who counts from the other end, sees it on a strip of `n` cells.
    ///
    /// # Panics
    /// If the cell is not on that strip.
    #[must_use]
    pub fn mirrored(self, n: u32) -> Self {
        assert!(self.number() <= n, "cell {self} of a strip of {n}");
        Self::from_index(n - self.number())
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Cell {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = whole_number(text, "a cell")?;
        Ok(Self(number))
    }
}

/// Reads a number from 1 to [`MAX_SIZE`]; `what` says what it is for.
pub(crate) fn whole_number(text: &str, what: &str) -> Result<NonZeroU32, NotationError> {
    let digits = text.strip_prefix('+').unwrap_or(text);
    let refuse = |reason: String| Err(NotationError::new(text, reason));
    if let Some(digits) = text.strip_prefix('-')
        && is_number(digits)
    {
        return refuse(format!("{what} cannot be negative"));
    }
    if !is_number(digits) {
        return refuse(format!("{what} is a whole number from 1 on"));
    }
    match digits.trim_start_matches('0') {
        "" => refuse(format!("{what} cannot be 0, the smallest is 1")),
        digits => match digits.parse::<NonZeroU32>() {
            Ok(number) if number.get() <= MAX_SIZE => Ok(number),
            _ => refuse(format!("{what} cannot be larger than {MAX_SIZE}")),
        },
    }
}

fn is_number(digits: &str) -> bool {
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(feature = "serde")]
jugada_core::serde_as_text!(Cell);
