use super::distribution::bisect;
use super::{NORMALIZED_ELO, Outcomes, score_of_elo};

/// In which unit the two hypotheses of a sequential test are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Model {
    /// Differences in Elo: hypotheses on the mean score.
    Logistic,
    /// Differences in normalized Elo: hypotheses on (score − ½) in standard deviations of a game.
    Normalized,
    /// Hypotheses on the mean result itself, in whatever unit the results are (points, margins).
    Mean,
}

/// What a sequential test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The test stops in favour of the lower hypothesis.
    Lower,
    /// The test stops in favour of the upper hypothesis.
    Upper,
    /// Play on.
    Open,
}

/// A sequential probability ratio test of two hypotheses on results with any finite set of values.
///
/// The generalized test: each hypothesis is represented by the distribution on the same values that fulfils it and makes the
/// observed results most likely (Michel Van den Bergh, "Comments on normalized Elo" and "The generalized maximum likelihood ratio for the
/// expectation value of a distribution").
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    model: Model,
    hypotheses: [f64; 2],
    alpha: f64,
    beta: f64,
}

impl Sprt {
    /// A test between two hypotheses at 5 % chance of error on either side.
    ///
    /// # Panics
    /// If the lower hypothesis is not below the upper one.
    #[must_use]
    pub fn new(model: Model, lower: f64, upper: f64) -> Self {
        assert!(lower < upper, "the lower hypothesis must be below the upper one");
        Self { model, hypotheses: [lower, upper], alpha: 0.05, beta: 0.05 }
    }

    /// Hypotheses in Elo.
    #[must_use]
    pub fn logistic(lower: f64, upper: f64) -> Self {
        Self::new(Model::Logistic, lower, upper)
    }

    /// Hypotheses in normalized Elo.
    #[must_use]
    pub fn normalized(lower: f64, upper: f64) -> Self {
        Self::new(Model::Normalized, lower, upper)
    }

    /// Hypotheses on the mean result itself.
    #[must_use]
    pub fn mean(lower: f64, upper: f64) -> Self {
        Self::new(Model::Mean, lower, upper)
    }

    /// The same test with other chances of error: `alpha` to accept the upper hypothesis wrongly, `beta` the lower one.
    ///
    /// # Panics
    /// If one of them is not between 0 and ½.
    #[must_use]
    pub fn with_errors(self, alpha: f64, beta: f64) -> Self {
        assert!(
            [alpha, beta].iter().all(|error| *error > 0.0 && *error < 0.5),
            "a chance of error must be between 0 and 1/2"
        );
        Self { alpha, beta, ..self }
    }

    /// In which unit the hypotheses are.
    #[must_use]
    pub const fn model(&self) -> Model {
        self.model
    }

    /// The lower and the upper hypothesis.
    #[must_use]
    pub const fn hypotheses(&self) -> [f64; 2] {
        self.hypotheses
    }

    /// The log-likelihood ratio at which the lower hypothesis is accepted: ln(β/(1−α)).
    #[must_use]
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The log-likelihood ratio at which the upper hypothesis is accepted: ln((1−β)/α).
    #[must_use]
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio of the upper against the lower hypothesis; 0 where nothing has been played.
    ///
    /// Results that have not come up count a thousandth, so one-sided results are finite. Not a number when a hypothesis demands a mean
    /// that no mixture of the results has.
    #[must_use]
    pub fn log_likelihood_ratio(&self, outcomes: &Outcomes) -> f64 {
        if outcomes.sample().count <= 0.0 {
            return 0.0;
        }
        let outcomes = outcomes.regularized();
        let observed = observed(&outcomes);
        let [lower, upper] = self.hypotheses.map(|hypothesis| match self.model {
            Model::Logistic => with_mean(&observed, score_of_elo(hypothesis)),
            Model::Mean => with_mean(&observed, hypothesis),
            Model::Normalized => {
                let per_unit = hypothesis / NORMALIZED_ELO * outcomes.games_per_unit().sqrt();
                with_normalized_mean(&observed, per_unit)
            }
        });
        let ratio =
            observed.iter().zip(lower.iter().zip(&upper)).map(|((_, p), (q0, q1))| p * (q1 / q0).ln());
        outcomes.sample().count * ratio.sum::<f64>()
    }

