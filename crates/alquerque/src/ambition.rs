use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A number of an [`Ambition`]: what it is at the first move of the game and after the last, and in between in proportion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Span {
    /// At the first move.
    pub first: f64,
    /// After the last move.
    pub last: f64,
}

impl Span {
    /// The number after so many plies of so many.
    pub(crate) fn at(self, ply: u16, plies: u16) -> f64 {
        self.first + (self.last - self.first) * f64::from(ply) / f64::from(plies)
    }
}

/// The largest number: with all of them as large values still stay within their type.
const LARGEST: f64 = 10_000.0;

/// A text that is no ambition.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct AmbitionError(String);

macro_rules! ambition {
    ($($(#[doc = $meaning:literal])+ $name:ident, $step:literal;)+) => {
        /// What a side goes after that plays to win ([`Evaluation::aim_from`](crate::Evaluation::aim_from)): its numbers are in the units of the
        /// evaluation unless they say otherwise, positive where more of it is good for that side.
        ///
        /// As text one number a line: its name, its value at the first move and, unless it is the same, after the last. What is left out is 0.
        ///
        /// ```
        /// use jugada_alquerque::{Ambition, Ambitions};
        /// let built_in = Ambitions::built_in().get_ahead;
        /// assert_eq!(built_in.to_string().parse::<Ambition>()?, built_in);
        /// let wrong = "contact six six".parse::<Ambition>().unwrap_err();
        /// assert!(wrong.to_string().contains("six"));
        /// # Ok::<(), jugada_alquerque::AmbitionError>(())
        /// ```
        #[derive(Clone, Debug, PartialEq)]
        #[non_exhaustive]
        pub struct Ambition {
            $($(#[doc = $meaning])+ pub $name: Span,)+
        }

        impl Ambition {
            /// The names of the numbers, each with a change that is large enough to be noticed in play.
            pub const STEPS: &'static [(&'static str, f64)] = &[$((stringify!($name), $step)),+];

            /// An ambition without any numbers but 0.
            #[must_use]
            pub const fn none() -> Self {
                Self { $($name: Span { first: 0.0, last: 0.0 }),+ }
            }

            /// The number of this name.
            pub fn get_mut(&mut self, name: &str) -> Option<&mut Span> {
                match name {
                    $(stringify!($name) => Some(&mut self.$name),)+
                    _ => None,
                }
            }

            fn listed(&self) -> impl Iterator<Item = (&'static str, Span)> {
                [$((stringify!($name), self.$name)),+].into_iter()
            }
        }
    };
}

ambition! {
    /// A stone more than the opponent.
    stone, 8.0;
    /// Being all by oneself, shared among the stones: (own − other) / (own + other) of it.
    share, 500.0;
    /// The right to move.
    tempo, 8.0;
    /// Lost by the own side for so few safe steps: this by their number and `own_slack`.
    own_cramped, 200.0;
    /// Lost by the opponent for so few safe steps: this by their number and `opposing_slack`.
    opposing_cramped, 300.0;
    /// Steps that are added to the own ones.
    own_slack, 0.7;
    /// Steps that are added to the opponent's.
    opposing_slack, 0.7;
    /// Each own safe step.
    own_steps, 2.0;
    /// Each safe step of the opponent's, as a loss.
    opposing_steps, 2.0;
    /// More stones than the opponent has.
    ahead, 30.0;
    /// Each stone on the board while both sides have as many.
    level, 3.0;
    /// Each stone on the board, whoever has it.
    stones, 4.0;
    /// Each of the opponent's stones next to an own one, whether a line joins them or not.
    contact, 2.5;
    /// Each of the opponent's stones at most two steps, in any direction, from an own one.
    near, 3.0;
    /// Each point at most two steps, in any direction, from the own stones, these aside.
    reach, 1.5;
    /// Each of the opponent's stones off the edge, where it can be jumped over.
    drawn_out, 3.0;
    /// Each own stone off the edge.
    own_inner, 3.0;
    /// Each own stone among the nine points in the middle.
    own_centre, 5.0;
    /// Each of the opponent's stones there.
    opposing_centre, 5.0;
    /// Each own stone where diagonals cross.
    own_crossing, 4.0;
    /// Each of the opponent's stones there.
    opposing_crossing, 4.0;
    /// Each empty point that is next to own stones only.
    own_ground, 2.0;
    /// Each empty point that is next to the opponent's stones only.
    opposing_ground, 2.0;
    /// Each own stone with no empty point next to it, in any direction.
    own_shut_in, 6.0;
    /// Each of the opponent's stones like that.
    opposing_shut_in, 6.0;
    /// Each own stone on an edge with another one beside it on that edge.
    own_walls, 7.0;
    /// Each of the opponent's stones like that.
    opposing_walls, 7.0;
    /// Each own stone on an edge with another one on either side of it on that edge, in a corner on one.
    own_solid, 7.0;
    /// Each of the opponent's stones like that.
    opposing_solid, 7.0;
    /// Each own stone that has no own one beside it on at least one line through it, so that it can be jumped over there.
    own_exposed, 5.0;
    /// Each of the opponent's stones like that.
    opposing_exposed, 5.0;
    /// What counts of the learned patterns, in 256ths, as long as a draw would bring nothing and `loosen_from` is not reached.
    patterns, 50.0;
    /// The same from `loosen_to` on.
    patterns_loose, 30.0;
    /// The same while a draw would bring points.
    patterns_for_points, 50.0;
    /// The ply from which `patterns` gives way to `patterns_loose`.
    loosen_from, 15.0;
    /// The ply from which `patterns_loose` holds.
    loosen_to, 15.0;
    /// So many plies before the game is drawn, the value begins to give way to that of the draw.
    fade, 12.0;
}

/// What a side that plays to win goes after, by how the game stands.
///
/// ```
/// use jugada_alquerque::{Ambitions, Evaluation};
/// let mut ambitions = Ambitions::built_in();
/// ambitions.get_mut("finish").ok_or("there is one")?.read_line("contact 12")?;
/// let evaluation = Evaluation::default().ambitions(ambitions);
/// # let _ = evaluation;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Ambitions {
    /// With no more stones than the opponent.
    pub get_ahead: Ambition,
    /// With more stones than the opponent: to come to an end before the moves run out.
    pub finish: Ambition,
    /// With no more stones than the opponent, late in a game that would bring nothing if it were drawn: to exchange what stands.
    pub open_up: Ambition,
}

impl Ambitions {
    /// The ambitions that were found to win most, by the commands in `NOTES.md`.
    ///
    /// # Panics
    /// Never: the texts are part of the crate, and tested.
    #[must_use]
    pub fn built_in() -> Self {
        let [get_ahead, finish, open_up] = [
            include_str!("ambitions/get_ahead.txt"),
            include_str!("ambitions/finish.txt"),
            include_str!("ambitions/open_up.txt"),
        ]
        .map(|text| text.parse().expect("a sound text"));
        Self { get_ahead, finish, open_up }
    }

    /// The ambition of this name: `get-ahead`, `finish` or `open-up`; nothing for any other.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Ambition> {
        match name {
            "get-ahead" => Some(&mut self.get_ahead),
            "finish" => Some(&mut self.finish),
            "open-up" => Some(&mut self.open_up),
            _ => None,
        }
    }
}

