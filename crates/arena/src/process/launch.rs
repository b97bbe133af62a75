//! The process that becomes the program: it confines itself and then starts the program in its own place.

use std::fs;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};

use rustix::process::{Resource, Rlimit, Signal, getppid, set_parent_process_death_signal, setrlimit};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};

use super::wire::{self, Launch};

/// Reads what to start from the socket on standard input. Returns only if it cannot be started; the reason went to the socket.
pub(super) fn run() -> ExitCode {
    let Ok(socket) = io::stdin().as_fd().try_clone_to_owned().map(UnixStream::from) else {
        return ExitCode::FAILURE;
    };
    let error = match wire::receive::<Launch>(&socket) {
        Ok((launch, files)) => start(&launch, files),
        Err(error) => error.to_string(),
    };
    // Nobody to read it means that the keeper is gone, and then nobody cares.
    let _ = (&socket).write_all(error.as_bytes());
    ExitCode::FAILURE
}

/// Becomes the program, or says why not.
fn start(launch: &Launch, files: Vec<OwnedFd>) -> String {
    if let Err(error) = confine(launch, files) {
        return format!("it could not be confined: {error}");
    }
    if let Err(reason) = check_format(launch) {
        return reason;
    }
    // The socket closes by itself when the program starts, which is how the keeper knows that it did.
    let program = &launch.program;
    let error = Command::new(&program.executable).args(&program.arguments).exec();
    let name = program.executable.display();
    match error.kind() {
        io::ErrorKind::NotFound => format!("{name}: there is no such program"),
        // A directory of PATH that may not be looked into.
        io::ErrorKind::PermissionDenied if program.executable.components().count() == 1 => {
            format!("{name}: there is no such program that may be run")
        }
        io::ErrorKind::PermissionDenied => format!("{name}: it is not an executable file"),
        _ => format!("{name}: {error}"),
    }
}

/// The system's search for programs hands files of no known format to a shell; a program of a contest must be one by itself.
fn check_format(launch: &Launch) -> Result<(), String> {
    let path = &launch.program.executable;
    // What cannot be read may run all the same.
    let Ok(file) = fs::File::open(path) else { return Ok(()) };
    let mut start = Vec::new();
    let is_file = file.metadata().is_ok_and(|data| data.is_file());
    let read = file.take(4).read_to_end(&mut start);
    let known = start.starts_with(b"#!") || start.starts_with(b"\x7FELF");
    if is_file && read.is_ok() && !known {
        return Err(format!("{}: it is not in a format that can be run", path.display()));
    }
    Ok(())
}

fn confine(launch: &Launch, files: Vec<OwnedFd>) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    // A keeper that died before that call would never be noticed.
    if getppid().map(rustix::process::Pid::as_raw_pid) != Some(launch.keeper) {
        return Err(io::Error::other("its keeper is gone"));
    }
    for file in &launch.join {
        fs::write(file, "0")?;
    }
    lower(Resource::Core, 0)?;
    if let Some(bytes) = launch.data {
        lower(Resource::Data, bytes)?;
    }
    if let Some(count) = launch.user_processes {
        lower(Resource::Nproc, count)?;
    }
    let Ok([input, output, notes]) = <[OwnedFd; 3]>::try_from(files) else {
        return Err(io::Error::other("its descriptors are missing"));
    };
    dup2_stdin(input)?;
    dup2_stdout(output)?;
    dup2_stderr(notes)?;
    Ok(())
}

/// Sets both bounds of a resource, never above what is allowed already.
fn lower(resource: Resource, bound: u64) -> io::Result<()> {
    let maximum = rustix::process::getrlimit(resource).maximum;
    let bound = Some(maximum.map_or(bound, |maximum| maximum.min(bound)));
    Ok(setrlimit(resource, Rlimit { current: bound, maximum: bound })?)
}
