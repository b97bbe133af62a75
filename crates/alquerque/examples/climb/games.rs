use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use jugada_alquerque::{Ambition, EngineOptions, Evaluation, Plain, Position};
use jugada_core::alpha_beta::AlphaBeta;
use jugada_core::testkit::random_game;
use jugada_core::{Game as _, Limits, Outcome, Random, Search, Side, StopFlag};

/// Openings are balanced as far as a search of this many nodes tells, within this many units of the evaluation.
const OPENING_NODES: u64 = 20_000;
const OPENING_BALANCE: i32 = 40;

/// How games are played.
#[derive(Clone, Copy)]
pub struct Plan {
    /// Nodes of ours for a move.
    pub nodes: u64,
    /// Nodes of the plain player for a move.
    pub opposing_nodes: u64,
    pub threads: usize,
}

/// A game to be played.
#[derive(Clone, Copy)]
pub struct Game {
    pub start: Position,
    /// Whose ambition is tried.
    pub side: Side,
    /// How the plain player chooses among equal moves, if not the first.
    pub shuffled: Option<u64>,
    /// So many quarters of the planned nodes are for either side, so that nothing is learned that holds for one depth alone.
    pub quarters: u64,
}

/// Positions after 4 to 14 random plies that are about even.
pub fn openings(number: usize, random: &mut Random) -> Vec<Position> {
    let mut referee = engine(&Ambition::none());
    let mut openings = Vec::with_capacity(number);
    while openings.len() < number {
        let plies = 4 + random.index(11);
        let last = *random_game(&Position::start(), plies, random).last().expect("a position");
        referee.clear();
        let value = referee.search(&last, &Limits::new().nodes(OPENING_NODES)).value;
        if last.outcome().is_none() && value.is_some_and(|value| value.abs() <= OPENING_BALANCE) {
            openings.push(last);
        }
    }
    openings
}

/// The mean points of each of the ambitions in these games.
pub fn points(games: &[Game], ambitions: &[Ambition; 2], plan: Plan) -> [f64; 2] {
    let next = AtomicUsize::new(0);
    let sums: Vec<[u32; 2]> = thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut sums = [0; 2];
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&game) = games.get(number / 2) else { return sums };
                        sums[number % 2] += play(game, &ambitions[number % 2], plan);
                    }
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("games")).collect()
    });
    #[expect(clippy::cast_precision_loss, reason = "a count of games")]
    [0, 1]
        .map(|index| f64::from(sums.iter().map(|sums| sums[index]).sum::<u32>()) / games.len().max(1) as f64)
}

fn engine(ambition: &Ambition) -> AlphaBeta<Evaluation> {
    let evaluation = Evaluation::default().ambition(ambition.clone());
    AlphaBeta::new(evaluation, EngineOptions::default().memory(1 << 20).search())
}

fn play(game: Game, ambition: &Ambition, plan: Plan) -> u32 {
    let mut engine = engine(ambition);
    let mut order = game.shuffled.map(Random::from_seed);
    let stretched = |nodes: u64| nodes * game.quarters / 4;
    let mut position = game.start;
    loop {
        match position.outcome() {
            Some(Outcome::Win(winner)) => return if winner == game.side { 12 } else { 0 },
            Some(Outcome::Draw) => return position.draw_points()[game.side.index()],
            None => {}
        }
        let moves = position.moves();
        let chosen = if moves.len() == 1 {
            moves[0]
        } else if position.side_to_move() == game.side {
            engine.heuristic_mut().aim_from(&position);
            let report = engine.search(&position, &Limits::new().nodes(stretched(plan.nodes)));
            *report.best_move().expect("a move")
        } else {
            let mut opponent =
                Plain::new(Duration::MAX, StopFlag::new()).nodes(stretched(plan.opposing_nodes));
            if let Some(random) = &mut order {
                opponent = opponent.shuffled(random.next_u64());
            }
            opponent.choose(&position).expect("a move")
        };
        position = position.play_unchecked(chosen);
    }
}
