use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::process::Child;
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::pipe::{PipeFlags, pipe_with};
use rustix::process::{Pid, Signal, kill_process_group};
use thiserror::Error;

use super::output::{Flood, Line, Lines, Remarks};
use super::wire::{self, Event, Events, Request};
use super::{Keeper, Limits, Program, tree};

/// A program could not be started. Says why.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct NoStart(pub String);

/// How the first process of a program ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// By itself, with this code.
    Code(i32),
    /// By this signal.
    Signal(i32),
}

/// The final account of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// How its first process ended.
    pub exit: Option<Exit>,
    /// Whether that was before anybody killed it.
    pub by_itself: bool,
    /// The most memory it had resident, in bytes, as far as is known.
    pub peak_memory: u64,
    /// Whether it ended because it used too much memory.
    pub out_of_memory: bool,
}

/// A program that runs under limits, seen from the arena. Dropping it ends it and waits until nothing of it is left.
#[derive(Debug)]
pub struct Running {
    /// Known once it has started.
    process: Option<Pid>,
    /// Why it could not be started.
    failure: Option<String>,
    control: String,
    input: Option<OwnedFd>,
    unsent: Vec<u8>,
    output: Option<OwnedFd>,
    lines: Lines,
    notes: Option<OwnedFd>,
    remarks: Remarks,
    socket: UnixStream,
    events: Events,
    keeper: Child,
    exit: Option<Exit>,
    too_much_memory: Option<u64>,
    too_many_processes: Option<u64>,
    gone: Option<(u64, bool)>,
    suspended: bool,
    /// Once its keeper was told to clean up: whether it had ended before.
    ended_by_itself: Option<bool>,
    finished: bool,
    cpu: Duration,
}

/// What a program is doing, together with all that it has started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activity {
    /// Whether the first thread of each of its processes waits for something, such as a line, or has ended.
    pub is_waiting: bool,
    /// The processor time of those of its processes that live now.
    pub processor_time: Duration,
}

/// Both ends of a pipe, the arena's end being one that never blocks.
enum Ours {
    Reading,
    Writing,
}

fn pipe(ours: &Ours) -> io::Result<(OwnedFd, OwnedFd)> {
    let (read, write) = pipe_with(PipeFlags::CLOEXEC)?;
    let (our_end, their_end) = match ours {
        Ours::Reading => (read, write),
        Ours::Writing => (write, read),
    };
    ioctl_fionbio(&our_end, true)?;
    Ok((our_end, their_end))
}

/// A program that was asked for and may not run yet. Dropping it ends it.
#[derive(Debug)]
pub struct Starting {
    running: Running,
    deadline: Instant,
}

impl Starting {
    /// Waits until it runs.
    ///
    /// # Errors
    /// [`NoStart`] if it cannot be started or takes too long.
    pub fn started(self) -> Result<Running, NoStart> {
        let Self { mut running, deadline } = self;
        loop {
            // A program can start and end in the same breath, so what comes after the news of its start counts, too.
            running.hear();
            if let Some(reason) = running.failure.take() {
                return Err(NoStart(reason));
            }
            if running.process.is_some() {
                return Ok(running);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if running.events.ended || left.is_zero() {
                let reason = if left.is_zero() { "it took too long" } else { "its keeper ended" };
                return Err(NoStart(reason.to_owned()));
            }
            let mut sources = [PollFd::new(&running.socket, PollFlags::IN)];
            // An interrupted wait is repeated by the loop.
            let _ = poll(&mut sources, Some(&timespec(left)));
        }
    }
}

impl Running {
    /// Starts a program and waits until it runs. It may not have looked at its input yet then: see [`activity`](Self::activity).
    ///
    /// # Errors
    /// [`NoStart`] if it cannot be started or takes too long.
    pub fn start(program: &Program, limits: &Limits, keeper: &Keeper) -> Result<Self, NoStart> {
        Self::begin(program, limits, keeper)?.started()
    }

