use serde::Serialize;

use crate::game::Turn;

/// A game as pictures: a layout of cells, and what is on them after each ply.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scene {
    /// Where the cells are.
    pub layout: Layout,
    /// The pictures, the first one from before the first line.
    pub plies: Vec<Ply>,
}

/// Where the cells of a game are.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Layout {
    /// So many cells in a row; a game is a stack of rows, one a ply.
    Rows {
        /// How many cells.
        cells: usize,
    },
    /// Points on a board.
    Board {
        /// The place of each cell: columns to the right, rows downwards, from 0.
        points: Vec<[usize; 2]>,
        /// The lines of the board, from cell to cell.
        lines: Vec<[usize; 2]>,
        /// What is written beside the columns.
        columns: Vec<String>,
        /// What is written beside the rows, from the top.
        rows: Vec<String>,
    },
}

/// What is on the cells after a ply.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Ply {
    /// A character a cell: `.` nothing, `1` and `2` a piece of the first or second side, `*` of both, `#` out of use.
    pub state: String,
    /// The lines that led here since the picture before, by number.
    pub turns: Vec<usize>,
}

impl Scene {
    /// A game without pictures: just its lines, one a ply.
    #[must_use]
    pub fn of_lines(turns: &[Turn]) -> Self {
        let empty = |turns| Ply { state: String::new(), turns };
        let plies = std::iter::once(empty(Vec::new())).chain((0..turns.len()).map(|turn| empty(vec![turn])));
        Self { layout: Layout::Rows { cells: 0 }, plies: plies.collect() }
    }
}
