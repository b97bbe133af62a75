#![doc = include_str!("../README.md")]

mod engine;
mod notation;
mod position;

pub use engine::{Threats, solver};
pub use position::{Column, Position};
