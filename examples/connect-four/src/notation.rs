use std::fmt;
use std::str::FromStr;

use jugada_core::{Game, Notation, NotationError, Side};

use crate::position::{COLUMN_BITS, Column, HEIGHT, Position, WIDTH};

impl fmt::Display for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).fmt(f)
    }
}

impl Notation for Position {
    fn parse_move(&self, text: &str) -> Result<Column, NotationError> {
        let [digit @ b'1'..=b'7'] = text.as_bytes() else {
            return Err(NotationError::new(text, "a column from 1 to 7 was expected"));
        };
        let column = Column(digit - b'1');
        if self.is_legal(column) { Ok(column) } else { Err(NotationError::new(text, "this column is full")) }
    }

    fn display_move(&self, shown: Column) -> String {
        shown.to_string()
    }
}

impl FromStr for Position {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        text.char_indices().try_fold(Self::default(), |position, (at, letter)| {
            let column = position.parse_move(&text[at..at + letter.len_utf8()])?;
            position
                .play(column)
                .map_err(|_| NotationError::new(text, "this goes on after the end of the game"))
        })
    }
}

/// The board with its top row first: `1` and `2` for the stones of the first and the second side, `.` for an empty cell.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (own, other) = if self.side_to_move() == Side::First { ('1', '2') } else { ('2', '1') };
        for row in (0..HEIGHT).rev() {
            for column in 0..WIDTH {
                let cell = 1 << (column * COLUMN_BITS + row);
                let stone = if self.own & cell != 0 { own } else { other };
                write!(f, "{}", if self.all & cell == 0 { '.' } else { stone })?;
            }
            if row > 0 {
                writeln!(f)?;
            }
        }
        Ok(())
    }
}
