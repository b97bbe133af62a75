use std::fmt;
use std::str::FromStr;

use jugada_core::NotationError;

/// Files and ranks of the board.
pub(crate) const SIZE: u32 = 7;

/// The bit of a1. A jump over a point of the board, in any direction, counted modulo 64, then ends on a point of the board or on a bit
/// that belongs to none, so that no shift needs an edge mask: rows are 8 bits apart, the 8th of each row is padding, and so are bits 0 to 8.
const ORIGIN: u32 = 9;

/// One of the 49 points, written `a1` to `g7`: file, then rank.
///
/// ```
/// use jugada_alquerque::Point;
/// let point: Point = "c5".parse()?;
/// assert_eq!((point.file(), point.rank()), (2, 4));
/// assert_eq!(point.to_string(), "c5");
/// assert_eq!("h1".parse::<Point>().unwrap_err().to_string(), r#""h1": a point is a letter a–g and a digit 1–7"#);
/// # Ok::<(), jugada_core::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(u8);

impl Point {
    /// The point on this file (0 is a) and rank (0 is 1); nothing outside the board.
    #[must_use]
    pub const fn new(file: u32, rank: u32) -> Option<Self> {
        if file < SIZE && rank < SIZE { Some(Self::from_bit(ORIGIN + 8 * rank + file)) } else { None }
    }

    /// All points, a1 first, rank by rank.
    pub fn all() -> impl Iterator<Item = Self> {
        PointSet::BOARD.into_iter()
    }

    /// The file: 0 for a to 6 for g.
    #[must_use]
    pub const fn file(self) -> u32 {
        (self.bit() - ORIGIN) % 8
    }

    /// The rank: 0 for 1 to 6 for 7.
    #[must_use]
    pub const fn rank(self) -> u32 {
        (self.bit() - ORIGIN) / 8
    }

    /// The points that a line joins to this one, next to it.
    #[must_use]
    pub const fn neighbours(self) -> PointSet {
        NEIGHBOURS[self.0 as usize & 63]
    }

    pub(crate) const fn from_bit(bit: u32) -> Self {
        Self((bit % 64) as u8)
    }

    pub(crate) const fn bit(self) -> u32 {
        self.0 as u32
    }

    /// The point as far behind `over` as this one is before it; not checked to be on the board.
    pub(crate) const fn beyond(self, over: Self) -> Self {
        Self((2 * over.0).wrapping_sub(self.0) & 63)
    }

