use std::ops::ControlFlow;

use jugada_core::{Component, Components, ImpartialGame};

/// Pins that stand side by side: an independent part of a game of Kayles, of which only the number matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(pub u32);

impl Component for Row {
    fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
        for hit in 1..=self.0.min(2) {
            // What stands to the left, at most half of the rest: the mirror image plays the same.
            for left in 0..=(self.0 - hit) / 2 {
                visit(&[Self(left), Self(self.0 - hit - left)])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_over(&self) -> bool {
        self.0 == 0
    }

    fn weight(&self) -> u32 {
        self.0
    }
}

/// One pin, or two that stand side by side: what a ball knocks down. Written `3` or `3-4`, with pins numbered from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hit {
    /// The first pin, from 0.
    pub(crate) first: u8,
    /// Whether the next one falls, too.
    pub(crate) two: bool,
}

impl Hit {
    /// The pins as bits.
    fn pins(self) -> u64 {
        if self.two { 0b11 << self.first } else { 1 << self.first }
    }
}

/// An alley of at most 64 pins, some of which have been knocked down. Written `II.I`: a letter for each that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Pins {
    pub(crate) places: u8,
    pub(crate) standing: u64,
}

impl Pins {
    /// An alley in which all pins stand, at most 64.
    #[must_use]
    pub fn all(places: u8) -> Self {
        let places = places.min(64);
        Self { places, standing: u64::MAX.checked_shr(64 - u32::from(places)).unwrap_or(0) }
    }
}

impl ImpartialGame for Pins {
    type Move = Hit;
    type Component = Row;

    fn for_each_move<B>(&self, mut visit: impl FnMut(Hit) -> ControlFlow<B>) -> ControlFlow<B> {
        for first in 0..self.places {
            for two in [false, true] {
                let hit = Hit { first, two };
                // A second pin beyond the last place is no pin.
                if self.standing & hit.pins() == hit.pins() && (!two || first + 1 < self.places) {
                    visit(hit)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn play_unchecked(&self, hit: Hit) -> Self {
        Self { standing: self.standing & !hit.pins(), ..*self }
    }

    fn components(&self) -> Components<Row> {
        let (mut rows, mut rest) = (Components::new(), self.standing);
        while rest != 0 {
            rest >>= rest.trailing_zeros();
            rows.push(Row(rest.trailing_ones()));
            // Clears the lowest row; a shift could not do it where all 64 pins stand.
            rest &= rest.wrapping_add(1);
        }
        rows
    }
}
