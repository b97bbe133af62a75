use std::collections::HashMap;

use super::{Duel, Plan, Record};
use crate::statistics::{Course, Decision, Model, Sprt};

/// A sequential test between the first two entrants of a plan, led by the records in the order in which they were written, so that a run
/// that was interrupted comes to the same decision.
#[derive(Clone, Debug)]
pub struct Trial {
    course: Course,
    /// How many records were looked at.
    seen: usize,
    /// Pairs of which one game is still missing.
    halves: HashMap<u32, Record>,
    duel: Duel,
}

impl Trial {
    /// Before the first game.
    #[must_use]
    pub fn new(test: Sprt) -> Self {
        Self { course: Course::new(test), seen: 0, halves: HashMap::new(), duel: Duel::default() }
    }

    /// Takes in what was written since the last time; `records` are all records so far. What the test says now.
    pub fn follow(&mut self, plan: &Plan, records: &[Record]) -> Decision {
        for record in &records[self.seen.min(records.len())..] {
            let Some((pair, _)) = record.place() else { continue };
            let Some(other) = self.halves.remove(&pair) else {
                self.halves.insert(pair, record.clone());
                continue;
            };
            let first = &plan.entrants[0].name;
            self.duel.add([&other, record].map(|record| (record, usize::from(&record.bots[0] != first))));
            let outcomes = match self.course.test().model() {
                Model::Mean => self.duel.margin_outcomes(),
                _ => self.duel.scores.outcomes(),
            };
            self.course.push(&outcomes);
        }
        self.seen = records.len();
        self.course.decision()
    }

    /// The test with its bounds as they are now.
    #[must_use]
    pub const fn course(&self) -> &Course {
        &self.course
    }
}
