use std::fmt;
use std::ops::ControlFlow;

use jugada_core::{Game, Side};
use smallvec::SmallVec;

use crate::{Point, PointSet, Position};

/// A move as the search sees it: where a stone starts, where it ends, and what it takes. A move that takes nothing is quiet.
///
/// Several paths may make the same move: [`Position::paths`] lists their texts, and
/// [`display_move`](jugada_core::Notation::display_move) writes one of them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    captured: PointSet,
    from: Point,
    to: Point,
}

impl Move {
    /// A move; whether it is legal depends on the position.
    #[must_use]
    pub const fn new(from: Point, to: Point, captured: PointSet) -> Self {
        Self { captured, from, to }
    }

    /// Where the stone starts.
    #[must_use]
    pub const fn from(self) -> Point {
        self.from
    }

    /// Where the stone ends; a capture can lead back to the start.
    #[must_use]
    pub const fn to(self) -> Point {
        self.to
    }

    /// The stones taken.
    #[must_use]
    pub const fn captured(self) -> PointSet {
        self.captured
    }

    /// Whether the move takes anything.
    #[must_use]
    pub const fn is_capture(self) -> bool {
        !self.captured.is_empty()
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_capture() {
            write!(f, "{}*{} taking {:?}", self.from, self.to, self.captured)
        } else {
            write!(f, "{}-{}", self.from, self.to)
        }
    }
}

/// The points from which a step in each of the eight directions leads into `set`, the diagonal ones only where a diagonal line runs.
#[inline]
const fn steps_into(set: u64) -> [u64; 8] {
    const DIAGONAL: u64 = PointSet::DIAGONAL.bits();
    [
        set >> 8,
        set << 8,
        set >> 1,
        set << 1,
        set >> 9 & DIAGONAL,
        set << 9 & DIAGONAL,
        set >> 7 & DIAGONAL,
        set << 7 & DIAGONAL,
    ]
}

impl Position {
    /// The stones of the side to move that can capture.
    #[must_use]
    #[inline]
    pub fn capturers(&self) -> PointSet {
        let side = self.side_to_move();
        capturers(self.stones[side], self.stones[side.opponent()], self.empty())
    }

    /// Whether the side to move has to capture.
    #[must_use]
    #[inline]
    pub fn must_capture(&self) -> bool {
        !self.capturers().is_empty()
    }

    /// White's and Black's stones after a move, where the opponent then can move and need not capture; nothing for a few positions of that
    /// kind, too: this is for those who look at the other positions more closely anyway.
    #[inline]
    pub(crate) fn stones_if_settled(&self, chosen: Move) -> Option<[PointSet; 2]> {
        let side = self.side_to_move();
        let own = self.stones[side].without(PointSet::only(chosen.from)).with(chosen.to);
        let other = self.stones[side.opponent()].without(chosen.captured);
        let empty = PointSet::BOARD.without(own.union(other));
        // The ban stops one step at most.
        let movable = other.bits() & (empty.bits() >> 8 | empty.bits() << 8);
        let is_settled = movable & movable.wrapping_sub(1) != 0 && capturers(other, own, empty).is_empty();
        is_settled.then(|| if side == Side::First { [own, other] } else { [other, own] })
    }

    /// Whether the side to move has stones and one of them can move.
    #[inline]
    pub(crate) fn has_move(&self) -> bool {
        let own = self.stones[self.side_to_move()].bits();
        let empty = self.empty().bits();
        // Two stones that can step forwards or backwards: the ban stops at most one of them.
        let movable = own & (empty >> 8 | empty << 8);
        movable & movable.wrapping_sub(1) != 0 || self.has_move_at_all()
    }

    #[cold]
    fn has_move_at_all(&self) -> bool {
        self.must_capture() || self.count_quiet() > 0
    }

    #[inline]
    fn count_quiet(&self) -> u64 {
        let own = self.stones[self.side_to_move()].bits();
        let steps: u32 =
            steps_into(self.empty().bits()).into_iter().map(|into| (own & into).count_ones()).sum();
        u64::from(steps) - u64::from(self.bans[self.side_to_move()].is_some())
    }

    /// How many legal moves there are, each origin, destination and captured set counted once.
    #[inline]
    pub(crate) fn count_results(&self) -> u64 {
        let capturers = self.capturers();
        if capturers.is_empty() {
            return self.count_quiet();
        }
        let mut count = 0;
        for from in capturers {
            let _ = Chain::<true>::from(self, from).visit(&mut |_, _| {
                count += 1;
                ControlFlow::<()>::Continue(())
            });
        }
        count
    }

