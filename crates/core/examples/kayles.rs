//! Kayles: knock down one pin of a row, or two that stand side by side.
//!
//! `cargo run --release --example kayles` prints its nim-values.

use std::ops::ControlFlow;

use jugada_core::{Component, GrundySearch, Limits};

/// Pins that stand in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Row(pub u32);

impl Component for Row {
    fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
        for hit in 1..=self.0.min(2) {
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

/// Prints the values up to 100.
pub fn main() {
    let mut search = GrundySearch::new();
    for n in 0..=100 {
        println!("{n} {}", search.nimber(&[Row(n)], &Limits::new()).value.expect("no limit was set"));
    }
}
