use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{
    Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process_group, pidfd_open,
    set_child_subreaper, wait, waitid,
};
use rustix::stdio::dup2_stdin;

use super::confinement::Confinement;
use super::wire::{self, Event, Request};
use super::{launch, tree};

/// The first argument of a process that is a keeper.
const KEEP: &str = "jugada-arena-keeper";
/// The first argument of a process that becomes the program.
const LAUNCH: &str = "jugada-arena-launch";

/// Makes this process a keeper if it was started as one. To be called first thing in `main`:
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     if let Some(code) = jugada_arena::process::take_over() {
///         return code;
///     }
///     // … the executable's own business …
///     std::process::ExitCode::SUCCESS
/// }
/// ```
#[must_use]
pub fn take_over() -> Option<ExitCode> {
    let role = env::args_os().nth(1)?;
    if role == OsStr::new(KEEP) {
        Some(keep().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS))
    } else if role == OsStr::new(LAUNCH) {
        Some(launch::run())
    } else {
        None
    }
}

/// The executable whose `main` calls [`take_over`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keeper {
    executable: PathBuf,
}

impl Default for Keeper {
    /// The executable that runs now, even if its file has been replaced meanwhile.
    fn default() -> Self {
        Self::new("/proc/self/exe")
    }
}

impl Keeper {
    /// Another executable than the one that runs now.
    pub fn new(executable: impl Into<PathBuf>) -> Self {
        Self { executable: executable.into() }
    }

    /// Starts a keeper at the other end of a socket.
    pub(super) fn start(&self, socket: UnixStream) -> io::Result<Child> {
        Command::new(&self.executable)
            .arg(KEEP)
            .stdin(OwnedFd::from(socket))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            // What a terminal sends to the arena's group must not reach it.
            .process_group(0)
            .spawn()
    }
}

/// A keeper's whole life. Its only thread must be the one that starts the program: the parent-death signal is tied to it.
fn keep() -> io::Result<()> {
    close_strays()?;
    let socket = UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?);
    dup2_stdin(fs::File::open("/dev/null")?)?;
    set_child_subreaper(Some(rustix::process::getpid()))?;
    let (request, files) = wire::receive::<Request>(&socket)?;
    let mut confinement = Confinement::new(&request);
    let result = start(request, &files, &confinement);
    // As long as we hold them, the arena would not see that the program has closed its ends.
    drop(files);
    // From here on nothing may end the keeper before it has cleaned up, least of all that the arena is gone already.
    match result {
        Ok(program) => {
            let started = Event::Started { process: program.as_raw_pid(), control: confinement.describe() };
            let _ =
                wire::send(&socket, &started, &[]).and_then(|()| watch(&socket, program, &mut confinement));
            clean_up(Some(program), &confinement);
        }
        Err(reason) => {
            clean_up(None, &confinement);
            let _ = wire::send(&socket, &Event::Failed(reason), &[]);
        }
    }
    // The arena may be gone; the work is done all the same.
    let _ = wire::send(&socket, &confinement.finish(), &[]);
    Ok(())
}

/// Closes descriptors that were left open by accident somewhere above us, so that the program gets only its own three.
fn close_strays() -> io::Result<()> {
    let open: Vec<i32> = fs::read_dir("/proc/self/fd")?
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|descriptor| *descriptor > 2)
        .collect();
    for descriptor in open {
        // One of them was the directory's own and is closed already.
        let _ = nix::unistd::close(descriptor);
    }
    Ok(())
}

/// Starts the program; why it could not be, in words.
fn start(request: Request, files: &[OwnedFd], confinement: &Confinement) -> Result<Pid, String> {
    let words = |error: io::Error| format!("its keeper failed: {error}");
    let (mine, theirs) = UnixStream::pair().map_err(words)?;
    let child = Command::new("/proc/self/exe")
        .arg(LAUNCH)
        .stdin(OwnedFd::from(theirs))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .map_err(words)?;
    wire::send(&mine, &confinement.launch(request), files).map_err(words)?;
    let mut reason = String::new();
    (&mine).take(4096).read_to_string(&mut reason).map_err(words)?;
    let id = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    match id {
        Some(id) if reason.is_empty() => Ok(id),
        _ => Err(reason),
    }
}

/// Watches until the arena lets go. The program is not waited for here, so that its number stays its own.
fn watch(socket: &UnixStream, program: Pid, confinement: &mut Confinement) -> io::Result<()> {
    let handle = pidfd_open(program, PidfdFlags::empty())?;
    let mut running = true;
    let mut within = true;
    loop {
        let timeout = confinement.watch().filter(|_| within).map(timespec);
        let mut sources = vec![PollFd::new(socket, PollFlags::IN)];
        if running {
            sources.push(PollFd::new(&handle, PollFlags::IN));
        }
        match poll(&mut sources, timeout.as_ref()) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => continue,
            Err(error) => return Err(error.into()),
        }
        let ready: Vec<bool> = sources.iter().map(|source| !source.revents().is_empty()).collect();
        if ready[0] {
            return Ok(());
        }
        if ready.get(1) == Some(&true) {
            running = false;
            let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            if let Some(status) = waitid(WaitId::Pid(program), options)? {
                let event = Event::Exited { code: status.exit_status(), signal: status.terminating_signal() };
                wire::send(socket, &event, &[])?;
            }
        }
        if within
            && confinement.watch().is_some()
            && let Some(event) = confinement.look(program)
        {
            within = false;
            wire::send(socket, &event, &[])?;
            tree::kill_all(&tree::descendants());
        }
    }
}

fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: duration.subsec_nanos().into(),
    }
}

/// Kills and waits for everything below this process. Orphans come to us, so there is an end to it.
fn clean_up(program: Option<Pid>, confinement: &Confinement) {
    loop {
        if let Some(program) = program {
            let _ = kill_process_group(program, Signal::KILL);
        }
        confinement.kill();
        tree::kill_all(&tree::descendants());
        loop {
            match wait(WaitOptions::NOHANG) {
                Ok(Some(_)) | Err(rustix::io::Errno::INTR) => {}
                Ok(None) => break,
                // No children are left.
                Err(_) => return,
            }
        }
        thread::sleep(Duration::from_micros(100));
    }
}
