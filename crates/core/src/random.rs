use std::time::{SystemTime, UNIX_EPOCH};

/// A small seeded generator of random numbers: the same seed gives the same numbers, on every machine and for ever.
///
/// It is `xoshiro256**` by David Blackman and Sebastiano Vigna ("Scrambled linear pseudorandom number generators", ACM
/// Transactions on Mathematical Software 47, 2021), its state filled from the seed by `SplitMix64` as its authors advise.
/// Good for games, simulations and hash keys; not for secrets.
///
/// ```
/// use jugada_core::Random;
/// let mut dice = Random::from_seed(7);
/// let throw = 1 + dice.below(6);
/// assert!((1..=6).contains(&throw));
/// assert_eq!(Random::from_seed(7).next_u64(), Random::from_seed(7).next_u64());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: [u64; 4],
}

/// One step of `SplitMix64`: advances `state` and returns a number that looks random.
///
/// A good mixer of 64-bit words as well: use it to derive hash keys at compile time.
///
/// ```
/// use jugada_core::split_mix_64;
/// let mut state = 0;
/// assert_eq!(split_mix_64(&mut state), 0xE220_A839_7B1D_CDAF);
/// ```
pub const fn split_mix_64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

impl Random {
    /// A generator that is wholly determined by `seed`.
    #[must_use]
    pub fn from_seed(seed: u64) -> Self {
        let mut filler = seed;
        Self { state: std::array::from_fn(|_| split_mix_64(&mut filler)) }
    }

    /// A seed that differs from call to call: the time of day in nanoseconds, mixed.
    ///
    /// For programs that nobody gave a seed. Everything else should get its seed from its caller.
    #[must_use]
    pub fn seed_from_clock() -> u64 {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let mut state = since.as_secs().wrapping_mul(1_000_000_000).wrapping_add(since.subsec_nanos().into());
        split_mix_64(&mut state)
    }

    /// A number from the whole range of 64 bits, all equally likely.
    #[inline]
    pub fn next_u64(&mut self) -> u64 {
        let s = &mut self.state;
        let result = s[1].wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = s[3].rotate_left(45);
        result
    }

    /// A number from `0..bound`, all equally likely (Lemire's method, without bias).
    ///
    /// # Panics
    /// If `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        loop {
            let product = u128::from(self.next_u64()) * u128::from(bound);
            let [low, high] = halves(product);
            // Numbers under 2⁶⁴ mod `bound` are refused; the first comparison nearly always saves the division.
            if low >= bound || low >= bound.wrapping_neg() % bound {
                return high;
            }
        }
    }

    /// An index into a list of `length` entries, all equally likely.
    ///
    /// # Panics
    /// If `length` is 0.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "what is below a usize fits in one")]
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// A number from 0 (inclusive) to 1 (exclusive), a multiple of 2⁻⁵³.
    #[expect(clippy::cast_precision_loss, reason = "53 bits fit an f64 exactly")]
    pub fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 * (1.0 / (1_u64 << 53) as f64)
    }

    /// One of the entries, all equally likely; nothing from an empty list.
    pub fn choose<'a, T>(&mut self, entries: &'a [T]) -> Option<&'a T> {
        if entries.is_empty() { None } else { Some(&entries[self.index(entries.len())]) }
    }

    /// An index, drawn in proportion to the weights, which must not be negative; nothing where all are 0.
    ///
    /// ```
    /// use jugada_core::Random;
    /// let mut random = Random::from_seed(1);
    /// assert_eq!(random.weighted(&[0.0, 0.5, 0.0]), Some(1));
    /// assert_eq!(random.weighted(&[]), None);
    /// ```
    pub fn weighted(&mut self, weights: &[f64]) -> Option<usize> {
        let mut rest = self.unit() * weights.iter().sum::<f64>();
        let drawn = weights.iter().position(|weight| {
            rest -= weight;
            rest < 0.0
        });
        // Rounding may leave a little after the last.
        drawn.or_else(|| weights.iter().rposition(|weight| *weight > 0.0))
    }

    /// Brings the entries into a random order, all orders equally likely (Fisher–Yates).
    pub fn shuffle<T>(&mut self, entries: &mut [T]) {
        for last in (1..entries.len()).rev() {
            entries.swap(last, self.index(last + 1));
        }
    }
}

/// The low and the high 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "cutting the word in two is the purpose")]
const fn halves(word: u128) -> [u64; 2] {
    [word as u64, (word >> 64) as u64]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reference_sequence() {
        // The first outputs of the authors' C code for the state 1, 2, 3, 4.
        let mut random = Random { state: [1, 2, 3, 4] };
        let outputs: [u64; 4] = std::array::from_fn(|_| random.next_u64());
        assert_eq!(outputs, [11520, 0, 1_509_978_240, 1_215_971_899_390_074_240]);
    }

    #[test]
    fn every_number_below_a_bound_comes_up_about_equally_often() {
        let mut random = Random::from_seed(1);
        let mut counts = [0_u32; 6];
        for _ in 0..60_000 {
            counts[random.index(6)] += 1;
        }
        // Five standard deviations (91) around 10,000.
        assert!(counts.iter().all(|count| (9_543..=10_457).contains(count)), "{counts:?}");
    }

    #[test]
    fn shuffling_keeps_every_entry() {
        let mut entries: Vec<u32> = (0..100).collect();
        Random::from_seed(3).shuffle(&mut entries);
        assert_ne!(entries, (0..100).collect::<Vec<_>>());
        entries.sort_unstable();
        assert_eq!(entries, (0..100).collect::<Vec<_>>());
    }

    #[test]
    fn unit_stays_in_its_range() {
        let mut random = Random::from_seed(5);
        assert!((0..10_000).all(|_| (0.0..1.0).contains(&random.unit())));
    }
}
