use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use jugada_core::{Game, Outcome, Random, Side, StopFlag};

use crate::{Move, Position};

/// Nodes between two looks at the clock.
const STRIDE: u64 = 256;

/// What a good school contestant entered in 2008, the yardstick for the engine: alpha-beta to a fixed depth, deepened by two plies at a
/// time, material at the leaves, no table, no quiescence.
///
/// Material is (own − other) / (own + other), a won game 1 and a little more, a drawn one its points' difference by twelve.
#[derive(Clone, Debug)]
pub struct Plain {
    deadline: Option<Instant>,
    stop: StopFlag,
    node_limit: u64,
    nodes: u64,
    stopped: bool,
    shuffled: Option<u64>,
}

impl Plain {
    /// It takes this part of the time that is left for each move.
    pub const PART: u32 = 25;

    /// A search that ends when this time is over or the flag is thrown.
    #[must_use]
    pub fn new(time: Duration, stop: StopFlag) -> Self {
        Self {
            deadline: Instant::now().checked_add(time),
            stop,
            node_limit: u64::MAX,
            nodes: 0,
            stopped: false,
            shuffled: None,
        }
    }

    /// The same search, ending after about this many positions, too.
    #[must_use]
    pub fn nodes(mut self, limit: u64) -> Self {
        self.node_limit = limit;
        self
    }

    /// The same search, trying the moves in an order that this seed decides. Of equally good moves the first is played, in the usual order
    /// one of a low rank; so this is a player who does not keep its last ranks together when it has Black.
    ///
    /// ```
    /// use std::time::Duration;
    /// use jugada_alquerque::{Plain, Position};
    /// use jugada_core::{Game, StopFlag};
    /// let start = Position::start();
    /// let chosen = Plain::new(Duration::from_secs(9), StopFlag::new()).nodes(1000).shuffled(7).choose(&start);
    /// assert!(start.is_legal(chosen.unwrap()));
    /// ```
    #[must_use]
    pub fn shuffled(mut self, seed: u64) -> Self {
        self.shuffled = Some(seed);
        self
    }

    /// The move to play; nothing where the game is over.
    pub fn choose(&mut self, position: &Position) -> Option<Move> {
        if position.outcome().is_some() {
            return None;
        }
        let mut moves = position.moves();
        if let Some(seed) = self.shuffled {
            Random::from_seed(seed).shuffle(&mut moves);
        }
        let longest = u32::from(position.plies_left());
        for depth in (2..=longest.max(2)).step_by(2) {
            let mut best = None;
            let mut alpha = f64::NEG_INFINITY;
            for (index, &chosen) in moves.iter().enumerate() {
                let value =
                    -self.search(&position.play_unchecked(chosen), depth - 1, f64::NEG_INFINITY, -alpha);
                if self.stopped {
                    break;
                }
                if value > alpha {
                    alpha = value;
                    best = Some(index);
                }
            }
            // The best so far is tried first at the next depth, and is the answer if that is not finished.
            if let Some(index) = best {
                moves[..=index].rotate_right(1);
            }
            if self.stopped || alpha.abs() >= 1.0 {
                break;
            }
        }
        moves.first().copied()
    }

    /// What it thinks of a position, for the side to move, with `depth` plies still to be searched; nothing if the moves are to be
    /// looked at. A lost game is worth −1 and a thousandth less for each ply of depth left, a drawn one the difference of the points by
    /// twelve, and any other without depth its [material](Self::material).
    ///
    /// ```
    /// use jugada_alquerque::{Plain, Position};
    /// let over: Position = "3b3/7/7/7/7/7/7 w - - 9".parse()?;
    /// assert_eq!(Plain::value_without_search(&over, 3), Some(-1.003));
    /// assert_eq!(Plain::value_without_search(&Position::start(), 3), None);
    /// assert_eq!(Plain::value_without_search(&Position::start(), 0), Some(0.0));
    /// # Ok::<(), jugada_core::NotationError>(())
    /// ```
    #[must_use]
    pub fn value_without_search(position: &Position, depth: u32) -> Option<f64> {
        match position.outcome() {
            Some(Outcome::Draw) => Some(draw_value(position)),
            Some(Outcome::Win(_)) => Some(-1.0 - f64::from(depth) / 1000.0),
            None => (depth == 0).then(|| Self::material(position)),
        }
    }

    /// How many more stones the side to move has, as a part of all stones: −1 to 1; not a number on an empty board.
    ///
    /// ```
    /// use jugada_alquerque::{Plain, Position};
    /// let position: Position = "b6/7/7/7/7/7/5ww w - - 9".parse()?;
    /// assert!((Plain::material(&position) - 1.0 / 3.0).abs() < 1e-9);
    /// # Ok::<(), jugada_core::NotationError>(())
    /// ```
    #[must_use]
    pub fn material(position: &Position) -> f64 {
        let side = position.side_to_move();
        let [own, other] = [side, side.opponent()].map(|side| f64::from(position.stones(side).len()));
        (own - other) / (own + other)
    }

    fn search(&mut self, position: &Position, depth: u32, mut alpha: f64, beta: f64) -> f64 {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRIDE) {
            let late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            self.stopped |= late || self.stop.is_stopped() || self.nodes >= self.node_limit;
        }
        if self.stopped {
            return 0.0;
        }
        if let Some(value) = Self::value_without_search(position, depth) {
            return value;
        }
        let mut best = f64::NEG_INFINITY;
        let _ = position.for_each_move(|chosen| {
            best = best.max(-self.search(&position.play_unchecked(chosen), depth - 1, -beta, -alpha));
            alpha = alpha.max(best);
            if alpha >= beta || self.stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best
    }
}

fn draw_value(position: &Position) -> f64 {
    let [white, black] = position.draw_points().map(f64::from);
    let difference = (white - black) / 12.0;
    if position.side_to_move() == Side::First { difference } else { -difference }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_does_not_step_where_its_last_stone_is_taken() {
        for text in ["7/7/4b2/7/2w4/7/7 w - - 9", "7/7/7/1b5/7/1w5/7 w - - 9"] {
            let position: Position = text.parse().expect("a position");
            let chosen = Plain::new(Duration::from_secs(9), StopFlag::new())
                .nodes(2_000)
                .choose(&position)
                .expect("a move");
            assert!(position.is_legal(chosen));
            assert!(!position.play_unchecked(chosen).must_capture(), "{chosen:?} at {position}");
        }
    }

    #[test]
    fn the_seed_decides_among_equally_good_moves() {
        let apart: Position = "b6/7/7/7/7/7/6w w - - 9".parse().expect("a position");
        let chosen = |seed| {
            Plain::new(Duration::from_secs(9), StopFlag::new()).nodes(2_000).shuffled(seed).choose(&apart)
        };
        let different: std::collections::HashSet<_> = (0..20).map(chosen).collect();
        assert!(different.len() > 1 && chosen(3) == chosen(3), "{different:?}");
    }

    #[test]
    fn without_time_there_is_a_legal_move_and_after_the_end_there_is_none() {
        let start = Position::start();
        let chosen = Plain::new(Duration::ZERO, StopFlag::new()).choose(&start).expect("a move");
        assert!(start.is_legal(chosen));
        let over: Position = "3b3/7/7/7/7/7/7 w - - 9".parse().expect("a position");
        assert_eq!(Plain::new(Duration::ZERO, StopFlag::new()).choose(&over), None);
    }
}
