//! The searches beside those of other crates: the same games by the same rules, the same evaluations, the same random draws. Times are
//! processor times. `benches/README.md` holds what came out.

mod board_game;
mod connect_four;
mod draws;
mod game_solver;
mod impartial;
mod matrices;
#[path = "../measure/mod.rs"]
mod measure;
mod minimax;
#[path = "../minimax_rules/mod.rs"]
mod minimax_rules;
mod treant;

use criterion::{Criterion, criterion_group, criterion_main};

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(measure::ProcessorTime).sample_size(10);
    targets = connect_four::alpha_beta, connect_four::monte_carlo, impartial::solve, matrices::solve
}
criterion_main!(benches);
