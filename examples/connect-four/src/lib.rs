#![doc = include_str!("../README.md")]

mod contest;
mod engine;
mod notation;
mod position;

pub use contest::ConnectFourPlayer;
pub use engine::{Threats, solver};
pub use position::{Column, Position};
