use thiserror::Error;

use crate::quoted;

/// How alpha-beta searches. Every feature can be switched off, so that what it is worth can be measured.
///
/// ```
/// use jugada_core::alpha_beta::Options;
/// let options = Options::default().table_bytes(1 << 20).threads(2);
/// assert!(options.principal_variation_search);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "each is a feature that is there or not")]
pub struct Options {
    /// Bytes of the transposition table, unless the limits of a search ask for another size. Default 16 MiB.
    pub table_bytes: usize,
    /// Threads that search together through one table (lazy SMP). Default 1. With more than one, results can differ from run to run.
    pub threads: usize,
    /// Search the moves after the first with an empty window, and again only where they turn out better. Default on.
    pub principal_variation_search: bool,
    /// Half the width of the window around the last iteration's value; 0 for a full window always. Default 24.
    pub aspiration: i32,
    /// Try first what refuted a sibling. Default on.
    pub killers: bool,
    /// Order quiet moves by what they achieved elsewhere. Default on.
    pub history: bool,
    /// Search late quiet moves less deep first. Default on.
    pub reductions: bool,
    /// Look one ply less deep where the table knows no move to begin with. Default on.
    pub internal_reductions: bool,
    /// Do not search where the estimate beats the upper bound by this much a ply of depth left, up to 6 plies; 0 to
    /// search always. Default 50.
    pub futility: i32,
    /// Near the end of the depth search only the first quiet moves of a position that is not on the principal variation. Default on.
    pub late_move_pruning: bool,
    /// Keep positions with one ply of depth left in the table, too. Default on.
    pub table_at_last_ply: bool,
    /// Keep positions beyond the depth in the table, too. Default on.
    pub table_in_quiescence: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            table_bytes: 16 << 20,
            threads: 1,
            principal_variation_search: true,
            aspiration: 24,
            killers: true,
            history: true,
            reductions: true,
            internal_reductions: true,
            futility: 50,
            late_move_pruning: true,
            table_at_last_ply: true,
            table_in_quiescence: true,
        }
    }
}

impl Options {
    /// The same options with a table of this many bytes.
    #[must_use]
    pub fn table_bytes(mut self, bytes: usize) -> Self {
        self.table_bytes = bytes;
        self
    }

    /// The same options with everything off that leaves moves out or looks at some of them less deep: every value is what a full search
    /// of the depth would find, a win is the quickest one, and the outcome of a game that ends within the depth is proven, draws too.
    ///
    /// ```
    /// use jugada_core::alpha_beta::Options;
    /// let options = Options::default().full_width();
    /// assert!(options.is_full_width() && options.history);
    /// ```
    #[must_use]
    pub fn full_width(self) -> Self {
        Self { reductions: false, internal_reductions: false, futility: 0, late_move_pruning: false, ..self }
    }

    /// Whether nothing is on that leaves moves out or looks at some of them less deep.
    #[must_use]
    pub const fn is_full_width(&self) -> bool {
        !self.reductions && !self.internal_reductions && self.futility == 0 && !self.late_move_pruning
    }

    /// Switches a feature off by its name: `principal-variation-search`, `aspiration`, `killers`, `history`, `reductions`,
    /// `internal-reductions`, `futility`, `late-move-pruning`, `table-at-last-ply` or `table-in-quiescence`.
    ///
    /// # Errors
    /// [`UnknownFeature`] if there is no such feature.
    pub fn switch_off(&mut self, feature: &str) -> Result<(), UnknownFeature> {
        match feature {
            "principal-variation-search" => self.principal_variation_search = false,
            "aspiration" => self.aspiration = 0,
            "killers" => self.killers = false,
            "history" => self.history = false,
            "reductions" => self.reductions = false,
            "internal-reductions" => self.internal_reductions = false,
            "futility" => self.futility = 0,
            "late-move-pruning" => self.late_move_pruning = false,
            "table-at-last-ply" => self.table_at_last_ply = false,
            "table-in-quiescence" => self.table_in_quiescence = false,
            _ => return Err(UnknownFeature(feature.to_owned())),
        }
        Ok(())
    }

    /// The same options with this many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }
}

/// A name that no feature of the search has.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: there is no feature of the search of this name", quoted(.0))]
pub struct UnknownFeature(pub String);