impl Ambition {
    /// Takes a number over from a line of an ambition's text: its name, its value at the first move and after the last, the latter left out
    /// if it is the same.
    ///
    /// ```
    /// use jugada_alquerque::{Ambition, Span};
    /// let mut ambition = Ambition::none();
    /// ambition.read_line("contact 3 6")?;
    /// assert_eq!(ambition.contact, Span { first: 3.0, last: 6.0 });
    /// # Ok::<(), jugada_alquerque::AmbitionError>(())
    /// ```
    ///
    /// # Errors
    /// [`AmbitionError`] if there is no number of this name, or one of the values is not from −10,000 to 10,000; it names the word.
    pub fn read_line(&mut self, line: &str) -> Result<(), AmbitionError> {
        let mut words = line.split_whitespace();
        let name = words.next().unwrap_or_default();
        let span = self
            .get_mut(name)
            .ok_or_else(|| AmbitionError(format!("an ambition has no number called {name:?}")))?;
        let number = |word: &str| {
            let read: Option<f64> = word.parse().ok().filter(|number: &f64| number.abs() <= LARGEST);
            read.ok_or_else(|| {
                AmbitionError(format!("{word:?} in {line:?} is no number from -{LARGEST} to {LARGEST}"))
            })
        };
        let first = number(words.next().unwrap_or_default())?;
        let last = words.next().map_or(Ok(first), number)?;
        if let Some(more) = words.next() {
            return Err(AmbitionError(format!("{more:?} in {line:?} is one word too many")));
        }
        *span = Span { first, last };
        Ok(())
    }
}

impl FromStr for Ambition {
    type Err = AmbitionError;

    fn from_str(text: &str) -> Result<Self, AmbitionError> {
        let mut ambition = Self::none();
        let mut names = HashSet::new();
        for line in text.lines() {
            let Some(name) = line.split_whitespace().next() else { continue };
            if !names.insert(name) {
                return Err(AmbitionError(format!("{name:?} is there twice")));
            }
            ambition.read_line(line)?;
        }
        Ok(ambition)
    }
}

impl fmt::Display for Ambition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, Span { first, last }) in self.listed() {
            writeln!(f, "{name} {first} {last}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_built_in_can_be_read_and_says_something() {
        let Ambitions { get_ahead, finish, open_up } = Ambitions::built_in();
        for ambition in [get_ahead, finish, open_up] {
            assert!(ambition.listed().any(|(_, span)| span.first != 0.0));
            assert_eq!(ambition.to_string().parse(), Ok(ambition));
        }
        assert_eq!(Ambition::STEPS.len(), Ambition::none().listed().count());
    }

    #[test]
    fn wrong_texts_are_named() {
        for (text, named) in [
            ("contact\n", "\"\""),
            ("contact 6\nnear 1\ncontact 7", "\"contact\" is there twice"),
            ("contact 10001", "\"10001\""),
            ("contact 6 x", "\"x\""),
            ("contact 6 inf", "\"inf\""),
            ("contact 6 6 7", "\"7\""),
            ("kontakt 6 6", "\"kontakt\""),
        ] {
            let error = text.parse::<Ambition>().expect_err(text).to_string();
            assert!(error.contains(named), "{error}");
        }
    }

    #[test]
    fn a_span_goes_straight_from_its_first_to_its_last_value() {
        let span = Span { first: 10.0, last: 30.0 };
        for (ply, value) in [(0, 10.0), (50, 15.0), (200, 30.0)] {
            assert!((span.at(ply, 200) - value).abs() < 1e-9);
        }
    }
}
