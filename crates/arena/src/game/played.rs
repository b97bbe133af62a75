use serde::{Deserialize, Serialize};

use super::Offence;

/// A line that the judge accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The side that wrote it: 0 or 1.
    pub side: usize,
    /// What it says.
    pub text: String,
    /// How long it took, in microseconds: from the last byte of the line that it answers to its own end.
    pub wall_us: u64,
    /// Processor time of the program's first process meanwhile, in microseconds.
    pub cpu_us: u64,
    /// What the program wrote to standard error with it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// What a program used, and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    /// Time charged to it, in microseconds.
    pub wall_us: u64,
    /// Its processor time over the same spans, in microseconds.
    pub cpu_us: u64,
    /// The most memory it had, in bytes, as far as is known.
    pub peak_memory: u64,
    /// What limited its memory, in words.
    pub memory_control: String,
    /// How it ended, in words.
    pub exit: String,
    /// What it wrote to standard error before its first and after its last accepted line.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Characters of standard error that were dropped.
    #[serde(default)]
    pub dropped_notes: u64,
}

/// A game that was played to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// Points of the first and the second side.
    pub points: [u32; 2],
    /// The side that won: 0 or 1.
    pub winner: Option<usize>,
    /// The side that lost for a reason outside the rules.
    pub forfeited: Option<usize>,
    /// Why the game ended, in words.
    pub reason: String,
    /// What the programs did wrong, the deciding thing first.
    pub offences: Vec<Offence>,
    /// The accepted lines, oldest first.
    pub turns: Vec<Turn>,
    /// What each side's program used.
    pub accounts: [Account; 2],
    /// Whether a program was kept from the processor so long that the times mean little.
    pub under_load: bool,
}
