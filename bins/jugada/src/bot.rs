//! Programs that take part in a match.

use std::ffi::OsString;

use anyhow::{Context, Result, ensure};
use jugada_arena::process::Program;
use jugada_core::quoted;

/// A program given as a command line, split into words as a shell does it.
pub fn from_command(text: &str) -> Result<Program> {
    let words =
        shlex::split(text).with_context(|| format!("{}: a quotation mark is not closed", quoted(text)))?;
    ensure!(!words.is_empty(), "{}: a command was expected", quoted(text));
    let mut words = words.into_iter();
    let executable = words.next().context("there is a first word")?;
    Ok(Program { executable: executable.into(), arguments: words.map(OsString::from).collect() })
}

/// The built-in bot of a game, as a program of its own: this executable under another name.
pub fn built_in(game: &str, options: &[&str]) -> Result<Program> {
    let this = Program::this().context("this program does not know where it is")?;
    let mut program = this.argument("bot").argument(game).argument("--");
    program.arguments.extend(options.iter().map(OsString::from));
    Ok(program)
}
