use crate::split_mix_64;

/// What is kept about a position: bounds of its score, and what they cost to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) lower: i16,
    pub(super) upper: i16,
    /// The index of the move that proved the lower bound, or of the best one known.
    pub(super) best: u8,
    /// About the binary logarithm of the positions visited, plus 1.
    pub(super) work: u8,
}

/// A hash table of bounded size: it doubles while it may, then forgets what was cheapest to find.
#[derive(Clone, Debug)]
pub(super) struct Memo {
    /// Buckets of [`WAYS`] slots; a slot is a tag and a packed entry, which is 0 where nothing is kept.
    slots: Vec<[u64; 2]>,
    entries: usize,
    most_buckets: usize,
}

const WAYS: usize = 4;
const FIRST_BUCKETS: usize = 1 << 10;
const SLOT_BYTES: usize = size_of::<[u64; 2]>();

impl Memo {
    /// An empty table that will not take more than `bytes`, but at least 64 KiB.
    pub(super) fn new(bytes: usize) -> Self {
        let most_buckets = (bytes / (WAYS * SLOT_BYTES)).max(FIRST_BUCKETS);
        Self { slots: vec![[0; 2]; FIRST_BUCKETS * WAYS], entries: 0, most_buckets }
    }

    /// Changes the bound of the size. A table that is larger than that already starts anew.
    pub(super) fn limit(&mut self, bytes: usize) {
        let most_buckets = (bytes / (WAYS * SLOT_BYTES)).max(FIRST_BUCKETS);
        if self.slots.len() > most_buckets * WAYS {
            *self = Self::new(bytes);
        }
        self.most_buckets = most_buckets;
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill([0; 2]);
        self.entries = 0;
    }

    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * SLOT_BYTES
    }

    /// A word for a key. Different keys below 2⁶⁴ have different words: the mixer is a permutation.
    #[expect(clippy::cast_possible_truncation, reason = "the key is cut into its halves")]
    pub(super) fn tag(key: u128) -> u64 {
        let mut high = (key >> 64) as u64;
        let salt = if high == 0 { 0 } else { split_mix_64(&mut high) };
        let mut low = key as u64 ^ salt;
        split_mix_64(&mut low)
    }

    fn bucket(tag: u64, buckets: usize) -> usize {
        let product = u128::from(tag) * buckets as u128;
        usize::try_from(product >> 64).expect("below the number of buckets") * WAYS
    }

    #[inline]
    pub(super) fn probe(&self, tag: u64) -> Option<Entry> {
        let at = Self::bucket(tag, self.slots.len() / WAYS);
        self.slots[at..at + WAYS]
            .iter()
            .find(|slot| slot[0] == tag && slot[1] != 0)
            .map(|slot| unpacked(slot[1]))
    }

    /// Keeps an entry, in place of an earlier one of the same tag if there is one.
    pub(super) fn store(&mut self, tag: u64, entry: Entry) {
        // Half full, one bucket in twenty has had to forget something: time to double.
        if self.entries * 2 > self.slots.len() && self.slots.len() < self.most_buckets * WAYS {
            self.grow();
        }
        self.place(tag, packed(entry));
    }

    fn place(&mut self, tag: u64, word: u64) {
        let at = Self::bucket(tag, self.slots.len() / WAYS);
        let bucket = &mut self.slots[at..at + WAYS];
        let same = bucket.iter().position(|slot| slot[1] != 0 && slot[0] == tag);
        let chosen = same.or_else(|| bucket.iter().position(|slot| slot[1] == 0)).unwrap_or_else(|| {
            // The cheapest of the others makes room. It moves to the front of those it equals, so that they take turns.
            let cheapest = (0..WAYS).min_by_key(|&way| unpacked(bucket[way][1]).work).unwrap_or(0);
            bucket[cheapest..].rotate_left(1);
            WAYS - 1
        });
        if bucket[chosen][1] == 0 {
            self.entries += 1;
        }
        bucket[chosen] = [tag, word];
    }

    fn grow(&mut self) {
        let buckets = (self.slots.len() / WAYS * 2).min(self.most_buckets);
        let old = std::mem::replace(&mut self.slots, vec![[0; 2]; buckets * WAYS]);
        self.entries = 0;
        for [tag, word] in old {
            if word != 0 {
                self.place(tag, word);
            }
        }
    }
}

fn packed(entry: Entry) -> u64 {
    let (lower, upper) = (entry.lower.to_le_bytes(), entry.upper.to_le_bytes());
    u64::from_le_bytes([lower[0], lower[1], upper[0], upper[1], entry.best, entry.work.max(1), 0, 0])
}

fn unpacked(word: u64) -> Entry {
    let bytes = word.to_le_bytes();
    Entry {
        lower: i16::from_le_bytes([bytes[0], bytes[1]]),
        upper: i16::from_le_bytes([bytes[2], bytes[3]]),
        best: bytes[4],
        work: bytes[5],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(number: i16) -> Entry {
        Entry { lower: -number, upper: number, best: 3, work: 1 }
    }

    #[test]
    fn what_is_kept_is_found_again_while_the_table_grows() {
        let mut memo = Memo::new(1 << 22);
        for number in 0..30_000_i16 {
            memo.store(Memo::tag(number.unsigned_abs().into()), entry(number));
        }
        assert!(memo.bytes() <= 1 << 22);
        let mut kept = 0;
        for number in 0..30_000_i16 {
            if let Some(found) = memo.probe(Memo::tag(number.unsigned_abs().into())) {
                assert_eq!(found, entry(number));
                kept += 1;
            }
        }
        assert!(kept > 28_000 && memo.entries() == kept, "{kept} kept");
        assert_eq!(memo.probe(Memo::tag(1 << 40)), None);
    }

    #[test]
    fn a_full_table_stays_within_its_bound_and_keeps_what_was_dear() {
        let mut memo = Memo::new(1 << 16);
        for number in 0..100_u32 {
            memo.store(Memo::tag(number.into()), Entry { work: 40, ..entry(5) });
        }
        for number in 1_000..100_000_u32 {
            memo.store(Memo::tag(number.into()), entry(1));
        }
        assert_eq!(memo.bytes(), 1 << 16);
        let kept = (0..100_u32).filter(|&number| memo.probe(Memo::tag(number.into())).is_some()).count();
        assert_eq!(kept, 100);
    }
}
