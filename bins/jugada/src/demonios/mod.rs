//! What the command line does for demonios.

mod lines;
mod picture;
mod play;
mod solve;

pub use play::PlayArguments;
pub use solve::SolveArguments;
