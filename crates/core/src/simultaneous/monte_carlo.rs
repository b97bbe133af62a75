use rustc_hash::FxHashMap;

use super::SimultaneousGame;
use crate::{Choice, Limits, Meter, Progress, Random, Report, Search, Side};

/// Estimates what to play in simultaneous games that are too large to solve: Monte-Carlo tree search with a decoupled choice of the two
/// moves by regret matching.
///
/// In each position of the tree both sides choose at random in proportion to the regret for not having played a move more (and now and then any
/// move); what is advised is how often each move of the root was wanted on average, which approaches an equilibrium as the number of
/// games grows. New positions are judged by one game played at random. Source: V. Lisý, V. Kovařík, M. Lanctot and B. Bošanský,
/// *Convergence of Monte Carlo tree search in simultaneous move games*, NIPS 2013.
///
/// ```
/// # use std::ops::ControlFlow;
/// use jugada_core::{Choice, JointTreeSearch, Limits, Search, Side, SimultaneousGame};
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
/// let mut search = JointTreeSearch::new(f64::from, 7);
/// let report = search.search(&Pennies { shown: None }, &Limits::new().nodes(20_000));
/// assert!((report.value.expect("estimated") - 2.0 / 3.0).abs() < 0.05);
/// assert!(matches!(report.choice, Some(Choice::Mixed(_))));
/// ```
#[derive(Clone, Debug)]
pub struct JointTreeSearch<M> {
    payoff: fn(i32) -> f64,
    random: Random,
    nodes: Vec<Node<M>>,
    children: FxHashMap<(u32, u32), u32>,
}

/// How often a side makes any move whatever.
const EXPLORATION: f64 = 0.1;

/// Where limits name no memory, the tree takes about this many bytes.
const DEFAULT_MEMORY: usize = 1 << 28;

/// Games between two reports of progress.
const STRIDE: u64 = 1 << 14;

#[derive(Clone, Debug)]
struct Node<M> {
    moves: [Vec<M>; 2],
    regrets: [Vec<f64>; 2],
    /// How much each move was wanted so far.
    wanted: [Vec<f64>; 2],
    /// Sum of payoffs and number of games for each pair of moves, row by row.
    pairs: Vec<(f64, f64)>,
}

impl<M: Copy> Node<M> {
    fn new<G: SimultaneousGame<Move = M>>(position: &G) -> Self {
        let moves = Side::BOTH.map(|side| position.moves(side).to_vec());
        let zeros = || [vec![0.0; moves[0].len()], vec![0.0; moves[1].len()]];
        Self {
            regrets: zeros(),
            wanted: zeros(),
            pairs: vec![(0.0, 0.0); moves[0].len() * moves[1].len()],
            moves,
        }
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
            + self.pairs.len() * size_of::<(f64, f64)>()
            + (self.moves[0].len() + self.moves[1].len()) * (size_of::<M>() + 2 * size_of::<f64>())
    }

    /// Probabilities in proportion to positive regret; equal ones where nothing is regretted.
    fn strategy(&self, side: Side) -> Vec<f64> {
        in_proportion(self.regrets[side.index()].iter().map(|regret| regret.max(0.0)).collect())
    }

    /// The probabilities that were wanted on average.
    fn average(&self, side: Side) -> Vec<f64> {
        in_proportion(self.wanted[side.index()].clone())
    }

    /// Takes note of a game in which this pair of moves led to a payoff.
    fn learn(&mut self, pair: [usize; 2], payoff: f64) {
        let columns = self.moves[1].len();
        let at = |row: usize, column: usize| row * columns + column;
        let (sum, games) = &mut self.pairs[at(pair[0], pair[1])];
        *sum += payoff;
        *games += 1.0;
        let instead = |index: usize| {
            let (sum, games) = self.pairs[index];
            if games > 0.0 { sum / games } else { payoff }
        };
        for row in (0..self.moves[0].len()).filter(|&row| row != pair[0]) {
            self.regrets[0][row] += instead(at(row, pair[1])) - payoff;
        }
        for column in (0..columns).filter(|&column| column != pair[1]) {
            self.regrets[1][column] += payoff - instead(at(pair[0], column));
        }
    }
}

fn in_proportion(mut weights: Vec<f64>) -> Vec<f64> {
    let sum: f64 = weights.iter().sum();
    if sum > 0.0 {
        for weight in &mut weights {
            *weight /= sum;
        }
    } else {
        #[expect(clippy::cast_precision_loss, reason = "the number of moves is small")]
        let equal = 1.0 / weights.len() as f64;
        weights.fill(equal);
    }
    weights
}

impl<M: crate::Move> JointTreeSearch<M> {
    /// A search for which a final score is worth `payoff(score)` to the first side; its random choices follow from `seed`.
    #[must_use]
    pub fn new(payoff: fn(i32) -> f64, seed: u64) -> Self {
        Self { payoff, random: Random::from_seed(seed), nodes: Vec::new(), children: FxHashMap::default() }
    }

