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
