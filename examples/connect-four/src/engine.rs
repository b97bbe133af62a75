use std::num::NonZeroU16;

use jugada_core::alpha_beta::{AlphaBeta, Heuristic, Options};

use crate::position::{BOARD, CELLS, Column, Position, lines};

/// What alpha-beta is told about Connect Four: a cell that would complete a line of four is worth something.
#[derive(Clone, Copy, Debug, Default)]
pub struct Threats;

/// The empty cells with which these stones make four in a line.
fn threats(stones: u64, all: u64) -> u64 {
    let cells = lines().map(|step| {
        let up = |times: u8| stones << (step * times);
        let down = |times: u8| stones >> (step * times);
        up(1) & up(2) & (up(3) | down(1)) | down(1) & down(2) & (down(3) | up(1))
    });
    cells.fold(0, |all, some| all | some) & BOARD & !all
}

impl Heuristic<Position> for Threats {
    fn evaluate(&self, position: &Position) -> i32 {
        let count = |stones| threats(stones, position.all).count_ones().cast_signed();
        10 * (count(position.own) - count(position.own ^ position.all))
    }

    fn plies_left(&self, position: &Position) -> Option<u32> {
        Some(CELLS - position.stones())
    }

    fn tag(&self, Column(column): Column) -> NonZeroU16 {
        NonZeroU16::MIN.saturating_add(column.into())
    }
}

/// A search that plays, and that solves a position exactly when it has looked far enough.
#[must_use]
pub fn solver(table_bytes: usize) -> AlphaBeta<Threats> {
    AlphaBeta::new(Threats, Options::default().full_width().table_bytes(table_bytes))
}
