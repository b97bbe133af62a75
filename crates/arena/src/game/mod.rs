//! One game between two programs: the clock, the verdict in words, and what it cost.

mod clock;
mod offence;
mod played;
mod referee;
mod seat;

pub use clock::TimeControl;
pub use offence::{Offence, Status};
pub use played::{Account, Played, Turn};
pub use referee::{Setup, referee, watched};
