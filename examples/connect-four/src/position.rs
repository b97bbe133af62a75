use std::ops::ControlFlow;

use jugada_core::{Game, Outcome, Side, split_mix_64};

pub(crate) const WIDTH: u8 = 7;
pub(crate) const HEIGHT: u8 = 6;
/// Bits of a column: its cells from the bottom, and one that is never set, so that lines do not run from column to column.
pub(crate) const COLUMN_BITS: u8 = HEIGHT + 1;
/// The cells that exist.
pub(crate) const BOARD: u64 = {
    let (mut board, mut column) = (0, 0);
    while column < WIDTH {
        board |= ((1 << HEIGHT) - 1) << (column * COLUMN_BITS);
        column += 1;
    }
    board
};
/// How many they are.
pub(crate) const CELLS: u32 = BOARD.count_ones();

/// A column to drop a stone into, written as its number from 1 to 7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Column(pub(crate) u8);

impl Column {
    /// All of them, those in the middle first: they are the good ones, and what comes first is searched first.
    pub const ALL: [Self; WIDTH as usize] = [Self(3), Self(2), Self(4), Self(1), Self(5), Self(0), Self(6)];
}

/// A board of seven columns with six cells each, and whose turn it is.
///
/// Written as the columns played so far: `"4453"` is a game of four moves. An empty text is the empty board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Position {
    /// The stones of the side to move.
    pub(crate) own: u64,
    /// The stones of both sides.
    pub(crate) all: u64,
}

/// From a cell to the next one upwards, to the right, and on the two diagonals.
pub(crate) fn lines() -> impl Iterator<Item = u8> {
    [1, COLUMN_BITS, COLUMN_BITS - 1, COLUMN_BITS + 1].into_iter()
}

/// Whether four of these stones are in a line.
pub(crate) fn has_four(stones: u64) -> bool {
    lines().any(|step| {
        let pairs = stones & stones >> step;
        pairs & pairs >> (2 * step) != 0
    })
}

impl Position {
    /// How many stones have been played.
    #[must_use]
    pub const fn stones(self) -> u32 {
        self.all.count_ones()
    }
}

impl Game for Position {
    type Move = Column;

    fn side_to_move(&self) -> Side {
        Side::BOTH[self.stones() as usize % 2]
    }

    fn outcome(&self) -> Option<Outcome> {
        if has_four(self.own ^ self.all) {
            return Some(Outcome::Win(self.side_to_move().opponent()));
        }
        (self.stones() == CELLS).then_some(Outcome::Draw)
    }

    fn for_each_move<B>(&self, visit: impl FnMut(Column) -> ControlFlow<B>) -> ControlFlow<B> {
        Column::ALL.into_iter().filter(|&column| self.is_legal(column)).try_for_each(visit)
    }

    fn play_unchecked(&self, Column(column): Column) -> Self {
        // Adding one at the bottom of a column carries to its lowest empty cell.
        Self { own: self.own ^ self.all, all: self.all | (self.all + (1 << (column * COLUMN_BITS))) }
    }

    fn is_legal(&self, Column(column): Column) -> bool {
        column < WIDTH && self.all >> (column * COLUMN_BITS + HEIGHT - 1) & 1 == 0
    }

    fn key(&self) -> u64 {
        // The sum marks the lowest empty cell of each column, below which a bit says whose stone it is.
        split_mix_64(&mut (self.own + self.all))
    }
}
