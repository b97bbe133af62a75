use std::time::{Duration, Instant};

use jugada_contest::{
    ArgumentError, Arguments, Foul, Interrupt, Judge, Message, Player, Program, ProtocolError, Reply, Verdict,
};
use jugada_core::{Clock, Game, Notation, NotationError, Outcome, Random, Side};

use crate::notation::{colour, is_move_text};
use crate::position::MOVES_EACH;
use crate::{Engine, EngineOptions, Move, Plain, Position, replay};

/// What a program reads when the game has ended before it could know.
const QUIT: &str = "Quit";

/// What the program reads that makes the first move.
const START: &str = "Start";

/// The points of a win.
const WIN: u32 = 12;

/// So many times a move somebody has to be given a core: who reads the line, the player, the referee that awaits the answer. Only how long the
/// second of them waited is known.
const HAND_OVERS: u32 = 3;

/// How a program chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StrategyKind {
    /// As well as it can: [`Engine`].
    Best,
    /// Any legal move.
    Random,
    /// One of the moves that take the most stones now.
    Greedy,
    /// As a good school contestant of 2008 did: [`Plain`].
    Plain,
}

#[derive(Debug)]
enum Strategy {
    Best(Box<Engine>),
    Random(Random),
    Greedy(Random),
    Plain,
}

/// A program that plays alquerque by the `CodeCup`'s protocol.
///
/// The side to move first reads `Start`, the other the first move; then each reads a move and writes one. The loser, and both after an
/// invalid move, read `Quit`; the winner, and both after a draw, end by themselves.
///
/// ```
/// use jugada_alquerque::{AlquerqueJudge, AlquerquePlayer, StrategyKind};
/// use jugada_contest::{Judge, play_out};
///
/// let mut random = AlquerquePlayer::new(StrategyKind::Random, 1);
/// let mut greedy = AlquerquePlayer::new(StrategyKind::Greedy, 2);
/// let mut judge = AlquerqueJudge::new();
/// let verdict = play_out(&mut judge, &mut random, &mut greedy);
/// assert!(verdict.forfeited.is_none());
/// assert!(judge.moves().len() <= 200);
/// ```
#[derive(Debug)]
pub struct AlquerquePlayer {
    position: Position,
    /// Nothing until the first line tells which side this is.
    side: Option<Side>,
    strategy: Strategy,
    clock: Clock,
    interrupt: Interrupt,
}

impl AlquerquePlayer {
    /// A player for a game from the start, with the contest's 30 seconds.
    #[must_use]
    pub fn new(kind: StrategyKind, seed: u64) -> Self {
        let clock = Clock::new(Duration::from_secs(30), Duration::from_millis(150));
        Self::with_options(kind, &EngineOptions::default().seed(seed), clock, Position::start())
    }

    /// A player for a game from any position, with a clock of the caller's. Only [`StrategyKind::Best`] uses more of the options than the
    /// seed.
    #[must_use]
    pub fn with_options(kind: StrategyKind, options: &EngineOptions, clock: Clock, start: Position) -> Self {
        let random = Random::from_seed(options.seed);
        let strategy = match kind {
            StrategyKind::Best => Strategy::Best(Box::new(Engine::new(options.clone()))),
            StrategyKind::Random => Strategy::Random(random),
            StrategyKind::Greedy => Strategy::Greedy(random),
            StrategyKind::Plain => Strategy::Plain,
        };
        let mut interrupt = Interrupt::default();
        interrupt.quit_line = Some(QUIT);
        interrupt.stop_at_end_of_input = true;
        Self { position: start, side: None, strategy, clock, interrupt }
    }

    /// What the player has left to think, its margin not counted.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Reads a line that is not [`QUIT`]: whose turn it is after it.
    fn read(&mut self, line: &str) -> Result<(), ProtocolError> {
        if self.side.is_none() && line == START {
            self.side = Some(self.position.side_to_move());
            return Ok(());
        }
        let chosen = self.position.parse_move(line).map_err(|error| {
            let hint = if self.side.is_none() && !is_move_text(line) {
                "; \"Start\" or a move was expected"
            } else {
                ""
            };
            ProtocolError::new(line, format!("{}{hint}", error.reason))
        })?;
        self.side.get_or_insert(self.position.side_to_move().opponent());
        self.position = self.position.play_unchecked(chosen);
        Ok(())
    }

