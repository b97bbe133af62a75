use std::collections::{BTreeMap, HashMap, HashSet};

use super::{Plan, Record};
use crate::contest::Contest;
use crate::statistics::{
    Meeting, Outcomes, Pentanomial, PointsMean, RankEstimate, Ratings, Stratum, Trinomial, points_mean,
    ranks, rate,
};

/// The deviation of the prior of ratings, in Elo: wide enough to matter only to those who always win or lose.
const PRIOR: f64 = 600.0;

/// An entrant's line in the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Its number in the plan.
    pub entrant: usize,
    /// Its name.
    pub name: String,
    /// Games played.
    pub games: u64,
    /// The points of all of them.
    pub points: u64,
    /// Mean points a game, averaged over opponents, with its 95 % interval; of complete pairs.
    pub mean: PointsMean,
    /// Games won, drawn and lost.
    pub results: Trinomial,
    /// Games lost against the rules or limits.
    pub irregular: u64,
    /// Its Bradley–Terry rating, in Elo around 0.
    pub elo: f64,
    /// The standard error of that.
    pub elo_error: f64,
    /// Whether it is disqualified.
    pub disqualified: bool,
}

/// Two entrants against each other, in complete pairs.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Duel {
    /// Pairs by their score for the first: 0, ½, 1, 1½, 2.
    pub scores: Pentanomial,
    /// The mean margin of points a game of each pair, seen from the first.
    pub margins: Vec<f64>,
    /// The mean points a game of the first in each pair.
    pub points: Vec<f64>,
}

impl Duel {
    /// Takes in a pair: its games, each with the side that the first played in it.
    pub(super) fn add(&mut self, games: [(&Record, usize); 2]) {
        let points = |of: fn(usize) -> usize| {
            let [one, other] = games.map(|(record, side)| f64::from(record.played.points[of(side)]));
            f64::midpoint(one, other)
        };
        let [mine, yours] = [points(|side| side), points(|side| 1 - side)];
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "twice the score of two games is 0 to 4"
        )]
        let place = games.iter().map(|(record, side)| 2.0 * record.score(*side)).sum::<f64>() as usize;
        self.scores.0[place] += 1;
        self.points.push(mine);
        self.margins.push(mine - yours);
    }

    /// The margins as outcomes of a sequential test.
    #[must_use]
    pub fn margin_outcomes(&self) -> Outcomes {
        let mut counts: BTreeMap<i64, u64> = BTreeMap::new();
        for margin in &self.margins {
            // Margins of pairs are halves of whole numbers.
            #[expect(
                clippy::cast_possible_truncation,
                reason = "twice a margin of points is a small whole number"
            )]
            let twice = (2.0 * margin).round() as i64;
            *counts.entry(twice).or_default() += 1;
        }
        #[expect(clippy::cast_precision_loss, reason = "small whole numbers")]
        let entries = counts.into_iter().map(|(twice, count)| (twice as f64 / 2.0, count));
        Outcomes::new(entries.collect::<Vec<_>>(), 2)
    }
}

/// The table, made from records and nothing else.
#[derive(Clone, Debug)]
pub struct Standings {
    rows: Vec<Row>,
    points: Vec<u64>,
    duels: HashMap<[usize; 2], Duel>,
    ratings: Ratings,
    games: u64,
    distinct: u64,
    under_load: u64,
}

impl Standings {
    /// The table after these games; nobody is disqualified.
    #[must_use]
    pub fn of(plan: &Plan, records: &[Record]) -> Self {
        Self::judged(plan, records, None)
    }

    /// The table after these games, with those disqualified at its end whom this contest disqualifies.
    #[must_use]
    pub fn in_contest(plan: &Plan, records: &[Record], contest: &dyn Contest) -> Self {
        Self::judged(plan, records, Some(contest))
    }

    fn judged(plan: &Plan, records: &[Record], contest: Option<&dyn Contest>) -> Self {
        let count = plan.entrants.len();
        let number: HashMap<&str, usize> = plan
            .entrants
            .iter()
            .enumerate()
            .map(|(number, entrant)| (entrant.name.as_str(), number))
            .collect();
        let mut tally = vec![Tally::default(); count];
        let mut wins = vec![vec![0.0; count]; count];
        let mut distinct = HashSet::new();
        let mut halves: HashMap<u32, [Option<&Record>; 2]> = HashMap::new();
        let mut under_load = 0;
        for record in records {
            let [Some(&first), Some(&second)] = record.bots.each_ref().map(|name| number.get(name.as_str()))
            else {
                continue;
            };
            for (side, entrant, opponent) in [(0, first, second), (1, second, first)] {
                tally[entrant].add(record, side, contest);
                wins[entrant][opponent] += record.score(side);
            }
            let moves: Vec<&str> = record.played.turns.iter().map(|turn| turn.text.as_str()).collect();
            distinct.insert((&record.category, &record.opening, moves));
            under_load += u64::from(record.played.under_load);
            if let Some((pair, game)) = record.place() {
                halves.entry(pair).or_default()[game] = Some(record);
            }
        }
        let duels = duels(&halves, &number);
        let ratings = rate(&wins, PRIOR);
        let mut rows: Vec<Row> =
            (0..count).map(|entrant| row(plan, entrant, &tally, &duels, &ratings)).collect();
        rows.sort_by(|a, b| {
            a.disqualified
                .cmp(&b.disqualified)
                .then(b.mean.estimate.value.total_cmp(&a.mean.estimate.value))
                .then(a.irregular.cmp(&b.irregular))
                .then(b.points.cmp(&a.points))
        });
        Self {
            rows,
            points: tally.iter().map(|tally| tally.points).collect(),
            duels,
            ratings,
            games: records.len() as u64,
            distinct: distinct.len() as u64,
            under_load,
        }
    }

