use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::zeroed_slice_box;

use crate::split_mix_64;

/// Counts by position and depth that any number of threads read and write without locks.
///
/// An entry is two words, the count and the check xored with the count. Two threads that write the same entry at the same time leave words
/// that do not match, so that nobody takes them for an entry (Hyatt and Mann, "A lockless transposition table implementation for
/// parallel search", ICGA Journal 25, 2002). The newest count stays.
pub(super) struct Table {
    words: Box<[AtomicU64]>,
}

impl Table {
    /// A table of at most this many bytes; nothing if that is less than an entry.
    pub(super) fn new(bytes: usize) -> Option<Self> {
        let entries = bytes / 16;
        (entries > 0).then(|| Self { words: zeroed_slice_box(2 * entries) })
    }

    pub(super) fn get(&self, key: u64, depth: u32) -> Option<u64> {
        let check = check(key, depth);
        let [first, second] = self.entry(check);
        let count = first.load(Ordering::Relaxed);
        (second.load(Ordering::Relaxed) ^ count == check).then_some(count)
    }

    pub(super) fn set(&self, key: u64, depth: u32, count: u64) {
        let check = check(key, depth);
        let [first, second] = self.entry(check);
        first.store(count, Ordering::Relaxed);
        second.store(count ^ check, Ordering::Relaxed);
    }

    fn entry(&self, check: u64) -> [&AtomicU64; 2] {
        let entries = self.words.len() as u128 / 2;
        #[expect(clippy::cast_possible_truncation, reason = "less than the number of entries")]
        let at = 2 * ((u128::from(check) * entries) >> 64) as usize;
        [&self.words[at], &self.words[at + 1]]
    }
}

/// The key mixed with the depth. Not 0, which an empty entry holds.
fn check(key: u64, depth: u32) -> u64 {
    let mut state = key ^ u64::from(depth) << 56;
    split_mix_64(&mut state).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_stored_is_found_at_its_depth_only() {
        let table = Table::new(1 << 12).expect("room");
        for (key, depth, count) in [(0, 1, 5), (7, 3, 0), (u64::MAX, 9, u64::MAX)] {
            assert_eq!(table.get(key, depth), None);
            table.set(key, depth, count);
            assert_eq!(table.get(key, depth), Some(count));
            assert_eq!(table.get(key, depth + 1), None);
            assert_eq!(table.get(key ^ 1, depth), None);
        }
    }

    #[test]
    fn there_may_be_no_room() {
        assert!(Table::new(15).is_none());
        assert!(Table::new(16).is_some());
    }
}
