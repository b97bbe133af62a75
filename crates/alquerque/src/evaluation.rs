use std::num::NonZeroU16;

use jugada_core::alpha_beta::{ESTIMATE_MAX, Heuristic, Leaf};
use jugada_core::{Game, Side};

use crate::moves::safe_steps;
use crate::patterns::Patterns;
use crate::weights::STONES;
use crate::{Move, PointSet, Position, Weights};

/// Values are this many times the logarithm of the odds to win.
pub(crate) const UNIT: f64 = 256.0;

/// The points that a won game is worth.
pub(crate) const WIN_POINTS: f64 = 12.0;

/// So many plies before the game is drawn, the value begins to give way to that of the draw.
const FADE: i32 = 40;

/// So many plies before the game is drawn, positions count as different when they differ in how many are left.
const NEAR_THE_END: u16 = 60;

/// Steps that are told apart; more count as the last.
const STEPS: usize = 64;

/// All of what the patterns say.
const WHOLE: i32 = 256;

/// What counts of the patterns for a side that has to come to an end.
const LITTLE: i32 = 64;

/// The plies from and up to which a side that would get no points for a draw loosens its position.
const LOOSENING: (i32, i32) = (20, 80);

/// What a position looks to be worth: material, how many steps both sides can make without losing the stone at once, and what was
/// learned from games about the looks of its 25 windows of 3 × 3 points.
///
/// A side that runs out of safe steps has to give stones away, and one that runs out of moves has lost: against an opponent who waits
/// behind a wall that is how the game is won. The value of stones grows as they become fewer, so that whoever is ahead exchanges.
///
/// Values are for the side to move, in 256ths of the logarithm of the odds to win: 0 is even, 256 an expectation of 5.5 points of 12 more
/// than the opponent ([`points`]). The exchange of colours changes the sign (if no side [plays to win](Self::aim)), and the symmetries of
/// the board nothing.
#[derive(Clone, Debug)]
pub struct Evaluation {
    drive: Drive,
    patterns: Patterns,
    /// How much of the patterns' sum counts, in 256ths.
    patterns_share: i32,
    /// By White's and Black's stones, for White.
    material: Box<[[i16; STONES + 1]; STONES + 1]>,
    /// What a side loses by having so few [steps](safe_steps), by who it is: nobody in particular, the side that plays to win, its opponent.
    cramped: [[i16; STEPS]; 3],
    aiming: Option<Side>,
}

/// What the evaluation wants, in its units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Drive {
    /// The value of a stone more than the opponent. Default 30.
    pub stone: i32,
    /// The value of being all by oneself, shared among the stones: (own − other) / (own + other) of it. Default 2880.
    pub share: i32,
    /// The value of the right to move. Default 20.
    pub tempo: i32,
    /// A side with so many steps loses this by their number and two more. Default 1000.
    pub cramped: i32,
    /// For a side that [plays to win](Evaluation::aim) the opponent's lack of steps counts this much more and the own so much less. Default 400.
    pub aggression: i32,
    /// What each of the opponent's stones next to an own one is worth to a side that plays to win, whether a line joins them or not. Default 6.
    pub contact: i32,
    /// What each of the opponent's stones off the edge, where it can be jumped over, is worth to a side that plays to win. Default 6.
    pub drawn_out: i32,
    /// What each point at most two steps, in any direction, from the own stones is worth to a side that plays to win, the stones' own aside. Default 4.
    pub reach: i32,
}

impl Default for Drive {
    fn default() -> Self {
        Self {
            stone: 30,
            share: 2880,
            tempo: 20,
            cramped: 1000,
            aggression: 400,
            contact: 6,
            drawn_out: 6,
            reach: 4,
        }
    }
}

impl Evaluation {
    /// An evaluation with this drive and what was learned on top of it.
    #[must_use]
    pub fn new(drive: Drive, weights: &Weights) -> Self {
        let count = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let material = |white: usize, black: usize| {
            let more = count(white) - count(black);
            let driven = drive.stone * more + drive.share * more / count(white + black).max(1);
            narrow(driven + weights.material(white, black))
        };
        let cramped = |loss: i32| std::array::from_fn(|steps| narrow(-loss / (count(steps) + 2)));
        Self {
            drive,
            patterns: Patterns::new(weights.patterns()),
            patterns_share: WHOLE,
            material: Box::new(std::array::from_fn(|white| {
                std::array::from_fn(|black| material(white, black))
            })),
            cramped: [0, -drive.aggression, drive.aggression].map(|more| cramped(drive.cramped + more)),
            aiming: None,
        }
    }

