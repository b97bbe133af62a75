use jugada_alquerque::{EngineOptions, Evaluation, Position, replay};
use jugada_core::alpha_beta::AlphaBeta;
use jugada_core::{Limits, Search, perft};

/// Lines of play of nine plies from the start, by result.
pub fn perft_9() -> u64 {
    perft(&Position::start(), 9)
}

/// The search of 20 positions to depth 7, each with an empty table.
pub fn searches() -> u64 {
    let mut search =
        AlphaBeta::new(Evaluation::default(), EngineOptions::default().memory(16 << 20).search());
    include_str!("../../crates/alquerque/tests/data/bench_positions.txt")
        .lines()
        .map(|moves| {
            let position = replay(Position::start(), moves).expect("legal moves");
            search.clear();
            search.search(&position, &Limits::new().depth(7)).nodes
        })
        .sum()
}
