use jugada_core::{ExactSolver, JointTreeSearch, Limits, Random, Search, Side, SimultaneousGame};

use crate::{Card, Goofspiel};

/// Plays an optimal mixture of cards where the solver finds it within the limits, and one found by Monte-Carlo tree search where it does not.
#[derive(Debug)]
pub struct Engine {
    solver: ExactSolver,
    search: JointTreeSearch<Card>,
    random: Random,
    limits: Limits,
}

impl Engine {
    /// An engine with these limits for the solver and again for the search.
    #[must_use]
    pub fn new(limits: Limits, seed: u64) -> Self {
        let (solver, search) = (ExactSolver::new(f64::from), JointTreeSearch::new(f64::from, seed));
        Self { solver, search, random: Random::from_seed(seed), limits }
    }

    /// A card for the first side in a position that is not over, drawn from the mixture.
    pub fn choose(&mut self, position: &Goofspiel) -> Card {
        let solution = self.solver.solve(position, &self.limits);
        let mixture = if solution.value().is_some() {
            solution.strategies
        } else {
            self.search.search(position, &self.limits);
            self.search.strategies()
        };
        let shares: Vec<f64> = mixture[0].iter().map(|(_, share)| *share).collect();
        let drawn = self.random.weighted(&shares).map(|at| mixture[0][at].0);
        drawn.unwrap_or_else(|| position.moves(Side::First)[0])
    }
}
