use std::time::Duration;

use jugada_contest::{ArgumentError, Arguments, Player, Program, ProtocolError, Reply, TurnPlayer};
use jugada_core::{Game, Limits, Search};

use crate::{Position, solver};

/// The contest program: the plain protocol for games in turn, and a search for each move.
#[derive(Debug)]
pub struct ConnectFourPlayer(TurnPlayer<Position>);

impl ConnectFourPlayer {
    /// A player for a game that begins at `start`, with limits for each move and a table of so many bytes.
    #[must_use]
    pub fn new(start: Position, limits: Limits, table_bytes: usize) -> Self {
        let mut search = solver(table_bytes);
        Self(TurnPlayer::new(start, move |position| {
            let report = search.search(position, &limits);
            report.best_move().copied().unwrap_or_else(|| position.moves()[0])
        }))
    }
}

impl Player for ConnectFourPlayer {
    fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
        self.0.receive(line)
    }
}

impl Program for ConnectFourPlayer {
    const NAME: &'static str = "connect-four";
    const HELP: &'static str = "\
Contest program for Connect Four: reads `start` if it moves first, then columns from 1 to 7 in turn with its opponent.

Usage: connect-four [OPTIONS]

Options:
  --time-per-move MS   milliseconds to think about a move [default: 100]
  --opening MOVES      the columns played before the game begins, such as 4453
  --help, --version    print this, or the version, and exit
";

    fn from_arguments(mut arguments: Arguments) -> Result<Self, ArgumentError> {
        let milliseconds = arguments.take("time-per-move", "a number of milliseconds")?.unwrap_or(100);
        let opening = arguments.take("opening", "columns from 1 to 7")?.unwrap_or_default();
        arguments.finish()?;
        Ok(Self::new(opening, Limits::new().time(Duration::from_millis(milliseconds)), 16 << 20))
    }
}
