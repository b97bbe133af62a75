//! Many games: an immutable [`Plan`], a [`Log`] that holds every game of it exactly once, and [`Standings`] made from the log alone.

mod fingerprint;
mod log;
mod merge;
mod plan;
mod record;
mod run;
mod schedule;
mod standings;
mod trial;

pub use fingerprint::fingerprint;
pub(crate) use fingerprint::fingerprint_of;
#[cfg(any(test, feature = "testkit"))]
pub(crate) use log::parse_records;
pub use log::{Log, LogError, read_records};
pub use merge::{MachineReport, Merged, merge};
pub use plan::{Blanks, Entrant, Plan, PlanError, System};
pub use record::Record;
pub use run::{Event, Run, RunError, Stopped, run};
pub use schedule::{Pair, Schedule, schedule};
pub use standings::{Duel, Row, Standings};
pub use trial::Trial;
