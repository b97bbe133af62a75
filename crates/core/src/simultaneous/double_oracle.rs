use super::SimultaneousGame;
use super::memo::Memo;
use super::serialised::{Serialised, Stopped};
use crate::{MatrixGame, MatrixSolver, Meter, MoveList, Number, Side};

/// The values of positions in mixed strategies.
#[derive(Clone, Debug)]
pub(super) struct Values<V> {
    payoff: fn(i32) -> V,
    /// Tag and value of positions that pure strategies do not settle; a later one takes the place of an earlier.
    memo: Vec<Option<(u64, V)>>,
    entries: usize,
    matrices: u64,
}

/// What a matrix game says about a position.
pub(super) struct Mixed<M, V> {
    pub(super) value: V,
    pub(super) strategies: [Vec<(M, V)>; 2],
}

const FIRST_SLOTS: usize = 1 << 8;
const MOST_SLOTS: usize = 1 << 20;

impl<V: Number> Values<V> {
    pub(super) fn new(payoff: fn(i32) -> V) -> Self {
        Self { payoff, memo: vec![None; FIRST_SLOTS], entries: 0, matrices: 0 }
    }

    pub(super) fn payoff(&self) -> fn(i32) -> V {
        self.payoff
    }

    pub(super) fn matrices(&self) -> u64 {
        self.matrices
    }

    pub(super) fn entries(&self) -> usize {
        self.entries
    }

    pub(super) fn bytes(&self) -> usize {
        self.memo.len() * size_of::<Option<(u64, V)>>()
    }

    pub(super) fn clear(&mut self) {
        self.memo.fill(None);
        self.entries = 0;
    }

    /// The value and optimal strategies of a position that pure strategies do not settle.
    pub(super) fn root<G: SimultaneousGame>(
        &mut self,
        position: &G,
        serialised: &mut Serialised,
        meter: &mut Meter,
    ) -> Result<Mixed<G::Move, V>, Stopped> {
        Oracle::new(position).run(self, serialised, meter)
    }

    /// The value of any position.
    pub(super) fn value<G: SimultaneousGame>(
        &mut self,
        position: &G,
        serialised: &mut Serialised,
        meter: &mut Meter,
    ) -> Result<V, Stopped> {
        let (least, most) = position.score_bounds();
        if least == most {
            return Ok((self.payoff)(least));
        }
        let position = position.canonical();
        let tag = Memo::tag(position.key());
        let slot = Self::slot(tag, self.memo.len());
        if let Some((kept, value)) = self.memo[slot]
            && kept == tag
        {
            return Ok(value);
        }
        let lower = serialised.guaranteed(&position, Side::First, least, most, meter)?;
        if (self.payoff)(lower) == (self.payoff)(most) {
            return Ok((self.payoff)(lower));
        }
        let upper = -serialised.guaranteed(&position, Side::Second, -most, -lower, meter)?;
        if (self.payoff)(lower) == (self.payoff)(upper) {
            return Ok((self.payoff)(lower));
        }
        let mixed = Oracle::new(&position).run(self, serialised, meter)?;
        self.keep(tag, mixed.value);
        Ok(mixed.value)
    }

    /// Bounds of the value that cost no search.
    fn bounds<G: SimultaneousGame>(&self, position: &G, serialised: &Serialised) -> (V, V) {
        let (lower, upper) = serialised.interval(position);
        ((self.payoff)(lower), (self.payoff)(upper))
    }

    fn slot(tag: u64, slots: usize) -> usize {
        usize::try_from((u128::from(tag) * slots as u128) >> 64).expect("below the number of slots")
    }

    fn keep(&mut self, tag: u64, value: V) {
        if self.entries * 2 > self.memo.len() && self.memo.len() < MOST_SLOTS {
            let twice = vec![None; self.memo.len() * 2];
            let old = std::mem::replace(&mut self.memo, twice);
            self.entries = 0;
            for (tag, value) in old.into_iter().flatten() {
                self.place(tag, value);
            }
        }
        self.place(tag, value);
    }

    fn place(&mut self, tag: u64, value: V) {
        let slot = Self::slot(tag, self.memo.len());
        self.entries += usize::from(self.memo[slot].is_none());
        self.memo[slot] = Some((tag, value));
    }
}

/// The double oracle method at one position: a matrix game over a few moves of each side, to which best responses are added until
/// none gains anything.
struct Oracle<'a, G: SimultaneousGame, V> {
    position: &'a G,
    moves: [MoveList<G::Move>; 2],
    /// Bounds of each entry, row by row; equal once it is evaluated.
    entries: Vec<Option<(V, V)>>,
    /// The moves that take part, as indices.
    taken: [Vec<usize>; 2],
}

