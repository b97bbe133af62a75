//! What came of the games, in words and tables.

use std::fmt::Write;

use comfy_table::{CellAlignment, Table, presets};
use jugada_arena::statistics::{Decision, Estimate, Sample, analyse, elo_of_score, student_quantile};
use jugada_arena::tournament::{Duel, Plan, Record, Standings, Trial};

/// The table.
pub fn table(standings: &Standings) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    table.set_header([
        "",
        "bot",
        "games",
        "points",
        "points a game",
        "won",
        "drawn",
        "lost",
        "irregular",
        "Elo",
        "",
    ]);
    for (place, row) in standings.rows().iter().enumerate() {
        let estimate = row.mean.estimate;
        let error = error_in_words(estimate);
        table.add_row([
            format!("{}.", place + 1),
            row.name.clone(),
            row.games.to_string(),
            row.points.to_string(),
            format!("{:.2} ± {error}", estimate.value),
            row.results.wins.to_string(),
            row.results.draws.to_string(),
            row.results.losses.to_string(),
            row.irregular.to_string(),
            format!("{:+.0} ± {:.0}", row.elo, 1.96 * row.elo_error),
            if row.disqualified { "disqualified".to_owned() } else { String::new() },
        ]);
    }
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// The mean points of everybody against everybody.
fn cross_table(plan: &Plan, standings: &Standings) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING);
    let numbers = (1..=standings.rows().len()).map(|number| format!("{number}."));
    table.set_header([String::new()].into_iter().chain(numbers));
    for (place, row) in standings.rows().iter().enumerate() {
        let cells = standings.rows().iter().map(|other| {
            let duel = standings.duel(row.entrant, other.entrant);
            duel.map_or_else(String::new, |duel| {
                let count = u32::try_from(duel.points.len()).unwrap_or(u32::MAX);
                format!("{:.2}", duel.points.iter().sum::<f64>() / f64::from(count))
            })
        });
        let name = format!("{}. {}", place + 1, plan.entrants[row.entrant].name);
        table.add_row([name].into_iter().chain(cells));
    }
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

/// Everything that is to be said at the end.
pub fn in_words(plan: &Plan, standings: &Standings, records: &[Record], trial: Option<&Trial>) -> String {
    let mut text =
        format!("{}: {} games, {} different ones", plan.contest, standings.games(), standings.distinct());
    if standings.under_load() > 0 {
        // Writing to a string does not fail, here and below.
        let _ = write!(text, ", {} taken under load", standings.under_load());
    }
    let _ = write!(text, "\n{}\n", table(standings));
    if plan.entrants.len() > 2 {
        let _ = write!(text, "\nPoints a game against each\n{}\n", cross_table(plan, standings));
    } else if let Some(duel) = standings.duel(0, 1) {
        let _ = write!(text, "\n{}", duel_in_words(plan, duel, trial));
    }
    if let Some(ranks) = standings.ranks(plan.seed) {
        let _ = write!(text, "\nPlaces: 95 % interval, and the probability of the first\n");
        for row in standings.rows() {
            let rank = ranks[row.entrant];
            let _ = writeln!(text, "  {:12} {} to {}, {:.3}", row.name, rank.best, rank.worst, rank.first);
        }
    }
    let irregular: Vec<String> = records.iter().filter_map(irregular).collect();
    if !irregular.is_empty() {
        let _ = writeln!(text, "\n{} games were lost against the rules or limits:", irregular.len());
        for line in irregular.iter().take(10) {
            let _ = writeln!(text, "  {line}");
        }
        if irregular.len() > 10 {
            let _ = writeln!(text, "  … and {} more", irregular.len() - 10);
        }
    }
    text
}

/// A game that was lost irregularly, in one line.
pub fn irregular(record: &Record) -> Option<String> {
    let offence = record.irregular()?;
    let [loser, winner] = [&record.bots[offence.side], &record.bots[1 - offence.side]];
    Some(format!("{} ({}): {loser} against {winner}: {offence}", record.game, record.category))
}

/// What stands after "±". Where no two pairs differ, nothing is known of the error.
fn error_in_words(estimate: Estimate) -> String {
    let error = estimate.error();
    if error.is_finite() && error > 0.0 { format!("{error:.2}") } else { "?".to_owned() }
}

/// Two entrants against each other, seen from the first.
fn duel_in_words(plan: &Plan, duel: &Duel, trial: Option<&Trial>) -> String {
    let sample = duel.scores.sample();
    let [first, second] = [&plan.entrants[0].name, &plan.entrants[1].name];
    let mut text = format!("{first} against {second}: {}\n", elo_in_words(&sample));
    let _ = writeln!(text, "pairs by score 0, ½, 1, 1½, 2: {:?}", duel.scores.0);
    if let Some(trial) = trial {
        let course = trial.course();
        let [lower, upper] = course.test().hypotheses();
        let [low, high] = course.bounds();
        let verdict = match course.decision() {
            Decision::Open => "undecided",
            Decision::Lower => "the lower one is accepted",
            Decision::Upper => "the upper one is accepted",
        };
        let _ = writeln!(
            text,
            "sequential test of {lower} against {upper}: log-likelihood ratio {:.3} in ({low:.3}, {high:.3}), {verdict}",
            course.ratio()
        );
        if let Some(analysis) = analyse(course.test(), &duel.scores.outcomes()) {
            let elo = analysis.elo;
            let _ = writeln!(
                text,
                "without the bias of stopping: {:+.1} Elo, 95 % {:+.1} to {:+.1}",
                elo.value, elo.low, elo.high
            );
        }
    }
    text
}

/// The difference in Elo with its interval; a bound where all pairs went the same way.
fn elo_in_words(sample: &Sample) -> String {
    if sample.count <= 0.0 {
        return "no pair is complete".to_owned();
    }
    if sample.variance <= 0.0 {
        // So many pairs would all have gone this way with a chance of 5 % if the score was this.
        let bound = 0.05_f64.powf(1.0 / sample.count);
        return match sample.mean {
            1.0.. => format!("all pairs won, at least {:+.0} Elo with 95 % certainty", elo_of_score(bound)),
            0.0 => {
                format!("all pairs lost, at most {:+.0} Elo with 95 % certainty", elo_of_score(1.0 - bound))
            }
            mean => format!("{:+.1} Elo; no two pairs differ, so the error is unknown", elo_of_score(mean)),
        };
    }
    let deviations =
        if sample.count > 1.0 { student_quantile(0.975, sample.count - 1.0) } else { f64::INFINITY };
    let elo = sample.elo(deviations);
    let normalized = sample.normalized_elo(deviations);
    format!(
        "{:+.1} Elo, 95 % {:+.1} to {:+.1}; better with likelihood {:.4}\nnormalized: {:+.1} ± {:.1}",
        elo.value,
        elo.low,
        elo.high,
        sample.likelihood_of_superiority(),
        normalized.value,
        normalized.error()
    )
}
