use std::num::NonZeroU16;

use jugada_core::alpha_beta::{ESTIMATE_MAX, Heuristic, Leaf};
use jugada_core::{Game, Side};

use crate::moves::safe_steps;
use crate::patterns::Patterns;
use crate::weights::STONES;
use crate::{Ambition, Ambitions, MOVES_EACH, Move, PointSet, Position, Span, Weights};

/// Values are this many times the logarithm of the odds to win.
pub(crate) const UNIT: f64 = 256.0;

/// The points that a won game is worth.
pub(crate) const WIN_POINTS: f64 = 12.0;

/// So many plies before the game is drawn, the value begins to give way to that of the draw, if nobody plays to win.
const FADE: i32 = 40;

/// So many plies before the game is drawn, or when its value begins to give way if that is earlier, positions count as different when they differ in how many are left.
const NEAR_THE_END: i32 = 60;

/// Steps that are told apart; more count as the last.
const STEPS: usize = 64;

/// All of what the patterns say.
const WHOLE: i32 = 256;

/// From this ply on a side that would still get nothing for a draw opens the position up.
const OPENING_UP: u16 = 100;

/// The parts of a unit that what few stones add up is counted in.
const PARTS: i32 = 16;

/// What a position looks to be worth: material, how many steps both sides can make without losing the stone at once, and what was
/// learned from games about the looks of its 25 windows of 3 × 3 points.
///
/// A side that runs out of safe steps has to give stones away, and one that runs out of moves has lost: against an opponent who waits
/// behind a wall that is how the game is won. The value of stones grows as they become fewer, so that whoever is ahead exchanges.
///
/// Values are for the side to move, in 256ths of the logarithm of the odds to win: 0 is even, 256 an expectation of 5.5 points of 12 more
/// than the opponent ([`points`]). The exchange of colours changes the sign (if no side [plays to win](Self::aim_from)), and the symmetries of
/// the board nothing.
#[derive(Clone, Debug)]
pub struct Evaluation {
    drive: Drive,
    weights: Weights,
    patterns: Patterns,
    ambitions: Ambitions,
    terms: Box<Terms>,
    aiming: Option<Side>,
}

/// What the evaluation wants while nobody plays to win, in its units.
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
}

impl Default for Drive {
    fn default() -> Self {
        Self { stone: 30, share: 2880, tempo: 20, cramped: 1000 }
    }
}

/// What the numbers come to as long as the root of the search stays the same.
#[derive(Clone, Debug)]
struct Terms {
    /// By the stones of one side and of the other, for the one.
    material: [[i16; STONES + 1]; STONES + 1],
    /// What so many [steps](safe_steps) are worth to the side that plays to win and to its opponent, to either if nobody does.
    steps: [[i16; STEPS]; 2],
    tempo: i32,
    /// How much of the patterns' sum counts, in 256ths.
    patterns_share: i32,
    fade: i32,
    /// What a side that plays to win has in its favour apart from material and steps, in [`PARTS`].
    initiative: Initiative,
}

/// The numbers of an [`Ambition`] that are for single stones and points, in the order of [`Initiative::sets`].
#[derive(Clone, Copy, Debug, Default)]
struct Initiative([i32; 20]);

impl Evaluation {
    /// An evaluation with this drive and what was learned on top of it, and the [built-in ambitions](Ambitions::built_in).
    #[must_use]
    pub fn new(drive: Drive, weights: &Weights) -> Self {
        Self {
            terms: Box::new(Terms::among_equals(drive, weights)),
            patterns: Patterns::new(weights.patterns()),
            drive,
            weights: weights.clone(),
            ambitions: Ambitions::built_in(),
            aiming: None,
        }
    }

    /// The same evaluation with other ambitions for the side that plays to win.
    #[must_use]
    pub fn ambitions(mut self, ambitions: Ambitions) -> Self {
        self.ambitions = ambitions;
        self
    }

