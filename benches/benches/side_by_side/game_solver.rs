//! Impartial games as the crate `game-solver` wants them: alpha-beta between loss and win over whole positions.

use std::hash::Hash;

use game_solver::{Game, Player, solve};
use jugada_core::ImpartialGame;
use jugada_strip3::{Cell, Strip};
use kayles::{Hit, Pins};

/// A whole position of an impartial game.
pub trait Whole: Clone + Eq + Hash {
    type Move: Copy;
    fn moves(&self) -> Vec<Self::Move>;
    fn play(&mut self, chosen: Self::Move);
}

impl Whole for Pins {
    type Move = Hit;

    fn moves(&self) -> Vec<Hit> {
        ImpartialGame::moves(self).to_vec()
    }

    fn play(&mut self, chosen: Hit) {
        *self = self.play_unchecked(chosen);
    }
}

impl Whole for Strip {
    type Move = Cell;

    fn moves(&self) -> Vec<Cell> {
        self.legal_cells().collect()
    }

    fn play(&mut self, chosen: Cell) {
        Strip::play(self, chosen).expect("legal");
    }
}

/// Whose turn it is makes no difference.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Rules<P>(P);

impl<P: Whole> Game for Rules<P> {
    type Move = P::Move;
    type Iter = std::vec::IntoIter<P::Move>;

    fn player(&self) -> Player {
        Player::P1
    }

    /// One more than what a win is worth.
    fn score(&self) -> u32 {
        2
    }

    fn max_score(&self) -> u32 {
        1
    }

    fn min_score(&self) -> i32 {
        -1
    }

    fn make_move(&mut self, chosen: P::Move) -> bool {
        self.0.play(chosen);
        true
    }

    fn possible_moves(&self) -> Self::Iter {
        self.0.moves().into_iter()
    }

    fn is_winning_move(&self, chosen: P::Move) -> bool {
        let mut next = self.clone();
        next.make_move(chosen);
        next.0.moves().is_empty()
    }
}

/// Whether the side to move wins.
pub fn is_won<P: Whole>(position: &P) -> bool {
    solve(&Rules(position.clone())) > 0
}
