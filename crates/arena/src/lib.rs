#![doc = include_str!("../README.md")]

pub mod game;
pub mod process;
pub mod statistics;