    /// Asks for a program to be started and does not wait for it, so that several can start at once.
    ///
    /// # Errors
    /// [`NoStart`] if no process could be made for it.
    pub fn begin(program: &Program, limits: &Limits, keeper: &Keeper) -> Result<Starting, NoStart> {
        let deadline = Instant::now() + limits.start;
        let running = Self::request(program, limits, keeper)
            .map_err(|error| NoStart(format!("no process could be made for it: {error}")))?;
        Ok(Starting { running, deadline })
    }

    fn request(program: &Program, limits: &Limits, keeper: &Keeper) -> io::Result<Self> {
        let (input, their_input) = pipe(&Ours::Writing)?;
        let (output, their_output) = pipe(&Ours::Reading)?;
        let (notes, their_notes) = pipe(&Ours::Reading)?;
        let (socket, theirs) = UnixStream::pair()?;
        let request = Request {
            program: program.clone(),
            memory: limits.memory,
            memory_control: limits.memory_control,
            processes: limits.processes,
        };
        let keeper = keeper.start(theirs)?;
        let running = Self {
            process: None,
            failure: None,
            control: String::new(),
            input: Some(input),
            unsent: Vec::new(),
            output: Some(output),
            lines: Lines::new(limits),
            notes: Some(notes),
            remarks: Remarks::new(limits.notes),
            socket,
            events: Events::default(),
            keeper,
            exit: None,
            too_much_memory: None,
            too_many_processes: None,
            gone: None,
            suspended: false,
            ended_by_itself: None,
            finished: false,
            cpu: Duration::ZERO,
        };
        wire::send(&running.socket, &request, &[their_input, their_output, their_notes])?;
        running.socket.set_nonblocking(true)?;
        Ok(running)
    }

    /// What limits its memory, in words, with the limit as the system reads it back.
    #[must_use]
    pub fn memory_control(&self) -> &str {
        &self.control
    }

    /// Whether its first process waits for something, such as a line, or has ended.
    #[must_use]
    pub fn is_waiting(&self) -> bool {
        self.exit.is_some() || self.process.is_none_or(tree::is_waiting)
    }

    /// What it is doing, together with all that it has started.
    #[must_use]
    pub fn activity(&self) -> Activity {
        let ended = Activity { is_waiting: true, processor_time: Duration::ZERO };
        self.process.filter(|_| self.exit.is_none()).map_or(ended, tree::activity)
    }

    /// Whether it has ended, even if the news of how has not arrived yet.
    #[must_use]
    pub fn has_died(&self) -> bool {
        self.exit.is_some() || self.process.is_some_and(tree::has_died)
    }

    /// Sends a line. What does not fit its pipe is sent by later calls of [`pump`](Self::pump).
    pub fn send(&mut self, line: &str) {
        self.unsent.extend_from_slice(line.as_bytes());
        self.unsent.push(b'\n');
        self.flush();
    }

    fn flush(&mut self) {
        while let Some(input) = self.input.as_ref().filter(|_| !self.unsent.is_empty()) {
            match rustix::io::write(input, &self.unsent) {
                Ok(count) => {
                    self.unsent.drain(..count);
                }
                Err(Errno::INTR) => {}
                Err(Errno::AGAIN) => return,
                // It does not read any more, which is its own business.
                Err(_) => self.end_input(),
            }
        }
    }

    /// Closes its input: it reads the end of it after all that was sent.
    pub fn end_input(&mut self) {
        self.input = None;
        self.unsent.clear();
    }

    /// Whether all that was sent is in its pipe.
    #[must_use]
    pub fn has_sent_all(&self) -> bool {
        self.unsent.is_empty()
    }

