use std::fmt::{self, Display};
use std::str::FromStr;

use jugada_core::{Side, SimultaneousGame};

use crate::turns::{Chooser, START, forfeited, verdict};
use crate::{Foul, Judge, Message, Player, ProtocolError, Reply, Verdict};

/// A referee for any game in which both sides move at once, by the plain protocol.
///
/// Both programs read `start`; from then on each writes a move and then reads the other's; after the end there is nothing to read. A program
/// sees neither move before both are written. A win is 2 points, a draw 1.
///
/// ```
/// # use std::ops::ControlFlow;
/// # use jugada_core::SimultaneousGame;
/// use jugada_contest::{JointJudge, JointPlayer, play_out};
/// use jugada_core::Side;
/// # #[derive(Clone, Copy)]
/// # struct Highest { shown: [u8; 2] }
/// # impl SimultaneousGame for Highest {
/// #     type Move = u8;
/// #     fn score(&self) -> Option<i32> { (self.shown[0] > 0).then(|| i32::from(self.shown[0]) - i32::from(self.shown[1])) }
/// #     fn for_each_move<B>(&self, _: Side, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> { (1..=9).try_for_each(visit) }
/// #     fn play_unchecked(&self, first: u8, second: u8) -> Self { Self { shown: [first, second] } }
/// #     fn key(&self) -> u128 { u128::from(self.shown[0]) << 8 | u128::from(self.shown[1]) }
/// #     fn score_bounds(&self) -> (i32, i32) { self.score().map_or((-8, 8), |score| (score, score)) }
/// # }
///
/// // Both name a number from 1 to 9; the higher one wins.
/// let start = Highest { shown: [0, 0] };
/// let mut judge = JointJudge::new(start);
/// let mut modest = JointPlayer::new(start, |_| 3);
/// let mut bold = JointPlayer::new(start, |_| 8);
/// assert_eq!(play_out(&mut judge, &mut modest, &mut bold).winner, Some(Side::Second));
/// ```
#[derive(Clone, Debug)]
pub struct JointJudge<G: SimultaneousGame> {
    position: G,
    written: [Option<G::Move>; 2],
    moves: Vec<String>,
    verdict: Option<Verdict>,
}

impl<G: SimultaneousGame> JointJudge<G> {
    /// A referee of a game that begins at `start`.
    pub fn new(start: G) -> Self {
        let verdict = start.outcome().map(verdict);
        Self { position: start, written: [None; 2], moves: Vec::new(), verdict }
    }

    /// The position as it stands.
    pub const fn position(&self) -> &G {
        &self.position
    }
}

impl<G> Judge for JointJudge<G>
where
    G: SimultaneousGame + Send,
    G::Move: Display + FromStr + Send,
{
    fn start(&mut self) -> Vec<Message> {
        if self.verdict.is_some() {
            Vec::new()
        } else {
            Side::BOTH.map(|side| Message::new(side, START)).into()
        }
    }

    fn awaits(&self, side: Side) -> bool {
        self.verdict.is_none() && self.written[side.index()].is_none()
    }

    fn receive(&mut self, side: Side, line: &str) -> Result<Vec<Message>, Foul> {
        if !self.awaits(side) {
            return Err(Foul::malformed(line, format!("nothing was expected from the {side} side now")));
        }
        let chosen = line.parse().map_err(|_| Foul::malformed(line, "a move was expected"))?;
        if !self.position.is_legal(side, chosen) {
            let legal =
                self.position.moves(side).first().map(|legal| format!("{legal} would have been legal"));
            return Err(Foul::illegal(line, legal.unwrap_or_default()));
        }
        self.written[side.index()] = Some(chosen);
        let [Some(first), Some(second)] = self.written else { return Ok(Vec::new()) };
        self.written = [None; 2];
        self.position = self.position.play_unchecked(first, second);
        self.moves.extend([first.to_string(), second.to_string()]);
        self.verdict = self.position.outcome().map(verdict);
        Ok(vec![Message::new(Side::First, second.to_string()), Message::new(Side::Second, first.to_string())])
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

/// A bot for any game in which both sides move at once and begin alike, by the plain protocol (see [`JointJudge`]).
///
/// It sees itself as the first side whatever its place, so the game must not tell the sides apart. It needs to be told which move to choose, and ends by itself
/// with the game.
pub struct JointPlayer<G: SimultaneousGame> {
    position: G,
    written: Option<G::Move>,
    choose: Chooser<G, G::Move>,
}

impl<G: SimultaneousGame> JointPlayer<G> {
    /// A bot for a game that begins at `start`; in every position that is not over, `choose` says what the first side is to play.
    pub fn new(start: G, choose: impl FnMut(&G) -> G::Move + Send + 'static) -> Self {
        Self { position: start, written: None, choose: Box::new(choose) }
    }

    /// The position as it stands, itself being the first side.
    pub const fn position(&self) -> &G {
        &self.position
    }
}

impl<G: SimultaneousGame + fmt::Debug> fmt::Debug for JointPlayer<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JointPlayer")
            .field("position", &self.position)
            .field("written", &self.written)
            .finish_non_exhaustive()
    }
}

