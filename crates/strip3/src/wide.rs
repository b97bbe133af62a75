use std::cmp::Ordering;
use std::ops::{BitAnd, BitOr, Not, Shl, Shr};

use crate::word::{Word, sealed};

/// A word of `64 * N` bits, for strips that are too long for the machine's own words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wide<const N: usize>(
    /// 64 bits each, the lowest first.
    [u64; N],
);

impl<const N: usize> Wide<N> {
    /// The 64 bits at this place, 0 beyond the ends; `behind` places down.
    fn limb(&self, at: usize, behind: usize) -> u64 {
        at.checked_sub(behind).and_then(|at| self.0.get(at)).copied().unwrap_or(0)
    }
}

/// How many whole limbs and how many bits further a shift goes.
const fn limbs_and_bits(count: u32) -> (usize, u32) {
    ((count / u64::BITS) as usize, count % u64::BITS)
}

impl<const N: usize> PartialOrd for Wide<N> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<const N: usize> Ord for Wide<N> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.iter().rev().cmp(other.0.iter().rev())
    }
}

impl<const N: usize> BitAnd for Wide<N> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] & other.0[at]))
    }
}

impl<const N: usize> BitOr for Wide<N> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.0[at] | other.0[at]))
    }
}

impl<const N: usize> Not for Wide<N> {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0.map(|limb| !limb))
    }
}

impl<const N: usize> Shl<u32> for Wide<N> {
    type Output = Self;

    fn shl(self, count: u32) -> Self {
        let (limbs, bits) = limbs_and_bits(count);
        Self(std::array::from_fn(|at| {
            let carried = self.limb(at, limbs + 1).checked_shr(u64::BITS - bits).unwrap_or(0);
            self.limb(at, limbs) << bits | carried
        }))
    }
}

impl<const N: usize> Shr<u32> for Wide<N> {
    type Output = Self;

    fn shr(self, count: u32) -> Self {
        let (limbs, bits) = limbs_and_bits(count);
        Self(std::array::from_fn(|at| {
            let carried = self.limb(at + limbs + 1, 0).checked_shl(u64::BITS - bits).unwrap_or(0);
            self.limb(at + limbs, 0) >> bits | carried
        }))
    }
}

impl<const N: usize> sealed::Sealed for Wide<N> {}

impl<const N: usize> Word for Wide<N> {
    #[expect(clippy::cast_possible_truncation, reason = "no word has 2^26 limbs")]
    const BITS: u32 = u64::BITS * N as u32;
    const ZERO: Self = Self([0; N]);
    const ONE: Self = {
        let mut limbs = [0; N];
        limbs[0] = 1;
        Self(limbs)
    };

    fn from_low(bits: u64) -> Self {
        let mut word = Self::ZERO;
        word.0[0] = bits;
        word
    }

    fn reverse_bits(self) -> Self {
        Self(std::array::from_fn(|at| self.0[N - 1 - at].reverse_bits()))
    }

    fn trailing_zeros(self) -> u32 {
        let mut zeros = 0;
        for limb in self.0 {
            zeros += limb.trailing_zeros();
            if limb != 0 {
                break;
            }
        }
        zeros
    }

    fn leading_zeros(self) -> u32 {
        self.reverse_bits().trailing_zeros()
    }

    fn count_ones(self) -> u32 {
        self.0.iter().map(|limb| limb.count_ones()).sum()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The same 128 bits as the machine's word and as two limbs.
    fn wide(word: u128) -> Wide<2> {
        let limb = |bits: u128| u64::try_from(bits & u128::from(u64::MAX)).expect("64 bits");
        Wide([limb(word), limb(word >> 64)])
    }

    proptest! {
        #[test]
        fn does_what_the_machine_does(a: u128, b: u128, count in 0_u32..128) {
            prop_assert_eq!(wide(a) & wide(b), wide(a & b));
            prop_assert_eq!(wide(a) | wide(b), wide(a | b));
            prop_assert_eq!(!wide(a), wide(!a));
            prop_assert_eq!(wide(a) << count, wide(a << count));
            prop_assert_eq!(wide(a) >> count, wide(a >> count));
            prop_assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            prop_assert_eq!(wide(a).reverse_bits(), wide(a.reverse_bits()));
            prop_assert_eq!(wide(a).count_ones(), a.count_ones());
            for shifted in [a, a << count, a >> count, !(a >> count), 0] {
                prop_assert_eq!(wide(shifted).trailing_zeros(), shifted.trailing_zeros());
                prop_assert_eq!(wide(shifted).trailing_ones(), shifted.trailing_ones());
                prop_assert_eq!(wide(shifted).leading_zeros(), shifted.leading_zeros());
                prop_assert_eq!(wide(shifted).has(count), shifted >> count & 1 == 1);
            }
            prop_assert_eq!(Wide::<2>::lowest(count), wide((1 << count) - 1));
        }
    }
}
