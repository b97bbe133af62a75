use std::num::NonZeroU16;

use crate::Game;

/// What alpha-beta needs to know of a game beyond its rules: a static estimate, and hints that make the search fast.
///
/// All methods are called at every node, so they are generic, not dynamic, and should not allocate. Only
/// [`evaluate`](Self::evaluate) and [`tag`](Self::tag) have to be written; the others have defaults that are right for any game.
///
/// Estimates are for the side to move, in units of the game's own choice, and stay within ±[`ESTIMATE_MAX`](super::ESTIMATE_MAX).
pub trait Heuristic<G: Game>: Sync {
    /// Places that [`history_slot`](Self::history_slot) tells apart.
    const HISTORY_SLOTS: usize = 1 << 16;

    /// What a position that is not over is worth to the side to move.
    fn evaluate(&self, position: &G) -> i32;

    /// A number that tells the moves of one position apart, as well as 16 bits can: the table stores it in place of the move. Two moves with
    /// the same tag cost time, never the right answer.
    fn tag(&self, chosen: G::Move) -> NonZeroU16;

    /// What a drawn game is worth to the side whose turn it would be.
    fn draw(&self, _position: &G) -> i32 {
        0
    }

    /// The key under which the table keeps a position. Positions with the same key are taken for the same.
    fn key(&self, position: &G) -> u64 {
        position.key()
    }

    /// What is to be done with a position at the end of the search's depth, `beyond` plies after that end.
    fn leaf(&self, _position: &G, _beyond: u32) -> Leaf {
        Leaf::Settled
    }

    /// How good a move looks that changes the estimate at once (a capture, say): such moves are tried before all others,
    /// best first, and never reduced or pruned. Nothing for a quiet move; those are ordered by what they have achieved so far.
    fn noisy(&self, _position: &G, _chosen: G::Move) -> Option<i32> {
        None
    }

    /// The estimate of the position that a move leads to, where the game goes on and that position is [settled](Leaf::Settled) at the end
    /// of the depth; nothing otherwise. Nothing is always right, and takes longer.
    ///
    /// Most positions of a search are of this kind. Override it where there is a way around making the move: no key is needed, for one.
    fn settled(&self, position: &G, chosen: G::Move) -> Option<i32> {
        let next = position.play_unchecked(chosen);
        (next.outcome().is_none() && self.leaf(&next, 0) == Leaf::Settled).then(|| self.evaluate(&next))
    }

    /// Where the search remembers how often a quiet move was good, whatever the position: from its origin and destination, say.
    /// Less than [`HISTORY_SLOTS`](Self::HISTORY_SLOTS).
    fn history_slot(&self, _position: &G, chosen: G::Move) -> usize {
        usize::from(self.tag(chosen).get())
    }

    /// The most plies that the game can still last, where the rules bound it: a search that looks so far at
    /// [full width](super::Options::full_width) proves draws, too.
    fn plies_left(&self, _position: &G) -> Option<u32> {
        None
    }

    /// How much of its depth a search spends on a move of a position with this many moves: 1, or 0 to extend it.
    fn cost(&self, _position: &G, _moves: usize) -> i32 {
        1
    }
}

/// How a position at the end of the search's depth is to be valued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// By its static estimate.
    Settled,
    /// By its static estimate or by a noisy move, whatever is better: the side to move need not play one.
    Tactical,
    /// By its moves, all of them: the static estimate says nothing, since something is about to happen that cannot be declined.
    Forced,
}
