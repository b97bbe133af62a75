//! Alquerque: the rules, and the search side by side with the crate `minimax` on the same rules and the same evaluation.

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{Criterion, criterion_group, criterion_main};
use jugada_alquerque::{EngineOptions, Evaluation, Move, Position, replay};
use jugada_core::alpha_beta::{AlphaBeta, Heuristic, Options};
use jugada_core::{Game, Limits, Outcome, Search, perft};
use minimax::{Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};

use measure::ProcessorTime;

mod measure;

/// Plies that both searches look ahead.
const DEPTH: u8 = 7;

/// Bytes of both tables.
const TABLE: usize = 16 << 20;

/// Positions from games, the ones of the search's signature.
fn positions() -> Vec<Position> {
    include_str!("../../crates/alquerque/tests/data/bench_positions.txt")
        .lines()
        .map(|moves| replay(Position::start(), moves).expect("legal moves"))
        .collect()
}

/// The rules as `minimax` wants them.
struct Rules;

impl minimax::Game for Rules {
    type S = Position;
    type M = Move;

    fn generate_moves(position: &Position, moves: &mut Vec<Move>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            let _ = position.for_each_move(|listed| {
                moves.push(listed);
                ControlFlow::<()>::Continue(())
            });
        }
        winner
    }

    fn apply(position: &mut Position, chosen: Move) -> Option<Position> {
        Some(position.play_unchecked(chosen))
    }

    fn get_winner(position: &Position) -> Option<Winner> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(side) if side == position.side_to_move() => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(position: &Position) -> u64 {
        position.key_without_plies()
    }

    fn table_index(chosen: Move) -> u16 {
        let number =
            |point: jugada_alquerque::Point| u16::try_from(7 * point.rank() + point.file()).expect("small");
        49 * number(chosen.from()) + number(chosen.to())
    }

    fn max_table_index() -> u16 {
        49 * 49 - 1
    }
}

/// The evaluation as `minimax` wants it: captures are its noisy moves.
struct Peer(Evaluation);

impl Evaluator for Peer {
    type G = Rules;

    fn evaluate(&self, position: &Position) -> minimax::Evaluation {
        i16::try_from(Heuristic::evaluate(&self.0, position)).expect("estimates are small")
    }

    fn generate_noisy_moves(&self, position: &Position, moves: &mut Vec<Move>) {
        if position.must_capture() {
            moves.extend(position.moves());
        }
    }
}

/// The configurations of the peer that are worth comparing; the benches show which is the best.
fn configurations() -> Vec<(&'static str, IterativeOptions)> {
    let basic = || IterativeOptions::new().with_table_byte_size(TABLE).with_quiescence_search_depth(20);
    vec![
        ("minimax", basic()),
        ("minimax, countermoves", basic().with_countermoves().with_countermove_history()),
        (
            "minimax, aspiration",
            basic().with_countermoves().with_countermove_history().with_aspiration_window(24),
        ),
        ("minimax, mtdf", basic().with_countermoves().with_countermove_history().with_mtdf()),
    ]
}

fn rules(criterion: &mut Criterion<ProcessorTime>) {
    criterion.bench_function("alquerque perft 9 by result", |bencher| {
        bencher.iter(|| perft(black_box(&Position::start()), 9));
    });
    let (evaluation, positions) = (Evaluation::default(), positions());
    criterion.bench_function("alquerque evaluation of 20 positions", |bencher| {
        bencher
            .iter(|| positions.iter().map(|position| evaluation.evaluate(black_box(position))).sum::<i32>());
    });
}

fn searches(criterion: &mut Criterion<ProcessorTime>) {
    let positions = positions();
    let mut group = criterion.benchmark_group(format!("alquerque 20 positions to depth {DEPTH}"));
    group.sample_size(10);
    let ways = [
        ("jugada", Options::default().table_bytes(TABLE)),
        (
            "jugada, no late-move pruning, as the engine plays",
            EngineOptions::default().memory(TABLE).search(),
        ),
    ];
    for (name, options) in ways {
        group.bench_function(name, |bencher| {
            let mut search = AlphaBeta::new(Evaluation::default(), options.clone());
            bencher.iter(|| {
                for position in &positions {
                    search.clear();
                    black_box(search.search(position, &Limits::new().depth(u32::from(DEPTH))));
                }
            });
        });
    }
    for (name, options) in configurations() {
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                for position in &positions {
                    let mut search = IterativeSearch::new(Peer(Evaluation::default()), options);
                    search.set_max_depth(DEPTH);
                    black_box(search.choose_move(position));
                }
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(ProcessorTime);
    targets = rules, searches
}
criterion_main!(benches);
