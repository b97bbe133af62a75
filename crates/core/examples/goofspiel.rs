//! Goofspiel, solved exactly: `cargo run --release --example goofspiel [cards]`.
//!
//! Each side bids one of its cards for the prize on show; the higher bid takes it, on equal bids nobody does. The prizes come in a known
//! order, here from the highest down. Who has more points in the end has won.

use std::ops::ControlFlow;

use jugada_core::{ExactSolver, Limits, Side, SimultaneousGame};

/// Hands are sets of cards, bit i for the card of value i + 1; the prize on show is worth as much as cards are left in a hand.
#[derive(Clone, Copy, Debug)]
pub struct Goofspiel {
    /// The cards of each side.
    pub hands: [u16; 2],
    /// The first side's points minus the second's.
    pub lead: i32,
}

impl Goofspiel {
    /// The start with cards from 1 to `cards`.
    #[must_use]
    pub fn new(cards: u32) -> Self {
        Self { hands: [(1 << cards) - 1; 2], lead: 0 }
    }

    /// The prize on show.
    fn prize(self) -> i32 {
        self.hands[0].count_ones().cast_signed()
    }
}

impl SimultaneousGame for Goofspiel {
    type Move = u8;

    fn score(&self) -> Option<i32> {
        (self.hands[0] == 0).then(|| self.lead.signum())
    }

    fn for_each_move<B>(&self, side: Side, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let hand = self.hands[side.index()];
        (0..16).rev().filter(|card| hand >> card & 1 != 0).try_for_each(visit)
    }

    fn play_unchecked(&self, first: u8, second: u8) -> Self {
        let [own, other] = self.hands;
        Self {
            hands: [own & !(1 << first), other & !(1 << second)],
            lead: self.lead + self.prize() * (i32::from(first) - i32::from(second)).signum(),
        }
    }

    fn key(&self) -> u128 {
        u128::from(self.hands[0]) << 16
            | u128::from(self.hands[1])
            | u128::from(self.lead.cast_unsigned()) << 32
    }

    fn score_bounds(&self) -> (i32, i32) {
        let open = self.prize() * (self.prize() + 1) / 2;
        ((self.lead - open).signum(), (self.lead + open).signum())
    }

    fn exchanged(&self) -> Option<Self> {
        let [own, other] = self.hands;
        Some(Self { hands: [other, own], lead: -self.lead })
    }
}

fn main() {
    let cards = std::env::args().nth(1).map_or(6, |text| text.parse().expect("a number of cards"));
    let solution = ExactSolver::new(f64::from).solve(&Goofspiel::new(cards), &Limits::new());
    println!("value {} .. {}", solution.lower, solution.upper);
    for (card, share) in &solution.strategies[0] {
        println!("bid {:2} with probability {share:.6}", card + 1);
    }
    println!("{} positions, {} matrices, {:?}", solution.nodes, solution.matrices, solution.time);
}