    /// The side to move means to win from here: a draw is worth its own points alone, and its [`Ambitions`] say what it goes after.
    ///
    /// What was learned from games among equals holds a position together and is the best guide while nothing is decided. Whoever is ahead
    /// has to give up some of that to come to an end in time, and so has whoever would get no points for a draw.
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
        let for_nothing = root.draw_points()[side.index()] == 0;
        let ambition = if root.stones(side).len() > root.stones(side.opponent()).len() {
            &self.ambitions.finish
        } else if for_nothing && root.plies() >= OPENING_UP {
            &self.ambitions.open_up
        } else {
            &self.ambitions.get_ahead
        };
        self.aiming = Some(side);
        *self.terms = Terms::to_win(ambition, &self.weights, root);
    }

    /// Values are for a game that nobody in particular means to win again.
    ///
    /// ```
    /// use jugada_alquerque::{Evaluation, Position};
    /// use jugada_core::alpha_beta::Heuristic;
    /// let start = Position::start();
    /// let mut evaluation = Evaluation::default();
    /// let among_equals = evaluation.evaluate(&start);
    /// evaluation.aim_from(&start);
    /// evaluation.aim_at_nothing();
    /// assert_eq!(evaluation.evaluate(&start), among_equals);
    /// ```
    pub fn aim_at_nothing(&mut self) {
        self.aiming = None;
        *self.terms = Terms::among_equals(self.drive, &self.weights);
    }

    /// The value for White, the right to move and the end of the game left aside.
    #[inline]
    fn for_white(&self, [white, black]: [PointSet; 2]) -> i32 {
        match self.aiming {
            None | Some(Side::First) => self.for_the_one(white, black),
            Some(Side::Second) => -self.for_the_one(black, white),
        }
    }

    /// The value for the side that plays to win, or either if nobody does.
    #[inline]
    fn for_the_one(&self, own: PointSet, other: PointSet) -> i32 {
        let terms = &*self.terms;
        let empty = PointSet::BOARD.without(own.union(other));
        let [own_steps, other_steps] = [safe_steps(own, other, empty), safe_steps(other, own, empty)]
            .map(|steps| (steps as usize).min(STEPS - 1));
        let [own_count, other_count] = [own, other].map(|stones| (stones.len() as usize).min(STONES));
        let even = i32::from(terms.material[own_count][other_count]) + i32::from(terms.steps[0][own_steps])
            - i32::from(terms.steps[1][other_steps])
            + self.patterns.evaluate([own, other]) * terms.patterns_share / WHOLE;
        if self.aiming.is_some() { even + terms.initiative.value(own, other, empty) } else { even }
    }
}

impl Terms {
    fn among_equals(drive: Drive, weights: &Weights) -> Self {
        let material = |own: usize, other: usize| {
            let more = count(own) - count(other);
            let driven = drive.stone * more + drive.share * more / count(own + other).max(1);
            narrow(driven + weights.material(own, other))
        };
        let steps = std::array::from_fn(|steps| narrow(-drive.cramped / (count(steps) + 2)));
        Self {
            material: std::array::from_fn(|own| std::array::from_fn(|other| material(own, other))),
            steps: [steps; 2],
            tempo: drive.tempo,
            patterns_share: WHOLE,
            fade: FADE,
            initiative: Initiative::default(),
        }
    }

    fn to_win(ambition: &Ambition, weights: &Weights, root: &Position) -> Self {
        let now = |span: Span| span.at(root.plies(), 2 * MOVES_EACH);
        let [stone, share, ahead, level] =
            [ambition.stone, ambition.share, ambition.ahead, ambition.level].map(now);
        let material = |own: usize, other: usize| {
            let more = f64::from(count(own) - count(other));
            let driven = stone * more + share * more / f64::from(count(own + other).max(1));
            let lead =
                if own == other { level * f64::from(count(own + other)) } else { ahead * more.signum() };
            narrow(whole(driven + lead) + weights.material(own, other))
        };
        let steps = |cramped: Span, slack: Span, each: Span| {
            let (cramped, slack, each) = (now(cramped), now(slack).max(0.3), now(each));
            std::array::from_fn(|steps| {
                let steps = f64::from(count(steps));
                narrow(whole(each * steps - cramped / (steps + slack)))
            })
        };
        let opposing_steps =
            steps(ambition.opposing_cramped, ambition.opposing_slack, ambition.opposing_steps);
        Self {
            material: std::array::from_fn(|own| std::array::from_fn(|other| material(own, other))),
            steps: [steps(ambition.own_cramped, ambition.own_slack, ambition.own_steps), opposing_steps],
            tempo: whole(now(ambition.tempo)),
            patterns_share: whole(patterns_share(ambition, root)),
            fade: whole(now(ambition.fade)).max(1),
            initiative: Initiative::new(ambition, now),
        }
    }
}

