use jugada_alquerque::Position;
use jugada_core::{Outcome, Side};

/// What a game that has ended here is worth to a side.
pub fn of(end: &Position, outcome: Outcome, side: Side) -> u32 {
    match outcome {
        Outcome::Win(winner) if winner == side => 12,
        Outcome::Win(_) => 0,
        Outcome::Draw => end.draw_points()[side.index()],
    }
}
