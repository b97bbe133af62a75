use std::cmp::{max, min};

use smallvec::SmallVec;

use super::SimultaneousGame;
use super::memo::{Entry, Memo};
use crate::{Meter, Move, MoveList, Side};

/// Finds what a side can guarantee itself with pure strategies even if the other sees each of its moves before answering.
///
/// This *serialised* game has alternating moves, so that alpha-beta solves it; it bounds the simultaneous one from below for the side that
/// commits itself and from above for the other. In many games the two bounds agree nearly everywhere, and extreme scores are always
/// found by it: a sure win never needs chance. Source: B. Bošanský, V. Lisý, M. Lanctot, J. Čermák and M. Winands, *Algorithms for
/// computing strategies in two-player simultaneous move games*, Artificial Intelligence 237 (2016).
#[derive(Clone, Debug)]
pub(super) struct Serialised {
    /// Each side's guarantees: the two are different facts about the same position.
    memos: [Memo; 2],
}

/// What a search ran into when it could not finish: a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// A reply to a move and the position it leads to.
type Answers<G> = SmallVec<[(u8, G); 16]>;

impl Serialised {
    pub(super) fn new(bytes: usize) -> Self {
        // Where the sides can be exchanged only the first table grows.
        Self { memos: [Memo::new(bytes), Memo::new(bytes)] }
    }

    /// Changes the bound of each side's table.
    pub(super) fn limit(&mut self, bytes: usize) {
        self.memos.iter_mut().for_each(|memo| memo.limit(bytes));
    }

    pub(super) fn clear(&mut self) {
        self.memos.iter_mut().for_each(Memo::clear);
    }

    pub(super) fn entries(&self) -> usize {
        self.memos.iter().map(Memo::entries).sum()
    }

    pub(super) fn bytes(&self) -> usize {
        self.memos.iter().map(Memo::bytes).sum()
    }

    /// The best score that `side` can guarantee itself by committing first in every turn: from its own point of view, as a bound where
    /// it is outside `alpha..=beta` (above `alpha` it is at least what is returned, below `beta` at most).
    pub(super) fn guaranteed<G: SimultaneousGame>(
        &mut self,
        position: &G,
        side: Side,
        alpha: i32,
        beta: i32,
        meter: &mut Meter,
    ) -> Result<i32, Stopped> {
        match (side, position.exchanged()) {
            (Side::Second, Some(exchanged)) => {
                self.search(&exchanged.canonical(), Side::First, alpha, beta, meter)
            }
            _ => self.search(&position.canonical(), side, alpha, beta, meter),
        }
    }

    /// The same for one move of `side`: what it guarantees, against the best answer.
    pub(super) fn guaranteed_by<G: SimultaneousGame>(
        &mut self,
        position: &G,
        side: Side,
        chosen: G::Move,
        alpha: i32,
        beta: i32,
        meter: &mut Meter,
    ) -> Result<i32, Stopped> {
        let mut worst = i32::MAX;
        for answer in position.moves(side.opponent()) {
            let child = joint(position, side, chosen, answer);
            let score = self.guaranteed(&child, side, alpha, min(beta, worst), meter)?;
            worst = min(worst, score);
            if worst <= alpha {
                break;
            }
        }
        Ok(worst)
    }

    fn search<G: SimultaneousGame>(
        &mut self,
        position: &G,
        side: Side,
        alpha: i32,
        beta: i32,
        meter: &mut Meter,
    ) -> Result<i32, Stopped> {
        let tag = Memo::tag(position.key());
        let (mut known, hit) = self.known(position, side, tag);
        if let Some(score) = known.settles(alpha, beta) {
            return Ok(score);
        }
        if !meter.spend() {
            return Err(Stopped);
        }
        let nodes = meter.nodes();
        let (mut alpha, beta) = (max(alpha, known.lower), min(beta, known.upper));
        let full = (alpha, beta);
        let mut moves: MoveList<(u8, G::Move)> = numbered(&position.moves(side));
        if let Some(first) = hit.and_then(|best| moves.iter().position(|(at, _)| *at == best)) {
            moves[..=first].rotate_right(1);
        }
        let replies = numbered(&position.moves(side.opponent()));
        let mut refutations: MoveList<u8> = MoveList::new();
        let mut best = (i32::MIN, 0);
        for (at, chosen) in moves {
            let score =
                self.worst_case(position, side, (chosen, &replies), (alpha, beta), &mut refutations, meter)?;
            if score > best.0 {
                best = (score, at);
                alpha = max(alpha, score);
                if score >= beta {
                    break;
                }
            }
        }
        if best.0 > full.0 {
            known.lower = max(known.lower, best.0);
        }
        if best.0 < full.1 {
            known.upper = min(known.upper, best.0);
        }
        self.keep(side, tag, known, best.1, meter.nodes() - nodes);
        Ok(best.0)
    }

