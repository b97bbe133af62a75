use jugada_core::Notation;
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

impl Layout {
    /// A board of so many columns and rows: the cells of the top row from left to right, then those of the next.
    #[must_use]
    pub fn grid(columns: usize, rows: usize) -> Self {
        let points = (0..rows).flat_map(|y| (0..columns).map(move |x| [x, y]));
        let across =
            (0..columns * rows).filter(|cell| (cell + 1) % columns != 0).map(|cell| [cell, cell + 1]);
        let down = (0..columns * rows.saturating_sub(1)).map(|cell| [cell, cell + columns]);
        Self::Board {
            points: points.collect(),
            lines: across.chain(down).collect(),
            columns: (1..=columns).map(|column| column.to_string()).collect(),
            rows: vec![String::new(); rows],
        }
    }
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
    /// A game of moves in turn: `draw` says what is on the cells of a position. It ends before the first line that is no legal move.
    pub fn of_game<G: Notation>(
        layout: Layout,
        start: G,
        turns: &[Turn],
        draw: impl Fn(&G) -> String,
    ) -> Self {
        let mut plies = vec![Ply { state: draw(&start), turns: Vec::new() }];
        let mut position = start;
        for (number, turn) in turns.iter().enumerate() {
            let Ok(chosen) = position.parse_move(&turn.text) else { break };
            position = position.play_unchecked(chosen);
            plies.push(Ply { state: draw(&position), turns: vec![number] });
        }
        Self { layout, plies }
    }

    /// A game without pictures: just its lines, one a ply.
    #[must_use]
    pub fn of_lines(turns: &[Turn]) -> Self {
        let empty = |turns| Ply { state: String::new(), turns };
        let plies = std::iter::once(empty(Vec::new())).chain((0..turns.len()).map(|turn| empty(vec![turn])));
        Self { layout: Layout::Rows { cells: 0 }, plies: plies.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cells_of_a_grid_and_their_neighbours() {
        let Layout::Board { points, lines, columns, rows } = Layout::grid(3, 2) else { panic!("a board") };
        assert_eq!(points, [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]]);
        assert_eq!(lines, [[0, 1], [1, 2], [3, 4], [4, 5], [0, 3], [1, 4], [2, 5]]);
        assert_eq!((columns.len(), rows.len()), (3, 2));
    }
}
