//! Two toy games for the referee.
#![allow(dead_code, clippy::allow_attributes, reason = "every test uses its own part, some all of it")]

use std::time::Duration;

use jugada_arena::Contest;
use jugada_arena::game::{Status, TimeControl};
use jugada_contest::{Foul, Judge, Message, Verdict};
use jugada_core::Side;

/// The counting game as a contest; a category is the last number.
pub struct Toy;

impl Contest for Toy {
    fn name(&self) -> &'static str {
        "counting"
    }

    fn judge(&self, category: &str, _: Option<&str>) -> Result<Box<dyn Judge>, String> {
        let last = category.parse().map_err(|_| format!("{category:?}: a number was expected"))?;
        Ok(Box::new(Counting::to(last)))
    }

    fn time(&self, _: &str) -> TimeControl {
        TimeControl::game(Duration::from_secs(20))
    }

    fn alternates(&self) -> bool {
        true
    }

    fn disqualifies(&self, status: Status) -> bool {
        status == Status::Illegal
    }
}

/// Alternating: each side writes the number after the other's; who writes `last` wins. The loser reads `quit`.
pub struct Counting {
    last: u64,
    greets: bool,
    moves: Vec<String>,
    verdict: Option<Verdict>,
}

impl Counting {
    pub fn to(last: u64) -> Self {
        Self { last, greets: false, moves: Vec::new(), verdict: None }
    }

    /// The same, but the second side reads `hello` at the start.
    pub fn greeting(last: u64) -> Self {
        Self { greets: true, ..Self::to(last) }
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
        let mut messages = vec![Message::new(Side::First, "start")];
        if self.greets {
            messages.push(Message::new(Side::Second, "hello"));
        }
        messages
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
