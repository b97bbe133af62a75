//! What a second thread is worth.
//!
//! Times are processor times of the thread that asks: it takes part in the search and waits for nobody, so on an idle machine they are the times
//! that pass, and on a busy one they are not disturbed.

use std::hint::black_box;
use std::time::Duration;

use connect_four::{Position, Threats};
use jugada_alquerque::Evaluation;
use jugada_core::alpha_beta::{self, AlphaBeta, Heuristic};
use jugada_core::monte_carlo::{self, MonteCarlo};
use jugada_core::{Game, Limits, Search};
use nix::time::{ClockId, clock_gettime};

/// Runs of each kind, one and two threads in turn; the medians are compared.
const RUNS: usize = 5;

pub fn compare() {
    let start = Position::default();
    row("alpha-beta, Connect Four to 14 plies", |threads| {
        deepen(Threats, &start, 14, threads);
    });
    let alquerque = jugada_alquerque::Position::start();
    row("alpha-beta, alquerque to 14 plies", |threads| {
        deepen(Evaluation::default(), &alquerque, 14, threads);
    });
    row("Monte-Carlo tree search, Connect Four, 1,000,000 playouts", |threads| {
        let mut search = MonteCarlo::new(monte_carlo::Options::default().threads(threads));
        black_box(search.search(&start, &Limits::new().nodes(1_000_000)));
    });
}

fn deepen<G: Game<Move: Send> + Sync, H: Heuristic<G>>(
    heuristic: H,
    position: &G,
    depth: u32,
    threads: usize,
) {
    let mut search = AlphaBeta::new(heuristic, alpha_beta::Options::default().threads(threads));
    black_box(search.search(position, &Limits::new().depth(depth)));
}

fn row(name: &str, work: impl Fn(usize)) {
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..RUNS {
        for (threads, times) in (1..).zip(&mut times) {
            let start = now();
            work(threads);
            times.push(now().saturating_sub(start));
        }
    }
    let [one, two] = times.map(|mut times: Vec<Duration>| {
        times.sort_unstable();
        times[RUNS / 2].as_secs_f64()
    });
    println!("{name}: one thread {one:.3} s, two {two:.3} s, {:.2} times as fast", one / two);
}

fn now() -> Duration {
    clock_gettime(ClockId::CLOCK_THREAD_CPUTIME_ID).expect("every thread has this clock").into()
}
