use crate::{Game, Random};

/// How a position that is new to the tree is judged: by a game played out from there, or in any other way.
///
/// Called once for each playout, so it should not allocate.
pub trait Playout<G: Game>: Sync {
    /// What a position that is not over is worth to the side to move: from −1, it loses, to 1, it wins.
    fn value(&self, position: G, random: &mut Random) -> f32;
}

/// Plays legal moves at random ([`Game::random_move`]) to the end of the game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RandomPlayout;

impl<G: Game> Playout<G> for RandomPlayout {
    #[inline]
    fn value(&self, mut position: G, random: &mut Random) -> f32 {
        let side = position.side_to_move();
        loop {
            let Some(chosen) = position.random_move(random) else {
                // Only an implementation that breaks the contract of `Game` gets here.
                return 0.0;
            };
            position = position.play_unchecked(chosen);
            if let Some(outcome) = position.outcome() {
                #[expect(clippy::cast_precision_loss, reason = "−1, 0 or 1")]
                return outcome.score(side) as f32;
            }
        }
    }
}

/// What is thought of a move before it is tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Opinion {
    /// What the move is worth to the side that makes it: from −1, it loses, to 1, it wins.
    pub value: f32,
    /// How many playouts this opinion is worth. With 0 it says nothing, and the move is tried before any other is tried again.
    pub playouts: u32,
}

/// What is known of moves before they are tried: they enter the tree as if they had had some playouts already.
///
/// Source: S. Gelly and D. Silver, "Combining online and offline knowledge in UCT", ICML 2007.
pub trait Prior<G: Game>: Sync {
    /// What is thought of a legal move.
    fn opinion(&self, position: &G, chosen: G::Move) -> Opinion;
}

/// No opinion on any move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoPrior;

impl<G: Game> Prior<G> for NoPrior {
    #[inline]
    fn opinion(&self, _: &G, _: G::Move) -> Opinion {
        Opinion { value: 0.0, playouts: 0 }
    }
}
