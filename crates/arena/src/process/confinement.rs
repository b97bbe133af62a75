//! What holds a program within its limits: a control group, or a resource limit and watching.

use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use rustix::process::{Pid, getpid, getuid};

use super::cgroup::Group;
use super::wire::{Event, Launch, Request};
use super::{MemoryControl, tree};

/// Private writable memory beyond the limit on resident memory: run-time systems ask for more than they use. It is a wall against
/// growing faster than watching can see.
const DATA_HEADROOM: u64 = 256 << 20;

/// How often the memory of a program without a control group is looked at.
const WATCH_MEMORY: Duration = Duration::from_millis(5);
/// How often its processes are counted where nothing else needs watching.
const WATCH_PROCESSES: Duration = Duration::from_millis(25);

/// What holds one program.
#[derive(Debug)]
pub(super) struct Confinement {
    group: Option<Group>,
    /// Why there is no group, where one was tried for.
    obstacle: Option<String>,
    memory: Option<u64>,
    processes: u64,
    peak: u64,
}

impl Confinement {
    pub fn new(request: &Request) -> Self {
        // A group is worth its price (half a millisecond) only where there is something to limit.
        let tried = request.memory.filter(|_| request.memory_control == MemoryControl::Auto).map(|memory| {
            Group::create(&format!("jugada-{}", getpid().as_raw_pid()), memory, request.processes)
        });
        let (group, obstacle) = match tried {
            Some(Ok(group)) => (Some(group), None),
            Some(Err(obstacle)) => (None, Some(obstacle)),
            None => (None, None),
        };
        let processes = u64::from(request.processes);
        Self { group, obstacle, memory: request.memory, processes, peak: 0 }
    }

    /// What limits the memory, in words.
    pub fn describe(&self) -> String {
        match (&self.group, self.memory) {
            (Some(group), _) => group.describe(),
            (None, Some(memory)) => {
                let words = format!("watched every {} ms, {memory} bytes resident", WATCH_MEMORY.as_millis());
                match &self.obstacle {
                    Some(obstacle) => format!("{words} (no control group: {obstacle})"),
                    None => words,
                }
            }
            (None, None) => "none".to_owned(),
        }
    }

    /// What the launching process has to do to itself.
    pub fn launch(&self, request: Request) -> Launch {
        let watched = self.group.is_none();
        // The system counts by user, and does not hold the superuser to it.
        let by_user = !self.limits_processes() && !getuid().is_root();
        Launch {
            program: request.program,
            keeper: getpid().as_raw_pid(),
            join: self.group.as_ref().map_or_else(Vec::new, Group::join),
            data: request.memory.filter(|_| watched).map(|memory| memory + DATA_HEADROOM),
            user_processes: by_user.then(|| tree::user_processes() + u64::from(request.processes)),
        }
    }

    fn limits_processes(&self) -> bool {
        self.group.as_ref().is_some_and(Group::limits_processes)
    }

    /// How long the keeper may sleep before it looks again; for ever where the system does the watching.
    pub fn watch(&self) -> Option<Duration> {
        if self.memory.is_some() && self.group.is_none() {
            Some(WATCH_MEMORY)
        } else {
            (!self.limits_processes()).then_some(WATCH_PROCESSES)
        }
    }

    /// Looks at the program: what it has too much of, if anything.
    pub fn look(&mut self, program: Pid) -> Option<Event> {
        let (mut memory, mut processes) = (0, 0);
        for process in tree::descendants() {
            let (resident, threads) = tree::use_of(process);
            memory += resident;
            processes += threads;
        }
        if self.memory.is_some() && self.group.is_none() {
            // The peak tells of bursts between two looks.
            self.peak = self.peak.max(memory).max(tree::peak_of(program));
            if self.memory.is_some_and(|limit| self.peak > limit) {
                return Some(Event::Memory(self.peak));
            }
        }
        (!self.limits_processes() && processes > self.processes).then_some(Event::Processes(processes))
    }

    /// Kills everything in the control group, if there is one.
    pub fn kill(&self) {
        if let Some(group) = &self.group {
            group.kill();
        }
    }

    /// The final account, when all processes were waited for; the control group is removed.
    pub fn finish(&self) -> Event {
        let waited_for = getrusage(UsageWho::RUSAGE_CHILDREN).map_or(0, |usage| usage.max_rss());
        let own_peak = u64::try_from(waited_for).unwrap_or(0) << 10;
        let Some(group) = &self.group else {
            let peak_memory = self.peak.max(own_peak);
            let out_of_memory = self.memory.is_some_and(|limit| peak_memory > limit);
            return Event::Gone { peak_memory, out_of_memory };
        };
        let (peak_memory, out_of_memory) = group.account();
        group.remove();
        Event::Gone { peak_memory, out_of_memory }
    }
}
