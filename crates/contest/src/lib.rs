#![doc = include_str!("../README.md")]

mod adapter;
mod arguments;
mod joint;
mod judge;
mod player;
mod program;
mod turns;

pub use adapter::{AdapterError, MAX_LINE, serve};
pub use arguments::{ArgumentError, Arguments};
pub use joint::{JointJudge, JointPlayer};
pub use judge::{Foul, FoulKind, Judge, Message, Verdict, play_out};
pub use player::{Interrupt, Player, ProtocolError, Reply};
pub use program::{Program, run, run_with};
pub use turns::{TurnJudge, TurnPlayer};
