//! Connect Four as the crate `minimax` wants it.

use std::ops::ControlFlow;

use connect_four::{Column, Position, Threats};
use jugada_core::alpha_beta::Heuristic;
use jugada_core::{Game, Outcome};
use minimax::{
    Evaluator, IterativeOptions, IterativeSearch, MCTSOptions, MonteCarloTreeSearch, RolloutPolicy, Strategy,
    Winner,
};
use rand_0_9::RngCore;
use rand_0_9::rngs::SmallRng;

use super::draws::draw;

pub struct Rules;

impl minimax::Game for Rules {
    type S = Position;
    type M = Column;

    fn generate_moves(position: &Position, moves: &mut Vec<Column>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            let _ = position.for_each_move(|listed| {
                moves.push(listed);
                ControlFlow::<()>::Continue(())
            });
        }
        winner
    }

    fn apply(position: &mut Position, chosen: Column) -> Option<Position> {
        Some(position.play_unchecked(chosen))
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(side) if side == position.side_to_move() => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(position: &Position) -> u64 {
        position.key()
    }

    fn table_index(chosen: Column) -> u16 {
        Heuristic::<Position>::tag(&Threats, chosen).get()
    }

    fn max_table_index() -> u16 {
        7
    }
}

struct Estimate;

impl Evaluator for Estimate {
    type G = Rules;

    fn evaluate(&self, position: &Position) -> minimax::Evaluation {
        i16::try_from(Heuristic::evaluate(&Threats, position)).expect("estimates are small")
    }
}

/// The configurations that are worth comparing; the benches show which is the best.
pub fn configurations(table: usize) -> Vec<(&'static str, IterativeOptions)> {
    let basic = || IterativeOptions::new().with_table_byte_size(table);
    vec![
        ("minimax", basic()),
        ("minimax, countermoves", basic().with_countermoves().with_countermove_history()),
        (
            "minimax, aspiration",
            basic().with_countermoves().with_countermove_history().with_aspiration_window(24),
        ),
        ("minimax, mtdf", basic().with_countermoves().with_countermove_history().with_mtdf()),
    ]
}

pub fn alpha_beta(position: &Position, options: IterativeOptions, depth: u8) -> Option<Column> {
    let mut search = IterativeSearch::new(Estimate, options);
    search.set_max_depth(depth);
    search.choose_move(position)
}

/// Draws moves as everybody does here.
struct Draws;

impl RolloutPolicy for Draws {
    type G = Rules;

    fn random_move(
        &self,
        position: &mut Position,
        _: &mut Vec<Column>,
        random: &mut SmallRng,
    ) -> Result<Column, Winner> {
        match <Rules as minimax::Game>::get_winner(position) {
            Some(winner) => Err(winner),
            None => Ok(draw(position, || random.next_u64())),
        }
    }
}

/// On one thread, with positions expanded at their second visit.
pub fn monte_carlo(position: &Position, playouts: u32) -> Option<Column> {
    let options = MCTSOptions::default().with_num_threads(1).with_rollouts_before_expanding(1);
    let mut search = MonteCarloTreeSearch::new_with_policy(options, Box::new(Draws));
    search.set_max_rollouts(playouts);
    search.choose_move(position)
}
