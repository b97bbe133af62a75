use std::fmt;

use jugada_core::{Notation, Outcome, Side};

use crate::{Foul, Judge, Message, Player, ProtocolError, Reply, Verdict};

/// What the program that is to move first reads in the plain protocols.
pub(crate) const START: &str = "start";

/// What says which move to play in a position.
pub(crate) type Chooser<P, M> = Box<dyn FnMut(&P) -> M + Send>;

/// The points of a game that has ended by its rules.
pub(crate) fn points(outcome: Outcome) -> [u32; 2] {
    match outcome {
        Outcome::Draw => [1, 1],
        Outcome::Win(winner) => forfeit_points(winner.opponent()),
    }
}

/// The points of a game that `loser` has lost.
pub(crate) fn forfeit_points(loser: Side) -> [u32; 2] {
    let mut points = [2, 2];
    points[loser.index()] = 0;
    points
}

/// The verdict on a game that has ended by its rules.
pub(crate) fn verdict(outcome: Outcome) -> Verdict {
    let winner = outcome.winner();
    let reason = winner.map_or("a draw".to_owned(), |side| format!("the {side} side has won"));
    Verdict { points: points(outcome), winner, forfeited: None, reason }
}

/// The verdict on a game that `loser` has lost for a reason outside the rules.
pub(crate) fn forfeited(loser: Side, reason: &str) -> Verdict {
    Verdict {
        points: forfeit_points(loser),
        winner: Some(loser.opponent()),
        forfeited: Some(loser),
        reason: reason.to_owned(),
    }
}

/// A referee for any game in which two sides move in turn, by the plain protocol.
///
/// The program that is to move first reads `start`; from then on each program writes a move when it is its turn and reads every move of the
/// other; after the end there is nothing to read. A win is 2 points, a draw 1.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use jugada_core::{Game, Notation, NotationError, Outcome, Side};
/// use jugada_contest::{TurnJudge, TurnPlayer, play_out};
/// # #[derive(Clone, Copy)]
/// # struct TakeAway { counters: u8, to_move: Side }
/// # impl Game for TakeAway {
/// #     type Move = u8;
/// #     fn side_to_move(&self) -> Side { self.to_move }
/// #     fn outcome(&self) -> Option<Outcome> { (self.counters == 0).then(|| Outcome::Win(self.to_move.opponent())) }
/// #     fn for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> { (1..=self.counters.min(3)).try_for_each(visit) }
/// #     fn play_unchecked(&self, taken: u8) -> Self { Self { counters: self.counters - taken, to_move: self.to_move.opponent() } }
/// #     fn key(&self) -> u64 { u64::from(self.counters) * 2 + self.to_move.index() as u64 }
/// # }
/// # impl Notation for TakeAway {
/// #     fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
/// #         text.parse().ok().filter(|&taken| self.is_legal(taken)).ok_or_else(|| NotationError::new(text, "1 to 3 was expected"))
/// #     }
/// #     fn display_move(&self, shown: u8) -> String { shown.to_string() }
/// # }
///
/// // Take one to three counters; who takes the last one wins.
/// let start = TakeAway { counters: 5, to_move: Side::First };
/// let mut greedy = TurnPlayer::new(start, |position| position.counters.min(3));
/// let mut clever = TurnPlayer::new(start, |position| (position.counters % 4).max(1));
/// let mut judge = TurnJudge::new(start);
/// let verdict = play_out(&mut judge, &mut greedy, &mut clever);
/// assert_eq!((verdict.winner, verdict.points), (Some(Side::Second), [0, 2]));
/// ```
#[derive(Clone, Debug)]
pub struct TurnJudge<G> {
    position: G,
    moves: Vec<String>,
    verdict: Option<Verdict>,
}

impl<G: Notation> TurnJudge<G> {
    /// A referee of a game that begins at `start`.
    pub fn new(start: G) -> Self {
        let verdict = start.outcome().map(verdict);
        Self { position: start, moves: Vec::new(), verdict }
    }

    /// The position as it stands.
    pub const fn position(&self) -> &G {
        &self.position
    }
}

