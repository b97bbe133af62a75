//! What a person types while playing, for all games.

use std::io::{self, BufRead, Write};

/// What a person wants.
pub enum Wish<M> {
    /// To play this.
    Move(M),
    /// To see what can be played.
    Moves,
    /// To take the last move back.
    Undo,
    /// To be advised.
    Hint,
    /// To see the board again.
    Board,
    /// To know what can be typed; also what an empty line asks for.
    Help,
    /// To leave.
    Quit,
}

impl<M> Wish<M> {
    /// Reads a line; what is no word of ours is a move, read by `parse`.
    pub fn read<E>(line: &str, parse: impl FnOnce(&str) -> Result<M, E>) -> Result<Self, E> {
        Ok(match line {
            "moves" | "m" => Self::Moves,
            "undo" | "u" => Self::Undo,
            "hint" | "h" => Self::Hint,
            "board" | "b" => Self::Board,
            "help" | "?" | "" => Self::Help,
            "quit" | "q" | "exit" => Self::Quit,
            text => Self::Move(parse(text)?),
        })
    }
}

/// Asks for a line, in small letters and without blanks around it; nothing at the end of the input.
pub fn ask(input: &mut impl BufRead, question: &str) -> io::Result<Option<String>> {
    print!("{question}");
    io::stdout().flush()?;
    let mut line = String::new();
    if input.read_line(&mut line)? == 0 {
        println!();
        return Ok(None);
    }
    Ok(Some(line.trim().to_lowercase()))
}
