use jugada_core::Components;
use smallvec::{SmallVec, smallvec};
use thiserror::Error;

use crate::segment::dead_cells;
use crate::word::Word;
use crate::{Cell, Run, Segment};

/// A strip of cells, some of them crossed, none of the crosses forming a forbidden run.
///
/// Strips of any length that memory holds, one bit a cell. See the [crate's page](crate) for the rules.
///
/// ```
/// use jugada_strip3::{Cell, Refusal, Run, Strip};
/// let mut strip = Strip::empty(5, Run::CONTEST)?;
/// for number in [1, 2, 5] {
///     strip.play(Cell::new(number).unwrap())?;
/// }
/// assert_eq!(strip.to_string(), "XX..X");
/// let legal: Vec<usize> = strip.legal_cells().map(Cell::number).collect();
/// assert_eq!(legal, [4], "3 would complete a run");
/// assert!(matches!(strip.play(Cell::new(3).unwrap()), Err(Refusal::CompletesRun { .. })));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Strip {
    length: usize,
    run: Run,
    /// One bit a cell, from the lowest bit of the first limb; no bit beyond the last cell is set.
    limbs: SmallVec<[u64; 2]>,
}

const LIMB: usize = u64::BITS as usize;

/// A strip is longer than memory allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a strip of {length} cells does not fit into memory")]
pub struct TooLong {
    /// The number of cells asked for.
    pub length: usize,
}

/// Why a cross may not be put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Refusal {
    /// There is no such cell.
    #[error("cell {cell} is off the strip, which has {length} cells")]
    OffStrip {
        /// The cell.
        cell: Cell,
        /// How many cells there are.
        length: usize,
    },
    /// There is a cross already.
    #[error("cell {cell} has a cross already")]
    Occupied {
        /// The cell.
        cell: Cell,
    },
    /// The cross would complete a forbidden run.
    #[error("a cross on cell {cell} would make {run} in a row")]
    CompletesRun {
        /// The cell.
        cell: Cell,
        /// The length of the forbidden run.
        run: Run,
    },
}

impl Strip {
    /// A strip of `length` cells without a cross.
    ///
    /// # Errors
    /// [`TooLong`] if there is no memory for it, a bit a cell.
    pub fn empty(length: usize, run: Run) -> Result<Self, TooLong> {
        let count = length.div_ceil(LIMB);
        let mut limbs: SmallVec<[u64; 2]> = smallvec![];
        limbs.try_reserve_exact(count).map_err(|_| TooLong { length })?;
        limbs.resize(count, 0);
        Ok(Self { length, run, limbs })
    }

    /// How many cells there are.
    #[must_use]
    pub const fn length(&self) -> usize {
        self.length
    }

    /// The run that is forbidden.
    #[must_use]
    pub const fn run(&self) -> Run {
        self.run
    }

    /// How many crosses there are.
    #[must_use]
    pub fn crosses(&self) -> usize {
        self.limbs.iter().map(|limb| limb.count_ones() as usize).sum()
    }

    /// Whether there is a cross on the cell; none off the strip.
    #[must_use]
    pub fn has_cross(&self, cell: Cell) -> bool {
        self.has_cross_at(cell.index())
    }

    fn has_cross_at(&self, index: usize) -> bool {
        self.limbs.get(index / LIMB).is_some_and(|limb| limb >> (index % LIMB) & 1 == 1)
    }

    /// Makes sure that a cross may be put on the cell.
    ///
    /// # Errors
    /// [`Refusal`] saying why not.
    pub fn check(&self, cell: Cell) -> Result<(), Refusal> {
        let index = cell.index();
        if index >= self.length {
            return Err(Refusal::OffStrip { cell, length: self.length });
        }
        if self.has_cross_at(index) {
            return Err(Refusal::Occupied { cell });
        }
        let others = self.run.cells() - 1;
        let left = (1..=others).take_while(|step| index >= *step && self.has_cross_at(index - step)).count();
        let right = (1..=others).take_while(|step| self.has_cross_at(index + step)).count();
        if left + right >= others { Err(Refusal::CompletesRun { cell, run: self.run }) } else { Ok(()) }
    }

    /// Puts a cross on the cell.
    ///
    /// # Errors
    /// [`Refusal`] saying why not; nothing has changed then.
    pub fn play(&mut self, cell: Cell) -> Result<(), Refusal> {
        self.check(cell)?;
        self.set_cross(cell);
        Ok(())
    }

    /// Takes the cross from the cell, if there is one: takes a move back.
    pub fn take_back(&mut self, cell: Cell) {
        if let Some(limb) = self.limbs.get_mut(cell.index() / LIMB) {
            *limb &= !(1 << (cell.index() % LIMB));
        }
    }

    /// Puts a cross on a cell of the strip, whatever the rules say.
    pub(crate) fn set_cross(&mut self, cell: Cell) {
        self.limbs[cell.index() / LIMB] |= 1 << (cell.index() % LIMB);
    }

