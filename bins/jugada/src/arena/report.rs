//! What is said while games are played, line by line.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use jugada_arena::tournament::{Event, Log, Plan, Standings};
use serde_json::{Value, json};

use super::outcome;

/// Somebody who is told what happens.
pub trait Reporter {
    fn event(&mut self, event: &Event, log: &Log);
}

/// Plain lines: how far it is, now and then, and every irregular loss.
pub struct Plain {
    begun: Instant,
    said: Instant,
    played: usize,
    contest: String,
}

/// How often plain lines tell how far it is.
const PAUSE: Duration = Duration::from_secs(5);

impl Plain {
    pub fn new(plan: &Plan) -> Self {
        let now = Instant::now();
        Self { begun: now, said: now, played: 0, contest: plan.contest.clone() }
    }
}

impl Reporter for Plain {
    fn event(&mut self, event: &Event, log: &Log) {
        if let Event::Over(record) = event {
            self.played += 1;
            if let Some(line) = outcome::irregular(record) {
                println!("irregular {line}");
            }
        }
        if self.said.elapsed() >= PAUSE {
            self.said = Instant::now();
            println!(
                "{}: {} games, {:.1} a second",
                self.contest,
                log.records().len(),
                rate(self.played, self.begun)
            );
        }
    }
}

/// Games a second.
pub fn rate(games: usize, begun: Instant) -> f64 {
    f64::from(u32::try_from(games).unwrap_or(u32::MAX)) / begun.elapsed().as_secs_f64().max(1e-3)
}

/// Every event as a JSON object on a line of its own.
pub struct Json;

impl Json {
    /// The table.
    pub fn summary(plan: &Plan, standings: &Standings) {
        let rows: Vec<Value> = standings
            .rows()
            .iter()
            .map(|row| {
                let estimate = row.mean.estimate;
                json!({
                    "bot": row.name, "games": row.games, "points": row.points, "points_per_game": estimate.value,
                    "low": finite(estimate.low), "high": finite(estimate.high), "wins": row.results.wins,
                    "draws": row.results.draws, "losses": row.results.losses, "irregular": row.irregular,
                    "elo": row.elo, "elo_error": row.elo_error, "disqualified": row.disqualified,
                })
            })
            .collect();
        let table = json!({
            "event": "table", "contest": plan.contest, "plan": plan.hash(), "games": standings.games(),
            "distinct": standings.distinct(), "under_load": standings.under_load(), "rows": rows,
        });
        println!("{table}");
    }
}

/// JSON has no infinity.
fn finite(value: f64) -> Option<f64> {
    value.is_finite().then_some(value)
}

impl Reporter for Json {
    fn event(&mut self, event: &Event, _: &Log) {
        let line = match event {
            Event::Begun { game, bots, category } => {
                json!({"event": "begun", "game": game, "bots": bots, "category": category})
            }
            Event::Turn { game, turn } => json!({"event": "turn", "game": game, "turn": turn}),
            Event::Over(record) => json!({"event": "over", "record": record}),
            _ => return,
        };
        println!("{line}");
    }
}

/// The games that are under way.
#[derive(Default)]
pub struct UnderWay {
    pub games: HashMap<String, Game>,
}

/// A game that is under way.
pub struct Game {
    pub bots: [String; 2],
    pub category: String,
    pub begun: Instant,
    pub lines: usize,
    /// Time used by each side, in microseconds.
    pub used: [u64; 2],
}

impl UnderWay {
    pub fn event(&mut self, event: &Event) {
        match event {
            Event::Begun { game, bots, category } => {
                let begun = Instant::now();
                let (bots, category) = (bots.clone(), category.clone());
                self.games.insert(game.clone(), Game { bots, category, begun, lines: 0, used: [0; 2] });
            }
            Event::Turn { game, turn } => {
                if let Some(game) = self.games.get_mut(game) {
                    game.lines += 1;
                    game.used[turn.side] += turn.wall_us;
                }
            }
            Event::Over(record) => {
                self.games.remove(&record.game);
            }
            _ => {}
        }
    }
}
