use std::thread;
use std::time::{Duration, Instant};

use jugada_core::quoted;
use rustix::process::Signal;

use super::{Account, Status, TimeControl, Turn};
use crate::process::{Exit, Flood, NoStart, Running};

/// How long a program whose output ended may take to end itself before that counts as closed output.
const CLOSING: Duration = Duration::from_millis(100);
/// How long a program may go on after its answer, to finish what goes with it, before it is suspended.
const WIND_UP: Duration = Duration::from_millis(1);

/// A side of the game: a program with its clock.
pub(super) struct Seat {
    side: usize,
    pub running: Option<Running>,
    no_start: Option<NoStart>,
    time: TimeControl,
    /// What is left of the whole game's time.
    left: Duration,
    due: Option<Due>,
    suspend_at: Option<Instant>,
    closed_since: Option<Instant>,
    pub turns_written: usize,
    wall: Duration,
    cpu: Duration,
    waited: Duration,
}

/// An answer that is waited for.
#[derive(Clone, Copy)]
struct Due {
    since: Instant,
    cpu: Duration,
}

/// What a program whose answer is due has come to.
pub(super) enum State {
    /// An answer.
    Answer { text: String, wall: Duration, cpu: Duration },
    /// Nothing, until something happens or this moment comes.
    Waiting(Instant),
    /// No answer any more.
    Out(Status, String),
}

impl Seat {
    pub fn new(side: usize, started: Result<Running, NoStart>, time: TimeControl) -> Self {
        let (running, no_start) = match started {
            Ok(running) => (Some(running), None),
            Err(error) => (None, Some(error)),
        };
        Self {
            side,
            running,
            no_start,
            time,
            left: time.game,
            due: None,
            suspend_at: None,
            closed_since: None,
            turns_written: 0,
            wall: Duration::ZERO,
            cpu: Duration::ZERO,
            waited: Duration::ZERO,
        }
    }

    /// Notes that the program has not come to read its first line; it loses as soon as an answer of it is due.
    pub fn has_not_started(&mut self, bound: Duration) {
        let words =
            format!("it still computed {bound:?} after its start and had not come to read its first line");
        self.no_start = Some(NoStart(words));
    }

    /// The program's answer is awaited from now on, if it was not before.
    pub fn await_answer(&mut self) {
        if self.due.is_some() {
            return;
        }
        self.suspend_at = None;
        let Some(running) = &mut self.running else { return };
        running.resume();
        let cpu = running.cpu_time();
        self.due = Some(Due { since: Instant::now(), cpu });
    }

    /// Sends a line; the clock of an answer to it starts after its last byte. A program that is stopped reads it when its turn comes.
    pub fn send(&mut self, line: &str) {
        if let Some(running) = &mut self.running {
            running.send(line);
        }
        if let Some(due) = &mut self.due {
            due.since = Instant::now();
        }
    }

    /// What the program has come to by `now`, its answer being due. Its output must have been taken in.
    pub fn state(&mut self, now: Instant) -> State {
        if let Some(NoStart(reason)) = &self.no_start {
            return State::Out(Status::NoStart, reason.clone());
        }
        let (Some(running), Some(due)) = (&mut self.running, self.due) else { return State::Waiting(now) };
        let allowed = self.time.next(self.left);
        if let Some(flood) = running.flood() {
            return State::Out(Status::Flood, flood_in_words(flood));
        }
        if let Some(line) = running.take_line() {
            let wall = line.read.saturating_duration_since(due.since);
            if wall > allowed {
                let reason = format!("its answer came after {wall:.1?} with {allowed:.1?} left");
                return State::Out(Status::Time, reason);
            }
            let cpu = running.cpu_time().saturating_sub(due.cpu);
            return match text_of(&line.bytes) {
                Ok(text) => State::Answer { text, wall, cpu },
                Err(reason) => State::Out(Status::Malformed, reason),
            };
        }
        if let Some(bytes) = running.too_much_memory() {
            return State::Out(Status::Memory, format!("it used {bytes} bytes"));
        }
        if let Some(count) = running.too_many_processes() {
            return State::Out(Status::Processes, format!("it had {count} processes and threads"));
        }
        if let Some(exit) = running.exit() {
            return State::Out(Status::Crash, format!("it {} when its answer was due", exit_in_words(exit)));
        }
        if running.is_lost() {
            return State::Out(Status::Crash, "its keeper ended".to_owned());
        }
        let deadline = due.since + allowed;
        if now >= deadline {
            return State::Out(Status::Time, format!("no answer within {allowed:.1?}"));
        }
        if !running.has_closed_output() {
            return State::Waiting(deadline);
        }
        let closed = *self.closed_since.get_or_insert(now) + CLOSING;
        if running.has_died() {
            // How it ended is on its way, on a busy machine a while behind.
            return State::Waiting((now + CLOSING).min(deadline));
        }
        if now >= closed {
            return State::Out(Status::ClosedOutput, "it closed its output and lives on".to_owned());
        }
        State::Waiting(closed.min(deadline))
    }

