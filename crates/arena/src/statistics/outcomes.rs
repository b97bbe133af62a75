use super::real;

/// A count that stands in for none at all where a likelihood needs every outcome to be possible.
const ALMOST_NONE: f64 = 1e-3;

/// How often each of a few results came up; a result is any number: a score, a margin of points.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcomes {
    entries: Vec<(f64, f64)>,
    games_per_unit: f64,
}

impl Outcomes {
    /// From results and their counts, with `games_per_unit` games behind each result (2 for pairs).
    ///
    /// A count of 0 is allowed: the result is then possible, but has not come up.
    ///
    /// # Panics
    /// If a result is not finite.
    #[must_use]
    pub fn new(entries: impl IntoIterator<Item = (f64, u64)>, games_per_unit: u32) -> Self {
        let entries: Vec<_> = entries.into_iter().map(|(value, count)| (value, real(count))).collect();
        assert!(entries.iter().all(|(value, _)| value.is_finite()), "a result must be a finite number");
        Self { entries, games_per_unit: f64::from(games_per_unit) }
    }

    /// Number, mean and variance.
    #[must_use]
    pub fn sample(&self) -> Sample {
        Sample::weighted(&self.entries, self.games_per_unit)
    }

    /// The same with every count of 0 replaced by a thousandth, as public testing frameworks do.
    pub(super) fn regularized(&self) -> Self {
        let entries = self
            .entries
            .iter()
            .map(|&(value, count)| (value, if count > 0.0 { count } else { ALMOST_NONE }))
            .collect();
        Self { entries, ..*self }
    }

    /// Results with their counts.
    pub(super) fn entries(&self) -> &[(f64, f64)] {
        &self.entries
    }

    /// How many games make one result.
    pub(super) const fn games_per_unit(&self) -> f64 {
        self.games_per_unit
    }
}

/// Number, mean and variance of results.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// How many results there are.
    pub count: f64,
    /// Their mean; 0 where there are none.
    pub mean: f64,
    /// Their variance around that mean (divided by their number).
    pub variance: f64,
    /// How many games make one result: 1, or 2 for pairs.
    pub games_per_unit: f64,
}

impl Sample {
    fn weighted(entries: &[(f64, f64)], games_per_unit: f64) -> Self {
        let count: f64 = entries.iter().map(|(_, count)| count).sum();
        if count <= 0.0 {
            return Self { count: 0.0, mean: 0.0, variance: 0.0, games_per_unit };
        }
        let mean = entries.iter().map(|(value, count)| value * count).sum::<f64>() / count;
        let variance =
            entries.iter().map(|(value, count)| count * (value - mean).powi(2)).sum::<f64>() / count;
        Self { count, mean, variance, games_per_unit }
    }

    /// The standard error of the mean.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.variance / self.count).sqrt()
    }

    /// The standard deviation of a single game's score: pairs count √2 times theirs, as if their games were independent.
    #[must_use]
    pub fn game_deviation(&self) -> f64 {
        (self.games_per_unit * self.variance).sqrt()
    }
}

/// Single games: wins, draws and losses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Trinomial {
    /// The scores 0, ½ and 1.
    #[must_use]
    pub fn outcomes(&self) -> Outcomes {
        Outcomes::new([(0.0, self.losses), (0.5, self.draws), (1.0, self.wins)], 1)
    }

    /// Number, mean and variance of the scores.
    #[must_use]
    pub fn sample(&self) -> Sample {
        self.outcomes().sample()
    }
}

/// Colour-swapped pairs: how many brought 0, ½, 1, 1½ and 2 of two possible points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The mean scores 0, ¼, ½, ¾ and 1 of a pair.
    #[must_use]
    pub fn outcomes(&self) -> Outcomes {
        Outcomes::new([0.0, 0.25, 0.5, 0.75, 1.0].into_iter().zip(self.0), 2)
    }

    /// Number, mean and variance of the mean scores of the pairs.
    #[must_use]
    pub fn sample(&self) -> Sample {
        self.outcomes().sample()
    }
}
