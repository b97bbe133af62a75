//! Connect Four as the crate `minimax` wants it.

use connect_four::{Column, Position, Threats};
use jugada_core::alpha_beta::Heuristic;
use minimax::{IterativeOptions, MCTSOptions, MonteCarloTreeSearch, RolloutPolicy, Strategy, Winner};
use rand_0_9::RngCore;
use rand_0_9::rngs::SmallRng;

use super::draws::draw;
use super::minimax_rules::{self, Rules, Tabled};

impl Tabled for Position {
    const HIGHEST_NUMBER: u16 = 7;

    fn number(chosen: Column) -> u16 {
        Heuristic::<Position>::tag(&Threats, chosen).get()
    }
}

/// The configurations that are worth comparing, with a table of so many bytes.
pub fn configurations(table: usize) -> Vec<(&'static str, IterativeOptions)> {
    minimax_rules::configurations(|| IterativeOptions::new().with_table_byte_size(table))
}

pub fn alpha_beta(position: &Position, options: IterativeOptions, depth: u8) -> Option<Column> {
    minimax_rules::alpha_beta(position, Threats, options, depth)
}

/// Draws moves as everybody does here.
struct Draws;

impl RolloutPolicy for Draws {
    type G = Rules<Position>;

    fn random_move(
        &self,
        position: &mut Position,
        _: &mut Vec<Column>,
        random: &mut SmallRng,
    ) -> Result<Column, Winner> {
        match <Rules<Position> as minimax::Game>::get_winner(position) {
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
