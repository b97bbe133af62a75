use std::time::Duration;

use jugada_contest::{
    ArgumentError, Arguments, Foul, Judge, Message, Player, Program, ProtocolError, Reply, Verdict,
};
use jugada_core::{NotationError, Random, Side};

use crate::{Cell, Engine, Run, Settings, Strip};

/// Plays the contest's protocol: reads the number of cells, writes 1 or 2 (which player to be), then cells in turn.
///
/// The other side of the table (see [`Role::Other`]) is for referees that let two programs play each other.
///
/// ```
/// use jugada_contest::Player;
/// use jugada_strip3::{Settings, Strip3Player};
/// let mut player = Strip3Player::new(Settings::default());
/// assert_eq!(player.receive("3")?.lines, ["2"], "who moves first loses on three cells");
/// assert_eq!(player.receive("2")?.lines, ["1"]);
/// assert!(player.receive("0")?.finished, "the opponent cannot move");
/// # Ok::<(), jugada_contest::ProtocolError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Strip3Player {
    engine: Engine,
    role: Role,
    stage: Stage,
}

/// Which side of the protocol a [`Strip3Player`] takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The contest's: reads the number of cells and says whether it moves first.
    Chooser,
    /// Its opponent's: reads the number of cells, then `1` or `2`, which says whether it moves first or second.
    Other,
}

#[derive(Clone, Debug)]
enum Stage {
    Length,
    Order(Strip),
    Game(Strip),
    Over,
}

impl Strip3Player {
    /// A player who chooses the order.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
        Self::with_role(settings, Role::Chooser)
    }

    /// A player for either side of the protocol.
    #[must_use]
    pub fn with_role(settings: Settings, role: Role) -> Self {
        Self { engine: Engine::new(settings), role, stage: Stage::Length }
    }

    /// The strip as it stands in the game; none before it begins and after it has ended.
    #[must_use]
    pub const fn strip(&self) -> Option<&Strip> {
        match &self.stage {
            Stage::Order(strip) | Stage::Game(strip) => Some(strip),
            Stage::Length | Stage::Over => None,
        }
    }

    fn read_length(&self, line: &str) -> Result<Strip, ProtocolError> {
        if line.is_empty() || !line.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(ProtocolError::new(line, "the number of cells, 0 or more, was expected"));
        }
        let memory = self.engine.settings().memory;
        let length: Option<usize> = line.parse().ok().filter(|length| length / 8 <= memory);
        let too_long = || {
            ProtocolError::new(
                line,
                format!("a strip of so many cells needs more than the {memory} bytes allowed"),
            )
        };
        let length = length.ok_or_else(too_long)?;
        Strip::empty(length, Run::CONTEST).map_err(|error| ProtocolError::new(line, error.to_string()))
    }

    /// Says which player to be, and moves if it is the first.
    fn choose_order(&mut self, strip: Strip) -> Reply {
        let outcome = self.engine.outcome(&strip);
        self.stage = Stage::Game(strip);
        let moves_first = outcome.is_none_or(|(outcome, _)| outcome.is_won());
        let reply = if moves_first { self.answer(Reply::line("1")) } else { Reply::line("2") };
        match outcome {
            Some((_, true)) => reply,
            Some((_, false)) => {
                reply.note("order: not solved in time, chosen by the period-10 pattern, which is not proven")
            }
            None => reply.note("order: not solved in time, and no rule tells"),
        }
    }

    /// Adds our move to a reply.
    fn answer(&mut self, reply: Reply) -> Reply {
        let Stage::Game(strip) = &mut self.stage else { return reply };
        match self.engine.choose(strip) {
            None => {
                self.stage = Stage::Over;
                reply.and_line("0").finish()
            }
            Some(choice) => {
                strip.set_cross(choice.cell);
                reply.and_line(choice.cell.to_string()).note(format!(
                    "cell {}: {}",
                    choice.cell,
                    choice.basis.in_words()
                ))
            }
        }
    }
}

