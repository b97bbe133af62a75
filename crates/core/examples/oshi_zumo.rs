//! Oshi-Zumo, solved exactly: `cargo run --release --example oshi_zumo [coins] [size] [least bid]`.
//!
//! A wrestler stands in the middle of 2 · size + 1 fields. Each side bids some of its coins at once; both bids are spent, and the higher bidder pushes
//! the wrestler one field towards the other's edge. The game ends when the wrestler falls off or nobody can bid; who has pushed it past the
//! middle has won. Source: M. Buro, *Solving the Oshi-Zumo game*, Advances in Computer Games 10 (2003).

use std::ops::ControlFlow;

use jugada_core::{ExactSolver, Limits, Side, SimultaneousGame};

/// The coins of both sides, and the wrestler's place: positive on the second side's half.
#[derive(Clone, Copy, Debug)]
pub struct OshiZumo {
    /// What each side has left.
    pub coins: [u8; 2],
    /// From −size − 1 (pushed off by the second side) to size + 1.
    pub wrestler: i8,
    /// Fields on each side of the middle.
    pub size: i8,
    /// The least bid while a side can afford it, at least 1: with 0 the game need not end.
    pub least: u8,
}

impl SimultaneousGame for OshiZumo {
    type Move = u8;

    fn score(&self) -> Option<i32> {
        let is_over = self.wrestler.abs() > self.size || self.coins.iter().all(|&coins| coins < self.least);
        is_over.then(|| i32::from(self.wrestler.signum()))
    }

    fn for_each_move<B>(&self, side: Side, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        let coins = self.coins[side.index()];
        // Who cannot afford the least bid has to pass.
        if coins < self.least {
            [0].into_iter().try_for_each(visit)
        } else {
            (self.least..=coins).try_for_each(visit)
        }
    }

    fn play_unchecked(&self, first: u8, second: u8) -> Self {
        let push = (i16::from(first) - i16::from(second)).signum();
        Self {
            coins: [self.coins[0] - first, self.coins[1] - second],
            wrestler: self.wrestler + i8::try_from(push).expect("a sign"),
            ..*self
        }
    }

    fn key(&self) -> u128 {
        let [first, second] = self.coins.map(u128::from);
        first << 16 | second << 8 | u128::from(self.wrestler.cast_unsigned())
    }

    fn score_bounds(&self) -> (i32, i32) {
        self.score().map_or((-1, 1), |score| (score, score))
    }

    fn exchanged(&self) -> Option<Self> {
        Some(Self { coins: [self.coins[1], self.coins[0]], wrestler: -self.wrestler, ..*self })
    }
}

fn main() {
    let number =
        |at, otherwise| std::env::args().nth(at).map_or(otherwise, |text| text.parse().expect("a number"));
    let (coins, size, least) = (number(1, 20), number(2, 3), number(3, 1));
    assert!(least > 0, "with bids of 0 the game need not end");
    let start = OshiZumo { coins: [coins; 2], wrestler: 0, size: size.cast_signed(), least };
    let solution = ExactSolver::new(f64::from).solve(&start, &Limits::new());
    println!("value {:.9} .. {:.9}", solution.lower, solution.upper);
    for (bid, share) in &solution.strategies[0] {
        println!("bid {bid:2} with probability {share:.6}");
    }
    println!("{} positions, {} matrices, {:?}", solution.nodes, solution.matrices, solution.time);
}
