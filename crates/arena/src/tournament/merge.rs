use std::collections::{BTreeMap, HashMap};

use super::{Pair, Plan, PlanError, Record, schedule};
use crate::statistics::chi_square_tail;

/// The records of many shards put together.
#[derive(Clone, Debug)]
pub struct Merged {
    /// Every game once, in the order of the plan.
    pub records: Vec<Record>,
    /// How many records were there a second time.
    pub duplicates: usize,
    /// The games that are missing, in the order of the plan.
    pub missing: Vec<String>,
    /// What stands out about the machines, by name.
    pub machines: Vec<MachineReport>,
}

/// What one machine contributed.
#[derive(Clone, Debug, PartialEq)]
pub struct MachineReport {
    /// Its name.
    pub machine: String,
    /// How many games it played.
    pub games: usize,
    /// How many of them under load.
    pub under_load: usize,
    /// How likely results differ as much as its do from the others' where all machines are alike; 1 for a single machine.
    pub chance: f64,
}

impl MachineReport {
    /// Whether its results differ from the others' by more than chance explains, many machines being looked at.
    #[must_use]
    pub fn differs(&self, machines: usize) -> bool {
        /// One false alarm in a thousand merges.
        const LEVEL: f64 = 1e-3;
        #[expect(clippy::cast_precision_loss, reason = "a number of machines")]
        let bound = LEVEL / machines.max(1) as f64;
        self.chance < bound
    }

    /// Whether many of its games were played under load.
    #[must_use]
    pub fn is_overloaded(&self) -> bool {
        self.under_load * 10 > self.games
    }
}

/// Puts records together: one of each game, what is missing, and whether some machine differs.
///
/// Of two records of the same game the first counts.
///
/// # Errors
/// [`PlanError::Senseless`] if a record belongs to another plan.
pub fn merge(plan: &Plan, records: Vec<Record>) -> Result<Merged, PlanError> {
    let hash = plan.hash();
    if let Some(stray) = records.iter().find(|record| record.plan != hash) {
        let words = format!("game {} belongs to plan {}, not to {hash}", stray.game, stray.plan);
        return Err(PlanError::Senseless(words));
    }
    let total = records.len();
    let mut by_game: HashMap<String, Record> = HashMap::new();
    for record in records {
        by_game.entry(record.game.clone()).or_insert(record);
    }
    let duplicates = total - by_game.len();
    let so_far: Vec<Record> = by_game.values().cloned().collect();
    let games: Vec<String> = schedule(plan, &so_far).pairs.iter().flat_map(Pair::games).collect();
    let mut merged = Vec::new();
    let mut missing = Vec::new();
    for game in games {
        match by_game.remove(&game) {
            Some(record) => merged.push(record),
            None => missing.push(game),
        }
    }
    let machines = machines(&merged);
    Ok(Merged { records: merged, duplicates, missing, machines })
}

/// A table of results: how many games of each meeting the bot that comes first in the alphabet won, drew and lost.
type Counts = BTreeMap<[String; 2], [f64; 3]>;

fn machines(records: &[Record]) -> Vec<MachineReport> {
    let mut by_machine: BTreeMap<&str, (Counts, usize, usize)> = BTreeMap::new();
    let mut all: Counts = BTreeMap::new();
    for record in records {
        let [first, second] = &record.bots;
        let (meeting, side) = if first <= second {
            ([first.clone(), second.clone()], 0)
        } else {
            ([second.clone(), first.clone()], 1)
        };
        let column = match record.played.winner {
            Some(winner) if winner == side => 0,
            None => 1,
            Some(_) => 2,
        };
        let (counts, games, under_load) = by_machine.entry(&record.machine).or_default();
        counts.entry(meeting.clone()).or_default()[column] += 1.0;
        all.entry(meeting).or_default()[column] += 1.0;
        *games += 1;
        *under_load += usize::from(record.played.under_load);
    }
    by_machine
        .into_iter()
        .map(|(machine, (counts, games, under_load))| MachineReport {
            machine: machine.to_owned(),
            games,
            under_load,
            chance: chance(&counts, &all),
        })
        .collect()
}

/// Pearson's χ² of one machine against the rest, summed over meetings.
fn chance(own: &Counts, all: &Counts) -> f64 {
    let (mut sum, mut freedom) = (0.0, 0.0);
    for (meeting, own) in own {
        let all = all[meeting];
        let (own_total, total) = (own.iter().sum::<f64>(), all.iter().sum::<f64>());
        let rest_total = total - own_total;
        if rest_total <= 0.0 {
            continue;
        }
        let mut columns = 0.0;
        for (own, all) in own.iter().zip(all).filter(|(_, all)| *all > 0.0) {
            columns += 1.0;
            for (found, row_total) in [(*own, own_total), (all - own, rest_total)] {
                let expected = row_total * all / total;
                sum += (found - expected).powi(2) / expected;
            }
        }
        freedom += columns - 1.0;
    }
    if freedom > 0.0 { chi_square_tail(sum, freedom) } else { 1.0 }
}
