use std::time::Duration;

use super::SimultaneousGame;
use super::double_oracle::Values;
use super::serialised::{Serialised, Stopped};
use crate::{Choice, Limits, Meter, Number, Proof, Report, Search, Side};

/// Finds the exact value of simultaneous games, and optimal strategies of both sides, by backward induction.
///
/// What a final score is worth is given by a payoff that must not fall as the score rises; the first side wants it high, the second
/// low. Bounds come from the *serialised* game, in which one side shows its moves: alpha-beta finds what each side can
/// guarantee itself without chance. Where the two guarantees meet, that is the value; only where they do not, a matrix game is solved
/// with the double oracle method, and of its entries only those are evaluated that can matter. Source: B. Bošanský, V. Lisý,
/// M. Lanctot, J. Čermák and M. Winands, *Algorithms for computing strategies in two-player simultaneous move games*, Artificial
/// Intelligence 237 (2016).
///
/// Entries are `f64`, whose rounding stays below 10⁻⁹ of the largest payoff in the games tested, or [`Rational`](crate::Rational), for
/// proofs. The solver keeps its tables from one call to the next, so use one for positions of one game with the same parameters, or
/// [`clear`](Self::clear) it.
///
/// ```
/// # use std::ops::ControlFlow;
/// use jugada_core::{ExactSolver, Limits, Side, SimultaneousGame};
/// # #[derive(Clone, Copy)]
/// # struct Pennies { shown: Option<(bool, bool)> }
/// # impl SimultaneousGame for Pennies {
/// #     type Move = bool;
/// #     fn score(&self) -> Option<i32> { self.shown.map(|(a, b)| if a == b { 1 + i32::from(a) } else { 0 }) }
/// #     fn for_each_move<B>(&self, _: Side, visit: impl FnMut(bool) -> ControlFlow<B>) -> ControlFlow<B> {
/// #         [false, true].into_iter().try_for_each(visit)
/// #     }
/// #     fn play_unchecked(&self, first: bool, second: bool) -> Self { Self { shown: Some((first, second)) } }
/// #     fn key(&self) -> u128 { self.shown.map_or(4, |(a, b)| u128::from(a) * 2 + u128::from(b)) }
/// #     fn score_bounds(&self) -> (i32, i32) { self.score().map_or((0, 2), |score| (score, score)) }
/// # }
/// // Matching pennies: the first side gets 2 for two heads, 1 for two tails, else nothing.
/// let mut solver = ExactSolver::new(f64::from);
/// let solution = solver.solve(&Pennies { shown: None }, &Limits::new());
/// assert!((solution.value().expect("proven") - 2.0 / 3.0).abs() < 1e-12);
/// assert_eq!(solution.strategies[Side::First.index()].len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct ExactSolver<V = f64> {
    serialised: Serialised,
    values: Values<V>,
}

/// Where limits name no memory, tables take at most this many bytes.
const DEFAULT_MEMORY: usize = 1 << 30;

/// What an [`ExactSolver`] has found out about a position.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Solution<M, V = f64> {
    /// The value is proven to be at least this.
    pub lower: V,
    /// The value is proven to be at most this.
    pub upper: V,
    /// A strategy for each side: moves with positive probabilities that sum to 1. It guarantees `lower` to the first side
    /// and `upper` to the second; where that is not known of any, it is one move. Empty where the game is over.
    pub strategies: [Vec<(M, V)>; 2],
    /// Positions whose moves were looked at.
    pub nodes: u64,
    /// Matrix games solved.
    pub matrices: u64,
    /// Positions kept in the tables at the end.
    pub table_entries: u64,
    /// Bytes taken by the tables at the end.
    pub table_bytes: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// What an [`ExactSolver`] calls whenever it has proven more.
pub type SolutionProgress<'a, M, V> = dyn FnMut(&Solution<M, V>) + 'a;

impl<M, V: Number> Solution<M, V> {
    /// The exact value, if limits did not end the solver before.
    pub fn value(&self) -> Option<V> {
        (self.lower == self.upper).then_some(self.lower)
    }

