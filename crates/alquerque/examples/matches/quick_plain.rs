use std::ops::ControlFlow;

use jugada_alquerque::{Move, Plain, PointSet, Position};
use jugada_core::{Game, Random, Side};
use smallvec::SmallVec;

/// Entries of the table.
const ENTRIES: usize = 1 << 17;

/// Less than any two values lie apart.
const LITTLE: f64 = 1e-6;

/// With so many points to step to the opponent has a move after any step of ours: one of them is taken and one forbidden at most.
const TOO_MANY_TO_BLOCK: u32 = 3;

/// Chooses what [`Plain`] chooses with a depth that it has finished, with a table, ordered moves and windows of no width,
/// and so with a small part of the nodes: a yardstick for many games.
pub struct QuickPlain {
    entries: Vec<Entry>,
    killers: Vec<[Option<Move>; 2]>,
    history: Vec<u32>,
    nodes: u64,
    limit: u64,
    stopped: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    value: f64,
    depth: u8,
    ends: [u8; 2],
    bound: Bound,
}

const NOTHING: Entry = Entry { key: 0, value: 0.0, depth: 0, ends: [0; 2], bound: Bound::AtLeast };

impl QuickPlain {
    pub fn new() -> Self {
        Self {
            entries: vec![NOTHING; ENTRIES],
            killers: vec![[None; 2]; 256],
            history: vec![0; 2 << 12],
            nodes: 0,
            limit: 0,
            stopped: false,
        }
    }

    /// The move to play after about so many nodes, with the moves tried in an order that the seed decides; nothing where the game is over.
    pub fn choose(&mut self, position: &Position, nodes: u64, shuffled: Option<u64>) -> Option<Move> {
        self.limit = nodes;
        self.deepen(position, u16::MAX, shuffled)
    }

    /// The move to play after all lines of so many plies.
    #[cfg(test)]
    pub fn choose_at(&mut self, position: &Position, depth: u16, shuffled: Option<u64>) -> Option<Move> {
        self.limit = u64::MAX;
        self.deepen(position, depth, shuffled)
    }

    fn deepen(&mut self, position: &Position, deepest: u16, shuffled: Option<u64>) -> Option<Move> {
        if position.outcome().is_some() {
            return None;
        }
        let mut moves = position.moves();
        if let Some(seed) = shuffled {
            Random::from_seed(seed).shuffle(&mut moves);
        }
        (self.nodes, self.stopped) = (0, false);
        self.history.fill(0);
        for depth in (2..=position.plies_left().max(2).min(deepest)).step_by(2) {
            let mut best = None;
            let mut alpha = f64::NEG_INFINITY;
            for (index, &chosen) in moves.iter().enumerate() {
                let next = position.play_unchecked(chosen);
                let mut value = f64::INFINITY;
                if index > 0 {
                    value = -self.search(&next, depth - 1, -alpha - LITTLE, -alpha);
                }
                if value > alpha {
                    value = -self.search(&next, depth - 1, f64::NEG_INFINITY, -alpha);
                }
                if self.stopped {
                    break;
                }
                if value > alpha {
                    (alpha, best) = (value, Some(index));
                }
            }
            if let Some(index) = best {
                moves[..=index].rotate_right(1);
            }
            if self.stopped || alpha.abs() >= 1.0 {
                break;
            }
        }
        moves.first().copied()
    }

    fn search(&mut self, position: &Position, depth: u16, mut alpha: f64, beta: f64) -> f64 {
        self.nodes += 1;
        self.stopped |= self.nodes >= self.limit;
        if self.stopped {
            return 0.0;
        }
        if let Some(value) = Plain::value_without_search(position, depth.into()) {
            return value;
        }
        let must_capture = position.must_capture();
        if depth <= 2 && !must_capture && position.plies_left() > depth && cannot_be_blocked(position) {
            // A step takes nothing, and after the one reply to it nothing more is ours to do.
            let standing = Plain::material(position);
            if depth == 1 || standing <= alpha {
                return standing;
            }
        }
        let key = if position.plies_left() > depth { position.key_without_plies() } else { position.key() };
        #[expect(clippy::cast_possible_truncation, reason = "an index into a small table")]
        let slot = key as usize % ENTRIES;
        let entry = self.entries[slot];
        let mut first = [0; 2];
        if entry.key == key {
            first = entry.ends;
            let enough = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= beta,
                Bound::AtMost => entry.value <= alpha,
            };
            if u16::from(entry.depth) == depth && enough {
                return entry.value;
            }
        }
        let mut listed = Listed::default();
        let side = position.side_to_move();
        let killers = self.killers[usize::from(depth.min(255))];
        let _ = position.for_each_move(|chosen| {
            let promise = if ends(chosen) == first {
                u32::MAX
            } else if chosen.is_capture() {
                chosen.captured().len()
            } else if killers.contains(&Some(chosen)) {
                u32::MAX - 1
            } else {
                self.history[history_slot(side, chosen)]
            };
            listed.push((promise, chosen));
            ControlFlow::<()>::Continue(())
        });
        let (mut best, mut bound) = (f64::NEG_INFINITY, Bound::AtMost);
        let mut best_ends = [0; 2];
        for index in 0..listed.len() {
            // The first of the most promising.
            let mut next = index;
            for at in index + 1..listed.len() {
                if listed[at].0 > listed[next].0 {
                    next = at;
                }
            }
            listed.swap(index, next);
            let chosen = listed[index].1;
            let child = position.play_unchecked(chosen);
            let mut value = f64::INFINITY;
            if index > 0 && beta - alpha > 2.0 * LITTLE && alpha > f64::NEG_INFINITY {
                value = -self.search(&child, depth - 1, -alpha - LITTLE, -alpha);
            }
            if value > alpha {
                value = -self.search(&child, depth - 1, -beta, -alpha);
            }
            if self.stopped {
                return 0.0;
            }
            if value > best {
                (best, best_ends) = (value, ends(chosen));
            }
            if value > alpha {
                (alpha, bound) = (value, Bound::Exact);
            }
            if alpha >= beta {
                bound = Bound::AtLeast;
                if !must_capture {
                    let killers = &mut self.killers[usize::from(depth.min(255))];
                    if killers[0] != Some(chosen) {
                        *killers = [Some(chosen), killers[0]];
                    }
                    self.history[history_slot(side, chosen)] += u32::from(depth) * u32::from(depth);
                }
                break;
            }
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most 200 plies")]
        let depth = depth as u8;
        self.entries[slot] = Entry { key, value: best, depth, ends: best_ends, bound };
        best
    }
}

type Listed = SmallVec<[(u32, Move); 32]>;

fn ends(chosen: Move) -> [u8; 2] {
    #[expect(clippy::cast_possible_truncation, reason = "a small board")]
    [chosen.from(), chosen.to()].map(|point| (point.rank() << 3 | point.file()) as u8)
}

fn history_slot(side: Side, chosen: Move) -> usize {
    let [from, to] = ends(chosen).map(usize::from);
    side.index() << 12 | from << 6 | to
}

/// Whether the opponent has a move after any quiet move.
fn cannot_be_blocked(position: &Position) -> bool {
    let empty = position.empty();
    let mut reached = PointSet::EMPTY;
    for stone in position.stones(position.side_to_move().opponent()) {
        reached = reached.union(stone.neighbours().intersection(empty));
        if reached.len() >= TOO_MANY_TO_BLOCK {
            return true;
        }
    }
    false
}