/// How much of the patterns counts for a side that plays to win from here.
fn patterns_share(ambition: &Ambition, root: &Position) -> f64 {
    let now = |span: Span| span.at(root.plies(), 2 * MOVES_EACH);
    if root.draw_points()[root.side_to_move().index()] > 0 {
        now(ambition.patterns_for_points)
    } else {
        let from = now(ambition.loosen_from).max(0.0);
        let to = now(ambition.loosen_to).max(from + 1.0);
        let loosened = ((f64::from(root.plies()) - from) / (to - from)).clamp(0.0, 1.0);
        let [firm, loose] = [ambition.patterns, ambition.patterns_loose].map(now);
        firm - (firm - loose) * loosened
    }
}

impl Initiative {
    fn new(ambition: &Ambition, now: impl Fn(Span) -> f64) -> Self {
        let spans = [
            ambition.stones,
            ambition.contact,
            ambition.near,
            ambition.reach,
            ambition.own_inner,
            ambition.drawn_out,
            ambition.own_centre,
            ambition.opposing_centre,
            ambition.own_crossing,
            ambition.opposing_crossing,
            ambition.own_ground,
            ambition.opposing_ground,
            ambition.own_shut_in,
            ambition.opposing_shut_in,
            ambition.own_walls,
            ambition.opposing_walls,
            ambition.own_solid,
            ambition.opposing_solid,
            ambition.own_exposed,
            ambition.opposing_exposed,
        ];
        Self(spans.map(|span| whole(now(span) * f64::from(PARTS))))
    }

    /// The points that each number is for.
    #[inline]
    fn sets(own: PointSet, other: PointSet, empty: PointSet) -> [PointSet; 20] {
        let (beside, beside_other) = (own.surroundings(), other.surroundings());
        let within_two = beside.surroundings();
        let roomy = empty.surroundings();
        [
            own.union(other),
            beside.intersection(other),
            within_two.intersection(other),
            within_two.without(own),
            own.intersection(PointSet::INNER),
            other.intersection(PointSet::INNER),
            own.intersection(PointSet::CENTRE),
            other.intersection(PointSet::CENTRE),
            own.intersection(PointSet::DIAGONAL),
            other.intersection(PointSet::DIAGONAL),
            empty.intersection(beside).without(beside_other),
            empty.intersection(beside_other).without(beside),
            own.without(roomy),
            other.without(roomy),
            own.walls(),
            other.walls(),
            own.solid(),
            other.solid(),
            own.exposed(),
            other.exposed(),
        ]
    }

    #[inline]
    fn value(&self, own: PointSet, other: PointSet, empty: PointSet) -> i32 {
        let counts = Self::sets(own, other, empty).map(|set| set.len().cast_signed());
        let sum: i32 = self.0.iter().zip(counts).map(|(number, count)| number * count).sum();
        sum / PARTS
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
        let own = if position.side_to_move() == Side::First { white } else { -white } + self.terms.tempo;
        let left = i32::from(position.plies_left());
        let fade = self.terms.fade;
        if left >= fade { own } else { (own * left + self.draw(position) * (fade - left)) / fade }
    }

    #[inline]
    fn settled(&self, position: &Position, chosen: Move) -> Option<i32> {
        if i32::from(position.plies_left()) <= self.terms.fade {
            let next = position.play_unchecked(chosen);
            return (next.outcome().is_none() && !next.must_capture()).then(|| self.evaluate(&next));
        }
        let stones = position.stones_if_settled(chosen)?;
        let white = self.for_white(stones);
        Some(if position.side_to_move() == Side::Second { white } else { -white } + self.terms.tempo)
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
        let far = i32::from(position.plies_left()) > self.terms.fade.max(NEAR_THE_END);
        if far { position.key_without_plies() } else { position.key() }
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

fn count(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

fn whole(value: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "out of range it is the nearest there is")]
    let whole = value as i32;
    whole
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
            if aiming.is_some() {
                evaluation.aim_from(&Position::start());
            }
            let mut opposite = evaluation.clone();
            evaluation.aiming = aiming;
            opposite.aiming = aiming.map(Side::opponent);
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
        evaluation.aim_from(&Position::start());
        let value = |text: &str| evaluation.for_white(sets(&text.parse().expect("a position")));
        // The same stones, apart and face to face.
        for (apart, face_to_face) in [
            ("7/7/bb5/7/7/7/www4 w - - 9", "7/7/bb5/www4/7/7/7 w - - 9"),
            ("7/7/2bb3/7/7/7/2www2 w - - 9", "7/7/2bb3/2www2/7/7/7 w - - 9"),
        ] {
            assert!(value(apart) < value(face_to_face));
        }
        // Black has no step at all in the corner.
        assert!(value("bw5/ww5/7/7/7/7/7 w - - 9") > value("b6/7/7/7/7/1w5/ww5 w - - 9"));
    }

