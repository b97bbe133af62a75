use jugada_core::Side;

use crate::patterns::{Colours, PatternClasses};
use crate::position::MOVES_EACH;
use crate::weights::{STEP_FEATURES, decode, step_features};
use crate::{Position, WeightsError};

/// Plies that share a weight.
const PLIES_PER_WEIGHT: usize = 10;

/// Weights of how far the game has come.
const PLIES: usize = 2 * MOVES_EACH as usize / PLIES_PER_WEIGHT + 1;

/// Numbers of stones of a side, none included.
const STONES: usize = 25;

/// Weights of both sides' stones.
const MATERIAL: usize = STONES * STONES;

/// Weights before those of the patterns.
const BEFORE_PATTERNS: usize = PLIES + MATERIAL + STEP_FEATURES;

/// What to aim for against an opponent who sees less: what makes a position one that is won and lost rather than drawn.
///
/// A draw with many stones on the board is worth nothing to either side, so against a weaker opponent a sharp position is worth more
/// than a dull one that is as even. The patterns' weights count the same for both colours, and all are added to what the
/// [`Weights`](crate::Weights) say for one side, the one that has the contempt; the sum is the logarithm of the odds of that side's share of the 12 points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contempt(Vec<i16>);

impl Contempt {
    /// The weights that come with the crate. `NOTES.md` says how they were made.
    #[must_use]
    pub fn built_in() -> Self {
        Self(decode(include_bytes!("contempt.bin")))
    }

    /// No preference, as a place to start tuning from.
    #[must_use]
    pub fn none() -> Self {
        Self(vec![0; BEFORE_PATTERNS + PatternClasses::new(Colours::Alike).len()])
    }

    /// Where there is no preference yet: the same expectation of the game's end everywhere, as the logarithm of the odds.
    pub fn expect(&mut self, value: i16) {
        if self.0.iter().all(|&weight| weight == 0) {
            self.0[..PLIES].fill(value);
        }
    }

    /// Weights from numbers: how far the game has come, both sides' stones, steps, patterns, in the order of [`contempt_features`].
    ///
    /// # Errors
    /// [`WeightsError`] if there are too few or too many.
    pub fn from_numbers(numbers: Vec<i16>) -> Result<Self, WeightsError> {
        let expected = BEFORE_PATTERNS + PatternClasses::new(Colours::Alike).len();
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

    /// The weights before those of the patterns.
    pub(crate) fn general(&self) -> &[i16] {
        &self.0[..BEFORE_PATTERNS]
    }

    /// The weights of the patterns.
    pub(crate) fn patterns(&self) -> &[i16] {
        &self.0[BEFORE_PATTERNS..]
    }
}

/// The weights of contempt of this side that count at a position apart from patterns.
#[inline]
pub(crate) fn general_features(position: &Position, side: Side) -> [usize; 4] {
    let [own, other] =
        [side, side.opponent()].map(|side| (position.stones(side).len() as usize).min(STONES - 1));
    let [first, second] = step_features(position).map(|feature| PLIES + MATERIAL + feature);
    let plies = usize::from(position.plies()).min(2 * usize::from(MOVES_EACH));
    [plies / PLIES_PER_WEIGHT, PLIES + STONES * own + other, first, second]
}

/// The weights of [`Contempt`] of this side that count at a position, some perhaps more than once. `classes` are those of patterns whose
/// colours are alike.
pub fn contempt_features<'a>(
    classes: &'a PatternClasses,
    position: &Position,
    side: Side,
) -> impl Iterator<Item = usize> + use<'a> {
    let patterns = classes.of(position).map(|(number, _)| BEFORE_PATTERNS + number as usize);
    general_features(position, side).into_iter().chain(patterns)
}