    /// Takes in what its keeper reports.
    fn hear(&mut self) {
        for event in self.events.read(&self.socket) {
            match event {
                Event::Started { process, control } => {
                    self.process = Pid::from_raw(process);
                    self.control = control;
                }
                Event::Failed(reason) => self.failure = Some(reason),
                Event::Exited { code: Some(code), .. } => self.exit = Some(Exit::Code(code)),
                Event::Exited { signal, .. } => self.exit = Some(Exit::Signal(signal.unwrap_or(0))),
                Event::Memory(bytes) => self.too_much_memory = Some(bytes),
                Event::Processes(count) => self.too_many_processes = Some(count),
                Event::Gone { peak_memory, out_of_memory } => self.gone = Some((peak_memory, out_of_memory)),
            }
        }
    }

    /// Takes in all that the program has written and all that its keeper reports; `now` is when it became known.
    pub fn pump(&mut self, now: Instant) {
        self.flush();
        self.hear();
        let lines = &mut self.lines;
        if drain(&mut self.output, |bytes| {
            lines.push(bytes, now);
            lines.flood().is_none()
        }) {
            lines.end(now);
        }
        drain(&mut self.notes, |bytes| {
            self.remarks.push(bytes);
            true
        });
        // A child that lives on can hold the output open; what the program itself wrote was all there when its end was reported.
        if self.exit.is_some() {
            self.lines.end(now);
        }
    }

    /// The oldest line that was not taken yet.
    pub fn take_line(&mut self) -> Option<Line> {
        self.lines.pop()
    }

    /// Whether there is a line to take.
    #[must_use]
    pub fn has_line(&self) -> bool {
        self.lines.has_line()
    }

    /// In what way it wrote too much, if it did.
    #[must_use]
    pub const fn flood(&self) -> Option<Flood> {
        self.lines.flood()
    }

    /// What it wrote to standard error since the last call.
    pub fn take_notes(&mut self) -> String {
        self.remarks.news()
    }

    /// How many characters of standard error were dropped.
    #[must_use]
    pub const fn dropped_notes(&self) -> u64 {
        self.remarks.dropped()
    }

    /// How its first process ended, if it has.
    #[must_use]
    pub const fn exit(&self) -> Option<Exit> {
        self.exit
    }

    /// Whether its keeper is gone, and the program with it, without a word about how it ended.
    #[must_use]
    pub const fn is_lost(&self) -> bool {
        self.events.ended
    }

    /// Whether nothing can come from its output any more.
    #[must_use]
    pub const fn has_closed_output(&self) -> bool {
        self.output.is_none()
    }

    /// How much memory it had, in bytes, when it was killed for it by watching.
    #[must_use]
    pub const fn too_much_memory(&self) -> Option<u64> {
        self.too_much_memory
    }

    /// How many processes it had when it was killed for that.
    #[must_use]
    pub const fn too_many_processes(&self) -> Option<u64> {
        self.too_many_processes
    }

    /// Stops its group of processes until [`resume`](Self::resume).
    pub fn suspend(&mut self) {
        if !self.suspended {
            self.suspended = true;
            self.signal(Signal::STOP);
        }
    }

    /// Lets it go on.
    pub fn resume(&mut self) {
        if self.suspended {
            self.suspended = false;
            self.signal(Signal::CONT);
        }
    }

    /// Sends a signal to its group.
    pub fn signal(&self, signal: Signal) {
        // Its first process is not waited for before the end, so the number is still its own; a group without processes is fine.
        let _ = self.process.map(|process| kill_process_group(process, signal));
    }

    /// The processor time of its first process so far, with all its threads.
    pub fn cpu_time(&mut self) -> Duration {
        // A process that has ended keeps the last time seen.
        self.cpu = self.process.and_then(tree::processor_time).map_or(self.cpu, |time| self.cpu.max(time));
        self.cpu
    }

    /// How long it was ready to run but had no processor so far, if the system says.
    #[must_use]
    pub fn kept_waiting(&self) -> Option<Duration> {
        self.process.and_then(tree::kept_waiting).map(Duration::from_nanos)
    }