impl Player for Strip3Player {
    fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
        match &mut self.stage {
            Stage::Length => {
                let strip = self.read_length(line)?;
                match self.role {
                    Role::Chooser => Ok(self.choose_order(strip)),
                    Role::Other => {
                        self.stage = Stage::Order(strip);
                        Ok(Reply::wait())
                    }
                }
            }
            Stage::Order(strip) => {
                let moves_first = match line {
                    "1" => true,
                    "2" => false,
                    _ => return Err(ProtocolError::new(line, "1 (to move first) or 2 was expected")),
                };
                self.stage = Stage::Game(strip.clone());
                Ok(if moves_first { self.answer(Reply::wait()) } else { Reply::wait() })
            }
            Stage::Game(_) if line == "0" => {
                self.stage = Stage::Over;
                Ok(Reply::wait().finish())
            }
            Stage::Game(strip) => {
                let cell: Cell = line.parse().map_err(|_| {
                    ProtocolError::new(line, "the opponent's cell, or 0 if it cannot move, was expected")
                })?;
                strip.play(cell).map_err(|refusal| ProtocolError::new(line, refusal.to_string()))?;
                Ok(self.answer(Reply::wait()))
            }
            Stage::Over => Err(ProtocolError::new(line, "the game is over")),
        }
    }
}

impl Program for Strip3Player {
    const NAME: &'static str = "strip3";
    const HELP: &'static str = "\
Contest program for strip3: players put crosses on a strip in turn, never three in a row; who cannot move loses.

Reads the number of cells; writes 1 (to move first) or 2, then cells in turn with the opponent's.
0 instead of a cell says that there is no move. On standard error it says why it plays what it plays.

Usage: strip3 [OPTIONS]

Options:
  --time-per-move MS   milliseconds to think about a move before playing by rule [default: 1000]
  --memory BYTES       bytes for tables, and for a long strip [default: 268435456]
  --strategy NAME      best: perfect where it can be solved in time; random: any legal cell;
                       stubborn: the legal cell with the lowest number [default: best]
  --seed NUMBER        decides what random does [default: taken from the clock]
  --role NAME          chooser: as in the contest; other: the opponent's side, which reads 1 or 2
                       (the player it is) after the number of cells [default: chooser]
  --help, --version    print this, or the version, and exit
";

    fn from_arguments(mut arguments: Arguments) -> Result<Self, ArgumentError> {
        let mut settings = Settings::default();
        if let Some(milliseconds) = arguments.take("time-per-move", "a number of milliseconds")? {
            settings.time_per_move = Duration::from_millis(milliseconds);
        }
        if let Some(memory) = arguments.take("memory", "a number of bytes")? {
            settings.memory = memory;
        }
        if let Some(name) = arguments.take_text("strategy") {
            settings.strategy =
                name.parse().map_err(|error: NotationError| ArgumentError(error.to_string()))?;
        }
        settings.seed = match arguments.take("seed", "a whole number")? {
            Some(seed) => seed,
            None => Random::seed_from_clock(),
        };
        let role = match arguments.take_one_of("role", &["chooser", "other"])? {
            Some("other") => Role::Other,
            _ => Role::Chooser,
        };
        arguments.finish()?;
        Ok(Self::with_role(settings, role))
    }
}

/// The referee of one game of the contest: the first side is the program that chooses the order, the second its opponent.
///
/// Points: 1 for the winner, 0 for the loser. The opponent reads the number of cells and then `1` or `2`, the player it is; a program that follows the contest's
/// protocol alone can only be the first side.
///
/// ```
/// use jugada_contest::play_out;
/// use jugada_core::Side;
/// use jugada_strip3::{Role, Settings, Strip3Judge, Strip3Player};
/// let mut judge = Strip3Judge::new(12)?;
/// let mut chooser = Strip3Player::new(Settings::default());
/// let mut other = Strip3Player::with_role(Settings::default(), Role::Other);
/// let verdict = play_out(&mut judge, &mut chooser, &mut other);
/// assert_eq!((verdict.winner, verdict.points), (Some(Side::First), [1, 0]));
/// # Ok::<(), jugada_strip3::TooLong>(())
/// ```
#[derive(Clone, Debug)]
pub struct Strip3Judge {
    strip: Strip,
    /// The side to move, once the order is chosen.
    to_move: Option<Side>,
    moves: Vec<String>,
    verdict: Option<Verdict>,
}

