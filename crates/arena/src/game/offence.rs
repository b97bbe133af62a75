use std::fmt;

use jugada_contest::{Foul, FoulKind};
use serde::{Deserialize, Serialize};

/// In what way a program went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Status {
    /// A move that the rules do not allow.
    Illegal,
    /// A line that is not of the form that the protocol wants.
    Malformed,
    /// No answer in time.
    Time,
    /// It ended, by itself or by a signal, when an answer was due.
    Crash,
    /// It lives, but has closed its output.
    ClosedOutput,
    /// It could not be started.
    NoStart,
    /// It used more memory than it may.
    Memory,
    /// It had more processes than it may.
    Processes,
    /// It wrote too much.
    Flood,
    /// It went on after the end of the game and had to be ended. Costs nothing but the mention.
    DidNotExit,
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Illegal => "illegal move",
            Self::Malformed => "malformed line",
            Self::Time => "time",
            Self::Crash => "crash",
            Self::ClosedOutput => "closed output",
            Self::NoStart => "no start",
            Self::Memory => "memory",
            Self::Processes => "processes",
            Self::Flood => "output flood",
            Self::DidNotExit => "did not exit",
        })
    }
}

/// What a program did wrong, in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offence {
    /// The side that it played: 0 or 1.
    pub side: usize,
    /// In what way.
    pub status: Status,
    /// The particulars, in one sentence.
    pub reason: String,
}

impl Status {
    /// The status of a line that a judge refused.
    #[must_use]
    pub const fn of_foul(foul: &Foul) -> Self {
        match foul.kind {
            FoulKind::Malformed => Self::Malformed,
            FoulKind::Illegal => Self::Illegal,
        }
    }
}

impl fmt::Display for Offence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.status, self.reason)
    }
}
