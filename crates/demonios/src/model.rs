use jugada_core::{Random, Side};

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

impl Character {
    /// All of them; a model has a weight for each.
    pub(crate) const ALL: [Self; 8] = [
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

/// What is believed about the opponent of this game: how likely it is to be of each character, by the rule of Bayes from the moves seen.
///
/// Nobody is taken to be perfectly in character: any move is made now and then.
#[derive(Clone, Debug)]
pub(crate) struct Model {
    weights: [f64; Character::ALL.len()],
}

/// How often a character makes any move whatever.
pub(crate) const SLIP: f64 = 0.08;

/// No character is ever quite ruled out, since opponents need not be any of them.
const LEAST_WEIGHT: f64 = 1e-4;

impl Model {
    /// Nothing has been seen: all characters are equally likely.
    pub(crate) fn new() -> Self {
        Self { weights: [1.0; Character::ALL.len()] }
    }

    /// Learns from the second side's move. `sampled` says how likely a sampling opponent makes each move, if that is known.
    pub(crate) fn observe<B: Board>(
        &mut self,
        board: &B,
        chosen: u32,
        twice_centre: i64,
        sampled: Option<&[(u32, f64)]>,
    ) {
        let targets = board.targets(Side::Second);
        #[expect(clippy::cast_precision_loss, reason = "the number of moves is small")]
        let share = |count: usize| 1.0 / count.max(1) as f64;
        let any = share(targets.len());
        for (weight, character) in self.weights.iter_mut().zip(Character::ALL) {
            let in_character = match character {
                Character::Follows(Rule::Random) => any,
                Character::Follows(rule) => {
                    let cells = rule.cells(board, Side::Second, twice_centre);
                    if cells.contains(&chosen) { share(cells.len()) } else { 0.0 }
                }
                Character::Samples => match sampled {
                    Some(cells) => {
                        cells.iter().find(|(cell, _)| *cell == chosen).map_or(0.0, |(_, share)| *share)
                    }
                    None => any,
                },
            };
            *weight *= SLIP * any + (1.0 - SLIP) * in_character;
        }
        let sum: f64 = self.weights.iter().sum();
        for weight in &mut self.weights {
            *weight = (*weight / sum).max(LEAST_WEIGHT);
        }
    }

    /// A character, drawn as likely as it is.
    pub(crate) fn draw(&self, random: &mut Random) -> Character {
        let mut rest = random.unit() * self.weights.iter().sum::<f64>();
        for (character, weight) in Character::ALL.into_iter().zip(self.weights) {
            rest -= weight;
            if rest < 0.0 {
                return character;
            }
        }
        Character::ALL[0]
    }
}
