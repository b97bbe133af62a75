use std::num::NonZeroU16;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::zeroed_slice_box;

/// Entries that share a place: two words each, one cache line in all.
const WAYS: usize = 4;
const WORDS: usize = 2 * WAYS;
const LINE_BYTES: usize = 8 * WORDS;

/// Entries that are counted to tell how full the table is.
const SAMPLE: usize = 4096;

/// Stands for no estimate in the data word: no estimate is this low.
const NO_ESTIMATE: i16 = i16::MIN;

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The true value is at most this.
    Upper,
    /// The true value is at least this.
    Lower,
    /// The value is the true one.
    Exact,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The value found; wins and losses counted from this position.
    pub(super) value: i16,
    /// The static estimate, where it was made.
    pub(super) estimate: Option<i16>,
    /// The tag of the best move.
    pub(super) tag: Option<NonZeroU16>,
    /// Plies searched below this position.
    pub(super) depth: u8,
    pub(super) bound: Bound,
}

/// A transposition table of fixed size that any number of threads read and write without locks.
///
/// An entry is two words, the data and the key xored with the data. Two threads that write the same entry at the same time leave words
/// that do not match, so that nobody takes them for an entry (Hyatt and Mann, "A lockless transposition table implementation for
/// parallel search", ICGA Journal 25, 2002).
pub(super) struct Table {
    words: Box<[AtomicU64]>,
    /// The first word that begins a cache line.
    first: usize,
    buckets: usize,
    generation: u8,
}

impl Table {
    /// A table of at most this many bytes; at least one bucket.
    pub(super) fn new(bytes: usize) -> Self {
        let buckets = (bytes.saturating_sub(LINE_BYTES) / LINE_BYTES).max(1);
        let words: Box<[AtomicU64]> = zeroed_slice_box((buckets + 1) * WORDS);
        let misaligned = words.as_ptr().addr() % LINE_BYTES;
        let first = (LINE_BYTES - misaligned) % LINE_BYTES / 8;
        Self { words, first, buckets, generation: 0 }
    }

    pub(super) fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// About how many entries hold something, from a look at the first of them.
    pub(super) fn entries(&self) -> u64 {
        let all = self.buckets * WAYS;
        let looked_at = all.min(SAMPLE);
        let entries = self.words[self.first..].chunks_exact(2).take(looked_at);
        let filled: u64 = entries.map(|entry| u64::from(entry[1].load(Ordering::Relaxed) != 0)).sum();
        filled * all as u64 / looked_at as u64
    }

    /// Begins a new search: what earlier ones stored is replaced first.
    pub(super) fn age(&mut self) {
        self.generation = (self.generation + 1) & 63;
    }

    pub(super) fn clear(&mut self) {
        self.words.iter_mut().for_each(|word| *word.get_mut() = 0);
        self.generation = 0;
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[AtomicU64] {
        // The high half of the product spreads keys evenly over any number of buckets.
        #[expect(clippy::cast_possible_truncation, reason = "the product's high half is less than `buckets`")]
        let index = ((u128::from(key) * self.buckets as u128) >> 64) as usize;
        let start = self.first + index * WORDS;
        &self.words[start..start + WORDS]
    }

    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        self.bucket(key).chunks_exact(2).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            (entry[0].load(Ordering::Relaxed) ^ data == key).then(|| unpack(data)).flatten()
        })
    }

    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
        let bucket = self.bucket(key);
        let mut chosen = 0;
        let mut least = i32::MAX;
        for way in 0..WAYS {
            let data = bucket[2 * way + 1].load(Ordering::Relaxed);
            if bucket[2 * way].load(Ordering::Relaxed) ^ data == key
                && let Some(old) = unpack(data)
            {
                entry.tag = entry.tag.or(old.tag);
                if entry.bound != Bound::Exact
                    && generation(data) == self.generation
                    && old.depth > entry.depth.saturating_add(3)
                {
                    return;
                }
                chosen = way;
                break;
            }
            let worth = self.worth(data);
            if worth < least {
                least = worth;
                chosen = way;
            }
        }
        let data = pack(entry, self.generation);
        bucket[2 * chosen].store(key ^ data, Ordering::Relaxed);
        bucket[2 * chosen + 1].store(data, Ordering::Relaxed);
    }

    /// How much an entry is worth keeping: the deeper and the younger, the more.
    fn worth(&self, data: u64) -> i32 {
        unpack(data).map_or(-1_000, |old| {
            i32::from(old.depth) - 8 * i32::from(self.generation.wrapping_sub(generation(data)) & 63)
        })
    }
}

