use std::time::Duration;

use serde::{Deserialize, Serialize};

/// How memory and the number of processes are to be limited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum MemoryControl {
    /// By a control group where this process may make one, else by watching.
    #[default]
    Auto,
    /// By a resource limit and by watching resident memory, even where control groups could be had.
    Watch,
}

/// What a program may use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Limits {
    /// Resident memory of the program and all it starts, in bytes; `None` is no limit.
    pub memory: Option<u64>,
    /// How the memory and the number of processes are limited.
    pub memory_control: MemoryControl,
    /// How many processes and threads the program may be at once.
    pub processes: u32,
    /// How long it may take until it runs and waits for its first line.
    pub start: Duration,
    /// How long it may go on after the end of the game before it is told to end, and again before it is killed.
    pub grace: Duration,
    /// Characters of its standard error that are kept; the rest is counted and dropped.
    pub notes: usize,
    /// The longest line on its standard output, in bytes.
    pub line: usize,
    /// All it may write to its standard output in a game, in bytes.
    pub output: usize,
}

impl Default for Limits {
    /// No limit on memory, 64 processes, 5 s to start, 0.5 s of grace, 10,000 characters of notes, 64 KiB a line, 1 MiB a game.
    fn default() -> Self {
        Self {
            memory: None,
            memory_control: MemoryControl::Auto,
            processes: 64,
            start: Duration::from_secs(5),
            grace: Duration::from_millis(500),
            notes: 10_000,
            line: 64 << 10,
            output: 1 << 20,
        }
    }
}