    fn choose(&mut self) -> Option<Move> {
        let moves = self.position.moves();
        match &mut self.strategy {
            Strategy::Best(engine) => engine.choose(&self.position, &self.clock, &self.interrupt.stop),
            Strategy::Random(random) => random.choose(&moves).copied(),
            Strategy::Greedy(random) => {
                let most = moves.iter().map(|listed| listed.captured().len()).max()?;
                let largest: Vec<_> =
                    moves.into_iter().filter(|listed| listed.captured().len() == most).collect();
                random.choose(&largest).copied()
            }
            Strategy::Plain if moves.len() == 1 => moves.first().copied(),
            Strategy::Plain => Plain::new(self.clock.left() / Plain::PART, self.interrupt.stop.clone())
                .choose(&self.position),
        }
    }
}

impl Player for AlquerquePlayer {
    fn line_waited(&mut self, waited: Duration) {
        self.clock.spend(waited.saturating_mul(HAND_OVERS));
    }

    fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
        let read_at = Instant::now();
        if line == QUIT {
            return Ok(Reply::wait().finish());
        }
        self.read(line)?;
        match self.position.outcome() {
            // The loser is told to quit.
            Some(Outcome::Win(winner)) if Some(winner) != self.side => return Ok(Reply::wait()),
            Some(_) => return Ok(Reply::wait().finish()),
            None if Some(self.position.side_to_move()) != self.side => return Ok(Reply::wait()),
            None => {}
        }
        let chosen = self.choose().expect("a game that goes on has a legal move");
        let text = self.position.display_move(chosen);
        self.position = self.position.play_unchecked(chosen);
        self.clock.spend(read_at.elapsed());
        let reply = Reply::line(text);
        Ok(if self.position.outcome().is_some() { reply.finish() } else { reply })
    }

    fn interrupt(&self) -> Interrupt {
        self.interrupt.clone()
    }
}

impl Program for AlquerquePlayer {
    const NAME: &'static str = "alquerque";

    const HELP: &'static str = "\
Plays alquerque as the CodeCup did in 2008. Whoever reads \"Start\" moves first; then a move is read (c3-d4, or e5*c3*a1 with every
point on the way) and one written, until the game is over or \"Quit\" is read.

Options:
  --strategy NAME       best (default), random, greedy (most stones now) or plain (a good school contestant of 2008)
  --total-time SECONDS  for the whole game, from reading a line to writing the answer (default 30)
  --margin SECONDS      kept back for what the referee measures more than that (default 0.15)
  --memory BYTES        of the transposition table (default 44000000: less than 64000000 in all)
  --threads NUMBER      that think together (default 1)
  --seed NUMBER         decides among moves that are about as good (default 0)
  --opening MOVES       moves played before the game, in one argument
  --help, --version";

    fn from_arguments(mut arguments: Arguments) -> Result<Self, ArgumentError> {
        const KINDS: [(&str, StrategyKind); 4] = [
            ("best", StrategyKind::Best),
            ("random", StrategyKind::Random),
            ("greedy", StrategyKind::Greedy),
            ("plain", StrategyKind::Plain),
        ];
        let name = arguments.take_one_of("strategy", &KINDS.map(|(name, _)| name))?.unwrap_or("best");
        let kind = KINDS.iter().find(|(known, _)| *known == name).expect("one of the names").1;
        let total = seconds(&mut arguments, "total-time")?.unwrap_or(Duration::from_secs(30));
        let margin = seconds(&mut arguments, "margin")?.unwrap_or(Duration::from_millis(150));
        let mut options = EngineOptions::default();
        if let Some(bytes) = arguments.take("memory", "a number of bytes")? {
            options.memory = bytes;
        }
        if let Some(threads) = arguments.take::<std::num::NonZeroU8>("threads", "a number from 1 to 255")? {
            options.threads = usize::from(threads.get());
        }
        if let Some(seed) = arguments.take("seed", "a whole number that is not negative")? {
            options.seed = seed;
        }
        let opening = arguments.take_text("opening").unwrap_or_default();
        let start =
            opened(&opening).map_err(|error| ArgumentError(format!("option '--opening': {error}")))?;
        arguments.finish()?;
        Ok(Self::with_options(kind, &options, Clock::new(total, margin), start))
    }
}

