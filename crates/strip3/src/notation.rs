use std::fmt;
use std::str::FromStr;

use jugada_core::NotationError;

use crate::{Cell, Run, Strip};

/// `X` for a cross, `.` for an empty cell, from the left.
impl fmt::Display for Strip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cell = |index| if self.has_cross(Cell::from_index(index)) { 'X' } else { '.' };
        f.pad(&(0..self.length()).map(cell).collect::<String>())
    }
}

/// Reads a position of the contest's game, in which three in a row are forbidden.
impl FromStr for Strip {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::from_text(text, Run::CONTEST)
    }
}

impl Strip {
    /// Reads a position: `X` (or `x`) for a cross, `.` for an empty cell, from the left. An empty text is the strip without cells.
    ///
    /// ```
    /// use jugada_strip3::{Run, Strip};
    /// let strip = Strip::from_text(".XX.", Run::CONTEST)?;
    /// assert_eq!((strip.length(), strip.crosses()), (4, 2));
    /// let error = Strip::from_text(".XX.", Run::SHORTEST).unwrap_err();
    /// assert_eq!(error.to_string(), r#"".XX.": cell 3 makes 2 in a row"#);
    /// # Ok::<(), jugada_core::NotationError>(())
    /// ```
    ///
    /// # Errors
    /// [`NotationError`] naming the first character that is wrong, or the cell that completes a forbidden run.
    pub fn from_text(text: &str, run: Run) -> Result<Self, NotationError> {
        let length = text.chars().count();
        let mut strip =
            Self::empty(length, run).map_err(|error| NotationError::new(text, error.to_string()))?;
        for (index, character) in text.chars().enumerate() {
            match character {
                '.' => {}
                'X' | 'x' => strip.set_cross(Cell::from_index(index)),
                other => {
                    let reason = format!("{other:?} at cell {} is neither X nor .", Cell::from_index(index));
                    return Err(NotationError::new(text, reason));
                }
            }
        }
        match strip.forbidden_run() {
            None => Ok(strip),
            Some(index) => Err(NotationError::new(
                text,
                format!("cell {} makes {run} in a row", Cell::from_index(index)),
            )),
        }
    }
}
