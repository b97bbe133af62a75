use std::cmp::min;
use std::ops::ControlFlow;

use jugada_core::{Side, SimultaneousGame};

use crate::CellSet;
use crate::walk::longest_walk_in;

/// A position made for searching, on as many cells as the set can hold: everything that no longer matters is left out.
///
/// Cells count from 0. Clean cells that neither demon can reach any more count as burned. As soon as no clean cell can be reached by both,
/// the result is known from the [longest walks](crate::longest_walk).
///
/// ```
/// use jugada_core::{ExactSolver, Limits, Side, SimultaneousGame};
/// use jugada_demonios::Compact;
/// // Twelve cells, steps of up to 3, the demons at the ends.
/// let start = Compact::<u64>::new(0b0111_1111_1110, [0, 11], 3);
/// assert_eq!(start.moves(Side::First).as_slice(), [3, 2, 1]);
/// let solution = ExactSolver::new(f64::from).solve(&start, &Limits::new());
/// assert_eq!(solution.value(), Some(0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Compact<S = u64> {
    clean: S,
    cells: [u8; 2],
    /// Less than the capacity: longer steps make no difference.
    step: u8,
    /// The first side's score where it is certain, else [`OPEN`].
    decided: i8,
}

/// No score: the position must be searched.
const OPEN: i8 = i8::MAX;

impl<S: CellSet> Compact<S> {
    /// The position with these clean cells, the two demons' cells and the step.
    ///
    /// # Panics
    /// If a demon stands beyond the set's capacity or on a clean cell, or the step is 0.
    #[must_use]
    pub fn new(clean: S, cells: [u32; 2], step: u32) -> Self {
        assert!(step > 0, "demons move at least one cell");
        for cell in cells {
            assert!(
                cell < S::CAPACITY && !clean.contains(cell),
                "a demon stands on cell {cell} of {clean:?}"
            );
        }
        Self { clean, cells: cells.map(narrow), step: narrow(step.min(S::CAPACITY - 1)), decided: OPEN }
            .trimmed()
    }

    /// The clean cells that a demon can still reach.
    #[must_use]
    pub fn clean(&self) -> S {
        self.clean
    }

    /// The cells of the first and the second side's demon.
    #[must_use]
    pub fn cells(&self) -> [u32; 2] {
        self.cells.map(u32::from)
    }

    /// How far a demon can step here.
    #[must_use]
    pub fn step(&self) -> u32 {
        self.step.into()
    }

    /// The clean cells within a step of a side's demon.
    #[must_use]
    pub fn destinations(&self, side: Side) -> S {
        let cell = u32::from(self.cells[side.index()]);
        let step = u32::from(self.step);
        self.clean & S::below(cell + step + 1) & !S::below(cell.saturating_sub(step))
    }

