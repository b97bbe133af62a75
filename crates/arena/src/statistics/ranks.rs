use jugada_core::Random;

use super::real;

/// Which places a program may hold, as far as the games tell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RankEstimate {
    /// The probability of the first place; a shared one counts in shares.
    pub first: f64,
    /// The best place of the 95 % interval, from 1.
    pub best: usize,
    /// The worst place of it.
    pub worst: usize,
}

/// The points of two programs against each other, a game on average, one entry a pair of games: of the one, and of the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Meeting {
    /// Who they are: numbers below that of programs.
    pub programs: [usize; 2],
    /// Their points.
    pub pairs: Vec<[f64; 2]>,
}

/// Which places the programs may hold: the pairs of games are drawn anew with replacement within each meeting, `draws` times, and everybody's
/// mean points compared each time.
///
/// A percentile bootstrap, whose intervals are too narrow where there are few pairs (88 % instead of 95 % coverage with ten): not for
/// meetings of fewer than some fifty pairs in all. Programs that met nobody have no mean and come last.
///
/// ```
/// use jugada_arena::statistics::{Meeting, ranks};
/// let pairs = [[12.0, 0.0], [6.0, 6.0], [12.0, 0.0], [0.0, 12.0]].repeat(20);
/// let estimates = ranks(2, &[Meeting { programs: [0, 1], pairs }], 500, 1);
/// assert!(estimates[0].first > 0.95 && estimates[1].worst == 2);
/// ```
///
/// # Panics
/// If a meeting names a program that there is not.
#[must_use]
pub fn ranks(programs: usize, meetings: &[Meeting], draws: u32, seed: u64) -> Vec<RankEstimate> {
    let mut random = Random::from_seed(seed);
    let mut places = vec![Vec::new(); programs];
    let mut first = vec![0.0; programs];
    for _ in 0..draws {
        let mut sums = vec![0.0; programs];
        let mut opponents = vec![0_u32; programs];
        for Meeting { programs, pairs } in meetings.iter().filter(|meeting| !meeting.pairs.is_empty()) {
            let mut total = [0.0; 2];
            for _ in 0..pairs.len() {
                let points = pairs[random.index(pairs.len())];
                total = [total[0] + points[0], total[1] + points[1]];
            }
            for (program, points) in programs.iter().zip(total) {
                sums[*program] += points / real(pairs.len() as u64);
                opponents[*program] += 1;
            }
        }
        let mean = |program: usize| match opponents[program] {
            0 => f64::NEG_INFINITY,
            count => sums[program] / f64::from(count),
        };
        let means: Vec<f64> = (0..programs).map(mean).collect();
        let leaders = means.iter().filter(|mean| means.iter().all(|other| other <= *mean)).count();
        for program in 0..programs {
            let better = means.iter().filter(|other| **other > means[program]).count();
            if better == 0 {
                first[program] += 1.0 / real(leaders as u64);
            }
            places[program].push(better + 1);
        }
    }
    let estimate = |(mut places, first): (Vec<usize>, f64)| {
        places.sort_unstable();
        let cut = places.len() / 40;
        let (best, worst) = match places.as_slice() {
            [] => (1, programs),
            places => (places[cut], places[places.len() - 1 - cut]),
        };
        RankEstimate { first: first / f64::from(draws.max(1)), best, worst }
    };
    places.into_iter().zip(first).map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs in which the first gets `share` of twelve points a game on average.
    fn meeting(programs: [usize; 2], share: f64, count: usize, random: &mut Random) -> Meeting {
        let pair = |_| {
            let points = [0, 1].map(|_| if random.unit() < share { 12.0 } else { 0.0 });
            let mine = f64::midpoint(points[0], points[1]);
            [mine, 12.0 - mine]
        };
        Meeting { programs, pairs: (0..count).map(pair).collect() }
    }

    #[test]
    fn places_are_as_sure_as_the_games() {
        let mut random = Random::from_seed(5);
        // The third is far behind, the first two are alike.
        let meetings = [
            meeting([0, 1], 0.5, 100, &mut random),
            meeting([0, 2], 0.9, 100, &mut random),
            meeting([1, 2], 0.9, 100, &mut random),
        ];
        let estimates = ranks(4, &meetings, 1000, 1);
        assert_eq!((estimates[0].best, estimates[0].worst), (1, 2));
        assert_eq!((estimates[1].best, estimates[1].worst), (1, 2));
        assert_eq!((estimates[2].best, estimates[2].worst, estimates[2].first), (3, 3, 0.0));
        assert_eq!((estimates[3].best, estimates[3].worst), (4, 4));
        let first: f64 = estimates.iter().map(|estimate| estimate.first).sum();
        assert!((first - 1.0).abs() < 1e-9, "{estimates:?}");
    }

    #[test]
    fn intervals_hold_the_true_place_as_often_as_they_say() {
        let mut random = Random::from_seed(6);
        let repeats = 400;
        let mut covered = 0;
        for _ in 0..repeats {
            let meetings = [meeting([0, 1], 0.56, 60, &mut random)];
            let best = ranks(2, &meetings, 200, random.next_u64())[0];
            covered += u32::from(best.best == 1);
        }
        // A place is a whole number, so its interval covers at least as often as it says.
        assert!(f64::from(covered) / f64::from(repeats) > 0.95 - 0.033, "{covered}");
    }
}
