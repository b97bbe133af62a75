//! Properties that hold for whatever bytes there are, for tests and fuzz targets.

use crate::statistics::{
    Course, Meeting, Outcomes, Pentanomial, Sprt, Stratum, Trinomial, analyse, points_mean, ranks, rate,
};
use crate::tournament::{Plan, Record, Standings, parse_records};

/// Reads bytes as records, and as a plan.
///
/// # Panics
/// If what was read is written and reads back differently; if a last line that is torn anywhere costs more than its own record; or if
/// a table cannot be made.
pub fn check_records(bytes: &[u8]) {
    if let Ok(plan) = serde_json::from_slice::<Plan>(bytes) {
        let written = serde_json::to_vec(&plan).expect("it was read from text");
        assert_eq!(serde_json::from_slice::<Plan>(&written).expect("readable"), plan);
    }
    let Ok(records) = parse_records(bytes) else { return };
    let lines: Vec<Vec<u8>> = records
        .iter()
        .map(|record| {
            let mut line = serde_json::to_vec(record).expect("strings and numbers");
            line.push(b'\n');
            line
        })
        .collect();
    let written = lines.concat();
    let torn = lines.last().map_or(0, Vec::len);
    for cut in [0, 1, 2, torn / 2, torn].into_iter().filter(|cut| *cut <= torn) {
        let again = parse_records(&written[..written.len() - cut]).expect("whole lines are right");
        let expected = if cut == 0 { records.len() } else { records.len() - 1 };
        assert_eq!(again, records[..expected], "cut by {cut} of {torn}");
    }
    if let Some(first) = records.first() {
        check_table(first, &records);
    }
}

/// Makes a table for the two bots of a record.
fn check_table(first: &Record, records: &[Record]) {
    let entrant = |name: &String| {
        let program = crate::process::Program::new("bot");
        crate::tournament::Entrant { name: name.clone(), program, fingerprint: String::new() }
    };
    let plan = Plan {
        contest: first.contest.clone(),
        entrants: first.bots.iter().map(entrant).collect(),
        system: crate::tournament::System::RoundRobin,
        categories: vec![first.category.clone()],
        openings: Vec::new(),
        pairs: 1,
        seed: first.seed,
        time: None,
        limits: crate::process::Limits::default(),
        suspend: true,
    };
    let standings = Standings::of(&plan, records);
    assert_eq!(standings.rows().len(), 2);
    assert!(standings.rows().iter().all(|row| row.elo.is_finite() && !row.mean.estimate.value.is_nan()));
}

/// Takes bytes as results and hypotheses, and asks for all statistics.
///
/// # Panics
/// If one of them is not a number, or infinite where results speak.
pub fn check_statistics(bytes: &[u8]) {
    let Some((head, rest)) = bytes.split_at_checked(8) else { return };
    let count = |place: usize| u64::from(head[place]) * u64::from(head[place]) * u64::from(head[place] % 7);
    let pairs = Pentanomial([0, 1, 2, 3, 4].map(count));
    let games = Trinomial { wins: count(0), draws: count(1), losses: count(2) };
    let lower = f64::from(head[5]) - 128.0;
    let upper = lower + 0.1 + f64::from(head[6]);
    for outcomes in [pairs.outcomes(), games.outcomes()] {
        check_outcomes(&outcomes, lower, upper);
    }
    let points: Vec<[f64; 2]> =
        rest.iter().map(|byte| [f64::from(byte % 13), f64::from(byte / 21)]).take(200).collect();
    let strata: Vec<Stratum> = points
        .chunks(usize::from(head[7]) + 1)
        .map(|pairs| Stratum { pairs: pairs.iter().map(|[mine, _]| *mine).collect() })
        .collect();
    let mean = points_mean(&strata, 0.95);
    let estimate = mean.estimate;
    assert!(estimate.value.is_finite() && estimate.low <= estimate.value && estimate.value <= estimate.high);
    assert!(!mean.freedom.is_nan() && (mean.freedom == 0.0 || estimate.error().is_finite()), "{mean:?}");
    let places = ranks(3, &[Meeting { programs: [0, 2], pairs: points.clone() }], 20, 1);
    assert!(
        places.iter().all(|place| place.first.is_finite() && place.best <= place.worst && place.worst <= 3)
    );
    let wins: Vec<Vec<f64>> = (0..3)
        .map(|row| {
            (0..3).map(|column| if row == column { 0.0 } else { f64::from(head[row + column]) }).collect()
        })
        .collect();
    let ratings = rate(&wins, 600.0);
    assert!(ratings.elo.iter().all(|elo| elo.is_finite()), "{ratings:?}");
    assert!((0..3).all(|program| ratings.error(program).is_finite()), "{ratings:?}");
}

fn check_outcomes(outcomes: &Outcomes, lower: f64, upper: f64) {
    let sample = outcomes.sample();
    assert!((0.0..=1.0).contains(&sample.likelihood_of_superiority()), "{sample:?}");
    if sample.count > 0.0 {
        let elo = sample.elo(1.96);
        assert!(elo.low.is_finite() && elo.low <= elo.value && elo.value <= elo.high && elo.high.is_finite());
    }
    for test in [Sprt::logistic(lower, upper), Sprt::normalized(lower, upper)] {
        let ratio = test.log_likelihood_ratio(outcomes);
        // A normalized hypothesis can demand more than any mixture of the results has.
        let reachable = test.model() == crate::statistics::Model::Logistic;
        assert!(ratio.is_finite() || !reachable, "{test:?} {outcomes:?} {ratio}");
        let mut course = Course::new(test);
        course.push(outcomes);
        assert!(course.ratio().is_finite() && course.bounds().iter().all(|bound| bound.is_finite()));
        if let Some(analysis) = analyse(&test, outcomes).filter(|_| reachable) {
            let elo = analysis.elo;
            assert!(elo.low <= elo.value && elo.value <= elo.high, "{test:?} {outcomes:?} {elo:?}");
            assert!((0.0..=1.0).contains(&analysis.likelihood_of_superiority), "{analysis:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn statistics_stay_numbers(bytes in proptest::collection::vec(any::<u8>(), 8..64)) {
            super::check_statistics(&bytes);
        }
    }

    #[test]
    fn extreme_results() {
        for head in [[0; 8], [255; 8], [255, 0, 0, 0, 0, 255, 255, 0], [0, 0, 255, 0, 0, 0, 0, 9]] {
            super::check_statistics(&head);
            super::check_statistics(&[&head[..], &[7; 60]].concat());
        }
    }
}
