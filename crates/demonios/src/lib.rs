#![doc = include_str!("../README.md")]

mod cells;
mod compact;
mod walk;

pub use cells::{CellSet, Wide};
pub use compact::Compact;
pub use walk::longest_walk;
