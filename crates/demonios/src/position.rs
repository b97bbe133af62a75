use std::ops::ControlFlow;

use jugada_core::{Outcome, Side, SimultaneousGame, split_mix_64};
use thiserror::Error;

use crate::{Cell, CellSet, Compact, Size};

/// A position of demonios on a strip of any size, by the rules as they are written.
///
/// Demons start on the first and the last cell. Each turn both move at once to a clean cell at most a step away, the same one if they
/// like; every cell ever occupied is burned. A side without a move loses; if both are without, it is a draw.
///
/// ```
/// use jugada_core::{Outcome, Side};
/// use jugada_demonios::{Cell, Position, Size};
/// let mut position = Position::start(Size::new(4, 2)?);
/// let middle = Cell::new(2).expect("not 0");
/// position.advance(middle, middle)?;
/// assert_eq!(position.cell(Side::Second), middle);
/// assert_eq!(position.winner(), None);
/// assert_eq!(position.destinations(Side::First).map(Cell::number).collect::<Vec<_>>(), [3]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "crate::Record", into = "crate::Record"))]
pub struct Position {
    size: Size,
    /// A bit for each clean cell, from index 0.
    clean: Vec<u64>,
    cells: [Cell; 2],
}

/// Why a cell cannot be moved to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MoveError {
    /// There is no such cell.
    #[error("the strip has only cells 1 to {0}")]
    OffStrip(u32),
    /// A demon has been there.
    #[error("that cell is burned")]
    Burned,
    /// The cell is more than a step away.
    #[error("from cell {from} it is {distance} cells away and a step is at most {step}")]
    TooFar {
        /// Where the demon is.
        from: Cell,
        /// How far away the cell is.
        distance: u32,
        /// How far a demon can step.
        step: u32,
    },
    /// The game has ended.
    #[error("the game is over")]
    Over,
}

/// Why parts do not make a position: one sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PositionError {
    /// A cell number is 0 or more than there are cells.
    #[error("there is no cell {cell} on a strip of cells 1 to {n}")]
    NoCell {
        /// The number.
        cell: i64,
        /// How many cells there are.
        n: u32,
    },
    /// A clean cell is listed twice.
    #[error("clean cell {0} is listed twice")]
    Twice(Cell),
    /// A demon stands on a cell that is said to be clean.
    #[error("a demon stands on cell {0}, which is listed as clean")]
    Occupied(Cell),
}

impl Position {
    /// The start of a game.
    #[must_use]
    pub fn start(size: Size) -> Self {
        let n = size.n();
        let words = n.div_ceil(u64::BITS);
        let mut clean = vec![u64::MAX; words as usize];
        if let Some(last) = clean.last_mut() {
            *last = u64::below(n - (words - 1) * u64::BITS);
        }
        let mut position = Self { size, clean, cells: [Cell::from_index(0), Cell::from_index(n - 1)] };
        position.burn_occupied();
        position
    }

    /// A position in the middle of a game.
    ///
    /// # Errors
    /// [`PositionError`] if a cell is not on the strip, a clean one is listed twice, or a demon stands on a clean one.
    pub fn from_parts(size: Size, clean: &[i64], cells: [i64; 2]) -> Result<Self, PositionError> {
        let cell = |number: i64| {
            let narrow = u32::try_from(number).ok().filter(|&narrow| narrow <= size.n());
            narrow.and_then(Cell::new).ok_or(PositionError::NoCell { cell: number, n: size.n() })
        };
        let mut position = Self::start(size);
        position.cells = [cell(cells[0])?, cell(cells[1])?];
        position.clean.fill(0);
        for &number in clean {
            let clean = cell(number)?;
            if position.is_clean(clean) {
                return Err(PositionError::Twice(clean));
            }
            position.clean[(clean.index() / u64::BITS) as usize] |= 1 << (clean.index() % u64::BITS);
        }
        match position.cells.into_iter().find(|&cell| position.is_clean(cell)) {
            Some(occupied) => Err(PositionError::Occupied(occupied)),
            None => Ok(position),
        }
    }

    /// The size of the game.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Where a side's demon is.
    #[must_use]
    pub fn cell(&self, side: Side) -> Cell {
        self.cells[side.index()]
    }

    /// Whether a cell is on the strip and no demon has been there.
    #[must_use]
    pub fn is_clean(&self, cell: Cell) -> bool {
        let word = self.clean.get((cell.index() / u64::BITS) as usize);
        word.is_some_and(|word| word >> (cell.index() % u64::BITS) & 1 != 0)
    }

