use super::{NORMALIZED_ELO, Sample, normal_cdf};

/// Scores are kept this far from 0 and 1, so that one-sided results stay finite: ±1200 Elo.
const SCORE_MARGIN: f64 = 1e-3;

/// The difference in Elo that goes with a mean score between 0 and 1, kept finite: −400·log₁₀(1/s − 1).
///
/// ```
/// use jugada_arena::statistics::{elo_of_score, score_of_elo};
/// assert!((elo_of_score(0.75) - 190.848_501_888).abs() < 1e-8);
/// assert!((score_of_elo(elo_of_score(0.3)) - 0.3).abs() < 1e-12);
/// assert!(elo_of_score(1.0) < 1200.0);
/// ```
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(SCORE_MARGIN, 1.0 - SCORE_MARGIN);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The mean score that goes with a difference in Elo.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

/// A value with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The value.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval: what is printed after "±".
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl Sample {
    /// The mean score, reaching `deviations` standard errors to both sides.
    #[must_use]
    pub fn score(&self, deviations: f64) -> Estimate {
        let reach = deviations * self.error();
        Estimate { value: self.mean, low: self.mean - reach, high: self.mean + reach }
    }

    /// The difference in Elo that goes with the mean score, with bounds `deviations` standard errors of the score away.
    #[must_use]
    pub fn elo(&self, deviations: f64) -> Estimate {
        let score = self.score(deviations);
        Estimate {
            value: elo_of_score(score.value),
            low: elo_of_score(score.low),
            high: elo_of_score(score.high),
        }
    }

    /// Normalized Elo: (score − ½) in standard deviations of a game, times [`NORMALIZED_ELO`].
    ///
    /// All infinite or not a number where no two results differ: a deviation of 0 measures nothing.
    #[must_use]
    pub fn normalized_elo(&self, deviations: f64) -> Estimate {
        let unit = NORMALIZED_ELO / self.game_deviation();
        let value = (self.mean - 0.5) * unit;
        let reach = deviations * self.error() * unit;
        Estimate { value, low: value - reach, high: value + reach }
    }

    /// Likelihood of superiority: how surely the mean score is above ½, by the normal approximation.
    ///
    /// Where no two results differ it is 0, ½ or 1.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> f64 {
        let lead = self.mean - 0.5;
        if self.count <= 0.0 || lead == 0.0 { 0.5 } else { normal_cdf(lead / self.error()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Pentanomial, Trinomial, normal_quantile};
    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} is not {expected} within {tolerance}");
    }

    fn check(sample: Sample, expected: [f64; 5], tolerance: f64) {
        let deviations = normal_quantile(0.975);
        let (elo, normalized) = (sample.elo(deviations), sample.normalized_elo(deviations));
        near(elo.value, expected[0], tolerance);
        near(elo.error(), expected[1], tolerance);
        near(normalized.value, expected[2], tolerance);
        near(normalized.error(), expected[3], tolerance);
        near(sample.likelihood_of_superiority(), expected[4], 1e-4);
    }

    // Published test vectors of fastchess, recomputed with the statistics of fishtest.
    #[test]
    fn published_matches() {
        let pairs = Pentanomial([34, 54, 63, 64, 75]);
        check(pairs.sample(), [55.5798, 27.6534, 57.9356, 28.2754, 0.99997], 1e-4);
        let pairs = Pentanomial([332, 433, 498, 333, 334]);
        check(pairs.sample(), [-8.6427, 10.3342, -9.1729, 10.9605, 0.05047], 1e-4);
        let games = Trinomial { wins: 136, losses: 96, draws: 111 };
        check(games.sample(), [40.70, 30.43, 49.77, 36.77, 0.9960], 5e-3);
    }

    #[test]
    fn one_sided_results_stay_finite() {
        for (wins, losses, superiority) in
            [(10, 0, 1.0), (0, 10, 0.0), (20, 0, 1.0), (0, 0, 0.5), (7, 7, 0.5)]
        {
            let sample = Trinomial { wins, losses, draws: 0 }.sample();
            let elo = sample.elo(1.96);
            if wins + losses > 0 {
                assert!(elo.value.is_finite() && elo.low.is_finite() && elo.high.is_finite(), "{elo:?}");
            }
            near(sample.likelihood_of_superiority(), superiority, 0.0);
        }
    }
}
