//! Monte-Carlo tree search for any game, with or without knowledge of it.

mod edge;
mod options;
mod policy;
mod statistics;
mod tree;

use std::fmt;
use std::thread;
use std::time::Duration;

pub use options::Options;
pub use policy::{NoPrior, Opinion, Playout, Prior, RandomPlayout};
pub use statistics::{MoveStatistics, Statistics};

use crate::{Choice, Game, Limits, Meter, Move, Progress, Proof, Report, Search, StopFlag};
use edge::Edge;
use tree::Tree;

/// What an iteration may cost, in nodes of a [`Meter`]: playouts can be long, and the clock is to be looked at in time all the same.
const WORK: u64 = 32;

/// Iterations between two looks at whether it is time to report progress.
const PULSE: u64 = 64;

/// Time between two reports of progress.
const PROGRESS: Duration = Duration::from_millis(200);

/// Monte-Carlo tree search (UCT) that also proves wins, losses and draws.
///
/// Each iteration goes down the tree by the moves that look best or were tried least (UCB1), judges the position at its end by a
/// [`Playout`] (by default, a game played at random), and takes the result back up. Positions where the game is over have exact values,
/// and so has every position whose value follows from them; when the root's is among them, the search ends. What is known of moves beforehand
/// can be said by a [`Prior`].
///
/// The tree takes a fixed number of bytes at most; a full one serves on without growing. It is kept from one search to the next where the next
/// position is one or two moves later; positions with the same [`key`](Game::key) and side to move are taken for the same. With one thread, the
/// same searches in the same order give the same reports, as far as time does not end them. A position may have 65,535 moves.
///
/// Sources: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006; M. Winands, Y. Björnsson and J.-T. Saito,
/// "Monte-Carlo tree search solver", CG 2008; G. Chaslot, M. Winands and H. J. van den Herik, "Parallel Monte-Carlo tree search", CG 2008 (trees
/// side by side, and the choice of a move by its secure value).
///
/// ```
/// use std::ops::ControlFlow;
/// use jugada_core::monte_carlo::{MonteCarlo, Options};
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
/// let mut search = MonteCarlo::new(Options::default().seed(1));
/// let report = search.search(&TakeAway { counters: 10, to_move: Side::First }, &Limits::new().nodes(10_000));
/// assert_eq!((report.best_move(), report.value), (Some(&2), Some(1.0)));
/// assert!(report.is_proven());
/// assert_eq!(search.moves().len(), 3);
/// ```
pub struct MonteCarlo<G: Game, P = RandomPlayout, Q = NoPrior> {
    playout: P,
    prior: Q,
    options: Options,
    trees: Vec<Tree<G::Move>>,
    /// The position that the trees belong to.
    root: Option<G>,
    moves: Vec<MoveStatistics<G::Move>>,
    statistics: Statistics,
}

impl<G: Game, P: fmt::Debug, Q: fmt::Debug> fmt::Debug for MonteCarlo<G, P, Q> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MonteCarlo")
            .field("playout", &self.playout)
            .field("prior", &self.prior)
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl<G: Game> MonteCarlo<G> {
    /// A search that knows nothing but the rules.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self::with_policies(RandomPlayout, NoPrior, options)
    }
}

