use std::hash::{BuildHasher, BuildHasherDefault, Hash};

use rustc_hash::FxHasher;

use super::knowledge::Knowledge;
use super::watch::TableUse;

/// What is known of components, in a bounded number of bytes.
///
/// Open addressing in shards that grow one at a time, so that growing needs little more than what is in use. When the bound is reached,
/// a new entry replaces the one of its neighbourhood that cost least to find.
#[derive(Clone, Debug)]
pub(super) struct Table<C> {
    shards: Vec<Shard<C>>,
    /// Bytes that all shards together may take, a shard's second copy while it grows included.
    byte_limit: usize,
    bytes: usize,
    entries: u64,
}

#[derive(Clone, Debug)]
struct Shard<C> {
    slots: Box<[Option<Entry<C>>]>,
    used: usize,
}

#[derive(Clone, Copy, Debug)]
struct Entry<C> {
    component: C,
    /// The parts of what is known, side by side with the effort so that they take no more than 8 bytes together.
    floor: u32,
    above: u16,
    /// Nodes that finding it out has taken, as a power of two: what losing the entry would cost.
    effort: u8,
}

/// One shard's second copy while it grows is then below 1/256 of the table, and made within a few milliseconds.
const SHARDS: usize = 256;
/// The smallest shard that is not empty, in slots; a power of two.
const FIRST_SLOTS: usize = 8;
/// Slots looked at for an entry that may be there.
const NEIGHBOURHOOD: usize = 16;

impl<C: Copy + Eq + Hash> Table<C> {
    /// An empty table that will take no more than `byte_limit` bytes.
    pub(super) fn new(byte_limit: usize) -> Self {
        let shards = (0..SHARDS).map(|_| Shard { slots: Box::default(), used: 0 }).collect();
        Self { shards, byte_limit, bytes: 0, entries: 0 }
    }

    /// Changes the bound. What does not fit any more is forgotten, all of it.
    pub(super) fn limit_bytes(&mut self, byte_limit: usize) {
        if byte_limit < self.bytes {
            *self = Self::new(byte_limit);
        }
        self.byte_limit = byte_limit;
    }

    /// Components of which something is known, and bytes in use.
    pub(super) fn usage(&self) -> TableUse {
        TableUse { entries: self.entries, bytes: self.bytes as u64 }
    }

    pub(super) fn look_up(&self, component: &C) -> Option<Knowledge> {
        let (shard, home) = place(component);
        let shard = &self.shards[shard];
        for at in shard.neighbourhood(home) {
            match &shard.slots[at] {
                None => return None,
                Some(entry) if entry.component == *component => {
                    return Some(Knowledge::from_parts((entry.floor, entry.above)));
                }
                Some(_) => {}
            }
        }
        None
    }

    pub(super) fn store(&mut self, component: C, knowledge: Knowledge, nodes: u64) {
        let effort = u8::try_from(u64::BITS - nodes.leading_zeros()).expect("at most 64");
        let (floor, above) = knowledge.to_parts();
        let entry = Entry { component, floor, above, effort };
        let (at, home) = place(&component);
        // Fuller than this, neighbourhoods overflow.
        if self.shards[at].used * 4 >= self.shards[at].slots.len() * 3 {
            self.grow(at);
        }
        let shard = &mut self.shards[at];
        let mut cheapest: Option<(u8, usize)> = None;
        for slot in shard.neighbourhood(home) {
            match &shard.slots[slot] {
                None => {
                    shard.slots[slot] = Some(entry);
                    shard.used += 1;
                    self.entries += 1;
                    return;
                }
                Some(old) if old.component == component => {
                    let effort = old.effort.max(effort);
                    shard.slots[slot] = Some(Entry { effort, ..entry });
                    return;
                }
                Some(old) => {
                    if cheapest.is_none_or(|(effort, _)| old.effort < effort) {
                        cheapest = Some((old.effort, slot));
                    }
                }
            }
        }
        if let Some((_, slot)) = cheapest {
            shard.slots[slot] = Some(entry);
        }
    }

