//! Alpha-beta search for any game with a static estimate.

mod heuristic;
mod options;
mod ordering;
mod statistics;
mod table;
mod worker;

use std::fmt;
use std::thread;

pub use heuristic::{Heuristic, Leaf};
pub use options::{Options, UnknownFeature};
pub use statistics::Statistics;

use crate::{Choice, Game, Limits, Meter, Progress, Proof, Report, Search, StopFlag};
use ordering::Memory;
use table::Table;
use worker::{Window, Worker};

/// The value of a game that is won on the spot; a win in `n` plies is worth `WIN − n`.
pub const WIN: i32 = 32_000;

/// The largest estimate of a position that is not decided. Values beyond it are wins, below its negative losses.
pub const ESTIMATE_MAX: i32 = 31_000;

/// The longest line of play that is looked at, in plies.
pub const MAX_PLY: usize = 200;

const INFINITE: i32 = WIN + 1;

/// Half the window around the last value grows by this factor each time the value is outside it.
const WIDENING: i32 = 3;

/// Alpha-beta with everything that makes it strong: iterative deepening, principal variation search, a transposition table of fixed
/// size, move ordering by table move, killers and history, quiescence, reductions, aspiration windows, several threads.
///
/// What it knows of the game comes from a [`Heuristic`]. The table and what was learned of moves are kept from one search to the
/// next. A win or a loss that is reported as proven is one; that no quicker win exists is sure only with
/// [full width](Options::full_width), which also proves draws where the [rules bound the game](Heuristic::plies_left). With one thread, the same searches in the same order give the same reports, as far as time does not end them.
///
/// ```
/// use std::num::NonZeroU16;
/// use std::ops::ControlFlow;
/// use jugada_core::alpha_beta::{AlphaBeta, Heuristic, Options, WIN};
/// use jugada_core::{Game, Limits, Outcome, Search, Side};
///
/// /// Take one to three counters; who takes the last one wins.
/// #[derive(Clone)]
/// struct TakeAway { counters: u8, to_move: Side }
/// # impl Game for TakeAway {
/// #     type Move = u8;
/// #     fn side_to_move(&self) -> Side { self.to_move }
/// #     fn outcome(&self) -> Option<Outcome> { (self.counters == 0).then(|| Outcome::Win(self.to_move.opponent())) }
/// #     fn for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> { (1..=self.counters.min(3)).try_for_each(visit) }
/// #     fn play_unchecked(&self, taken: u8) -> Self { Self { counters: self.counters - taken, to_move: self.to_move.opponent() } }
/// #     fn key(&self) -> u64 { u64::from(self.counters) * 2 + self.to_move.index() as u64 }
/// # }
///
/// struct NoIdea;
/// impl Heuristic<TakeAway> for NoIdea {
///     fn evaluate(&self, _: &TakeAway) -> i32 { 0 }
///     fn tag(&self, taken: u8) -> NonZeroU16 { NonZeroU16::new(u16::from(taken)).unwrap() }
/// }
///
/// let mut search = AlphaBeta::new(NoIdea, Options::default().table_bytes(1 << 16));
/// let report = search.search(&TakeAway { counters: 10, to_move: Side::First }, &Limits::new().depth(12));
/// assert_eq!((report.best_move(), report.value), (Some(&2), Some(WIN - 5)));
/// assert!(report.is_proven());
/// ```
pub struct AlphaBeta<H> {
    heuristic: H,
    options: Options,
    table: Table,
    memories: Vec<Memory>,
    statistics: Statistics,
}

impl<H: fmt::Debug> fmt::Debug for AlphaBeta<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AlphaBeta")
            .field("heuristic", &self.heuristic)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl<H> AlphaBeta<H> {
    /// A search that has seen nothing yet.
    #[must_use]
    pub fn new(heuristic: H, options: Options) -> Self {
        let table = Table::new(options.table_bytes);
        Self { heuristic, options, table, memories: Vec::new(), statistics: Statistics::default() }
    }

    /// What the last search did.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// What it knows of the game.
    #[must_use]
    pub fn heuristic(&self) -> &H {
        &self.heuristic
    }

    /// What it knows of the game, to be changed. Values that the table keeps stay as they are: [`clear`](Self::clear) it where they no
    /// longer hold.
    pub fn heuristic_mut(&mut self) -> &mut H {
        &mut self.heuristic
    }

    /// Forgets everything that earlier searches have left.
    pub fn clear(&mut self) {
        self.table.clear();
        self.memories.iter_mut().for_each(Memory::clear);
    }

    /// Makes the table and the memories fit for a search.
    fn prepare(&mut self, limits: &Limits, slots: usize) {
        if let Some(bytes) = limits.memory
            && bytes != self.options.table_bytes
        {
            self.options.table_bytes = bytes;
            self.table = Table::new(bytes);
        }
        self.table.age();
        self.memories.iter_mut().for_each(Memory::age);
        let threads = self.options.threads.max(1);
        self.memories.resize_with(threads, || Memory::new(slots));
    }

    /// Whether a move is worth at least `bound` to the side that plays it, as far as a search of `depth` plies tells; no if the
    /// limits end the search first.
    ///
    /// Much quicker than a search for the value, above all right after a search of the same position.
    pub fn is_worth<G: Game>(
        &mut self,
        position: &G,
        chosen: G::Move,
        bound: i32,
        depth: u32,
        limits: &Limits,
    ) -> bool
    where
        H: Heuristic<G>,
    {
        self.prepare(limits, H::HISTORY_SLOTS);
        let mut worker = Worker::new(
            &self.heuristic,
            &self.options,
            &self.table,
            Meter::start(limits),
            &mut self.memories[0],
        );
        let next = position.play_unchecked(chosen);
        let window = Window { alpha: -bound, beta: -bound + 1 };
        let depth = i32::try_from(depth).unwrap_or(i32::MAX) - 1;
        // One ply from the root, so that nothing is taken for the root's own move.
        let value = -worker.search::<false>(&next, window, depth, 1);
        !worker.meter.is_exhausted() && value >= bound
    }
}

