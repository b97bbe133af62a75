#![doc = include_str!("../README.md")]

mod moves;
mod notation;
mod point;
mod position;
#[cfg(feature = "testkit")]
pub mod testkit;

pub use moves::Move;
pub use notation::replay;
pub use point::{Point, PointSet, Points};
pub use position::{Ban, MOVES_EACH, Position};
