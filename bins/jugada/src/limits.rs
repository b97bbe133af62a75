//! Limits of searches, as options.

use std::time::Duration;

use jugada_core::Limits;

/// How much a search may spend on each position.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct LimitArguments {
    /// Stop after this many seconds, each position for itself.
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, value_parser = seconds)]
    time: Option<Duration>,
    /// Bytes for the tables.
    #[arg(long, value_name = "BYTES")]
    memory: Option<usize>,
}

impl LimitArguments {
    /// The limits that were asked for.
    pub fn limits(&self) -> Limits {
        let mut limits = Limits::new();
        limits.time = self.time;
        limits.memory = self.memory;
        limits
    }
}

/// Reads a number of seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "a number of seconds was expected".to_owned())?;
    Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string())
}