    /// Takes the accepted answer's time off the clock. With `suspend`, the program is stopped shortly.
    pub fn answered(&mut self, text: String, wall: Duration, cpu: Duration, suspend: bool) -> Turn {
        self.charge(wall, cpu);
        self.turns_written += 1;
        self.due = None;
        self.suspend_at = suspend.then(|| Instant::now() + WIND_UP);
        Turn { side: self.side, text, wall_us: micros(wall), cpu_us: micros(cpu), notes: self.take_notes() }
    }

    /// The time of an answer that ended the game counts, too.
    pub fn charge(&mut self, wall: Duration, cpu: Duration) {
        self.wall += wall;
        self.cpu += cpu;
        self.left = self.left.saturating_sub(wall);
    }

    /// Charges what an answer that never came has taken.
    pub fn charge_until(&mut self, now: Instant) {
        if let Some(due) = self.due.take() {
            let cpu = self.running.as_mut().map_or(Duration::ZERO, Running::cpu_time);
            self.charge(now.saturating_duration_since(due.since), cpu.saturating_sub(due.cpu));
        }
    }

    /// Suspends the program if it is time to; when to look again, if not.
    pub fn suspend_when_due(&mut self, now: Instant) -> Option<Instant> {
        let at = self.suspend_at?;
        if now < at {
            return Some(at);
        }
        self.suspend_at = None;
        if let Some(running) = &mut self.running {
            running.suspend();
        }
        None
    }

    pub fn pump(&mut self, now: Instant) {
        if let Some(running) = &mut self.running {
            running.pump(now);
        }
    }

    /// Lets the program finish what goes with its last answer, if it has not already. It is not its turn, so nobody's clock runs.
    pub fn wind_up(&self) {
        const PAUSE: Duration = Duration::from_micros(50);
        let deadline = Instant::now() + WIND_UP;
        while self.running.as_ref().is_some_and(|running| !running.is_waiting()) && Instant::now() < deadline
        {
            thread::sleep(PAUSE);
        }
    }

    pub fn take_notes(&mut self) -> String {
        self.running.as_mut().map_or_else(String::new, Running::take_notes)
    }

    /// The game is over: the program reads the end of its input and may go on for its grace.
    pub fn dismiss(&mut self) {
        self.suspend_at = None;
        if let Some(running) = &mut self.running {
            self.waited = running.kept_waiting().unwrap_or_default();
            running.resume();
            running.end_input();
        }
    }

    pub fn has_ended(&self) -> bool {
        self.running.as_ref().is_none_or(|running| running.exit().is_some() || running.is_lost())
    }

    pub fn terminate(&self) {
        if let Some(running) = self.running.as_ref().filter(|_| !self.has_ended()) {
            running.signal(Signal::TERM);
        }
    }

    /// Whether the program stood in line for a processor long enough to spoil its times.
    pub fn was_under_load(&self) -> bool {
        /// Less than this is nothing unusual.
        const UNUSUAL: Duration = Duration::from_millis(10);
        self.waited > UNUSUAL && self.wall > self.cpu * 3 / 2 + UNUSUAL
    }

    /// Lets the program's end begin; what it has written is still there to be read.
    pub fn let_go(&mut self) {
        self.pump(Instant::now());
        if let Some(running) = &mut self.running {
            running.let_go();
        }
    }

    /// Ends the program and gives the final account, and whether it ran out of memory.
    pub fn finish(mut self) -> (Account, bool) {
        let mut account =
            Account { wall_us: micros(self.wall), cpu_us: micros(self.cpu), ..Account::default() };
        let Some(mut running) = self.running.take() else {
            "not started".clone_into(&mut account.exit);
            return (account, false);
        };
        running.pump(Instant::now());
        account.notes = running.take_notes();
        account.dropped_notes = running.dropped_notes();
        running.memory_control().clone_into(&mut account.memory_control);
        let ending = running.finish();
        account.exit = match ending.exit.filter(|_| ending.by_itself) {
            Some(exit) => exit_in_words(exit),
            None => "was killed".to_owned(),
        };
        account.peak_memory = ending.peak_memory;
        (account, ending.out_of_memory)
    }
}

pub(super) fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

fn exit_in_words(exit: Exit) -> String {
    match exit {
        Exit::Code(code) => format!("exited with code {code}"),
        Exit::Signal(signal) => format!("was ended by signal {signal}"),
    }
}

fn flood_in_words(flood: Flood) -> String {
    match flood {
        Flood::Line(limit) => format!("it wrote a line of more than {limit} bytes"),
        Flood::Output(limit) => format!("it wrote more than {limit} bytes"),
    }
}

/// The text of a line without blanks around it, or what is wrong with it.
fn text_of(bytes: &[u8]) -> Result<String, String> {
    let text = String::from_utf8_lossy(bytes);
    if bytes.contains(&0) {
        Err(format!("{}: a line with a NUL byte", quoted(text.trim())))
    } else if std::str::from_utf8(bytes).is_err() {
        Err(format!("{}: a line that is not UTF-8", quoted(text.trim())))
    } else {
        Ok(text.trim().to_owned())
    }
}