impl<G, H> Search<G> for AlphaBeta<H>
where
    G: Game + Sync,
    G::Move: Send,
    H: Heuristic<G>,
{
    type Move = G::Move;
    type Value = i32;

    /// The value is in the heuristic's units, or a win or loss counted from [`WIN`].
    fn search_with(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut Progress<'_, G::Move, i32>,
    ) -> Report<G::Move, i32> {
        self.statistics = Statistics::default();
        if position.outcome().is_some() {
            return Report::empty();
        }
        self.prepare(limits, H::HISTORY_SLOTS);
        let stop = StopFlag::new();
        let Some((own, others)) = self.memories.split_first_mut() else {
            unreachable!("there is a memory for each of at least one thread")
        };
        let (heuristic, options, table) = (&self.heuristic, &self.options, &self.table);
        let mut total = Statistics::default();
        let mut report = thread::scope(|scope| {
            let helpers: Vec<_> = others
                .iter_mut()
                .enumerate()
                .map(|(index, memory)| {
                    let limits = Limits::new().stop(stop.clone());
                    scope.spawn(move || {
                        let mut worker =
                            Worker::new(heuristic, options, table, Meter::start(&limits), memory);
                        // Every other helper is a ply ahead, so that they do not all do the same.
                        let first = 1 + u32::try_from(index % 2).expect("0 or 1");
                        deepen(&mut worker, position, first, limits.depth, &mut |_| ());
                        worker.counted()
                    })
                })
                .collect();
            let mut worker = Worker::new(heuristic, options, table, Meter::start(limits), own);
            worker.soft_time = limits.soft_time;
            let report = deepen(&mut worker, position, 1, limits.depth, progress);
            stop.stop();
            total.add(&worker.counted());
            for helper in helpers {
                total.add(&helper.join().expect("a search does not panic"));
            }
            report
        });
        report.nodes = total.nodes;
        report.table_entries = self.table.entries();
        report.table_bytes = self.table.bytes() as u64;
        self.statistics = total;
        report
    }
}

/// Searches one ply deeper at a time, from `first` on, until the limits end it or there is nothing left to find.
fn deepen<G: Game, H: Heuristic<G>>(
    worker: &mut Worker<'_, G, H>,
    position: &G,
    first: u32,
    last: Option<u32>,
    progress: &mut Progress<'_, G::Move, i32>,
) -> Report<G::Move, i32> {
    let mut report = Report::empty();
    report.choice = worker.likely_move(position).map(Choice::Pure);
    // The depth that no line of play reaches the end of.
    let whole_game = worker.heuristic.plies_left(position).filter(|_| worker.options.is_full_width());
    let last = last.unwrap_or(u32::MAX).min(u32::try_from(MAX_PLY).expect("small"));
    for depth in first..=last {
        let complete = iterate(worker, position, depth, report.value);
        if let Some((best, value)) = worker.found {
            report.choice = Some(Choice::Pure(best));
            report.value = Some(value);
            report.principal_variation.clone_from(&worker.lines[0]);
            if report.principal_variation.first() != Some(&best) {
                report.principal_variation = vec![best];
            }
        }
        report.nodes = worker.meter.nodes();
        report.time = worker.meter.elapsed();
        if !complete {
            break;
        }
        report.depth = depth;
        // A win or a loss within the depth searched in full cannot change any more.
        let distance_to_end = report.value.map_or(u32::MAX, |value| WIN.abs_diff(value.abs()));
        let is_decided =
            report.value.is_some_and(|value| value.abs() > ESTIMATE_MAX) && distance_to_end <= depth;
        if is_decided || whole_game.is_some_and(|plies| plies <= depth) {
            report.proof = Proof::Exact;
        }
        progress(&report);
        if report.is_proven() || worker.is_out_of_soft_time() {
            break;
        }
    }
    report
}

/// One iteration: a search in a window around the last value, wider as long as the value is outside. Whether it was completed.
fn iterate<G: Game, H: Heuristic<G>>(
    worker: &mut Worker<'_, G, H>,
    position: &G,
    depth: u32,
    last: Option<i32>,
) -> bool {
    let depth_left = i32::try_from(depth).expect("small");
    worker.found = None;
    let width = worker.options.aspiration;
    let (mut below, mut above) = (width, width);
    loop {
        let centre = last.filter(|value| width > 0 && depth > 4 && value.abs() < ESTIMATE_MAX);
        let window = centre.map_or(Window { alpha: -INFINITE, beta: INFINITE }, |value| Window {
            alpha: if below > 1000 { -INFINITE } else { value - below },
            beta: if above > 1000 { INFINITE } else { value + above },
        });
        let value = worker.search::<true>(position, window, depth_left, 0);
        if worker.meter.is_exhausted() {
            return false;
        }
        if value <= window.alpha {
            below *= WIDENING;
        } else if value >= window.beta {
            above *= WIDENING;
        } else {
            return true;
        }
    }
}

#[cfg(test)]
mod tests;
