use std::time::Duration;

use jugada_core::alpha_beta::{AlphaBeta, ESTIMATE_MAX, Options};
use jugada_core::{Clock, Game, Limits, Random, Search, Side, StopFlag};

use crate::{Evaluation, Move, Position};

/// How the engine plays.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EngineOptions {
    /// Bytes of the transposition table. Default 44,000,000: with it the contest program stays under 64,000,000 bytes in all.
    pub memory: usize,
    /// Threads that search together. Default 1.
    pub threads: usize,
    /// Decides among moves that are about as good as each other in the first plies. Default 0.
    pub seed: u64,
    /// In so many plies from the start of the game moves are varied by the seed; 0 for never. Default 8.
    pub varied_plies: u16,
    /// How much worse a move may look than the best to be played for variety, in the evaluation's units. Default 8.
    pub varied_margin: i32,
}

impl Default for EngineOptions {
    fn default() -> Self {
        Self { memory: 44_000_000, threads: 1, seed: 0, varied_plies: 8, varied_margin: 8 }
    }
}

impl EngineOptions {
    /// The same options with a table of this many bytes.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// The same options with this many threads.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = threads;
        self
    }

    /// How the search is set up for this game.
    #[must_use]
    pub fn search(&self) -> Options {
        let mut search = Options::default().table_bytes(self.memory).threads(self.threads);
        // What it saves in nodes it loses in points: the move that starts a combination often comes last.
        search.late_move_pruning = false;
        // Captures that cannot be declined are over in a few nodes; the table has better use for its places.
        search.table_in_quiescence = false;
        // There a look into a table larger than the caches costs more time than it saves nodes.
        search.table_at_last_ply = false;
        search
    }

    /// The same options with this seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

/// The playing engine: alpha-beta over the tuned [`Evaluation`], with a sense of time.
///
/// ```
/// use std::time::Duration;
/// use jugada_alquerque::{Engine, EngineOptions, Position};
/// use jugada_core::{Clock, Game, StopFlag};
///
/// let mut engine = Engine::new(EngineOptions::default().memory(1 << 20));
/// let clock = Clock::new(Duration::from_secs(1), Duration::ZERO);
/// let chosen = engine.choose(&Position::start(), &clock, &StopFlag::new()).unwrap();
/// assert!(Position::start().is_legal(chosen));
/// ```
#[derive(Debug)]
pub struct Engine {
    search: AlphaBeta<Evaluation>,
    random: Random,
    options: EngineOptions,
    /// For whom the last move was chosen.
    aiming: Option<Side>,
}

impl Engine {
    /// An engine with the built-in evaluation.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        Self {
            search: AlphaBeta::new(Evaluation::default(), options.search()),
            random: Random::from_seed(options.seed),
            options,
            aiming: None,
        }
    }

    /// The engine's search, to be used without a clock.
    pub fn search(&mut self) -> &mut AlphaBeta<Evaluation> {
        &mut self.search
    }

    /// How many more moves its time is shared among: all that may come. Against an opponent who waits most games are won after the 70th
    /// move, and nothing is gained by having thought more than that at the beginning.
    ///
    /// ```
    /// use jugada_alquerque::{Engine, Position};
    /// assert_eq!(Engine::moves_to_go(&Position::start()), 100);
    /// ```
    #[must_use]
    pub fn moves_to_go(position: &Position) -> u32 {
        u32::from(position.plies_left()).div_ceil(2)
    }

    /// The move to play with this much on the clock; nothing where the game is over.
    ///
    /// The only legal move is played at once.
    pub fn choose(&mut self, position: &Position, clock: &Clock, stop: &StopFlag) -> Option<Move> {
        let moves = position.moves();
        if position.outcome().is_some() || moves.len() == 1 {
            return moves.first().copied().filter(|_| position.outcome().is_none());
        }
        let side = position.side_to_move();
        if self.aiming.replace(side).is_some_and(|before| before != side) {
            // What the table holds was worked out for the other side's aims.
            self.search.clear();
        }
        self.search.heuristic_mut().aim_from(position);
        let budget = clock.budget(Self::moves_to_go(position));
        let limits = Limits::new().time(budget.hard).soft_time(budget.soft).stop(stop.clone());
        let report = self.search.search(position, &limits);
        let best = *report.best_move()?;
        let Some(value) = report.value.filter(|value| value.abs() < ESTIMATE_MAX) else { return Some(best) };
        if position.plies() >= self.options.varied_plies {
            return Some(best);
        }
        let checking = Limits::new().time(budget.soft / 4).stop(stop.clone());
        Some(self.varied(position, best, value, report.depth, &checking))
    }

    /// The best move or another that is about as good, as the seed wills.
    fn varied(&mut self, position: &Position, best: Move, value: i32, depth: u32, limits: &Limits) -> Move {
        let mut moves = position.moves();
        self.random.shuffle(&mut moves);
        let bound = value - self.options.varied_margin;
        let time = limits.time.unwrap_or(Duration::MAX) / u32::try_from(moves.len()).unwrap_or(u32::MAX);
        let limits = limits.clone().time(time);
        moves
            .into_iter()
            .take_while(|&candidate| candidate != best)
            .find(|&candidate| self.search.is_worth(position, candidate, bound, depth.max(2), &limits))
            .unwrap_or(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_moves_have_as_much_time_as_the_first() {
        let mut clock = Clock::new(Duration::from_secs(30), Duration::ZERO);
        for number in 1..=100 {
            let position: Position = format!("w6/7/7/7/7/7/6b w - - {number}").parse().expect("a position");
            let left = Engine::moves_to_go(&position);
            assert_eq!(left, 101 - number);
            let share = clock.left() / left;
            assert!(
                share.abs_diff(Duration::from_millis(300)) < Duration::from_millis(1),
                "{number}: {share:?}"
            );
            clock.spend(share);
        }
    }
}
