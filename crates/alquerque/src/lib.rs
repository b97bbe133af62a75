#![doc = include_str!("../README.md")]

mod ambition;
mod contest;
#[cfg(feature = "serde")]
mod data;
mod engine;
mod evaluation;
mod moves;
mod notation;
mod patterns;
mod plain;
mod point;
mod position;
#[cfg(feature = "testkit")]
pub mod testkit;
mod weights;

pub use ambition::{Ambition, AmbitionError, Ambitions, Span};
pub use contest::{AlquerqueJudge, AlquerquePlayer, StrategyKind};
pub use engine::{Engine, EngineOptions};
pub use evaluation::{Drive, Evaluation, points};
pub use moves::Move;
pub use notation::replay;
pub use patterns::PatternClasses;
pub use plain::Plain;
pub use point::{Point, PointSet, Points};
pub use position::{Ban, MOVES_EACH, Position};
pub use weights::{MATERIAL_WEIGHTS, Weights, WeightsError, material_weight};
