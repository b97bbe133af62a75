use std::str::FromStr;
use std::time::{Duration, Instant};

use jugada_alquerque::{Ambitions, Drive, Engine, EngineOptions, Evaluation, Move, Plain, Position, Weights};
use jugada_core::alpha_beta::{AlphaBeta, Options};
use jugada_core::{Clock, Game, Limits, Random, Search, StopFlag};

use crate::quick_plain::QuickPlain;

/// How many nodes there are to think with.
#[derive(Clone, Copy, Debug)]
enum Nodes {
    /// For each move.
    Each(u64),
    /// For the rest of the game.
    InAll(u64),
}

impl Nodes {
    /// The nodes for a move, if what is left is shared among so many.
    fn for_this_move(self, moves: u32) -> u64 {
        match self {
            Self::Each(nodes) => nodes,
            Self::InAll(left) => left / u64::from(moves.max(1)),
        }
    }

    fn spend(&mut self, nodes: u64) {
        if let Self::InAll(left) = self {
            *left = left.saturating_sub(nodes);
        }
    }
}

/// A way of playing, as given on the command line.
#[derive(Clone, Debug)]
pub struct Spec {
    name: String,
    seconds: f64,
    nodes: Option<Nodes>,
    weights: Weights,
    ambitions: Ambitions,
    aims: bool,
    shuffled: bool,
    options: Options,
}

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut parts = text.split(':');
        let name = parts.next().unwrap_or_default().to_owned();
        let options = EngineOptions::default().memory(8 << 20).search();
        let mut spec = Self {
            name,
            seconds: 30.0,
            nodes: None,
            weights: Weights::built_in(),
            ambitions: Ambitions::built_in(),
            aims: true,
            shuffled: false,
            options,
        };
        for part in parts {
            let (key, value) = part.split_once('=').ok_or(format!("{part:?} has no value"))?;
            let wrong = || format!("{value:?} is no value for {key}");
            match key {
                "time" => spec.seconds = value.parse().map_err(|_| wrong())?,
                "nodes" => spec.nodes = Some(Nodes::Each(value.parse().map_err(|_| wrong())?)),
                "budget" => spec.nodes = Some(Nodes::InAll(value.parse().map_err(|_| wrong())?)),
                "weights" if value == "none" => spec.weights = Weights::none(),
                "weights" => {
                    let bytes = std::fs::read(value).map_err(|error| format!("{value:?}: {error}"))?;
                    spec.weights =
                        Weights::from_bytes(&bytes).map_err(|error| format!("{value:?}: {error}"))?;
                }
                "memory" => spec.options.table_bytes = value.parse().map_err(|_| wrong())?,
                "aims" => spec.aims = value.parse().map_err(|_| wrong())?,
                "get-ahead" | "finish" | "open-up" => {
                    let text =
                        std::fs::read_to_string(value).map_err(|error| format!("{value:?}: {error}"))?;
                    let ambition = spec.ambitions.get_mut(key).expect("one of these");
                    *ambition = text.parse().map_err(|error| format!("{value:?}: {error}"))?;
                }
                "shuffled" => spec.shuffled = value.parse().map_err(|_| wrong())?,
                "aspiration" => spec.options.aspiration = value.parse().map_err(|_| wrong())?,
                "futility" => spec.options.futility = value.parse().map_err(|_| wrong())?,
                "on" if value == "late-move-pruning" => spec.options.late_move_pruning = true,
                "on" if value == "table-at-last-ply" => spec.options.table_at_last_ply = true,
                "off" => spec.options.switch_off(value).map_err(|error| error.to_string())?,
                _ => {
                    let (ambition, number) = key.split_once('.').unwrap_or(("get-ahead", key));
                    let ambition = spec
                        .ambitions
                        .get_mut(ambition)
                        .ok_or_else(|| format!("there is no option {key:?}"))?;
                    let line = format!("{} {}", number.replace('-', "_"), value.replace('/', " "));
                    ambition.read_line(&line).map_err(|error| format!("{part:?}: {error}"))?;
                }
            }
        }
        Ok(spec)
    }
}

