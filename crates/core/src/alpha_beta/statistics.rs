/// What a search did, counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Statistics {
    /// Positions visited, those of the quiescence search included.
    pub nodes: u64,
    /// Positions visited beyond the depth, until the estimate could be trusted.
    pub quiescence_nodes: u64,
    /// Questions to the transposition table.
    pub table_probes: u64,
    /// Questions that it could answer, if only with a move.
    pub table_hits: u64,
    /// Questions whose answer ended the search of a position.
    pub table_cutoffs: u64,
    /// Positions where a move was too good to be allowed.
    pub cutoffs: u64,
    /// Those where it was the first move tried: the nearer to [`cutoffs`](Self::cutoffs), the better the order.
    pub first_move_cutoffs: u64,
    /// Moves searched less deep than the others.
    pub reduced: u64,
    /// Those that had to be searched again in full.
    pub researched: u64,
    /// The longest line looked at, in plies.
    pub longest_line: u32,
}

impl Statistics {
    /// Adds what another thread did.
    pub(super) fn add(&mut self, other: &Self) {
        self.nodes += other.nodes;
        self.quiescence_nodes += other.quiescence_nodes;
        self.table_probes += other.table_probes;
        self.table_hits += other.table_hits;
        self.table_cutoffs += other.table_cutoffs;
        self.cutoffs += other.cutoffs;
        self.first_move_cutoffs += other.first_move_cutoffs;
        self.reduced += other.reduced;
        self.researched += other.researched;
        self.longest_line = self.longest_line.max(other.longest_line);
    }
}
