use std::fmt;
use std::str::FromStr;

use jugada_core::NotationError;

use crate::Card;

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(f)
    }
}

impl FromStr for Card {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        let value = text.parse().ok().filter(|value: &u8| (1..=16).contains(value));
        value
            .map(|value| Self(value - 1))
            .ok_or_else(|| NotationError::new(text, "a card from 1 to 16 was expected"))
    }
}