    /// The normal approximation to the same, for hypotheses on a mean: N·(μ₁−μ₀)·(2s−μ₀−μ₁)/(2v).
    ///
    /// Fast and close in the middle; useless for one-sided results.
    #[must_use]
    pub fn approximate_ratio(&self, outcomes: &Outcomes) -> f64 {
        let sample = outcomes.regularized().sample();
        let [lower, upper] = self.mean_hypotheses(outcomes);
        sample.count * (upper - lower) * (2.0 * sample.mean - lower - upper) / (2.0 * sample.variance)
    }

    /// Another approximation to the same, N/2·ln(Σp(a−μ₀)² / Σp(a−μ₁)²): as fast, and closer where results are one-sided.
    #[must_use]
    pub fn approximate_ratio_by_spread(&self, outcomes: &Outcomes) -> f64 {
        let sample = outcomes.regularized().sample();
        let [lower, upper] =
            self.mean_hypotheses(outcomes).map(|mean| sample.variance + (sample.mean - mean).powi(2));
        sample.count / 2.0 * (lower / upper).ln()
    }

    /// The logarithm of how much likelier each result is under the upper than under the lower hypothesis, both taken as
    /// hypotheses on the mean.
    pub(super) fn jumps(&self, outcomes: &Outcomes) -> Vec<f64> {
        let observed = observed(&outcomes.regularized());
        let [lower, upper] = self.mean_hypotheses(outcomes).map(|mean| with_mean(&observed, mean));
        lower.iter().zip(&upper).map(|(q0, q1)| (q1 / q0).ln()).collect()
    }

    /// The hypotheses as means of the results, the deviation being the observed one.
    pub(super) fn mean_hypotheses(&self, outcomes: &Outcomes) -> [f64; 2] {
        let sample = outcomes.regularized().sample();
        self.hypotheses.map(|hypothesis| match self.model {
            Model::Logistic => score_of_elo(hypothesis),
            Model::Mean => hypothesis,
            Model::Normalized => 0.5 + hypothesis / NORMALIZED_ELO * sample.game_deviation(),
        })
    }

    /// What the results say.
    #[must_use]
    pub fn decide(&self, outcomes: &Outcomes) -> Decision {
        let ratio = self.log_likelihood_ratio(outcomes);
        if ratio >= self.upper() {
            Decision::Upper
        } else if ratio <= self.lower() {
            Decision::Lower
        } else {
            Decision::Open
        }
    }
}

/// The results with their shares.
pub(super) fn observed(outcomes: &Outcomes) -> Vec<(f64, f64)> {
    let total = outcomes.sample().count;
    outcomes.entries().iter().map(|&(value, count)| (value, count / total)).collect()
}

/// The probabilities closest to the observed ones (most likely given them) under which the mean of the values is `mean`.
pub(super) fn with_mean(observed: &[(f64, f64)], mean: f64) -> Vec<f64> {
    tilted(observed, |value| value - mean)
}

/// The same under which the mean is `per_unit` standard deviations above ½.
///
/// The deviation belongs to the sought probabilities, too, so the condition is linearized around the last answer and solved again.
fn with_normalized_mean(observed: &[(f64, f64)], per_unit: f64) -> Vec<f64> {
    /// The linearized condition settles in a few rounds.
    const ROUNDS: usize = 10;
    #[expect(clippy::cast_precision_loss, reason = "a handful of values")]
    let mut probabilities = vec![1.0 / observed.len() as f64; observed.len()];
    for _ in 0..ROUNDS {
        let moment = |power| {
            observed
                .iter()
                .zip(&probabilities)
                .map(|((value, _), q)| q * f64::powi(*value, power))
                .sum::<f64>()
        };
        let mean = moment(1);
        let deviation = (moment(2) - mean * mean).sqrt();
        let next = tilted(observed, |value| {
            let distance = (value - mean) / deviation;
            value - 0.5 - 0.5 * per_unit * deviation * (1.0 + distance * distance)
        });
        let change = next.iter().zip(&probabilities).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        probabilities = next;
        if change < 1e-9 {
            break;
        }
    }
    probabilities
}