/// Data word: value, estimate and tag of 16 bits each, depth 8, generation 6, bound 2; no bound means no entry.
fn pack(entry: Entry, generation: u8) -> u64 {
    let half = |value: i16| u64::from(value.cast_unsigned());
    let bound = match entry.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    half(entry.value)
        | half(entry.estimate.unwrap_or(NO_ESTIMATE)) << 16
        | u64::from(entry.tag.map_or(0, NonZeroU16::get)) << 32
        | u64::from(entry.depth) << 48
        | u64::from(generation) << 56
        | bound << 62
}

fn unpack(data: u64) -> Option<Entry> {
    let bound = match data >> 62 {
        0 => return None,
        1 => Bound::Upper,
        2 => Bound::Lower,
        _ => Bound::Exact,
    };
    Some(Entry {
        value: half(data).cast_signed(),
        estimate: Some(half(data >> 16).cast_signed()).filter(|&estimate| estimate != NO_ESTIMATE),
        tag: NonZeroU16::new(half(data >> 32)),
        depth: byte(data >> 48),
        bound,
    })
}

#[expect(clippy::cast_possible_truncation, reason = "cutting a field out of the word is the purpose")]
const fn half(word: u64) -> u16 {
    word as u16
}

#[expect(clippy::cast_possible_truncation, reason = "cutting a field out of the word is the purpose")]
const fn byte(word: u64) -> u8 {
    word as u8
}

fn generation(data: u64) -> u8 {
    byte(data >> 56) & 63
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn entry(depth: u8) -> Entry {
        Entry { value: -5, estimate: Some(7), tag: NonZeroU16::new(3), depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found_and_nothing_else() {
        let table = Table::new(1 << 16);
        assert_eq!(table.probe(0), None);
        table.store(0, entry(4));
        table.store(1, entry(5));
        assert_eq!((table.probe(0), table.probe(1), table.probe(2)), (Some(entry(4)), Some(entry(5)), None));
        assert_eq!(table.entries(), 2);
    }

    #[test]
    fn the_shallowest_gives_way_first_and_the_old_before_the_young() {
        let mut table = Table::new(0);
        for depth in 0..4 {
            table.store(u64::from(depth), entry(10 + depth));
        }
        table.store(9, entry(1));
        assert_eq!((table.probe(0), table.probe(9)), (None, Some(entry(1))));
        table.age();
        table.age();
        table.store(10, entry(0));
        table.store(11, entry(0));
        assert!(table.probe(9).is_none() && table.probe(10).is_some() && table.probe(11).is_some());
        table.clear();
        assert_eq!(table.entries(), 0);
    }

    #[test]
    fn a_move_is_kept_when_a_later_search_has_none() {
        let table = Table::new(1 << 12);
        table.store(1, entry(4));
        table.store(1, Entry { tag: None, ..entry(6) });
        assert_eq!(table.probe(1), Some(entry(6)));
    }

    proptest! {
        #[test]
        fn entries_survive_packing(value: i16, estimate in -32_000_i16.., tag: u16, depth: u8, bound in 0..3, generation in 0_u8..64) {
            let bound = [Bound::Upper, Bound::Lower, Bound::Exact][usize::try_from(bound).expect("small")];
            let entry = Entry { value, estimate: Some(estimate), tag: NonZeroU16::new(tag), depth, bound };
            let data = pack(entry, generation);
            prop_assert_eq!(unpack(data), Some(entry));
            prop_assert_eq!(super::generation(data), generation);
        }
    }
}
