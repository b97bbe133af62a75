use std::ops::ControlFlow;

use jugada_core::{Side, SimultaneousGame};

/// A card, written as its value from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Card(pub(crate) u8);

impl Card {
    /// What it bids, from 1 to 16.
    #[must_use]
    pub const fn value(self) -> u8 {
        self.0 + 1
    }
}

/// Hands and points. Each side bids one of its cards for the prize on show; the higher bid takes it, on equal bids nobody does.
///
/// The prizes come in a known order, from the highest down. Who has more points in the end has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Goofspiel {
    /// The cards of each side as a set: bit i for the card of value i + 1. Both sides have as many.
    pub hands: [u16; 2],
    /// The first side's points minus the second's.
    pub lead: i32,
}

impl Goofspiel {
    /// The start with cards and prizes from 1 to `cards`, at most 16.
    #[must_use]
    pub fn new(cards: u32) -> Self {
        Self { hands: [u16::MAX.checked_shr(16 - cards.min(16)).unwrap_or(0); 2], lead: 0 }
    }

    /// The prize on show: as much as there are cards left in a hand.
    #[must_use]
    pub fn prize(self) -> i32 {
        self.hands[0].count_ones().cast_signed()
    }
}

impl SimultaneousGame for Goofspiel {
    type Move = Card;

    fn score(&self) -> Option<i32> {
        (self.hands[0] == 0).then(|| self.lead.signum())
    }

    fn for_each_move<B>(&self, side: Side, visit: impl FnMut(Card) -> ControlFlow<B>) -> ControlFlow<B> {
        let hand = self.hands[side.index()];
        (0..16).rev().filter(|card| hand >> card & 1 != 0).map(Card).try_for_each(visit)
    }

    fn play_unchecked(&self, Card(first): Card, Card(second): Card) -> Self {
        let [own, other] = self.hands;
        Self {
            hands: [own & !(1 << first), other & !(1 << second)],
            lead: self.lead + self.prize() * (i32::from(first) - i32::from(second)).signum(),
        }
    }

    fn key(&self) -> u128 {
        let [first, second] = self.hands.map(u128::from);
        first << 16 | second | u128::from(self.lead.cast_unsigned()) << 32
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
