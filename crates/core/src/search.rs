use std::time::Duration;

use crate::Limits;

/// What every search does: a position and limits in, a report out. Nothing is printed.
///
/// A search may keep tables from one call to the next; they change how fast it answers, never what is proven. However
/// tight the limits are, the report of a position that is not over names a legal move.
pub trait Search<P> {
    /// A move of the game.
    type Move;
    /// What a position is worth to the side to move: a nimber, points, centipoints…; each search says which.
    type Value;

    /// Searches `position` and calls `progress` now and then (at least every few hundred milliseconds, where the search
    /// takes that long) with what is known so far.
    fn search_with(
        &mut self,
        position: &P,
        limits: &Limits,
        progress: &mut Progress<'_, Self::Move, Self::Value>,
    ) -> Report<Self::Move, Self::Value>;

    /// Searches `position` without reporting progress.
    fn search(&mut self, position: &P, limits: &Limits) -> Report<Self::Move, Self::Value> {
        self.search_with(position, limits, &mut |_| ())
    }
}

/// What a search calls now and then with what is known so far.
pub type Progress<'a, M, V> = dyn FnMut(&Report<M, V>) + 'a;

/// What a search advises to play.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Choice<M> {
    /// This move.
    Pure(M),
    /// One of these moves, drawn with these probabilities (positive, summing to 1).
    Mixed(Vec<(M, f64)>),
}

/// How much a value can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Proof {
    /// Exact: no search, however long, will find another.
    Exact,
    /// An estimate. Limits ended the search, or it is a search that does not prove.
    Estimate,
}

/// What a search has found: data, to be shown or used by the caller.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Report<M, V> {
    /// What to play; nothing where the game is over.
    pub choice: Option<Choice<M>>,
    /// The position's value, where the search has found one.
    pub value: Option<V>,
    /// Whether [`value`](Self::value) is proven.
    pub proof: Proof,
    /// Plies searched in full; 0 where depth means nothing for the search.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The line of play that both sides are expected to follow, best known first; may be empty.
    pub principal_variation: Vec<M>,
    /// Wall-clock time since the start of the search.
    pub time: Duration,
    /// Entries that the search's tables hold at the end.
    pub table_entries: u64,
    /// Bytes that the search's tables take at the end.
    pub table_bytes: u64,
}

impl<M, V> Report<M, V> {
    /// A report that knows nothing yet.
    #[must_use]
    pub fn empty() -> Self {
        Self {
            choice: None,
            value: None,
            proof: Proof::Estimate,
            depth: 0,
            nodes: 0,
            principal_variation: Vec::new(),
            time: Duration::ZERO,
            table_entries: 0,
            table_bytes: 0,
        }
    }

    /// The one move advised: nothing where the game is over or the advice is mixed.
    pub fn best_move(&self) -> Option<&M> {
        match &self.choice {
            Some(Choice::Pure(best)) => Some(best),
            _ => None,
        }
    }

    /// Whether the value is proven.
    #[must_use]
    pub fn is_proven(&self) -> bool {
        self.proof == Proof::Exact
    }
}
