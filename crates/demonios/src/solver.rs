use jugada_core::{ExactSolver, Limits, Side, Solution};
use thiserror::Error;

use crate::playout::points;
use crate::{Cell, CellSet, Compact, Position, Wide};

/// What the end of a game is worth to the first side, which the second keeps down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Payoff {
    /// 1 for a win, 0 for a draw, −1 for a loss.
    Difference,
    /// The contest's points: 10 for a win, 1 for a draw, 0 for a loss. The value is what one can guarantee oneself.
    Security,
}

impl Payoff {
    /// What a score (1, 0 or −1) is worth.
    #[must_use]
    pub fn of(self) -> fn(i32) -> f64 {
        match self {
            Self::Difference => f64::from,
            Self::Security => points,
        }
    }
}

/// A solution, with moves as cells of the strip.
pub type Solved = Solution<Cell, f64>;

/// The cells that matter in a position are too many for the solver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "the demons' cells and those they can reach span more than {} cells, too many to solve",
    Wide::CAPACITY
)]
pub struct TooWide;

/// Solves positions exactly.
///
/// ```
/// use jugada_core::Limits;
/// use jugada_demonios::{Payoff, Position, Size, Solver};
/// let start = Position::start(Size::new(20, 3)?);
/// let solved = Solver::new().solve(&start, Payoff::Security, &Limits::new())?;
/// assert_eq!(solved.value(), Some(1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    exact: ExactSolver,
    payoff: Payoff,
    /// The step for which the tables hold.
    step: u32,
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    /// A solver that knows nothing yet. What it finds out is kept for further positions with the same step.
    #[must_use]
    pub fn new() -> Self {
        Self { exact: ExactSolver::new(Payoff::Difference.of()), payoff: Payoff::Difference, step: 0 }
    }

    /// The value and optimal strategies, or what is proven of them when a limit is reached.
    ///
    /// # Errors
    /// [`TooWide`] if more cells matter than a [`Wide`] set can hold.
    pub fn solve(&mut self, position: &Position, payoff: Payoff, limits: &Limits) -> Result<Solved, TooWide> {
        self.prepare(position);
        if self.payoff != payoff {
            self.exact.set_payoff(payoff.of());
            self.payoff = payoff;
        }
        if let Some(compact) = position.compact::<u64>() {
            Ok(self.solve_compact(&compact, limits))
        } else if let Some(compact) = position.compact::<u128>() {
            Ok(self.solve_compact(&compact, limits))
        } else {
            let compact = position.compact::<Wide>().ok_or(TooWide)?;
            Ok(self.solve_compact(&compact, limits))
        }
    }

    /// Whether a first move of the first side keeps the draw (or better) by pure strategies from there; nothing if a limit was reached.
    ///
    /// # Errors
    /// [`TooWide`] if more cells matter than a [`Wide`] set can hold.
    pub fn keeps_draw(
        &mut self,
        position: &Position,
        chosen: Cell,
        limits: &Limits,
    ) -> Result<Option<bool>, TooWide> {
        fn ask<S: CellSet>(
            exact: &mut ExactSolver,
            (board, base): (Compact<S>, Cell),
            chosen: Cell,
            limits: &Limits,
        ) -> Option<bool> {
            let cell = u8::try_from(chosen.index() - base.index()).expect("a cell of the board");
            exact.ensures(&board, Side::First, cell, 0, limits)
        }
        self.prepare(position);
        let exact = &mut self.exact;
        if let Some(compact) = position.compact::<u64>() {
            Ok(ask(exact, compact, chosen, limits))
        } else if let Some(compact) = position.compact::<u128>() {
            Ok(ask(exact, compact, chosen, limits))
        } else {
            Ok(ask(exact, position.compact::<Wide>().ok_or(TooWide)?, chosen, limits))
        }
    }

    fn prepare(&mut self, position: &Position) {
        if self.step != position.size().k() {
            self.exact.clear();
            self.step = position.size().k();
        }
    }

    fn solve_compact<S: CellSet>(&mut self, (board, base): &(Compact<S>, Cell), limits: &Limits) -> Solved {
        let solution = self.exact.solve(board, limits);
        solution.map_moves(|cell| Cell::from_index(base.index() + u32::from(cell)))
    }
}
