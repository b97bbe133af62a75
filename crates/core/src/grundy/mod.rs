//! Search of impartial games: nim-values by components, and win or loss of whole positions.

mod engine;
mod knowledge;
mod oracle;
mod resistance;
mod search;
mod table;
mod watch;
mod whole;

pub use search::GrundySearch;
pub use whole::{Play, WholeSearch};

/// Which side wins a position of an impartial game if both play perfectly.
///
/// ```
/// use jugada_core::OutcomeClass;
/// assert!(OutcomeClass::Next.is_won());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum OutcomeClass {
    /// The side to move wins (an N-position).
    Next,
    /// The side that has just moved wins (a P-position).
    Previous,
}

impl OutcomeClass {
    /// Whether the side to move wins.
    #[must_use]
    pub const fn is_won(self) -> bool {
        matches!(self, Self::Next)
    }
}
