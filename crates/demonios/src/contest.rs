use std::time::Duration;

use jugada_contest::{
    ArgumentError, Arguments, Foul, Judge, Message, Player, Program, ProtocolError, Reply, Verdict,
};
use jugada_core::{NotationError, Outcome, Side};

use crate::{Cell, Engine, MoveError, Options, Position, Size, Strategy};

/// Points for a win and for each side's draw; a loss earns nothing.
const WIN: u32 = 10;
const DRAW: u32 = 1;

/// The referee of a game of demonios.
///
/// Each program reads `N K`, then writes its own cell and reads the opponent's in turn, and sees itself on cell 1 at the start: what
/// the second side writes and reads is mirrored. Both moves are awaited at once. The moves of the last turn are sent, too; after
/// them nothing more is. The record of a game is a line a turn: both cells as the first side counts.
///
/// ```
/// use jugada_contest::Judge;
/// use jugada_core::Side;
/// use jugada_demonios::{Referee, Size};
/// let mut referee = Referee::new(Size::new(4, 1)?);
/// assert_eq!(referee.start()[0].line, "4 1");
/// assert!(referee.receive(Side::First, "2")?.is_empty());
/// let messages = referee.receive(Side::Second, "2")?;
/// assert_eq!(messages[0].line, "3");
/// assert_eq!(referee.verdict().expect("nobody can move").points, [1, 1]);
/// assert_eq!(referee.moves(), ["2 3"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    position: Position,
    /// The moves of this turn that have come in, as the first side counts.
    written: [Option<Cell>; 2],
    moves: Vec<String>,
    verdict: Option<Verdict>,
}

impl Referee {
    /// A game that has not started.
    #[must_use]
    pub fn new(size: Size) -> Self {
        Self { position: Position::start(size), written: [None; 2], moves: Vec::new(), verdict: None }
    }

    /// The position that the game has reached.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn seen_by(&self, side: Side, cell: Cell) -> Cell {
        match side {
            Side::First => cell,
            Side::Second => cell.mirrored(self.position.size().n()),
        }
    }

    /// The cell as the first side counts, if `side` may move to what it calls by this number.
    fn checked(&self, side: Side, seen: Cell) -> Result<Cell, MoveError> {
        if seen.number() > self.position.size().n() {
            return Err(MoveError::OffStrip(self.position.size().n()));
        }
        let cell = self.seen_by(side, seen);
        match self.position.check_move(side, cell) {
            Ok(()) => Ok(cell),
            Err(MoveError::TooFar { from, distance, step }) => {
                Err(MoveError::TooFar { from: self.seen_by(side, from), distance, step })
            }
            Err(error) => Err(error),
        }
    }

    fn conclude(&mut self) {
        let Some(outcome) = self.position.result() else { return };
        let (points, reason) = match outcome {
            Outcome::Win(Side::First) => ([WIN, 0], "the second side has no move"),
            Outcome::Win(Side::Second) => ([0, WIN], "the first side has no move"),
            Outcome::Draw => ([DRAW; 2], "neither side has a move"),
        };
        self.verdict =
            Some(Verdict { points, winner: outcome.winner(), forfeited: None, reason: reason.into() });
    }
}

impl Judge for Referee {
    fn start(&mut self) -> Vec<Message> {
        self.conclude();
        Side::BOTH.map(|side| Message::new(side, self.position.size().to_string())).into()
    }

    fn awaits(&self, side: Side) -> bool {
        self.verdict.is_none() && self.written[side.index()].is_none()
    }

    fn receive(&mut self, side: Side, line: &str) -> Result<Vec<Message>, Foul> {
        let cell = line.parse::<Cell>().map_err(|error| Foul::malformed(line, error.reason))?;
        let cell = self.checked(side, cell).map_err(|error| Foul::illegal(line, error.to_string()))?;
        self.written[side.index()] = Some(cell);
        let [Some(first), Some(second)] = self.written else { return Ok(Vec::new()) };
        self.position.advance(first, second).expect("both moves were checked");
        self.written = [None; 2];
        self.moves.push(format!("{first} {second}"));
        self.conclude();
        Ok(vec![
            Message::new(Side::First, second.to_string()),
            Message::new(Side::Second, self.seen_by(Side::Second, first).to_string()),
        ])
    }

