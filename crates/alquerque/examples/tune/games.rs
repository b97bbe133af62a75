use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use jugada_alquerque::{Evaluation, Position, Weights};
use jugada_core::alpha_beta::{AlphaBeta, Options};
use jugada_core::testkit::random_game;
use jugada_core::{Game, Limits, Outcome, Random, Search, Side, split_mix_64};

/// Positions nearer to the move limit than this are left out: there the evaluation gives way to the value of the draw.
const PLIES_LEFT: u16 = 40;

/// How far from the middle a draw with all stones on one side would count.
const DRAW_WEIGHT: f64 = 0.45;

/// Each side of a game thinks by a power of two from 1 to this less than the full number of nodes: games between unequal sides are
/// decided more often, and show how games are won.
const HANDICAPS: u64 = 4;

/// A position and how its game ended.
pub struct Sample {
    pub position: Position,
    /// How well it ended for White, from 0 to 1.
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

/// Plays `count` games with `nodes` a move or a few times less, each from an opening of 2 to 13 random plies of its own.
pub fn play(weights: &Weights, seed: u64, count: u64, nodes: u64, threads: u64) -> Played {
    let next = AtomicU64::new(0);
    let mut played: Vec<(u64, Played)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                scope.spawn(|| {
                    let mut search =
                        AlphaBeta::new(Evaluation::new(weights), Options::default().table_bytes(1 << 20));
                    let mut own = Vec::new();
                    loop {
                        let game = next.fetch_add(1, Ordering::Relaxed);
                        if game >= count {
                            return own;
                        }
                        own.push((game, play_one(&mut search, seed, game, nodes)));
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

fn play_one(search: &mut AlphaBeta<Evaluation>, seed: u64, game: u64, nodes: u64) -> Played {
    search.clear();
    let mut state = seed ^ game << 32;
    let mut random = Random::from_seed(split_mix_64(&mut state));
    let nodes = Side::BOTH.map(|_| nodes >> random.below(HANDICAPS));
    let opening = 2 + random.index(12);
    let mut position = *random_game(&Position::start(), opening, &mut random).last().expect("a position");
    let mut positions = Vec::new();
    let outcome = loop {
        if let Some(outcome) = position.outcome() {
            break outcome;
        }
        if !position.must_capture() && position.plies_left() > PLIES_LEFT {
            positions.push(position);
        }
        let moves = position.moves();
        let chosen = if moves.len() == 1 {
            moves[0]
        } else {
            let limits = Limits::new().nodes(nodes[position.side_to_move().index()]);
            *search.search(&position, &limits).best_move().expect("a game that goes on has a move")
        };
        position = position.play_unchecked(chosen);
    };
    let result = result(outcome, &position);
    let samples = positions.into_iter().map(|position| Sample { position, result, game }).collect();
    Played { samples, drawn: u64::from(outcome == Outcome::Draw), plies: u64::from(position.plies()) }
}

/// 1 for a win, 0 for a loss. Most games between equals are drawn, so draws are told apart by the stones left: the side that has most of
/// them was the nearer to winning.
fn result(outcome: Outcome, end: &Position) -> f32 {
    match outcome {
        Outcome::Win(Side::First) => 1.0,
        Outcome::Win(Side::Second) => 0.0,
        Outcome::Draw => {
            let [white, black] = Side::BOTH.map(|side| f64::from(end.stones(side).len()));
            #[expect(clippy::cast_possible_truncation, reason = "a share needs no more digits")]
            let share = (0.5 + DRAW_WEIGHT * (white - black) / (white + black)) as f32;
            share
        }
    }
}
