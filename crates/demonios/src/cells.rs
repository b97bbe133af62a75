use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A set of cells, numbered from 0: a machine word or several, a bit for each cell.
///
/// Implemented for `u64`, `u128` and [`Wide`].
pub trait CellSet:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many cells there can be.
    const CAPACITY: u32;
    /// No cell.
    const EMPTY: Self;

    /// This cell alone.
    #[must_use]
    fn single(cell: u32) -> Self;

    /// All cells with smaller numbers than this; all cells if it is the capacity or more.
    #[must_use]
    fn below(cell: u32) -> Self;

    /// The cell with the smallest number; the capacity if there is none.
    fn lowest(self) -> u32;

    /// The cell with the largest number, for a set that is not empty.
    fn highest(self) -> u32;

    /// How many cells there are.
    fn count(self) -> u32;

    /// Each cell i in the place of cell capacity − 1 − i.
    #[must_use]
    fn mirrored(self) -> Self;

    /// A number for the set and two cells more. Below 2⁶⁴, and different for different arguments, where all cells are below 52;
    /// different up to chance otherwise.
    fn key(self, cells: [u8; 2]) -> u128;

    /// Whether there is no cell.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether this cell is in the set.
    #[inline]
    fn contains(self, cell: u32) -> bool {
        !(self & Self::single(cell)).is_empty()
    }

    /// The set without this cell.
    #[must_use]
    #[inline]
    fn without(self, cell: u32) -> Self {
        self & !Self::single(cell)
    }

    /// The cells, smallest number first.
    fn ascending(self) -> impl Iterator<Item = u32> {
        let mut rest = self;
        std::iter::from_fn(move || {
            (!rest.is_empty()).then(|| {
                let cell = rest.lowest();
                rest = rest.without(cell);
                cell
            })
        })
    }

    /// The cells, largest number first.
    fn descending(self) -> impl Iterator<Item = u32> {
        let mut rest = self;
        std::iter::from_fn(move || {
            (!rest.is_empty()).then(|| {
                let cell = rest.highest();
                rest = rest.without(cell);
                cell
            })
        })
    }
}

/// Up to this many cells a key holds a position without loss in 64 bits: six bits are left for each demon.
const EXACT_KEY_CELLS: u32 = 52;

fn exact_key(clean: u64, [first, second]: [u8; 2]) -> u128 {
    (clean | u64::from(first) << EXACT_KEY_CELLS | u64::from(second) << (EXACT_KEY_CELLS + 6)).into()
}

fn fits_exact_key([first, second]: [u8; 2]) -> bool {
    u32::from(first.max(second)) < EXACT_KEY_CELLS
}

macro_rules! word {
    ($word:ty) => {
        #[inline]
        fn single(cell: u32) -> Self {
            1 << cell
        }

        #[inline]
        fn below(cell: u32) -> Self {
            if cell >= Self::CAPACITY { Self::MAX } else { (1 << cell) - 1 }
        }

        #[inline]
        fn lowest(self) -> u32 {
            self.trailing_zeros()
        }

        #[inline]
        fn highest(self) -> u32 {
            self.ilog2()
        }

        #[inline]
        fn count(self) -> u32 {
            self.count_ones()
        }

        #[inline]
        fn mirrored(self) -> Self {
            self.reverse_bits()
        }
    };
}

impl CellSet for u64 {
    const CAPACITY: u32 = 64;
    const EMPTY: Self = 0;
    word!(u64);

    #[inline]
    fn key(self, cells: [u8; 2]) -> u128 {
        if self >> EXACT_KEY_CELLS == 0 && fits_exact_key(cells) {
            exact_key(self, cells)
        } else {
            // The bit at the top tells it from any key of the other kind.
            u128::from(self) | u128::from(cells[0]) << 64 | u128::from(cells[1]) << 72 | 1 << 127
        }
    }
}

impl CellSet for u128 {
    const CAPACITY: u32 = 128;
    const EMPTY: Self = 0;
    word!(u128);

    #[inline]
    fn key(self, cells: [u8; 2]) -> u128 {
        match u64::try_from(self) {
            Ok(low) if low >> EXACT_KEY_CELLS == 0 && fits_exact_key(cells) => exact_key(low, cells),
            _ => mixed(self, u128::from(cells[0]) << 8 | u128::from(cells[1])) | 1 << 127,
        }
    }
}

/// Stirs the second word into the first, so that few different pairs give the same result.
fn mixed(word: u128, other: u128) -> u128 {
    const ODD: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
    let product = other.wrapping_add(ODD).wrapping_mul(ODD);
    let stirred = (word ^ product ^ (product >> 67)).wrapping_mul(ODD);
    stirred ^ (stirred >> 61)
}

/// A set of up to 256 cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Wide {
    high: u128,
    low: u128,
}

impl BitAnd for Wide {
    type Output = Self;

    #[inline]
    fn bitand(self, other: Self) -> Self {
        Self { high: self.high & other.high, low: self.low & other.low }
    }
}

impl BitOr for Wide {
    type Output = Self;

