use super::{MatrixGame, MatrixSolution, Number};

/// The column player's linear program as a condensed tableau: maximise Σy subject to Ay ≤ 1, y ≥ 0, with all entries of A positive.
///
/// Row by row; the last column holds the right-hand sides, the last row the objective. A basic and a non-basic variable change
/// places in each step; the columns' own variables have labels from 0, the rows' slack variables go on from there.
#[derive(Clone, Debug)]
pub(super) struct Tableau<V> {
    cells: Vec<V>,
    pivot_row: Vec<V>,
    /// The variable that stands at the head of each column and at each row.
    at_column: Vec<usize>,
    at_row: Vec<usize>,
}

impl<V: Number> Tableau<V> {
    pub(super) fn new() -> Self {
        Self { cells: Vec::new(), pivot_row: Vec::new(), at_column: Vec::new(), at_row: Vec::new() }
    }

    /// Fills in value and strategies, all of whose probabilities are 0 so far, and returns the number of steps. The smallest and the largest
    /// entry of the game are known.
    pub(super) fn solve(
        &mut self,
        game: &MatrixGame<V>,
        (least, most): (V, V),
        solution: &mut MatrixSolution<V>,
    ) -> u64 {
        let scale = most - least;
        self.set_up(game, least, scale);
        let steps = self.optimise(game.rows, game.columns);
        self.read_off(game, solution, least, scale);
        steps
    }

    /// Entries become 1 + (entry − least) / scale: from 1 to 2.
    fn set_up(&mut self, game: &MatrixGame<V>, least: V, scale: V) {
        let (rows, columns) = (game.rows, game.columns);
        let factor = V::ONE / scale;
        self.cells.clear();
        for row in 0..rows {
            self.cells.extend(game.row(row).iter().map(|&entry| V::ONE + (entry - least) * factor));
            self.cells.push(V::ONE);
        }
        self.cells.resize((rows + 1) * (columns + 1), V::ONE);
        *self.cells.last_mut().expect("a tableau has a corner") = V::ZERO;
        self.at_column.clear();
        self.at_column.extend(0..columns);
        self.at_row.clear();
        self.at_row.extend(columns..columns + rows);
    }

    fn optimise(&mut self, rows: usize, columns: usize) -> u64 {
        // Beyond this many steps that gain nothing we may be going round in circles.
        let patience = rows + columns;
        // Bland's rule ends by itself in exact arithmetic. Rounding errors could defeat it: then the strategies found so far stand.
        let most_steps = 1000 * (rows + columns) as u64;
        let mut idle = 0;
        let mut steps = 0;
        while steps < most_steps {
            let bland = idle > patience;
            let Some(column) = self.entering(rows, columns, bland) else { break };
            let Some(row) = self.leaving(rows, columns, column, bland) else { break };
            if self.cells[row * (columns + 1) + columns] > V::TOLERANCE {
                if !bland {
                    idle = 0;
                }
            } else {
                idle += 1;
            }
            self.pivot(rows, columns, row, column);
            steps += 1;
        }
        steps
    }

    /// A column that gains: the one with the largest coefficient, or by Bland's rule the one with the smallest label.
    fn entering(&self, rows: usize, columns: usize, bland: bool) -> Option<usize> {
        let objective = &self.cells[rows * (columns + 1)..][..columns];
        if bland {
            return (0..columns)
                .filter(|&column| objective[column] > V::TOLERANCE)
                .min_by_key(|&column| self.at_column[column]);
        }
        let mut best = None;
        let mut most = V::TOLERANCE;
        for (column, &coefficient) in objective.iter().enumerate() {
            if coefficient > most {
                most = coefficient;
                best = Some(column);
            }
        }
        best
    }

    /// The row whose variable reaches 0 first; among equals the largest pivot for accuracy, or by Bland's rule the smallest label.
    fn leaving(&self, rows: usize, columns: usize, column: usize, bland: bool) -> Option<usize> {
        let width = columns + 1;
        let mut best: Option<(usize, V, V)> = None;
        for row in 0..rows {
            let pivot = self.cells[row * width + column];
            if pivot > V::TOLERANCE {
                let ratio = self.cells[row * width + columns] / pivot;
                let better = best.is_none_or(|(earlier, least, its_pivot)| {
                    ratio < least
                        || (ratio == least
                            && if bland {
                                self.at_row[row] < self.at_row[earlier]
                            } else {
                                pivot > its_pivot
                            })
                });
                if better {
                    best = Some((row, ratio, pivot));
                }
            }
        }
        best.map(|(row, ..)| row)
    }

    fn pivot(&mut self, rows: usize, columns: usize, row: usize, column: usize) {
        let width = columns + 1;
        let pivots = &mut self.cells[row * width..][..width];
        let reciprocal = V::ONE / pivots[column];
        pivots[column] = V::ONE;
        for cell in pivots.iter_mut() {
            *cell = *cell * reciprocal;
        }
        self.pivot_row.clear();
        self.pivot_row.extend_from_slice(pivots);
        let (above, rest) = self.cells.split_at_mut(row * width);
        let below = &mut rest[width..];
        for line in above.chunks_exact_mut(width).chain(below.chunks_exact_mut(width)) {
            let factor = line[column];
            line[column] = V::ZERO;
            for (cell, &pivot) in line.iter_mut().zip(&self.pivot_row) {
                *cell = *cell - factor * pivot;
            }
        }
        debug_assert_eq!(self.at_row.len(), rows, "a label for each row");
        std::mem::swap(&mut self.at_row[row], &mut self.at_column[column]);
    }

    fn read_off(&self, game: &MatrixGame<V>, solution: &mut MatrixSolution<V>, least: V, scale: V) {
        let (rows, columns) = (game.rows, game.columns);
        let width = columns + 1;
        let positive = |amount: V| if amount > V::ZERO { amount } else { V::ZERO };
        for (row, &label) in self.at_row.iter().enumerate() {
            if label < columns {
                solution.column[label] = positive(self.cells[row * width + columns]);
            }
        }
        for (column, &label) in self.at_column.iter().enumerate() {
            if label >= columns {
                solution.row[label - columns] = positive(-self.cells[rows * width + column]);
            }
        }
        let total = |amounts: &[V]| amounts.iter().fold(V::ZERO, |sum, &amount| sum + amount);
        let sums = (total(&solution.row), total(&solution.column));
        for (amounts, sum) in [(&mut solution.row, sums.0), (&mut solution.column, sums.1)] {
            let share = V::ONE / sum;
            for amount in amounts.iter_mut() {
                *amount = *amount * share;
            }
        }
        // The corner holds −Σy; in the scaled game the value is 1 / Σy. Where exact arithmetic has overflowed anywhere on the way,
        // comparisons have gone wrong, too, but a cell that is no number has stayed.
        let sound = self.cells.iter().all(|cell| cell.is_finite());
        let corner = if sound { -self.cells[rows * width + columns] } else { V::ZERO };
        let value = V::ONE / corner;
        solution.value = (value - V::ONE) * scale + least;
    }
}
