use crate::Proof;

/// What a search did, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Ways down the tree, each ending in a playout or in a position whose value is proven.
    pub iterations: u64,
    /// Playouts.
    pub playouts: u64,
    /// Moves in the trees at the end.
    pub edges: u64,
    /// Those that were there from an earlier search.
    pub reused_edges: u64,
    /// Positions whose moves have entered the trees.
    pub expanded: u64,
    /// Moves whose value was proven.
    pub proven: u64,
    /// The longest way down a tree, in plies.
    pub deepest: u32,
    /// Whether a tree was full, so that positions could not be expanded.
    pub full: bool,
}

impl Statistics {
    /// Adds what another thread did.
    pub(super) fn add(&mut self, other: &Self) {
        self.iterations += other.iterations;
        self.playouts += other.playouts;
        self.edges += other.edges;
        self.reused_edges += other.reused_edges;
        self.expanded += other.expanded;
        self.proven += other.proven;
        self.deepest = self.deepest.max(other.deepest);
        self.full |= other.full;
    }
}

/// What the last search found out about one move of the root.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MoveStatistics<M> {
    /// The move.
    pub chosen: M,
    /// How often it was tried; the playouts that its prior counts for are included.
    pub visits: u64,
    /// What it is worth to the side that makes it, from −1 to 1; 0 if it was never tried.
    pub value: f64,
    /// Whether the value is proven.
    pub proof: Proof,
}
