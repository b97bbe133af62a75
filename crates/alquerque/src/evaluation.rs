use std::num::NonZeroU16;

use jugada_core::alpha_beta::{ESTIMATE_MAX, Heuristic, Leaf};
use jugada_core::{Game, Side};

use crate::moves::safe_steps;
use crate::patterns::Patterns;
use crate::weights::{STEP_FEATURES, step_feature};
use crate::{Move, Position, Weights};

/// Values are this many times the logarithm of the odds to win.
pub(crate) const UNIT: f64 = 256.0;

/// The points that a won game is worth.
pub(crate) const WIN_POINTS: f64 = 12.0;

/// So many plies before the game is drawn, the value begins to give way to that of the draw.
const FADE: i32 = 40;

/// So many plies before the game is drawn, positions count as different when they differ in how many are left.
const NEAR_THE_END: u16 = 60;

/// The most stones of a side.
const STONES: usize = 24;

/// What a position looks to be worth: patterns of 3 × 3 points, material and the right to move, with weights tuned on games.
///
/// Values are for the side to move, in 256ths of the logarithm of the odds to win: 0 is even, 256 an expectation of 5.5 points of 12 more
/// than the opponent ([`points`]). The exchange of colours changes the sign, and the symmetries of the board nothing.
#[derive(Clone)]
pub struct Evaluation {
    patterns: Patterns,
    /// By White's and Black's stones, for White.
    material: Box<[[i16; STONES + 1]; STONES + 1]>,
    /// By [`step_feature`], for the side that has the steps.
    steps: [i16; STEP_FEATURES],
    tempo: i32,
}

impl Evaluation {
    /// An evaluation with these weights.
    #[must_use]
    pub fn new(weights: &Weights) -> Self {
        let table = |white: usize, black: usize| narrow(weights.material(white, black));
        let material: [[i16; STONES + 1]; STONES + 1] =
            std::array::from_fn(|white| std::array::from_fn(|black| table(white, black)));
        Self {
            patterns: Patterns::new(weights.patterns()),
            material: Box::new(material),
            steps: std::array::from_fn(|feature| weights.steps()[feature]),
            tempo: i32::from(weights.tempo()),
        }
    }

    /// The value for White, the right to move and the end of the game left aside.
    #[inline]
    fn for_white(&self, position: &Position) -> i32 {
        let [white, black] = Side::BOTH.map(|side| position.stones(side).len() as usize);
        let [own_steps, other_steps] = step_features(position).map(|feature| i32::from(self.steps[feature]));
        self.patterns.evaluate(position)
            + i32::from(self.material[white.min(STONES)][black.min(STONES)])
            + own_steps
            - other_steps
    }
}

/// The [`step_feature`]s of White and Black.
#[must_use]
#[inline]
pub fn step_features(position: &Position) -> [usize; 2] {
    let empty = position.empty();
    Side::BOTH.map(|side| {
        let (own, enemy) = (position.stones(side), position.stones(side.opponent()));
        step_feature(own.len(), safe_steps(own, enemy, empty))
    })
}

impl Default for Evaluation {
    /// With the weights that come with the crate.
    fn default() -> Self {
        Self::new(&Weights::built_in())
    }
}

impl std::fmt::Debug for Evaluation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Evaluation").field("tempo", &self.tempo).finish_non_exhaustive()
    }
}

impl Heuristic<Position> for Evaluation {
    const HISTORY_SLOTS: usize = 2 << 12;

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        let white = self.for_white(position);
        let own = if position.side_to_move() == Side::First { white } else { -white } + self.tempo;
        let left = i32::from(position.plies_left());
        if left >= FADE { own } else { (own * left + self.draw(position) * (FADE - left)) / FADE }
    }

    #[inline]
    fn tag(&self, chosen: Move) -> NonZeroU16 {
        // The captured set is folded into the four bits that origin and destination leave.
        let captured = chosen.captured().bits().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60;
        let ends = chosen.from().bit() | chosen.to().bit() << 6;
        #[expect(clippy::cast_possible_truncation, reason = "6, 6 and 4 bits")]
        let tag = ends as u16 | (captured as u16) << 12;
        NonZeroU16::new(tag).expect("no point has the number 0")
    }

    fn draw(&self, position: &Position) -> i32 {
        let [white, black] = position.draw_points().map(u32::cast_signed);
        let own = if position.side_to_move() == Side::First { white - black } else { black - white };
        DRAW_VALUES[usize::try_from(own + 7).expect("at most seven points")]
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        if position.plies_left() > NEAR_THE_END { position.key_without_plies() } else { position.key() }
    }

    #[inline]
    fn leaf(&self, position: &Position, _beyond: u32) -> Leaf {
        if position.must_capture() { Leaf::Forced } else { Leaf::Settled }
    }

    #[inline]
    fn noisy(&self, _position: &Position, chosen: Move) -> Option<i32> {
        chosen.is_capture().then(|| chosen.captured().len().cast_signed())
    }

    #[inline]
    fn history_slot(&self, position: &Position, chosen: Move) -> usize {
        let ends = (chosen.from().bit() << 6 | chosen.to().bit()) as usize;
        position.side_to_move().index() << 12 | ends
    }

    #[inline]
    fn cost(&self, _position: &Position, moves: usize) -> i32 {
        i32::from(moves > 1)
    }
}

