use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

/// A word of bits that the cells of a strip fit into, one bit a cell: `u64`, `u128` and [`Wide`](crate::Wide).
///
/// Shifts must be by fewer bits than the word has. The trait is sealed: these three are all there are.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Ord
    + Debug
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + sealed::Sealed
{
    /// How many bits it has.
    const BITS: u32;
    /// No bit set.
    const ZERO: Self;
    /// The lowest bit set.
    const ONE: Self;

    /// The 64 lowest bits as given, the others 0.
    fn from_low(bits: u64) -> Self;
    /// The bits in opposite order.
    #[must_use]
    fn reverse_bits(self) -> Self;
    /// How many bits below the lowest one set are 0: all of them if none is set.
    fn trailing_zeros(self) -> u32;
    /// How many bits above the highest one set are 0: all of them if none is set.
    fn leading_zeros(self) -> u32;
    /// How many bits are set.
    fn count_ones(self) -> u32;

    /// How many bits below the lowest one that is not set are set.
    fn trailing_ones(self) -> u32 {
        (!self).trailing_zeros()
    }

    /// The lowest `count` bits set; `count` must be less than [`BITS`](Self::BITS).
    #[must_use]
    fn lowest(count: u32) -> Self {
        !(!Self::ZERO << count)
    }

    /// Whether this bit is set.
    fn has(self, bit: u32) -> bool {
        self >> bit & Self::ONE == Self::ONE
    }
}

pub(crate) mod sealed {
    /// Keeps [`Word`](super::Word) to the words of this crate.
    pub trait Sealed {}
}

macro_rules! machine_word {
    ($word:ty) => {
        impl sealed::Sealed for $word {}

        impl Word for $word {
            const BITS: u32 = <$word>::BITS;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            fn from_low(bits: u64) -> Self {
                bits.into()
            }
            fn reverse_bits(self) -> Self {
                self.reverse_bits()
            }
            fn trailing_zeros(self) -> u32 {
                self.trailing_zeros()
            }
            fn leading_zeros(self) -> u32 {
                self.leading_zeros()
            }
            fn count_ones(self) -> u32 {
                self.count_ones()
            }
        }
    };
}

machine_word!(u64);
machine_word!(u128);
