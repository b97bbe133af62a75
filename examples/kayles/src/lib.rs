#![doc = include_str!("../README.md")]

mod contest;
mod notation;
mod position;

pub use contest::KaylesPlayer;
pub use position::{Hit, Pins, Row};
