//! What the command line does for strip3.

mod contest_match;
mod picture;
mod play;
mod solve;

pub use contest_match::MatchArguments;
pub use play::PlayArguments;
pub use solve::SolveArguments;
