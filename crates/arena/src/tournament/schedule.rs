use std::collections::HashSet;

use jugada_core::{Random, split_mix_64};

use super::{Entrant, Plan, Record, Standings, System};

/// Two games between the same two entrants under the same conditions, the sides swapped in the second.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its number in the plan, from 0.
    pub number: u32,
    /// The entrants, the one that plays first in the first game first.
    pub entrants: [usize; 2],
    /// What is played.
    pub category: String,
    /// Where it begins, if not at the start.
    pub opening: Option<String>,
    /// What the random choices of both games come from.
    pub seed: u64,
}

impl Pair {
    /// The names of its two games.
    #[must_use]
    pub fn games(&self) -> [String; 2] {
        [0, 1].map(|game| self.game(game))
    }

    /// The name of its first (0) or second (1) game.
    #[must_use]
    pub fn game(&self, game: usize) -> String {
        format!("{}.{game}", self.number)
    }

    /// The entrants of a game by side.
    #[must_use]
    pub const fn seated(&self, game: usize) -> [usize; 2] {
        let [one, other] = self.entrants;
        if game == 0 { [one, other] } else { [other, one] }
    }
}

/// The pairs that are known so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// The pairs, in the order in which they are to be played.
    pub pairs: Vec<Pair>,
    /// Whether these are all there will ever be.
    pub complete: bool,
}

/// The pairs to play, given the games that have been played: a function of the two and nothing else.
///
/// Everybody's games are spread over the whole schedule, so that a table is fair at any time. A round of a Swiss tournament becomes
/// known when the one before it is over.
#[must_use]
pub fn schedule(plan: &Plan, records: &[Record]) -> Schedule {
    let count = plan.entrants.len();
    let mut pairs = Vec::new();
    match plan.system {
        System::RoundRobin => {
            let meetings: Vec<_> = (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j])).collect();
            add(plan, &mut pairs, &meetings);
        }
        System::Gauntlet => {
            let meetings: Vec<_> = (1..count).map(|other| [0, other]).collect();
            add(plan, &mut pairs, &meetings);
        }
        System::Swiss { rounds } => return swiss(plan, rounds, records),
    }
    Schedule { pairs, complete: true }
}

/// Appends what is played when these meet.
fn add(plan: &Plan, pairs: &mut Vec<Pair>, meetings: &[[usize; 2]]) {
    for repeat in 0..plan.pairs {
        for (place, category) in plan.categories.iter().enumerate() {
            for entrants in meetings {
                let number = u32::try_from(pairs.len()).expect("fewer than four billion pairs");
                let round = repeat as usize * plan.categories.len() + place;
                // Whoever begins in the first game changes, for games that are broken off between the two.
                let entrants = if round.is_multiple_of(2) { *entrants } else { [entrants[1], entrants[0]] };
                let opening = opening(plan, entrants, round);
                let mut state = plan.seed ^ (u64::from(number) << 20);
                // Short enough for every reader of JSON to keep.
                let seed = split_mix_64(&mut state) >> 11;
                pairs.push(Pair { number, entrants, category: category.clone(), opening, seed });
            }
        }
    }
}

fn opening(plan: &Plan, entrants: [usize; 2], round: usize) -> Option<String> {
    let able = entrants.iter().all(|entrant| Entrant::takes_openings(&plan.entrants[*entrant]));
    if !able || plan.openings.is_empty() {
        return None;
    }
    let mut order: Vec<&String> = plan.openings.iter().collect();
    Random::from_seed(plan.seed).shuffle(&mut order);
    Some(order[round % order.len()].clone())
}

fn swiss(plan: &Plan, rounds: u32, records: &[Record]) -> Schedule {
    let mut pairs: Vec<Pair> = Vec::new();
    let mut met: HashSet<[usize; 2]> = HashSet::new();
    let mut rested: HashSet<usize> = HashSet::new();
    for _ in 0..rounds {
        let known: HashSet<String> = pairs.iter().flat_map(Pair::games).collect();
        let earlier: Vec<Record> =
            records.iter().filter(|record| known.contains(&record.game)).cloned().collect();
        if earlier.len() < known.len() {
            return Schedule { pairs, complete: false };
        }
        let standings = Standings::of(plan, &earlier);
        // Whoever rests gets what a win brings: the most that anybody got in a game.
        let best = earlier.iter().flat_map(|record| record.played.points).max().unwrap_or(0);
        let per_round = plan.pairs as usize * plan.categories.len() * 2;
        let mut order: Vec<usize> = (0..plan.entrants.len()).collect();
        Random::from_seed(plan.seed).shuffle(&mut order);
        let total = |entrant: &usize| {
            let bonus = if rested.contains(entrant) { u64::from(best) * per_round as u64 } else { 0 };
            standings.points_of(*entrant) + bonus
        };
        order.sort_by_key(|entrant| std::cmp::Reverse(total(entrant)));
        if order.len() % 2 == 1 {
            let place =
                order.iter().rposition(|entrant| !rested.contains(entrant)).unwrap_or(order.len() - 1);
            rested.insert(order.remove(place));
        }
        let meetings =
            pair_up(&order, &met).unwrap_or_else(|| pair_up(&order, &HashSet::new()).unwrap_or_default());
        met.extend(meetings.iter().map(|meeting| sorted(*meeting)));
        add(plan, &mut pairs, &meetings);
    }
    let known: HashSet<String> = pairs.iter().flat_map(Pair::games).collect();
    let played: HashSet<&String> = records.iter().map(|record| &record.game).collect();
    let complete = known.iter().all(|game| played.contains(game));
    Schedule { pairs, complete }
}

const fn sorted([one, other]: [usize; 2]) -> [usize; 2] {
    if one < other { [one, other] } else { [other, one] }
}

/// Pairs the best with the next best it has not met, and so on; nothing if somebody would have to meet the same again.
fn pair_up(order: &[usize], met: &HashSet<[usize; 2]>) -> Option<Vec<[usize; 2]>> {
    /// Beyond this many attempts a perfect pairing is not looked for: a rematch is a smaller evil than waiting.
    const ATTEMPTS: u32 = 100_000;
    fn search(
        order: &mut Vec<usize>,
        met: &HashSet<[usize; 2]>,
        found: &mut Vec<[usize; 2]>,
        left: &mut u32,
    ) -> bool {
        if order.is_empty() {
            return true;
        }
        let best = order.remove(0);
        for place in 0..order.len() {
            let other = order[place];
            if met.contains(&sorted([best, other])) || *left == 0 {
                continue;
            }
            *left -= 1;
            order.remove(place);
            found.push([best, other]);
            if search(order, met, found, left) {
                return true;
            }
            found.pop();
            order.insert(place, other);
        }
        order.insert(0, best);
        false
    }
    let mut found = Vec::new();
    search(&mut order.to_vec(), met, &mut found, &mut { ATTEMPTS }).then_some(found)
}