    fn forfeit(&mut self, side: Side, reason: &str) -> Vec<Message> {
        if self.verdict.is_none() {
            let mut points = [WIN; 2];
            points[side.index()] = 0;
            self.verdict = Some(Verdict {
                points,
                winner: Some(side.opponent()),
                forfeited: Some(side),
                reason: reason.into(),
            });
        }
        Vec::new()
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }
}

/// A program's side of demonios: an [`Engine`] behind the contest's protocol.
///
/// ```
/// use jugada_contest::Player;
/// use jugada_demonios::{Bot, Options, Strategy};
/// let mut bot = Bot::new(Options::new().strategy(Strategy::Near).seed(1));
/// assert_eq!(bot.receive("5 2")?.lines, ["2"]);
/// assert_eq!(bot.receive("4")?.lines, ["3"]);
/// let complaint = bot.receive("6").unwrap_err().to_string();
/// assert_eq!(complaint, r#""6": the strip has only cells 1 to 5"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bot {
    engine: Engine,
    /// The position of the turn under way and our move in it.
    turn: Option<(Position, Cell)>,
}

impl Bot {
    /// A player that has not read anything.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self { engine: Engine::new(options), turn: None }
    }

    /// The position that the bot believes to be in, before the moves of the turn under way; nothing before the game begins.
    #[must_use]
    pub fn position(&self) -> Option<&Position> {
        self.turn.as_ref().map(|(position, _)| position)
    }

    /// The engine, with what it knows.
    #[must_use]
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    fn reply(&mut self, position: Position) -> Reply {
        if position.result().is_some() {
            return Reply::wait().finish();
        }
        let chosen = self.engine.choose(&position);
        self.turn = Some((position, chosen));
        Reply::line(chosen.to_string())
    }
}

impl Player for Bot {
    fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
        let refuse = |reason: String| ProtocolError::new(line, reason);
        match self.turn.take() {
            None => {
                // The error names the number that is wrong, if it is one of the two.
                let size: Size = line
                    .parse()
                    .map_err(|error: NotationError| ProtocolError::new(error.text, error.reason))?;
                self.engine.start_game();
                Ok(self.reply(Position::start(size)))
            }
            Some((mut position, chosen)) => {
                let cell: Cell = line.parse().map_err(|error: NotationError| refuse(error.reason))?;
                position.check_move(Side::Second, cell).map_err(|error| refuse(error.to_string()))?;
                self.engine.observe(&position, cell);
                position.advance(chosen, cell).expect("both moves are legal");
                Ok(self.reply(position))
            }
        }
    }
}

impl Program for Bot {
    const NAME: &'static str = "demonios";
    const HELP: &'static str = "\
Plays demonios on standard input and output: reads 'N K', then writes its cell and reads the opponent's in turn.
It sees itself on cell 1 and the opponent on cell N.

Options:
  --time-per-move MS   milliseconds a move may take (default 100)
  --memory BYTES       for the solver's tables (default 268435456)
  --seed NUMBER        makes games repeatable, as far as the clock allows (default: different each time)
  --strategy NAME      best (default), random, near, far, middle, mobility, territory or rollout
  --help, --version";

    fn from_arguments(mut arguments: Arguments) -> Result<Self, ArgumentError> {
        let mut options = Options::new();
        if let Some(milliseconds) = arguments.take("time-per-move", "a number of milliseconds")? {
            options = options.time_per_move(Duration::from_millis(milliseconds));
        }
        if let Some(bytes) = arguments.take("memory", "a number of bytes")? {
            options = options.memory(bytes);
        }
        if let Some(seed) = arguments.take("seed", "a whole number from 0 on")? {
            options = options.seed(seed);
        }
        if let Some(name) = arguments.take_one_of("strategy", &Strategy::ALL.map(Strategy::name))? {
            options = options.strategy(name.parse().expect("one of the names"));
        }
        arguments.finish()?;
        Ok(Self::new(options))
    }
}
