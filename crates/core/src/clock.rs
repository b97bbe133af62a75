use std::time::Duration;

/// A program's clock for a whole game: how much it has left, and how much of that to spend on the next move.
///
/// It runs only while the program thinks: add every stretch from the reading of a line to the writing of the answer.
///
/// ```
/// use std::time::Duration;
/// use jugada_core::Clock;
/// let mut clock = Clock::new(Duration::from_secs(30), Duration::from_millis(150));
/// let budget = clock.budget(30);
/// assert!(budget.soft < budget.hard && budget.hard < Duration::from_secs(6));
/// clock.spend(Duration::from_secs(29));
/// assert!(clock.budget(30).hard < Duration::from_millis(200));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    total: Duration,
    margin: Duration,
    spent: Duration,
}

/// How long to think about one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Begin nothing new after this.
    pub soft: Duration,
    /// Answer after this, whatever has been found.
    pub hard: Duration,
}

impl Budget {
    /// The same budget with the soft bound times `factor`, at most the hard bound.
    #[must_use]
    pub fn stretched(self, factor: f64) -> Self {
        Self { soft: self.soft.mul_f64(factor.max(0.0)).min(self.hard), ..self }
    }
}

/// How much longer than its equal share a move may take at most.
const STRETCH: u32 = 2;

/// At most this part of what is left goes into one move, so that there is always something left.
const PART: u32 = 5;

/// The share of the soft bound that is spent on average: deepening goes on past the soft bound until a step ends, and stops before it
/// where there is nothing to think about.
const SOFT_PERCENT: u32 = 50;

impl Clock {
    /// A clock with `total` for the game, `margin` of which is never planned with: the referee measures more than the program.
    #[must_use]
    pub const fn new(total: Duration, margin: Duration) -> Self {
        Self { total, margin, spent: Duration::ZERO }
    }

    /// Takes the time of one move off.
    pub fn spend(&mut self, thought: Duration) {
        self.spent = self.spent.saturating_add(thought);
    }

    /// What is left to plan with: the margin is not.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.total.saturating_sub(self.margin).saturating_sub(self.spent)
    }

    /// How much to spend on the next move when about `moves` more are to be made, this one included.
    ///
    /// Whatever `moves` is, the hard bound is a fifth of what is left at most: time runs low, but never out.
    #[must_use]
    pub fn budget(&self, moves: u32) -> Budget {
        let left = self.left();
        let share = left / moves.max(1);
        let hard = (share * STRETCH).min(left / PART);
        Budget { soft: (share * SOFT_PERCENT / 100).min(hard), hard }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_always_runs_to_the_hard_bound_never_runs_out() {
        let mut clock = Clock::new(Duration::from_secs(30), Duration::from_millis(150));
        for moves in (1..=100).rev() {
            let budget = clock.budget(moves);
            assert!(budget.soft <= budget.hard && budget.hard < clock.left());
            clock.spend(budget.hard);
        }
        assert!(clock.left() > Duration::ZERO);
    }

    #[test]
    fn an_overdrawn_clock_gives_nothing() {
        let mut clock = Clock::new(Duration::from_secs(1), Duration::from_secs(2));
        assert_eq!(clock.budget(1).hard, Duration::ZERO);
        clock.spend(Duration::MAX);
        clock.spend(Duration::MAX);
        assert_eq!(clock.left(), Duration::ZERO);
    }
}
