use std::fmt;
use std::str::FromStr;

use jugada_core::NotationError;

use crate::moves::whole_number;

/// The largest number of cells and the longest step that are accepted.
pub const MAX_SIZE: u32 = 10_000_000;

/// The size of a game: how many cells the strip has and how far a demon can step. Written `N K`.
///
/// ```
/// use jugada_demonios::Size;
/// let size: Size = "20 3".parse()?;
/// assert_eq!((size.n(), size.k()), (20, 3));
/// assert_eq!(size.to_string(), "20 3");
/// let error = "20 -3".parse::<Size>().unwrap_err();
/// assert_eq!(error.to_string(), r#""-3": the step K cannot be negative"#);
/// # Ok::<(), jugada_core::NotationError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    n: u32,
    k: u32,
}

impl Size {
    /// A strip of `n` cells and steps of up to `k`.
    ///
    /// # Errors
    /// [`NotationError`] if a number is 0 or larger than [`MAX_SIZE`].
    pub fn new(n: u32, k: u32) -> Result<Self, NotationError> {
        format!("{n} {k}").parse()
    }

    /// How many cells there are.
    #[must_use]
    pub fn n(self) -> u32 {
        self.n
    }

    /// How many cells a demon can step at most.
    #[must_use]
    pub fn k(self) -> u32 {
        self.k
    }
}

impl FromStr for Size {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let words: Vec<&str> = text.split_whitespace().take(3).collect();
        match words[..] {
            [n, k] => Ok(Self {
                n: whole_number(n, "the number of cells N")?.get(),
                k: whole_number(k, "the step K")?.get(),
            }),
            [_] => Err(NotationError::new(text, "the step K is missing: a game begins with 'N K'")),
            [] => Err(NotationError::new(text, "a game begins with the numbers 'N K'")),
            _ => Err(NotationError::new(text, "a game begins with two numbers 'N K' and nothing more")),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.n, self.k)
    }
}

#[cfg(feature = "serde")]
jugada_core::serde_as_text!(Size);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_size_is_named() {
        for (text, complaint) in [
            ("", r#""": a game begins with the numbers 'N K'"#),
            ("20", r#""20": the step K is missing: a game begins with 'N K'"#),
            ("20 3 1", r#""20 3 1": a game begins with two numbers 'N K' and nothing more"#),
            ("0 3", r#""0": the number of cells N cannot be 0, the smallest is 1"#),
            ("20 00", r#""00": the step K cannot be 0, the smallest is 1"#),
            ("-20 3", r#""-20": the number of cells N cannot be negative"#),
            ("10000001 3", r#""10000001": the number of cells N cannot be larger than 10000000"#),
            (
                "20 99999999999999999999",
                r#""99999999999999999999": the step K cannot be larger than 10000000"#,
            ),
            ("twenty 3", r#""twenty": the number of cells N is a whole number from 1 on"#),
            ("20 3.5", r#""3.5": the step K is a whole number from 1 on"#),
            ("20 --3", r#""--3": the step K is a whole number from 1 on"#),
        ] {
            assert_eq!(text.parse::<Size>().expect_err(text).to_string(), complaint);
        }
        assert_eq!(" +20\t03 ".parse::<Size>().expect("a size"), Size { n: 20, k: 3 });
    }
}