    /// The same solution with moves written in another way.
    #[must_use]
    pub fn map_moves<N>(self, write: impl Fn(M) -> N) -> Solution<N, V> {
        let strategies = self
            .strategies
            .map(|strategy| strategy.into_iter().map(|(chosen, share)| (write(chosen), share)).collect());
        let Self { lower, upper, nodes, matrices, table_entries, table_bytes, time, .. } = self;
        Solution { lower, upper, strategies, nodes, matrices, table_entries, table_bytes, time }
    }
}

impl<V: Number> ExactSolver<V> {
    /// A solver for which a final score is worth `payoff(score)`.
    #[must_use]
    pub fn new(payoff: fn(i32) -> V) -> Self {
        Self { serialised: Serialised::new(DEFAULT_MEMORY / 2), values: Values::new(payoff) }
    }

    /// Asks for another payoff from now on: what pure strategies guarantee stays known.
    pub fn set_payoff(&mut self, payoff: fn(i32) -> V) {
        self.values = Values::new(payoff);
    }

    /// Forgets everything, for another game or other parameters.
    pub fn clear(&mut self) {
        self.serialised.clear();
        self.values.clear();
    }

    /// Whether a side that plays `chosen` now, and well afterwards, gets the score `goal` or a better one even if the other sees each of its
    /// moves before answering; nothing if a limit was reached before that was known.
    ///
    /// Better is higher for the first side and lower for the second.
    pub fn ensures<G: SimultaneousGame>(
        &mut self,
        position: &G,
        side: Side,
        chosen: G::Move,
        goal: i32,
        limits: &Limits,
    ) -> Option<bool> {
        self.limit(limits);
        let goal = if side == Side::First { goal } else { -goal };
        let mut meter = Meter::start(limits);
        let score = self.serialised.guaranteed_by(position, side, chosen, goal - 1, goal, &mut meter);
        score.ok().map(|score| score >= goal)
    }

    /// Half of the memory for each side's guarantees, of which the second table stays empty where sides can be exchanged.
    fn limit(&mut self, limits: &Limits) {
        self.serialised.limit(limits.memory.unwrap_or(DEFAULT_MEMORY) / 2);
    }

    /// The value and the strategies, or what is proven of them when a limit is reached.
    pub fn solve<G: SimultaneousGame>(&mut self, position: &G, limits: &Limits) -> Solution<G::Move, V> {
        let mut progress = |_: &Solution<G::Move, V>| ();
        self.solve_with(position, limits, &mut progress)
    }

    /// The same, calling `progress` whenever the proven interval has shrunk.
    pub fn solve_with<G: SimultaneousGame>(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut SolutionProgress<'_, G::Move, V>,
    ) -> Solution<G::Move, V> {
        self.limit(limits);
        let mut meter = Meter::start(limits);
        let matrices = self.values.matrices();
        let (lower, upper) = position.score_bounds();
        let mut root = Root {
            position,
            lower,
            upper,
            pure: Side::BOTH.map(|side| position.moves(side).first().copied()),
        };
        let payoff = self.values.payoff();
        let mut found = root.solution(payoff);
        if position.score().is_none() {
            let pure =
                root.close(&mut self.serialised, &mut meter, &mut |root| progress(&root.solution(payoff)));
            found = root.solution(payoff);
            if pure.is_ok()
                && found.lower < found.upper
                && let Ok(mixed) = self.values.root(position, &mut self.serialised, &mut meter)
            {
                found.lower = mixed.value;
                found.upper = mixed.value;
                found.strategies = mixed.strategies;
            }
        } else {
            found.strategies = [Vec::new(), Vec::new()];
        }
        found.nodes = meter.nodes();
        found.matrices = self.values.matrices() - matrices;
        found.table_entries = (self.serialised.entries() + self.values.entries()) as u64;
        found.table_bytes = (self.serialised.bytes() + self.values.bytes()) as u64;
        found.time = meter.elapsed();
        found
    }
}

/// The position asked about, and what is proven so far by pure strategies.
struct Root<'a, G: SimultaneousGame> {
    position: &'a G,
    /// The score that the first side can guarantee itself.
    lower: i32,
    /// The score above which the second side can keep the first from getting.
    upper: i32,
    /// The moves that prove these.
    pure: [Option<G::Move>; 2],
}

