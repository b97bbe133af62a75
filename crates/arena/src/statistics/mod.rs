//! What results of games say, and how surely.
//!
//! The unit is a **pair** of games: the same opening, category and seed with the sides swapped. The two games of a pair are not
//! independent of each other, pairs are; so errors are taken between pairs.

mod brownian;
mod course;
mod distribution;
mod elo;
mod outcomes;
mod points;
mod ranks;
mod rating;
mod skill;
mod special;
mod sprt;

pub use brownian::{Analysis, analyse};
pub use course::Course;
pub use distribution::{chi_square_tail, normal_cdf, normal_quantile, student_quantile};
pub use elo::{Estimate, elo_of_score, score_of_elo};
pub use outcomes::{Outcomes, Pentanomial, Sample, Trinomial};
pub use points::{PointsMean, Stratum, points_mean, sample_of};
pub use ranks::{Meeting, RankEstimate, ranks};
pub use rating::{Ratings, rate};
pub use skill::{Skill, TrueSkill, plackett_luce_win};
pub use sprt::{Decision, Model, Sprt};

/// Elo points of normalized Elo in one unit of (score − ½) / σ: 800 / ln 10.
pub const NORMALIZED_ELO: f64 = 347.435_585_522_601_4;

/// A count as a real number.
#[expect(clippy::cast_precision_loss, reason = "counts of games are far below 2⁵³")]
pub(crate) const fn real(count: u64) -> f64 {
    count as f64
}
