use std::time::Duration;

use jugada_core::{StopFlag, quoted};
use thiserror::Error;

/// A program's side of a contest's line protocol: it is fed one line at a time and says what to write.
///
/// It works on strings in memory; [`serve`](crate::serve) connects it to streams.
///
/// ```
/// use jugada_contest::{Player, ProtocolError, Reply};
///
/// /// Answers every number with its double, until it reads 0.
/// struct Doubler;
///
/// impl Player for Doubler {
///     fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> {
///         match line.parse::<u32>() {
///             Ok(0) => Ok(Reply::wait().finish()),
///             Ok(number) => Ok(Reply::line((u64::from(number) * 2).to_string())),
///             Err(_) => Err(ProtocolError::new(line, "a number was expected")),
///         }
///     }
/// }
///
/// assert_eq!(Doubler.receive("21").unwrap().lines, ["42"]);
/// assert_eq!(Doubler.receive("x").unwrap_err().to_string(), r#""x": a number was expected"#);
/// ```
pub trait Player {
    /// Takes one line, without its end and surrounding blanks and never empty, and answers.
    ///
    /// # Errors
    /// [`ProtocolError`] if the line means nothing here or is an impossible move. The program ends then.
    fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError>;

    /// Told before each [`receive`](Self::receive) for how long its line had been read, and nothing else was being answered, before the player could
    /// look at it: next to nothing, except on a machine that has more to do than it has cores. A referee's clock runs meanwhile, so a player
    /// with a clock of its own does well to take it off. By default it is ignored.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use jugada_contest::{Player, ProtocolError, Reply};
    /// use jugada_core::Clock;
    /// struct Timed { clock: Clock }
    /// impl Player for Timed {
    ///     fn line_waited(&mut self, waited: Duration) {
    ///         self.clock.spend(waited);
    ///     }
    ///     // …
    /// #   fn receive(&mut self, line: &str) -> Result<Reply, ProtocolError> { Ok(Reply::line(line)) }
    /// }
    /// let mut player = Timed { clock: Clock::new(Duration::from_secs(30), Duration::ZERO) };
    /// player.line_waited(Duration::from_secs(2));
    /// assert_eq!(player.clock.left(), Duration::from_secs(28));
    /// ```
    fn line_waited(&mut self, _waited: Duration) {}

    /// How a line that arrives while the player is thinking can cut its thinking short. By default it cannot.
    fn interrupt(&self) -> Interrupt {
        Interrupt::default()
    }
}

/// What a [`Player`] answers to a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Reply {
    /// Lines to write, without their ends.
    pub lines: Vec<String>,
    /// Remarks for a person, to be shown apart from the protocol (on standard error).
    pub notes: Vec<String>,
    /// Whether the player has nothing more to say: the program ends.
    pub finished: bool,
}

impl Reply {
    /// Nothing to write; the next line is awaited.
    #[must_use]
    pub fn wait() -> Self {
        Self::default()
    }

    /// One line to write; the next line is awaited.
    pub fn line(line: impl Into<String>) -> Self {
        Self { lines: vec![line.into()], ..Self::default() }
    }

    /// The same reply, with a line more to write.
    #[must_use]
    pub fn and_line(mut self, line: impl Into<String>) -> Self {
        self.lines.push(line.into());
        self
    }

    /// The same reply, with a remark for a person.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    /// The same reply, after which the program ends.
    #[must_use]
    pub fn finish(mut self) -> Self {
        self.finished = true;
        self
    }
}

/// A line that a [`Player`] cannot accept: one sentence that names the text.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}: {reason}", quoted(line))]
pub struct ProtocolError {
    /// The line.
    pub line: String,
    /// What is wrong with it.
    pub reason: String,
}

impl ProtocolError {
    /// An error about `line`.
    pub fn new(line: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { line: line.into(), reason: reason.into() }
    }
}

/// How input that arrives while a [`Player`] is thinking reaches it.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Interrupt {
    /// Thrown when one of the cases below happens; the player's searches watch it.
    pub stop: StopFlag,
    /// A line that ends the program at once, whatever it is doing: what the player was about to write is dropped.
    pub quit_line: Option<&'static str>,
    /// Whether the end of input stops the thinking, too. The answer found by then is still written.
    pub stop_at_end_of_input: bool,
}
