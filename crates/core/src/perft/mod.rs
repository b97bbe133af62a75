mod counter;
mod table;

use std::ops::ControlFlow;

pub use counter::Perft;

use crate::Game;

/// How many lines of play of exactly `depth` plies there are: the standard check of a move generator.
///
/// Lines that end earlier do not count. The last ply is counted, not played. [`Perft`] finds the same with a table and several threads.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use jugada_core::{Game, Outcome, Side};
/// use jugada_core::perft;
/// # #[derive(Clone, Copy)]
/// # struct TakeAway { counters: u8, to_move: Side }
/// # impl Game for TakeAway {
/// #     type Move = u8;
/// #     fn side_to_move(&self) -> Side { self.to_move }
/// #     fn outcome(&self) -> Option<Outcome> { (self.counters == 0).then(|| Outcome::Win(self.to_move.opponent())) }
/// #     fn for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         (1..=self.counters.min(3)).try_for_each(visit)
/// #     }
/// #     fn play_unchecked(&self, taken: u8) -> Self {
/// #         Self { counters: self.counters - taken, to_move: self.to_move.opponent() }
/// #     }
/// #     fn key(&self) -> u64 { u64::from(self.counters) * 2 + self.to_move.index() as u64 }
/// # }
/// let three_left = TakeAway { counters: 3, to_move: Side::First };
/// assert_eq!((perft(&three_left, 0), perft(&three_left, 1), perft(&three_left, 2)), (1, 3, 3));
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.outcome().is_some() {
        return 0;
    }
    if depth == 1 {
        return position.count_moves();
    }
    let mut count = 0;
    let _ = position.for_each_move(|chosen| {
        count += perft(&position.play_unchecked(chosen), depth - 1);
        ControlFlow::<()>::Continue(())
    });
    count
}

/// [`perft`] split by the first move, in the generator's order: finds the move on which two generators disagree.
///
/// Empty for depth 0 and where the game is over.
pub fn perft_divide<G: Game>(position: &G, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 || position.outcome().is_some() {
        return Vec::new();
    }
    position
        .moves()
        .into_iter()
        .map(|chosen| (chosen, perft(&position.play_unchecked(chosen), depth - 1)))
        .collect()
}
