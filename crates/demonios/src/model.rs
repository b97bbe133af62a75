use jugada_core::{Random, Side};
use smallvec::SmallVec;

use crate::board::Board;
use crate::strategy::Rule;

/// What an opponent may be taken for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Character {
    /// Follows a rule of thumb.
    Follows(Rule),
    /// Tries its moves out in random games.
    Samples,
}

/// How many characters there are.
pub(crate) const CHARACTERS: usize = 8;

impl Character {
    /// All of them; a model has a weight for each.
    pub(crate) const ALL: [Self; CHARACTERS] = [
        Self::Follows(Rule::Random),
        Self::Follows(Rule::Near),
        Self::Follows(Rule::Far),
        Self::Follows(Rule::Middle),
        Self::Follows(Rule::Mobility),
        Self::Follows(Rule::Territory),
        Self::Follows(Rule::Face),
        Self::Samples,
    ];
}

/// A number for each character.
pub(crate) type Weights = [f64; CHARACTERS];

/// What is believed about the opponent of this game: how likely it is to be of each character, by the rule of Bayes from the moves seen.
///
/// Nobody is taken to be perfectly in character: any move is made now and then.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    weights: Weights,
}

/// How often a character makes any move whatever.
pub(crate) const SLIP: f64 = 0.05;

/// No character is ever quite ruled out, since opponents need not be any of them.
const LEAST_WEIGHT: f64 = 1e-4;

/// The second side's moves, and how likely each character makes them.
pub(crate) type Chances = SmallVec<[(u32, Weights); 16]>;

/// How likely each character makes each of the second side's moves. `sampled` says it of a sampling opponent, if it is known;
/// otherwise it is taken to like room, more or less.
pub(crate) fn chances<B: Board>(board: &B, twice_centre: i64, sampled: Option<&[(u32, f64)]>) -> Chances {
    let targets = board.targets(Side::Second);
    let any = share(targets.len());
    let mut chances: Chances = targets.iter().map(|&cell| (cell, [any; CHARACTERS])).collect();
    for (at, character) in Character::ALL.into_iter().enumerate() {
        let mut set = |shares: &mut dyn FnMut(u32) -> f64| {
            for (cell, weights) in &mut chances {
                weights[at] = shares(*cell);
            }
        };
        match (character, sampled) {
            (Character::Follows(Rule::Random), _) => {}
            (Character::Follows(rule), _) => {
                let cells = rule.cells(board, Side::Second, twice_centre);
                let in_character = share(cells.len());
                set(&mut |cell| {
                    SLIP * any + if cells.contains(&cell) { (1.0 - SLIP) * in_character } else { 0.0 }
                });
            }
            (Character::Samples, Some(sampled)) => set(&mut |cell| {
                let found = sampled.iter().find(|(other, _)| *other == cell);
                SLIP * any + (1.0 - SLIP) * found.map_or(any, |(_, share)| *share)
            }),
            (Character::Samples, None) => {
                let cells = Rule::Territory.cells(board, Side::Second, twice_centre);
                let in_character = share(cells.len());
                set(&mut |cell| f64::midpoint(any, if cells.contains(&cell) { in_character } else { 0.0 }));
            }
        }
    }
    chances
}

#[expect(clippy::cast_precision_loss, reason = "the number of moves is small")]
fn share(count: usize) -> f64 {
    1.0 / count.max(1) as f64
}

impl Model {
    /// Nothing has been seen: all characters are equally likely.
    pub(crate) fn new() -> Self {
        Self { weights: [share(CHARACTERS); CHARACTERS] }
    }

    /// How likely each character is: sums to 1.
    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Learns from the second side's move. `sampled` says how likely a sampling opponent makes each move, if that is known.
    pub(crate) fn observe<B: Board>(
        &mut self,
        board: &B,
        chosen: u32,
        twice_centre: i64,
        sampled: Option<&[(u32, f64)]>,
    ) {
        let chances = chances(board, twice_centre, sampled);
        let Some((_, likelihoods)) = chances.iter().find(|(cell, _)| *cell == chosen) else { return };
        for (weight, likelihood) in self.weights.iter_mut().zip(likelihoods) {
            *weight *= likelihood;
        }
        let sum: f64 = self.weights.iter().sum();
        for weight in &mut self.weights {
            *weight = (*weight / sum).max(LEAST_WEIGHT);
        }
        let sum: f64 = self.weights.iter().sum();
        for weight in &mut self.weights {
            *weight /= sum;
        }
    }

    /// A character, drawn as likely as it is.
    pub(crate) fn draw(&self, random: &mut Random) -> Character {
        draw(&self.weights, random)
    }
}

/// A character, drawn in proportion to its weight.
pub(crate) fn draw(weights: &Weights, random: &mut Random) -> Character {
    Character::ALL[random.weighted(weights).unwrap_or(0)]
}
