use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::OutcomeClass;
use super::oracle::{self, Oracle};
use super::watch::{TableUse, Watch};
use crate::{Component, ImpartialGame, Limits, Progress, Report, Search, Sum};

/// What happens to the side that cannot move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// It loses.
    Normal,
    /// It wins.
    Misere,
}

/// Solves impartial games by searching whole positions, in normal or misère play.
///
/// In misère play nim-values of components say little about their sum, so that nothing better serves a game in general. In normal play
/// [`GrundySearch`](crate::GrundySearch) is faster by orders of magnitude; this search is then an independent check.
///
/// Best move: any that wins; where there is none, the one after which the loss takes longest, as far as that can be found out in some 200,000 positions. Positions are remembered as sorted lists of components, within [`Limits::memory`];
/// when that is full, all are forgotten.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use jugada_core::{Component, Limits, OutcomeClass, Play, Search, Sum, WholeSearch};
/// # #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
/// # struct Heap(u32);
/// # impl Component for Heap {
/// #     fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         (0..self.0).try_for_each(|left| visit(&[Heap(left)]))
/// #     }
/// #     fn is_over(&self) -> bool { self.0 == 0 }
/// #     fn weight(&self) -> u32 { self.0 }
/// # }
/// let three_singles = Sum::new([Heap(1), Heap(1), Heap(1)]);
/// let normal = WholeSearch::new(Play::Normal).search(&three_singles, &Limits::new());
/// let misere = WholeSearch::new(Play::Misere).search(&three_singles, &Limits::new());
/// assert_eq!((normal.value, misere.value), (Some(OutcomeClass::Next), Some(OutcomeClass::Previous)));
/// ```
#[derive(Clone, Debug)]
pub struct WholeSearch<C: Component> {
    play: Play,
    /// Whether the side to move wins.
    known: FxHashMap<Sum<C>, bool>,
    byte_limit: usize,
    /// Bytes of positions with too many components to be kept in place.
    spilled: usize,
    stack: Vec<Frame<C>>,
}

/// A position under search.
#[derive(Clone, Debug)]
struct Frame<C: Component> {
    position: Sum<C>,
    /// Options not yet tried, best first in the end.
    untried: Vec<Sum<C>>,
}

impl<C: Component> WholeSearch<C> {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new(play: Play) -> Self {
        Self { play, known: FxHashMap::default(), byte_limit: usize::MAX, spilled: 0, stack: Vec::new() }
    }

    /// Whether the side to move wins; nothing if a limit was reached.
    ///
    /// Depth first, with the stack on the heap.
    fn is_won(&mut self, position: &Sum<C>, watch: &mut Watch<'_>) -> Option<bool> {
        if let Some(won) = self.recall(position) {
            return Some(won);
        }
        let mut won = self.enter(position.clone(), watch)?;
        loop {
            if !won {
                let option = self.stack.last_mut().and_then(|frame| frame.untried.pop());
                match option.as_ref().map(|option| self.recall(option)) {
                    // Every option is won for its side to move: the position is lost.
                    None => {}
                    Some(Some(true)) => continue,
                    Some(Some(false)) => won = true,
                    Some(None) => {
                        won = self.enter(option.expect("just seen"), watch)?;
                        continue;
                    }
                }
            }
            let frame = self.stack.pop().expect("a search is under way");
            self.remember(frame.position, won);
            if self.stack.is_empty() {
                return Some(won);
            }
            // An option that is lost for its side to move wins the position above.
            won = !won;
        }
    }

    /// Puts a position on the stack; whether it shows at once that the side to move wins. Nothing if a limit was reached.
    fn enter(&mut self, position: Sum<C>, watch: &mut Watch<'_>) -> Option<bool> {
        if !watch.spend(|| self.usage()) {
            self.stack.clear();
            return None;
        }
        let mut options = Vec::new();
        let won = position.for_each_option(|option| match self.recall(&option) {
            Some(false) => ControlFlow::Break(()),
            Some(true) => ControlFlow::Continue(()),
            None => {
                options.push(option);
                ControlFlow::Continue(())
            }
        });
        watch.meter.work(options.len() as u64);
        // The last one is tried first: the smallest.
        options.sort_unstable_by_key(|option| {
            (std::cmp::Reverse(option.as_slice().iter().map(Component::weight).sum::<u32>()), option.clone())
        });
        options.dedup();
        self.stack.push(Frame { position, untried: options });
        Some(won.is_break())
    }

    fn recall(&self, position: &Sum<C>) -> Option<bool> {
        if position.as_slice().is_empty() {
            return Some(self.play == Play::Misere);
        }
        self.known.get(position).copied()
    }

    fn remember(&mut self, position: Sum<C>, won: bool) {
        let spilled = Self::spilled_bytes(&position);
        let grows = self.known.len() == self.known.capacity();
        // While the map grows, the old and the new one stand side by side.
        let needed = if grows { self.map_bytes() * 3 } else { self.map_bytes() };
        if needed + self.spilled + spilled > self.byte_limit {
            self.known = FxHashMap::default();
            self.spilled = 0;
        }
        self.spilled += spilled;
        self.known.insert(position, won);
    }

    fn spilled_bytes(position: &Sum<C>) -> usize {
        let length = position.as_slice().len();
        if length > crate::Components::<C>::new().inline_size() {
            size_of_val(position.as_slice())
        } else {
            0
        }
    }

    /// The standard map has a control byte a slot and is at most 7/8 full.
    fn map_bytes(&self) -> usize {
        self.known.capacity() * 8 / 7 * (size_of::<(Sum<C>, bool)>() + 1)
    }

    /// All moves that win, in the order of the position's list. The value is their list, the choice the first of them.
    ///
    /// Where the report is not proven, these are the ones found in time.
    pub fn winning_moves<P: ImpartialGame<Component = C>>(
        &mut self,
        position: &P,
        limits: &Limits,
        progress: &mut Progress<'_, P::Move, Vec<P::Move>>,
    ) -> Report<P::Move, Vec<P::Move>> {
        oracle::winning_moves(self, position, limits, progress)
    }
}

impl<C: Component> Oracle<C> for WholeSearch<C> {
    fn limit_bytes(&mut self, bytes: Option<usize>) {
        self.byte_limit = bytes.unwrap_or(usize::MAX);
    }

    fn is_lost(&mut self, components: &[C], watch: &mut Watch<'_>) -> Option<bool> {
        self.is_won(&Sum::new(components.iter().copied()), watch).map(|won| !won)
    }

    fn known_lost(&self, components: &[C]) -> Option<bool> {
        self.recall(&Sum::new(components.iter().copied())).map(|won| !won)
    }

    fn usage(&self) -> TableUse {
        TableUse { entries: self.known.len() as u64, bytes: (self.map_bytes() + self.spilled) as u64 }
    }

    fn last_mover_wins(&self) -> bool {
        self.play == Play::Normal
    }
}

impl<P: ImpartialGame> Search<P> for WholeSearch<P::Component> {
    type Move = P::Move;
    type Value = OutcomeClass;

    fn search_with(
        &mut self,
        position: &P,
        limits: &Limits,
        progress: &mut Progress<'_, P::Move, OutcomeClass>,
    ) -> Report<P::Move, OutcomeClass> {
        oracle::best_move(self, position, limits, progress)
    }
}