    #[test]
    fn a_number_is_worth_what_it_says_for_each_contact_and_more_for_an_opponent_who_cannot_move() {
        let value = |numbers: &str, text: &str| {
            let get_ahead: Ambition = numbers.parse().expect("an ambition");
            let ambitions = Ambitions { get_ahead, ..Ambitions::built_in() };
            let mut evaluation = Evaluation::new(Drive::default(), &Weights::none()).ambitions(ambitions);
            evaluation.aim_from(&Position::start());
            evaluation.for_white(sets(&text.parse().expect("a position")))
        };
        // The same stones, apart and face to face.
        let [apart, face_to_face] =
            ["7/7/bb5/7/7/7/www4 w - - 9", "7/7/bb5/www4/7/7/7 w - - 9"].map(|text| value("contact 6", text));
        assert_eq!((apart, face_to_face), (0, 12));
        // Black has no step at all in the corner, and some when alone.
        let [shut_in, free] = ["bw5/ww5/7/7/7/7/7 w - - 9", "b6/7/7/7/7/1w5/ww5 w - - 9"]
            .map(|text| value("opposing_cramped 900\nopposing_slack 1", text));
        assert!(shut_in > free && free > 0);
    }

    #[test]
    fn how_the_game_stands_decides_what_a_side_goes_after() {
        let marked = |patterns: u32| -> Ambition {
            let text = format!(
                "patterns {patterns} {patterns}\npatterns_for_points {patterns} {patterns}\nloosen_from 200 200"
            );
            text.parse().expect("an ambition")
        };
        let [get_ahead, finish, open_up] = [1, 2, 3].map(marked);
        let mut evaluation = Evaluation::default().ambitions(Ambitions { get_ahead, finish, open_up });
        let mut chosen = |text: &str| {
            evaluation.aim_from(&text.parse().expect("a position"));
            evaluation.terms.patterns_share
        };
        assert_eq!(chosen("bbb4/7/7/7/7/7/www4 w - - 80"), 1);
        assert_eq!(chosen("bb5/7/7/7/7/7/www4 w - - 80"), 2);
        assert_eq!(chosen("bb5/7/7/7/7/7/www4 b - - 80"), 1);
        assert_eq!(chosen("bbbbbbb/7/7/7/7/7/wwwwwww w - - 50"), 1);
        assert_eq!(chosen("bbbbbbb/7/7/7/7/7/wwwwwww w - - 51"), 3);
        assert_eq!(chosen("bbbbbbb/7/7/7/7/w6/wwwwwww w - - 51"), 2);
        evaluation.aim_at_nothing();
        assert_eq!(evaluation.terms.patterns_share, WHOLE);
    }

    #[test]
    fn patterns_count_less_from_ply_to_ply_while_a_draw_would_bring_nothing() {
        let text = "patterns 256 256\npatterns_loose 64 64\npatterns_for_points 200 200\nloosen_from 20 20\nloosen_to 80 80";
        let ambition: Ambition = text.parse().expect("an ambition");
        let share = |text: &str| patterns_share(&ambition, &text.parse().expect("a position")).round();
        let many = |number: u32| share(&format!("bbbbbbb/7/7/7/7/7/wwwwwww w - - {number}"));
        for (number, expected) in [(9, 256.0), (11, 256.0), (26, 160.0), (41, 64.0), (90, 64.0)] {
            assert!((many(number) - expected).abs() < 0.5, "{number}");
        }
        assert!((share("bbb4/7/7/7/7/7/www4 w - - 50") - 200.0).abs() < 0.5);
    }