    /// What to wait for on its behalf.
    fn sources(&self) -> impl Iterator<Item = PollFd<'_>> {
        let input = self.input.as_ref().filter(|_| !self.unsent.is_empty());
        let reading = [self.output.as_ref(), self.notes.as_ref()].into_iter().flatten();
        let socket = (!self.events.ended).then(|| PollFd::new(&self.socket, PollFlags::IN));
        input
            .map(|input| PollFd::new(input, PollFlags::OUT))
            .into_iter()
            .chain(reading.map(|output| PollFd::new(output, PollFlags::IN)))
            .chain(socket)
    }

    /// Tells its keeper to kill all that is left of it, and does not wait for that, so that several can end at once.
    pub fn let_go(&mut self) {
        if self.ended_by_itself.is_none() {
            self.ended_by_itself = Some(self.exit.is_some());
            self.end_input();
            // Our silence is the keeper's sign to clean up.
            let _ = self.socket.shutdown(std::net::Shutdown::Write);
        }
    }

    /// Ends it: kills all that is left of it, waits until it is gone, and gives the final account.
    #[must_use]
    pub fn finish(mut self) -> Ending {
        self.pump(Instant::now());
        self.end()
    }

    fn end(&mut self) -> Ending {
        /// A keeper needs milliseconds; one that was stopped by its program would need for ever.
        const LONGEST: Duration = Duration::from_secs(10);
        self.let_go();
        let by_itself = self.ended_by_itself == Some(true);
        let deadline = Instant::now() + LONGEST;
        while !self.events.ended && Instant::now() < deadline {
            wait_for_any(&[self], Some(deadline));
            self.pump(Instant::now());
        }
        if self.gone.is_none() {
            // The keeper did not come to clean up: it was stopped, or killed.
            self.signal(Signal::KILL);
            let _ = self.keeper.kill();
        }
        let _ = self.keeper.wait();
        self.finished = true;
        let (peak_memory, out_of_memory) = self.gone.unwrap_or_default();
        let out_of_memory = out_of_memory || self.too_much_memory.is_some();
        Ending { exit: self.exit, by_itself, peak_memory, out_of_memory }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // A keeper that was waited for has been dealt with.
        if !self.finished {
            self.end();
        }
    }
}

/// Reads all there is from a pipe that does not block; whether it has ended, in which case it is closed. Stops early, and closes the
/// pipe, when `take` has had enough.
fn drain(pipe: &mut Option<OwnedFd>, mut take: impl FnMut(&[u8]) -> bool) -> bool {
    let mut bytes = [0; 16 << 10];
    while let Some(open) = pipe {
        match rustix::io::read(open, &mut bytes) {
            Ok(count) if count > 0 => {
                if !take(&bytes[..count]) {
                    *pipe = None;
                    return false;
                }
            }
            Err(Errno::INTR) => {}
            Err(Errno::AGAIN) => return false,
            Ok(_) | Err(_) => {
                *pipe = None;
                return true;
            }
        }
    }
    false
}

/// Sleeps until one of the programs has something to [`pump`](Running::pump), or until the deadline.
pub fn wait_for_any(programs: &[&mut Running], deadline: Option<Instant>) {
    let mut sources: Vec<PollFd<'_>> = programs.iter().flat_map(|program| program.sources()).collect();
    let timeout = deadline.map(|deadline| timespec(deadline.saturating_duration_since(Instant::now())));
    if sources.is_empty() && timeout.is_none() {
        // Nothing can happen any more; do not spin and do not hang.
        thread::sleep(Duration::from_millis(1));
        return;
    }
    // An interrupted wait only makes the caller look once more.
    let _ = poll(&mut sources, timeout.as_ref());
}

fn timespec(duration: Duration) -> Timespec {
    Timespec {
        tv_sec: i64::try_from(duration.as_secs()).unwrap_or(i64::MAX),
        tv_nsec: duration.subsec_nanos().into(),
    }
}