impl<G: Notation + Send> Judge for TurnJudge<G> {
    fn start(&mut self) -> Vec<Message> {
        if self.verdict.is_some() {
            Vec::new()
        } else {
            vec![Message::new(self.position.side_to_move(), START)]
        }
    }

    fn awaits(&self, side: Side) -> bool {
        self.verdict.is_none() && self.position.side_to_move() == side
    }

    fn receive(&mut self, side: Side, line: &str) -> Result<Vec<Message>, Foul> {
        if !self.awaits(side) {
            return Err(Foul::malformed(line, format!("nothing was expected from the {side} side now")));
        }
        let chosen = self.position.parse_move(line).map_err(|error| {
            let legal = self.position.moves().first().map(|&legal| self.position.display_move(legal));
            let legal = legal.map_or(String::new(), |legal| format!("; {legal} would have been legal"));
            Foul::illegal(line, format!("{}{legal}", error.reason))
        })?;
        let text = self.position.display_move(chosen);
        self.position = self.position.play_unchecked(chosen);
        self.moves.push(text.clone());
        self.verdict = self.position.outcome().map(verdict);
        Ok(vec![Message::new(side.opponent(), text)])
    }

    fn forfeit(&mut self, side: Side, reason: &str) -> Vec<Message> {
        self.verdict.get_or_insert_with(|| forfeited(side, reason));
        Vec::new()
    }

    fn verdict(&self) -> Option<&Verdict> {
        self.verdict.as_ref()
    }

    fn moves(&self) -> &[String] {
        &self.moves
    }
}

/// A bot for any game in which two sides move in turn, by the plain protocol (see [`TurnJudge`]).
///
/// It needs to be told which move to choose, and ends by itself with the game.
pub struct TurnPlayer<G: Notation> {
    position: G,
    side: Option<Side>,
    choose: Chooser<G, G::Move>,
}

impl<G: Notation> TurnPlayer<G> {
    /// A bot for a game that begins at `start`; in a position in which it is to move, `choose` says what to play.
    pub fn new(start: G, choose: impl FnMut(&G) -> G::Move + Send + 'static) -> Self {
        Self { position: start, side: None, choose: Box::new(choose) }
    }

    /// The position as it stands.
    pub const fn position(&self) -> &G {
        &self.position
    }
}

impl<G: Notation + fmt::Debug> fmt::Debug for TurnPlayer<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TurnPlayer")
            .field("position", &self.position)
            .field("side", &self.side)
            .finish_non_exhaustive()
    }
}

impl<G: Notation> Player for TurnPlayer<G> {
    fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
        let to_move = self.position.side_to_move();
        let side = if line == START && self.side.is_none() {
            *self.side.insert(to_move)
        } else {
            let side = *self.side.get_or_insert(to_move.opponent());
            if side == to_move {
                return Err(ProtocolError::new(line, "it is not the opponent's turn"));
            }
            let chosen =
                self.position.parse_move(line).map_err(|error| ProtocolError::new(line, error.reason))?;
            self.position = self.position.play_unchecked(chosen);
            side
        };
        let mut reply = Reply::wait();
        while self.position.outcome().is_none() && self.position.side_to_move() == side {
            let chosen = (self.choose)(&self.position);
            reply = reply.and_line(self.position.display_move(chosen));
            self.position = self.position.play_unchecked(chosen);
        }
        Ok(if self.position.outcome().is_some() { reply.finish() } else { reply })
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use jugada_core::{Game, NotationError};

    use super::*;
    use crate::play_out;

    /// Counts down from some number by one or two; after an even step the same side goes on. Who says 0 wins, unless it said it by two: a draw.
    #[derive(Clone, Debug)]
    struct Countdown {
        left: u8,
        to_move: Side,
        last: u8,
    }

