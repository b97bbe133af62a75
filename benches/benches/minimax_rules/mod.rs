//! Any game as the crate `minimax` wants it, and the ways of its search that are worth comparing.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use jugada_core::alpha_beta::{Heuristic, Leaf};
use jugada_core::{Game, Outcome};
use minimax::{Evaluator, IterativeOptions, IterativeSearch, Strategy, Winner};

/// What only `minimax` asks of a game.
pub trait Tabled: Game {
    /// The highest number that a move has.
    const HIGHEST_NUMBER: u16;

    /// The number of a move in its tables of what moves have achieved.
    fn number(chosen: Self::Move) -> u16;

    /// The key of its transposition table.
    fn table_key(&self) -> u64 {
        self.key()
    }
}

/// The rules of a game.
pub struct Rules<P>(PhantomData<P>);

impl<P: Tabled> minimax::Game for Rules<P> {
    type S = P;
    type M = P::Move;

    fn generate_moves(position: &P, moves: &mut Vec<P::Move>) -> Option<Winner> {
        let winner = Self::get_winner(position);
        if winner.is_none() {
            let _ = position.for_each_move(|listed| {
                moves.push(listed);
                ControlFlow::<()>::Continue(())
            });
        }
        winner
    }

    fn apply(position: &mut P, chosen: P::Move) -> Option<P> {
        Some(position.play_unchecked(chosen))
    }

    fn get_winner(position: &P) -> Option<Winner> {
        position.outcome().map(|outcome| match outcome {
            Outcome::Draw => Winner::Draw,
            Outcome::Win(side) if side == position.side_to_move() => Winner::PlayerToMove,
            Outcome::Win(_) => Winner::PlayerJustMoved,
        })
    }

    fn zobrist_hash(position: &P) -> u64 {
        position.table_key()
    }

    fn table_index(chosen: P::Move) -> u16 {
        P::number(chosen)
    }

    fn max_table_index() -> u16 {
        P::HIGHEST_NUMBER
    }
}

/// Our evaluation of a game; the moves of a position that must not be valued as it stands are noisy.
struct Estimate<P, H>(H, PhantomData<P>);

impl<P: Tabled, H: Heuristic<P>> Evaluator for Estimate<P, H> {
    type G = Rules<P>;

    fn evaluate(&self, position: &P) -> minimax::Evaluation {
        i16::try_from(self.0.evaluate(position)).expect("estimates are small")
    }

    fn generate_noisy_moves(&self, position: &P, moves: &mut Vec<P::Move>) {
        if self.0.leaf(position, 0) == Leaf::Forced {
            moves.extend(position.moves());
        }
    }
}

/// Each with its name, from what they have in common; the benches show which is the best.
pub fn configurations(basic: impl Fn() -> IterativeOptions) -> Vec<(&'static str, IterativeOptions)> {
    let countermoves = || basic().with_countermoves().with_countermove_history();
    vec![
        ("minimax", basic()),
        ("minimax, countermoves", countermoves()),
        ("minimax, aspiration", countermoves().with_aspiration_window(24)),
        ("minimax, mtdf", countermoves().with_mtdf()),
    ]
}

/// The move it chooses with our evaluation, looking so many plies ahead.
pub fn alpha_beta<P: Tabled>(
    position: &P,
    heuristic: impl Heuristic<P>,
    options: IterativeOptions,
    depth: u8,
) -> Option<P::Move> {
    let mut search = IterativeSearch::new(Estimate(heuristic, PhantomData), options);
    search.set_max_depth(depth);
    search.choose_move(position)
}