fn seconds(arguments: &mut Arguments, name: &str) -> Result<Option<Duration>, ArgumentError> {
    const EXPECTED: &str = "a number of seconds that is not negative";
    let Some(text) = arguments.take_text(name) else { return Ok(None) };
    text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()).map(Some).ok_or_else(
        || ArgumentError(format!("{} for option '--{name}': {EXPECTED}", jugada_core::quoted(&text))),
    )
}

/// The position after an opening, from which a game can be played.
fn opened(opening: &str) -> Result<Position, NotationError> {
    let position = replay(Position::start(), opening)?;
    match position.outcome() {
        None => Ok(position),
        Some(_) => Err(NotationError::new(opening, "the game is over after these moves")),
    }
}

/// The referee of one game between two programs, by the `CodeCup`'s protocol.
///
/// A win is worth 12 points; a draw, after 100 moves each, seven less the opponent's stones and at least 0.
#[derive(Clone, Debug, Default)]
pub struct AlquerqueJudge {
    position: Position,
    moves: Vec<String>,
    verdict: Option<Verdict>,
}

impl AlquerqueJudge {
    /// The referee of a game from the start.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The referee of a game in which these moves, texts in a row, are taken as played.
    ///
    /// The programs must know the same opening; the side to move after it reads `Start`.
    ///
    /// # Errors
    /// [`NotationError`] if a move is not legal, or the game is over after them.
    pub fn with_opening(opening: &str) -> Result<Self, NotationError> {
        let position = opened(opening)?;
        Ok(Self { position, moves: opening.split_whitespace().map(str::to_owned).collect(), verdict: None })
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    fn end(&mut self, outcome: Outcome, line: &str) -> Vec<Message> {
        let mut points = [0; 2];
        let mut messages = Vec::new();
        let reason = match outcome {
            Outcome::Win(winner) => {
                let loser = winner.opponent();
                points[winner.index()] = WIN;
                messages.push(Message::new(loser, QUIT));
                let what = if self.position.stones(loser).is_empty() { "stone" } else { "move" };
                format!("{} has no {what} left", colour(loser))
            }
            Outcome::Draw => {
                points = self.position.draw_points();
                // White could not know before this line whether it ends the game.
                messages.push(Message::new(self.position.side_to_move(), line));
                format!("{MOVES_EACH} moves each are made")
            }
        };
        self.verdict = Some(Verdict { points, winner: outcome.winner(), forfeited: None, reason });
        messages
    }
}

impl Judge for AlquerqueJudge {
    fn start(&mut self) -> Vec<Message> {
        vec![Message::new(self.position.side_to_move(), START)]
    }

    fn awaits(&self, side: Side) -> bool {
        self.verdict.is_none() && self.position.side_to_move() == side
    }

    fn receive(&mut self, side: Side, line: &str) -> Result<Vec<Message>, Foul> {
        if !self.awaits(side) {
            return Err(Foul::malformed(line, "nothing was awaited from this side"));
        }
        let chosen = self.position.parse_move(line).map_err(|error| {
            let foul = if is_move_text(line) { Foul::illegal } else { Foul::malformed };
            foul(line, error.reason)
        })?;
        self.position = self.position.play_unchecked(chosen);
        self.moves.push(line.to_owned());
        Ok(match self.position.outcome() {
            Some(outcome) => self.end(outcome, line),
            None => vec![Message::new(side.opponent(), line)],
        })
    }

    fn forfeit(&mut self, side: Side, reason: &str) -> Vec<Message> {
        if self.verdict.is_some() {
            return Vec::new();
        }
        let winner = side.opponent();
        let mut points = [0; 2];
        points[winner.index()] = WIN;
        self.verdict =
            Some(Verdict { points, winner: Some(winner), forfeited: Some(side), reason: reason.to_owned() });
        Side::BOTH.map(|side| Message::new(side, QUIT)).into()
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }
}
