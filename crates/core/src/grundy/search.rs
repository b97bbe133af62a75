use super::OutcomeClass;
use super::engine::Engine;
use super::oracle::{self, Oracle};
use super::watch::{Spent, TableUse, Watch};
use crate::{Component, ImpartialGame, Limits, Meter, Progress, Proof, Report, Search};

/// Solves impartial games in normal play (who cannot move loses) through nim-values of components.
///
/// By the theorem of Sprague and Grundy every component is worth a heap of nim, and a sum of components is lost for the side to move exactly if the
/// nim-sum of these values is 0. The search never computes more of a value than the question needs: [`nimber`](Self::nimber) asks for all of it,
/// [`is_zero`](Self::is_zero) and [`search`](Search::search) only whether it is 0.
///
/// What was found out is kept for the next call, within [`Limits::memory`] (a table never takes more; the stack of the search, a few hundred bytes a ply and option, comes
/// on top). Time limit and stop flag are looked at at least every 1,024 positions and options.
///
/// ```
/// use std::ops::ControlFlow;
/// use jugada_core::{Component, GrundySearch, Limits, OutcomeClass, Search, Sum};
///
/// /// A heap from which one, two or three counters are taken.
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
/// struct Heap(u32);
///
/// impl Component for Heap {
///     fn for_each_option<B>(&self, mut visit: impl FnMut(&[Self]) -> ControlFlow<B>) -> ControlFlow<B> {
///         (1..=self.0.min(3)).try_for_each(|taken| visit(&[Heap(self.0 - taken)]))
///     }
///     fn is_over(&self) -> bool { self.0 == 0 }
///     fn weight(&self) -> u32 { self.0 }
/// }
///
/// let mut search = GrundySearch::new();
/// assert_eq!(search.nimber(&[Heap(7), Heap(2)], &Limits::new()).value, Some(3 ^ 2));
/// let report = search.search(&Sum::new([Heap(7), Heap(2)]), &Limits::new());
/// assert_eq!(report.value, Some(OutcomeClass::Next));
/// // Component 1 is the heap of seven; its option 0 takes one and leaves six, of value 2.
/// assert_eq!(report.best_move(), Some(&(1, 0)));
/// ```
#[derive(Clone, Debug)]
pub struct GrundySearch<C: Component> {
    engine: Engine<C>,
}

impl<C: Component> Default for GrundySearch<C> {
    fn default() -> Self {
        Self::new()
    }
}

impl<C: Component> GrundySearch<C> {
    /// A search that knows nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self { engine: Engine::new(usize::MAX) }
    }

    /// The nim-value of a sum of components. It is proven whenever there is one.
    pub fn nimber(&mut self, components: &[C], limits: &Limits) -> Report<(), u32> {
        self.nimber_with(components, limits, &mut |_| ())
    }

    /// [`nimber`](Self::nimber), reporting progress.
    pub fn nimber_with(
        &mut self,
        components: &[C],
        limits: &Limits,
        progress: &mut Progress<'_, (), u32>,
    ) -> Report<(), u32> {
        self.ask(limits, progress, |engine, watch| engine.nimber(components, watch))
    }

    /// Whether the nim-value of a sum of components is 0: whether the side to move loses. It is proven whenever there is an answer.
    pub fn is_zero(&mut self, components: &[C], limits: &Limits) -> Report<(), bool> {
        self.is_zero_with(components, limits, &mut |_| ())
    }

    /// [`is_zero`](Self::is_zero), reporting progress.
    pub fn is_zero_with(
        &mut self,
        components: &[C],
        limits: &Limits,
        progress: &mut Progress<'_, (), bool>,
    ) -> Report<(), bool> {
        self.ask(limits, progress, |engine, watch| engine.is_zero(components, watch))
    }
}

impl<C: Component> GrundySearch<C> {
    /// Asks the engine one question and makes a report of the answer.
    fn ask<T>(
        &mut self,
        limits: &Limits,
        progress: &mut Progress<'_, (), T>,
        question: impl FnOnce(&mut Engine<C>, &mut Watch<'_>) -> Option<T>,
    ) -> Report<(), T> {
        self.engine.limit_bytes(limits.memory);
        let mut observe = |spent: Spent| progress(&spent.report());
        let mut watch = Watch::new(Meter::start(limits), &mut observe);
        let answer = question(&mut self.engine, &mut watch);
        let mut report = watch.spent(self.engine.usage()).report();
        if answer.is_some() {
            report.proof = Proof::Exact;
        }
        report.value = answer;
        report
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
        oracle::winning_moves(&mut self.engine, position, limits, progress)
    }
}

impl<C: Component> Oracle<C> for Engine<C> {
    fn limit_bytes(&mut self, bytes: Option<usize>) {
        self.table.limit_bytes(bytes.unwrap_or(usize::MAX));
    }

    fn is_lost(&mut self, components: &[C], watch: &mut Watch<'_>) -> Option<bool> {
        self.is_zero(components, watch)
    }

    fn known_lost(&self, components: &[C]) -> Option<bool> {
        self.known_zero(components)
    }

    fn usage(&self) -> TableUse {
        self.table.usage()
    }

    fn last_mover_wins(&self) -> bool {
        true
    }
}

/// Best move: any move to a position of value 0; where there is none, the one after which the loss takes longest, as far as that can be found out within
/// the limits and some 200,000 positions.
impl<P: ImpartialGame> Search<P> for GrundySearch<P::Component> {
    type Move = P::Move;
    type Value = OutcomeClass;

    fn search_with(
        &mut self,
        position: &P,
        limits: &Limits,
        progress: &mut Progress<'_, P::Move, OutcomeClass>,
    ) -> Report<P::Move, OutcomeClass> {
        oracle::best_move(&mut self.engine, position, limits, progress)
    }
}