    /// The point in the middle of a jump from this point to `other`, where there is one and lines join the three.
    pub(crate) fn between(self, other: Self) -> Option<Self> {
        self.neighbours().into_iter().find(|&over| {
            let landing = self.beyond(over);
            landing == other && over.neighbours().contains(landing)
        })
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b"abcdefg"[self.file() as usize]);
        f.pad(&format!("{file}{}", self.rank() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Point {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match *text.as_bytes() {
            [file @ b'a'..=b'g', rank @ b'1'..=b'7'] => {
                Ok(Self::new(u32::from(file - b'a'), u32::from(rank - b'1')).expect("within the board"))
            }
            _ => Err(NotationError::new(text, "a point is a letter a–g and a digit 1–7")),
        }
    }
}

/// A set of points, in one word.
///
/// ```
/// use jugada_alquerque::{Point, PointSet};
/// let centre: Point = "d4".parse()?;
/// assert_eq!(centre.neighbours().len(), 8);
/// assert_eq!(PointSet::BOARD.len(), 49);
/// # Ok::<(), jugada_core::NotationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct PointSet(u64);

/// The points of the first and the last rank.
const ENDS: u64 = 0x7F << ORIGIN | 0x7F << (ORIGIN + 8 * (SIZE - 1));

/// The points of the first and the last file.
const SIDES: u64 = PointSet::BOARD.0 & !(PointSet::BOARD.0 << 1 & PointSet::BOARD.0 >> 1);

impl PointSet {
    /// No point.
    pub const EMPTY: Self = Self(0);

    /// All 49 points.
    pub const BOARD: Self = {
        let mut bits = 0;
        let mut rank = 0;
        while rank < SIZE {
            bits |= 0x7F << (ORIGIN + 8 * rank);
            rank += 1;
        }
        Self(bits)
    };

    /// The points that diagonal lines run through: those of the colour of a1.
    pub const DIAGONAL: Self = {
        let mut bits = 0;
        let mut rank = 0;
        while rank < SIZE {
            let row = if rank % 2 == 0 { 0b101_0101 } else { 0b010_1010 };
            bits |= row << (ORIGIN + 8 * rank);
            rank += 1;
        }
        Self(bits)
    };

    /// The 25 points off the edge: only a stone on one of them can be jumped over in every direction.
    pub const INNER: Self = Self::square(1, SIZE - 1);

    /// The nine points in the middle.
    pub const CENTRE: Self = Self::square(2, SIZE - 2);

    /// The points with files and ranks from the one up to the other, exclusive.
    const fn square(from: u32, to: u32) -> Self {
        let row = (1 << to) - (1 << from);
        let mut bits = 0;
        let mut rank = from;
        while rank < to {
            bits |= row << (ORIGIN + 8 * rank);
            rank += 1;
        }
        Self(bits)
    }

    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The set and all points next to one of its points, orthogonally or diagonally, whether a line joins them or not.
    #[inline]
    pub(crate) const fn surroundings(self) -> Self {
        let row = self.0 | self.0 << 1 | self.0 >> 1;
        Self((row | row << 8 | row >> 8) & Self::BOARD.0)
    }

    /// Those of the points where a stone could be jumped over if the points on both sides of it along some line, neither of them in this
    /// set, held an enemy and nothing.
    #[inline]
    pub(crate) const fn exposed(self) -> Self {
        let free = Self::BOARD.0 & !self.0;
        let straight = free << 1 & free >> 1 | free << 8 & free >> 8;
        let diagonal = (free << 9 & free >> 9 | free << 7 & free >> 7) & Self::DIAGONAL.0;
        Self(self.0 & (straight | diagonal))
    }

    /// Those of the points on an edge that have another one beside them on the same edge.
    #[inline]
    pub(crate) const fn walls(self) -> Self {
        let (ends, sides) = self.on_edges();
        Self(ends & (ends << 1 | ends >> 1) | sides & (sides << 8 | sides >> 8))
    }

    /// Those of the points on an edge that have another one on either side of them on that edge, in a corner on one of the two edges.
    #[inline]
    pub(crate) const fn solid(self) -> Self {
        const CORNERS: u64 = ENDS & SIDES;
        let (ends, sides) = self.on_edges();
        let between = ends & ends << 1 & ends >> 1 | sides & sides << 8 & sides >> 8;
        Self(between | self.walls().0 & CORNERS)
    }

    /// The points on the first and the last rank, and those on the first and the last file.
    #[inline]
    const fn on_edges(self) -> (u64, u64) {
        (self.0 & ENDS, self.0 & SIDES)
    }

    /// The points of a rank (0 to 6) as seven bits, file a lowest.
    #[inline]
    pub(crate) const fn row(self, rank: usize) -> usize {
        (self.0 >> (ORIGIN as usize + 8 * rank) & 0x7F) as usize
    }

    /// The set with this point alone.
    #[must_use]
    pub const fn only(point: Point) -> Self {
        Self(1 << point.0)
    }

    /// Whether the point belongs to the set.
    #[must_use]
    pub const fn contains(self, point: Point) -> bool {
        self.0 >> point.0 & 1 == 1
    }

    /// The set with this point as well.
    #[must_use]
    pub const fn with(self, point: Point) -> Self {
        Self(self.0 | 1 << point.0)
    }

    /// The set without the points of `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The points that belong to either.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The points that belong to both.
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// How many points there are.
    #[must_use]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no point.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl IntoIterator for PointSet {
    type Item = Point;
    type IntoIter = Points;

    fn into_iter(self) -> Points {
        Points(self.0)
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        points.into_iter().fold(Self::EMPTY, Self::with)
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(*self).finish()
    }
}

/// The points of a set, a1 first, rank by rank.
#[derive(Clone, Debug)]
pub struct Points(u64);

impl Iterator for Points {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        if self.0 == 0 {
            return None;
        }
        let bit = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(Point::from_bit(bit))
    }
}

/// The neighbours of every point, by bit number; none for bits outside the board.
static NEIGHBOURS: [PointSet; 64] = {
    let mut table = [PointSet::EMPTY; 64];
    let mut bit = 0;
    while bit < 64 {
        let point = 1_u64 << bit;
        let on_board = point & PointSet::BOARD.0;
        let diagonal = point & PointSet::DIAGONAL.0;
        let reached = on_board << 8
            | on_board >> 8
            | on_board << 1
            | on_board >> 1
            | diagonal << 9
            | diagonal >> 9
            | diagonal << 7
            | diagonal >> 7;
        table[bit] = PointSet(reached & PointSet::BOARD.0);
        bit += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_run_where_the_drawing_of_the_board_has_them() {
        for point in Point::all() {
            let expected: PointSet = Point::all()
                .filter(|other| {
                    let across = (point.file().abs_diff(other.file()), point.rank().abs_diff(other.rank()));
                    match across {
                        (0, 1) | (1, 0) => true,
                        (1, 1) => (point.file() + point.rank()) % 2 == 0,
                        _ => false,
                    }
                })
                .collect();
            assert_eq!(point.neighbours(), expected, "{point}");
        }
    }

    #[test]
    fn jumps_end_on_the_board_or_outside_it_but_never_around_it() {
        for point in Point::all() {
            for over in point.neighbours() {
                let landing = point.beyond(over);
                let file = 2 * i64::from(over.file()) - i64::from(point.file());
                let rank = 2 * i64::from(over.rank()) - i64::from(point.rank());
                let on_board = (0..7).contains(&file) && (0..7).contains(&rank);
                assert_eq!(PointSet::BOARD.contains(landing), on_board, "{point} over {over}");
                if on_board {
                    assert_eq!((i64::from(landing.file()), i64::from(landing.rank())), (file, rank));
                    assert_eq!(point.between(landing), Some(over));
                }
            }
        }
    }
}
