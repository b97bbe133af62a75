//! What the command line does with the arena: matches, tournaments, shards, replays. Only `contests` knows the games.

mod contests;
mod entrants;
mod options;
mod outcome;
mod play;
mod replay;
mod report;
mod screen;
mod shard;
mod signals;
mod tournament;

pub use options::{Conduct, MatchArguments, Rules, Show, sprt};
pub use replay::ReplayArguments;
pub use shard::{MergeArguments, PlanArguments, ShardArguments};
pub use tournament::TournamentArguments;

/// The status of a run that was broken off and can be taken up again by the same command (`EX_TEMPFAIL`).
pub const TRY_AGAIN: u8 = 75;
