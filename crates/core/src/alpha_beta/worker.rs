use std::num::NonZeroU16;
use std::ops::ControlFlow;
use std::time::Duration;

use super::ordering::{FROM_TABLE, Memory, NOISY, Scored, pick};
use super::table::{Bound, Entry, Table};
use super::{ESTIMATE_MAX, Heuristic, INFINITE, Leaf, MAX_PLY, Options, Statistics, WIN};
use crate::{Game, Meter, Outcome};

/// Parts of a ply that reductions are counted in.
const REDUCTION_UNIT: i32 = 64;

/// Reductions of late quiet moves by depth and by how many moves came before, in parts of a ply.
static REDUCTIONS: [[i16; 64]; 64] = reductions();

/// Quiet moves that are tried in the order of their promise at the last ply.
const SORTED: usize = 3;

/// One thread of a search.
pub(super) struct Worker<'a, G: Game, H> {
    pub(super) heuristic: &'a H,
    pub(super) options: &'a Options,
    pub(super) table: &'a Table,
    pub(super) meter: Meter,
    pub(super) memory: &'a mut Memory,
    /// The moves of all positions on the way to the current one, one after the other.
    pub(super) moves: Vec<Scored<G::Move>>,
    /// The principal variation from each ply on.
    pub(super) lines: Vec<Vec<G::Move>>,
    pub(super) statistics: Statistics,
    /// No further iteration begins after this time.
    pub(super) soft_time: Option<Duration>,
    /// The best move and its value, as soon as an iteration has found one.
    pub(super) found: Option<(G::Move, i32)>,
}

/// The window of a search and where in the tree it happens.
#[derive(Clone, Copy)]
pub(super) struct Window {
    pub(super) alpha: i32,
    pub(super) beta: i32,
}

impl Window {
    const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The empty window at the lower bound, for the other side.
    const fn empty_flipped(self) -> Self {
        Self { alpha: -self.alpha - 1, beta: -self.alpha }
    }
}

impl<'a, G: Game, H: Heuristic<G>> Worker<'a, G, H> {
    pub(super) fn new(
        heuristic: &'a H,
        options: &'a Options,
        table: &'a Table,
        meter: Meter,
        memory: &'a mut Memory,
    ) -> Self {
        Self {
            heuristic,
            options,
            table,
            meter,
            memory,
            moves: Vec::with_capacity(1024),
            lines: vec![Vec::new(); MAX_PLY + 2],
            soft_time: None,
            statistics: Statistics::default(),
            found: None,
        }
    }

    /// The move to answer with as long as nothing is searched; nothing where there is none.
    pub(super) fn likely_move(&mut self, position: &G) -> Option<G::Move> {
        let tag = self.probe(self.heuristic.key(position)).and_then(|hit| hit.tag);
        let start = self.list_moves(position, tag, 0, false);
        let best = (self.moves.len() > start).then(|| pick(&mut self.moves[start..], 0).chosen);
        self.moves.truncate(start);
        best
    }

    pub(super) fn is_out_of_soft_time(&self) -> bool {
        self.soft_time.is_some_and(|time| self.meter.elapsed() >= time)
    }

    /// The statistics, complete.
    pub(super) fn counted(&self) -> Statistics {
        Statistics { nodes: self.meter.nodes(), ..self.statistics }
    }

