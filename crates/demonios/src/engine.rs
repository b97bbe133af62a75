use std::time::Duration;

use jugada_core::{ExactSolver, Random, Side, SimultaneousGame};

use crate::board::Board;
use crate::effort::Effort;
use crate::model::Model;
use crate::plan::Planner;
use crate::playout::{narrow, points, random_playout};
use crate::strategy::Rule;
use crate::tree::{Tree, drawn};
use crate::{Cell, CellSet, Compact, Position, Strategy, Wide};

/// How an [`Engine`] plays.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// What it plays by.
    pub strategy: Strategy,
    /// How long it may think about a move.
    pub time_per_move: Duration,
    /// How many games it may imagine about a move, with as much solving as goes with that, instead of a time: then the same seed gives
    /// the same game on every machine.
    pub simulations_per_move: Option<u32>,
    /// Bytes for the solver's tables.
    pub memory: usize,
    /// What its random choices follow from; different each time if there is none.
    pub seed: Option<u64>,
    /// Whether it learns what kind of opponent it has, and plans with that. Without, all kinds stay equally likely.
    pub models_opponent: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self::new()
    }
}

impl Options {
    /// The best strategy, 100 milliseconds a move and 256 MiB.
    #[must_use]
    pub fn new() -> Self {
        Self {
            strategy: Strategy::Best,
            time_per_move: Duration::from_millis(100),
            simulations_per_move: None,
            memory: 256 << 20,
            seed: None,
            models_opponent: true,
        }
    }

    /// The same options with this strategy.
    #[must_use]
    pub fn strategy(mut self, strategy: Strategy) -> Self {
        self.strategy = strategy;
        self
    }

    /// The same options with this time for a move.
    #[must_use]
    pub fn time_per_move(mut self, time: Duration) -> Self {
        self.time_per_move = time;
        self
    }

    /// The same options with so many imagined games for a move instead of a time.
    #[must_use]
    pub fn simulations_per_move(mut self, simulations: u32) -> Self {
        self.simulations_per_move = Some(simulations);
        self
    }

    /// The same options with this many bytes for the solver's tables.
    #[must_use]
    pub fn memory(mut self, bytes: usize) -> Self {
        self.memory = bytes;
        self
    }

    /// The same options with this seed.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = Some(seed);
        self
    }

    /// The same options with or without a model of the opponent.
    #[must_use]
    pub fn models_opponent(mut self, models: bool) -> Self {
        self.models_opponent = models;
        self
    }
}

/// Chooses moves for the first side.
///
/// The strategy [`Best`](Strategy::Best) is safe and greedy. Where it can solve the position in time, it plays only moves that keep the
/// best guaranteed number of points; where chance is needed for that, it draws from an optimal mixed strategy. Among the moves that
/// are left, and in positions too large to solve, it takes the one that earns most in simulated games against the opponent as it is
/// believed to be.
#[derive(Clone, Debug)]
pub struct Engine {
    options: Options,
    random: Random,
    model: Model,
    solver: ExactSolver,
    guaranteed: Option<i32>,
    /// By how many cells the opponent came nearer by its own moves, until both were near, and by how many it could have.
    approach: (i64, i64),
    /// Whether the demons have ever been near each other.
    have_met: bool,
    /// How likely a sampling opponent makes each of its moves in the position under way, by number from 0 in the strip.
    sampled: Option<Vec<(u32, f64)>>,
}

impl Engine {
    /// An engine at the beginning of a game.
    #[must_use]
    pub fn new(options: Options) -> Self {
        let seed = options.seed.unwrap_or_else(Random::seed_from_clock);
        Self {
            random: Random::from_seed(seed),
            model: Model::new(),
            solver: ExactSolver::new(points),
            guaranteed: None,
            approach: (0, 0),
            have_met: false,
            sampled: None,
            options,
        }
    }

    /// Forgets the last game.
    pub fn start_game(&mut self) {
        self.model = Model::new();
        self.solver.clear();
        self.guaranteed = None;
        self.approach = (0, 0);
        self.have_met = false;
        self.sampled = None;
    }

    /// The best score (1, 0 or −1) that pure strategies were ever proven to guarantee in this game; nothing if none was.
    #[must_use]
    pub fn guaranteed(&self) -> Option<i32> {
        self.guaranteed
    }

    /// A move of the first side.
    ///
    /// # Panics
    /// If the game is over.
    pub fn choose(&mut self, position: &Position) -> Cell {
        assert!(position.result().is_none(), "the game is over");
        let effort = Effort::begun(&self.options);
        let mut cells = position.destinations(Side::First);
        let only = cells.next().expect("a game that is not over has a move");
        let is_forced = cells.next().is_none();
        self.sampled = None;
        if is_forced && self.options.strategy != Strategy::Best {
            return only;
        }
        if let Some((board, base)) = position.compact::<u64>() {
            self.on_board(board, base, position, effort)
        } else if let Some((board, base)) = position.compact::<u128>() {
            self.on_board(board, base, position, effort)
        } else if let Some((board, base)) = position.compact::<Wide>() {
            self.on_board(board, base, position, effort)
        } else {
            self.on_strip(position)
        }
    }

