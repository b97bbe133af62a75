#![doc = include_str!("../README.md")]

/// The examples of the workspace's front page, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct FrontPage;

mod certificate;
mod contest;
#[cfg(feature = "serde")]
mod data;
mod engine;
mod moves;
mod notation;
mod pattern;
mod position;
mod run;
mod segment;
mod solver;
#[cfg(feature = "testkit")]
pub mod testkit;
mod wide;
mod word;

pub use certificate::Certificate;
pub use contest::{Role, Strip3Judge, Strip3Player};
pub use engine::{Basis, Engine, EngineChoice, Settings, Strategy};
pub use moves::Cell;
pub use position::{Refusal, Strip, TooLong};
pub use run::Run;
pub use segment::Segment;
pub use solver::Solver;
pub use wide::Wide;
pub use word::Word;