    /// The value of a position for its side to move, searched `depth` plies deep. Means nothing once the meter is exhausted.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &G,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> i32 {
        if depth <= 0 {
            return self.settle::<PV>(position, window, ply, 0);
        }
        if let Some(value) = self.enter::<PV>(position, ply) {
            return value;
        }
        // No value beyond the quickest win or loss from here is possible.
        let mut window = Window {
            alpha: window.alpha.max(-WIN + distance(ply)),
            beta: window.beta.min(WIN - distance(ply) - 1),
        };
        if window.alpha >= window.beta {
            return window.alpha;
        }
        let is_kept = depth > 1 || self.options.table_at_last_ply;
        let key = is_kept.then(|| self.heuristic.key(position));
        let hit = key.and_then(|key| self.probe(key));
        if !PV && let Some(value) = hit.and_then(|hit| usable(hit, window, depth, ply)) {
            self.statistics.table_cutoffs += 1;
            return value;
        }
        let may_prune = !PV && self.heuristic.leaf(position, 0) != Leaf::Forced;
        let estimate = may_prune.then(|| self.remembered_estimate(position, hit));
        if let Some(estimate) = estimate.filter(|&estimate| self.is_hopelessly_good(estimate, window, depth))
        {
            return estimate;
        }
        let tag = hit.and_then(|hit| hit.tag);
        let depth =
            if self.options.internal_reductions && depth >= 4 && tag.is_none() { depth - 1 } else { depth };
        self.memory.forget_killers(ply + 2);
        let start = self.list_moves(position, tag, ply, false);
        let count = self.moves.len() - start;
        let depth_below = depth - self.heuristic.cost(position, count);
        let quiet_limit = if self.options.late_move_pruning && may_prune && depth <= 4 {
            usize::try_from(3 + 2 * depth * depth).expect("positive")
        } else {
            usize::MAX
        };
        let old_alpha = window.alpha;
        let mut best = -INFINITE;
        let mut best_tag = None;
        for index in 0..count {
            // At the last ply the order of what is left hardly matters any more, and bringing it about takes time.
            let is_sorted = depth > 1 || index < SORTED || self.moves[start + index - 1].slot.is_none();
            let scored =
                if is_sorted { pick(&mut self.moves[start..], index) } else { self.moves[start + index] };
            if index >= quiet_limit && scored.slot.is_some() && best > -WIN + distance(MAX_PLY) {
                break;
            }
            let value = if depth_below <= 0
                && let Some(estimate) = self.heuristic.settled(position, scored.chosen)
            {
                self.end_with::<PV>(estimate, ply + 1)
            } else {
                let next = position.play_unchecked(scored.chosen);
                let reduction = self.reduction(&scored, depth, index, PV);
                self.search_move::<PV>(&next, window, depth_below, ply, index, reduction)
            };
            if self.meter.is_exhausted() {
                self.moves.truncate(start);
                return 0;
            }
            if value > best {
                best = value;
                if value > window.alpha {
                    window.alpha = value;
                    best_tag = Some(scored.tag);
                    if PV {
                        self.keep_line(scored.chosen, ply);
                    }
                    if ply == 0 {
                        self.found = Some((scored.chosen, value));
                    }
                    if value >= window.beta {
                        self.learn(start, index, depth, ply);
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best > old_alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if let Some(key) = key {
            self.store(key, best, estimate, best_tag, depth, bound, ply);
        }
        best
    }

    /// Searches the position after the move at `index`: less deep and with an empty window first, where that may do.
    fn search_move<const PV: bool>(
        &mut self,
        next: &G,
        window: Window,
        depth: i32,
        ply: usize,
        index: usize,
        reduction: i32,
    ) -> i32 {
        let below = ply + 1;
        if PV && (index == 0 || !self.options.principal_variation_search) {
            return -self.search::<true>(next, window.flipped(), depth, below);
        }
        if !PV && reduction == 0 {
            return -self.search::<false>(next, window.flipped(), depth, below);
        }
        let mut value = -self.search::<false>(next, window.empty_flipped(), depth - reduction, below);
        if reduction > 0 {
            self.statistics.reduced += 1;
            if value > window.alpha {
                self.statistics.researched += 1;
                value = -self.search::<false>(next, window.empty_flipped(), depth, below);
            }
        }
        if PV && value > window.alpha && value < window.beta {
            value = -self.search::<true>(next, window.flipped(), depth, below);
        }
        value
    }

    /// Counts the settled position at the end of the depth; what it is worth to the side that moved there.
    #[inline]
    fn end_with<const PV: bool>(&mut self, estimate: i32, ply: usize) -> i32 {
        if PV {
            self.lines[ply].clear();
        }
        self.statistics.quiescence_nodes += 1;
        self.count_line(ply);
        if self.meter.spend() { -clamped(estimate) } else { 0 }
    }

    /// Counts a position so many plies from the root.
    #[inline]
    fn count_line(&mut self, ply: usize) {
        self.statistics.longest_line =
            self.statistics.longest_line.max(u32::try_from(ply).unwrap_or(u32::MAX));
    }

    /// The value of a position beyond the depth: of its static estimate where that can be trusted, otherwise of its moves.
    fn settle<const PV: bool>(&mut self, position: &G, mut window: Window, ply: usize, beyond: u32) -> i32 {
        if let Some(value) = self.enter::<PV>(position, ply) {
            return value;
        }
        self.statistics.quiescence_nodes += 1;
        let leaf = self.heuristic.leaf(position, beyond);
        if leaf == Leaf::Settled {
            return self.estimate(position);
        }
        let key = self.heuristic.key(position);
        let hit = if self.options.table_in_quiescence { self.probe(key) } else { None };
        if let Some(value) = hit.and_then(|hit| usable(hit, window, 0, ply)) {
            self.statistics.table_cutoffs += 1;
            return value;
        }
        let old_alpha = window.alpha;
        let mut best = -INFINITE;
        let estimate = (leaf == Leaf::Tactical).then(|| self.remembered_estimate(position, hit));
        if let Some(estimate) = estimate {
            best = estimate;
            if best >= window.beta {
                return best;
            }
            window.alpha = window.alpha.max(best);
        }
        let start = self.list_moves(position, hit.and_then(|hit| hit.tag), ply, leaf == Leaf::Tactical);
        let mut best_tag = None;
        for index in 0..self.moves.len() - start {
            let scored = pick(&mut self.moves[start..], index);
            let next = position.play_unchecked(scored.chosen);
            let value = -self.settle::<PV>(&next, window.flipped(), ply + 1, beyond + 1);
            if self.meter.is_exhausted() {
                self.moves.truncate(start);
                return 0;
            }
            if value > best {
                best = value;
                best_tag = Some(scored.tag);
                if value > window.alpha {
                    window.alpha = value;
                    if PV {
                        self.keep_line(scored.chosen, ply);
                    }
                    if value >= window.beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        if self.options.table_in_quiescence {
            let bound = if best >= window.beta {
                Bound::Lower
            } else if best > old_alpha {
                Bound::Exact
            } else {
                Bound::Upper
            };
            self.store(key, best, estimate, best_tag, 0, bound, ply);
        }
        best
    }

    /// Counts the node; its value, where it needs no search: the limits are reached, the game is over, or the line is too long.
    #[inline]
    fn enter<const PV: bool>(&mut self, position: &G, ply: usize) -> Option<i32> {
        if !self.meter.spend() {
            return Some(0);
        }
        if PV {
            self.lines[ply].clear();
        }
        self.count_line(ply);
        match position.outcome() {
            None if ply < MAX_PLY => None,
            None => Some(self.estimate(position)),
            Some(Outcome::Draw) => Some(clamped(self.heuristic.draw(position))),
            Some(Outcome::Win(winner)) if winner == position.side_to_move() => Some(WIN - distance(ply)),
            Some(Outcome::Win(_)) => Some(-WIN + distance(ply)),
        }
    }

    #[inline]
    fn estimate(&self, position: &G) -> i32 {
        clamped(self.heuristic.evaluate(position))
    }

    #[inline]
    fn remembered_estimate(&self, position: &G, hit: Option<Entry>) -> i32 {
        hit.and_then(|hit| hit.estimate).map_or_else(|| self.estimate(position), i32::from)
    }

    #[inline]
    fn probe(&mut self, key: u64) -> Option<Entry> {
        self.statistics.table_probes += 1;
        let hit = self.table.probe(key);
        self.statistics.table_hits += u64::from(hit.is_some());
        hit
    }

    #[expect(clippy::too_many_arguments, reason = "each is a field of the entry")]
    fn store(
        &self,
        key: u64,
        value: i32,
        estimate: Option<i32>,
        tag: Option<NonZeroU16>,
        depth: i32,
        bound: Bound,
        ply: usize,
    ) {
        let depth = u8::try_from(depth.clamp(0, 255)).expect("clamped");
        let value = narrow(to_table(value, ply));
        self.table.store(key, Entry { value, estimate: estimate.map(narrow), tag, depth, bound });
    }

    /// Appends the moves of a position to the common list; returns where they begin.
    #[inline]
    fn list_moves(&mut self, position: &G, tag: Option<NonZeroU16>, ply: usize, only_noisy: bool) -> usize {
        let start = self.moves.len();
        let Self { heuristic, options, memory, moves, .. } = self;
        let _ = position.for_each_move(|chosen| {
            let own_tag = heuristic.tag(chosen);
            let noisy = heuristic.noisy(position, chosen);
            let slot = if noisy.is_none() { Some(heuristic.history_slot(position, chosen)) } else { None };
            let score = if tag == Some(own_tag) {
                FROM_TABLE
            } else if let Some(noisy) = noisy {
                NOISY + noisy
            } else {
                let killer = if options.killers { memory.killer_rank(ply, own_tag) } else { None };
                killer.unwrap_or_else(|| match slot {
                    Some(slot) if options.history => memory.count(slot),
                    _ => 0,
                })
            };
            if !only_noisy || noisy.is_some() {
                moves.push(Scored { chosen, tag: own_tag, score, slot });
            }
            ControlFlow::<()>::Continue(())
        });
        start
    }

    /// Whether the estimate is so far above the window that a search this shallow would not bring it down.
    fn is_hopelessly_good(&self, estimate: i32, window: Window, depth: i32) -> bool {
        let margin = self.options.futility;
        margin > 0 && depth <= 6 && estimate - margin * depth >= window.beta && window.beta > -ESTIMATE_MAX
    }

    fn reduction(
        &self,
        scored: &Scored<G::Move>,
        depth: i32,
        index: usize,
        on_principal_variation: bool,
    ) -> i32 {
        let Some(slot) = scored.slot.filter(|_| self.options.reductions && depth >= 3 && index >= 2) else {
            return 0;
        };
        let row = usize::try_from(depth.min(63)).expect("positive");
        let mut reduction = i32::from(REDUCTIONS[row][index.min(63)]);
        reduction -= REDUCTION_UNIT * i32::from(on_principal_variation);
        reduction -= self.memory.count(slot) * REDUCTION_UNIT / 6000;
        (reduction / REDUCTION_UNIT).clamp(0, depth - 2)
    }

    /// A quiet move was too good to be allowed: it will be tried earlier, and those tried before it later.
    fn learn(&mut self, start: usize, index: usize, depth: i32, ply: usize) {
        self.statistics.cutoffs += 1;
        self.statistics.first_move_cutoffs += u64::from(index == 0);
        let best = self.moves[start + index];
        let Some(slot) = best.slot else { return };
        self.memory.add_killer(ply, best.tag);
        let bonus = 16 * depth * depth;
        self.memory.learn(slot, bonus);
        for earlier in start..start + index {
            if let Some(slot) = self.moves[earlier].slot {
                self.memory.learn(slot, -bonus);
            }
        }
    }

    /// The line from this ply on is the move and the line after it.
    fn keep_line(&mut self, chosen: G::Move, ply: usize) {
        let (before, after) = self.lines.split_at_mut(ply + 1);
        let line = &mut before[ply];
        line.clear();
        line.push(chosen);
        if let Some(rest) = after.first() {
            line.extend_from_slice(rest);
        }
    }
}

/// A ply as a distance from the root.
#[inline]
fn distance(ply: usize) -> i32 {
    i32::try_from(ply).unwrap_or(i32::MAX)
}

fn clamped(estimate: i32) -> i32 {
    estimate.clamp(-ESTIMATE_MAX, ESTIMATE_MAX)
}

#[inline]
fn narrow(value: i32) -> i16 {
    i16::try_from(value).unwrap_or(if value > 0 { i16::MAX } else { i16::MIN })
}

/// Wins and losses are stored as counted from the position, not from the root.
fn to_table(value: i32, ply: usize) -> i32 {
    if value > ESTIMATE_MAX {
        value + distance(ply)
    } else if value < -ESTIMATE_MAX {
        value - distance(ply)
    } else {
        value
    }
}

fn from_table(value: i32, ply: usize) -> i32 {
    if value > ESTIMATE_MAX {
        value - distance(ply)
    } else if value < -ESTIMATE_MAX {
        value + distance(ply)
    } else {
        value
    }
}

/// The value of an entry that is deep enough and settles the question the window asks.
#[inline]
fn usable(hit: Entry, window: Window, depth: i32, ply: usize) -> Option<i32> {
    if i32::from(hit.depth) < depth {
        return None;
    }
    let value = from_table(i32::from(hit.value), ply);
    match hit.bound {
        Bound::Exact => Some(value),
        Bound::Lower if value >= window.beta => Some(value),
        Bound::Upper if value <= window.alpha => Some(value),
        _ => None,
    }
}

/// About ¾ · ln(depth) · ln(moves) plies: the usual shape, and how much of it was found by playing; half a ply less.
#[expect(clippy::cast_possible_truncation, reason = "the largest is 750")]
const fn reductions() -> [[i16; 64]; 64] {
    let mut table = [[0; 64]; 64];
    let mut depth = 1;
    while depth < 64 {
        let mut index = 1;
        while index < 64 {
            // Logarithms to the base 2 in 16ths; 1 / ln(2)² is about 2.08.
            let product = log2_in_16ths(depth) * log2_in_16ths(index);
            let plain = (product * 300 / (4 * 208 * 4)).cast_signed();
            table[depth as usize][index as usize] = (plain - REDUCTION_UNIT / 2) as i16;
            index += 1;
        }
        depth += 1;
    }
    table
}

/// Sixteen times the logarithm to the base 2, linear between powers.
const fn log2_in_16ths(number: u32) -> u32 {
    let whole = number.ilog2();
    16 * whole + (number - (1 << whole)) * 16 / (1 << whole)
}
