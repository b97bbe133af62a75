//! What the command line does for alquerque.

mod analyse;
mod board;
mod listing;
mod perft;
mod play;
mod start;

pub use analyse::AnalyseArguments;
pub use listing::MovesArguments;
pub use perft::PerftArguments;
pub use play::PlayArguments;
