use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{Pair, Plan};
use crate::game::{Offence, Played, Status};

/// A game that was played: one line of a log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Its name in the plan.
    pub game: String,
    /// The [hash](Plan::hash) of the plan.
    pub plan: String,
    /// The contest.
    pub contest: String,
    /// The names of the bots by side.
    pub bots: [String; 2],
    /// The fingerprints of their executables.
    pub fingerprints: [String; 2],
    /// What was played.
    pub category: String,
    /// Where it began, if not at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<String>,
    /// The seed of its random choices.
    pub seed: u64,
    /// How long each program was allowed to think in the whole game, in microseconds.
    pub time_us: u64,
    /// The machine that it was played on.
    pub machine: String,
    /// How it went.
    #[serde(flatten)]
    pub played: Played,
}

impl Record {
    /// A record of a game of this plan.
    #[must_use]
    pub fn new(
        plan: &Plan,
        hash: &str,
        pair: &Pair,
        game: usize,
        machine: &str,
        time: Duration,
        played: Played,
    ) -> Self {
        let seated = pair.seated(game).map(|entrant| &plan.entrants[entrant]);
        Self {
            game: pair.game(game),
            plan: hash.to_owned(),
            contest: plan.contest.clone(),
            bots: seated.map(|entrant| entrant.name.clone()),
            fingerprints: seated.map(|entrant| entrant.fingerprint.clone()),
            category: pair.category.clone(),
            opening: pair.opening.clone(),
            seed: pair.seed,
            time_us: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
            machine: machine.to_owned(),
            played,
        }
    }

    /// What decided the game, if that was against the rules or limits.
    #[must_use]
    pub fn irregular(&self) -> Option<&Offence> {
        let loser = self.played.forfeited?;
        self.played.offences.iter().find(|o| o.side == loser && o.status != Status::DidNotExit)
    }

    /// The score of a side: 1, ½ or 0.
    #[must_use]
    pub fn score(&self, side: usize) -> f64 {
        match self.played.winner {
            None => 0.5,
            Some(winner) if winner == side => 1.0,
            Some(_) => 0.0,
        }
    }

    /// The number of the pair that it belongs to, and which of its two games it is.
    #[must_use]
    pub fn place(&self) -> Option<(u32, usize)> {
        let (pair, game) = self.game.split_once('.')?;
        Some((pair.parse().ok()?, game.parse().ok().filter(|game| *game < 2)?))
    }
}
