#![doc = include_str!("../README.md")]

mod contest;
pub mod game;
pub mod process;
pub mod replay;
pub mod statistics;
#[cfg(any(test, feature = "testkit"))]
pub mod testkit;
pub mod tournament;

pub use contest::Contest;