    /// What each side is advised to play after the last search: moves with probabilities. Empty where the game was over.
    #[must_use]
    pub fn strategies(&self) -> [Vec<(M, f64)>; 2] {
        Side::BOTH.map(|side| match self.nodes.first() {
            None => Vec::new(),
            Some(root) => {
                let moves = root.moves[side.index()].iter().copied();
                moves.zip(root.average(side)).filter(|(_, share)| *share > 0.0).collect()
            }
        })
    }

    fn draw(&mut self, strategy: &[f64]) -> usize {
        if self.random.unit() < EXPLORATION {
            return self.random.index(strategy.len());
        }
        self.random.weighted(strategy).expect("probabilities are not all 0")
    }

    /// One game from the root on; the bytes by which the tree grew.
    fn iterate<G: SimultaneousGame<Move = M>>(&mut self, root: &G, may_grow: bool) -> usize {
        let mut path: Vec<(u32, [usize; 2])> = Vec::new();
        let mut position = root.clone();
        let mut at = 0;
        let mut grown = 0;
        let payoff = loop {
            if let Some(score) = certain(&position) {
                break (self.payoff)(score);
            }
            let pair = Side::BOTH.map(|side| {
                let strategy = self.nodes[at as usize].strategy(side);
                for (wanted, share) in self.nodes[at as usize].wanted[side.index()].iter_mut().zip(&strategy)
                {
                    *wanted += share;
                }
                self.draw(&strategy)
            });
            path.push((at, pair));
            let node = &self.nodes[at as usize];
            position = position.play_unchecked(node.moves[0][pair[0]], node.moves[1][pair[1]]);
            let index = u32::try_from(pair[0] * node.moves[1].len() + pair[1]).expect("few moves");
            if let Some(&child) = self.children.get(&(at, index)) {
                at = child;
                continue;
            }
            if may_grow && certain(&position).is_none() {
                let node = Node::new(&position);
                grown = node.bytes();
                self.children.insert((at, index), u32::try_from(self.nodes.len()).expect("fewer than 2³²"));
                self.nodes.push(node);
            }
            break (self.payoff)(self.play_at_random(position));
        };
        for (at, pair) in path {
            self.nodes[at as usize].learn(pair, payoff);
        }
        grown
    }

    fn play_at_random<G: SimultaneousGame<Move = M>>(&mut self, mut position: G) -> i32 {
        loop {
            if let Some(score) = certain(&position) {
                return score;
            }
            let [first, second] = Side::BOTH.map(|side| {
                let moves = position.moves(side);
                moves[self.random.index(moves.len())]
            });
            position = position.play_unchecked(first, second);
        }
    }

    fn report(&self, meter: &Meter, bytes: usize) -> Report<M, f64> {
        let mut report = Report::empty();
        if let Some(root) = self.nodes.first() {
            let [own, other] = Side::BOTH.map(|side| root.average(side));
            let mut value = 0.0;
            for (row, share) in own.iter().enumerate() {
                for (column, reply) in other.iter().enumerate() {
                    let (sum, games) = root.pairs[row * other.len() + column];
                    if games > 0.0 {
                        value += share * reply * sum / games;
                    }
                }
            }
            report.value = (meter.nodes() > 0).then_some(value);
            report.choice = match self.strategies()[0].as_slice() {
                [(only, _)] => Some(Choice::Pure(*only)),
                mixed => Some(Choice::Mixed(mixed.to_vec())),
            };
        }
        report.nodes = meter.nodes();
        report.time = meter.elapsed();
        report.table_entries = self.nodes.len() as u64;
        report.table_bytes = bytes as u64;
        report
    }
}

/// The score that a position is sure to have.
fn certain<G: SimultaneousGame>(position: &G) -> Option<i32> {
    let (lower, upper) = position.score_bounds();
    (lower == upper).then_some(lower)
}

impl<G: SimultaneousGame> Search<G> for JointTreeSearch<G::Move> {
    type Move = G::Move;
    /// The first side's payoff, estimated.
    type Value = f64;

    /// A node is a game played. The tree is built anew each time.
    fn search_with(
        &mut self,
        position: &G,
        limits: &Limits,
        progress: &mut Progress<'_, G::Move, f64>,
    ) -> Report<G::Move, f64> {
        let mut meter = Meter::start(limits);
        let memory = limits.memory.unwrap_or(DEFAULT_MEMORY);
        self.nodes.clear();
        self.children.clear();
        if position.score().is_some() {
            return self.report(&meter, 0);
        }
        let root = Node::new(position);
        let mut bytes = root.bytes();
        self.nodes.push(root);
        if certain(position).is_some() {
            // Whatever the moves earn, games from here on do not tell them apart.
            return self.report(&meter, bytes);
        }
        while meter.spend() {
            bytes += self.iterate(position, bytes < memory);
            if meter.nodes().is_multiple_of(STRIDE) {
                progress(&self.report(&meter, bytes));
            }
        }
        self.report(&meter, bytes)
    }
}
