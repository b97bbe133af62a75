use jugada_core::{Random, Side};
use smallvec::SmallVec;

use crate::strategy::Cells;
use crate::{Cell, CellSet, Compact, Position};

/// What rules of thumb ask about a position. Cells are numbers in the board's own count, from 0.
pub(crate) trait Board {
    /// Where a side's demon is.
    fn at(&self, side: Side) -> u32;

    /// The cells a side can move to, in ascending order.
    fn targets(&self, side: Side) -> SmallVec<[u32; 64]>;

    /// One of them, all equally likely.
    fn any_target(&self, side: Side, random: &mut Random) -> Option<u32>;

    /// The smallest and the largest of them.
    fn ends(&self, side: Side) -> Option<[u32; 2]>;

    /// Those of them (one or two, if any) that are nearest to half of this number.
    fn nearest(&self, side: Side, twice: i64) -> Cells;

    /// How many moves `side` has once `moved` has gone to a cell.
    fn freedom(&self, side: Side, moved: Side, to: u32) -> u32;

    /// For each of the side's moves: how many cells it reaches after it minus how many the other side does.
    fn territories(&self, side: Side) -> SmallVec<[(u32, i32); 64]>;
}

/// Of a cell below and one above a point, those that are nearest.
fn nearer(below: Option<u32>, above: Option<u32>, twice: i64) -> Cells {
    let distance = |cell: u32| (2 * i64::from(cell) - twice).abs();
    let mut cells: Cells = below.into_iter().chain(above).collect();
    if let [low, high] = cells[..] {
        match distance(low).cmp(&distance(high)) {
            std::cmp::Ordering::Less => cells.truncate(1),
            std::cmp::Ordering::Greater => drop(cells.remove(0)),
            std::cmp::Ordering::Equal => {}
        }
    }
    cells
}

impl<S: CellSet> Board for Compact<S> {
    #[inline]
    fn at(&self, side: Side) -> u32 {
        self.cells()[side.index()]
    }

    fn targets(&self, side: Side) -> SmallVec<[u32; 64]> {
        self.destinations(side).ascending().collect()
    }

    fn any_target(&self, side: Side, random: &mut Random) -> Option<u32> {
        let mut cells = self.destinations(side);
        let count = cells.count();
        if count == 0 {
            return None;
        }
        for _ in 0..random.below(count.into()) {
            cells = cells.without(cells.lowest());
        }
        Some(cells.lowest())
    }

    fn ends(&self, side: Side) -> Option<[u32; 2]> {
        let cells = self.destinations(side);
        (!cells.is_empty()).then(|| [cells.lowest(), cells.highest()])
    }

    fn nearest(&self, side: Side, twice: i64) -> Cells {
        let cells = self.destinations(side);
        // Cells from here on are at or above the point.
        let border = u32::try_from((twice + 1).div_euclid(2).max(0)).unwrap_or(u32::MAX);
        let low = cells & S::below(border);
        let high = cells & !S::below(border);
        nearer((!low.is_empty()).then(|| low.highest()), (!high.is_empty()).then(|| high.lowest()), twice)
    }

    fn freedom(&self, side: Side, moved: Side, to: u32) -> u32 {
        self.after(moved, to).destinations(side).count()
    }

    fn territories(&self, side: Side) -> SmallVec<[(u32, i32); 64]> {
        let reach = self.reach();
        let counts = reach.map(|reach| (self.clean() & reach).count().cast_signed());
        let [own, other] = [counts[side.index()], counts[side.opponent().index()]];
        let others = reach[side.opponent().index()];
        let difference = |to: u32| {
            if self.walls_off(to) {
                let after = self.after(side, to);
                let reach = after.reach().map(|reach| (after.clean() & reach).count().cast_signed());
                reach[side.index()] - reach[side.opponent().index()]
            } else {
                // Nothing changes but the cell itself: what was within reach from the start of a step is so from its end.
                own - 1 - (other - i32::from(others.contains(to)))
            }
        };
        self.destinations(side).ascending().map(|to| (to, difference(to))).collect()
    }
}

impl Board for Position {
    fn at(&self, side: Side) -> u32 {
        self.cell(side).index()
    }

    fn targets(&self, side: Side) -> SmallVec<[u32; 64]> {
        self.destinations(side).map(Cell::index).collect()
    }

    fn any_target(&self, side: Side, random: &mut Random) -> Option<u32> {
        random.choose(&self.targets(side)).copied()
    }

    fn ends(&self, side: Side) -> Option<[u32; 2]> {
        let mut cells = self.destinations(side).map(Cell::index);
        let low = cells.next()?;
        Some([low, cells.last().unwrap_or(low)])
    }

    fn nearest(&self, side: Side, twice: i64) -> Cells {
        let (mut below, mut above) = (None, None);
        for cell in self.destinations(side).map(Cell::index) {
            if 2 * i64::from(cell) < twice {
                below = Some(cell);
            } else {
                above = above.or(Some(cell));
            }
        }
        nearer(below, above, twice)
    }

    fn freedom(&self, side: Side, moved: Side, to: u32) -> u32 {
        let at = if side == moved { to } else { self.at(side) };
        let count = self.count_clean(at.saturating_sub(self.size().k()), at.saturating_add(self.size().k()));
        count - u32::from(at.abs_diff(to) <= self.size().k())
    }

    fn territories(&self, side: Side) -> SmallVec<[(u32, i32); 64]> {
        let count = |position: &Self, [low, high]: [u32; 2]| position.count_clean(low, high).cast_signed();
        let other = self.at(side.opponent());
        let spans = [self.reach_from(self.at(side)), self.reach_from(other)];
        let [own_count, other_count] = spans.map(|span| count(self, span));
        let mut after = self.clone();
        self.targets(side)
            .into_iter()
            .map(|to| {
                let difference = if self.walls_off(to) {
                    after.burn(to);
                    let [own, other] = [to, other].map(|at| count(&after, after.reach_from(at)));
                    after.clean_again(to);
                    own - other
                } else {
                    // Nothing changes but the cell itself: what was within reach from the start of a step is so from its end.
                    let contested = (spans[1][0]..=spans[1][1]).contains(&to);
                    own_count - 1 - (other_count - i32::from(contested))
                };
                (to, difference)
            })
            .collect()
    }
}