    /// Doubles a shard if the bound allows it.
    fn grow(&mut self, at: usize) {
        let slot_bytes = size_of::<Option<Entry<C>>>();
        let old_length = self.shards[at].slots.len();
        let new_length = (old_length * 2).max(FIRST_SLOTS);
        if self.bytes + new_length * slot_bytes > self.byte_limit {
            return;
        }
        let mut grown = Shard { slots: vec![None; new_length].into_boxed_slice(), used: 0 };
        let mut lost = 0;
        for entry in self.shards[at].slots.iter().flatten() {
            let (_, home) = place(&entry.component);
            let free = grown.neighbourhood(home).find(|slot| grown.slots[*slot].is_none());
            if let Some(slot) = free {
                grown.slots[slot] = Some(*entry);
                grown.used += 1;
            } else {
                lost += 1;
            }
        }
        self.entries -= lost;
        self.bytes = self.bytes + new_length * slot_bytes - old_length * slot_bytes;
        self.shards[at] = grown;
    }
}

impl<C> Shard<C> {
    /// The slots in which an entry with this home may be, in the order they are tried.
    fn neighbourhood(&self, home: usize) -> impl Iterator<Item = usize> + use<C> {
        let mask = self.slots.len().wrapping_sub(1);
        (0..NEIGHBOURHOOD.min(self.slots.len())).map(move |step| (home + step) & mask)
    }
}

/// The shard and the first slot (to be cut to the shard's size) of a component.
#[expect(clippy::cast_possible_truncation, reason = "any bits of the hash will do")]
fn place<C: Hash>(component: &C) -> (usize, usize) {
    let hash = BuildHasherDefault::<FxHasher>::default().hash_one(component);
    (hash as usize % SHARDS, (hash / SHARDS as u64) as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_all_while_there_is_room() {
        let mut table = Table::new(usize::MAX);
        for key in 0_u64..10_000 {
            table.store(key, Knowledge::exact(u32::try_from(key % 7).expect("small")), 1);
        }
        assert_eq!(table.entries, 10_000);
        assert!(
            (0..10_000).all(|key| table.look_up(&key).and_then(Knowledge::value) == Some((key % 7) as u32))
        );
        assert_eq!(table.look_up(&10_000), None);
    }

    #[test]
    fn keeps_to_its_bound_and_keeps_what_was_costly() {
        let byte_limit = 100_000;
        let mut table = Table::new(byte_limit);
        for key in 0_u64..1_000 {
            table.store(key, Knowledge::exact(1), 1 << 20);
        }
        for key in 1_000..100_000 {
            table.store(key, Knowledge::exact(2), 1);
            assert!(table.bytes <= byte_limit);
        }
        let slots = table.bytes / size_of::<Option<Entry<u64>>>();
        let entries = usize::try_from(table.entries).expect("few");
        assert!((slots / 2..=slots).contains(&entries), "{entries} entries in {slots} slots");
        let kept = (0..1_000).filter(|key| table.look_up(key).is_some()).count();
        assert!(kept > 900, "{kept} of 1000 costly entries kept");
    }

    #[test]
    fn no_memory_means_no_memory() {
        let mut table = Table::new(0);
        table.store(1_u64, Knowledge::exact(1), 1);
        assert_eq!((table.bytes, table.entries, table.look_up(&1)), (0, 0, None));
    }

    #[test]
    fn a_lower_bound_empties_it() {
        let mut table = Table::new(usize::MAX);
        (0_u64..10_000).for_each(|key| table.store(key, Knowledge::exact(1), 1));
        table.limit_bytes(50_000);
        assert!(table.bytes <= 50_000);
        (0_u64..10_000).for_each(|key| table.store(key, Knowledge::exact(1), 1));
        assert!(table.bytes <= 50_000 && table.entries > 0);
    }
}