/// The probabilities most likely given the observed ones under which `feature` has mean 0.
///
/// With a Lagrange multiplier θ they are p / (1 + θ·feature); θ is the one root between the poles.
fn tilted(observed: &[(f64, f64)], feature: impl Fn(f64) -> f64) -> Vec<f64> {
    let features: Vec<_> = observed.iter().map(|&(value, p)| (feature(value), p)).collect();
    let most = features.iter().map(|(f, _)| *f).fold(f64::NEG_INFINITY, f64::max);
    let least = features.iter().map(|(f, _)| *f).fold(f64::INFINITY, f64::min);
    if !(least < 0.0 && most > 0.0) {
        return vec![f64::NAN; observed.len()];
    }
    let theta = bisect(-1.0 / most, -1.0 / least, |theta| {
        features.iter().map(|(f, p)| p * f / (1.0 + theta * f)).sum::<f64>()
    });
    features.iter().map(|(f, p)| p / (1.0 + theta * f)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::{Pentanomial, Trinomial};
    use super::*;

    fn near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() <= tolerance, "{value} is not {expected} within {tolerance}");
    }

    // Published test vectors of fastchess, recomputed with the statistics of fishtest.
    #[test]
    fn published_pairs() {
        for (counts, test, expected, tolerance) in [
            ([365, 16618, 36229, 16974, 390], Sprt::normalized(0.0, 2.0), 2.2504, 1e-4),
            ([127, 4883, 10712, 5150, 104], Sprt::normalized(-1.75, 0.25), 3.0102, 1e-4),
            ([0, 0, 0, 0, 5550], Sprt::normalized(0.0, 5.0), 111.80, 0.03),
            ([223, 9863, 21279, 10037, 246], Sprt::logistic(0.5, 2.5), -3.0741, 1e-4),
            ([871, 26175, 55983, 26678, 821], Sprt::logistic(0.0, 2.0), -4.9787, 1e-4),
            ([0, 0, 50, 0, 0], Sprt::logistic(0.0, 10.0), -1.452_045, 1e-6),
            ([5, 0, 40, 0, 15], Sprt::logistic(0.0, 50.0), 2.560_829, 1e-6),
            ([5, 0, 40, 0, 15], Sprt::normalized(0.0, 50.0), 2.337_942, 1e-6),
        ] {
            near(test.log_likelihood_ratio(&Pentanomial(counts).outcomes()), expected, tolerance);
        }
    }

    #[test]
    fn published_single_games() {
        for (wins, losses, draws, test, expected) in [
            (36433, 36027, 68692, Sprt::normalized(0.0, 2.0), 0.923_293),
            (880, 759, 1863, Sprt::logistic(0.0, 5.0), 2.947_224),
            (100, 80, 0, Sprt::logistic(0.0, 50.0), 1.020_677),
            (10, 0, 0, Sprt::logistic(0.0, 50.0), 1.335_898),
        ] {
            let outcomes = Trinomial { wins, draws, losses }.outcomes();
            near(test.log_likelihood_ratio(&outcomes), expected, 1e-6);
        }
        let close = Trinomial { wins: 880, losses: 759, draws: 1863 }.outcomes();
        near(Sprt::logistic(0.0, 5.0).approximate_ratio(&close), 2.953_184, 1e-6);
        near(Sprt::logistic(0.0, 5.0).approximate_ratio_by_spread(&close), 2.948_131, 1e-6);
        let one_sided = Trinomial { wins: 10, losses: 0, draws: 0 }.outcomes();
        near(Sprt::logistic(0.0, 50.0).approximate_ratio(&one_sided), 2654.9, 0.1);
    }

    #[test]
    fn margins_of_points() {
        let entries = [(-24, 20), (-12, 10), (-3, 4), (0, 30), (2, 6), (5, 5), (12, 14), (24, 26)]
            .map(|(v, n)| (f64::from(v), n));
        let outcomes = Outcomes::new(entries, 2);
        let test = Sprt::mean(0.0, 2.0);
        near(test.log_likelihood_ratio(&outcomes), 0.779_070, 1e-6);
        near(test.approximate_ratio(&outcomes), 0.789_167, 1e-6);
        near(outcomes.sample().mean, 1.886_957, 1e-6);
        near(outcomes.sample().error(), 1.499_276, 1e-6);
    }

    #[test]
    fn bounds_and_decisions() {
        let test = Sprt::logistic(0.0, 50.0);
        near(test.upper(), 2.944_439, 1e-6);
        near(test.lower(), -2.944_439, 1e-6);
        for (counts, decision) in [
            ([0, 0, 0, 0, 0], Decision::Open),
            ([0, 0, 2, 0, 40], Decision::Upper),
            ([40, 0, 2, 0, 0], Decision::Lower),
        ] {
            assert_eq!(test.decide(&Pentanomial(counts).outcomes()), decision, "{counts:?}");
        }
    }

    #[test]
    fn a_mean_out_of_reach_decides_nothing() {
        let outcomes = Outcomes::new([(0.0, 3), (1.0, 4)], 1);
        assert_eq!(Sprt::mean(5.0, 6.0).decide(&outcomes), Decision::Open);
    }
}
