//! Dawson's Kayles: knock down two pins of a row that stand side by side, never a single one.
//!
//! `cargo run --release --example dawsons_kayles` prints its nim-values.

use std::ops::ControlFlow;

use jugada_core::{Component, GrundySearch, Limits};

/// Pins that stand in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(pub u32);

impl Component for Row {
    fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
        if let Some(rest) = self.0.checked_sub(2) {
            for left in 0..=rest / 2 {
                visit(&[Self(left), Self(rest - left)])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn is_over(&self) -> bool {
        self.0 < 2
    }

    fn weight(&self) -> u32 {
        self.0
    }
}

/// Prints the values up to 100.
pub fn main() {
    let mut search = GrundySearch::new();
    for n in 0..=100 {
        println!("{n} {}", search.nimber(&[Row(n)], &Limits::new()).value.expect("no limit was set"));
    }
}
