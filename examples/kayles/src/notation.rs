use std::fmt;
use std::str::FromStr;

use jugada_core::NotationError;

use crate::{Hit, Pins};

impl fmt::Display for Hit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.first + 1;
        if self.two { write!(f, "{number}-{}", number + 1) } else { write!(f, "{number}") }
    }
}

impl FromStr for Hit {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let number = |digits: &str| digits.parse().ok().filter(|number: &u8| (1..=64).contains(number));
        let hit = match text.split_once('-') {
            None => number(text).map(|number| Self { first: number - 1, two: false }),
            Some((first, second)) => number(first)
                .filter(|first| number(second) == Some(first + 1))
                .map(|first| Self { first: first - 1, two: true }),
        };
        hit.ok_or_else(|| {
            NotationError::new(text, "a pin such as 3, or two side by side such as 3-4, was expected")
        })
    }
}

impl fmt::Display for Pins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (0..self.places)
            .try_for_each(|pin| f.write_str(if self.standing >> pin & 1 == 0 { "." } else { "I" }))
    }
}

impl FromStr for Pins {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let wrong =
            || NotationError::new(text, "at most 64 pins, I standing and . knocked down, were expected");
        let places = u8::try_from(text.len()).ok().filter(|places| *places <= 64).ok_or_else(wrong)?;
        let standing = text.bytes().rev().try_fold(0, |pins, letter| match letter {
            b'I' => Ok(pins << 1 | 1),
            b'.' => Ok(pins << 1),
            _ => Err(wrong()),
        })?;
        Ok(Self { places, standing })
    }
}
