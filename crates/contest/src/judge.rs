use std::collections::VecDeque;

use jugada_core::{Side, quoted};
use thiserror::Error;

use crate::Player;

/// The referee's side of a contest's line protocol, for one game between two programs.
///
/// It says what to send to whom, checks what comes back, and knows when the game is over and how. It works on strings in memory:
/// whoever runs it decides what a program is ([`play_out`] takes two [`Player`]s) and adds clocks and limits.
///
/// The order of calls: [`start`](Self::start) once; then [`receive`](Self::receive) for a side that is
/// [awaited](Self::awaits), or [`forfeit`](Self::forfeit), until there is a [verdict](Self::verdict).
pub trait Judge: Send {
    /// Begins the game: the lines that the programs read first.
    fn start(&mut self) -> Vec<Message>;

    /// Whether a line from this side is due. Both sides can be awaited at once.
    fn awaits(&self, side: Side) -> bool;

    /// Takes a line from a side that is awaited (without line end and surrounding blanks): what to send because of it.
    ///
    /// # Errors
    /// [`Foul`] if the protocol or the rules do not allow the line. The game is not over by it: the caller decides
    /// whether that side [forfeits](Self::forfeit).
    fn receive(&mut self, side: Side, line: &str) -> Result<Vec<Message>, Foul>;

    /// Ends the game as lost by `side` for a reason outside the rules (in words: a foul, the clock, a crash): what to send because of it.
    ///
    /// Changes nothing where there is a verdict already.
    fn forfeit(&mut self, side: Side, reason: &str) -> Vec<Message>;

    /// How the game ended; nothing while it goes on.
    fn verdict(&self) -> Option<&Verdict>;

    /// The accepted lines of the game in the contest's notation, oldest first: enough to tell and to repeat the game.
    fn moves(&self) -> &[String];
}

/// A line to be sent to one of the programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The program's side.
    pub to: Side,
    /// The line, without its end.
    pub line: String,
}

impl Message {
    /// `line` for the program that plays `to`.
    pub fn new(to: Side, line: impl Into<String>) -> Self {
        Self { to, line: line.into() }
    }
}

/// What kind of mistake a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FoulKind {
    /// The line is not of the form that the protocol wants.
    Malformed,
    /// The line is a move, but not one that the rules allow here.
    Illegal,
}

/// A line that a [`Judge`] cannot accept: one sentence that names the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {reason}", quoted(line))]
pub struct Foul {
    /// What kind of mistake it is.
    pub kind: FoulKind,
    /// The line.
    pub line: String,
    /// What is wrong with it, and what would have been right where that can be said.
    pub reason: String,
}

impl Foul {
    /// A line that is not of the form the protocol wants.
    pub fn malformed(line: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { kind: FoulKind::Malformed, line: line.into(), reason: reason.into() }
    }

    /// A move that the rules do not allow.
    pub fn illegal(line: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { kind: FoulKind::Illegal, line: line.into(), reason: reason.into() }
    }
}

/// How a game ended, in the contest's points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Points of the first and the second side.
    pub points: [u32; 2],
    /// The side that has won, if any has.
    pub winner: Option<Side>,
    /// The side that lost for a reason outside the rules, if one did.
    pub forfeited: Option<Side>,
    /// Why the game ended, in words.
    pub reason: String,
}

/// Plays a whole game in memory and returns its verdict.
///
/// A player that refuses a line, that is awaited but has nothing to say, or that breaks the rules forfeits. Lines written ahead of
/// their time wait until they are due.
///
/// # Panics
/// If the judge neither awaits a side nor has a verdict.
pub fn play_out(judge: &mut dyn Judge, first: &mut dyn Player, second: &mut dyn Player) -> Verdict {
    let mut receive = |message: &Message| match message.to {
        Side::First => first.receive(&message.line),
        Side::Second => second.receive(&message.line),
    };
    let mut pending: VecDeque<Message> = judge.start().into();
    let mut written: [VecDeque<String>; 2] = Default::default();
    loop {
        while let Some(message) = pending.pop_front() {
            match receive(&message) {
                Ok(reply) => written[message.to.index()].extend(reply.lines),
                Err(error) => pending.extend(judge.forfeit(message.to, &error.to_string())),
            }
        }
        if let Some(verdict) = judge.verdict() {
            return verdict.clone();
        }
        let due = Side::BOTH
            .into_iter()
            .filter(|side| judge.awaits(*side))
            .find_map(|side| Some((side, written[side.index()].pop_front()?)));
        if let Some((side, line)) = due {
            match judge.receive(side, &line) {
                Ok(messages) => pending.extend(messages),
                Err(foul) => pending.extend(judge.forfeit(side, &foul.to_string())),
            }
        } else {
            let silent = Side::BOTH
                .into_iter()
                .find(|side| judge.awaits(*side))
                .expect("a game that goes on awaits a side");
            pending.extend(judge.forfeit(silent, "it was awaited and wrote nothing"));
        }
    }
}
