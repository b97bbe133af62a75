//! Positions as data: the cells as text, with the run length before them, as in `4:X..X`, where it is not the contest's.

use std::str::FromStr;

use jugada_core::{NotationError, as_text};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Run, Strip};

struct Text(Strip);

impl FromStr for Text {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text.split_once(':') {
            None => text.parse(),
            Some((run, cells)) => Strip::from_text(cells, run.parse()?),
        }
        .map(Self)
    }
}

impl Serialize for Strip {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.run() == Run::CONTEST {
            as_text::serialize(self, serializer)
        } else {
            as_text::serialize(&format_args!("{}:{self}", self.run()), serializer)
        }
    }
}

impl<'de> Deserialize<'de> for Strip {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        as_text::deserialize(deserializer).map(|Text(strip)| strip)
    }
}

#[cfg(test)]
mod tests {
    use jugada_core::Choice;

    use super::*;
    use crate::Cell;

    #[test]
    fn positions_and_moves_are_written_as_text() {
        for (text, run) in [("", 3), ("X..XX.", 3), ("X..XX.", 4), (".", 8)] {
            let strip = Strip::from_text(text, Run::new(run).expect("a run")).expect("a position");
            let written = serde_json::to_string(&strip).expect("text");
            let expected = if run == 3 { format!("{text:?}") } else { format!("\"{run}:{text}\"") };
            assert_eq!(written, expected);
            assert_eq!(serde_json::from_str::<Strip>(&written).expect("read back"), strip);
        }
        let choice = Choice::Pure(Cell::new(12).expect("a cell"));
        let written = serde_json::to_string(&choice).expect("text");
        assert_eq!(written, r#"{"pure":"12"}"#);
        assert_eq!(serde_json::from_str::<Choice<Cell>>(&written).expect("read back"), choice);
    }

    #[test]
    fn what_is_no_position_or_move_is_named() {
        for (data, complaint) in [
            (r#""XXX""#, r#""XXX": cell 3 makes 3 in a row"#),
            (r#""4:X?""#, r#""X?": '?' at cell 2 is neither X nor ."#),
            (r#""9:X""#, r#""9": a run length from 2 to 8 was expected"#),
            ("5", "invalid type: integer `5`, expected a text"),
        ] {
            let error = serde_json::from_str::<Strip>(data).expect_err(data).to_string();
            assert!(error.starts_with(complaint), "{error}");
        }
        let error = serde_json::from_str::<Cell>(r#""0""#).expect_err("no cell").to_string();
        assert!(error.starts_with(r#""0": a cell number, 1 or more, was expected"#), "{error}");
    }
}
