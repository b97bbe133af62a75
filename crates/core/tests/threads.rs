//! Whatever is public can be sent to another thread and shared with it.

use std::ops::ControlFlow;

use jugada_core::alpha_beta::AlphaBeta;
use jugada_core::monte_carlo::{MonteCarlo, MoveStatistics, NoPrior, Opinion, RandomPlayout};
use jugada_core::testkit::Thicket;
use jugada_core::{
    Budget, Choice, Clock, Component, ExactSolver, GrundySearch, IllegalMove, JointTreeSearch, Limits,
    MatrixGame, MatrixSolution, MatrixSolver, Meter, NotationError, Outcome, OutcomeClass, Perft, Play,
    Proof, Random, Rational, Report, Side, StopFlag, Sum, WholeSearch, alpha_beta, monte_carlo,
};

/// Nim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Heap(u32);

impl Component for Heap {
    fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..self.0).try_for_each(|left| visit(&[Self(left)]))
    }

    fn is_over(&self) -> bool {
        self.0 == 0
    }

    fn weight(&self) -> u32 {
        self.0
    }
}

fn is_send_and_sync<T: Send + Sync>() {}

#[test]
fn values_are_send_and_sync() {
    is_send_and_sync::<(Side, Outcome, OutcomeClass, Play, Proof)>();
    is_send_and_sync::<(Choice<u8>, Report<u8, f64>, MoveStatistics<u8>, Opinion)>();
    is_send_and_sync::<(Limits, Meter, StopFlag, Clock, Budget, Random, Perft)>();
    is_send_and_sync::<(NotationError, IllegalMove<Thicket>, Sum<Heap>)>();
    is_send_and_sync::<(MatrixGame, MatrixSolution<f64>, Rational)>();
    is_send_and_sync::<(alpha_beta::Options, alpha_beta::Statistics)>();
    is_send_and_sync::<(monte_carlo::Options, monte_carlo::Statistics, RandomPlayout, NoPrior)>();
}

#[test]
fn searches_are_send_and_sync() {
    is_send_and_sync::<AlphaBeta<()>>();
    is_send_and_sync::<MonteCarlo<Thicket>>();
    is_send_and_sync::<GrundySearch<Heap>>();
    is_send_and_sync::<WholeSearch<Heap>>();
    is_send_and_sync::<JointTreeSearch<u8>>();
    is_send_and_sync::<MatrixSolver>();
    is_send_and_sync::<ExactSolver<f64>>();
}
