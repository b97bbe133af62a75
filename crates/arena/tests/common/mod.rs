//! Two toy games for the referee, and how the tests run programs.
#![allow(dead_code, clippy::allow_attributes, reason = "every test uses its own part, some all of it")]

use std::fs;
use std::path::Path;
use std::time::Duration;

use jugada_arena::game::{Setup, TimeControl};
use jugada_arena::process::{Keeper, Limits, Program};
use jugada_contest::{Foul, Judge, Message, Verdict};
use jugada_core::Side;

/// The program of `tests/bots`.
pub const BOTS: &str = env!("CARGO_BIN_EXE_jugada-arena-bots");

/// A program of `tests/bots/program.rs`.
pub fn bot(mode: &str) -> Program {
    mode.split(' ').fold(Program::new(BOTS), Program::argument)
}

/// A script of `tests/bots`.
pub fn script(name: &str) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots").join(name);
    Program::new("/bin/sh").argument(path).argument(BOTS)
}

/// The same program in an environment that its descendants can be known by.
pub fn marked(program: &Program, mark: &str) -> Program {
    let mut marked =
        Program::new("/usr/bin/env").argument(format!("JUGADA_MARK={mark}")).argument(&program.executable);
    marked.arguments.extend(program.arguments.iter().cloned());
    marked
}

/// The processes that carry a mark, apart from this one and its keepers.
pub fn with_mark(mark: &str) -> Vec<String> {
    let mark = format!("JUGADA_MARK={mark}");
    fs::read_dir("/proc")
        .expect("readable")
        .flatten()
        .filter(|entry| {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
        })
        .map(|entry| {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            format!("{} {}", entry.file_name().display(), String::from_utf8_lossy(&line).replace('\0', " "))
        })
        .collect()
}

pub fn setup(first: Program, second: Program) -> Setup {
    Setup {
        programs: [first, second],
        limits: Limits { grace: Duration::from_millis(300), ..Limits::default() },
        time: TimeControl::game(Duration::from_secs(20)),
        suspend: true,
        keeper: Keeper::new(BOTS),
    }
}

/// Alternating: each side writes the number after the other's; who writes `last` wins. The loser reads `quit`.
pub struct Counting {
    last: u64,
    moves: Vec<String>,
    verdict: Option<Verdict>,
}

impl Counting {
    pub fn to(last: u64) -> Self {
        Self { last, moves: Vec::new(), verdict: None }
    }

    fn mover(&self) -> Side {
        if self.moves.len().is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn win(&mut self, winner: Side, forfeited: Option<Side>, reason: &str) -> Vec<Message> {
        if self.verdict.is_none() {
            let points = if winner == Side::First { [12, 0] } else { [0, 12] };
            let reason = reason.to_owned();
            self.verdict = Some(Verdict { points, winner: Some(winner), forfeited, reason });
        }
        vec![Message::new(winner.opponent(), "quit")]
    }
}

impl Judge for Counting {
    fn start(&mut self) -> Vec<Message> {
        vec![Message::new(Side::First, "start")]
    }

    fn awaits(&self, side: Side) -> bool {
        self.verdict.is_none() && self.mover() == side
    }

    fn receive(&mut self, side: Side, line: &str) -> Result<Vec<Message>, Foul> {
        let due = self.moves.len() as u64 + 1;
        let number: u64 = line.parse().map_err(|_| Foul::malformed(line, "a number was expected"))?;
        if number != due {
            return Err(Foul::illegal(line, format!("{due} was legal")));
        }
        self.moves.push(line.to_owned());
        if number == self.last {
            return Ok(self.win(side, None, "the last number"));
        }
        Ok(vec![Message::new(side.opponent(), line)])
    }

    fn forfeit(&mut self, side: Side, reason: &str) -> Vec<Message> {
        self.win(side.opponent(), Some(side), reason)
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }
}

/// Simultaneous: in each round both sides write a number and then read the other's. After some rounds it is a draw.
pub struct Exchange {
    rounds: usize,
    pending: [Option<String>; 2],
    moves: Vec<String>,
    verdict: Option<Verdict>,
}

impl Exchange {
    pub fn of(rounds: usize) -> Self {
        Self { rounds, pending: [None, None], moves: Vec::new(), verdict: None }
    }
}

impl Judge for Exchange {
    fn start(&mut self) -> Vec<Message> {
        Side::BOTH.map(|side| Message::new(side, "start")).into()
    }

    fn awaits(&self, side: Side) -> bool {
        self.verdict.is_none() && self.pending[side.index()].is_none()
    }

    fn receive(&mut self, side: Side, line: &str) -> Result<Vec<Message>, Foul> {
        let _: u64 = line.parse().map_err(|_| Foul::malformed(line, "a number was expected"))?;
        self.pending[side.index()] = Some(line.to_owned());
        let [Some(first), Some(second)] = &self.pending else { return Ok(Vec::new()) };
        let messages = vec![Message::new(Side::First, second), Message::new(Side::Second, first)];
        self.moves.extend([first.clone(), second.clone()]);
        self.pending = [None, None];
        if self.moves.len() == 2 * self.rounds {
            self.verdict =
                Some(Verdict { points: [1, 1], winner: None, forfeited: None, reason: "all rounds".into() });
            return Ok(Vec::new());
        }
        Ok(messages)
    }

    fn forfeit(&mut self, side: Side, reason: &str) -> Vec<Message> {
        let mut points = [10, 10];
        points[side.index()] = 0;
        self.verdict.get_or_insert(Verdict {
            points,
            winner: Some(side.opponent()),
            forfeited: Some(side),
            reason: reason.to_owned(),
        });
        Vec::new()
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }
}
