#![doc = include_str!("../README.md")]

mod board;
mod cells;
mod compact;
mod contest;
mod effort;
mod engine;
mod model;
mod moves;
mod notation;
mod plan;
mod playout;
mod position;
mod record;
mod script;
mod solver;
mod strategy;
#[cfg(feature = "testkit")]
pub mod testkit;
mod tree;
mod walk;

pub use cells::{CellSet, Wide};
pub use compact::Compact;
pub use contest::{Bot, Referee};
pub use engine::{Engine, Options};
pub use moves::Cell;
pub use notation::{MAX_SIZE, Size};
pub use position::{MoveError, Position, PositionError};
pub use record::{Record, RecordError};
pub use solver::{Payoff, Solved, Solver, TooWide};
pub use strategy::Strategy;
pub use walk::longest_walk;
