use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How long a program may think, by the wall clock.
///
/// Counted from the last byte of the line that it answers to the end of its answer's line, for each program by itself. What the referee
/// does meanwhile, and starting the program, is charged to nobody.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeControl {
    /// For the whole game.
    pub game: Duration,
    /// For a single answer, where that is bounded, too.
    pub answer: Option<Duration>,
}

impl TimeControl {
    /// A bound on the whole game only.
    #[must_use]
    pub const fn game(game: Duration) -> Self {
        Self { game, answer: None }
    }

    /// How long the next answer may take when so much of the game's time is left.
    #[must_use]
    pub fn next(&self, left: Duration) -> Duration {
        self.answer.map_or(left, |answer| answer.min(left))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} a game", self.game)?;
        self.answer.map_or(Ok(()), |answer| write!(f, ", {answer:?} an answer"))
    }
}
