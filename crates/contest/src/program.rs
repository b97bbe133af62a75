use std::env;
use std::io::{self, Write};
use std::process::ExitCode;

use crate::{ArgumentError, Arguments, Player, serve};

/// A [`Player`] that makes a whole contest program: it has a name and options.
pub trait Program: Player + Sized {
    /// The name of the executable.
    const NAME: &'static str;
    /// What `--help` prints: what the program plays, its protocol in a line or two, and its options.
    const HELP: &'static str;

    /// A player with these options.
    ///
    /// # Errors
    /// [`ArgumentError`] naming the option that makes no sense.
    fn from_arguments(arguments: Arguments) -> Result<Self, ArgumentError>;
}

/// The whole `main` of a contest program: reads the command line, plays on standard input and output.
///
/// Status 0 at the end of the game, of the input, or when nobody reads the output any more; status 2 after one sentence on standard
/// error when an option or a line makes no sense. `--help` and `--version` answer alone.
#[must_use]
pub fn run<P: Program>(version: &str) -> ExitCode {
    let mut given: Vec<_> = env::args_os().skip(1).collect();
    if given.iter().any(|argument| argument == "--help" || argument == "-h") {
        return print(P::HELP.trim_end());
    }
    if given.iter().any(|argument| argument == "--version" || argument == "-V") {
        return print(&format!("{} {version}", P::NAME));
    }
    run_with::<P>(given.drain(..))
}

/// The same with arguments of the caller's, for a program that holds several players.
#[must_use]
pub fn run_with<P: Program>(arguments: impl IntoIterator<Item = std::ffi::OsString>) -> ExitCode {
    let player = match Arguments::parse(arguments).and_then(P::from_arguments) {
        Ok(player) => player,
        Err(error) => return complain::<P>(&error),
    };
    match serve(player, io::stdin(), &mut io::stdout().lock(), &mut io::stderr().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => complain::<P>(&error),
    }
}

fn print(text: &str) -> ExitCode {
    // Nobody there to read it is no reason to fail.
    let _ = writeln!(io::stdout().lock(), "{text}");
    ExitCode::SUCCESS
}

fn complain<P: Program>(error: &dyn std::error::Error) -> ExitCode {
    // Standard error may be closed; the exit status says it all the same.
    let _ = writeln!(io::stderr().lock(), "{}: {error}", P::NAME);
    ExitCode::from(2)
}
