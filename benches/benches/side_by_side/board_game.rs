//! Connect Four as the crate `board-game` wants it.

use std::fmt;
use std::ops::ControlFlow;

use board_game::ai::mcts::mcts_build_tree;
use board_game::board::{Alternating, Board, BoardDone, BoardMoves, PlayError, Player};
use board_game::impl_unit_symmetry_board;
use connect_four::{Column, Position};
use internal_iterator::InternalIterator;
use jugada_core::{Game, Outcome, Side};
use rand_0_8::rngs::SmallRng;
use rand_0_8::{Rng, SeedableRng};

use super::draws::{EXPLORATION, draw};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Rules(Position);

/// A column that can be displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Move(Column);

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

fn player(side: Side) -> Player {
    match side {
        Side::First => Player::A,
        Side::Second => Player::B,
    }
}

impl Alternating for Rules {}
impl_unit_symmetry_board!(Rules);

impl Board for Rules {
    type Move = Move;

    fn next_player(&self) -> Player {
        player(self.0.side_to_move())
    }

    fn is_available_move(&self, Move(column): Move) -> Result<bool, BoardDone> {
        Ok(self.0.is_legal(column))
    }

    fn random_available_move(&self, random: &mut impl Rng) -> Result<Move, BoardDone> {
        Ok(Move(draw(&self.0, || random.next_u64())))
    }

    fn play(&mut self, Move(column): Move) -> Result<(), PlayError> {
        self.0 = self.0.play_unchecked(column);
        Ok(())
    }

    fn outcome(&self) -> Option<board_game::board::Outcome> {
        self.0.outcome().map(|outcome| match outcome {
            Outcome::Draw => board_game::board::Outcome::Draw,
            Outcome::Win(side) => board_game::board::Outcome::WonBy(player(side)),
        })
    }

    fn can_lose_after_move() -> bool {
        false
    }
}

#[derive(Clone)]
struct Listed<'a>(&'a Position);

impl InternalIterator for Listed<'_> {
    type Item = Move;

    fn try_for_each<B, F: FnMut(Move) -> ControlFlow<B>>(self, mut visit: F) -> ControlFlow<B> {
        self.0.for_each_move(|listed| visit(Move(listed)))
    }
}

#[derive(Clone)]
struct All;

impl InternalIterator for All {
    type Item = Move;

    fn try_for_each<B, F: FnMut(Move) -> ControlFlow<B>>(self, visit: F) -> ControlFlow<B> {
        Column::ALL.into_iter().map(Move).try_for_each(visit)
    }
}

impl<'a> BoardMoves<'a, Rules> for Rules {
    type AllMovesIterator = All;
    type AvailableMovesIterator = Listed<'a>;

    fn all_possible_moves() -> All {
        All
    }

    fn available_moves(&'a self) -> Result<Listed<'a>, BoardDone> {
        Ok(Listed(&self.0))
    }
}

/// The crate expands positions at their second visit.
pub fn monte_carlo(position: &Position, playouts: u64) -> Column {
    let mut random = SmallRng::seed_from_u64(1);
    let Move(best) = mcts_build_tree(&Rules(*position), playouts, EXPLORATION, &mut random).best_move();
    best
}
