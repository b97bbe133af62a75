#![doc = include_str!("../README.md")]

mod game;
mod limits;
mod outcome;
mod perft;
mod random;
mod search;
mod side;
#[cfg(feature = "testkit")]
pub mod testkit;

pub use game::{Game, IllegalMove, Move, MoveList, Notation, NotationError, quoted};
pub use limits::{Limits, Meter, StopFlag};
pub use outcome::Outcome;
pub use perft::{perft, perft_divide};
pub use random::{Random, split_mix_64};
pub use search::{Choice, Progress, Proof, Report, Search};
pub use side::Side;
