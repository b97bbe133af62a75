//! Properties of this crate for any input at all (feature `testkit`): what the tests and the fuzz targets call. They panic with a
//! sentence where a property does not hold.

use std::time::Duration;

use jugada_contest::{Judge, Player};
use jugada_core::testkit::check_simultaneous;
use jugada_core::{ExactSolver, Limits, Side, SimultaneousGame};

use crate::{Bot, CellSet, Compact, Options, Position, Record, Referee, Strategy};

/// Feeds the lines of any text to a player and to a referee: each is answered or refused, and what a player writes is legal.
///
/// # Panics
/// If a property does not hold.
pub fn check_protocol(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty()).take(64);
    let options = Options::new().strategy(Strategy::Near).seed(1).time_per_move(Duration::from_millis(1));
    let mut bot = Bot::new(options);
    let mut referee: Option<Referee> = None;
    for (turn, line) in lines.enumerate() {
        if let Ok(reply) = bot.receive(line) {
            for written in &reply.lines {
                let position = bot.position().expect("a bot that writes is in a game");
                let cell = written.parse().expect("a bot writes cells");
                assert_eq!(position.check_move(Side::First, cell), Ok(()), "{written:?} after {line:?}");
            }
        } else {
            bot = Bot::new(Options::new().strategy(Strategy::Near).seed(1));
        }
        match &mut referee {
            None => referee = line.parse().ok().map(Referee::new),
            Some(referee) => {
                let side = Side::BOTH[turn % 2];
                if referee.awaits(side) && referee.receive(side, line).is_err() {
                    referee.forfeit(side, "a foul");
                    assert!(referee.verdict().is_some(), "a forfeit ends the game");
                }
            }
        }
    }
}

/// A record is a position or is refused; a position's record is the position.
///
/// # Panics
/// If a property does not hold.
pub fn check_record(record: &Record) {
    if let Ok(position) = Position::try_from(record) {
        let written = Record::from(&position);
        assert_eq!(Position::try_from(&written).as_ref(), Ok(&position), "{record:?}");
        assert_eq!(position.mirrored().mirrored(), position, "{record:?}");
    }
}

/// Solves a small position made of any bytes: its value lies between the extremes of its matrix, and changes its sign when the sides change
/// places.
///
/// # Panics
/// If a property does not hold.
pub fn check_value(bytes: [u8; 5]) {
    const CELLS: u32 = 13;
    let own = u32::from(bytes[0]) % CELLS;
    let other = u32::from(bytes[1]) % CELLS;
    let clean = u64::from(u16::from_le_bytes([bytes[2], bytes[3]]));
    let clean = (clean & u64::below(CELLS)).without(own).without(other);
    let position = Compact::new(clean, [own, other], 1 + u32::from(bytes[4]) % 6);
    check_simultaneous(&position);
    let value = |position: &Compact| {
        ExactSolver::new(f64::from).solve(position, &Limits::new()).value().expect("no limit was set")
    };
    let its_value = value(&position);
    let exchanged = position.exchanged().expect("the sides are alike");
    assert!((its_value + value(&exchanged)).abs() < 1e-9, "{position:?}");
    if position.score().is_none() {
        let moves = Side::BOTH.map(|side| position.moves(side));
        let entries: Vec<f64> = moves[0]
            .iter()
            .flat_map(|&first| moves[1].iter().map(move |&second| (first, second)))
            .map(|(first, second)| value(&position.play_unchecked(first, second)))
            .collect();
        let least = entries.iter().copied().fold(f64::INFINITY, f64::min);
        let most = entries.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert!((least - 1e-9..=most + 1e-9).contains(&its_value), "{its_value}: {position:?}");
    }
}
