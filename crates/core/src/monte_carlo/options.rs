/// How Monte-Carlo tree search searches.
///
/// ```
/// use jugada_core::monte_carlo::Options;
/// let options = Options::default().seed(7).memory_bytes(1 << 20);
/// assert_eq!(options.threads, 1);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// What all random choices follow from. Default 0.
    pub seed: u64,
    /// How much a move that was tried seldom is preferred to one that has done well: the factor before the square root of UCB1, for
    /// results between 0 and 1. Positive. Default 1.
    pub exploration: f32,
    /// Playouts from a position before its moves enter the tree. With 1, the default, the tree takes about a third of the memory that it
    /// takes with 0, and an iteration less time.
    pub expand_after: u32,
    /// Bytes of the tree, unless the limits of a search name another number; with several threads, of all trees together. A full tree
    /// grows no more: the search goes on with playouts from its leaves. Default 64 MiB.
    pub memory_bytes: usize,
    /// Threads, each with a tree of its own; what they have learned of the root's moves is added up at the end (root parallelisation).
    /// Default 1. With more than one, results can differ from run to run.
    pub threads: usize,
    /// Keep the part of the last search's tree that belongs to the position searched, if it is the same position, or one a move or two
    /// later. Default on.
    pub reuse: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, exploration: 1.0, expand_after: 1, memory_bytes: 64 << 20, threads: 1, reuse: true }
    }
}

impl Options {
    /// The same options with this seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    /// The same options with this much exploration.
    #[must_use]
    pub fn exploration(mut self, exploration: f32) -> Self {
        self.exploration = exploration;
        self
    }

    /// The same options with this many playouts before a position is expanded.
    #[must_use]
    pub fn expand_after(mut self, playouts: u32) -> Self {
        self.expand_after = playouts;
        self
    }

    /// The same options with trees of this many bytes.
    #[must_use]
    pub fn memory_bytes(mut self, bytes: usize) -> Self {
        self.memory_bytes = bytes;
        self
    }

    /// The same options with this many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// The same options, with the tree kept from search to search or not.
    #[must_use]
    pub fn reuse(mut self, reuse: bool) -> Self {
        self.reuse = reuse;
        self
    }
}