    /// The cells where a cross may be put, from the left.
    pub fn legal_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        (0..self.limbs.len())
            .flat_map(move |at| Bits(self.open_limb(at) & !self.limbs[at]).map(move |bit| at * LIMB + bit))
            .map(Cell::from_index)
    }

    /// Whether nobody can move any more.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.legal_cells().next().is_none()
    }

    /// 64 cells of which those on the strip that are not dead are set.
    fn open_limb(&self, at: usize) -> u64 {
        /// Cells to either side that can make a cell dead: one less than the longest run, and one more to make it round.
        const MARGIN: u32 = 8;
        let limb = |at: Option<usize>| at.and_then(|at| self.limbs.get(at)).copied().unwrap_or(0);
        let (before, here, after) = (limb(at.checked_sub(1)), limb(Some(at)), limb(at.checked_add(1)));
        let on_strip = match (self.length - at * LIMB).min(LIMB) {
            LIMB => u64::MAX,
            cells => (1 << cells) - 1,
        };
        let around = u128::from(before >> (u64::BITS - MARGIN))
            | u128::from(here) << MARGIN
            | u128::from(after & ((1 << MARGIN) - 1)) << (u64::BITS + MARGIN);
        if around == 0 {
            return on_strip;
        }
        let dead = dead_cells(around, self.run) >> MARGIN & u128::from(u64::MAX);
        on_strip & !u64::try_from(dead).expect("64 bits")
    }

    /// The stretches between dead cells and ends, from the left: where each begins (counted from 0) and how many cells it has.
    pub(crate) fn stretches(&self) -> impl Iterator<Item = Stretch> + '_ {
        let mut at = 0;
        std::iter::from_fn(move || {
            at = self.next_cell(at, true)?;
            let start = at;
            at = self.next_cell(at, false).unwrap_or(self.length);
            Some(Stretch { start, length: at - start })
        })
    }

    /// The first cell from `from` on that is open (not dead), or that is dead; counted from 0.
    fn next_cell(&self, from: usize, open: bool) -> Option<usize> {
        let mut skipped = u64::MAX << (from % LIMB);
        for at in from / LIMB..self.limbs.len() {
            let limb = if open { self.open_limb(at) } else { !self.open_limb(at) };
            if limb & skipped != 0 {
                let cell = at * LIMB + (limb & skipped).trailing_zeros() as usize;
                return (cell < self.length).then_some(cell);
            }
            skipped = u64::MAX;
        }
        None
    }

    /// The crosses of a stretch of at most as many cells as the word has bits, the first cell in the lowest bit.
    pub(crate) fn crosses_of<W: Word>(&self, stretch: Stretch) -> W {
        let mut crosses = W::ZERO;
        for cell in (0..stretch.length).step_by(LIMB) {
            let (at, bit) = ((stretch.start + cell) / LIMB, (stretch.start + cell) % LIMB);
            let upper = self.limbs.get(at + 1).copied().unwrap_or(0);
            let bits = self.limbs[at] >> bit
                | upper.checked_shl(u64::BITS - u32::try_from(bit).expect("a bit's number")).unwrap_or(0);
            let kept = match stretch.length - cell {
                rest if rest < LIMB => bits & ((1 << rest) - 1),
                _ => bits,
            };
            crosses = crosses | W::from_low(kept) << u32::try_from(cell).expect("a word has few bits");
        }
        crosses
    }

    /// How many crosses a stretch has.
    pub(crate) fn crosses_in(&self, stretch: Stretch) -> usize {
        self.crosses_from(stretch.start).take_while(|cross| *cross < stretch.start + stretch.length).count()
    }

    /// The cells from one on that have a cross, counted from 0.
    pub(crate) fn crosses_from(&self, start: usize) -> impl Iterator<Item = usize> + '_ {
        let skipped = u64::MAX << (start % LIMB);
        let limbs = self.limbs.iter().enumerate().skip(start / LIMB);
        limbs.flat_map(move |(at, limb)| {
            let limb = if at == start / LIMB { limb & skipped } else { *limb };
            Bits(limb).map(move |bit| at * LIMB + bit)
        })
    }

    /// A stretch as a strip of its own. It must be short.
    pub(crate) fn part(&self, stretch: Stretch) -> Self {
        let mut part = Self::empty(stretch.length, self.run).expect("a short strip fits into memory");
        for cross in
            self.crosses_from(stretch.start).take_while(|cross| *cross < stretch.start + stretch.length)
        {
            part.set_cross(Cell::from_index(cross - stretch.start));
        }
        part
    }

    /// The independent parts of the position; nothing if one is too long for the word.
    ///
    /// ```
    /// use jugada_strip3::Strip;
    /// let strip: Strip = "X.X....XX.X.".parse()?;
    /// let segments: Vec<String> = strip.segments::<u64>().unwrap().iter().map(ToString::to_string).collect();
    /// // Cells 2, 7 and 10 are dead. What is left of the last one is too short for a run.
    /// assert_eq!(segments, ["X...", "."]);
    /// # Ok::<(), jugada_core::NotationError>(())
    /// ```
    #[must_use]
    pub fn segments<W: Word>(&self) -> Option<Components<Segment<W>>> {
        let mut segments = Components::new();
        for stretch in self.stretches() {
            let length =
                u32::try_from(stretch.length).ok().filter(|length| *length <= Segment::<W>::MAX_LENGTH)?;
            Segment::add_stretch(self.crosses_of(stretch), length, self.run, &mut |part| segments.push(part));
        }
        Some(segments)
    }

    /// Why a text of crosses and empty cells is not a position, if it is not: names the run.
    pub(crate) fn forbidden_run(&self) -> Option<usize> {
        let mut in_a_row = 0;
        (0..self.length).find(|index| {
            in_a_row = if self.has_cross_at(*index) { in_a_row + 1 } else { 0 };
            in_a_row == self.run.cells()
        })
    }
}

/// Cells between dead ones or ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stretch {
    /// Its first cell, counted from 0.
    pub(crate) start: usize,
    /// How many cells it has, crosses included.
    pub(crate) length: usize,
}

/// The numbers of the bits that are set, from the lowest.
struct Bits(u64);

impl Iterator for Bits {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let lowest = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(lowest)
    }
}
