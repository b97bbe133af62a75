use jugada_core::{ExactSolver, Limits, Random, Side, SimultaneousGame};
use rustc_hash::FxHashMap;

use crate::effort::Effort;
use crate::model::{CHARACTERS, Character, Weights, chances, draw};
use crate::playout::{narrow, playout, points, walk_out};
use crate::script::Script;
use crate::{CellSet, Compact};

/// The best plan against an opponent of unknown character: expected points by full search over our moves, the replies that its
/// possible characters make, and what each reply will tell about it.
///
/// Lines that are less likely than a threshold are judged by one playout. The threshold falls until the time is over.
pub(crate) struct Planner<'a, S> {
    root: Compact<S>,
    allowed: &'a [u8],
    weights: Weights,
    sampled: Option<&'a [(u32, f64)]>,
    twice_centre: i64,
    solver: &'a mut ExactSolver,
    effort: Effort,
    threshold: f64,
    /// By position and belief: points, and the likelihood of the line by which it was reached.
    memo: FxHashMap<(u128, u128), (f64, f64)>,
    visits: u32,
}

/// The time is over.
struct Late;

/// Points taken for lines so unlikely that not even a playout is worth the time.
const HARDLY_EVER: f64 = 2.0;

const MOST_POINTS: f64 = 10.0;

impl<'a, S: CellSet> Planner<'a, S> {
    pub(crate) fn new(
        root: Compact<S>,
        allowed: &'a [u8],
        weights: Weights,
        sampled: Option<&'a [(u32, f64)]>,
        twice_centre: i64,
        solver: &'a mut ExactSolver,
        effort: Effort,
    ) -> Self {
        Self {
            root,
            allowed,
            weights,
            sampled,
            twice_centre,
            solver,
            effort,
            threshold: 0.0,
            memo: FxHashMap::default(),
            visits: 0,
        }
    }

    /// The best move of the last threshold that could be finished, and its expected points; nothing if there was no time for any.
    pub(crate) fn best(&mut self, random: &mut Random) -> Option<(u8, f64)> {
        let mut best = None;
        let mut threshold = 0.2;
        while threshold > 1e-6 {
            self.threshold = threshold;
            self.memo.clear();
            let root = self.root;
            match self.among(&root, self.allowed, &self.weights.clone(), true, random) {
                Ok(found) => best = Some(found),
                Err(Late) => break,
            }
            threshold /= 3.0;
        }
        best
    }

    /// The best of these moves and its points, weighed with the likelihood of the line.
    fn among(
        &mut self,
        board: &Compact<S>,
        moves: &[u8],
        weights: &Weights,
        is_root: bool,
        random: &mut Random,
    ) -> Result<(u8, f64), Late> {
        let mass: f64 = weights.iter().sum();
        let replies = chances(board, self.twice_centre, if is_root { self.sampled } else { None });
        let mut best = (moves[0], f64::NEG_INFINITY);
        for &own in moves {
            let mut open = mass;
            let mut sum = 0.0;
            for &(reply, likelihoods) in &replies {
                let after: Weights = std::array::from_fn(|at| weights[at] * likelihoods[at]);
                let its_mass: f64 = after.iter().sum();
                open -= its_mass;
                sum += if its_mass < self.threshold * 0.1 {
                    its_mass * HARDLY_EVER
                } else {
                    self.value(&board.play_unchecked(own, narrow(reply)), &after, its_mass, random)?
                };
                if sum + open * MOST_POINTS <= best.1 {
                    break;
                }
            }
            if sum > best.1 {
                best = (own, sum);
            }
            if best.1 >= mass * MOST_POINTS * 0.999 {
                break;
            }
        }
        Ok(best)
    }

    /// Points expected from here on, weighed with the likelihood of the line.
    fn value(
        &mut self,
        board: &Compact<S>,
        weights: &Weights,
        mass: f64,
        random: &mut Random,
    ) -> Result<f64, Late> {
        if let Some(score) = board.score() {
            return Ok(mass * points(score));
        }
        if board.is_decided() {
            let outcomes =
                Character::ALL.into_iter().zip(weights).filter(|(_, weight)| **weight > 0.01 * mass);
            let (mut sum, mut counted) = (0.0, 0.0);
            for (character, weight) in outcomes {
                sum += weight * points(walk_out(*board, character, self.twice_centre, random));
                counted += weight;
            }
            return Ok(sum / counted * mass);
        }
        if mass < self.threshold {
            let character = draw(weights, random);
            let score = playout(*board, Script::Claim, character, self.twice_centre, random);
            return Ok(mass * points(score));
        }
        let key = (board.key(), belief(weights, mass));
        if let Some(&(mean, its_mass)) = self.memo.get(&key)
            && its_mass > mass * 0.5
        {
            return Ok(mean * mass);
        }
        self.visits += 1;
        if self.visits.is_multiple_of(16) && self.effort.is_spent(self.visits, 0.9) {
            return Err(Late);
        }
        let moves = self.safe(board);
        let (_, sum) = self.among(board, &moves, weights, false, random)?;
        self.memo.insert(key, (sum / mass, mass));
        Ok(sum)
    }

    /// The moves that do not give a draw away, if there are any; all otherwise.
    fn safe(&mut self, board: &Compact<S>) -> Vec<u8> {
        let limits = Limits::new().nodes(2_000);
        let moves = board.moves(Side::First);
        let safe: Vec<u8> = moves
            .iter()
            .copied()
            .filter(|&chosen| self.solver.ensures(board, Side::First, chosen, 0, &limits) == Some(true))
            .collect();
        if safe.is_empty() { moves.to_vec() } else { safe }
    }
}

/// Shares in thousandths.
fn belief(weights: &Weights, mass: f64) -> u128 {
    const BITS: usize = 128 / CHARACTERS;
    weights.iter().fold(0, |word, weight| {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a thousandth is enough")]
        let share = (weight / mass * 1000.0) as u32;
        word << BITS | u128::from(share)
    })
}