    /// The score of the answer that is worst for `side`; answers that refuted a move before are tried first.
    fn worst_case<G: SimultaneousGame>(
        &mut self,
        position: &G,
        side: Side,
        (chosen, replies): (G::Move, &MoveList<(u8, G::Move)>),
        (alpha, beta): (i32, i32),
        refutations: &mut MoveList<u8>,
        meter: &mut Meter,
    ) -> Result<i32, Stopped> {
        let mut worst = i32::MAX;
        let mut open: Answers<G> = SmallVec::new();
        for &(at, reply) in replies {
            let child = joint(position, side, chosen, reply).canonical();
            let (known, _) = self.known(&child, side, Memo::tag(child.key()));
            match known.settles(alpha, min(beta, worst)) {
                Some(score) => {
                    worst = min(worst, score);
                    if worst <= alpha {
                        return Ok(worst);
                    }
                }
                None => open.push((at, child)),
            }
        }
        if !refutations.is_empty() {
            open.sort_by_key(|(at, _)| {
                refutations.iter().position(|earlier| earlier == at).unwrap_or(usize::MAX)
            });
        }
        for (at, child) in open {
            worst = min(worst, self.search(&child, side, alpha, min(beta, worst), meter)?);
            if worst <= alpha {
                refutations.retain(|earlier| *earlier != at);
                refutations.insert(0, at);
                break;
            }
        }
        Ok(worst)
    }

    /// Bounds of the first side's score that are known without a search.
    pub(super) fn interval<G: SimultaneousGame>(&self, position: &G) -> (i32, i32) {
        let position = position.canonical();
        let (own, _) = self.known(&position, Side::First, Memo::tag(position.key()));
        let (other, _) = match position.exchanged().map(|exchanged| exchanged.canonical()) {
            Some(exchanged) => self.known(&exchanged, Side::First, Memo::tag(exchanged.key())),
            None => self.known(&position, Side::Second, Memo::tag(position.key())),
        };
        (own.lower, -other.lower)
    }

    /// Bounds from the rules and the table, from the point of view of `side`, and the move that was best before.
    fn known<G: SimultaneousGame>(&self, position: &G, side: Side, tag: u64) -> (Bounds, Option<u8>) {
        let (lower, upper) = position.score_bounds();
        let mut known = match side {
            Side::First => Bounds { lower, upper },
            Side::Second => Bounds { lower: -upper, upper: -lower },
        };
        if known.lower == known.upper {
            return (known, None);
        }
        let entry = self.memos[side.index()].probe(tag);
        if let Some(entry) = entry {
            if entry.lower != i16::MIN {
                known.lower = max(known.lower, entry.lower.into());
            }
            if entry.upper != i16::MAX {
                known.upper = min(known.upper, entry.upper.into());
            }
        }
        (known, entry.map(|entry| entry.best))
    }

    fn keep(&mut self, side: Side, tag: u64, known: Bounds, best: u8, nodes: u64) {
        // The extremes of 16 bits stand for bounds that do not fit: for none.
        let lower = i16::try_from(known.lower).unwrap_or(i16::MIN);
        let upper = i16::try_from(known.upper).unwrap_or(i16::MAX);
        let work = u8::try_from(nodes.checked_ilog2().map_or(0, |log| log + 1)).expect("at most 64") + 1;
        self.memos[side.index()].store(tag, Entry { lower, upper, best, work });
    }
}

#[derive(Clone, Copy, Debug)]
struct Bounds {
    lower: i32,
    upper: i32,
}

impl Bounds {
    /// A score that says all a search with this window would, if the bounds suffice for that.
    #[inline]
    fn settles(self, alpha: i32, beta: i32) -> Option<i32> {
        if self.lower >= beta || self.lower == self.upper {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

fn numbered<M: Move>(moves: &MoveList<M>) -> MoveList<(u8, M)> {
    // Numbers only order moves: where there are more than 256, some share one.
    #[expect(clippy::cast_possible_truncation, reason = "a number may stand for several moves")]
    moves.iter().enumerate().map(|(at, &listed)| (at as u8, listed)).collect()
}

fn joint<G: SimultaneousGame>(position: &G, side: Side, own: G::Move, other: G::Move) -> G {
    match side {
        Side::First => position.play_unchecked(own, other),
        Side::Second => position.play_unchecked(other, own),
    }
}