impl<G> Player for JointPlayer<G>
where
    G: SimultaneousGame,
    G::Move: Display + FromStr,
{
    fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
        match self.written {
            None if line == START => {}
            None => return Err(ProtocolError::new(line, "start was expected")),
            Some(own) => {
                let theirs = line.parse().map_err(|_| ProtocolError::new(line, "a move was expected"))?;
                let played = self.position.clone().play(own, theirs);
                self.position =
                    played.map_err(|_| ProtocolError::new(line, "this move is not legal here"))?;
            }
        }
        if self.position.outcome().is_some() {
            return Ok(Reply::wait().finish());
        }
        let own = (self.choose)(&self.position);
        self.written = Some(own);
        Ok(Reply::line(own.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use super::*;
    use crate::play_out;

    /// Both name a number up to 3 twice, no number again; the higher sum wins.
    #[derive(Clone, Debug)]
    struct Sums([Vec<u8>; 2]);

    impl SimultaneousGame for Sums {
        type Move = u8;
        fn score(&self) -> Option<i32> {
            let [first, second] = self.0.each_ref().map(|named| i32::from(named.iter().sum::<u8>()));
            (self.0[0].len() == 2).then_some(first - second)
        }
        fn for_each_move<B>(&self, side: Side, visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
            (1..=3).filter(|number| !self.0[side.index()].contains(number)).try_for_each(visit)
        }
        fn play_unchecked(&self, first: u8, second: u8) -> Self {
            let mut next = self.clone();
            next.0[0].push(first);
            next.0[1].push(second);
            next
        }
        fn key(&self) -> u128 {
            self.0.iter().flatten().fold(0, |key, &number| key * 4 + u128::from(number))
        }
        fn score_bounds(&self) -> (i32, i32) {
            self.score().map_or((-9, 9), |score| (score, score))
        }
    }

    fn start() -> Sums {
        Sums([Vec::new(), Vec::new()])
    }

    fn naming(numbers: [u8; 2]) -> JointPlayer<Sums> {
        JointPlayer::new(start(), move |position| numbers[position.0[0].len()])
    }

    #[test]
    fn both_move_at_once_until_the_end() {
        for (first, second, points) in
            [([1, 2], [2, 3], [0, 2]), ([3, 2], [1, 2], [2, 0]), ([3, 2], [2, 3], [1, 1])]
        {
            let mut judge = JointJudge::new(start());
            let verdict = play_out(&mut judge, &mut naming(first), &mut naming(second));
            assert_eq!((verdict.points, verdict.forfeited), (points, None));
            assert_eq!(judge.moves().join(""), format!("{}{}{}{}", first[0], second[0], first[1], second[1]));
            assert!(judge.position().score().is_some());
        }
    }

    #[test]
    fn nobody_sees_a_move_before_both_are_written() {
        let mut judge = JointJudge::new(start());
        assert_eq!(judge.start().len(), 2);
        assert_eq!(judge.receive(Side::Second, "3"), Ok(Vec::new()));
        assert!(judge.awaits(Side::First) && !judge.awaits(Side::Second));
        assert!(judge.receive(Side::Second, "2").is_err());
        let shown = judge.receive(Side::First, "1").expect("legal");
        assert_eq!(shown, [Message::new(Side::First, "3"), Message::new(Side::Second, "1")]);
        let foul = judge.receive(Side::First, "1").expect_err("named before");
        assert_eq!(foul.to_string(), r#""1": 2 would have been legal"#);
        let foul = judge.receive(Side::First, "x").expect_err("no number");
        assert_eq!(foul.to_string(), r#""x": a move was expected"#);
        judge.forfeit(Side::First, "a foul");
        assert_eq!(judge.verdict().map(|verdict| verdict.points), Some([0, 2]));
    }

    #[test]
    fn a_player_refuses_what_makes_no_sense() {
        let error =
            |player: &mut JointPlayer<Sums>, line| player.receive(line).expect_err("refused").to_string();
        let mut player = naming([1, 2]);
        assert_eq!(error(&mut player, "1"), r#""1": start was expected"#);
        assert_eq!(player.receive("start"), Ok(Reply::line("1")));
        assert_eq!(error(&mut player, "x"), r#""x": a move was expected"#);
        assert_eq!(error(&mut player, "4"), r#""4": this move is not legal here"#);
        assert_eq!(player.receive("3"), Ok(Reply::line("2")));
        assert!(player.receive("1").expect("the last one").finished);
    }
}