    /// The table, the best first: by mean points, then by fewer irregular losses.
    #[must_use]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    /// All points of an entrant.
    #[must_use]
    pub fn points_of(&self, entrant: usize) -> u64 {
        self.points[entrant]
    }

    /// How two entrants did against each other.
    #[must_use]
    pub fn duel(&self, one: usize, other: usize) -> Option<&Duel> {
        self.duels.get(&[one, other])
    }

    /// Which places the entrants may hold, by their numbers in the plan; nothing where there are too few pairs to tell.
    #[must_use]
    pub fn ranks(&self, seed: u64) -> Option<Vec<RankEstimate>> {
        /// With fewer pairs than this the intervals are too narrow by much.
        const FEWEST: usize = 50;
        /// Enough for the ends of an interval; what they cost is little beside the games.
        const DRAWS: u32 = 1000;
        let mut meetings: Vec<Meeting> = self
            .duels
            .iter()
            .filter(|([one, other], _)| one < other)
            .map(|(programs, duel)| {
                let pairs =
                    duel.points.iter().zip(&duel.margins).map(|(mine, margin)| [*mine, mine - margin]);
                Meeting { programs: *programs, pairs: pairs.collect() }
            })
            .collect();
        // The same games give the same answer.
        meetings.sort_by_key(|meeting| meeting.programs);
        let pairs: usize = meetings.iter().map(|meeting| meeting.pairs.len()).sum();
        (pairs >= FEWEST).then(|| ranks(self.rows.len(), &meetings, DRAWS, seed))
    }

    /// The ratings, with what is known of their differences.
    #[must_use]
    pub fn ratings(&self) -> &Ratings {
        &self.ratings
    }

    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// How many different games there are among them: the same category, opening and moves are one.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.distinct
    }

    /// How many games were played under load.
    #[must_use]
    pub fn under_load(&self) -> u64 {
        self.under_load
    }
}

/// What an entrant has collected.
#[derive(Clone, Debug, Default)]
struct Tally {
    points: u64,
    results: Trinomial,
    irregular: u64,
    disqualified: bool,
}

impl Tally {
    fn add(&mut self, record: &Record, side: usize, contest: Option<&dyn Contest>) {
        self.points += u64::from(record.played.points[side]);
        match record.played.winner {
            None => self.results.draws += 1,
            Some(winner) if winner == side => self.results.wins += 1,
            Some(_) => self.results.losses += 1,
        }
        if let Some(offence) = record.irregular().filter(|offence| offence.side == side) {
            self.irregular += 1;
            self.disqualified |= contest.is_some_and(|contest| contest.disqualifies(offence.status));
        }
    }
}

fn row(
    plan: &Plan,
    entrant: usize,
    tally: &[Tally],
    duels: &HashMap<[usize; 2], Duel>,
    ratings: &Ratings,
) -> Row {
    let strata: Vec<Stratum> = (0..plan.entrants.len())
        .filter_map(|opponent| duels.get(&[entrant, opponent]))
        .map(|duel| Stratum { pairs: duel.points.clone() })
        .collect();
    let tally = &tally[entrant];
    let results = tally.results;
    Row {
        entrant,
        name: plan.entrants[entrant].name.clone(),
        games: results.wins + results.draws + results.losses,
        points: tally.points,
        mean: points_mean(&strata, 0.95),
        results,
        irregular: tally.irregular,
        elo: ratings.elo[entrant],
        elo_error: ratings.error(entrant),
        disqualified: tally.disqualified,
    }
}

/// Everybody against everybody, from both points of view, in complete pairs by their numbers.
fn duels(
    halves: &HashMap<u32, [Option<&Record>; 2]>,
    number: &HashMap<&str, usize>,
) -> HashMap<[usize; 2], Duel> {
    let mut duels: HashMap<[usize; 2], Duel> = HashMap::new();
    let mut pairs: Vec<_> = halves.iter().collect();
    pairs.sort_by_key(|(pair, _)| **pair);
    for (_, games) in pairs {
        let [Some(one), Some(other)] = games else { continue };
        for side in [0, 1] {
            let (me, you) = (number[one.bots[side].as_str()], number[one.bots[1 - side].as_str()]);
            duels.entry([me, you]).or_default().add([(one, side), (other, 1 - side)]);
        }
    }
    duels
}
