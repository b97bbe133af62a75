use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use jugada_alquerque::{Drive, EngineOptions, Evaluation, Position, Weights};
use jugada_core::alpha_beta::{AlphaBeta, ESTIMATE_MAX};
use jugada_core::testkit::random_game;
use jugada_core::{Game, Limits, Outcome, Random, Search, Side, split_mix_64};

/// Positions nearer to the move limit than this are left out: there the evaluation gives way to the value of the draw.
const PLIES_LEFT: u16 = 40;

/// Each side of a game thinks by a power of two from 1 to this less than the full number of nodes: games between unequal sides are
/// decided more often, and show how games are won.
const HANDICAPS: u64 = 3;

/// How much of what a position is worth is left to the positions after it: 0 would be what its own search says, 1 the game's result
/// (the λ of temporal differences: Sutton, Learning to predict by the methods of temporal differences, 1988).
const LATER: f64 = 0.9;

/// Units of a value in the logarithm of the odds.
const UNIT: f64 = 256.0;

/// A position and what the rest of its game says about it.
pub struct Sample {
    pub position: Position,
    /// How well it went for White, from 0 to 1.
    pub result: f32,
    /// Which game it is from.
    pub game: u64,
}

/// Games played, and what can be learned from them.
pub struct Played {
    pub samples: Vec<Sample>,
    drawn: u64,
    plies: u64,
}

impl fmt::Display for Played {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of them drawn, {} plies, {} positions", self.drawn, self.plies, self.samples.len())
    }
}

/// How games are played.
#[derive(Clone, Copy)]
pub struct Plan {
    pub seed: u64,
    pub games: u64,
    pub nodes: u64,
    pub threads: u64,
}

/// Plays games, each from an opening of 2 to 13 random plies of its own.
pub fn play(weights: &Weights, plan: Plan) -> Played {
    let next = AtomicU64::new(0);
    let mut played: Vec<(u64, Played)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads)
            .map(|_| {
                scope.spawn(|| {
                    let evaluation = Evaluation::new(Drive::default(), weights);
                    let mut search =
                        AlphaBeta::new(evaluation, EngineOptions::default().memory(1 << 20).search());
                    let mut own = Vec::new();
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= plan.games {
                            return own;
                        }
                        own.push((game, play_one(&mut search, plan, game)));
                    }
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a game")).collect()
    });
    // In the order of the games, whichever thread was faster.
    played.sort_by_key(|(game, _)| *game);
    let mut all = Played { samples: Vec::new(), drawn: 0, plies: 0 };
    for (_, one) in played {
        all.samples.extend(one.samples);
        all.drawn += one.drawn;
        all.plies += one.plies;
    }
    all
}

fn play_one(search: &mut AlphaBeta<Evaluation>, plan: Plan, game: u64) -> Played {
    search.clear();
    let mut state = plan.seed ^ game << 32;
    let mut random = Random::from_seed(split_mix_64(&mut state));
    let nodes = Side::BOTH.map(|_| plan.nodes >> random.below(HANDICAPS));
    let opening = 2 + random.index(12);
    let mut position = *random_game(&Position::start(), opening, &mut random).last().expect("a position");
    let mut seen: Vec<(Position, Option<f64>)> = Vec::new();
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        let moves = position.moves();
        let (chosen, expected) = if moves.len() == 1 {
            (moves[0], None)
        } else {
            let limits = Limits::new().nodes(nodes[position.side_to_move().index()]);
            let report = search.search(&position, &limits);
            let value = report.value.map(|value| {
                let value = f64::from(value.clamp(-ESTIMATE_MAX, ESTIMATE_MAX)) / UNIT;
                let own = 1.0 / (1.0 + (-value).exp());
                if position.side_to_move() == Side::First { own } else { 1.0 - own }
            });
            (*report.best_move().expect("a game that goes on has a move"), value)
        };
        seen.push((position, expected));
        position = position.play_unchecked(chosen);
    };
    let mut expectation = result(outcome, &position);
    let mut samples = Vec::new();
    for (position, expected) in seen.into_iter().rev() {
        if let Some(expected) = expected {
            expectation = LATER * expectation + (1.0 - LATER) * expected;
        }
        if !position.must_capture() && position.plies_left() > PLIES_LEFT {
            #[expect(clippy::cast_possible_truncation, reason = "a share needs no more digits")]
            samples.push(Sample { position, result: expectation as f32, game });
        }
    }
    Played { samples, drawn: u64::from(outcome == Outcome::Draw), plies: u64::from(position.plies()) }
}

/// 1 for a win, 0 for a loss, a drawn game by its points.
fn result(outcome: Outcome, end: &Position) -> f64 {
    match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Win(Side::Second) => 0.0,
        Outcome::Draw => {
            let [white, black] = end.draw_points().map(f64::from);
            0.5 + (white - black) / 24.0
        }
    }
}
