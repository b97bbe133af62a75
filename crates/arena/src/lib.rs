#![doc = include_str!("../README.md")]

mod contest;
pub mod game;
pub mod process;
pub mod replay;
pub mod statistics;
pub mod tournament;

pub use contest::Contest;
