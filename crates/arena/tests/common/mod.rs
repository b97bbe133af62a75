//! How the tests run programs.
#![allow(dead_code, clippy::allow_attributes, reason = "every test uses its own part, some all of it")]

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jugada_arena::game::{Setup, TimeControl};
use jugada_arena::process::{Keeper, Limits, Program};

pub mod toys;

/// The program of `tests/bots`.
pub const BOTS: &str = env!("CARGO_BIN_EXE_jugada-arena-bots");
/// Where its scripts are.
pub const SCRIPTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots");
/// The variable that names a directory with copies of both, for users who may not look at the originals.
pub const COPIES: &str = "JUGADA_COPIED_BOTS";

/// The program of `tests/bots`, or its copy.
pub fn bots() -> PathBuf {
    env::var_os(COPIES).map_or_else(|| BOTS.into(), |copies| Path::new(&copies).join("program"))
}

/// A program of `tests/bots/program.rs`.
pub fn bot(mode: &str) -> Program {
    mode.split(' ').fold(Program::new(bots()), Program::argument)
}

/// A script of `tests/bots`.
pub fn script(name: &str) -> Program {
    let scripts = env::var_os(COPIES).unwrap_or_else(|| SCRIPTS.into());
    Program::new("/bin/sh").argument(Path::new(&scripts).join(name)).argument(bots())
}

/// The same program in an environment that its descendants can be known by.
pub fn marked(program: &Program, mark: &str) -> Program {
    let mut marked =
        Program::new("/usr/bin/env").argument(format!("JUGADA_MARK={mark}")).argument(&program.executable);
    marked.arguments.extend(program.arguments.iter().cloned());
    marked
}

/// The processes that carry a mark, apart from this one and its keepers.
pub fn with_mark(mark: &str) -> Vec<String> {
    let mark = format!("JUGADA_MARK={mark}");
    fs::read_dir("/proc")
        .expect("readable")
        .flatten()
        .filter(|entry| {
            let environment = fs::read(entry.path().join("environ")).unwrap_or_default();
            environment.split(|byte| *byte == 0).any(|variable| variable == mark.as_bytes())
        })
        .map(|entry| {
            let line = fs::read(entry.path().join("cmdline")).unwrap_or_default();
            format!("{} {}", entry.file_name().display(), String::from_utf8_lossy(&line).replace('\0', " "))
        })
        .collect()
}

pub fn setup(first: Program, second: Program) -> Setup {
    Setup {
        programs: [first, second],
        limits: Limits { grace: Duration::from_secs(1), ..Limits::default() },
        time: TimeControl::game(Duration::from_secs(20)),
        suspend: true,
        keeper: Keeper::new(bots()),
    }
}
