use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::ops::ControlFlow;
use std::time::Instant;

use jugada_core::{Component, GrundySearch, Limits, OutcomeClass, Play, Search, Sum, WholeSearch};

use crate::{Run, Segment, Strip};

type Position = Sum<Segment<u64>>;

/// A proof of who wins a position, that can be checked without trusting the solver: the winner's whole strategy.
///
/// It lists, for every position that can come up with the winner to move, one reply that wins. Its text form ([`Display`](fmt::Display)) is
///
/// ```text
/// strip3 certificate
/// run 3
/// play normal
/// start .....
/// winner first
/// ..... -> ..
/// .. -> .
/// ```
///
/// Positions are sums of segments: the stretches between dead cells and ends, each read in the direction that makes it the smaller binary number (first cell lowest, `X` is 1), stretches
/// shorter than a run taken apart into single empty cells, sorted by length and then by that number, joined by `+`; `-` stands for the position without a segment. To check it: the start is
/// listed (if the first player is to win) or every option of it is (if the second); every reply is an option of its position; every option of every reply is listed. Every move adds a cross, so that the
/// game ends, and it ends well for the winner: in normal play after one of its replies, in misère play at a position that needs no line because nobody can move there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    run: Run,
    play: Play,
    start: String,
    winner: OutcomeClass,
    replies: BTreeMap<String, String>,
}

impl Certificate {
    /// Proves who wins the position; nothing if the limits (time and stop flag) end it, or a stretch has 64 cells or more.
    ///
    /// ```
    /// use jugada_core::{Limits, OutcomeClass, Play};
    /// use jugada_strip3::Certificate;
    /// let certificate = Certificate::prove(&"....".parse()?, Play::Normal, &Limits::new()).unwrap();
    /// assert_eq!(certificate.winner(), OutcomeClass::Next);
    /// # Ok::<(), jugada_core::NotationError>(())
    /// ```
    #[must_use]
    pub fn prove(strip: &Strip, play: Play, limits: &Limits) -> Option<Self> {
        let segments = strip.segments::<u64>()?;
        let start = Sum::new(segments);
        let mut prover = Prover::new(play, limits);
        let winner = if prover.is_lost(&start)? { OutcomeClass::Previous } else { OutcomeClass::Next };
        let mut replies = BTreeMap::new();
        let mut open = match winner {
            OutcomeClass::Next => vec![start.clone()],
            OutcomeClass::Previous => options(&start),
        };
        while let Some(won) = open.pop() {
            let name = text(&won);
            if replies.contains_key(&name) || (play == Play::Misere && won.as_slice().is_empty()) {
                continue;
            }
            let reply = prover.reply(&won)?;
            replies.insert(name, text(&reply));
            open.extend(options(&reply));
        }
        Some(Self { run: strip.run(), play, start: text(&start), winner, replies })
    }

    /// Who wins.
    #[must_use]
    pub const fn winner(&self) -> OutcomeClass {
        self.winner
    }

    /// How many positions it has a reply for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.replies.len()
    }

    /// Whether it has no position at all, because nobody can move.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.replies.is_empty()
    }
}

impl fmt::Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let play = if self.play == Play::Normal { "normal" } else { "misere" };
        let winner = if self.winner.is_won() { "first" } else { "second" };
        writeln!(
            f,
            "strip3 certificate\nrun {}\nplay {play}\nstart {}\nwinner {winner}",
            self.run, self.start
        )?;
        for (position, reply) in &self.replies {
            writeln!(f, "{position} -> {reply}")?;
        }
        Ok(())
    }
}

/// The positions that one move leads to, each once.
fn options(position: &Position) -> Vec<Position> {
    let mut options = BTreeSet::new();
    let _ = position.for_each_option(|option| {
        options.insert(option);
        ControlFlow::<()>::Continue(())
    });
    options.into_iter().collect()
}

fn text(position: &Position) -> String {
    let segments: Vec<String> = position.as_slice().iter().map(ToString::to_string).collect();
    if segments.is_empty() { "-".to_owned() } else { segments.join("+") }
}

/// Finds the replies.
struct Prover {
    play: Play,
    grundy: GrundySearch<Segment<u64>>,
    whole: WholeSearch<Segment<u64>>,
    limits: Limits,
    start: Instant,
    /// Positions that the winner has left already: leaving them again needs no more lines.
    left: BTreeSet<Position>,
}

impl Prover {
    fn new(play: Play, limits: &Limits) -> Self {
        Self {
            play,
            grundy: GrundySearch::new(),
            whole: WholeSearch::new(play),
            limits: limits.clone(),
            start: Instant::now(),
            left: BTreeSet::new(),
        }
    }

    /// Whether the side to move loses; nothing if a limit was reached.
    fn is_lost(&mut self, position: &Position) -> Option<bool> {
        let mut limits = self.limits.clone();
        limits.time = limits.time.map(|time| time.saturating_sub(self.start.elapsed()));
        match self.play {
            Play::Normal => self.grundy.is_zero(position.as_slice(), &limits).value,
            Play::Misere => self.whole.search(position, &limits).value.map(|outcome| !outcome.is_won()),
        }
    }

    /// A winning reply: one that was made before if there is one, else the one that leaves least.
    fn reply(&mut self, won: &Position) -> Option<Position> {
        let mut options = options(won);
        options.sort_by_key(|option| {
            let weight: u32 = option.as_slice().iter().map(Component::weight).sum();
            (!self.left.contains(option), weight)
        });
        for option in options {
            if self.is_lost(&option)? {
                self.left.insert(option.clone());
                return Some(option);
            }
        }
        None
    }
}
