use std::time::{Duration, Instant};

use jugada_core::Limits;

use crate::Options;

/// What a move may cost: time, or an amount of work that is the same on every machine.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Effort {
    Time {
        start: Instant,
        whole: Duration,
    },
    /// Imagined games or positions of a plan.
    Simulations(u32),
}

/// Positions that the solver may visit for each simulation that a move may cost: they take about half of the time of one on a short strip.
const POSITIONS: u64 = 80;

impl Effort {
    /// The clock starts now, if it counts.
    pub(crate) fn begun(options: &Options) -> Self {
        match options.simulations_per_move {
            Some(simulations) => Self::Simulations(simulations),
            None => Self::Time { start: Instant::now(), whole: options.time_per_move },
        }
    }

    /// Whether so many simulations, or this part of the time, are too much.
    pub(crate) fn is_spent(self, simulations: u32, part: f64) -> bool {
        match self {
            Self::Time { start, whole } => start.elapsed() >= whole.mul_f64(part),
            Self::Simulations(most) => simulations >= most,
        }
    }

    /// Limits for one of so many questions to the solver, which have this part of the time together.
    pub(crate) fn solving(self, questions: usize, part: f64) -> Limits {
        match self {
            Self::Time { start, whole } => {
                Limits::new().time(whole.mul_f64(part).saturating_sub(start.elapsed()))
            }
            Self::Simulations(most) => {
                Limits::new().nodes(POSITIONS * u64::from(most) / questions.max(1) as u64)
            }
        }
    }

    /// Limits for a question that must be answered, even if it takes longer than a move should.
    pub(crate) fn patience(self) -> Limits {
        match self {
            Self::Time { whole, .. } => Limits::new().time(4 * whole),
            Self::Simulations(most) => Limits::new().nodes(10 * POSITIONS * u64::from(most)),
        }
    }
}
