//! How everybody draws the moves of a game of Connect Four that is played at random.

use connect_four::{Column, Position};
use jugada_core::monte_carlo::Playout;
use jugada_core::{Game, Random};

/// Everybody's factor before the square root of UCB1, that of the theorem.
pub const EXPLORATION: f32 = std::f32::consts::SQRT_2;

/// A column that has room, all equally likely. Most have, so drawing again is quicker than counting.
#[inline]
pub fn draw(position: &Position, mut next: impl FnMut() -> u64) -> Column {
    loop {
        #[expect(clippy::cast_possible_truncation, reason = "less than 7")]
        let column = Column::ALL[((u128::from(next()) * 7) >> 64) as usize];
        if position.is_legal(column) {
            return column;
        }
    }
}

/// Games at random by [`draw`].
pub struct Draws;

impl Playout<Position> for Draws {
    #[inline]
    fn value(&self, mut position: Position, random: &mut Random) -> f32 {
        let side = position.side_to_move();
        loop {
            position = position.play_unchecked(draw(&position, || random.next_u64()));
            if let Some(outcome) = position.outcome() {
                #[expect(clippy::cast_precision_loss, reason = "−1, 0 or 1")]
                return outcome.score(side) as f32;
            }
        }
    }
}
