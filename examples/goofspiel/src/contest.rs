use std::time::Duration;

use jugada_contest::{ArgumentError, Arguments, JointPlayer, Player, Program, ProtocolError, Reply};
use jugada_core::{Limits, Random};

use crate::{Card, Engine, Goofspiel};

/// The contest program: the plain protocol for games in which both move at once.
#[derive(Debug)]
pub struct GoofspielPlayer(JointPlayer<Goofspiel>);

impl GoofspielPlayer {
    /// A player with an engine.
    #[must_use]
    pub fn new(start: Goofspiel, mut engine: Engine) -> Self {
        Self(JointPlayer::new(start, move |position| engine.choose(position)))
    }
}

impl Player for GoofspielPlayer {
    fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
        self.0.receive(line)
    }
}

impl Program for GoofspielPlayer {
    const NAME: &'static str = "goofspiel";
    const HELP: &'static str = "\
Contest program for Goofspiel with prizes from the highest down: reads `start`, then writes a card and reads its opponent's in turn.

Usage: goofspiel [OPTIONS]

Options:
  --cards NUMBER       cards in a hand, 1 to 16 [default: 7]
  --time-per-move MS   milliseconds to think about a move, twice if it cannot be solved [default: 100]
  --seed NUMBER        decides what is drawn [default: taken from the clock]
  --help, --version    print this, or the version, and exit
";

    fn from_arguments(mut arguments: Arguments) -> Result<Self, ArgumentError> {
        // As many cards as the value of the highest.
        let cards = arguments.take("cards", "a number from 1 to 16")?.map_or(7, Card::value);
        let milliseconds = arguments.take("time-per-move", "a number of milliseconds")?.unwrap_or(100);
        let seed = arguments.take("seed", "a whole number")?.unwrap_or_else(Random::seed_from_clock);
        arguments.finish()?;
        let limits = Limits::new().time(Duration::from_millis(milliseconds));
        Ok(Self::new(Goofspiel::new(cards.into()), Engine::new(limits, seed)))
    }
}
