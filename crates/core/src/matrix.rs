use std::fmt;

use thiserror::Error;

use self::simplex::Tableau;

mod number;
mod simplex;
#[cfg(test)]
mod tests;

pub use number::{Number, Rational};

/// A two-player zero-sum game given as a table: what the row player gets from the column player, for each pair of choices.
///
/// Entries are `f64` for speed or [`Rational`] for exact answers.
///
/// ```
/// use jugada_core::{MatrixGame, MatrixSolver};
/// // Matching pennies with a bonus: the row player wins 2 on heads, 1 on tails, and loses 1 otherwise.
/// let game = MatrixGame::from_rows(&[[2.0, -1.0], [-1.0, 1.0]]);
/// let mut solver = MatrixSolver::new();
/// let solution = solver.solve(&game)?;
/// assert!((solution.value - 0.2).abs() < 1e-12);
/// assert!((solution.row[0] - 0.4).abs() < 1e-12);
/// # Ok::<(), jugada_core::MatrixError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixGame<V = f64> {
    rows: usize,
    columns: usize,
    entries: Vec<V>,
}

impl<V: Number> MatrixGame<V> {
    /// A game with `rows * columns` entries, given row by row.
    ///
    /// # Panics
    /// If there is no row or no column, or the number of entries is another.
    #[must_use]
    pub fn new(rows: usize, columns: usize, entries: Vec<V>) -> Self {
        assert!(rows > 0 && columns > 0, "a matrix game needs a row and a column");
        assert_eq!(entries.len(), rows * columns, "entries of a matrix game");
        Self { rows, columns, entries }
    }

    /// A game from rows of equal length.
    ///
    /// # Panics
    /// If there is no row or no column, or rows differ in length.
    #[must_use]
    pub fn from_rows<R: AsRef<[V]>>(rows: &[R]) -> Self {
        let columns = rows.first().map_or(0, |row| row.as_ref().len());
        assert!(rows.iter().all(|row| row.as_ref().len() == columns), "rows of different lengths");
        let entries = rows.iter().flat_map(|row| row.as_ref().iter().copied()).collect();
        Self::new(rows.len(), columns, entries)
    }

    /// A game whose entry in row `r` and column `c` is `entry(r, c)`.
    ///
    /// # Panics
    /// If there is no row or no column.
    #[must_use]
    pub fn from_fn(rows: usize, columns: usize, mut entry: impl FnMut(usize, usize) -> V) -> Self {
        let entries = (0..rows * columns).map(|at| entry(at / columns, at % columns)).collect();
        Self::new(rows, columns, entries)
    }

    /// Takes the place of this game, keeping its memory.
    ///
    /// # Panics
    /// If there is no row or no column.
    pub fn refill(&mut self, rows: usize, columns: usize, mut entry: impl FnMut(usize, usize) -> V) {
        assert!(rows > 0 && columns > 0, "a matrix game needs a row and a column");
        self.rows = rows;
        self.columns = columns;
        self.entries.clear();
        self.entries.extend((0..rows * columns).map(|at| entry(at / columns, at % columns)));
    }

    /// How many choices the row player has.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// How many choices the column player has.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// What the row player gets.
    ///
    /// # Panics
    /// If there is no such row or column.
    #[must_use]
    pub fn entry(&self, row: usize, column: usize) -> V {
        assert!(column < self.columns, "column {column} of {}", self.columns);
        self.entries[row * self.columns + column]
    }

    /// One row's entries.
    fn row(&self, row: usize) -> &[V] {
        &self.entries[row * self.columns..][..self.columns]
    }

    /// What the row player gets at least by drawing its row with these probabilities, whatever the column.
    ///
    /// # Panics
    /// If there are not as many probabilities as rows.
    #[must_use]
    pub fn guarantee_of_row(&self, probabilities: &[V]) -> V {
        assert_eq!(probabilities.len(), self.rows, "probabilities of rows");
        let against = |column: usize| {
            (0..self.rows).fold(V::ZERO, |sum, row| sum + probabilities[row] * self.entry(row, column))
        };
        (1..self.columns).map(against).fold(against(0), |least, next| if next < least { next } else { least })
    }

    /// What the row player gets at most when the column player draws its column with these probabilities.
    ///
    /// # Panics
    /// If there are not as many probabilities as columns.
    #[must_use]
    pub fn guarantee_of_column(&self, probabilities: &[V]) -> V {
        assert_eq!(probabilities.len(), self.columns, "probabilities of columns");
        let against = |row: usize| {
            self.row(row).iter().zip(probabilities).fold(V::ZERO, |sum, (&entry, &share)| sum + entry * share)
        };
        (1..self.rows).map(against).fold(against(0), |most, next| if next > most { next } else { most })
    }

