#![doc = include_str!("../README.md")]

pub mod alpha_beta;
#[cfg(feature = "serde")]
pub mod as_text;
mod clock;
mod game;
mod grundy;
mod impartial;
mod limits;
mod matrix;
pub mod monte_carlo;
mod outcome;
mod perft;
mod random;
mod search;
mod side;
mod simultaneous;
#[cfg(feature = "testkit")]
pub mod testkit;

pub use clock::{Budget, Clock};
pub use game::{Game, IllegalMove, Move, MoveList, Notation, NotationError, quoted};
pub use grundy::{GrundySearch, OutcomeClass, Play, WholeSearch};
pub use impartial::{Component, Components, ImpartialGame, InTurn, Sum};
pub use limits::{Limits, Meter, StopFlag};
pub use matrix::{MatrixError, MatrixGame, MatrixSolution, MatrixSolver, Number, Rational};
pub use outcome::Outcome;
pub use perft::{Perft, perft, perft_divide};
pub use random::{Random, split_mix_64};
pub use search::{Choice, Progress, Proof, Report, Search};
pub use side::Side;
pub use simultaneous::{
    ExactSolver, IllegalPair, JointTreeSearch, SimultaneousGame, Solution, SolutionProgress,
};