/// What a draw is worth by the difference in points from −7 to 7: [`UNIT`] · ln((12 + d) / (12 − d)).
static DRAW_VALUES: [i32; 15] = [-342, -281, -227, -177, -131, -86, -43, 0, 43, 86, 131, 177, 227, 281, 342];

/// A value as points: how many more than the opponent the side to move can expect, from −12 to 12.
///
/// ```
/// use jugada_alquerque::points;
/// assert!(points(0).abs() < 1e-9);
/// assert!((points(256) - 5.5454).abs() < 1e-3);
/// assert!((points(31_990) - 12.0).abs() < 1e-9);
/// ```
#[must_use]
pub fn points(value: i32) -> f64 {
    let value = value.clamp(-ESTIMATE_MAX - 1, ESTIMATE_MAX + 1);
    WIN_POINTS * (f64::from(value) / (2.0 * UNIT)).tanh()
}

fn narrow(value: f64) -> i16 {
    #[expect(clippy::cast_possible_truncation, reason = "clamped")]
    let narrowed = value.round().clamp(-15_000.0, 15_000.0) as i16;
    narrowed
}

#[cfg(test)]
mod tests {
    use jugada_core::testkit::random_game;
    use jugada_core::{Random, Side};

    use super::*;
    use crate::Point;
    use crate::position::BySide;

    fn positions() -> impl Iterator<Item = Position> {
        (0..20).flat_map(|seed| random_game(&Position::start(), 160, &mut Random::from_seed(seed)))
    }

    #[test]
    fn symmetries_of_the_board_change_nothing_and_colours_the_sign() {
        let evaluation = Evaluation::default();
        for position in positions() {
            let value = evaluation.for_white(&position);
            let turned = |point: Point| Point::new(6 - point.rank(), point.file()).expect("on the board");
            let mirrored = |point: Point| Point::new(6 - point.file(), point.rank()).expect("on the board");
            assert_eq!(evaluation.for_white(&position.map_points(turned)), value, "{position}");
            assert_eq!(evaluation.for_white(&position.map_points(mirrored)), value, "{position}");
            let mut exchanged = position;
            exchanged.stones = BySide::new(position.stones(Side::Second), position.stones(Side::First));
            assert_eq!(evaluation.for_white(&exchanged), -value, "{position}");
        }
    }

    #[test]
    fn values_near_the_move_limit_are_those_of_the_draw() {
        let evaluation = Evaluation::default();
        // White would have six points, Black two; on the last move nothing else counts.
        let last: Position = "wwwww2/7/7/7/7/7/6b b - - 100".parse().expect("a position");
        let value = evaluation.evaluate(&last);
        let draw = evaluation.draw(&last);
        assert_eq!(draw, -177);
        assert!((value - draw).abs() < 100, "{value}");
        assert!((points(evaluation.draw(&last)) + 4.0).abs() < 0.05);
    }

    #[test]
    fn keys_count_the_plies_left_only_when_few_are() {
        let evaluation = Evaluation::default();
        for (number, other, same) in [(10, 20, true), (80, 81, false)] {
            let key = |number: u16| {
                let position: Position =
                    format!("w6/7/7/7/7/7/6b w - - {number}").parse().expect("a position");
                evaluation.key(&position)
            };
            assert_eq!(key(number) == key(other), same);
        }
    }

    #[test]
    fn slots_and_tags_are_within_their_bounds_and_tags_tell_moves_apart() {
        let evaluation = Evaluation::default();
        let (mut moves, mut tags) = (0, 0);
        for position in positions() {
            let listed = position.moves();
            let distinct: std::collections::BTreeSet<_> =
                listed.iter().map(|&listed| evaluation.tag(listed)).collect();
            moves += listed.len();
            tags += distinct.len();
            for &listed in &listed {
                assert!(evaluation.history_slot(&position, listed) < Evaluation::HISTORY_SLOTS);
            }
        }
        assert!(tags * 1000 > moves * 999, "{tags} tags for {moves} moves");
    }
}
