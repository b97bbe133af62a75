use std::f64::consts::PI;

use super::distribution::bisect;
use super::sprt::{observed, with_mean};
use super::{Estimate, Model, Outcomes, Sprt, normal_cdf, score_of_elo};

/// What a sequential test says about the difference in strength once it has stopped, or so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Analysis {
    /// The difference in Elo: the median-unbiased estimate and a 95 % interval.
    pub elo: Estimate,
    /// How surely the difference is above 0.
    pub likelihood_of_superiority: f64,
}

/// The difference in strength that the results of a sequential test speak for.
///
/// A test stops when the results look good or bad, so the plain estimate exaggerates. This one asks instead which difference would
/// have led to a worse course of the test half the time, taking the log-likelihood ratio for a Brownian motion between the two
/// bounds (David Siegmund, *Sequential Analysis*, chapter III). Nothing for tests on a [mean](Model::Mean) that is no score, or
/// before the first result.
///
/// Drift and variance are those of the exact ratio where each difference is represented by the distribution that makes the results most
/// likely, which also holds for one-sided results.
#[must_use]
pub fn analyse(test: &Sprt, outcomes: &Outcomes) -> Option<Analysis> {
    if test.model() == Model::Mean || outcomes.sample().count <= 0.0 {
        return None;
    }
    let observed = observed(&outcomes.regularized());
    let jumps = test.jumps(outcomes);
    let motion = |probabilities: &[f64]| {
        let weighted = || probabilities.iter().zip(&jumps);
        let drift: f64 = weighted().map(|(p, jump)| p * jump).sum();
        let variance = weighted().map(|(p, jump)| p * (jump - drift).powi(2)).sum();
        Motion { low: test.lower(), high: test.upper(), drift, variance }
    };
    let seen: Vec<f64> = observed.iter().map(|(_, p)| *p).collect();
    let count = outcomes.regularized().sample().count;
    let ratio = count * motion(&seen).drift;
    Some(speaks_for(test, count, ratio, |elo| motion(&with_mean(&observed, score_of_elo(elo)))))
}

/// What so many results that led to this ratio speak for, when a difference in Elo makes the ratio move like this.
fn speaks_for(test: &Sprt, count: f64, ratio: f64, motion: impl Fn(f64) -> Motion) -> Analysis {
    /// Differences beyond this many Elo are not told apart.
    const WIDEST: f64 = 1000.0;
    // A course that left the bounds left them at the time at which its straight line did.
    let stopped = ratio.clamp(test.lower(), test.upper());
    let inside = (test.lower()..=test.upper()).contains(&ratio);
    let time = if inside { count } else { count * stopped / ratio };
    let elo_where =
        |probability: f64| bisect(-WIDEST, WIDEST, |elo| motion(elo).worse(time, stopped) - probability);
    Analysis {
        elo: Estimate { value: elo_where(0.5), low: elo_where(0.975), high: elo_where(0.025) },
        likelihood_of_superiority: motion(0.0).worse(time, stopped),
    }
}

/// Brownian motion from 0 with absorbing bounds below and above.
#[derive(Clone, Copy, Debug)]
struct Motion {
    low: f64,
    high: f64,
    drift: f64,
    /// Per unit of time.
    variance: f64,
}

impl Motion {
    /// The probability of a course that is worse than being at `place` at `time`: absorbed below by then, or still under way and
    /// lower. At the bounds this orders all courses, from the fastest end below to the fastest end above.
    fn worse(&self, time: f64, place: f64) -> f64 {
        let width = self.high - self.low;
        let tilt = self.drift / self.variance * width;
        let probability = if self.variance * time / (width * width) < 1e-2 || tilt.abs() > 15.0 {
            self.worse_soon(time, place)
        } else {
            self.worse_late(time, place)
        };
        probability.clamp(0.0, 1.0)
    }

    /// By reflection at either bound, as if no course reached both: right for short times and strong drifts.
    fn worse_soon(&self, time: f64, place: f64) -> f64 {
        let spread = (self.variance * time).sqrt();
        let drifted = self.drift * time;
        let tilt = 2.0 * self.drift / self.variance;
        let free = normal_cdf((place - drifted) / spread);
        let from_below = (tilt * self.low + ln_normal_cdf((2.0 * self.low - place + drifted) / spread)).exp();
        let from_above =
            (tilt * self.high + ln_normal_cdf((place - 2.0 * self.high - drifted) / spread)).exp();
        free + from_below - from_above
    }

