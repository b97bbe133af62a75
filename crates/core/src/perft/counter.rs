use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use super::perft;
use super::table::Table;
use crate::Game;

/// Plies below which a position is counted anew rather than looked up: that is quicker than the memory.
const SHALLOW: u32 = 2;

/// Parts of the work for each thread, so that none waits long for the last.
const PARTS: usize = 64;

/// [`perft`] with a table of the positions that were counted before, and with several threads.
///
/// The table takes positions with the same [`key`](Game::key) for the same, so the count is as right as the keys are different; compare it with
/// plain [`perft`] once.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use jugada_core::{Game, Outcome, Side};
/// use jugada_core::{Perft, perft};
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
/// let start = TakeAway { counters: 20, to_move: Side::First };
/// assert_eq!(Perft::new().table_bytes(1 << 16).threads(2).count(&start, 9), perft(&start, 9));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Perft {
    table_bytes: usize,
    threads: usize,
}

impl Default for Perft {
    fn default() -> Self {
        Self::new()
    }
}

impl Perft {
    /// A table of 64 MiB, one thread.
    #[must_use]
    pub const fn new() -> Self {
        Self { table_bytes: 64 << 20, threads: 1 }
    }

    /// The same with a table of at most this many bytes; 0 for none.
    #[must_use]
    pub const fn table_bytes(self, bytes: usize) -> Self {
        Self { table_bytes: bytes, ..self }
    }

    /// The same with this many threads.
    #[must_use]
    pub const fn threads(self, threads: usize) -> Self {
        Self { threads, ..self }
    }

    /// How many lines of play of exactly `depth` plies there are.
    ///
    /// # Panics
    /// If the game does.
    pub fn count<G: Game + Sync>(&self, position: &G, depth: u32) -> u64 {
        let table = Table::new(self.table_bytes);
        let threads = self.threads.max(1);
        if threads == 1 {
            return count(position, depth, table.as_ref());
        }
        let mut parts = vec![position.clone()];
        let mut left = depth;
        while left > SHALLOW && !parts.is_empty() && parts.len() < PARTS * threads {
            parts = parts.iter().flat_map(next).collect();
            left -= 1;
        }
        let following = AtomicUsize::new(0);
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| {
                    scope.spawn(|| {
                        let parts =
                            std::iter::from_fn(|| parts.get(following.fetch_add(1, Ordering::Relaxed)));
                        parts.map(|part| count(part, left, table.as_ref())).sum::<u64>()
                    })
                })
                .collect();
            workers.into_iter().map(|worker| worker.join().expect("the game does not panic")).sum()
        })
    }
}

/// The positions after each move.
fn next<G: Game>(position: &G) -> Vec<G> {
    if position.outcome().is_some() {
        return Vec::new();
    }
    position.moves().into_iter().map(|chosen| position.play_unchecked(chosen)).collect()
}

fn count<G: Game>(position: &G, depth: u32, table: Option<&Table>) -> u64 {
    let Some(table) = table.filter(|_| depth > SHALLOW) else { return perft(position, depth) };
    if position.outcome().is_some() {
        return 0;
    }
    let key = position.key();
    table.get(key, depth).unwrap_or_else(|| {
        let mut sum = 0;
        let _ = position.for_each_move(|chosen| {
            sum += count(&position.play_unchecked(chosen), depth - 1, Some(table));
            ControlFlow::<()>::Continue(())
        });
        table.set(key, depth, sum);
        sum
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testkit::Thicket;

    proptest! {
        #[test]
        fn agrees_with_plain_perft(
            seed: u64, depth in 0_u32..9, bytes in prop_oneof![0_usize..200, Just(1 << 16)], threads in 0_usize..4,
        ) {
            let start = Thicket::new(seed, 8);
            let counter = Perft::new().table_bytes(bytes).threads(threads);
            prop_assert_eq!(counter.count(&start, depth), perft(&start, depth));
        }
    }
}
