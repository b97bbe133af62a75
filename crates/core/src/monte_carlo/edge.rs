use std::cmp::Ordering;

/// What is known of the value of a move to the side that makes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Nobody has looked yet whether the game is over after it.
    New,
    /// The game goes on; the value is estimated.
    Open,
    Loss,
    Draw,
    Win,
}

impl Status {
    /// The proven value, as [`crate::Outcome::score`] gives it.
    pub(super) fn score(self) -> Option<i32> {
        match self {
            Self::New | Self::Open => None,
            Self::Loss => Some(-1),
            Self::Draw => Some(0),
            Self::Win => Some(1),
        }
    }

    pub(super) fn proven(score: i32) -> Self {
        match score {
            ..0 => Self::Loss,
            0 => Self::Draw,
            1.. => Self::Win,
        }
    }
}

/// A move in the tree, and the position after it.
///
/// Values are kept as shares of a point, 0 for a loss to 1 for a win, for the side that makes the move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<M> {
    /// Average result; the exact one where it is proven.
    pub(super) mean: f32,
    /// One over the root of the visits, [`UNTRIED`] without any, 0 where the value is proven. The sign is spare: see [`Self::set_mark`].
    pub(super) uncertainty: f32,
    pub(super) visits: u32,
    /// Where the moves of the position after this one begin.
    pub(super) first: u32,
    /// How many these are; 0 as long as they are not in the tree.
    pub(super) count: u16,
    pub(super) status: Status,
    pub(super) chosen: M,
}

/// The uncertainty of a move that was never tried: larger than any other, so that such moves come first.
const UNTRIED: f32 = 1e6;

/// Visits after which the average becomes one over about this many of the last visits. Beyond, an `f32` could not take up further results.
const WINDOW: f32 = 4_194_304.0;

impl<M: Copy> Edge<M> {
    /// A move that has had `visits` visits of this average.
    #[expect(clippy::cast_precision_loss, reason = "an estimate needs no more")]
    pub(super) fn new(chosen: M, mean: f32, visits: u32) -> Self {
        let uncertainty = if visits == 0 { UNTRIED } else { 1.0 / (visits as f32).sqrt() };
        Self { mean, uncertainty, visits, first: 0, count: 0, status: Status::New, chosen }
    }

    /// Takes up one more result.
    #[inline]
    #[expect(clippy::cast_precision_loss, reason = "an estimate needs no more")]
    pub(super) fn learn(&mut self, result: f32) {
        self.visits = self.visits.saturating_add(1);
        let uncertainty = 1.0 / (self.visits as f32).min(WINDOW).sqrt();
        self.mean += (result - self.mean) * uncertainty * uncertainty;
        self.uncertainty = uncertainty;
    }

    /// Notes that the game goes on after this move.
    #[inline]
    pub(super) fn open(&mut self) {
        if self.status == Status::New {
            self.status = Status::Open;
        }
    }

    /// Settles the value for good.
    pub(super) fn prove(&mut self, score: i32) {
        self.visits = self.visits.saturating_add(1);
        self.status = Status::proven(score);
        self.mean = share(score);
        self.uncertainty = 0.0;
    }

    /// The same position seen by the other side.
    pub(super) fn flip(&mut self) {
        self.mean = 1.0 - self.mean;
        if let Some(score) = self.status.score() {
            self.status = Status::proven(-score);
        }
    }

    /// Orders moves by what they are worth at least, as far as one can tell: a proven value is worth more than the same average. Those never
    /// tried come first.
    pub(super) fn cmp_secure(&self, other: &Self) -> Ordering {
        let secure = |edge: &Self| edge.mean - edge.uncertainty;
        secure(self).total_cmp(&secure(other)).then(self.visits.cmp(&other.visits))
    }

    /// Adds what another tree knows of the same move.
    #[expect(clippy::cast_precision_loss, reason = "an estimate needs no more")]
    pub(super) fn add(&mut self, other: &Self) {
        let visits = self.visits.saturating_add(other.visits);
        if self.status.score().is_none() {
            if other.status.score().is_some() {
                *self = *other;
            } else if visits > 0 {
                let mean = self.mean + (other.mean - self.mean) * (other.visits as f32 / visits as f32);
                *self = Self { status: self.status, ..Self::new(self.chosen, mean, visits) };
            }
        }
        self.visits = visits;
    }

    /// A mark for the tree's own use while it is compacted.
    pub(super) fn set_mark(&mut self, mark: bool) {
        self.uncertainty = if mark { -self.uncertainty.abs() } else { self.uncertainty.abs() };
    }

    pub(super) fn is_marked(&self) -> bool {
        self.uncertainty.is_sign_negative()
    }
}

/// A proven score as a share of a point: 0 for a loss, ½ for a draw, 1 for a win.
#[expect(clippy::cast_precision_loss, reason = "−1, 0 or 1")]
pub(super) fn share(score: i32) -> f32 {
    share_of(score as f32)
}

/// A value between −1 and 1 as a share of a point.
#[inline]
pub(super) fn share_of(value: f32) -> f32 {
    0.5 + 0.5 * value.clamp(-1.0, 1.0)
}