    /// Whether no clean cell can be reached by both sides any more.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.decided != OPEN
    }

    /// The position after a move of one side alone, the other standing still; not trimmed.
    #[must_use]
    pub(crate) fn after(&self, side: Side, to: u32) -> Self {
        let mut after = Self { clean: self.clean.without(to), ..*self };
        after.cells[side.index()] = narrow(to);
        after
    }

    /// Burns what cannot be reached and decides what can be.
    fn trimmed(mut self) -> Self {
        let reach = self.reach();
        self.clean = self.clean & (reach[0] | reach[1]);
        if (reach[0] & reach[1] & self.clean).is_empty() {
            let [own, other] = self.walks(reach);
            self.decided = i8::from(own > other) - i8::from(own < other);
        }
        self
    }

    /// For each side an interval of cells that holds the clean cells it can reach and no other clean ones.
    #[must_use]
    pub fn reach(&self) -> [S; 2] {
        let step = u32::from(self.step);
        // Cell i is in `walls` if the cells i to i + step − 1 are all burned, so that nobody gets across. Beyond the last cell there is
        // nothing to get to: cells there count as burned.
        let mut walls = !self.clean;
        let mut length = 1;
        while length < step {
            let shift = min(length, step - length);
            walls = walls & !(!walls >> shift);
            length += shift;
        }
        self.cells().map(|cell| {
            let right = walls & !S::below(cell + 1);
            let end = right.lowest();
            let left = if cell < step { S::EMPTY } else { walls & S::below(cell - step + 1) };
            let begin = if left.is_empty() { 0 } else { left.highest() + step };
            S::below(end) & !S::below(begin)
        })
    }

    /// Whether burning this clean cell makes a new wall that nobody gets across, or a longer one.
    pub(crate) fn walls_off(&self, cell: u32) -> bool {
        let (below, above) = (self.clean & S::below(cell), self.clean & !S::below(cell + 1));
        below.is_empty() || above.is_empty() || above.lowest() - below.highest() > u32::from(self.step)
    }

    /// The clean cells that each side reaches, without those that both reach and the other is nearer to. Cells in the middle belong to
    /// neither; all do where both stand on the same cell.
    pub(crate) fn shares(&self) -> [S; 2] {
        let reach = self.reach().map(|reach| reach & self.clean);
        let both = reach[0] & reach[1];
        let [first, second] = self.cells();
        let sum = first + second;
        let low = both & S::below(sum.div_ceil(2));
        let high = both & !S::below(sum / 2 + 1);
        let nearer = match first.cmp(&second) {
            std::cmp::Ordering::Less => [low, high],
            std::cmp::Ordering::Greater => [high, low],
            std::cmp::Ordering::Equal => [S::EMPTY; 2],
        };
        [0, 1].map(|side| reach[side] & !both | nearer[side])
    }

    /// How many moves each side could make if it had all clean cells of its interval to itself.
    #[must_use]
    pub fn walks(&self, reach: [S; 2]) -> [u32; 2] {
        Side::BOTH.map(|side| {
            let cells = self.clean & reach[side.index()];
            longest_walk_in(self.cells[side.index()].into(), self.step.into(), cells)
        })
    }
}

fn narrow(number: u32) -> u8 {
    u8::try_from(number).expect("sets hold at most 256 cells")
}

impl<S: CellSet> SimultaneousGame for Compact<S> {
    type Move = u8;

    fn score(&self) -> Option<i32> {
        match Side::BOTH.map(|side| !self.destinations(side).is_empty()) {
            [true, true] => None,
            [own, other] => Some(i32::from(own) - i32::from(other)),
        }
    }

    /// Cells nearest to the other demon come first: to stand in its way is the best try, for attack and for defence. Against other
    /// orders this saves nine positions in ten.
    fn for_each_move<B>(&self, side: Side, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let cells = self.destinations(side);
        let other = u32::from(self.cells[side.opponent().index()]);
        let (mut low, mut high) = (cells & S::below(other), cells & !S::below(other));
        loop {
            let cell = match (low.is_empty(), high.is_empty()) {
                (true, true) => return ControlFlow::Continue(()),
                (true, false) => high.lowest(),
                (false, true) => low.highest(),
                (false, false) => {
                    let (below, above) = (low.highest(), high.lowest());
                    if other - below < above - other { below } else { above }
                }
            };
            low = low.without(cell);
            high = high.without(cell);
            visit(narrow(cell))?;
        }
    }

    fn play_unchecked(&self, first: u8, second: u8) -> Self {
        let clean = self.clean.without(first.into()).without(second.into());
        Self { clean, cells: [first, second], ..*self }.trimmed()
    }

    fn key(&self) -> u128 {
        self.clean.key(self.cells)
    }

    fn score_bounds(&self) -> (i32, i32) {
        match self.decided {
            OPEN => (-1, 1),
            score => (score.into(), score.into()),
        }
    }

    /// Shifted to the beginning of the strip, and mirrored if that gives the smaller number.
    fn canonical(&self) -> Self {
        let [first, second] = self.cells();
        let all = self.clean | S::single(first) | S::single(second);
        let (low, high) = (all.lowest(), all.highest());
        let shifted = self.clean >> low;
        let mirrored = self.clean.mirrored() >> (S::CAPACITY - 1 - high);
        let cells =
            [[first - low, second - low], [high - first, high - second]].map(|cells| cells.map(narrow));
        if (shifted, cells[0]) <= (mirrored, cells[1]) {
            Self { clean: shifted, cells: cells[0], ..*self }
        } else {
            Self { clean: mirrored, cells: cells[1], ..*self }
        }
    }

    fn exchanged(&self) -> Option<Self> {
        let [first, second] = self.cells;
        let decided = if self.decided == OPEN { OPEN } else { -self.decided };
        Some(Self { cells: [second, first], decided, ..*self })
    }
}
