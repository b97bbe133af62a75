use thiserror::Error;

use crate::patterns::PatternClasses;

/// The weights of an [`Evaluation`](crate::Evaluation), all in its units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights(Vec<i16>);

/// Weights before those of the freedom to step.
const SCALARS: usize = 3;

/// Safe steps that are told apart; more count as the last.
const STEPS: usize = 24;

/// A side's numbers of stones that are told apart for what its steps are worth: few, some, many.
const STONE_GROUPS: usize = 3;

/// Weights before those of the patterns.
const BEFORE_PATTERNS: usize = SCALARS + STONE_GROUPS * STEPS;

/// Weights of another size or kind than this version of the evaluation has.
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
    ///
    /// # Panics
    /// Never: the file is checked by a test.
    #[must_use]
    pub fn built_in() -> Self {
        Self(decode(include_bytes!("weights.bin")))
    }

    /// Material alone, as a place to start tuning from: about a tenth of the odds' logarithm a stone, and more the fewer there are.
    #[must_use]
    pub fn material_only() -> Self {
        let mut weights = vec![0; BEFORE_PATTERNS + PatternClasses::new().len()];
        weights[..SCALARS].copy_from_slice(&[10, 60, 20]);
        Self(weights)
    }

    /// Weights from numbers: stone, stone's share, right to move, safe steps ([`step_feature`]), then the
    /// patterns in the order of [`PatternClasses`].
    ///
    /// # Errors
    /// [`WeightsError`] if there are too few or too many.
    pub fn from_numbers(numbers: Vec<i16>) -> Result<Self, WeightsError> {
        let expected = BEFORE_PATTERNS + PatternClasses::new().len();
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

    /// The value of this many stones, for White: a weight for each stone more and one for each 24th of the stones that White has more.
    #[must_use]
    pub fn material(&self, white: usize, black: usize) -> f64 {
        let [more, share] = material_features(white, black);
        f64::from(self.0[0]) * more + f64::from(self.0[1]) * share
    }

    /// The value of being to move.
    #[must_use]
    pub fn tempo(&self) -> i16 {
        self.0[2]
    }

    /// The value for White of what both sides' freedom to step is worth.
    #[must_use]
    pub(crate) fn steps(&self) -> &[i16] {
        &self.0[SCALARS..BEFORE_PATTERNS]
    }

    /// The weights of the patterns.
    #[must_use]
    pub fn patterns(&self) -> &[i16] {
        &self.0[BEFORE_PATTERNS..]
    }
}

/// What the two weights of material are multiplied by: stones that White has more, and that as 24ths of all stones.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a few stones")]
pub fn material_features(white: usize, black: usize) -> [f64; 2] {
    let more = white as f64 - black as f64;
    [more, 24.0 * more / (white + black).max(1) as f64]
}

/// Which of the weights of steps counts for a side with this many stones and safe steps; less than [`STEP_FEATURES`].
#[must_use]
#[inline]
pub fn step_feature(stones: u32, steps: u32) -> usize {
    let group = match stones {
        0..=3 => 0,
        4..=8 => 1,
        _ => 2,
    };
    group * STEPS + (steps as usize).min(STEPS - 1)
}

/// How many weights of steps there are.
pub const STEP_FEATURES: usize = STONE_GROUPS * STEPS;

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
    }

    #[test]
    fn material_counts_for_its_owner() {
        let weights = Weights::built_in();
        for (white, black) in [(10, 9), (3, 1), (24, 20), (1, 0)] {
            assert!(weights.material(white, black) > 0.0, "{white} against {black}");
            assert!((weights.material(white, black) + weights.material(black, white)).abs() < 1e-9);
        }
        assert!(weights.material(0, 0).abs() < 1e-9);
    }
}
