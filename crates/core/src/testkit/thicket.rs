use std::ops::ControlFlow;

use crate::{Game, Outcome, Side, split_mix_64};

/// A game that its seed makes up, to try searches on: up to four moves a position, wins, losses and draws at any depth, and sides that
/// sometimes move twice in a row.
///
/// ```
/// use jugada_core::testkit::{Thicket, check_game, plain_minimax};
/// let start = Thicket::new(3, 6);
/// check_game(&start);
/// assert!((-1..=1).contains(&plain_minimax(&start)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thicket {
    state: u64,
    plies_left: u8,
    side: Side,
    one_in: u64,
}

impl Thicket {
    /// A game of at most `plies` plies. One position in 11 ends it before.
    #[must_use]
    pub fn new(seed: u64, plies: u8) -> Self {
        Self { state: mixed(seed), plies_left: plies, side: Side::First, one_in: 11 }
    }

    /// The same game, where no position ends it before the last ply: a large one.
    #[must_use]
    pub fn without_early_ends(self) -> Self {
        Self { one_in: 0, ..self }
    }
}

fn mixed(mut state: u64) -> u64 {
    split_mix_64(&mut state)
}

impl Game for Thicket {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        self.side
    }

    fn outcome(&self) -> Option<Outcome> {
        let over = self.plies_left == 0 || self.state.is_multiple_of(self.one_in);
        over.then(|| match self.state >> 8 & 3 {
            0 => Outcome::Draw,
            1 => Outcome::Win(Side::First),
            2 => Outcome::Win(Side::Second),
            _ => Outcome::Win(self.side.opponent()),
        })
    }

    fn for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..=self.state.to_le_bytes()[2] & 3).try_for_each(visit)
    }

    fn play_unchecked(&self, chosen: u8) -> Self {
        let state = mixed(self.state ^ u64::from(chosen + 1));
        let again = (state >> 24).is_multiple_of(8);
        Self {
            state,
            plies_left: self.plies_left - 1,
            side: if again { self.side } else { self.side.opponent() },
            ..*self
        }
    }

    fn key(&self) -> u64 {
        let mut state = self.state ^ u64::from(self.plies_left) << 8 ^ self.side.index() as u64;
        split_mix_64(&mut state)
    }
}
