use std::fmt;
use std::ops::ControlFlow;

use jugada_core::{Component, Components};

use crate::Run;
use crate::word::Word;

/// A stretch of cells between dead ones or the ends of the strip: an independent part of a position.
///
/// A cell is dead if it is empty and a cross there would complete a run. Nobody ever plays there, so no run goes across it. A stretch is read in the direction
/// that gives the smaller number, since a mirror image plays the same. A stretch that is too short for a run is left as single cells.
///
/// `W` is the word that holds the crosses: a stretch in it has fewer cells than the word has bits (the highest bit set marks the end).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Segment<W: Word> {
    /// The crosses, lowest bit first, and above the last cell a bit that is set.
    cells: W,
    run: Run,
}

impl<W: Word> Segment<W> {
    /// The longest stretch that fits.
    pub(crate) const MAX_LENGTH: u32 = W::BITS - 1;

    /// A stretch that has no dead cell, with its crosses given from the lowest bit.
    fn canonical(crosses: W, length: u32, run: Run) -> Self {
        let reversed = crosses.reverse_bits() >> (W::BITS - length);
        Self { cells: crosses.min(reversed) | W::ONE << length, run }
    }

    /// How many cells it has.
    #[must_use]
    pub fn length(self) -> u32 {
        W::BITS - 1 - self.cells.leading_zeros()
    }

    /// Its crosses, the first cell in the lowest bit.
    pub(crate) fn crosses(self) -> W {
        self.cells & !(W::ONE << self.length())
    }

    /// Hands the segments of a strip of `length` cells, at most [`MAX_LENGTH`](Self::MAX_LENGTH), to `found`, from the lowest bit up.
    pub(crate) fn split(crosses: W, length: u32, run: Run, mut found: impl FnMut(Self)) {
        let mut open = !dead_cells(crosses, run) & W::lowest(length);
        let mut rest = crosses;
        while open != W::ZERO {
            let skipped = open.trailing_zeros();
            open = open >> skipped;
            rest = rest >> skipped;
            let stretch = open.trailing_ones();
            Self::add_stretch(rest & W::lowest(stretch), stretch, run, &mut found);
            open = open >> stretch;
            rest = rest >> stretch;
        }
    }

    /// Hands a stretch without dead cells to `found`.
    pub(crate) fn add_stretch(crosses: W, length: u32, run: Run, found: &mut impl FnMut(Self)) {
        if length >= u32::from(run.get()) {
            found(Self::canonical(crosses, length, run));
        } else {
            // No run fits in: every empty cell can be filled, whatever happens to the others.
            (0..length - crosses.count_ones()).for_each(|_| found(Self::canonical(W::ZERO, 1, run)));
        }
    }
}

/// The empty cells where a cross would complete a run.
pub(crate) fn dead_cells<W: Word>(crosses: W, run: Run) -> W {
    let others = u32::from(run.get()) - 1;
    // A run through an empty cell has `left` crosses directly on one side of it and the others directly on the other side.
    let mut dead = W::ZERO;
    for left in 0..=others {
        let mut around = !crosses;
        for distance in 1..=left {
            around = around & crosses << distance;
        }
        for distance in 1..=others - left {
            around = around & crosses >> distance;
        }
        dead = dead | around;
    }
    dead
}

impl<W: Word> Component for Segment<W> {
    fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
        let (crosses, length) = (self.crosses(), self.length());
        let is_symmetric = crosses.reverse_bits() >> (W::BITS - length) == crosses;
        let played = if is_symmetric { length.div_ceil(2) } else { length };
        let mut empty = !crosses & W::lowest(played);
        let mut parts = Components::new();
        while empty != W::ZERO {
            let cell = W::ONE << empty.trailing_zeros();
            empty = empty & !cell;
            parts.clear();
            Self::split(crosses | cell, length, self.run, |part| parts.push(part));
            visit(&parts)?;
        }
        ControlFlow::Continue(())
    }

    fn is_over(&self) -> bool {
        // A stretch without an empty cell has no room for a run and is not kept.
        false
    }

    /// Short segments first, and among those of one length the ones with fewer crosses: with the opposite preference, 60 cells take a hundred times as long.
    fn weight(&self) -> u32 {
        self.length() + self.crosses().count_ones()
    }

    fn known_nimber(&self) -> Option<u32> {
        (self.length() == 1).then_some(1)
    }
}

/// The cells as they are read: `X` for a cross, `.` for an empty cell.
impl<W: Word> fmt::Display for Segment<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let crosses = self.crosses();
        let text: String = (0..self.length()).map(|cell| if crosses.has(cell) { 'X' } else { '.' }).collect();
        f.pad(&text)
    }
}

impl<W: Word> fmt::Debug for Segment<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Segment({self}, run {})", self.run)
    }
}
