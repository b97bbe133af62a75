//! Connect Four as the crate `treant` wants it.

use connect_four::{Column, Position};
use jugada_core::monte_carlo::Playout;
use jugada_core::{Game, Random, Side};
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, GameState, MCTS, MCTSManager, ProvenValue, SearchHandle};

use super::draws::{Draws, EXPLORATION};

#[derive(Clone)]
struct Rules(Position);

impl GameState for Rules {
    type Move = Column;
    type Player = Side;
    type MoveList = Vec<Column>;

    fn current_player(&self) -> Side {
        self.0.side_to_move()
    }

    fn available_moves(&self) -> Vec<Column> {
        if self.0.outcome().is_some() { Vec::new() } else { self.0.moves().to_vec() }
    }

    fn make_move(&mut self, chosen: &Column) {
        self.0 = self.0.play_unchecked(*chosen);
    }

    fn terminal_value(&self) -> Option<ProvenValue> {
        self.0.outcome().map(|outcome| match outcome.score(self.0.side_to_move()) {
            ..0 => ProvenValue::Loss,
            0 => ProvenValue::Draw,
            1.. => ProvenValue::Win,
        })
    }
}

struct Dice(Random);

impl Default for Dice {
    fn default() -> Self {
        Self(Random::from_seed(1))
    }
}

/// Proves wins and losses as the others do, and expands positions at their second visit, as is the default.
struct Configuration;

impl MCTS for Configuration {
    type State = Rules;
    type Eval = Rollout;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = Dice;

    fn rng_seed(&self) -> Option<u64> {
        Some(1)
    }

    fn solver_enabled(&self) -> bool {
        true
    }
}

struct Rollout;

impl Rollout {
    /// What a game played at random is worth to the first side.
    fn value(position: Position, handle: &mut SearchHandle<Configuration>) -> i64 {
        if let Some(outcome) = position.outcome() {
            return outcome.score(Side::First).into();
        }
        let value = Draws.value(position, &mut handle.thread_data().extra_data.0);
        #[expect(clippy::cast_possible_truncation, reason = "−1, 0 or 1")]
        let whole = value as i64;
        if position.side_to_move() == Side::First { whole } else { -whole }
    }
}

impl Evaluator<Configuration> for Rollout {
    type StateEvaluation = i64;

    fn evaluate_new_state(
        &self,
        state: &Rules,
        moves: &Vec<Column>,
        handle: Option<SearchHandle<Configuration>>,
    ) -> (Vec<()>, i64) {
        (vec![(); moves.len()], handle.map_or(0, |mut handle| Self::value(state.0, &mut handle)))
    }

    fn evaluate_existing_state(
        &self,
        state: &Rules,
        _: &i64,
        mut handle: SearchHandle<Configuration>,
    ) -> i64 {
        Self::value(state.0, &mut handle)
    }

    fn interpret_evaluation_for_player(&self, value: &i64, side: &Side) -> i64 {
        if *side == Side::First { *value } else { -*value }
    }
}

pub fn monte_carlo(position: &Position, playouts: u64) -> Option<Column> {
    let policy = UCTPolicy::new(EXPLORATION.into());
    let mut search = MCTSManager::new(Rules(*position), Configuration, Rollout, policy, ());
    search.playout_n(playouts);
    search.best_move()
}
