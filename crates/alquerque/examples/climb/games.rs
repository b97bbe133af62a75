use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use jugada_alquerque::{Ambitions, Engine, EngineOptions, Evaluation, Plain, Position};
use jugada_core::alpha_beta::AlphaBeta;
use jugada_core::{Game as _, Limits, Random, Search, Side};

use crate::quick_plain::QuickPlain;
use crate::{opening, points};

/// How games are played.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Nodes of ours for a game.
    pub budget: u64,
    /// Nodes of the plain player, as [`QuickPlain`] counts them, for a game.
    pub opposing_budget: u64,
    pub threads: usize,
}

/// A game to be played.
#[derive(Clone, Copy)]
pub struct Game {
    /// Where it begins, and whose ambition is tried.
    pub start: (Position, Side),
    /// How the plain player chooses among equal moves, if not the first.
    pub shuffled: Option<u64>,
    /// So many quarters of the planned nodes are for either side, so that nothing is learned that holds for one depth alone.
    pub quarters: u64,
}

/// Positions after 4 to 14 random plies that are about even.
pub fn openings(number: usize, random: &mut Random) -> Vec<Position> {
    let mut referee = opening::referee();
    (0..number)
        .map(|_| {
            let plies = 4 + random.index(11);
            let (_, start) = opening::balanced(&mut referee, plies, random);
            start
        })
        .collect()
}

/// After so many games it is said on standard error how many there were.
const SAID_AFTER: usize = 500;

/// The points of every game, each played with the ambitions of its own number.
pub fn points(games: &[Game], ambitions: impl Fn(usize) -> Ambitions + Sync, plan: Plan) -> Vec<u32> {
    let next = AtomicUsize::new(0);
    let mut played: Vec<(usize, u32)> = thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut own = Vec::new();
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&game) = games.get(number) else { return own };
                        own.push((number, play(game, &ambitions(number), plan)));
                        if (number + 1).is_multiple_of(SAID_AFTER) {
                            eprintln!("  game {} of {}", number + 1, games.len());
                        }
                    }
                })
            })
            .collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("games")).collect()
    });
    // In the order of the games, whichever thread was faster.
    played.sort_unstable();
    played.into_iter().map(|(_, points)| points).collect()
}

fn engine(ambitions: &Ambitions) -> AlphaBeta<Evaluation> {
    let evaluation = Evaluation::default().ambitions(ambitions.clone());
    AlphaBeta::new(evaluation, EngineOptions::default().memory(1 << 20).search())
}

/// A game in play: our engine against the plain player.
struct Table {
    engine: AlphaBeta<Evaluation>,
    order: Option<Random>,
    opponent: QuickPlain,
    left: u64,
    opposing_left: u64,
    position: Position,
    side: Side,
}

impl Table {
    fn new(game: Game, ambitions: &Ambitions, plan: Plan) -> Self {
        let (position, side) = game.start;
        Self {
            engine: engine(ambitions),
            order: game.shuffled.map(Random::from_seed),
            opponent: QuickPlain::new(),
            left: plan.budget * game.quarters / 4,
            opposing_left: plan.opposing_budget * game.quarters / 4,
            position,
            side,
        }
    }

    fn play(&mut self) {
        let moves = self.position.moves();
        let chosen = if moves.len() == 1 {
            moves[0]
        } else if self.position.side_to_move() == self.side {
            self.engine.heuristic_mut().aim_from(&self.position);
            let nodes = self.left / u64::from(Engine::moves_to_go(&self.position));
            let report = self.engine.search(&self.position, &Limits::new().nodes(nodes.max(2)));
            self.left = self.left.saturating_sub(report.nodes);
            *report.best_move().expect("a move")
        } else {
            let nodes = self.opposing_left / u64::from(Plain::PART);
            self.opposing_left -= nodes;
            let order = self.order.as_mut().map(Random::next_u64);
            self.opponent.choose(&self.position, nodes.max(2), order).expect("a move")
        };
        self.position = self.position.play_unchecked(chosen);
    }
}

fn play(game: Game, ambitions: &Ambitions, plan: Plan) -> u32 {
    let mut table = Table::new(game, ambitions, plan);
    loop {
        if let Some(outcome) = table.position.outcome() {
            return points::of(&table.position, outcome, table.side);
        }
        table.play();
    }
}