    /// Hands every legal move to `visit`, once each.
    #[inline]
    pub(crate) fn visit_moves<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let capturers = self.capturers();
        if capturers.is_empty() {
            return self.visit_quiet(visit);
        }
        for from in capturers {
            Chain::<true>::from(self, from).visit(&mut |to, captured| visit(Move { captured, from, to }))?;
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn visit_quiet<B>(&self, mut visit: impl FnMut(Move) -> ControlFlow<B>) -> ControlFlow<B> {
        let side = self.side_to_move();
        let empty = self.empty();
        let into = steps_into(empty.bits()).into_iter().fold(0, |all, into| all | into);
        for from in self.stones[side].intersection(PointSet::from_bits(into)) {
            let mut free = from.neighbours().intersection(empty);
            if let Some(ban) = self.bans[side]
                && ban.from == from
            {
                free = free.without(PointSet::only(ban.to));
            }
            for to in free {
                visit(Move { captured: PointSet::EMPTY, from, to })?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether the rules allow this move here, whether or not the game is over.
    pub(crate) fn allows(&self, asked: Move) -> bool {
        let capturers = self.capturers();
        if asked.is_capture() {
            capturers.contains(asked.from)
                && Chain::<true>::from(self, asked.from)
                    .visit(&mut |to, captured| {
                        if to == asked.to && captured == asked.captured {
                            ControlFlow::Break(())
                        } else {
                            ControlFlow::Continue(())
                        }
                    })
                    .is_break()
        } else {
            capturers.is_empty()
                && self.stones[self.side_to_move()].contains(asked.from)
                && asked.from.neighbours().intersection(self.empty()).contains(asked.to)
                && self.bans[self.side_to_move()]
                    .is_none_or(|ban| (ban.from, ban.to) != (asked.from, asked.to))
        }
    }

    /// How many lines of play of exactly `depth` plies there are when every move text counts, also where several make the same move.
    ///
    /// [`jugada_core::perft`] counts each move once.
    #[must_use]
    pub fn perft_by_path(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.outcome().is_some() {
            return 0;
        }
        let capturers = self.capturers();
        if capturers.is_empty() {
            return jugada_core::perft_divide(self, 1)
                .into_iter()
                .map(|(quiet, _)| self.play_unchecked(quiet).perft_by_path(depth - 1))
                .sum();
        }
        let mut count = 0;
        for from in capturers {
            let _ = Chain::<false>::from(self, from).visit(&mut |to, captured| {
                count += self.play_unchecked(Move { captured, from, to }).perft_by_path(depth - 1);
                ControlFlow::<()>::Continue(())
            });
        }
        count
    }
}

/// Half the number of steps, rounded up, that a side could make without the stone's being captured there at once, as far as the stones
/// stand now: next to no enemy with a gap on the other side, the place it leaves counted as one.
#[inline]
pub(crate) fn safe_steps(own: PointSet, enemy: PointSet, empty: PointSet) -> u32 {
    const DIAGONAL: u64 = PointSet::DIAGONAL.bits();
    let beside = |set: u64| {
        let diagonal = set & DIAGONAL;
        [set << 8, set >> 8, set << 1, set >> 1, diagonal << 9, diagonal >> 9, diagonal << 7, diagonal >> 7]
    };
    let (reached, enemies, gaps) = (beside(own.bits()), beside(enemy.bits()), beside(empty.bits()));
    // An enemy on one side and a gap on the other, along the same line.
    let exposed = (0..8).fold(0, |all, direction| all | enemies[direction] & gaps[direction ^ 1]);
    let free = empty.bits() & !exposed;
    let safe: [u64; 8] = std::array::from_fn(|direction| reached[direction] & free & !enemies[direction ^ 1]);
    sum(counted(safe)).div_ceil(2)
}

/// In how many of the sets each point is, as the binary digits of the numbers: four counts of ones instead of eight.
#[inline]
fn counted(sets: [u64; 8]) -> [u64; 4] {
    let add = |one: u64, two: u64, three: u64| (one ^ two ^ three, one & two | three & (one ^ two));
    let (first, first_twos) = add(sets[0], sets[1], sets[2]);
    let (second, second_twos) = add(sets[3], sets[4], sets[5]);
    let (third, third_twos) = add(first, second, sets[6]);
    let (ones, last_twos) = (third ^ sets[7], third & sets[7]);
    let (sum, fours) = add(first_twos, second_twos, third_twos);
    let (twos, more_fours) = (sum ^ last_twos, sum & last_twos);
    [ones, twos, fours ^ more_fours, fours & more_fours]
}

/// The sum of the numbers that have these binary digits, 255 at most: four counts of ones in little more time than one.
#[inline]
fn sum([ones, twos, fours, eights]: [u64; 4]) -> u32 {
    const PAIRS: u64 = u64::MAX / 3;
    const FOURS: u64 = u64::MAX / 5;
    const BYTES: u64 = u64::MAX / 17;
    let in_fours = |set: u64| {
        let in_pairs = set - (set >> 1 & PAIRS);
        (in_pairs & FOURS) + (in_pairs >> 2 & FOURS)
    };
    // No four bits hold more than 4 + 2 · 4, and no byte more than 24 + 4 · 24.
    let in_bytes = |low: u64, high: u64| {
        let both = in_fours(low) + 2 * in_fours(high);
        (both & BYTES) + (both >> 4 & BYTES)
    };
    let bytes = in_bytes(ones, twos) + 4 * in_bytes(fours, eights);
    (bytes.wrapping_mul(u64::MAX / 255) >> 56) as u32
}

/// The stones of `own` beside a stone of `enemy` with an empty point behind it.
#[inline]
fn capturers(own: PointSet, enemy: PointSet, empty: PointSet) -> PointSet {
    let (enemy, empty) = (enemy.bits(), empty.bits());
    // A diagonal line that leaves a point of the right colour stays on that colour, so the mask serves both steps.
    let behind = steps_into(empty);
    let orthogonal = (enemy & behind[0]) >> 8
        | (enemy & behind[1]) << 8
        | (enemy & behind[2]) >> 1
        | (enemy & behind[3]) << 1;
    let diagonal = (enemy & behind[4]) >> 9
        | (enemy & behind[5]) << 9
        | (enemy & behind[6]) >> 7
        | (enemy & behind[7]) << 7;
    PointSet::from_bits(own.bits() & (orthogonal | diagonal))
}

/// The captures of one stone. With `MERGED`, the ways to take the same stones and stand on the same point are followed once.
struct Chain<const MERGED: bool> {
    enemy: PointSet,
    empty: PointSet,
    origin: Point,
    /// Where the stone stood after three captures or more, and what it had taken.
    seen: SmallVec<[(PointSet, Point); 24]>,
}

impl<const MERGED: bool> Chain<MERGED> {
    #[inline]
    fn from(position: &Position, origin: Point) -> Self {
        let enemy = position.stones[position.side_to_move().opponent()];
        // The stone has left its place when it jumps: the place counts as empty.
        Self { enemy, empty: position.empty().with(origin), origin, seen: SmallVec::new() }
    }

    /// Hands the end point and the captured set of every complete capture to `visit`.
    #[inline]
    fn visit<B>(&mut self, visit: &mut impl FnMut(Point, PointSet) -> ControlFlow<B>) -> ControlFlow<B> {
        self.go_on(self.origin, PointSet::EMPTY, self.jumpable(self.origin, PointSet::EMPTY), visit)
    }

    /// The stones that can be jumped from `at` once `captured` are taken.
    #[inline]
    fn jumpable(&self, at: Point, captured: PointSet) -> PointSet {
        let mut found = PointSet::EMPTY;
        for over in at.neighbours().intersection(self.enemy.without(captured)) {
            if self.empty.contains(at.beyond(over)) {
                found = found.with(over);
            }
        }
        found
    }

    /// Jumps over each of `jumpable`; recurses only where there is another jump after that, which is seldom.
    fn go_on<B>(
        &mut self,
        at: Point,
        captured: PointSet,
        jumpable: PointSet,
        visit: &mut impl FnMut(Point, PointSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for over in jumpable {
            let landing = at.beyond(over);
            let taken = captured.with(over);
            // Two paths that take the same stones and end on the same point run a closed loop in opposite directions; the
            // shortest loop has three jumps.
            if MERGED && !captured.is_empty() && taken.len() >= 3 {
                if self.seen.contains(&(taken, landing)) {
                    continue;
                }
                self.seen.push((taken, landing));
            }
            let next = self.jumpable(landing, taken);
            if next.is_empty() {
                visit(landing, taken)?;
            } else {
                self.go_on(landing, taken, next, visit)?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use jugada_core::testkit::random_game;
    use jugada_core::{Random, Side};

    use super::*;

    /// Moves every stone and looks for an enemy that could take it where it stands then.
    fn slow_safe_steps(own: PointSet, enemy: PointSet) -> u32 {
        let mut safe = 0_u32;
        for from in own {
            for to in from.neighbours().without(own.union(enemy)) {
                let empty = PointSet::BOARD.without(own.union(enemy)).with(from).without(PointSet::only(to));
                let next_to = |point: Point, file: i32, rank: i32| {
                    let place = |at: u32, step: i32| at.checked_add_signed(step);
                    Point::new(place(point.file(), file)?, place(point.rank(), rank)?)
                };
                let is_taken =
                    (-1..=1).flat_map(|file| (-1..=1).map(move |rank| (file, rank))).any(|(file, rank)| {
                        let attacker = next_to(to, file, rank)
                            .filter(|&at| enemy.contains(at) && to.neighbours().contains(at));
                        attacker.is_some() && next_to(to, -file, -rank).is_some_and(|gap| empty.contains(gap))
                    });
                safe += u32::from(!is_taken);
            }
        }
        safe.div_ceil(2)
    }

    #[test]
    fn safe_steps_are_those_after_which_the_stone_cannot_be_taken() {
        for seed in 0..20 {
            for position in random_game(&Position::start(), 180, &mut Random::from_seed(seed)) {
                for side in Side::BOTH {
                    let (own, enemy) = (position.stones(side), position.stones(side.opponent()));
                    let fast = safe_steps(own, enemy, position.empty());
                    assert_eq!(fast, slow_safe_steps(own, enemy), "{side} at {position}");
                }
            }
        }
    }
}