    /// Learns from the move that the second side has made in the position in which we were last asked to move.
    pub fn observe(&mut self, position: &Position, chosen: Cell) {
        if self.options.strategy == Strategy::Best && self.options.models_opponent {
            let twice_centre = i64::from(position.size().n()) - 1;
            let sampled = self.sampled.take();
            self.model.observe(position, chosen.index(), twice_centre, sampled.as_deref());
            let [own, before] = Side::BOTH.map(|side| position.cell(side).index());
            let gap = own.abs_diff(before);
            self.have_met |= gap <= MEETING * position.size().k();
            if !self.have_met {
                self.approach.0 += i64::from(gap) - i64::from(own.abs_diff(chosen.index()));
                self.approach.1 += i64::from(position.size().k());
            }
        }
    }

    fn on_strip(&mut self, position: &Position) -> Cell {
        let rule = match self.options.strategy {
            Strategy::Random => Rule::Random,
            Strategy::Near => Rule::Near,
            Strategy::Far => Rule::Far,
            Strategy::Middle => Rule::Middle,
            Strategy::Mobility | Strategy::Rollout => Rule::Mobility,
            Strategy::Territory => Rule::Territory,
            Strategy::Best => Rule::Face,
        };
        let twice_centre = i64::from(position.size().n()) - 1;
        let cell = rule.pick(position, Side::First, twice_centre, &mut self.random);
        Cell::from_index(cell.expect("the game is not over"))
    }

    fn on_board<S: CellSet>(
        &mut self,
        board: Compact<S>,
        base: Cell,
        position: &Position,
        effort: Effort,
    ) -> Cell {
        let twice_centre = i64::from(position.size().n()) - 1 - 2 * i64::from(base.index());
        let rule = match self.options.strategy {
            Strategy::Best => None,
            Strategy::Rollout => {
                let cell = self.by_rollouts(&board);
                return Cell::from_index(base.index() + cell);
            }
            Strategy::Random => Some(Rule::Random),
            Strategy::Near => Some(Rule::Near),
            Strategy::Far => Some(Rule::Far),
            Strategy::Middle => Some(Rule::Middle),
            Strategy::Mobility => Some(Rule::Mobility),
            Strategy::Territory => Some(Rule::Territory),
        };
        let cell = match rule {
            Some(rule) => {
                rule.pick(&board, Side::First, twice_centre, &mut self.random).expect("the game is not over")
            }
            None => self.best(&board, base, twice_centre, effort),
        };
        Cell::from_index(base.index() + cell)
    }

    /// Twelve random games after each move, each with a random reply.
    fn by_rollouts<S: CellSet>(&mut self, board: &Compact<S>) -> u32 {
        let mut best = (f64::NEG_INFINITY, 0);
        for cell in board.targets(Side::First) {
            let mut total = 0.0;
            for _ in 0..12 {
                let reply = board.any_target(Side::Second, &mut self.random).expect("the game is not over");
                let next = board.play_unchecked(narrow(cell), narrow(reply));
                total += points(random_playout(next, &mut self.random));
            }
            if total > best.0 {
                best = (total, cell);
            }
        }
        best.1
    }

    fn best<S: CellSet>(&mut self, board: &Compact<S>, base: Cell, twice_centre: i64, effort: Effort) -> u32 {
        if board.is_decided() {
            return longest_way(board);
        }
        if self.hurries(board) {
            self.sample_opponent(board, base, effort);
            let cell = Rule::Face.pick(board, Side::First, twice_centre, &mut self.random);
            return cell.expect("the game is not over");
        }
        let (advice, solved) = self.safe_moves(board, effort);
        let allowed = match advice {
            Advice::Draw(strategy) => {
                return drawn(&strategy, &mut self.random).expect("a strategy has a move").into();
            }
            Advice::Among(cells) => cells,
        };
        if let [only] = allowed[..] {
            return only.into();
        }
        self.sample_opponent(board, base, effort);
        let sampled: Option<Vec<(u32, f64)>> = self
            .sampled
            .as_ref()
            .map(|cells| cells.iter().map(|&(cell, share)| (cell - base.index(), share)).collect());
        if solved && self.options.models_opponent {
            let weights = *self.model.weights();
            let mut planner = Planner::new(
                *board,
                &allowed,
                weights,
                sampled.as_deref(),
                twice_centre,
                &mut self.solver,
                effort,
            );
            if let Some((cell, _)) = planner.best(&mut self.random) {
                return cell.into();
            }
        }
        let mut tree = Tree::new(*board, &allowed, &self.model, sampled.as_deref(), twice_centre);
        let mut simulations = 0;
        while simulations == 0 || !effort.is_spent(simulations, 0.9) {
            for _ in 0..8 {
                tree.simulate(&mut self.random);
            }
            simulations += 8;
        }
        tree.best().into()
    }

