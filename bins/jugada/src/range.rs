//! Ranges of whole numbers on the command line.

use std::ops::RangeInclusive;
use std::str::FromStr;

use jugada_core::quoted;

/// One number, or all from one to another: `7`, `0..=60`, `1..31` (31 excluded).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    pub numbers: RangeInclusive<usize>,
    /// Whether it was given as a single number.
    pub is_single: bool,
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |part: &str| {
            part.trim().parse::<usize>().map_err(|_| {
                format!("{}: a number such as 7 or a range such as 0..=60 was expected", quoted(text))
            })
        };
        let empty = || format!("{}: the range is empty", quoted(text));
        let Some((first, last)) = text.split_once("..") else {
            return number(text).map(|single| Self { numbers: single..=single, is_single: true });
        };
        let first = number(first)?;
        let last = if let Some(last) = last.strip_prefix('=') {
            number(last)?
        } else {
            number(last)?.checked_sub(1).ok_or_else(empty)?
        };
        let numbers = first..=last;
        if numbers.is_empty() { Err(empty()) } else { Ok(Self { numbers, is_single: false }) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges() {
        for (text, numbers) in [("7", 7..=7), ("0..=60", 0..=60), ("1..31", 1..=30), ("5..=5", 5..=5)] {
            assert_eq!(text.parse::<Numbers>().map(|read| read.numbers), Ok(numbers), "{text}");
        }
        for text in
            ["", "x", "-1", "1..", "..=3", "5..=4", "3..3", "0..0", "1...3", "1..=99999999999999999999"]
        {
            let error = text.parse::<Numbers>().expect_err(text);
            assert!(error.contains(&quoted(text)), "{error}");
        }
    }
}
