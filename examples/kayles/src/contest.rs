use std::time::Duration;

use jugada_contest::{ArgumentError, Arguments, Player, Program, ProtocolError, Reply, TurnPlayer};
use jugada_core::{GrundySearch, ImpartialGame, InTurn, Limits, Search};

use crate::Pins;

/// The contest program: the plain protocol for games in turn, and nim-values for each move.
#[derive(Debug)]
pub struct KaylesPlayer(TurnPlayer<InTurn<Pins>>);

impl KaylesPlayer {
    /// A player for a game that begins with these pins, with limits for each move. It plays perfectly where the limits let it.
    #[must_use]
    pub fn new(start: Pins, limits: Limits) -> Self {
        let mut search = GrundySearch::new();
        Self(TurnPlayer::new(InTurn::new(start), move |game| {
            let report = search.search(&game.position, &limits);
            report.best_move().copied().unwrap_or_else(|| game.position.moves()[0])
        }))
    }
}

impl Player for KaylesPlayer {
    fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
        self.0.receive(line)
    }
}

impl Program for KaylesPlayer {
    const NAME: &'static str = "kayles";
    const HELP: &'static str = "\
Contest program for Kayles: reads `start` if it moves first, then hits such as 3 or 3-4 in turn with its opponent.

Usage: kayles [OPTIONS]

Options:
  --pins PINS          the pins at the start, such as IIII.III [default: twenty that stand]
  --help, --version    print this, or the version, and exit
";

    fn from_arguments(mut arguments: Arguments) -> Result<Self, ArgumentError> {
        let pins =
            arguments.take("pins", "at most 64 pins such as IIII.III")?.unwrap_or_else(|| Pins::all(20));
        arguments.finish()?;
        Ok(Self::new(pins, Limits::new().time(Duration::from_secs(1))))
    }
}