impl Strip3Judge {
    /// The referee of a game on so many cells.
    ///
    /// # Errors
    /// [`TooLong`](crate::TooLong) if there is no memory for the strip.
    pub fn new(length: usize) -> Result<Self, crate::TooLong> {
        Ok(Self {
            strip: Strip::empty(length, Run::CONTEST)?,
            to_move: None,
            moves: Vec::new(),
            verdict: None,
        })
    }

    /// The strip as it stands.
    #[must_use]
    pub const fn strip(&self) -> &Strip {
        &self.strip
    }

    /// The side to move; none before the order is chosen and after the end.
    #[must_use]
    pub const fn to_move(&self) -> Option<Side> {
        self.to_move
    }

    /// Ends the game; the winner is told that its opponent does not move.
    fn end(&mut self, loser: Side, forfeited: Option<Side>, reason: String) -> Vec<Message> {
        let winner = loser.opponent();
        let mut points = [0, 0];
        points[winner.index()] = 1;
        self.to_move = None;
        self.verdict = Some(Verdict { points, winner: Some(winner), forfeited, reason });
        vec![Message::new(winner, "0")]
    }

    fn choose_order(&mut self, line: &str) -> Result<Vec<Message>, Foul> {
        let (first_to_move, told) = match line {
            "1" => (Side::First, "2"),
            "2" => (Side::Second, "1"),
            _ => return Err(Foul::malformed(line, "1 (to move first) or 2 was expected")),
        };
        self.to_move = Some(first_to_move);
        self.moves.push(line.to_owned());
        Ok(vec![Message::new(Side::Second, told)])
    }

    fn move_by(&mut self, side: Side, line: &str) -> Result<Vec<Message>, Foul> {
        if line == "0" {
            if let Some(cell) = self.strip.legal_cells().next() {
                return Err(Foul::illegal(line, format!("there is a move, for example {cell}")));
            }
            self.moves.push(line.to_owned());
            return Ok(self.end(side, None, format!("the {side} side cannot move")));
        }
        let cell: Cell =
            line.parse().map_err(|_| Foul::malformed(line, "a cell, or 0 for no move, was expected"))?;
        self.strip.play(cell).map_err(|refusal| {
            let legal = match self.strip.legal_cells().next() {
                Some(cell) => format!("; {cell} would have been legal"),
                None => "; there is no move, which is said by 0".to_owned(),
            };
            Foul::illegal(line, format!("{refusal}{legal}"))
        })?;
        self.moves.push(cell.to_string());
        self.to_move = Some(side.opponent());
        Ok(vec![Message::new(side.opponent(), cell.to_string())])
    }
}

impl Judge for Strip3Judge {
    fn start(&mut self) -> Vec<Message> {
        Side::BOTH.map(|side| Message::new(side, self.strip.length().to_string())).into()
    }

    fn awaits(&self, side: Side) -> bool {
        self.verdict.is_none() && self.to_move.unwrap_or(Side::First) == side
    }

    fn receive(&mut self, side: Side, line: &str) -> Result<Vec<Message>, Foul> {
        if !self.awaits(side) {
            return Err(Foul::malformed(line, format!("nothing was expected from the {side} side now")));
        }
        if self.to_move.is_none() { self.choose_order(line) } else { self.move_by(side, line) }
    }

    fn forfeit(&mut self, side: Side, reason: &str) -> Vec<Message> {
        if self.verdict.is_some() {
            return Vec::new();
        }
        self.end(side, Some(side), reason.to_owned())
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }
}
