use super::{MatrixGame, MatrixSolution, Number};

/// The column player's linear program as a condensed tableau: maximise Σy subject to Ay ≤ 1, y ≥ 0, with all entries of A positive.
///
/// Row by row; the last row is the objective. A basic and a non-basic variable change places in each step; the columns' own variables have
/// labels from 0, the rows' slack variables go on from there.
#[derive(Clone, Debug)]
pub(super) struct Tableau<V> {
    cells: Vec<V>,
    /// The right-hand side of each row. They lie apart so that lines are as long as the game is wide, which is often a power of two.
    rights: Vec<V>,
    pivot_row: Vec<V>,
    pivot_column: Vec<V>,
    /// The variable that stands at the head of each column and at each row.
    at_column: Vec<usize>,
    at_row: Vec<usize>,
}

impl<V: Number> Tableau<V> {
    pub(super) fn new() -> Self {
        Self {
            cells: Vec::new(),
            rights: Vec::new(),
            pivot_row: Vec::new(),
            pivot_column: Vec::new(),
            at_column: Vec::new(),
            at_row: Vec::new(),
        }
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
        self.cells.extend(game.entries.iter().map(|&entry| V::ONE + (entry - least) * factor));
        self.cells.resize((rows + 1) * columns, V::ONE);
        self.rights.clear();
        self.rights.resize(rows, V::ONE);
        self.rights.push(V::ZERO);
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
            self.pivot_column.clear();
            self.pivot_column.extend(self.cells.chunks_exact(columns).map(|line| line[column]));
            let Some(row) = self.leaving(rows, bland) else { break };
            if self.rights[row] > V::TOLERANCE {
                if !bland {
                    idle = 0;
                }
            } else {
                idle += 1;
            }
            self.pivot(columns, row, column);
            steps += 1;
        }
        steps
    }

    /// A column that gains: the one with the largest coefficient, or by Bland's rule the one with the smallest label.
    fn entering(&self, rows: usize, columns: usize, bland: bool) -> Option<usize> {
        let objective = &self.cells[rows * columns..][..columns];
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
    fn leaving(&self, rows: usize, bland: bool) -> Option<usize> {
        let mut best: Option<(usize, V, V)> = None;
        for (row, (&pivot, &right)) in self.pivot_column[..rows].iter().zip(&self.rights).enumerate() {
            if pivot > V::TOLERANCE {
                let ratio = right / pivot;
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

    fn pivot(&mut self, columns: usize, row: usize, column: usize) {
        let reciprocal = V::ONE / self.pivot_column[row];
        let pivots = &mut self.cells[row * columns..][..columns];
        pivots[column] = V::ONE;
        self.pivot_row.clear();
        self.pivot_row.extend(pivots.iter().map(|&cell| cell * reciprocal));
        let right = self.rights[row] * reciprocal;
        // The pivot's own line is made anew: nothing minus −1 times the line.
        pivots.fill(V::ZERO);
        self.rights[row] = V::ZERO;
        self.pivot_column[row] = -V::ONE;
        for (line, &factor) in self.cells.chunks_exact_mut(columns).zip(&self.pivot_column) {
            line[column] = V::ZERO;
            subtract(line, factor, &self.pivot_row);
        }
        subtract(&mut self.rights, right, &self.pivot_column);
        std::mem::swap(&mut self.at_row[row], &mut self.at_column[column]);
    }

    fn read_off(&self, game: &MatrixGame<V>, solution: &mut MatrixSolution<V>, least: V, scale: V) {
        let (rows, columns) = (game.rows, game.columns);
        let positive = |amount: V| if amount > V::ZERO { amount } else { V::ZERO };
        for (row, &label) in self.at_row.iter().enumerate() {
            if label < columns {
                solution.column[label] = positive(self.rights[row]);
            }
        }
        for (column, &label) in self.at_column.iter().enumerate() {
            if label >= columns {
                solution.row[label - columns] = positive(-self.cells[rows * columns + column]);
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
        let sound = self.cells.iter().chain(&self.rights).all(|cell| cell.is_finite());
        let corner = if sound { -self.rights[rows] } else { V::ZERO };
        let value = V::ONE / corner;
        solution.value = (value - V::ONE) * scale + least;
    }
}

/// Takes `factor` times the other line from a line of the same length, four cells at a time.
fn subtract<V: Number>(line: &mut [V], factor: V, other: &[V]) {
    let ((fours, rest), (other_fours, other_rest)) = (line.as_chunks_mut::<4>(), other.as_chunks::<4>());
    for (cells, others) in fours.iter_mut().zip(other_fours) {
        for (cell, &other) in cells.iter_mut().zip(others) {
            *cell = *cell - factor * other;
        }
    }
    for (cell, &other) in rest.iter_mut().zip(other_rest) {
        *cell = *cell - factor * other;
    }
}