    /// The cells a side can move to, in ascending order.
    pub fn destinations(&self, side: Side) -> impl Iterator<Item = Cell> + '_ {
        let at = self.cell(side).index();
        let step = self.size.k();
        let (from, to) = (at.saturating_sub(step), at.saturating_add(step).min(self.size.n() - 1));
        (from / u64::BITS..=to / u64::BITS).flat_map(move |word| {
            let base = word * u64::BITS;
            let window = u64::below(to + 1 - base) & !u64::below(from.saturating_sub(base));
            (self.clean[word as usize] & window).ascending().map(move |bit| Cell::from_index(base + bit))
        })
    }

    /// The clean cells in ascending order.
    pub fn clean_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        self.clean
            .iter()
            .zip((0..).step_by(u64::BITS as usize))
            .flat_map(|(word, base): (_, u32)| word.ascending().map(move |bit| Cell::from_index(base + bit)))
    }

    /// Whether a side may move to this cell.
    ///
    /// # Errors
    /// [`MoveError`] if it may not.
    pub fn check_move(&self, side: Side, to: Cell) -> Result<(), MoveError> {
        let from = self.cell(side);
        let distance = from.number().abs_diff(to.number());
        if to.number() > self.size.n() {
            Err(MoveError::OffStrip(self.size.n()))
        } else if !self.is_clean(to) {
            Err(MoveError::Burned)
        } else if distance > self.size.k() {
            Err(MoveError::TooFar { from, distance, step: self.size.k() })
        } else {
            Ok(())
        }
    }

    /// Moves both demons.
    ///
    /// # Errors
    /// [`MoveError`] if a move is not allowed; nothing has changed then.
    pub fn advance(&mut self, first: Cell, second: Cell) -> Result<(), MoveError> {
        if self.result().is_some() {
            return Err(MoveError::Over);
        }
        self.check_move(Side::First, first)?;
        self.check_move(Side::Second, second)?;
        self.cells = [first, second];
        self.burn_occupied();
        Ok(())
    }

    /// How the game ended, or nothing while it goes on.
    #[must_use]
    pub fn result(&self) -> Option<Outcome> {
        match Side::BOTH.map(|side| self.destinations(side).next().is_some()) {
            [true, true] => None,
            [true, false] => Some(Outcome::Win(Side::First)),
            [false, true] => Some(Outcome::Win(Side::Second)),
            [false, false] => Some(Outcome::Draw),
        }
    }

    /// Who has won, if the game is over and somebody has.
    #[must_use]
    pub fn winner(&self) -> Option<Side> {
        self.result().and_then(Outcome::winner)
    }

    /// The same position as the second side, who counts from the other end, sees it: itself as the first.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        let n = self.size.n();
        let mut mirrored = Self { cells: self.cells.map(|cell| cell.mirrored(n)), ..self.clone() };
        mirrored.cells.reverse();
        mirrored.clean.fill(0);
        for cell in self.clean_cells() {
            let index = cell.mirrored(n).index();
            mirrored.clean[(index / u64::BITS) as usize] |= 1 << (index % u64::BITS);
        }
        mirrored
    }

    /// The position for searching, and the cell that its cell 0 is; nothing if the cells that matter do not fit in the set.
    #[must_use]
    pub fn compact<S: CellSet>(&self) -> Option<(Compact<S>, Cell)> {
        let spans = self.cells.map(|cell| self.reach_from(cell.index()));
        let [low, high] = [spans[0][0].min(spans[1][0]), spans[0][1].max(spans[1][1])];
        if high - low >= S::CAPACITY {
            return None;
        }
        let cells = self.cells.map(|cell| cell.index() - low);
        let mut clean = S::EMPTY;
        for word in low / u64::BITS..=high / u64::BITS {
            let bits = self.clean[word as usize].ascending().map(|bit| word * u64::BITS + bit);
            for index in bits.filter(|index| (low..=high).contains(index)) {
                clean = clean | S::single(index - low);
            }
        }
        Some((Compact::new(clean, cells, self.size.k()), Cell::from_index(low)))
    }

    /// The smallest and the largest index that a demon on this one can reach, its own included.
    pub(crate) fn reach_from(&self, index: u32) -> [u32; 2] {
        // With long steps there is no wall within a word: its outermost clean cell can be reached if any can.
        let leaps = self.size.k() >= u64::BITS;
        let [mut low, mut high] = [index; 2];
        while let Some(next) = self.clean_below(low) {
            let word = next / u64::BITS;
            let outermost = word * u64::BITS + self.clean[word as usize].trailing_zeros();
            low = if leaps { outermost } else { next };
        }
        while let Some(next) = self.clean_above(high) {
            let word = next / u64::BITS;
            let outermost = word * u64::BITS + self.clean[word as usize].ilog2();
            high = if leaps { outermost } else { next };
        }
        [low, high]
    }

    /// How many clean cells there are from one index to another, both included.
    pub(crate) fn count_clean(&self, from: u32, to: u32) -> u32 {
        let to = to.min(self.size.n() - 1);
        (from / u64::BITS..=to / u64::BITS)
            .map(|word| {
                let base = word * u64::BITS;
                let window = u64::below(to + 1 - base) & !u64::below(from.saturating_sub(base));
                (self.clean[word as usize] & window).count_ones()
            })
            .sum()
    }

    /// Takes the burning of a cell back.
    pub(crate) fn clean_again(&mut self, index: u32) {
        self.clean[(index / u64::BITS) as usize] |= 1 << (index % u64::BITS);
    }

    /// Burns a cell.
    pub(crate) fn burn(&mut self, index: u32) {
        self.clean[(index / u64::BITS) as usize] &= !(1 << (index % u64::BITS));
    }

    /// Whether burning this clean cell makes a new wall that nobody gets across, or a longer one.
    pub(crate) fn walls_off(&self, index: u32) -> bool {
        match (self.clean_below(index), self.clean_above(index)) {
            (Some(below), Some(above)) => above - below > self.size.k(),
            _ => true,
        }
    }

    /// The nearest clean cell on the left of an index that is within a step of it.
    fn clean_below(&self, index: u32) -> Option<u32> {
        let least = index.saturating_sub(self.size.k());
        let mut end = index;
        while end > least {
            let word = (end - 1) / u64::BITS;
            let bits = self.clean[word as usize] & u64::below(end - word * u64::BITS);
            if bits != 0 {
                return Some(word * u64::BITS + bits.ilog2()).filter(|&found| found >= least);
            }
            end = word * u64::BITS;
        }
        None
    }

    /// The nearest clean cell on the right of an index that is within a step of it.
    fn clean_above(&self, index: u32) -> Option<u32> {
        let most = index.saturating_add(self.size.k()).min(self.size.n() - 1);
        let mut from = index + 1;
        while from <= most {
            let word = from / u64::BITS;
            let bits = self.clean[word as usize] & !u64::below(from - word * u64::BITS);
            if bits != 0 {
                return Some(word * u64::BITS + bits.trailing_zeros()).filter(|&found| found <= most);
            }
            from = (word + 1) * u64::BITS;
        }
        None
    }

    fn burn_occupied(&mut self) {
        for cell in self.cells {
            self.burn(cell.index());
        }
    }
}