    /// What each side guarantees itself if it has to show its choice, and the extremes of all entries, which come along.
    fn pure_guarantees(&self) -> Pure<V> {
        let least_of = |row: usize| {
            let entries = self.row(row);
            entries[1..].iter().fold(entries[0], |least, &next| if next < least { next } else { least })
        };
        let most_of = |column: usize| {
            let mut most = self.entries[column];
            for row in 1..self.rows {
                let next = self.entries[row * self.columns + column];
                most = if next > most { next } else { most };
            }
            most
        };
        let (first_row, first_column) = (least_of(0), most_of(0));
        let mut pure = Pure {
            row: 0,
            lower: first_row,
            column: 0,
            upper: first_column,
            least: first_row,
            most: first_column,
        };
        for row in 1..self.rows {
            let worst = least_of(row);
            if worst > pure.lower {
                (pure.row, pure.lower) = (row, worst);
            }
            pure.least = if worst < pure.least { worst } else { pure.least };
        }
        for column in 1..self.columns {
            let worst = most_of(column);
            if worst < pure.upper {
                (pure.column, pure.upper) = (column, worst);
            }
            pure.most = if worst > pure.most { worst } else { pure.most };
        }
        pure
    }
}

/// The best row and column for players who have to show their choice.
struct Pure<V> {
    row: usize,
    /// The row's worst case.
    lower: V,
    column: usize,
    /// The column's worst case.
    upper: V,
    /// The smallest and the largest entry of the game.
    least: V,
    most: V,
}

/// The value of a [`MatrixGame`] and an optimal mixed strategy of each side.
#[derive(Clone, Debug, PartialEq)]
pub struct MatrixSolution<V = f64> {
    /// What the row player gets when both play optimally.
    pub value: V,
    /// The row player's probabilities: none negative, summing to 1.
    pub row: Vec<V>,
    /// The column player's probabilities: none negative, summing to 1.
    pub column: Vec<V>,
}

/// A matrix game that cannot be solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MatrixError {
    /// An entry is not a finite number.
    #[error("an entry of the matrix is not a finite number")]
    NotFinite,
    /// Fractions grew beyond what a [`Rational`] can hold.
    #[error("the fractions grew beyond 127 bits")]
    Overflow,
}

/// Solves [`MatrixGame`]s exactly by linear programming; keeps its memory from one game to the next.
///
/// The dense tableau of the column player's program is worked on in place (as Dantzig describes it in *Linear Programming and
/// Extensions*, 1963), entering by the largest coefficient. Cycling is impossible: after a run of steps that gain nothing, the
/// rule of Bland (*Mathematics of Operations Research* 2, 1977) takes over until the end. A saddle point is found without it.
///
/// With `f64` the entries are first scaled to the range from 1 to 2, so errors are relative to the difference between the largest
/// and the smallest entry: below 10⁻¹² of it on a hundred thousand random games with up to twelve rows and columns.
/// [`MatrixGame::guarantee_of_row`] and [`MatrixGame::guarantee_of_column`] of the answer bracket the exact value. With
/// [`Rational`] nothing is rounded.
#[derive(Clone, Debug)]
pub struct MatrixSolver<V = f64> {
    tableau: Tableau<V>,
    solution: MatrixSolution<V>,
    pivots: u64,
}

impl<V: Number> Default for MatrixSolver<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Number> MatrixSolver<V> {
    /// A solver that has no memory yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            tableau: Tableau::new(),
            solution: MatrixSolution { value: V::ZERO, row: Vec::new(), column: Vec::new() },
            pivots: 0,
        }
    }

    /// The game's value and an optimal strategy for each side. The answer lives in the solver until the next call.
    ///
    /// # Errors
    /// [`MatrixError::NotFinite`] if an entry is infinite or not a number; [`MatrixError::Overflow`] in exact arithmetic.
    pub fn solve(&mut self, game: &MatrixGame<V>) -> Result<&MatrixSolution<V>, MatrixError> {
        if !game.entries.iter().all(|entry| entry.is_finite()) {
            return Err(MatrixError::NotFinite);
        }
        let pure = game.pure_guarantees();
        let solution = &mut self.solution;
        solution.row.clear();
        solution.row.resize(game.rows, V::ZERO);
        solution.column.clear();
        solution.column.resize(game.columns, V::ZERO);
        if pure.lower >= pure.upper {
            solution.value = pure.lower;
            solution.row[pure.row] = V::ONE;
            solution.column[pure.column] = V::ONE;
            return Ok(&self.solution);
        }
        self.pivots += self.tableau.solve(game, (pure.least, pure.most), solution);
        if solution.value.is_finite() { Ok(&self.solution) } else { Err(MatrixError::Overflow) }
    }

    /// Steps of the simplex method taken by this solver so far.
    #[must_use]
    pub fn pivots(&self) -> u64 {
        self.pivots
    }
}

impl<V: Number + fmt::Display> fmt::Display for MatrixGame<V> {
    /// A line for each row, entries separated by blanks.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.rows {
            for (column, entry) in self.row(row).iter().enumerate() {
                let gap = if column == 0 { "" } else { " " };
                write!(f, "{gap}{entry}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
