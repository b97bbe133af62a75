use std::fmt;
use std::str::FromStr;

use jugada_core::{NotationError, Random, Side};
use smallvec::{SmallVec, smallvec};

use crate::board::Board;

/// How a [`Bot`](crate::Bot) plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Strategy {
    /// Safe and greedy: never gives the guaranteed value away where it is known, and plays for the opponent's errors.
    #[default]
    Best,
    /// Any legal move.
    Random,
    /// The nearest clean cell.
    Near,
    /// The farthest clean cell within a step.
    Far,
    /// The cell nearest to the centre of the strip.
    Middle,
    /// Most own next moves minus the opponent's.
    Mobility,
    /// Most cells within reach minus the opponent's.
    Territory,
    /// The move with most points in twelve random games from there.
    Rollout,
}

impl Strategy {
    /// All strategies.
    pub const ALL: [Self; 8] = [
        Self::Best,
        Self::Random,
        Self::Near,
        Self::Far,
        Self::Middle,
        Self::Mobility,
        Self::Territory,
        Self::Rollout,
    ];

    /// The simple strategies, which `best` is measured against.
    pub const SIMPLE: [Self; 7] =
        [Self::Random, Self::Near, Self::Far, Self::Middle, Self::Mobility, Self::Territory, Self::Rollout];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Best => "best",
            Self::Random => "random",
            Self::Near => "near",
            Self::Far => "far",
            Self::Middle => "middle",
            Self::Mobility => "mobility",
            Self::Territory => "territory",
            Self::Rollout => "rollout",
        }
    }
}

impl fmt::Display for Strategy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Strategy {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        Self::ALL.into_iter().find(|strategy| strategy.name() == text).ok_or_else(|| {
            NotationError::new(text, format!("one of {} was expected", Self::ALL.map(Self::name).join(", ")))
        })
    }
}

/// A rule of thumb that needs no search: what simple strategies play, what opponents are taken for, and what our own play is
/// imagined to be in playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    Random,
    Near,
    Far,
    Middle,
    Mobility,
    Territory,
    /// The cell nearest to the other demon.
    Face,
}

/// Equally good cells.
pub(crate) type Cells = SmallVec<[u32; 8]>;

impl Rule {
    /// The cells among which the rule does not care; empty only if the side has no move. Not for [`Rule::Random`] where speed counts.
    pub(crate) fn cells<B: Board>(self, board: &B, side: Side, twice_centre: i64) -> Cells {
        let at = i64::from(board.at(side));
        match self {
            Self::Random => board.targets(side).into_iter().collect(),
            Self::Near => board.nearest(side, 2 * at),
            Self::Middle => board.nearest(side, twice_centre),
            Self::Face => board.nearest(side, 2 * i64::from(board.at(side.opponent()))),
            Self::Far => {
                let Some([low, high]) = board.ends(side) else { return Cells::new() };
                let [down, up] = [at - i64::from(low), i64::from(high) - at];
                match (low == high, down.cmp(&up)) {
                    (true, _) | (_, std::cmp::Ordering::Greater) => smallvec![low],
                    (_, std::cmp::Ordering::Less) => smallvec![high],
                    _ => smallvec![low, high],
                }
            }
            Self::Mobility => best(board, side, |to| {
                i64::from(board.freedom(side, side, to)) - i64::from(board.freedom(side.opponent(), side, to))
            }),
            Self::Territory => {
                let territories = board.territories(side);
                let most = territories.iter().map(|(_, difference)| *difference).max();
                let chosen = territories.iter().filter(|(_, difference)| Some(*difference) == most);
                chosen.map(|(to, _)| *to).collect()
            }
        }
    }

    /// One of these cells.
    pub(crate) fn pick<B: Board>(
        self,
        board: &B,
        side: Side,
        twice_centre: i64,
        random: &mut Random,
    ) -> Option<u32> {
        match self {
            Self::Random => board.any_target(side, random),
            _ => random.choose(&self.cells(board, side, twice_centre)).copied(),
        }
    }
}

/// The moves of a side that are worth most.
pub(crate) fn best<B: Board>(board: &B, side: Side, worth: impl Fn(u32) -> i64) -> Cells {
    let mut most = i64::MIN;
    let mut cells = Cells::new();
    for to in board.targets(side) {
        let its_worth = worth(to);
        if its_worth > most {
            most = its_worth;
            cells.clear();
        }
        if its_worth == most {
            cells.push(to);
        }
    }
    cells
}
