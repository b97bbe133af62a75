//! Signals that ask for an end.

use std::process;
use std::thread;

use anyhow::{Context, Result};
use jugada_core::StopFlag;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
use signal_hook::iterator::Signals;

use super::TRY_AGAIN;

/// A flag that an interrupt, a request to end or a hang-up throws. The second one ends the process at once; what was recorded is safe.
pub fn stop_flag() -> Result<StopFlag> {
    let flag = StopFlag::new();
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP]).context("signals cannot be handled")?;
    let thrown = flag.clone();
    thread::spawn(move || {
        for _ in &mut signals {
            if thrown.is_stopped() {
                process::exit(i32::from(TRY_AGAIN));
            }
            thrown.stop();
        }
    });
    Ok(flag)
}
