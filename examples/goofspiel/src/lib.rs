#![doc = include_str!("../README.md")]

mod contest;
mod engine;
mod notation;
mod position;

pub use contest::GoofspielPlayer;
pub use engine::Engine;
pub use position::{Card, Goofspiel};
