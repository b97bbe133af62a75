use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::oracle::Oracle;
use super::watch::Watch;
use crate::{Component, Sum};

/// Finds the move after which a loss takes longest: the loser delays the end, the winner hastens it among the moves that win.
///
/// Asks for one ply more each time whether the winner can have won within so many plies, so that whenever it has to stop, it knows which moves
/// hold out longest as far as it has looked.
#[derive(Clone, Debug)]
pub(super) struct Resistance<C: Component> {
    /// For won positions: the winner has not won within the first number of plies, but within the second.
    bounds: FxHashMap<Sum<C>, (u32, u32)>,
}

/// Positions remembered at most; about 150 bytes each.
const MOST_POSITIONS: usize = 1 << 16;

impl<C: Component> Default for Resistance<C> {
    fn default() -> Self {
        Self { bounds: FxHashMap::default() }
    }
}

impl<C: Component> Resistance<C> {
    /// Which of these positions, all won for the side to move, resists longest. There must be at least one.
    ///
    /// Where the limits end the search, the choice among those that have held out so far is the one with the fewest winning replies.
    pub(super) fn longest(
        &mut self,
        options: &[Sum<C>],
        oracle: &mut impl Oracle<C>,
        watch: &mut Watch<'_>,
    ) -> usize {
        self.bounds.clear();
        let mut standing: Vec<usize> = Vec::new();
        for (at, option) in options.iter().enumerate() {
            if !standing.iter().any(|other| options[*other] == *option) {
                standing.push(at);
            }
        }
        // The last move is the winner's in normal play and the loser's in misère play.
        let first = u32::from(oracle.last_mover_wins());
        for plies in (first..).step_by(2) {
            let mut next = Vec::new();
            for &at in &standing {
                match self.won_within(&options[at], plies, oracle, watch) {
                    Some(true) => {}
                    Some(false) => next.push(at),
                    None => return Self::hardest(options, &standing, oracle),
                }
            }
            match next.as_slice() {
                [] => break,
                [only] => return *only,
                _ => standing = next,
            }
        }
        Self::hardest(options, &standing, oracle)
    }

    /// Among these positions the one with the fewest replies known to win.
    fn hardest(options: &[Sum<C>], standing: &[usize], oracle: &impl Oracle<C>) -> usize {
        let winning_replies = |at: &usize| {
            let mut count = 0_u32;
            let _ = options[*at].for_each_option(|reply| {
                count += u32::from(oracle.known_lost(reply.as_slice()) == Some(true));
                ControlFlow::<()>::Continue(())
            });
            count
        };
        *standing.iter().min_by_key(|at| winning_replies(at)).expect("there is an option")
    }

    /// Whether the game can be over, and won for the side to move, within so many plies; nothing if a limit was reached.
    ///
    /// The recursion is as deep as `plies`, which grows only as long as the limits allow.
    fn won_within(
        &mut self,
        won: &Sum<C>,
        plies: u32,
        oracle: &mut impl Oracle<C>,
        watch: &mut Watch<'_>,
    ) -> Option<bool> {
        let (not_within, within) = self.bounds.get(won).copied().unwrap_or((0, u32::MAX));
        if plies <= not_within || plies >= within {
            return Some(plies >= within);
        }
        if !watch.spend(|| oracle.usage()) {
            return None;
        }
        let replies = distinct_options(won);
        let mut result = replies.is_empty();
        for reply in &replies {
            if plies == 0 {
                break;
            }
            if oracle.is_lost(reply.as_slice(), watch)?
                && self.lost_within(reply, plies - 1, oracle, watch)?
            {
                result = true;
                break;
            }
        }
        if self.bounds.len() < MOST_POSITIONS || self.bounds.contains_key(won) {
            let bounds = if result { (not_within, plies) } else { (plies, within) };
            self.bounds.insert(won.clone(), bounds);
        }
        Some(result)
    }

    /// Whether the game must be over within so many plies, lost for the side to move.
    fn lost_within(
        &mut self,
        lost: &Sum<C>,
        plies: u32,
        oracle: &mut impl Oracle<C>,
        watch: &mut Watch<'_>,
    ) -> Option<bool> {
        let options = distinct_options(lost);
        if plies == 0 {
            return Some(options.is_empty());
        }
        for option in &options {
            if !self.won_within(option, plies - 1, oracle, watch)? {
                return Some(false);
            }
        }
        Some(true)
    }
}

fn distinct_options<C: Component>(position: &Sum<C>) -> Vec<Sum<C>> {
    let mut options = Vec::new();
    let _ = position.for_each_option(|option| {
        options.push(option);
        ControlFlow::<()>::Continue(())
    });
    options.sort_unstable();
    options.dedup();
    options
}
