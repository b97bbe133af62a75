//! Grundy's game: split a heap into two heaps of different size.
//!
//! `cargo run --release --example grundys_game` prints its nim-values.

use std::ops::ControlFlow;

use jugada_core::{Component, GrundySearch, Limits};

/// Counters in a heap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Heap(pub u32);

impl Component for Heap {
    fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
        for smaller in 1..self.0.div_ceil(2) {
            visit(&[Self(smaller), Self(self.0 - smaller)])?;
        }
        ControlFlow::Continue(())
    }

    fn is_over(&self) -> bool {
        self.0 < 3
    }

    fn weight(&self) -> u32 {
        self.0
    }
}

/// Prints the values up to 100.
pub fn main() {
    let mut search = GrundySearch::new();
    for n in 0..=100 {
        println!("{n} {}", search.nimber(&[Heap(n)], &Limits::new()).value.expect("no limit was set"));
    }
}