impl<'a, G: SimultaneousGame, V: Number> Oracle<'a, G, V> {
    fn new(position: &'a G) -> Self {
        let moves = Side::BOTH.map(|side| position.moves(side));
        let entries = vec![None; moves[0].len() * moves[1].len()];
        Self { position, moves, entries, taken: [vec![0], vec![0]] }
    }

    fn run(
        mut self,
        values: &mut Values<V>,
        serialised: &mut Serialised,
        meter: &mut Meter,
    ) -> Result<Mixed<G::Move, V>, Stopped> {
        if !meter.spend() {
            return Err(Stopped);
        }
        let mut solver = MatrixSolver::new();
        loop {
            for row in self.taken[0].clone() {
                for column in self.taken[1].clone() {
                    self.evaluate(row, column, values, serialised, meter)?;
                }
            }
            let game = MatrixGame::from_fn(self.taken[0].len(), self.taken[1].len(), |row, column| {
                self.entries[self.at(self.taken[0][row], self.taken[1][column])].expect("evaluated").0
            });
            values.matrices += 1;
            // In exact arithmetic fractions can outgrow their words: then this position stays unsolved.
            let solution = solver.solve(&game).map_err(|_| Stopped)?;
            let mut grown = false;
            for side in Side::BOTH {
                let shares = if side == Side::First { &solution.column } else { &solution.row };
                let response = self.best_response(side, shares, solution.value, values, serialised, meter)?;
                if let Some(response) = response {
                    self.taken[side.index()].push(response);
                    grown = true;
                }
            }
            if !grown {
                let strategies = [(0, &solution.row), (1, &solution.column)].map(|(side, shares)| {
                    let played = self.taken[side].iter().zip(shares).filter(|(_, share)| **share > V::ZERO);
                    played.map(|(&at, &share)| (self.moves[side][at], share)).collect()
                });
                return Ok(Mixed { value: solution.value, strategies });
            }
        }
    }

    fn at(&self, row: usize, column: usize) -> usize {
        row * self.moves[1].len() + column
    }

    fn child(&self, row: usize, column: usize) -> G {
        self.position.play_unchecked(self.moves[0][row], self.moves[1][column])
    }

    fn evaluate(
        &mut self,
        row: usize,
        column: usize,
        values: &mut Values<V>,
        serialised: &mut Serialised,
        meter: &mut Meter,
    ) -> Result<V, Stopped> {
        let at = self.at(row, column);
        if let Some((lower, upper)) = self.entries[at]
            && lower == upper
        {
            return Ok(lower);
        }
        let value = values.value(&self.child(row, column), serialised, meter)?;
        self.entries[at] = Some((value, value));
        Ok(value)
    }

    /// A move of `side` outside the matrix that gains most against the other's strategy, if one gains more than `value`.
    fn best_response(
        &mut self,
        side: Side,
        shares: &[V],
        value: V,
        values: &mut Values<V>,
        serialised: &mut Serialised,
        meter: &mut Meter,
    ) -> Result<Option<usize>, Stopped> {
        // Gains are seen from the side's own point of view.
        let sign = |amount: V| if side == Side::First { amount } else { -amount };
        let opposed: Vec<(usize, V)> = self.taken[side.opponent().index()]
            .iter()
            .copied()
            .zip(shares.iter().copied())
            .filter(|(_, share)| *share > V::ZERO)
            .collect();
        let scale = {
            let (least, most) = self.position.score_bounds();
            (values.payoff)(most) - (values.payoff)(least)
        };
        let mut best = (None, sign(value) + V::TOLERANCE * scale);
        for candidate in 0..self.moves[side.index()].len() {
            if self.taken[side.index()].contains(&candidate) {
                continue;
            }
            let entry = |other| if side == Side::First { (candidate, other) } else { (other, candidate) };
            let mut optimism = V::ZERO;
            for &(other, share) in &opposed {
                let (row, column) = entry(other);
                let at = self.at(row, column);
                let (lower, upper) = match self.entries[at] {
                    Some(bounds) => bounds,
                    None => values.bounds(&self.child(row, column), serialised),
                };
                self.entries[at] = Some((lower, upper));
                optimism = optimism + share * if side == Side::First { upper } else { -lower };
            }
            for &(other, share) in &opposed {
                if optimism <= best.1 {
                    break;
                }
                let (row, column) = entry(other);
                let (lower, upper) = self.entries[self.at(row, column)].expect("bounded above");
                let before = if side == Side::First { upper } else { -lower };
                let exact = self.evaluate(row, column, values, serialised, meter)?;
                optimism = optimism + share * (sign(exact) - before);
            }
            if optimism > best.1 {
                best = (Some(candidate), optimism);
            }
        }
        Ok(best.0)
    }
}