    #[inline]
    fn bitor(self, other: Self) -> Self {
        Self { high: self.high | other.high, low: self.low | other.low }
    }
}

impl Not for Wide {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self { high: !self.high, low: !self.low }
    }
}

impl Shl<u32> for Wide {
    type Output = Self;

    #[inline]
    fn shl(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Self { high: self.high << by | self.low >> (128 - by), low: self.low << by },
            128..256 => Self { high: self.low << (by - 128), low: 0 },
            _ => Self::EMPTY,
        }
    }
}

impl Shr<u32> for Wide {
    type Output = Self;

    #[inline]
    fn shr(self, by: u32) -> Self {
        match by {
            0 => self,
            1..128 => Self { high: self.high >> by, low: self.low >> by | self.high << (128 - by) },
            128..256 => Self { high: 0, low: self.high >> (by - 128) },
            _ => Self::EMPTY,
        }
    }
}

impl CellSet for Wide {
    const CAPACITY: u32 = 256;
    const EMPTY: Self = Self { high: 0, low: 0 };

    #[inline]
    fn single(cell: u32) -> Self {
        match cell.checked_sub(128) {
            None => Self { high: 0, low: 1 << cell },
            Some(cell) => Self { high: 1 << cell, low: 0 },
        }
    }

    #[inline]
    fn below(cell: u32) -> Self {
        match cell.checked_sub(128) {
            None => Self { high: 0, low: u128::below(cell) },
            Some(cell) => Self { high: u128::below(cell), low: u128::MAX },
        }
    }

    #[inline]
    fn lowest(self) -> u32 {
        if self.low == 0 { 128 + self.high.trailing_zeros() } else { self.low.trailing_zeros() }
    }

    #[inline]
    fn highest(self) -> u32 {
        if self.high == 0 { self.low.ilog2() } else { 128 + self.high.ilog2() }
    }

    #[inline]
    fn count(self) -> u32 {
        self.high.count_ones() + self.low.count_ones()
    }

    #[inline]
    fn mirrored(self) -> Self {
        Self { high: self.low.reverse_bits(), low: self.high.reverse_bits() }
    }

    #[inline]
    fn key(self, cells: [u8; 2]) -> u128 {
        match (self.high, u64::try_from(self.low)) {
            (0, Ok(low)) if low >> EXACT_KEY_CELLS == 0 && fits_exact_key(cells) => exact_key(low, cells),
            _ => {
                let cells = u128::from(cells[0]) << 8 | u128::from(cells[1]);
                mixed(mixed(self.low, self.high), cells) | 1 << 127
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Every operation against a plain list of cells.
    fn check<S: CellSet>(numbers: &[u8], by: u32) {
        let capacity = S::CAPACITY;
        let mut cells: Vec<u32> = numbers.iter().map(|&number| u32::from(number) % capacity).collect();
        cells.sort_unstable();
        cells.dedup();
        let set = |cells: &[u32]| cells.iter().fold(S::EMPTY, |set, &cell| set | S::single(cell));
        let all = set(&cells);
        assert_eq!(all.ascending().collect::<Vec<_>>(), cells);
        assert_eq!(all.count() as usize, cells.len());
        assert_eq!(all.lowest(), cells.first().copied().unwrap_or(capacity));
        let moved = |to: fn(u32, u32) -> Option<u32>| -> Vec<u32> {
            cells.iter().filter_map(|&cell| to(cell, by)).filter(|&cell| cell < capacity).collect()
        };
        let by_word = by % capacity;
        if by < capacity {
            assert_eq!(all << by_word, set(&moved(u32::checked_add)));
            assert_eq!(all >> by_word, set(&moved(u32::checked_sub)));
        }
        assert_eq!((all & S::below(by)).ascending().collect::<Vec<_>>(), {
            cells.iter().copied().filter(|&cell| cell < by).collect::<Vec<_>>()
        });
        let mut mirror: Vec<u32> = cells.iter().map(|&cell| capacity - 1 - cell).collect();
        assert_eq!(all.mirrored().descending().collect::<Vec<_>>(), mirror);
        mirror.reverse();
        assert_eq!(all.mirrored().mirrored(), all);
        assert_eq!((!all).count() + all.count(), capacity);
        assert!((0..capacity).all(|cell| all.contains(cell) == cells.contains(&cell)));
    }

    proptest! {
        #[test]
        fn sets_are_lists_of_cells(numbers in prop::collection::vec(any::<u8>(), 0..80), by in 0..300_u32) {
            check::<u64>(&numbers, by);
            check::<u128>(&numbers, by);
            check::<Wide>(&numbers, by);
        }

        #[test]
        fn small_sets_have_the_same_key_in_every_width(clean in 0..1_u64 << 52, a in 0..52_u8, b in 0..52_u8) {
            let wide = Wide { high: 0, low: clean.into() };
            prop_assert_eq!(clean.key([a, b]), u128::from(clean).key([a, b]));
            prop_assert_eq!(clean.key([a, b]), wide.key([a, b]));
            prop_assert!(clean.key([a, b]) < 1 << 64);
        }
    }
}