    /// The side to move means to win from here: see [`aim`](Self::aim); and the patterns count as much as they help with that.
    ///
    /// What was learned from games among equals holds a position together and is the best guide while nothing is decided. Whoever is ahead
    /// has to give up some of that to come to an end in time, and so has whoever would get no points for a draw: for the one they count a
    /// quarter, for the other less and less from the 10th move to the 40th.
    ///
    /// ```
    /// use jugada_alquerque::{Evaluation, Position};
    /// use jugada_core::alpha_beta::Heuristic;
    /// let ahead: Position = "b6/7/2b4/7/2w4/1w5/w6 w - - 60".parse()?;
    /// let mut evaluation = Evaluation::default();
    /// let among_equals = evaluation.evaluate(&ahead);
    /// evaluation.aim_from(&ahead);
    /// assert_ne!(evaluation.evaluate(&ahead), among_equals);
    /// # Ok::<(), jugada_core::NotationError>(())
    /// ```
    pub fn aim_from(&mut self, root: &Position) {
        let side = root.side_to_move();
        self.aim(Some(side));
        let [own, other] = [side, side.opponent()].map(|side| root.stones(side).len());
        self.patterns_share = if own > other {
            LITTLE
        } else if root.draw_points()[side.index()] == 0 {
            let (from, to) = LOOSENING;
            WHOLE - (WHOLE - LITTLE) * (i32::from(root.plies()) - from).clamp(0, to - from) / (to - from)
        } else {
            WHOLE
        };
    }

    /// From now on values are for a game that this side means to win: a draw is worth its own points alone, and the opponent's freedom
    /// counts more than its own. For nobody, both count the same.
    pub fn aim(&mut self, side: Option<Side>) {
        self.aiming = side;
        self.patterns_share = WHOLE;
    }

    /// The value for White, the right to move and the end of the game left aside.
    #[inline]
    fn for_white(&self, [white, black]: [PointSet; 2]) -> i32 {
        let empty = PointSet::BOARD.without(white.union(black));
        let [for_white, for_black] = match self.aiming {
            None => [0, 0],
            Some(Side::First) => [1, 2],
            Some(Side::Second) => [2, 1],
        };
        let cramped = |own, other, table: usize| {
            let steps = safe_steps(own, other, empty) as usize;
            i32::from(self.cramped[table][steps.min(STEPS - 1)])
        };
        let [white_count, black_count] = [white, black].map(|stones| (stones.len() as usize).min(STONES));
        let even = i32::from(self.material[white_count][black_count]) + cramped(white, black, for_white)
            - cramped(black, white, for_black)
            + self.patterns.evaluate([white, black]) * self.patterns_share / WHOLE;
        match self.aiming {
            None => even,
            Some(Side::First) => even + self.initiative(white, black),
            Some(Side::Second) => even - self.initiative(black, white),
        }
    }

    /// What a side that plays to win has in its favour apart from freedom.
    #[inline]
    fn initiative(&self, own: PointSet, other: PointSet) -> i32 {
        let times = |weight: i32, set: PointSet| weight * set.len().cast_signed();
        let beside = own.surroundings();
        times(self.drive.contact, beside.intersection(other))
            + times(self.drive.reach, beside.surroundings().without(own))
            + times(self.drive.drawn_out, other.intersection(PointSet::INNER))
    }
}

impl Default for Evaluation {
    /// With the drive that was found to win most, and the [built-in weights](Weights::built_in).
    fn default() -> Self {
        Self::new(Drive::default(), &Weights::built_in())
    }
}

impl Heuristic<Position> for Evaluation {
    const HISTORY_SLOTS: usize = 2 << 12;

    #[inline]
    fn evaluate(&self, position: &Position) -> i32 {
        let white = self.for_white(Side::BOTH.map(|side| position.stones(side)));
        let own = if position.side_to_move() == Side::First { white } else { -white } + self.drive.tempo;
        let left = i32::from(position.plies_left());
        if left >= FADE { own } else { (own * left + self.draw(position) * (FADE - left)) / FADE }
    }

