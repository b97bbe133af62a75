//! The 25 windows of 3 × 3 points, told apart only as far as the board's eight symmetries and the exchange of colours do not make them
//! the same.

use std::array;

use jugada_core::Side;

use crate::{PointSet, Position};

/// What a window can look like: nine points, each empty (0), White's (1) or Black's (2), as digits to the base 3.
pub(crate) const LOOKS: usize = 19_683;

/// Windows along a side of the board.
const ALONG: usize = 5;

/// Windows along a side that mirror images do not make the same.
const KINDS: usize = 3;

/// Values in the tables of all kinds.
const TABLES: usize = KINDS * KINDS * LOOKS;

/// A window's row: three points, 27 looks.
const ROW_LOOKS: usize = 27;

/// The value of every look of every kind of window, for White.
///
/// A window is kept by the kind of its place along the ranks and along the files: 0 at an edge, 2 in the middle. Its points are counted from
/// the edge inwards, so that mirrored windows share a table.
#[derive(Clone, Debug)]
pub(crate) struct Patterns {
    tables: Box<[i16; TABLES]>,
}

impl Patterns {
    /// Spreads the weights, one for each class of looks, over all windows.
    ///
    /// The classes are those of [`for_each_class`], in its order.
    pub(crate) fn new(weights: &[i16]) -> Self {
        let mut tables: Box<[i16; TABLES]> =
            vec![0; TABLES].into_boxed_slice().try_into().expect("that many values");
        let mut weights = weights.iter();
        for_each_class(|window, class| {
            let weight = *weights.next().expect("a weight for every class");
            for &(look, sign) in class {
                let value = if sign { weight } else { -weight };
                tables[(window.across * KINDS + window.along) * LOOKS + look] = value;
                tables[(window.along * KINDS + window.across) * LOOKS + transposed(look)] = value;
            }
        });
        Self { tables }
    }

    /// The sum over all windows of White's and Black's stones, for White.
    #[inline]
    pub(crate) fn evaluate(&self, stones: [PointSet; 2]) -> i32 {
        looks(stones)
            .iter()
            .enumerate()
            .map(|(across, looks)| {
                let row = across.min(ALONG - 1 - across) * KINDS;
                (0..ALONG)
                    .map(|along| {
                        let table = (row + along.min(ALONG - 1 - along)) * LOOKS;
                        i32::from(self.tables[table + usize::from(looks[along])])
                    })
                    .sum::<i32>()
            })
            .sum()
    }
}

/// The looks of all windows: by rank, in the first five places by file.
#[inline]
fn looks([white, black]: [PointSet; 2]) -> [[u16; 8]; ALONG] {
    let rows: [[u16; 8]; 7] = array::from_fn(|rank| {
        let white = &ROWS[white.row(rank)];
        let black = &ROWS[black.row(rank)];
        array::from_fn(|lane| white[lane] + 2 * black[lane])
    });
    array::from_fn(|across| {
        let middle = &rows[across + 1];
        let (outer, inner) = if across < KINDS {
            (&rows[across], &rows[across + 2])
        } else {
            (&rows[across + 2], &rows[across])
        };
        array::from_fn(|lane| outer[lane] + 27 * middle[lane] + 729 * inner[lane])
    })
}

/// For every set of points in a row of the board, the digits that it puts into the rows of its five windows.
static ROWS: [[u16; 8]; 128] = {
    let mut table = [[0; 8]; 128];
    let mut row = 0;
    while row < 128 {
        let mut along = 0;
        while along < ALONG {
            let mut place = 0;
            while place < 3 {
                let file = if along < KINDS { along + place } else { along + 2 - place };
                if row >> file & 1 == 1 {
                    table[row][along] += [1, 3, 9][place];
                }
                place += 1;
            }
            along += 1;
        }
        row += 1;
    }
    table
};

/// The place of a window: how far from the edge along the ranks and along the files, the larger last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    across: usize,
    along: usize,
}

/// Hands every class of looks to `visit`: the window, and the looks that share a weight with whether they count for White (true) or
/// against it. Looks that their own image with colours exchanged equals are worth 0 and belong to no class.
pub(crate) fn for_each_class(mut visit: impl FnMut(Window, &[(usize, bool)])) {
    for across in 0..KINDS {
        for along in across..KINDS {
            let window = Window { across, along };
            let mut seen = vec![false; LOOKS];
            for look in 0..LOOKS {
                if !seen[look] {
                    let class = class_of(window, look);
                    for &(image, _) in &class {
                        seen[image] = true;
                    }
                    if !class.contains(&(look, false)) {
                        visit(window, &class);
                    }
                }
            }
        }
    }
}

/// A look and its images, each with whether the colours are as in the look.
fn class_of(window: Window, look: usize) -> Vec<(usize, bool)> {
    let mut class = vec![(look, true)];
    let mut next = 0;
    while next < class.len() {
        let (at, sign) = class[next];
        let images = [
            Some((exchanged(at), !sign)),
            (window.across == KINDS - 1).then(|| (flipped(at), sign)),
            (window.along == KINDS - 1).then(|| (transposed(flipped(transposed(at))), sign)),
            (window.across == window.along).then(|| (transposed(at), sign)),
        ];
        for image in images.into_iter().flatten() {
            if !class.contains(&image) {
                class.push(image);
            }
        }
        next += 1;
    }
    class
}

/// The rows in reverse order.
fn flipped(look: usize) -> usize {
    let [outer, middle, inner] = rows(look);
    inner + ROW_LOOKS * middle + ROW_LOOKS * ROW_LOOKS * outer
}

fn rows(look: usize) -> [usize; 3] {
    [look % ROW_LOOKS, look / ROW_LOOKS % ROW_LOOKS, look / (ROW_LOOKS * ROW_LOOKS)]
}