impl<G: Game, P, Q> MonteCarlo<G, P, Q> {
    /// A search that judges positions by `playout` and knows of moves what `prior` says.
    #[must_use]
    pub fn with_policies(playout: P, prior: Q, options: Options) -> Self {
        let trees = (0..options.threads.max(1) as u64)
            .map(|index| Tree::new(options.seed.wrapping_add(index)))
            .collect();
        Self {
            playout,
            prior,
            options,
            trees,
            root: None,
            moves: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    /// What the last search did.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// What the last search found out about the moves of its position, best first. Empty where the game was over.
    #[must_use]
    pub fn moves(&self) -> &[MoveStatistics<G::Move>] {
        &self.moves
    }

    /// Forgets the tree.
    pub fn clear(&mut self) {
        self.root = None;
        self.trees.iter_mut().for_each(Tree::clear);
    }

    /// Bytes that a move takes in the tree.
    #[must_use]
    pub const fn edge_bytes() -> usize {
        size_of::<Edge<G::Move>>()
    }
}

impl<G, P, Q> Search<G> for MonteCarlo<G, P, Q>
where
    G: Game + Sync,
    G::Move: Send,
    P: Playout<G>,
    Q: Prior<G>,
{
    type Move = G::Move;
    /// From −1, the side to move loses, to 1, it wins.
    type Value = f64;

    /// A node is an iteration: a playout, or a visit to a position whose value is proven. Depth limits the tree, not the playouts. The soft limit
    /// of time is like the hard one, since every iteration is a step. Without limits the search ends only with a proof. Progress tells of the first
    /// thread.
    fn search_with(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut Progress<'_, G::Move, f64>,
    ) -> Report<G::Move, f64> {
        self.moves.clear();
        self.statistics = Statistics::default();
        if position.outcome().is_some() {
            return Report::empty();
        }
        let mut limits = limits.clone();
        limits.time = limits.time.into_iter().chain(limits.soft_time).min();
        let mut meter = Meter::start(&limits);
        let threads = self.trees.len();
        let bytes = limits.memory.unwrap_or(self.options.memory_bytes) / threads;
        let last = self.root.take().filter(|_| self.options.reuse);
        for tree in &mut self.trees {
            let kept = last.as_ref().and_then(|last| tree.find(last, position));
            tree.prepare(position, kept, bytes, &self.prior);
        }
        let settled = StopFlag::new();
        let worker = Worker {
            position,
            playout: &self.playout,
            prior: &self.prior,
            options: &self.options,
            depth: limits.depth.map_or(usize::MAX, |plies| plies.max(1) as usize),
            settled: &settled,
        };
        let share = |index: usize| {
            let nodes = limits.nodes.unwrap_or(u64::MAX);
            nodes / threads as u64 + u64::from((index as u64) < nodes % threads as u64)
        };
        let (first, others) = self.trees.split_first_mut().expect("at least one thread");
        let mut own = meter.part(share(0));
        let parts: Vec<Meter> = thread::scope(|scope| {
            let helpers: Vec<_> = (1..)
                .zip(others)
                .map(|(index, tree)| {
                    let mut part = meter.part(share(index));
                    let worker = &worker;
                    scope.spawn(move || {
                        worker.run(tree, &mut part, &mut |_, _| ());
                        part
                    })
                })
                .collect();
            let mut told = Duration::ZERO;
            worker.run(first, &mut own, &mut |tree, part| {
                let now = part.elapsed();
                if now >= told + PROGRESS {
                    told = now;
                    progress(&summary(&merged(std::slice::from_ref(tree)), std::slice::from_ref(tree), part));
                }
            });
            helpers.into_iter().map(|helper| helper.join().expect("a search does not panic")).collect()
        });
        for part in std::iter::once(&own).chain(&parts) {
            meter.absorb(part);
        }
        self.root = Some(position.clone());
        for tree in &self.trees {
            self.statistics.add(&tree.statistics());
        }
        let moves = merged(&self.trees);
        let report = summary(&moves, &self.trees, &meter);
        self.moves = moves.iter().map(known).collect();
        report
    }
}

/// What the threads of a search share.
struct Worker<'a, G, P, Q> {
    position: &'a G,
    playout: &'a P,
    prior: &'a Q,
    options: &'a Options,
    depth: usize,
    /// Thrown when a thread has proven the root's value.
    settled: &'a StopFlag,
}

impl<G: Game, P: Playout<G>, Q: Prior<G>> Worker<'_, G, P, Q> {
    fn run(
        &self,
        tree: &mut Tree<G::Move>,
        meter: &mut Meter,
        pulse: &mut dyn FnMut(&Tree<G::Move>, &Meter),
    ) {
        while !tree.is_settled() && !self.settled.is_stopped() && meter.spend() {
            tree.iterate(self.position, self.playout, self.prior, self.options, self.depth);
            meter.work(WORK);
            if meter.nodes().is_multiple_of(PULSE) {
                pulse(tree, meter);
            }
        }
        if tree.is_settled() {
            self.settled.stop();
        }
    }
}

/// The root's moves with what all trees know of them, best first.
fn merged<M: Move>(trees: &[Tree<M>]) -> Vec<Edge<M>> {
    let children = |tree: &Tree<M>| tree.root().map_or(Vec::new(), |root| tree.children(root).to_vec());
    let (first, others) = trees.split_first().expect("at least one thread");
    let mut moves = children(first);
    for tree in others {
        for other in children(tree) {
            if let Some(own) = moves.iter_mut().find(|own| own.chosen == other.chosen) {
                own.add(&other);
            }
        }
    }
    moves.sort_by(|a, b| b.cmp_secure(a));
    moves
}

fn known<M: Move>(edge: &Edge<M>) -> MoveStatistics<M> {
    MoveStatistics {
        chosen: edge.chosen,
        visits: edge.visits.into(),
        value: if edge.visits == 0 { 0.0 } else { value(edge) },
        proof: if edge.status.score().is_some() { Proof::Exact } else { Proof::Estimate },
    }
}

fn value<M>(edge: &Edge<M>) -> f64 {
    f64::from(edge.mean) * 2.0 - 1.0
}

/// What the trees know, given the root's moves in order.
fn summary<M: Move>(moves: &[Edge<M>], trees: &[Tree<M>], meter: &Meter) -> Report<M, f64> {
    let mut report = Report::empty();
    report.nodes = meter.nodes();
    report.time = meter.elapsed();
    report.table_entries = trees.iter().map(|tree| tree.statistics().edges).sum();
    report.table_bytes = trees.iter().map(|tree| tree.bytes() as u64).sum();
    let Some(best) = moves.first() else { return report };
    report.choice = Some(Choice::Pure(best.chosen));
    report.value = (best.visits > 0).then(|| value(best));
    if best.status.score() == Some(1) || moves.iter().all(|one| one.status.score().is_some()) {
        report.proof = Proof::Exact;
    }
    let tree = trees.iter().max_by_key(|tree| tree.visits(best.chosen)).expect("at least one thread");
    report.principal_variation = tree.line(best.chosen);
    report
}

#[cfg(test)]
mod tests;
