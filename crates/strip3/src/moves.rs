use std::fmt;
use std::num::NonZeroUsize;
use std::str::FromStr;

use jugada_core::NotationError;

/// A cell of the strip, and the move that puts a cross there. Cells are numbered from 1.
///
/// ```
/// use jugada_strip3::Cell;
/// let cell: Cell = "12".parse()?;
/// assert_eq!((cell.number(), cell.to_string()), (12, "12".to_owned()));
/// assert_eq!("0".parse::<Cell>().unwrap_err().to_string(), r#""0": a cell number, 1 or more, was expected"#);
/// # Ok::<(), jugada_core::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(NonZeroUsize);

impl Cell {
    /// The cell with this number, 1 or more.
    #[must_use]
    pub const fn new(number: usize) -> Option<Self> {
        match NonZeroUsize::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// Its number, 1 or more.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0.get()
    }

    /// The cell whose number is one more than `index`.
    pub(crate) const fn from_index(index: usize) -> Self {
        Self(NonZeroUsize::MIN.saturating_add(index))
    }

    /// Its number less one.
    pub(crate) const fn index(self) -> usize {
        self.0.get() - 1
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
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = if digits { text.parse().ok() } else { None };
        number.and_then(Self::new).ok_or_else(|| {
            let reason = if digits && text.bytes().any(|byte| byte != b'0') {
                "that cell number is larger than any strip"
            } else {
                "a cell number, 1 or more, was expected"
            };
            NotationError::new(text, reason)
        })
    }
}

#[cfg(feature = "serde")]
jugada_core::serde_as_text!(Cell);