/// Rows and columns exchanged.
fn transposed(look: usize) -> usize {
    const PLACES: [usize; 9] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];
    let mut image = 0;
    for (row, digits) in rows(look).into_iter().enumerate() {
        image += digits % 3 * PLACES[row] + digits / 3 % 3 * PLACES[3 + row] + digits / 9 * PLACES[6 + row];
    }
    image
}

/// White's stones for Black's and the other way round.
fn exchanged(look: usize) -> usize {
    const DIGITS: [usize; 3] = [0, 2, 1];
    let row = |digits: usize| DIGITS[digits % 3] + 3 * DIGITS[digits / 3 % 3] + 9 * DIGITS[digits / 9];
    let [outer, middle, inner] = rows(look).map(row);
    outer + ROW_LOOKS * middle + ROW_LOOKS * ROW_LOOKS * inner
}

/// Which weight each look of each window has, for the tuner: the same shape as the tables themselves.
///
/// ```
/// use jugada_alquerque::{MATERIAL_WEIGHTS, PatternClasses, Position, Weights};
/// let classes = PatternClasses::new();
/// assert_eq!(MATERIAL_WEIGHTS + classes.len(), Weights::none().numbers().len());
/// // At most one weight for each of the 25 windows.
/// assert!(classes.of(&Position::start()).count() <= 25);
/// ```
#[derive(Clone, Debug)]
pub struct PatternClasses {
    /// By window and look: the number of the weight and whether it counts for White; nothing where the value is 0.
    tables: Vec<Vec<Option<(u32, bool)>>>,
    count: usize,
}

impl PatternClasses {
    /// All classes.
    #[must_use]
    pub fn new() -> Self {
        let mut tables = vec![vec![None; LOOKS]; KINDS * KINDS];
        let mut count = 0;
        for_each_class(|window, class| {
            for &(look, sign) in class {
                tables[window.across * KINDS + window.along][look] = Some((count, sign));
                tables[window.along * KINDS + window.across][transposed(look)] = Some((count, sign));
            }
            count += 1;
        });
        Self { tables, count: count as usize }
    }

    /// How many weights there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none; there are some.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The weights that add up to the value of a position for White, each with whether it is added (true) or taken off.
    pub fn of(&self, position: &Position) -> impl Iterator<Item = (u32, bool)> {
        let looks = looks(Side::BOTH.map(|side| position.stones(side)));
        (0..ALONG * ALONG).filter_map(move |window| {
            let (across, along) = (window / ALONG, window % ALONG);
            let row = across.min(ALONG - 1 - across) * KINDS;
            self.tables[row + along.min(ALONG - 1 - along)][usize::from(looks[across][along])]
        })
    }
}

impl Default for PatternClasses {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use jugada_core::Random;
    use jugada_core::testkit::random_game;

    use super::*;
    use crate::Point;

    #[test]
    fn the_classes_of_a_window_are_what_its_symmetries_make_of_all_looks() {
        let mut counts = [0_usize; KINDS * KINDS];
        let mut covered = [0_usize; KINDS * KINDS];
        for_each_class(|window, class| {
            let slot = window.across * KINDS + window.along;
            counts[slot] += 1;
            covered[slot] += class.len();
        });
        // A corner's window has itself and its transposed image, each in both colours.
        assert!(counts[0] > LOOKS / 4 && covered[0] < LOOKS);
        // An edge's has colours alone: every look but the empty one has a partner.
        assert_eq!((counts[1], covered[1]), ((LOOKS - 1) / 2, LOOKS - 1));
        // The middle one has all eight.
        assert!(counts[8] > LOOKS / 16 && counts[8] < LOOKS / 8);
    }

    #[test]
    fn the_fast_sum_is_the_sum_over_the_windows_drawn_from_the_board() {
        let classes = PatternClasses::new();
        let mut random = Random::from_seed(1);
        let weights: Vec<i16> =
            (0..classes.len()).map(|_| i16::try_from(random.below(200)).expect("small") - 100).collect();
        let patterns = Patterns::new(&weights);
        for position in random_game(&Position::start(), 150, &mut random) {
            let listed: i32 = classes
                .of(&position)
                .map(|(number, sign)| {
                    let weight = i32::from(weights[number as usize]);
                    if sign { weight } else { -weight }
                })
                .sum();
            assert_eq!(patterns.evaluate(Side::BOTH.map(|side| position.stones(side))), listed, "{position}");
            assert_eq!(slow_sum(&patterns, &position), listed, "{position}");
        }
    }

    /// Every window point by point.
    fn slow_sum(patterns: &Patterns, position: &Position) -> i32 {
        let digit = |rank: usize, file: usize| {
            let coordinate = |number: usize| u32::try_from(number).expect("small");
            let point = Point::new(coordinate(file), coordinate(rank)).expect("on the board");
            match Side::BOTH.into_iter().find(|&side| position.stones(side).contains(point)) {
                None => 0,
                Some(Side::First) => 1,
                Some(Side::Second) => 2,
            }
        };
        let inwards =
            |corner: usize, step: usize| if corner < KINDS { corner + step } else { corner + 2 - step };
        let mut sum = 0;
        for across in 0..ALONG {
            for along in 0..ALONG {
                let mut look = 0;
                for step in (0..9).rev() {
                    look = 3 * look + digit(inwards(across, step / 3), inwards(along, step % 3));
                }
                let slot = across.min(ALONG - 1 - across) * KINDS + along.min(ALONG - 1 - along);
                sum += i32::from(patterns.tables[slot * LOOKS + look]);
            }
        }
        sum
    }
}