    #[test]
    fn the_estimate_after_a_move_is_that_of_the_position_it_leads_to() {
        let mut evaluation = Evaluation::default();
        evaluation.aim_from(&Position::start());
        evaluation.aiming = Some(Side::Second);
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
        let mut aiming = Evaluation { aiming: Some(Side::Second), ..Evaluation::default() };
        let own = aiming.draw(&last);
        aiming.aiming = Some(Side::First);
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
    fn positions_with_one_key_have_one_value() {
        for ambition in ["fade 90 90", "fade 10 10"] {
            let ambition: Ambition = ambition.parse().expect("an ambition");
            let [get_ahead, finish, open_up] = [(); 3].map(|()| ambition.clone());
            let mut evaluation = Evaluation::default().ambitions(Ambitions { get_ahead, finish, open_up });
            evaluation.aim_from(&Position::start());
            let positions: Vec<Position> = (1..=100)
                .map(|number| format!("ww5/7/7/7/7/7/6b w - - {number}").parse().expect("a position"))
                .collect();
            for pair in
                positions.windows(2).filter(|pair| evaluation.key(&pair[0]) == evaluation.key(&pair[1]))
            {
                assert_eq!(evaluation.evaluate(&pair[0]), evaluation.evaluate(&pair[1]), "{}", pair[0]);
            }
        }
    }

    #[test]
    fn what_a_side_has_in_its_favour_is_what_can_be_counted_point_by_point() {
        let all: Vec<Point> = PointSet::BOARD.into_iter().collect();
        let within = |set: PointSet, point: Point, steps: u32| {
            set.into_iter().any(|other| {
                other.file().abs_diff(point.file()) <= steps && other.rank().abs_diff(point.rank()) <= steps
            })
        };
        let middle = |point: Point, from: u32| {
            (from..7 - from).contains(&point.file()) && (from..7 - from).contains(&point.rank())
        };
        let crossing = |point: Point| (point.file() + point.rank()).is_multiple_of(2);
        let on_one_edge = |one: Point, other: Point| {
            [0, 6].into_iter().any(|edge| {
                [one, other].iter().all(|point| point.file() == edge)
                    || [one, other].iter().all(|point| point.rank() == edge)
            })
        };
        let beside_on_edge = |set: PointSet, point: Point| {
            let beside = |next: &Point| set.contains(*next) && on_one_edge(point, *next);
            if set.contains(point) { point.neighbours().into_iter().filter(beside).count() } else { 0 }
        };
        let corner = |point: Point| [0, 6].contains(&point.file()) && [0, 6].contains(&point.rank());
        let walled = |set: PointSet, point: Point| beside_on_edge(set, point) > 0;
        let solid = |set: PointSet, point: Point| beside_on_edge(set, point) > usize::from(!corner(point));
        let exposed = |set: PointSet, point: Point| {
            let open = |next: Point| !set.contains(next);
            set.contains(point)
                && point.neighbours().into_iter().filter(|&next| open(next)).any(|next| {
                    let beyond = (2 * point.file())
                        .checked_sub(next.file())
                        .zip((2 * point.rank()).checked_sub(next.rank()));
                    beyond.and_then(|(file, rank)| Point::new(file, rank)).is_some_and(open)
                })
        };
        for position in positions() {
            let [own, other] = sets(&position);
            let empty = position.empty();
            let counted = |is_one: &dyn Fn(Point) -> bool| all.iter().filter(|&&point| is_one(point)).count();
            let expected = [
                counted(&|point| !empty.contains(point)),
                counted(&|point| other.contains(point) && within(own, point, 1)),
                counted(&|point| other.contains(point) && within(own, point, 2)),
                counted(&|point| !own.contains(point) && within(own, point, 2)),
                counted(&|point| own.contains(point) && middle(point, 1)),
                counted(&|point| other.contains(point) && middle(point, 1)),
                counted(&|point| own.contains(point) && middle(point, 2)),
                counted(&|point| other.contains(point) && middle(point, 2)),
                counted(&|point| own.contains(point) && crossing(point)),
                counted(&|point| other.contains(point) && crossing(point)),
                counted(&|point| empty.contains(point) && within(own, point, 1) && !within(other, point, 1)),
                counted(&|point| empty.contains(point) && within(other, point, 1) && !within(own, point, 1)),
                counted(&|point| own.contains(point) && !within(empty, point, 1)),
                counted(&|point| other.contains(point) && !within(empty, point, 1)),
                counted(&|point| walled(own, point)),
                counted(&|point| walled(other, point)),
                counted(&|point| solid(own, point)),
                counted(&|point| solid(other, point)),
                counted(&|point| exposed(own, point)),
                counted(&|point| exposed(other, point)),
            ];
            let sets = Initiative::sets(own, other, empty).map(|set| set.len() as usize);
            assert_eq!(sets, expected, "{position}");
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
