//! strip3: move generation, splitting into components, and solving.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use jugada_core::{Component, Limits, Play, Random, Search};
use jugada_strip3::{Cell, Engine, Run, Settings, Solver, Strip};

fn empty(cells: usize) -> Strip {
    Strip::empty(cells, Run::CONTEST).expect("a short strip")
}

/// A position of the middle game: a third of the moves that random play makes.
fn middle_game(cells: usize) -> Strip {
    let mut random = Random::from_seed(cells as u64);
    let mut strip = empty(cells);
    for _ in 0..cells / 5 {
        let legal: Vec<_> = strip.legal_cells().collect();
        strip.play(*random.choose(&legal).expect("few crosses so far")).expect("legal");
    }
    strip
}

fn rules(criterion: &mut Criterion) {
    for cells in [30, 60, 120] {
        let strip = middle_game(cells);
        criterion.bench_function(&format!("list the legal cells of {cells}"), |bencher| {
            bencher.iter(|| black_box(&strip).legal_cells().map(Cell::number).sum::<usize>());
        });
        criterion.bench_function(&format!("split {cells} cells into components"), |bencher| {
            bencher.iter(|| black_box(&strip).segments::<u128>());
        });
    }
    let whole = empty(60).segments::<u64>().expect("fits")[0];
    criterion.bench_function("list the options of 60 empty cells", |bencher| {
        bencher.iter(|| {
            let mut parts = 0;
            let _ = black_box(whole).for_each_option(|option| {
                parts += option.len();
                std::ops::ControlFlow::<()>::Continue(())
            });
            parts
        });
    });
}

fn solve(criterion: &mut Criterion) {
    for cells in [30, 40, 50, 60] {
        criterion.bench_function(&format!("value of {cells} empty cells"), |bencher| {
            bencher.iter(|| {
                Solver::new(Play::Normal).nimber(&empty(black_box(cells)), &Limits::new(), &mut |_| ()).value
            });
        });
    }
    criterion.bench_function("misère: who wins 20 empty cells", |bencher| {
        bencher.iter(|| Solver::new(Play::Misere).search(&empty(black_box(20)), &Limits::new()).value);
    });
    let strip = middle_game(30);
    criterion.bench_function("choose a move among 30 cells", |bencher| {
        bencher.iter(|| Engine::new(Settings::default()).choose(black_box(&strip)));
    });
}

criterion_group!(benches, rules, solve);
criterion_main!(benches);