    #[inline]
    fn settled(&self, position: &Position, chosen: Move) -> Option<i32> {
        if i32::from(position.plies_left()) <= FADE {
            let next = position.play_unchecked(chosen);
            return (next.outcome().is_none() && !next.must_capture()).then(|| self.evaluate(&next));
        }
        let stones = position.stones_if_settled(chosen)?;
        let white = self.for_white(stones);
        Some(if position.side_to_move() == Side::Second { white } else { -white } + self.drive.tempo)
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
        if let Some(side) = self.aiming {
            let value = DRAW_HOPES[[white, black][side.index()].unsigned_abs() as usize];
            return if position.side_to_move() == side { value } else { -value };
        }
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
    fn cost(&self, position: &Position, moves: usize) -> i32 {
        // A capture with one alternative is as good as forced: combinations consist of such moves.
        i32::from(moves > 2 || moves == 2 && !position.must_capture())
    }
}

/// What a draw is worth by the difference in points from −7 to 7: [`UNIT`] · ln((12 + d) / (12 − d)).
static DRAW_VALUES: [i32; 15] = [-342, -281, -227, -177, -131, -86, -43, 0, 43, 86, 131, 177, 227, 281, 342];

/// What a draw with 0 to 7 points is worth to a side that means to win: [`UNIT`] · ln(s / (1 − s)), where the share s is half of its
/// points and half a point more, by 12: no draw is as good as an even game.
static DRAW_HOPES: [i32; 8] = [-803, -614, -498, -412, -342, -281, -227, -177];

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

fn narrow(value: i32) -> i16 {
    #[expect(clippy::cast_possible_truncation, reason = "clamped")]
    let narrowed = value.clamp(-15_000, 15_000) as i16;
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

    fn sets(position: &Position) -> [PointSet; 2] {
        Side::BOTH.map(|side| position.stones(side))
    }

    fn exchanged(position: &Position) -> Position {
        let mut exchanged = *position;
        exchanged.stones = BySide::new(position.stones(Side::Second), position.stones(Side::First));
        exchanged
    }

    #[test]
    fn symmetries_of_the_board_change_nothing_and_colours_the_sign() {
        for aiming in [None, Some(Side::First), Some(Side::Second)] {
            let mut evaluation = Evaluation::default();
            evaluation.aim(aiming);
            let mut opposite = evaluation.clone();
            opposite.aim(aiming.map(Side::opponent));
            for position in positions() {
                let value = evaluation.for_white(sets(&position));
                let turned = |point: Point| Point::new(6 - point.rank(), point.file()).expect("on the board");
                let mirrored =
                    |point: Point| Point::new(6 - point.file(), point.rank()).expect("on the board");
                assert_eq!(evaluation.for_white(sets(&position.map_points(turned))), value, "{position}");
                assert_eq!(evaluation.for_white(sets(&position.map_points(mirrored))), value, "{position}");
                assert_eq!(opposite.for_white(sets(&exchanged(&position))), -value, "{position}");
            }
        }
    }

    #[test]
    fn who_plays_to_win_prefers_contact_and_a_cramped_opponent() {
        let mut evaluation = Evaluation::new(Drive::default(), &Weights::none());
        evaluation.aim(Some(Side::First));
        let value = |text: &str| evaluation.for_white(sets(&text.parse().expect("a position")));
        // The same stones, apart and face to face.
        assert!(value("bb5/7/7/7/7/7/www4 w - - 9") < value("bb5/7/7/7/2w4/w6/1w5 w - - 9"));
        // Black has no step at all in the corner.
        assert!(value("bw5/ww5/7/7/7/7/7 w - - 9") > value("b6/7/7/7/7/1w5/ww5 w - - 9"));
    }

    #[test]
    fn patterns_count_less_for_who_is_ahead_or_would_get_nothing_for_a_draw() {
        let mut evaluation = Evaluation::default();
        let mut share = |text: &str| {
            evaluation.aim_from(&text.parse().expect("a position"));
            evaluation.patterns_share
        };
        assert_eq!(share("bbb4/7/7/7/7/7/www4 w - - 50"), WHOLE);
        assert_eq!(share("bb5/7/7/7/7/7/www4 w - - 50"), LITTLE);
        assert_eq!(share("bb5/7/7/7/7/7/www4 b - - 50"), WHOLE);
        let many = |number: u32| format!("bbbbbbb/7/7/7/7/7/wwwwwww w - - {number}");
        assert_eq!([9, 11, 41, 90].map(|number| share(&many(number))), [WHOLE, WHOLE, LITTLE, LITTLE]);
        assert_eq!(share(&many(26)), i32::midpoint(WHOLE, LITTLE));
        evaluation.aim(None);
        assert_eq!(evaluation.patterns_share, WHOLE);
    }

    #[test]
    fn the_estimate_after_a_move_is_that_of_the_position_it_leads_to() {
        let mut evaluation = Evaluation::default();
        evaluation.aim(Some(Side::Second));
        let (mut all, mut settled) = (0, 0);
        for position in positions().filter(|position| position.outcome().is_none()) {
            for chosen in position.moves() {
                let next = position.play_unchecked(chosen);
                let is_settled = next.outcome().is_none() && !next.must_capture();
                let estimate = evaluation.settled(&position, chosen);
                assert!(
                    estimate.is_none_or(|value| is_settled && value == evaluation.evaluate(&next)),
                    "{next}"
                );
                all += u32::from(is_settled);
                settled += u32::from(estimate.is_some());
            }
        }
        assert!(settled * 10 > all * 9, "{settled} of {all}");
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
        let mut aiming = Evaluation::default();
        aiming.aim(Some(Side::Second));
        let own = aiming.draw(&last);
        aiming.aim(Some(Side::First));
        assert!(own == DRAW_HOPES[2] && aiming.draw(&last) == -DRAW_HOPES[6], "Black is to move");
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
