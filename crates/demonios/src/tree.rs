use jugada_core::{Random, Side, SimultaneousGame};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::board::Board;
use crate::model::{Character, Model};
use crate::playout::{imagine, narrow, playout, points, walk_out};
use crate::script::Script;
use crate::strategy::Rule;
use crate::{CellSet, Compact};

/// Monte-Carlo tree search for the points that can be won from the opponent as it is believed to be.
///
/// Only our moves are chosen by what they earned (upper confidence bounds); the opponent's are those of a character drawn once for each game
/// from the model. So the search plans for what it will learn about the opponent, too (root sampling, as in Guez, Silver and Dayan,
/// *Efficient Bayes-adaptive reinforcement learning using sample-based search*, 2012).
pub(crate) struct Tree<'a, S> {
    root: Compact<S>,
    model: &'a Model,
    /// How likely a sampling opponent makes each move in the root position, if that is known.
    sampled: Option<&'a [(u32, f64)]>,
    twice_centre: i64,
    nodes: Vec<Node>,
    children: FxHashMap<(u32, u8, u8), u32>,
    /// Our scripts in playouts, and what they earned.
    scripts: [(Script, Mean); Script::ALL.len()],
}

#[derive(Clone, Copy, Debug, Default)]
struct Mean {
    visits: f64,
    total: f64,
}

impl Mean {
    fn add(&mut self, share: f64) {
        self.visits += 1.0;
        self.total += share;
    }

    /// What may be hoped for: the mean, plus more the less it is known.
    fn hope(self, log_visits: f64, curiosity: f64) -> f64 {
        self.total / self.visits + curiosity * (log_visits / self.visits).sqrt()
    }
}

#[derive(Clone, Debug)]
struct Node {
    visits: u64,
    arms: SmallVec<[(u8, Mean); 8]>,
}

const CURIOSITY: f64 = 0.5;

impl<'a, S: CellSet> Tree<'a, S> {
    /// A search among these moves of the first side.
    pub(crate) fn new(
        root: Compact<S>,
        allowed: &[u8],
        model: &'a Model,
        sampled: Option<&'a [(u32, f64)]>,
        twice_centre: i64,
    ) -> Self {
        let mut tree = Self {
            root,
            model,
            sampled,
            twice_centre,
            nodes: Vec::new(),
            children: FxHashMap::default(),
            scripts: Script::ALL.map(|script| (script, Mean::default())),
        };
        let mut node = tree.node(&root);
        node.arms.retain(|(cell, _)| allowed.contains(cell));
        tree.nodes.push(node);
        tree
    }

    fn node(&self, board: &Compact<S>) -> Node {
        let mut cells: SmallVec<[u8; 64]> = SmallVec::new();
        // The order is that in which wide nodes open their moves.
        let mut random = Random::from_seed(0);
        cells.extend(Script::Claim.pick(board, self.twice_centre, &mut random).map(narrow));
        cells.extend(Script::Walk.pick(board, self.twice_centre, &mut random).map(narrow));
        for rule in [Rule::Face, Rule::Near, Rule::Far, Rule::Middle] {
            cells.extend(rule.cells(board, Side::First, self.twice_centre).into_iter().map(narrow));
        }
        cells.extend(board.targets(Side::First).into_iter().map(narrow));
        let mut arms: SmallVec<[(u8, Mean); 8]> = SmallVec::new();
        for cell in cells {
            if !arms.iter().any(|(earlier, _)| *earlier == cell) {
                arms.push((cell, Mean::default()));
            }
        }
        Node { visits: 0, arms }
    }

    /// One game from the root.
    pub(crate) fn simulate(&mut self, random: &mut Random) {
        let character = self.model.draw(random);
        let mut path: SmallVec<[(u32, usize); 32]> = SmallVec::new();
        let mut board = self.root;
        let mut at = 0_u32;
        let score = loop {
            if let Some(score) = board.score() {
                break score;
            }
            if board.is_decided() && at != 0 {
                break walk_out(board, character, self.twice_centre, random);
            }
            let arm = self.select(at);
            path.push((at, arm));
            let own = self.nodes[at as usize].arms[arm].0;
            let other = match (at, character, self.sampled) {
                (0, Character::Samples, Some(sampled)) => drawn(sampled, random),
                _ => imagine(character, &board, self.twice_centre, random),
            };
            let other = narrow(other.expect("the game is not over"));
            board = board.play_unchecked(own, other);
            let next = u32::try_from(self.nodes.len()).expect("fewer games than 2³²");
            let child = *self.children.entry((at, own, other)).or_insert(next);
            if child == next {
                let node = self.node(&board);
                self.nodes.push(node);
                break self.finish(board, character, random);
            }
            at = child;
        };
        let share = points(score) / points(1);
        for (node, arm) in path {
            self.nodes[node as usize].visits += 1;
            self.nodes[node as usize].arms[arm].1.add(share);
        }
    }

    /// The most hopeful of the moves that are open yet: wide nodes open them one by one.
    fn select(&self, at: u32) -> usize {
        let node = &self.nodes[at as usize];
        let width = 6 + usize::try_from(node.visits.isqrt()).expect("a root of a number of games");
        let open = &node.arms[..node.arms.len().min(width)];
        if let Some(untried) = open.iter().position(|(_, mean)| mean.visits == 0.0) {
            return untried;
        }
        let log_visits = open.iter().map(|(_, mean)| mean.visits).sum::<f64>().max(1.0).ln();
        argmax(open.iter().map(|(_, mean)| mean.hope(log_visits, CURIOSITY)))
    }

    fn finish(&mut self, board: Compact<S>, character: Character, random: &mut Random) -> i32 {
        let tried: f64 = self.scripts.iter().map(|(_, mean)| mean.visits).sum();
        let log_visits = tried.max(1.0).ln();
        let chosen = match self.scripts.iter().position(|(_, mean)| mean.visits == 0.0) {
            Some(untried) => untried,
            None => argmax(self.scripts.iter().map(|(_, mean)| mean.hope(log_visits, CURIOSITY))),
        };
        let score = playout(board, self.scripts[chosen].0, character, self.twice_centre, random);
        self.scripts[chosen].1.add(points(score) / points(1));
        score
    }

    /// The move that was tried most.
    pub(crate) fn best(&self) -> u8 {
        let arms = &self.nodes[0].arms;
        arms[argmax(arms.iter().map(|(_, mean)| mean.visits + mean.total * 1e-3))].0
    }
}

fn argmax(worths: impl Iterator<Item = f64>) -> usize {
    let mut best = (0, f64::NEG_INFINITY);
    for (at, worth) in worths.enumerate() {
        if worth > best.1 {
            best = (at, worth);
        }
    }
    best.0
}

/// One of the cells, with these probabilities.
pub(crate) fn drawn<M: Copy>(cells: &[(M, f64)], random: &mut Random) -> Option<M> {
    let shares: SmallVec<[f64; 64]> = cells.iter().map(|(_, share)| *share).collect();
    random.weighted(&shares).map(|at| cells[at].0)
}
