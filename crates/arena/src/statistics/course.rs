use super::{Decision, Outcomes, Sprt};

/// A sequential test as it goes on, its bounds corrected for overshoot.
///
/// A test stops a little beyond its bound, because results come one by one: with the plain bounds it errs less often than it may and plays
/// longer than it must. So each bound is moved inwards by what the ratio goes beyond a level on average when it first passes it,
/// E\[jump²\] / 2E\[jump\] over the jumps to new records (David Siegmund, *Sequential Analysis*, corollary 8.33), estimated from the course
/// so far.
///
/// ```
/// use jugada_arena::statistics::{Course, Decision, Pentanomial, Sprt};
///
/// let mut course = Course::new(Sprt::logistic(0.0, 100.0));
/// let mut pairs = Pentanomial::default();
/// while course.decision() == Decision::Open {
///     pairs.0[if pairs.0[2] < pairs.0[4] { 2 } else { 4 }] += 1;
///     course.push(&pairs.outcomes());
/// }
/// assert_eq!(course.decision(), Decision::Upper);
/// assert!(course.bounds()[1] < course.test().upper());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    test: Sprt,
    ratio: f64,
    below: Records,
    above: Records,
    decision: Decision,
}

/// The jumps to new records on one side: the record, and the sums of the jumps and of their squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Records {
    record: f64,
    sum: f64,
    squares: f64,
}

impl Records {
    /// A new height, which may be a record.
    fn reach(&mut self, height: f64) {
        if height > self.record {
            let jump = height - self.record;
            *self = Self { record: height, sum: self.sum + jump, squares: self.squares + jump * jump };
        }
    }

    fn overshoot(&self) -> f64 {
        if self.sum > 0.0 { self.squares / self.sum / 2.0 } else { 0.0 }
    }
}

impl Course {
    /// Before the first result.
    #[must_use]
    pub fn new(test: Sprt) -> Self {
        let (below, above) = (Records::default(), Records::default());
        Self { test, ratio: 0.0, below, above, decision: Decision::Open }
    }

    /// All results so far, of which there is one more than the last time. Once the test has come to a decision it stays with it.
    pub fn push(&mut self, outcomes: &Outcomes) {
        if self.decision != Decision::Open {
            return;
        }
        let ratio = self.test.log_likelihood_ratio(outcomes);
        if !ratio.is_finite() {
            return;
        }
        self.ratio = ratio;
        self.above.reach(ratio);
        self.below.reach(-ratio);
        let [low, high] = self.bounds();
        if ratio >= high {
            self.decision = Decision::Upper;
        } else if ratio <= low {
            self.decision = Decision::Lower;
        }
    }

    /// The test.
    #[must_use]
    pub const fn test(&self) -> &Sprt {
        &self.test
    }

    /// The log-likelihood ratio now.
    #[must_use]
    pub const fn ratio(&self) -> f64 {
        self.ratio
    }

    /// The corrected bounds now; they never pass half of the plain ones, for the first few results tell little of the jumps.
    #[must_use]
    pub fn bounds(&self) -> [f64; 2] {
        let (low, high) = (self.test.lower(), self.test.upper());
        [low + self.below.overshoot().min(-low / 2.0), high - self.above.overshoot().min(high / 2.0)]
    }

    /// What the test says.
    #[must_use]
    pub const fn decision(&self) -> Decision {
        self.decision
    }
}

#[cfg(test)]
mod tests {
    use jugada_core::Random;

    use super::super::{Trinomial, real, score_of_elo};
    use super::*;

    #[test]
    fn overshoot_of_known_jumps() {
        let mut records = Records::default();
        for height in [1.0, 0.5, 1.5, 1.5, 4.5] {
            records.reach(height);
        }
        // Jumps of 1, ½ and 3.
        assert!((records.overshoot() - (1.0 + 0.25 + 9.0) / 4.5 / 2.0).abs() < 1e-12);
    }

    /// Shares of wrong decisions under the upper and the lower hypothesis, and the mean length of a test, with and without the
    /// correction.
    fn simulated(elo: f64, corrected: bool, random: &mut Random) -> (f64, f64) {
        let test = Sprt::logistic(0.0, 150.0);
        let (mut upper, mut games) = (0, 0);
        let tests = 1500;
        for _ in 0..tests {
            let mut results = Trinomial::default();
            let mut course = Course::new(test);
            loop {
                if random.unit() < score_of_elo(elo) {
                    results.wins += 1;
                } else {
                    results.losses += 1;
                }
                games += 1;
                let decision = if corrected {
                    course.push(&results.outcomes());
                    course.decision()
                } else {
                    test.decide(&results.outcomes())
                };
                if decision != Decision::Open {
                    upper += u64::from(decision == Decision::Upper);
                    break;
                }
            }
        }
        (real(upper) / f64::from(tests), real(games) / f64::from(tests))
    }

    #[test]
    fn corrected_tests_are_shorter_and_err_as_often_as_they_may() {
        let mut random = Random::from_seed(8);
        for (elo, wrong) in [(0.0, true), (150.0, false)] {
            let (plain, plain_games) = simulated(elo, false, &mut random);
            let (corrected, corrected_games) = simulated(elo, true, &mut random);
            let error = |upper: f64| if wrong { upper } else { 1.0 - upper };
            assert!(corrected_games < plain_games, "{corrected_games} {plain_games}");
            // Three standard deviations of a share of 1500 above what is allowed, and a little for a ratio that is itself estimated.
            assert!(error(corrected) < 0.05 + 0.017 + 0.013, "{} {}", error(corrected), error(plain));
        }
    }
}