    impl Game for Countdown {
        type Move = u8;
        fn side_to_move(&self) -> Side {
            self.to_move
        }
        fn outcome(&self) -> Option<Outcome> {
            let end = if self.last == 2 { Outcome::Draw } else { Outcome::Win(self.to_move.opponent()) };
            (self.left == 0).then_some(end)
        }
        fn for_each_move<B>(&self, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
            (1..=self.left.min(2)).try_for_each(visit)
        }
        fn play_unchecked(&self, step: u8) -> Self {
            let to_move = if step == 2 { self.to_move } else { self.to_move.opponent() };
            Self { left: self.left - step, to_move, last: step }
        }
        fn key(&self) -> u64 {
            u64::from(self.left) * 2 + self.to_move.index() as u64
        }
    }

    impl Notation for Countdown {
        fn parse_move(&self, text: &str) -> Result<u8, NotationError> {
            let step = text.parse().ok().filter(|&step| self.is_legal(step));
            step.ok_or_else(|| NotationError::new(text, "no such step"))
        }
        fn display_move(&self, step: u8) -> String {
            step.to_string()
        }
    }

    fn countdown(left: u8, to_move: Side) -> Countdown {
        Countdown { left, to_move, last: 1 }
    }

    fn by(step: u8) -> TurnPlayer<Countdown> {
        TurnPlayer::new(countdown(7, Side::First), move |position| step.min(position.left))
    }

    #[test]
    fn games_end_as_their_rules_say() {
        for (first, second, points, moves) in [
            (1, 1, [2, 0], vec!["1"; 7]),
            (2, 1, [2, 0], vec!["2", "2", "2", "1"]),
            (1, 2, [1, 1], vec!["1", "2", "2", "2"]),
        ] {
            let mut judge = TurnJudge::new(countdown(7, Side::First));
            let verdict = play_out(&mut judge, &mut by(first), &mut by(second));
            assert_eq!((verdict.points, verdict.forfeited), (points, None), "{first} {second}");
            assert_eq!(judge.moves(), moves);
            assert_eq!(judge.position().left, 0);
        }
    }

    #[test]
    fn the_second_side_may_begin() {
        let start = countdown(1, Side::Second);
        let player = || TurnPlayer::new(start.clone(), |_| 1);
        let verdict = play_out(&mut TurnJudge::new(start.clone()), &mut player(), &mut player());
        assert_eq!(verdict.winner, Some(Side::Second));
    }

    #[test]
    fn a_game_that_is_over_needs_no_line() {
        let mut judge = TurnJudge::new(countdown(0, Side::First));
        assert!(judge.start().is_empty());
        assert_eq!(judge.verdict().and_then(|verdict| verdict.winner), Some(Side::Second));
    }

    #[test]
    fn fouls_name_the_line_and_what_was_legal() {
        let mut judge = TurnJudge::new(countdown(7, Side::First));
        assert_eq!(judge.start(), [Message::new(Side::First, "start")]);
        let foul = judge.receive(Side::First, "3").expect_err("too many");
        assert_eq!(foul.to_string(), r#""3": no such step; 1 would have been legal"#);
        let foul = judge.receive(Side::Second, "1").expect_err("not its turn");
        assert_eq!(foul.to_string(), r#""1": nothing was expected from the second side now"#);
        judge.forfeit(Side::First, "it gave up");
        judge.forfeit(Side::Second, "too late");
        let verdict = judge.verdict().expect("over");
        assert_eq!((verdict.points, verdict.reason.as_str()), ([0, 2], "it gave up"));
        assert!(!judge.awaits(Side::First) && judge.receive(Side::First, "1").is_err());
    }

    #[test]
    fn a_player_refuses_what_makes_no_sense() {
        for (lines, error) in [
            (&["3"][..], r#""3": no such step"#),
            (&["start", "start"], r#""start": no such step"#),
            (&["1", "9"], r#""9": no such step"#),
        ] {
            let mut player = by(1);
            let replies: Vec<_> = lines.iter().map(|line| player.receive(line)).collect();
            let last = replies.into_iter().next_back().expect("some line");
            assert_eq!(last.map_err(|error| error.to_string()), Err(error.to_owned()));
        }
        let mut over = by(1);
        assert!(["start", "2", "2"].iter().all(|line| over.receive(line).is_ok()));
        assert!(over.receive("1").expect("the last one").finished);
    }
}
