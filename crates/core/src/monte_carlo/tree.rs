use std::ops::ControlFlow;

use super::edge::{Edge, Status, share, share_of};
use super::{Options, Playout, Prior, Statistics};
use crate::{Game, Move, Random, Side};

/// A tree in one piece of memory: the moves of a position stand side by side, and always behind the move that leads to it.
///
/// The first entry is the root: a move that nobody made, seen by the side to move.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    edges: Vec<Edge<M>>,
    /// Entries that there may be.
    capacity: usize,
    /// The way down of the current iteration, with the side that made each move.
    path: Vec<(u32, Side)>,
    /// The longest way down so far, in steps.
    longest: usize,
    random: Random,
    statistics: Statistics,
}

/// The fewest entries of a tree.
const SMALLEST: usize = 64;

impl<M: Move> Tree<M> {
    pub(super) fn new(seed: u64) -> Self {
        Self {
            edges: Vec::new(),
            capacity: 0,
            path: Vec::new(),
            longest: 0,
            random: Random::from_seed(seed),
            statistics: Statistics::default(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.edges.clear();
    }

    /// Bytes that the tree's entries take.
    pub(super) fn bytes(&self) -> usize {
        self.edges.len() * size_of::<Edge<M>>()
    }

    /// What the last search did.
    pub(super) fn statistics(&self) -> Statistics {
        let deepest = u32::try_from(self.longest.saturating_sub(1)).expect("fewer than 2³² entries");
        Statistics { edges: self.edges.len() as u64, deepest, ..self.statistics }
    }

    /// Makes the tree fit for a search of `root` with at most `bytes` bytes. What belongs to `kept`, which [`find`](Self::find) has found in
    /// it, stays.
    pub(super) fn prepare<G: Game<Move = M>, Q: Prior<G>>(
        &mut self,
        root: &G,
        kept: Option<(u32, Side)>,
        bytes: usize,
        prior: &Q,
    ) {
        let capacity = (bytes / size_of::<Edge<M>>()).clamp(SMALLEST, u32::MAX as usize);
        match kept {
            Some((index, mover)) => {
                self.keep_only(index);
                if mover != root.side_to_move() {
                    self.edges[0].flip();
                }
            }
            None => self.edges.clear(),
        }
        if self.edges.len() > capacity {
            self.edges.clear();
        }
        self.statistics = Statistics { reused_edges: self.edges.len() as u64, ..Statistics::default() };
        if self.edges.capacity() != capacity {
            let mut edges = Vec::with_capacity(capacity);
            edges.append(&mut self.edges);
            self.edges = edges;
        }
        self.capacity = capacity;
        self.longest = 0;
        if self.edges.is_empty() {
            let Some(any) = root.moves().first().copied() else { return };
            self.edges.push(Edge::new(any, 0.5, 0));
        }
        self.edges[0].open();
        if self.edges[0].count == 0 {
            // The root's moves are all needed, even if they alone are more than what the memory allows.
            self.capacity = usize::MAX;
            self.expand(root, 0, prior);
            self.capacity = capacity;
        }
    }

    /// Whether the root's value is proven.
    pub(super) fn is_settled(&self) -> bool {
        self.root().is_none_or(|root| root.status.score().is_some())
    }

    pub(super) fn root(&self) -> Option<&Edge<M>> {
        self.edges.first()
    }

    /// The moves of the position after `edge`, as far as they are in the tree.
    pub(super) fn children(&self, edge: &Edge<M>) -> &[Edge<M>] {
        let first = edge.first as usize;
        &self.edges[first..first + usize::from(edge.count)]
    }

    /// Where `wanted` stands if it is the position `root`, or one a move or two after it; and which side made the move to it.
    pub(super) fn find<G: Game<Move = M>>(&self, root: &G, wanted: &G) -> Option<(u32, Side)> {
        let key = wanted.key();
        let same = |position: &G| position.key() == key && position.side_to_move() == wanted.side_to_move();
        self.root()?;
        if same(root) {
            return Some((0, root.side_to_move()));
        }
        let after_one: Vec<(u32, G)> = self.positions_after(0, root).collect();
        if let Some((index, _)) = after_one.iter().find(|(_, position)| same(position)) {
            return Some((*index, root.side_to_move()));
        }
        after_one.iter().filter(|(_, position)| position.outcome().is_none()).find_map(|(index, position)| {
            let (second, _) = self.positions_after(*index, position).find(|(_, after)| same(after))?;
            Some((second, position.side_to_move()))
        })
    }

    fn positions_after<G: Game<Move = M>>(&self, edge: u32, position: &G) -> impl Iterator<Item = (u32, G)> {
        let edge = &self.edges[edge as usize];
        (edge.first..)
            .zip(self.children(edge))
            .map(|(index, child)| (index, position.play_unchecked(child.chosen)))
    }

    /// One way down the tree, and what is found at its end back up.
    #[inline]
    pub(super) fn iterate<G, P, Q>(
        &mut self,
        root: &G,
        playout: &P,
        prior: &Q,
        options: &Options,
        depth: usize,
    ) where
        G: Game<Move = M>,
        P: Playout<G>,
        Q: Prior<G>,
    {
        let mut position = root.clone();
        let mut side = position.side_to_move();
        self.path.clear();
        self.path.push((0, side));
        let mut at = 0;
        let mut grown = false;
        self.statistics.iterations += 1;
        // The result as the side that made the last move sees it.
        let value = loop {
            let edge = &mut self.edges[at];
            if let Some(score) = edge.status.score() {
                edge.visits = edge.visits.saturating_add(1);
                self.learn(self.path.len() - 1, share(score), side);
                return;
            }
            if edge.count == 0 {
                if edge.status == Status::New {
                    if let Some(outcome) = position.outcome() {
                        self.prove(outcome.score(side));
                        return;
                    }
                    edge.open();
                }
                let may_grow = !grown && self.path.len() <= depth && !self.statistics.full;
                grown = may_grow && edge.visits >= options.expand_after && self.expand(&position, at, prior);
                if !grown {
                    self.statistics.playouts += 1;
                    let to_move = position.side_to_move();
                    let value = share_of(playout.value(position, &mut self.random));
                    break if to_move == side { value } else { 1.0 - value };
                }
            }
            at = self.select(at, options.exploration);
            side = position.side_to_move();
            position = position.play_unchecked(self.edges[at].chosen);
            self.path.push((u32::try_from(at).expect("fewer than 2³² entries"), side));
        };
        self.learn(self.path.len(), value, side);
    }

    /// The most promising move of an expanded position.
    #[inline]
    fn select(&self, at: usize, exploration: f32) -> usize {
        let parent = &self.edges[at];
        let factor = exploration * root_of_logarithm(parent.visits);
        let first = parent.first as usize;
        let children = &self.edges[first..first + usize::from(parent.count)];
        let mut best = f32::NEG_INFINITY;
        let mut chosen = 0;
        for (offset, child) in children.iter().enumerate() {
            let score = child.mean + factor * child.uncertainty;
            if score > best {
                best = score;
                chosen = offset;
            }
        }
        first + chosen
    }

    /// Takes a result, as `side` sees it, up the first `length` steps of the path.
    #[inline]
    fn learn(&mut self, length: usize, value: f32, side: Side) {
        let values = if side == Side::First { [value, 1.0 - value] } else { [1.0 - value, value] };
        for &(index, mover) in &self.path[..length] {
            self.edges[index as usize].learn(values[mover.index()]);
        }
        self.longest = self.longest.max(self.path.len());
    }

    /// Settles the last move of the path for good, and all before it that follow; the moves before those learn of it (the backup of
    /// MCTS-Solver, with draws).
    #[cold]
    fn prove(&mut self, mut score: i32) {
        for length in (0..self.path.len()).rev() {
            let (index, mover) = self.path[length];
            self.edges[index as usize].prove(score);
            self.statistics.proven += 1;
            let Some(&(parent, before)) = self.path[..length].last() else { return };
            // What is best for the side to move at the parent, which is the one that made this move.
            let siblings = self.children(&self.edges[parent as usize]);
            let best = if score > 0 {
                Some(score)
            } else {
                let scores = siblings.iter().map(|sibling| sibling.status.score());
                scores.reduce(|best, score| Some(best?.max(score?))).flatten()
            };
            match best {
                None => return self.learn(length, share(score), mover),
                Some(best) => score = if before == mover { best } else { -best },
            }
        }
    }

    /// Lets the moves of the position after `at` into the tree; no if there is no room for them.
    fn expand<G: Game<Move = M>, Q: Prior<G>>(&mut self, position: &G, at: usize, prior: &Q) -> bool {
        let first = self.edges.len();
        let (edges, capacity) = (&mut self.edges, self.capacity);
        let cut = position.for_each_move(|chosen| {
            if edges.len() == capacity {
                return ControlFlow::Break(());
            }
            let opinion = prior.opinion(position, chosen);
            edges.push(Edge::new(chosen, share_of(opinion.value), opinion.playouts));
            ControlFlow::Continue(())
        });
        if cut.is_break() {
            self.edges.truncate(first);
            self.statistics.full = true;
            return false;
        }
        let children = &mut self.edges[first..];
        if children.is_empty() {
            return false;
        }
        // Among equals the first comes first: let that be any of them.
        let turn = self.random.index(children.len());
        children.rotate_left(turn);
        let count = u16::try_from(children.len()).expect("a position has at most 65,535 moves");
        self.edges[at].first = u32::try_from(first).expect("fewer than 2³² entries");
        self.edges[at].count = count;
        self.statistics.expanded += 1;
        true
    }

    /// Throws away all but the entry `index`, which becomes the root, and what is below it; takes no memory.
    ///
    /// Blocks of moves stand behind the entry they belong to, so one pass in the order of memory does: an entry and its block point at each
    /// other until the block is reached and moved (after H. B. M. Jonkers, "A fast garbage compaction algorithm", 1979).
    pub(super) fn keep_only(&mut self, index: u32) {
        if index == 0 {
            return;
        }
        self.edges[0] = self.edges[index as usize];
        self.point_back(0);
        let mut free = 1;
        let mut at = 1;
        while at < self.edges.len() {
            if !self.edges[at].is_marked() {
                at += 1;
                continue;
            }
            let owner = self.edges[at].visits as usize;
            self.edges[at].visits = self.edges[owner].first;
            self.edges[at].set_mark(false);
            self.edges[owner].first = u32::try_from(free).expect("fewer than 2³² entries");
            let count = usize::from(self.edges[owner].count);
            self.edges.copy_within(at..at + count, free);
            for moved in free..free + count {
                self.point_back(moved);
            }
            free += count;
            at += count;
        }
        self.edges.truncate(free);
    }

    /// Lets the block of `owner` point at it, and keeps what stood there in `owner`.
    fn point_back(&mut self, owner: usize) {
        if self.edges[owner].count > 0 {
            let first = self.edges[owner].first as usize;
            let visits = self.edges[first].visits;
            self.edges[first].visits = u32::try_from(owner).expect("fewer than 2³² entries");
            self.edges[first].set_mark(true);
            self.edges[owner].first = visits;
        }
    }

    /// How often a move of the root was tried.
    pub(super) fn visits(&self, chosen: M) -> u32 {
        self.child(chosen).map_or(0, |child| child.visits)
    }

    /// The line of play that begins with this move of the root and goes on with what looks best for the side to move.
    pub(super) fn line(&self, chosen: M) -> Vec<M> {
        let mut line = vec![chosen];
        let mut at = self.child(chosen);
        while let Some(edge) = at {
            at = self.children(edge).iter().max_by(|a, b| a.cmp_secure(b)).filter(|best| best.visits > 0);
            line.extend(at.map(|best| best.chosen));
        }
        line
    }

    fn child(&self, chosen: M) -> Option<&Edge<M>> {
        self.children(self.root()?).iter().find(|child| child.chosen == chosen)
    }
}

/// The square root of the natural logarithm of `visits + 1`, near enough.
///
/// The logarithm is read off the bits of the number and runs straight between powers of 2 (at most 0.06 too small); that is faster than the
/// exact one, and the same on every machine.
#[inline]
#[expect(clippy::cast_precision_loss, reason = "near enough is the purpose")]
fn root_of_logarithm(visits: u32) -> f32 {
    const PER_OCTAVE: f32 = 1.0 / 8_388_608.0;
    let bits = (visits as f32 + 1.0).to_bits();
    let binary = bits.wrapping_sub(1.0_f32.to_bits()) as f32 * PER_OCTAVE;
    (binary * std::f32::consts::LN_2).sqrt()
}

#[cfg(test)]
impl<M: Move> Tree<M> {
    /// All that is known below an entry, level by level, wherever it stands in memory.
    pub(super) fn shape(&self, index: u32) -> Vec<(M, u32, u32, Status, usize)> {
        let mut open = vec![self.edges[index as usize]];
        let mut shape = Vec::new();
        while let Some(edge) = open.pop() {
            let children = self.children(&edge);
            open.extend(children);
            shape.push((edge.chosen, edge.visits, edge.mean.to_bits(), edge.status, children.len()));
        }
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_edge_takes_few_bytes() {
        assert_eq!(size_of::<Edge<u8>>(), 20);
        assert!(size_of::<Edge<[u64; 5]>>() <= 64);
    }

    #[test]
    fn the_quick_logarithm_is_near_the_exact_one() {
        for visits in (0..2_000).chain((11..32).map(|power| 1 << power)) {
            let exact = (f64::from(visits) + 1.0).ln().sqrt();
            let quick = f64::from(root_of_logarithm(visits));
            assert!((exact.powi(2) - quick.powi(2)).abs() < 0.061, "{visits}: {quick} instead of {exact}");
        }
    }
}