    /// By the eigenfunctions of the motion between its bounds: converges fast except for short times.
    fn worse_late(&self, time: f64, place: f64) -> f64 {
        /// Terms fall off as fast as exp(−n²); this many are never needed outside short times.
        const MOST_TERMS: u32 = 1000;
        let width = self.high - self.low;
        let (start, place) = (-self.low, place - self.low);
        let gamma = self.drift / self.variance;
        let decay = |n: f64| {
            (n * PI / width).powi(2) * self.variance / 2.0 + self.drift * self.drift / (2.0 * self.variance)
        };
        let mut sum = 0.0;
        for n in (1..=MOST_TERMS).map(f64::from) {
            let angle = n * PI / width;
            let shape = 2.0 * (width * gamma * (angle * place).sin() - PI * n * (angle * place).cos())
                / ((width * gamma).powi(2) + (PI * n).powi(2));
            let scale = (gamma * (place - start) - decay(n) * time).exp();
            sum += scale * shape * (angle * start).sin();
            if scale < 1e-12 {
                break;
            }
        }
        // The chance to end below at last.
        let below = if (gamma * width).abs() < 1e-8 {
            (width - start) / width
        } else {
            (2.0 * gamma * (width - start)).exp_m1() / (2.0 * gamma * width).exp_m1()
        };
        below + sum
    }
}

/// ln Φ(x), where Φ itself would be too small to write as well.
fn ln_normal_cdf(x: f64) -> f64 {
    if x > -30.0 {
        normal_cdf(x).ln()
    } else {
        -x * x / 2.0 - (-x * (2.0 * PI).sqrt()).ln() + (-1.0 / (x * x)).ln_1p()
    }
}

#[cfg(test)]
mod tests {
    use jugada_core::Random;

    use super::super::{Pentanomial, real};
    use super::*;

    /// Shares of a simulated test that ended below and above.
    fn simulated(motion: Motion, random: &mut Random, courses: u64) -> [f64; 2] {
        let step: f64 = 1e-3;
        let mut ends = [0_u64; 2];
        for _ in 0..courses {
            let mut place = 0.0;
            while place > motion.low && place < motion.high {
                let sign = if random.next_u64().is_multiple_of(2) { 1.0 } else { -1.0 };
                place += motion.drift * step + sign * (motion.variance * step).sqrt();
            }
            ends[usize::from(place >= motion.high)] += 1;
        }
        ends.map(|count| real(count) / real(courses))
    }

    // Computed with the sequential analytics of fishtest, which take the ratio's normal approximation and the variance seen for every
    // difference.
    #[test]
    fn published_test() {
        let (test, outcomes) =
            (Sprt::normalized(0.0, 2.0), Pentanomial([365, 16618, 36229, 16974, 390]).outcomes());
        let sample = outcomes.sample();
        let [s0, s1] = test.mean_hypotheses(&outcomes);
        let motion = |elo| Motion {
            low: test.lower(),
            high: test.upper(),
            drift: (score_of_elo(elo) - f64::midpoint(s0, s1)) * (s1 - s0) / sample.variance,
            variance: (s1 - s0).powi(2) / sample.variance,
        };
        let approximate = speaks_for(&test, sample.count, test.approximate_ratio(&outcomes), motion);
        let exact = analyse(&test, &outcomes).expect("played");
        // What is printed with five digits, and that the exact ratio makes little of a difference for a test of this length.
        for (analysis, tolerance) in [(approximate, 5e-6), (exact, 5e-5)] {
            for (value, expected) in [
                (analysis.elo.value, 0.93215),
                (analysis.elo.low, -0.05144),
                (analysis.elo.high, 1.87815),
                (analysis.likelihood_of_superiority, 0.96867),
            ] {
                assert!((value - expected).abs() < tolerance, "{value} is not {expected}");
            }
        }
    }

    #[test]
    fn both_ways_agree_where_both_hold() {
        for (drift, time, place) in [(0.0, 0.5, 0.0), (0.3, 0.4, 0.2), (-0.5, 0.3, -0.6), (1.0, 0.3, 0.9)] {
            let motion = Motion { low: -1.5, high: 2.0, drift, variance: 1.0 };
            let (soon, late) = (motion.worse_soon(time, place), motion.worse_late(time, place));
            assert!((soon - late).abs() < 2e-3, "{soon} {late}");
        }
    }

    #[test]
    fn where_courses_end() {
        let motion = Motion { low: -1.0, high: 1.5, drift: 0.3, variance: 1.0 };
        let below = motion.worse(1e3, 0.0);
        let [ended_below, _] = simulated(motion, &mut Random::from_seed(4), 4000);
        assert!((below - ended_below).abs() < 0.03, "{below} {ended_below}");
    }

    #[test]
    fn one_sided_tests_stay_finite() {
        for counts in [[0, 0, 0, 0, 20], [20, 0, 0, 0, 0], [0, 0, 20, 0, 0]] {
            let analysis =
                analyse(&Sprt::logistic(0.0, 50.0), &Pentanomial(counts).outcomes()).expect("played");
            let elo = analysis.elo;
            assert!(elo.low <= elo.value && elo.value <= elo.high && elo.high.is_finite(), "{elo:?}");
        }
    }
}
