use std::env;
use std::ffi::OsString;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

/// A program to be run: any executable with arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Program {
    /// The executable: a path, or a name that is looked for in `PATH`.
    pub executable: PathBuf,
    /// Its arguments, its own name not counted.
    pub arguments: Vec<OsString>,
}

impl Program {
    /// The executable that runs now, without arguments: for a program that holds both a bot and the match it plays in.
    ///
    /// # Errors
    /// If the system does not say where it is.
    pub fn this() -> io::Result<Self> {
        env::current_exe().map(Self::new)
    }

    /// An executable without arguments.
    pub fn new(executable: impl Into<PathBuf>) -> Self {
        Self { executable: executable.into(), arguments: Vec::new() }
    }

    /// The same with an argument more.
    #[must_use]
    pub fn argument(mut self, argument: impl Into<OsString>) -> Self {
        self.arguments.push(argument.into());
        self
    }
}
