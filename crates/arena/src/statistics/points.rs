use super::{Estimate, Sample, real, student_quantile};

/// The results of pairs that were played under the same conditions: one bot against one opponent.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stratum {
    /// The bot's mean points a game, one entry a pair.
    pub pairs: Vec<f64>,
}

/// A bot's mean points a game with an interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PointsMean {
    /// The mean over opponents of the mean over pairs, with its interval; the interval is infinite where no opponent was met twice.
    pub estimate: Estimate,
    /// How many pairs there were.
    pub pairs: u64,
    /// The degrees of freedom behind the interval; 0 where there are none.
    pub freedom: f64,
}

/// Mean points a game as the average of the per-opponent means, with Student's t interval at confidence `level` (0.95).
///
/// The error is taken between pairs within opponents; the degrees of freedom of the sum are Satterthwaite's (1946), which for one opponent
/// are its number of pairs − 1. Opponents without pairs are left out; those met in one pair only borrow the pooled variance of the others.
///
/// ```
/// use jugada_arena::statistics::{Stratum, points_mean};
/// let pairs = vec![10.0, 5.0, 0.0, 5.0];
/// let mean = points_mean(&[Stratum { pairs }], 0.95);
/// assert!((mean.estimate.value - 5.0).abs() < 1e-12);
/// assert!((mean.estimate.error() - 3.182_446 * (50.0_f64 / 3.0 / 4.0).sqrt()).abs() < 1e-4);
/// ```
#[must_use]
pub fn points_mean(strata: &[Stratum], level: f64) -> PointsMean {
    let strata: Vec<&Stratum> = strata.iter().filter(|stratum| !stratum.pairs.is_empty()).collect();
    let pairs = strata.iter().map(|stratum| stratum.pairs.len() as u64).sum();
    if strata.is_empty() {
        let estimate = Estimate { value: 0.0, low: f64::NEG_INFINITY, high: f64::INFINITY };
        return PointsMean { estimate, pairs, freedom: 0.0 };
    }
    let samples: Vec<Sample> = strata.iter().map(|stratum| sample_of(&stratum.pairs)).collect();
    let weight = 1.0 / real(samples.len() as u64);
    let value = samples.iter().map(|sample| weight * sample.mean).sum();
    let pooled_freedom: f64 = samples.iter().map(|sample| sample.count - 1.0).sum();
    if pooled_freedom < 1.0 {
        let estimate = Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY };
        return PointsMean { estimate, pairs, freedom: 0.0 };
    }
    let squares: f64 = samples.iter().map(|sample| sample.variance * sample.count).sum();
    let pooled = squares / pooled_freedom;
    let (mut variance, mut denominator) = (0.0, 0.0);
    for sample in &samples {
        let own = sample.count > 1.0;
        let (unbiased, freedom) = if own {
            (sample.variance * sample.count / (sample.count - 1.0), sample.count - 1.0)
        } else {
            (pooled, pooled_freedom)
        };
        let part = weight * weight * unbiased / sample.count;
        variance += part;
        denominator += part * part / freedom;
    }
    let freedom = if denominator > 0.0 { variance * variance / denominator } else { pooled_freedom };
    let reach = student_quantile(f64::midpoint(1.0, level), freedom) * variance.sqrt();
    PointsMean { estimate: Estimate { value, low: value - reach, high: value + reach }, pairs, freedom }
}

/// Number, mean and variance of results that are pairs.
#[must_use]
pub fn sample_of(pairs: &[f64]) -> Sample {
    let count = real(pairs.len() as u64);
    if pairs.is_empty() {
        return Sample { count, mean: 0.0, variance: 0.0, games_per_unit: 2.0 };
    }
    let mean = pairs.iter().sum::<f64>() / count;
    let variance = pairs.iter().map(|points| (points - mean).powi(2)).sum::<f64>() / count;
    Sample { count, mean, variance, games_per_unit: 2.0 }
}

#[cfg(test)]
mod tests {
    use jugada_core::Random;

    use super::*;

    /// Points of a game in the manner of alquerque: 12–0, or a draw with 0 to 4 points; `bias` favours the bot.
    fn game(random: &mut Random, bias: f64) -> f64 {
        let draw = random.unit();
        let strength = (0.45 + bias).clamp(0.05, 0.95);
        match draw {
            d if d < strength * 0.8 => 12.0,
            d if d < 0.8 => 0.0,
            _ => real(random.below(5)),
        }
    }

    /// The bot's mean points over a pair with swapped colours: the opening helps one colour, so the two games differ.
    fn pair(random: &mut Random, strength: f64) -> f64 {
        let opening = 0.6 * (random.unit() - 0.5);
        f64::midpoint(game(random, strength + opening), game(random, strength - opening))
    }

    #[test]
    fn intervals_cover_the_truth_as_often_as_they_say() {
        let mut random = Random::from_seed(20);
        for opponents in [&[0.0][..], &[0.2, -0.1, 0.0]] {
            let means: Vec<f64> = opponents
                .iter()
                .map(|strength| {
                    let total: f64 = (0..400_000).map(|_| pair(&mut random, *strength)).sum();
                    total / 400_000.0
                })
                .collect();
            let truth = means.iter().sum::<f64>() / real(means.len() as u64);
            for pairs in [10, 50] {
                let repeats = 3000;
                let covered = (0..repeats)
                    .filter(|_| {
                        let strata: Vec<Stratum> = opponents
                            .iter()
                            .map(|s| Stratum { pairs: (0..pairs).map(|_| pair(&mut random, *s)).collect() })
                            .collect();
                        let estimate = points_mean(&strata, 0.95).estimate;
                        (estimate.low..=estimate.high).contains(&truth)
                    })
                    .count();
                let coverage = real(covered as u64) / f64::from(repeats);
                // Three standard deviations of a share of 3000, and what Student's t misses on three-valued results.
                assert!((coverage - 0.95).abs() < 0.016, "{coverage} with {pairs} pairs, {opponents:?}");
            }
        }
    }

    #[test]
    fn too_little_to_say_is_said() {
        assert!(points_mean(&[], 0.95).estimate.high.is_infinite());
        let once = Stratum { pairs: vec![10.0] };
        let mean = points_mean(&[once.clone(), once], 0.95);
        assert!((mean.estimate.value - 10.0).abs() < 1e-12 && mean.estimate.error().is_infinite());
        assert_eq!(mean.pairs, 2);
        let same = Stratum { pairs: vec![10.0; 10] };
        let mean = points_mean(&[same], 0.95);
        assert!(mean.estimate.error().abs() < 1e-12);
    }
}
