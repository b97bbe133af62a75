//! The measurements.

use std::hint::black_box;
use std::time::Duration;

use connect_four::{Position, Threats};
use jugada_core::alpha_beta::{self, AlphaBeta};
use jugada_core::monte_carlo::{self, MonteCarlo};
use jugada_core::{ExactSolver, Limits, MatrixGame, MatrixSolver, Perft, Play, Random, Search, perft};
use jugada_demonios::{CellSet, Compact};
use jugada_strip3::{Run, Solver, Strip};
use nix::time::{ClockId, clock_gettime};

/// What one search costs.
pub struct Panel {
    pub title: &'static str,
    /// What the size is.
    pub size: &'static str,
    /// Whether sizes double from point to point.
    pub doubling: bool,
    /// Sizes, and seconds.
    pub points: Vec<(f64, f64)>,
}

/// Processor time of this process.
fn now() -> Duration {
    clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID).expect("every process has this clock").into()
}

/// Seconds that `work` takes: the least of three times, each of so many runs that the clock can tell.
fn seconds(mut work: impl FnMut()) -> f64 {
    let mut runs = 1_u32;
    let mut best = f64::INFINITY;
    let mut measured = 0;
    while measured < 3 {
        let start = now();
        for _ in 0..runs {
            work();
        }
        let spent = now().saturating_sub(start).as_secs_f64();
        if spent < 1e-3 {
            runs *= 4;
            continue;
        }
        best = best.min(spent / f64::from(runs));
        // What takes long enough is not disturbed by trifles.
        measured += if spent > 1.0 { 3 } else { 1 };
    }
    best
}

fn panel<S: Copy + Into<f64>>(
    title: &'static str,
    size: &'static str,
    doubling: bool,
    sizes: impl IntoIterator<Item = S>,
    mut work: impl FnMut(S),
) -> Panel {
    let points = sizes.into_iter().map(|size| (size.into(), seconds(|| work(size)))).collect();
    Panel { title, size, doubling, points }
}

pub fn measure() -> Vec<Panel> {
    let start = Position::default();
    vec![
        panel("alpha-beta at full width, Connect Four", "plies", false, 4..=16_u32, |depth| {
            let options = alpha_beta::Options::default().full_width();
            black_box(AlphaBeta::new(Threats, options).search(&start, &Limits::new().depth(depth)));
        }),
        panel(
            "Monte-Carlo tree search, Connect Four",
            "playouts",
            true,
            (8..=20).map(|power| 1_u32 << power),
            |playouts| {
                let mut search = MonteCarlo::new(monte_carlo::Options::default());
                black_box(search.search(&start, &Limits::new().nodes(playouts.into())));
            },
        ),
        panel("perft with a table, Connect Four", "plies", false, 3..=14_u32, |depth| {
            black_box(Perft::new().count(&start, depth));
        }),
        panel("perft without, Connect Four", "plies", false, 3..=10_u32, |depth| {
            black_box(perft(&start, depth));
        }),
        panel("nim-values by components, strip3", "cells", false, (10..=60_u32).step_by(5), |cells| {
            let strip = Strip::empty(cells as usize, Run::CONTEST).expect("a short strip");
            black_box(Solver::new(Play::Normal).nimber(&strip, &Limits::new(), &mut |_| ()).value);
        }),
        panel("exact mixed strategies, demonios with step 4", "cells", false, (8..=24_u32).step_by(2), |n| {
            let start = Compact::<u64>::new(u64::below(n).without(0).without(n - 1), [0, n - 1], 4);
            black_box(ExactSolver::new(f64::from).solve(&start, &Limits::new()).value());
        }),
        panel(
            "twenty matrix games of random numbers",
            "rows and columns",
            true,
            (1..=7).map(|power| 1_u32 << power),
            |size| {
                let mut random = Random::from_seed(1);
                let size = size as usize;
                let mut solver = MatrixSolver::new();
                for _ in 0..20 {
                    let game = MatrixGame::from_fn(size, size, |_, _| random.unit());
                    black_box(solver.solve(&game).map(|solution| solution.value)).expect("has a value");
                }
            },
        ),
    ]
}
