use std::num::NonZeroU16;

use super::MAX_PLY;

/// A move and how early it is to be tried.
#[derive(Clone, Copy)]
pub(super) struct Scored<M> {
    pub(super) chosen: M,
    pub(super) tag: NonZeroU16,
    pub(super) score: i32,
    /// Where the history keeps it; nothing for a noisy move.
    pub(super) slot: Option<usize>,
}

/// Ranks of moves by their kind. History counts lie between the quiet rank's neighbours.
pub(super) const FROM_TABLE: i32 = 1 << 28;
pub(super) const NOISY: i32 = 1 << 24;
const FIRST_KILLER: i32 = 1 << 20;
const SECOND_KILLER: i32 = FIRST_KILLER - 1;

/// The largest count in the history.
const HISTORY_MAX: i32 = 1 << 14;

/// What a thread has learned about quiet moves.
pub(super) struct Memory {
    history: Box<[i16]>,
    killers: Vec<[Option<NonZeroU16>; 2]>,
}

impl Memory {
    pub(super) fn new(slots: usize) -> Self {
        Self { history: vec![0; slots].into_boxed_slice(), killers: vec![[None; 2]; MAX_PLY + 1] }
    }

    /// Begins a search of another position: what was learned counts for less, and killers for nothing.
    pub(super) fn age(&mut self) {
        self.history.iter_mut().for_each(|count| *count /= 2);
        self.killers.fill([None; 2]);
    }

    pub(super) fn clear(&mut self) {
        self.history.fill(0);
        self.killers.fill([None; 2]);
    }

    #[inline]
    pub(super) fn count(&self, slot: usize) -> i32 {
        i32::from(self.history[slot])
    }

    /// Moves the count of a quiet move towards ±[`HISTORY_MAX`], the slower the nearer it is.
    pub(super) fn learn(&mut self, slot: usize, bonus: i32) {
        let bonus = bonus.clamp(-HISTORY_MAX / 4, HISTORY_MAX / 4);
        let count = i32::from(self.history[slot]);
        let moved = count + bonus - count * bonus.abs() / HISTORY_MAX;
        self.history[slot] = i16::try_from(moved).expect("the count stays within its bounds");
    }

    #[inline]
    pub(super) fn killer_rank(&self, ply: usize, tag: NonZeroU16) -> Option<i32> {
        let killers = self.killers[ply];
        if killers[0] == Some(tag) {
            Some(FIRST_KILLER)
        } else if killers[1] == Some(tag) {
            Some(SECOND_KILLER)
        } else {
            None
        }
    }

    pub(super) fn add_killer(&mut self, ply: usize, tag: NonZeroU16) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(tag) {
            *killers = [Some(tag), killers[0]];
        }
    }

    /// Forgets the killers two plies on: they belong to another part of the tree.
    pub(super) fn forget_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [None; 2];
        }
    }
}

/// Brings the best of `moves[index..]` to `index` and returns it.
#[inline]
pub(super) fn pick<M: Copy>(moves: &mut [Scored<M>], index: usize) -> Scored<M> {
    let mut best = (i32::MIN, 0);
    for (offset, scored) in moves[index..].iter().enumerate() {
        let better = scored.score > best.0;
        best = if better { (scored.score, offset) } else { best };
    }
    let best = index + best.1;
    moves.swap(index, best);
    moves[index]
}
