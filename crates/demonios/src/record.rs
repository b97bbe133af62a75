use jugada_core::{NotationError, Side};
use thiserror::Error;

use crate::{Position, PositionError, Size};

/// A position as data: what a line of JSON holds (feature `serde`).
///
/// Numbers are as they were written; [`Position::try_from`] says what is wrong with them.
///
/// ```
/// use jugada_demonios::{Position, Record};
/// let record = Record { n: 5, k: 2, clean: vec![3, 4], own: 1, opponent: 5 };
/// let position = Position::try_from(&record)?;
/// assert_eq!(Record::from(&position), record);
/// let wrong = Record { own: 3, ..record };
/// assert_eq!(
///     Position::try_from(&wrong).unwrap_err().to_string(),
///     "a demon stands on cell 3, which is listed as clean"
/// );
/// # Ok::<(), jugada_demonios::RecordError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Record {
    /// How many cells there are.
    pub n: i64,
    /// How far a demon can step.
    pub k: i64,
    /// The clean cells, counted from 1; all others are burned.
    pub clean: Vec<i64>,
    /// Where the first side's demon is.
    pub own: i64,
    /// Where the second side's demon is.
    pub opponent: i64,
}

/// Why a record is no position: one sentence.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The size makes no sense.
    #[error(transparent)]
    Size(#[from] NotationError),
    /// The cells make no sense.
    #[error(transparent)]
    Cells(#[from] PositionError),
}

impl TryFrom<&Record> for Position {
    type Error = RecordError;

    fn try_from(record: &Record) -> Result<Self, RecordError> {
        let size: Size = format!("{} {}", record.n, record.k).parse()?;
        Ok(Self::from_parts(size, &record.clean, [record.own, record.opponent])?)
    }
}

impl TryFrom<Record> for Position {
    type Error = RecordError;

    fn try_from(record: Record) -> Result<Self, RecordError> {
        Self::try_from(&record)
    }
}

impl From<Position> for Record {
    fn from(position: Position) -> Self {
        Self::from(&position)
    }
}

impl From<&Position> for Record {
    fn from(position: &Position) -> Self {
        let [own, opponent] = Side::BOTH.map(|side| position.cell(side).number().into());
        Self {
            n: position.size().n().into(),
            k: position.size().k().into(),
            clean: position.clean_cells().map(|cell| cell.number().into()).collect(),
            own,
            opponent,
        }
    }
}