impl SimultaneousGame for Position {
    type Move = Cell;

    fn score(&self) -> Option<i32> {
        self.result().map(|outcome| outcome.score(Side::First))
    }

    fn for_each_move<B>(&self, side: Side, visit: impl FnMut(Cell) -> ControlFlow<B>) -> ControlFlow<B> {
        self.destinations(side).try_for_each(visit)
    }

    fn play_unchecked(&self, first: Cell, second: Cell) -> Self {
        let mut next = Self { cells: [first, second], ..self.clone() };
        next.burn_occupied();
        next
    }

    /// Different up to chance: a mixture of all words.
    fn key(&self) -> u128 {
        let cells = self.cells.map(|cell| u64::from(cell.number()));
        let halves = [0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210].map(|seed: u64| {
            self.clean.iter().chain(&cells).fold(seed, |mixed, word| {
                let mut state = mixed ^ word;
                split_mix_64(&mut state)
            })
        });
        u128::from(halves[0]) << 64 | u128::from(halves[1])
    }

    fn score_bounds(&self) -> (i32, i32) {
        self.score().map_or((-1, 1), |score| (score, score))
    }

    fn exchanged(&self) -> Option<Self> {
        let [first, second] = self.cells;
        Some(Self { cells: [second, first], ..self.clone() })
    }

    fn is_legal(&self, side: Side, asked: Cell) -> bool {
        self.check_move(side, asked).is_ok()
    }
}