/// One side of a game.
pub struct Contestant {
    clock: Clock,
    way: Way,
}

enum Way {
    Engine(Box<Engine>),
    Search(Box<AlphaBeta<Evaluation>>, Nodes, bool),
    Plain(Nodes, Option<Random>),
    Quick(Box<QuickPlain>, Nodes, Option<Random>),
    Greedy(Random),
    Random(Random),
}

impl Contestant {
    pub fn new(spec: &Spec, seed: u64) -> Result<Self, String> {
        let random = Random::from_seed(seed);
        let way = match (spec.name.as_str(), spec.nodes) {
            ("best", None) => {
                let mut options = EngineOptions::default().seed(seed);
                options.memory = spec.options.table_bytes.max(options.memory);
                Way::Engine(Box::new(Engine::new(options)))
            }
            ("best", Some(nodes)) => {
                let evaluation =
                    Evaluation::new(Drive::default(), &spec.weights).ambitions(spec.ambitions.clone());
                let search = AlphaBeta::new(evaluation, spec.options.clone());
                Way::Search(Box::new(search), nodes, spec.aims)
            }
            ("plain", nodes) => {
                Way::Plain(nodes.unwrap_or(Nodes::Each(u64::MAX)), spec.shuffled.then_some(random))
            }
            ("quick", Some(nodes)) => {
                Way::Quick(Box::new(QuickPlain::new()), nodes, spec.shuffled.then_some(random))
            }
            ("quick", None) => {
                return Err("quick has no sense of time: it needs nodes or a budget".to_owned());
            }
            ("greedy", _) => Way::Greedy(random),
            ("random", _) => Way::Random(random),
            (other, _) => return Err(format!("there is no way of playing called {other:?}")),
        };
        let clock = Clock::new(Duration::from_secs_f64(spec.seconds), Duration::from_millis(150));
        Ok(Self { clock, way })
    }

    /// What is left of the time.
    pub fn clock_left(&self) -> Duration {
        self.clock.left()
    }

    pub fn choose(&mut self, position: &Position) -> Move {
        let begun = Instant::now();
        let moves = position.moves();
        let chosen = match &mut self.way {
            _ if moves.len() == 1 => Some(moves[0]),
            Way::Engine(engine) => engine.choose(position, &self.clock, &StopFlag::new()),
            Way::Search(search, nodes, aims) => {
                if *aims {
                    search.heuristic_mut().aim_from(position);
                }
                let share = Engine::moves_to_go(position);
                let report = search.search(position, &Limits::new().nodes(nodes.for_this_move(share)));
                nodes.spend(report.nodes);
                report.best_move().copied()
            }
            Way::Plain(nodes, shuffled) => {
                let limit = nodes.for_this_move(Plain::PART);
                nodes.spend(limit);
                let time = self.clock.left() / Plain::PART;
                let mut plain = Plain::new(time, StopFlag::new()).nodes(limit);
                if let Some(random) = shuffled {
                    plain = plain.shuffled(random.next_u64());
                }
                plain.choose(position)
            }
            Way::Quick(quick, nodes, shuffled) => {
                let limit = nodes.for_this_move(Plain::PART);
                nodes.spend(limit);
                quick.choose(position, limit, shuffled.as_mut().map(Random::next_u64))
            }
            Way::Greedy(random) => {
                let most = moves.iter().map(|listed| listed.captured().len()).max().unwrap_or(0);
                let largest: Vec<_> =
                    moves.into_iter().filter(|listed| listed.captured().len() == most).collect();
                random.choose(&largest).copied()
            }
            Way::Random(random) => random.choose(&moves).copied(),
        };
        self.clock.spend(begun.elapsed());
        chosen.expect("a game that goes on has a legal move")
    }
}