    /// Whether to go towards the other demon as fast as possible without thinking: cells that are stepped over on the way can be walked
    /// on the way back, and who is late at the meeting gets less of the strip. One that comes slowly must rather be walled off in time.
    fn hurries<S: CellSet>(&self, board: &Compact<S>) -> bool {
        // On shorter strips and with shorter steps the solver knows better.
        const CELLS: u32 = 40;
        const STEP: u32 = 3;
        // Up to so many steps away the search decides, against one that comes slowly.
        const WALL: u32 = 12;
        let [own, other] = board.cells();
        let steps = if 4 * self.approach.0 >= 3 * self.approach.1 { MEETING } else { WALL };
        self.guaranteed.is_none()
            && board.step() >= STEP
            && board.clean().count() > CELLS
            && own.abs_diff(other) > steps * board.step()
    }

    /// What the solver allows, and whether it knows the value.
    ///
    /// A draw comes first: what was proven once must be proven again from here, before time goes into looking for a sure win.
    fn safe_moves<S: CellSet>(&mut self, board: &Compact<S>, effort: Effort) -> (Advice, bool) {
        let moves: Vec<u8> = board.moves(Side::First).into_iter().collect();
        let memory = self.options.memory;
        let limits = || effort.solving(moves.len(), 0.4).memory(memory);
        let (mut drawing, mut complete) = (Vec::new(), true);
        for &chosen in &moves {
            match self.solver.ensures(board, Side::First, chosen, 0, &limits()) {
                Some(true) => drawing.push(chosen),
                Some(false) => {}
                None => complete = false,
            }
        }
        if drawing.is_empty() && !complete && self.guaranteed >= Some(0) {
            // It is in the tables, all but a few positions that had to make room. To give it away would be worse than to be a little late.
            let patience = effort.patience().memory(memory);
            drawing.extend(
                moves.iter().copied().find(|&chosen| {
                    self.solver.ensures(board, Side::First, chosen, 0, &patience) == Some(true)
                }),
            );
        }
        if !drawing.is_empty() {
            self.guaranteed = self.guaranteed.max(Some(0));
            let winning: Vec<u8> = drawing
                .iter()
                .copied()
                .filter(|&chosen| self.solver.ensures(board, Side::First, chosen, 1, &limits()) == Some(true))
                .collect();
            if !winning.is_empty() {
                self.guaranteed = Some(1);
                return (Advice::Among(winning), true);
            }
            // Chance may guarantee more than a draw, if the other side cannot hold it with a pure strategy.
            let held = board
                .moves(Side::Second)
                .into_iter()
                .any(|reply| self.solver.ensures(board, Side::Second, reply, 0, &limits()) != Some(false));
            if held {
                return (Advice::Among(drawing), true);
            }
        } else if !complete {
            return (Advice::Among(moves), false);
        }
        let solution = self.solver.solve(board, &limits());
        match solution.value() {
            Some(value) if value > 0.0 => (Advice::Draw(solution.strategies[0].clone()), true),
            _ if !drawing.is_empty() => (Advice::Among(drawing), true),
            value => (Advice::Among(moves), value.is_some()),
        }
    }

    /// Finds out how likely a sampling opponent makes each of its moves.
    fn sample_opponent<S: CellSet>(&mut self, board: &Compact<S>, base: Cell, effort: Effort) {
        const GAMES: usize = 24;
        const RESAMPLED: u8 = 48;
        if !self.options.models_opponent {
            return;
        }
        let other = board.exchanged().expect("the sides are alike");
        let targets = other.targets(Side::First);
        let mut results = vec![Vec::with_capacity(GAMES); targets.len()];
        for _ in 0..GAMES {
            for (results, &cell) in results.iter_mut().zip(&targets) {
                let reply = other.any_target(Side::Second, &mut self.random).expect("the game is not over");
                let next = other.play_unchecked(narrow(cell), narrow(reply));
                results.push(points(random_playout(next, &mut self.random)));
            }
            if effort.is_spent(0, 0.5) {
                break;
            }
        }
        let mut chosen = vec![0.0; targets.len()];
        for _ in 0..RESAMPLED {
            let mut best = (f64::NEG_INFINITY, 0);
            for (at, results) in results.iter().enumerate() {
                let total: f64 = (0..12).map(|_| results[self.random.index(results.len())]).sum();
                if total > best.0 {
                    best = (total, at);
                }
            }
            chosen[best.1] += 1.0 / f64::from(RESAMPLED);
        }
        let cells = targets.iter().map(|cell| base.index() + cell);
        self.sampled = Some(cells.zip(chosen).collect());
    }
}

/// Up to so many steps away from each other the demons have met: who comes fast is awaited until then.
const MEETING: u32 = 3;

/// The first side's move on the longest walk over the cells it can reach.
fn longest_way<S: CellSet>(board: &Compact<S>) -> u32 {
    let length = |&cell: &u32| {
        let after = board.after(Side::First, cell);
        after.walks(after.reach())[0]
    };
    board.targets(Side::First).into_iter().max_by_key(length).expect("the game is not over")
}

/// What the solver says about our moves.
enum Advice {
    /// Draw a move with these probabilities.
    Draw(Vec<(u8, f64)>),
    /// Play one of these.
    Among(Vec<u8>),
}
