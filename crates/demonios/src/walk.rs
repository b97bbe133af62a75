use crate::CellSet;

/// How many moves a demon that has `clean` cells to itself can make: the length of the longest walk from `start` over them, each at
/// most once, with steps of at most `step` cells.
///
/// `left` and `right` are the chains of clean cells on each side of the start, nearest first, whose consecutive gaps (from the
/// start on) are at most `step`: no other cell can be reached. The walk either covers one chain alone, or turns back in
/// one chain and goes on through the other, if their first cells are near enough to each other. A walk can turn back from
/// every other cell as long as cells two apart are within reach.
///
/// ```
/// use jugada_demonios::longest_walk;
/// // From cell 5 with steps of up to 2: 3, 4, 6, 7.
/// assert_eq!(longest_walk(5, 2, [4, 3].into_iter(), [6, 7].into_iter()), 4);
/// // With single steps there is no coming back.
/// assert_eq!(longest_walk(5, 1, [4, 3].into_iter(), [6, 7].into_iter()), 2);
/// ```
pub fn longest_walk(
    start: u32,
    step: u32,
    left: impl Iterator<Item = u32>,
    right: impl Iterator<Item = u32>,
) -> u32 {
    let left = Chain::along(start, step, left);
    let right = Chain::along(start, step, right);
    match (left.first, right.first) {
        (Some(l), Some(r)) if r - l <= step => {
            (left.returning + right.length).max(right.returning + left.length)
        }
        _ => left.length.max(right.length),
    }
}

struct Chain {
    first: Option<u32>,
    length: u32,
    /// The longest part of the chain, from the start, that can be walked out and back so that the walk ends at its first cell.
    returning: u32,
}

impl Chain {
    fn along(start: u32, step: u32, cells: impl Iterator<Item = u32>) -> Self {
        let mut chain = Self { first: None, length: 0, returning: 0 };
        let mut last_two = [start, start];
        for cell in cells {
            if chain.length == 0 {
                chain.first = Some(cell);
            }
            if chain.returning == chain.length && cell.abs_diff(last_two[0]) <= step {
                chain.returning += 1;
            }
            chain.length += 1;
            last_two = [last_two[1], cell];
        }
        chain
    }
}

/// The same over the cells of a set, worked out for whole words at a time. Cells out of reach do not matter.
pub(crate) fn longest_walk_in<S: CellSet>(start: u32, step: u32, cells: S) -> u32 {
    let from = S::single(start);
    let (left, right) = (cells & S::below(start), cells & !S::below(start + 1));
    let ahead = Windows::new(step, right, |set, by| set >> by);
    let behind = Windows::new(step, left, |set, by| set << by);
    // The last cell of each chain: the first one that has nothing within a step.
    let ends = [((left | from) & !behind.one).highest(), ((right | from) & !ahead.one).lowest()];
    let lengths = [(left & !S::below(ends[0])).count(), (right & S::below(ends[1] + 1)).count()];
    if lengths.contains(&0) || right.lowest() - left.highest() > step {
        return lengths[0].max(lengths[1]);
    }
    // The last cell but one of the part of a chain that can be walked out and back: the first one that has only one cell within a step.
    let turns = [((left | from) & !behind.two).highest(), ((right | from) & !ahead.two).lowest()];
    let returning = [1 + (left & !S::below(turns[0])).count(), 1 + (right & S::below(turns[1] + 1)).count()];
    (returning[0] + lengths[1]).max(returning[1] + lengths[0])
}

/// From which cells at least one and at least two cells of a set are within a step, in one direction.
#[derive(Clone, Copy)]
struct Windows<S> {
    one: S,
    two: S,
}

impl<S: CellSet> Windows<S> {
    /// `nearer` moves cells by some places towards those from which they are looked at.
    fn new(step: u32, set: S, nearer: impl Fn(S, u32) -> S) -> Self {
        // Windows of any width are put together from those whose width is a power of two.
        let joined = |near: Self, width: u32, far: Self| {
            let far = Self { one: nearer(far.one, width), two: nearer(far.two, width) };
            Self { one: near.one | far.one, two: near.two | far.two | near.one & far.one }
        };
        let mut power = Self { one: nearer(set, 1), two: S::EMPTY };
        let (mut powers_width, mut whole, mut width) = (1, Self { one: S::EMPTY, two: S::EMPTY }, 0);
        loop {
            if step & powers_width != 0 {
                whole = joined(whole, width, power);
                width += powers_width;
            }
            if width == step {
                return whole;
            }
            power = joined(power, powers_width, power);
            powers_width *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use jugada_core::Random;

    use super::*;
    use crate::Wide;

    /// Random cells, some of them in long runs.
    fn random_set<S: CellSet>(random: &mut Random) -> S {
        let mut set = S::EMPTY;
        let (mut cell, density) = (0, 1 + random.below(8));
        while cell < u64::from(S::CAPACITY) {
            if random.below(8) < density {
                set = set | S::single(u32::try_from(cell).expect("small"));
            }
            cell += if random.below(20) == 0 { random.below(12) } else { 1 };
        }
        set
    }

    fn check<S: CellSet>(seed: u64) {
        let mut random = Random::from_seed(seed);
        for round in 0..20_000 {
            let start = u32::try_from(random.below(S::CAPACITY.into())).expect("small");
            let step = if round % 100 == 0 { S::CAPACITY - 1 } else { 1 + round % 23 };
            let cells = random_set::<S>(&mut random).without(start);
            let chain = |cells: Vec<u32>| {
                let mut at = start;
                cells
                    .into_iter()
                    .take_while(move |&cell| cell.abs_diff(std::mem::replace(&mut at, cell)) <= step)
            };
            let left = chain((cells & S::below(start)).descending().collect());
            let right = chain((cells & !S::below(start)).ascending().collect());
            let expected = longest_walk(start, step, left, right);
            assert_eq!(longest_walk_in(start, step, cells), expected, "from {start} by {step} on {cells:?}");
        }
    }

    #[test]
    fn whole_words_at_a_time_give_the_same() {
        check::<u64>(1);
        check::<u128>(2);
        check::<Wide>(3);
    }
}
