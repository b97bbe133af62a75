use thiserror::Error;

use crate::patterns::PatternClasses;

/// The most stones of a side.
pub(crate) const STONES: usize = 24;

/// How many weights are for material, before those of the patterns: one for every pair of different numbers of stones.
pub const MATERIAL_WEIGHTS: usize = STONES * (STONES + 1) / 2;

/// What the [`Evaluation`](crate::Evaluation) has learned from games, in its units: a weight for every pair of numbers of stones, then one
/// for every class of looks that a window of 3 × 3 points can have ([`PatternClasses`]).
///
/// ```
/// use jugada_alquerque::{Drive, Evaluation, Weights};
/// let built_in = Weights::built_in();
/// assert_eq!(Weights::from_bytes(&built_in.to_bytes())?, built_in);
/// // What the few numbers found by hand say alone.
/// let by_hand = Evaluation::new(Drive::default(), &Weights::none());
/// # let _ = by_hand;
/// # Ok::<(), jugada_alquerque::WeightsError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Vec<i16>);

/// Weights of another number than this version of the evaluation has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{found} bytes of weights, {expected} were expected")]
pub struct WeightsError {
    /// Bytes given.
    pub found: usize,
    /// Bytes that there should be.
    pub expected: usize,
}

impl Weights {
    /// The weights that come with the crate. `NOTES.md` says how they were made.
    #[must_use]
    pub fn built_in() -> Self {
        Self(decode(include_bytes!("weights.bin")))
    }

    /// No weights: every position is worth what the [`Drive`](crate::Drive) says.
    #[must_use]
    pub fn none() -> Self {
        Self(vec![0; MATERIAL_WEIGHTS + PatternClasses::new().len()])
    }

    /// Weights from numbers: material, then the patterns in the order of [`PatternClasses`].
    ///
    /// # Errors
    /// [`WeightsError`] if there are too few or too many.
    pub fn from_numbers(numbers: Vec<i16>) -> Result<Self, WeightsError> {
        let expected = MATERIAL_WEIGHTS + PatternClasses::new().len();
        if numbers.len() == expected {
            Ok(Self(numbers))
        } else {
            Err(WeightsError { found: 2 * numbers.len(), expected: 2 * expected })
        }
    }

    /// All numbers, in the order of [`from_numbers`](Self::from_numbers).
    #[must_use]
    pub fn numbers(&self) -> &[i16] {
        &self.0
    }

    /// Weights from a file's bytes, as [`to_bytes`](Self::to_bytes) writes them.
    ///
    /// # Errors
    /// [`WeightsError`] if there are too few or too many.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, WeightsError> {
        Self::from_numbers(decode(bytes))
    }

    /// All numbers, two bytes each, the lower first.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.iter().flat_map(|weight| weight.to_le_bytes()).collect()
    }

    /// The value for White of having so many stones.
    #[must_use]
    pub(crate) fn material(&self, white: usize, black: usize) -> i32 {
        match material_weight(white, black) {
            Some((number, true)) => i32::from(self.0[number]),
            Some((number, false)) => -i32::from(self.0[number]),
            None => 0,
        }
    }

    /// The weights of the patterns.
    #[must_use]
    pub(crate) fn patterns(&self) -> &[i16] {
        &self.0[MATERIAL_WEIGHTS..]
    }
}

/// Which weight counts for so many white and black stones, and whether it counts for White; none if both have as many. More than
/// 24 stones count as 24.
///
/// ```
/// use jugada_alquerque::material_weight;
/// let (number, for_white) = material_weight(3, 2).unwrap();
/// assert!(for_white);
/// assert_eq!(material_weight(2, 3), Some((number, false)));
/// ```
#[must_use]
pub fn material_weight(white: usize, black: usize) -> Option<(usize, bool)> {
    let (more, less) = (white.max(black).min(STONES), white.min(black).min(STONES));
    (more > less).then(|| (more * (more - 1) / 2 + less, white > black))
}

fn decode(bytes: &[u8]) -> Vec<i16> {
    bytes.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_a_weight_for_every_class() {
        let weights = Weights::built_in();
        assert_eq!(Weights::from_bytes(&weights.to_bytes()), Ok(weights.clone()));
        assert_eq!(weights.patterns().len(), PatternClasses::new().len());
        assert!(weights.patterns().iter().any(|&weight| weight != 0));
        let short = Weights::from_bytes(&weights.to_bytes()[2..]).expect_err("too short");
        assert_eq!(short.expected - short.found, 2);
        assert!(Weights::none().numbers().iter().all(|&weight| weight == 0));
    }

    #[test]
    fn every_pair_of_numbers_of_stones_has_a_weight_of_its_own() {
        let mut seen = std::collections::BTreeSet::new();
        for white in 0..=STONES {
            assert_eq!(material_weight(white, white), None);
            for black in 0..white {
                let (number, for_white) = material_weight(white, black).expect("a weight");
                assert!(for_white && number < MATERIAL_WEIGHTS && seen.insert(number));
                assert_eq!(material_weight(black, white), Some((number, false)));
            }
        }
        assert_eq!(seen.len(), MATERIAL_WEIGHTS);
    }
}