impl<G: SimultaneousGame> Root<'_, G> {
    /// Narrows the interval as far as pure strategies go. The sides take turns and each question halves what is open, so that a
    /// draw is found without asking who could win.
    fn close(
        &mut self,
        serialised: &mut Serialised,
        meter: &mut Meter,
        shrunk: &mut dyn FnMut(&Self),
    ) -> Result<(), Stopped> {
        // The most that the first side may yet guarantee itself, and the least to which the second may yet hold it.
        let (mut hope, mut fear) = (self.upper, self.lower);
        let mut proven = [false; 2];
        let mut turn = Side::First;
        while self.lower < self.upper {
            (hope, fear) = (hope.min(self.upper), fear.max(self.lower));
            let side = match (self.lower < hope, fear < self.upper) {
                (true, true) => turn,
                (true, false) => Side::First,
                (false, true) => Side::Second,
                (false, false) => break,
            };
            turn = side.opponent();
            let goal = match side {
                Side::First => self.lower + (hope - self.lower + 1) / 2,
                Side::Second => self.upper - (self.upper - fear + 1) / 2,
            };
            match (side, self.prove(side, goal, serialised, meter)?) {
                (Side::First, None) => hope = goal - 1,
                (Side::Second, None) => fear = goal + 1,
                (_, Some(chosen)) => {
                    self.pure[side.index()] = Some(chosen);
                    proven[side.index()] = true;
                    *(if side == Side::First { &mut self.lower } else { &mut self.upper }) = goal;
                    shrunk(self);
                }
            }
        }
        for side in Side::BOTH {
            let goal = if side == Side::First { self.lower } else { self.upper };
            if !proven[side.index()]
                && let Some(chosen) = self.prove(side, goal, serialised, meter)?
            {
                self.pure[side.index()] = Some(chosen);
            }
        }
        Ok(())
    }

    /// A move that guarantees `side` the score `goal` or better.
    fn prove(
        &self,
        side: Side,
        goal: i32,
        serialised: &mut Serialised,
        meter: &mut Meter,
    ) -> Result<Option<G::Move>, Stopped> {
        let goal = if side == Side::First { goal } else { -goal };
        for chosen in self.position.moves(side) {
            if serialised.guaranteed_by(self.position, side, chosen, goal - 1, goal, meter)? >= goal {
                return Ok(Some(chosen));
            }
        }
        Ok(None)
    }

    fn solution<V: Number>(&self, payoff: fn(i32) -> V) -> Solution<G::Move, V> {
        Solution {
            lower: payoff(self.lower),
            upper: payoff(self.upper),
            strategies: self.pure.map(|chosen| chosen.map(|chosen| (chosen, V::ONE)).into_iter().collect()),
            nodes: 0,
            matrices: 0,
            table_entries: 0,
            table_bytes: 0,
            time: Duration::ZERO,
        }
    }
}

impl<G: SimultaneousGame, V: Number> Search<G> for ExactSolver<V> {
    type Move = G::Move;
    /// The first side's payoff; where limits ended the search, what it can surely get.
    type Value = V;

    fn search_with(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut crate::Progress<'_, G::Move, V>,
    ) -> Report<G::Move, V> {
        let solution = self.solve_with(position, limits, &mut |so_far| progress(&report(so_far)));
        report(&solution)
    }
}

/// The first side's part of a solution.
fn report<M: crate::Move, V: Number>(solution: &Solution<M, V>) -> Report<M, V> {
    let mut report = Report::empty();
    report.choice = match solution.strategies[0].as_slice() {
        [] => None,
        [(chosen, _)] => Some(Choice::Pure(*chosen)),
        mixed => Some(Choice::Mixed(mixed.iter().map(|(chosen, share)| (*chosen, share.to_f64())).collect())),
    };
    report.value = Some(solution.lower);
    report.proof = if solution.value().is_some() { Proof::Exact } else { Proof::Estimate };
    report.nodes = solution.nodes;
    report.time = solution.time;
    report.table_entries = solution.table_entries;
    report.table_bytes = solution.table_bytes;
    report
}
