use std::str::FromStr;
use std::time::Duration;

use jugada_core::{Limits, NotationError, OutcomeClass, Play, Random, Search, StopFlag};

use crate::pattern::{self, Pattern};
use crate::{Cell, Solver, Strip};

/// Chooses moves: perfectly where the position can be solved in the time allowed, and as well as it can elsewhere.
///
/// ```
/// use jugada_strip3::{Basis, Engine, Run, Settings, Strip};
/// let mut engine = Engine::new(Settings::default());
/// let choice = engine.choose(&Strip::empty(30, Run::CONTEST)?).unwrap();
/// assert_eq!(choice.basis, Basis::Lost, "30 cells are lost for who moves first");
/// # Ok::<(), jugada_strip3::TooLong>(())
/// ```
#[derive(Clone, Debug)]
pub struct Engine {
    settings: Settings,
    solver: Solver,
    pattern: Pattern,
    random: Random,
}

/// How an [`Engine`] chooses.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Settings {
    /// What it goes by.
    pub strategy: Strategy,
    /// Normal or misère play.
    pub play: Play,
    /// How long it may think about a move. What it does not solve in that time it plays by rule.
    pub time_per_move: Duration,
    /// Bytes for its tables.
    pub memory: usize,
    /// Decides what is left to chance (with [`Strategy::Random`]).
    pub seed: u64,
    /// Ends its thinking when thrown.
    pub stop: StopFlag,
}

impl Default for Settings {
    /// The best strategy in normal play, with a second a move and 256 MiB.
    fn default() -> Self {
        Self {
            strategy: Strategy::Best,
            play: Play::Normal,
            time_per_move: Duration::from_secs(1),
            memory: 256 << 20,
            seed: 0,
            stop: StopFlag::new(),
        }
    }
}

/// What an [`Engine`] goes by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Strategy {
    /// Solves the position, or plays by the best rule there is.
    Best,
    /// Any legal cell, all equally likely.
    Random,
    /// The legal cell with the lowest number.
    Stubborn,
}

impl Strategy {
    /// The names under which [`FromStr`] knows the strategies.
    pub const NAMES: [&'static str; 3] = ["best", "random", "stubborn"];
}

impl FromStr for Strategy {
    type Err = NotationError;

    fn from_str(text: &str) -> Result<Self, NotationError> {
        match text {
            "best" => Ok(Self::Best),
            "random" => Ok(Self::Random),
            "stubborn" => Ok(Self::Stubborn),
            _ => Err(NotationError::new(text, format!("one of {} was expected", Self::NAMES.join(", ")))),
        }
    }
}

/// Why an [`Engine`] has chosen a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Basis {
    /// It wins, proven.
    Won,
    /// Every move loses, proven; this one delays the loss longest, as far as could be found out.
    Lost,
    /// It wins if the values of long stretches repeat as they seem to; that is not proven.
    Pattern,
    /// The position could not be solved in time; this move cuts its longest stretch in two.
    Middle,
    /// The strategy does not look at values.
    Unexamined,
}

impl Basis {
    /// The same in words.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::Won => "solved: it wins",
            Self::Lost => "solved: every move loses, this one takes longest",
            Self::Pattern => {
                "not solved in time: by the period-10 pattern of long stretches, which is not proven, it wins"
            }
            Self::Middle => "not solved in time: cuts the longest stretch in two",
            Self::Unexamined => "not examined",
        }
    }
}

/// A move and the reason for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineChoice {
    /// The cell.
    pub cell: Cell,
    /// Why.
    pub basis: Basis,
}

impl Engine {
    /// An engine with these settings.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        let solver = Solver::new(settings.play);
        let random = Random::from_seed(settings.seed);
        let pattern = Pattern::new(settings.memory, settings.stop.clone());
        Self { settings, solver, pattern, random }
    }

    /// Its settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What the solver may spend: the rest of the time is for playing by rule.
    fn limits(&self) -> Limits {
        let settings = &self.settings;
        Limits::new().time(settings.time_per_move * 3 / 4).memory(settings.memory).stop(settings.stop.clone())
    }

    /// Whether the side to move wins, and whether that is proven; nothing where not even a rule tells.
    pub fn outcome(&mut self, strip: &Strip) -> Option<(OutcomeClass, bool)> {
        let report = match self.settings.play {
            Play::Normal => {
                let nimber = self.solver.nimber(strip, &self.limits(), &mut |_| ()).value;
                nimber.map(|nimber| if nimber == 0 { OutcomeClass::Previous } else { OutcomeClass::Next })
            }
            Play::Misere => self.solver.search(strip, &self.limits()).value,
        };
        match report {
            Some(outcome) => Some((outcome, true)),
            None => self.pattern_outcome(strip).map(|outcome| (outcome, false)),
        }
    }

    fn pattern_outcome(&mut self, strip: &Strip) -> Option<OutcomeClass> {
        self.pattern.allow(self.settings.time_per_move / 4);
        if self.settings.play == Play::Normal { self.pattern.outcome(strip) } else { None }
    }

    /// A move; nothing if there is none.
    pub fn choose(&mut self, strip: &Strip) -> Option<EngineChoice> {
        let unexamined = |cell| EngineChoice { cell, basis: Basis::Unexamined };
        match self.settings.strategy {
            Strategy::Best => self.best(strip),
            Strategy::Stubborn => strip.legal_cells().next().map(unexamined),
            Strategy::Random => {
                let count = strip.legal_cells().count();
                if count == 0 {
                    None
                } else {
                    strip.legal_cells().nth(self.random.index(count)).map(unexamined)
                }
            }
        }
    }

    fn best(&mut self, strip: &Strip) -> Option<EngineChoice> {
        let report = self.solver.search(strip, &self.limits());
        if report.is_proven() {
            let basis = if report.value == Some(OutcomeClass::Next) { Basis::Won } else { Basis::Lost };
            return report.best_move().map(|cell| EngineChoice { cell: *cell, basis });
        }
        self.pattern.allow(self.settings.time_per_move / 4);
        if self.settings.play == Play::Normal
            && let Some(cell) = self.pattern.winning_cell(strip)
        {
            return Some(EngineChoice { cell, basis: Basis::Pattern });
        }
        pattern::middle(strip).map(|cell| EngineChoice { cell, basis: Basis::Middle })
    }
}
