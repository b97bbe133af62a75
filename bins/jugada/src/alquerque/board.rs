use std::fmt::Write;

use jugada_alquerque::{Move, Point, Position};
use jugada_core::{Game, Side};

/// The board with its lines: `w` and `b` are stones, the one that moved last is a capital letter; the last move began at `o`, and what it
/// took stood at `x`.
pub fn drawn(position: &Position, last: Option<Move>) -> String {
    let mut text = String::new();
    for rank in (0..7).rev() {
        let _ = write!(text, " {} ", rank + 1);
        for file in 0..7 {
            let point = Point::new(file, rank).expect("within the board");
            text.push(symbol(position, point, last));
            text.push_str(if file < 6 { "---" } else { "\n" });
        }
        if rank > 0 {
            text.push_str("   ");
            for file in 0..6 {
                // A diagonal line joins points whose file and rank add up to an even number.
                text.push_str(if (file + rank) % 2 == 0 { "| \\ " } else { "| / " });
            }
            text.push_str("|\n");
        }
    }
    text.push_str("   a   b   c   d   e   f   g\n");
    text
}

fn symbol(position: &Position, point: Point, last: Option<Move>) -> char {
    let stone = Side::BOTH.into_iter().find(|&side| position.stones(side).contains(point));
    let moved = last.is_some_and(|last| last.to() == point);
    match stone {
        Some(Side::First) if moved => 'W',
        Some(Side::First) => 'w',
        Some(Side::Second) if moved => 'B',
        Some(Side::Second) => 'b',
        None if last.is_some_and(|last| last.from() == point) => 'o',
        None if last.is_some_and(|last| last.captured().contains(point)) => 'x',
        None => '.',
    }
}

/// Whose turn it is, and how many stones and moves are left.
pub fn state(position: &Position) -> String {
    let [white, black] = Side::BOTH.map(|side| position.stones(side).len());
    let to_move = if position.side_to_move() == Side::First { "White" } else { "Black" };
    format!("Move {}, {to_move} to move; White has {white} stones, Black {black}.", position.plies() / 2 + 1)
}

#[cfg(test)]
mod tests {
    use jugada_core::Notation;

    use super::*;

    #[test]
    fn lines_run_as_on_the_board_and_the_last_move_is_marked() {
        let start = Position::start();
        let first = start.play_unchecked(start.parse_move("c3-d4").expect("legal"));
        let capture = first.parse_move("e5*c3").expect("legal");
        let second = first.play_unchecked(capture);
        insta::assert_snapshot!(drawn(&second, Some(capture)), @r"
         7 b---b---b---b---b---b---b
           | \ | / | \ | / | \ | / |
         6 b---b---b---b---b---b---b
           | / | \ | / | \ | / | \ |
         5 b---b---b---b---o---b---b
           | \ | / | \ | / | \ | / |
         4 b---b---b---x---w---w---w
           | / | \ | / | \ | / | \ |
         3 w---w---B---w---w---w---w
           | \ | / | \ | / | \ | / |
         2 w---w---w---w---w---w---w
           | / | \ | / | \ | / | \ |
         1 w---w---w---w---w---w---w
           a   b   c   d   e   f   g
        ");
    }
}
