//! The processes below this one, from `/proc`.

use std::fs;
use std::path::Path;
use std::time::Duration;

use nix::time::ClockId;
use rustix::process::{Pid, Signal, kill_process};

use super::Activity;

/// Bytes in a page as `/proc` counts them.
fn page() -> u64 {
    rustix::param::page_size() as u64
}

/// All descendants of this process: children before their children.
pub(super) fn descendants() -> Vec<Pid> {
    below(rustix::process::getpid(), children)
}

/// A process and all its descendants.
pub(super) fn family(root: Pid) -> Vec<Pid> {
    let mut all = below(root, children);
    all.push(root);
    all
}

fn below(root: Pid, children: impl Fn(Pid) -> Vec<Pid>) -> Vec<Pid> {
    let mut found = children(root);
    let mut next = 0;
    while next < found.len() {
        let below = children(found[next]);
        found.extend(below);
        next += 1;
    }
    found
}

/// The children of all threads of a process; none if it is gone.
fn children(parent: Pid) -> Vec<Pid> {
    let Ok(threads) = fs::read_dir(format!("/proc/{}/task", parent.as_raw_pid())) else { return Vec::new() };
    threads.flatten().flat_map(|thread| processes_in(&thread.path().join("children"))).collect()
}

/// The children of a process's first thread: enough for shells and the like, and cheap. Looking at all threads has the system keep them in
/// mind, and then forget them one by one when the process ends.
fn first_children(parent: Pid) -> Vec<Pid> {
    let number = parent.as_raw_pid();
    processes_in(Path::new(&format!("/proc/{number}/task/{number}/children")))
}

fn processes_in(file: &Path) -> Vec<Pid> {
    let list = fs::read_to_string(file).unwrap_or_default();
    list.split_ascii_whitespace().filter_map(process_of).collect()
}

fn process_of(text: &str) -> Option<Pid> {
    Pid::from_raw(text.parse().ok()?)
}

/// Kills every process; those that are gone are passed over.
pub(super) fn kill_all(processes: &[Pid]) {
    for process in processes {
        // Failing means that it is gone already, which is what was wanted.
        let _ = kill_process(*process, Signal::KILL);
    }
}

/// What a process has in memory now, in bytes, and its number of threads; nothing if it is gone.
pub(super) fn use_of(process: Pid) -> (u64, u64) {
    let directory = format!("/proc/{}", process.as_raw_pid());
    let resident = fs::read_to_string(format!("{directory}/statm"))
        .ok()
        .and_then(|text| text.split_ascii_whitespace().nth(1)?.parse::<u64>().ok())
        .unwrap_or(0);
    let threads = fs::read_dir(format!("{directory}/task")).map_or(0, |tasks| tasks.count() as u64);
    (resident * page(), threads)
}

/// The most memory that a process ever had resident, in bytes.
pub(super) fn peak_of(process: Pid) -> u64 {
    status_of(process, "VmHWM:").unwrap_or(0) << 10
}

/// A number from a process's status.
fn status_of(process: Pid, name: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/status", process.as_raw_pid())).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(name))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

/// What a process and those below it are doing.
pub(super) fn activity(root: Pid) -> Activity {
    let mut all = below(root, first_children);
    all.push(root);
    let processor_time = all.iter().filter_map(|process| processor_time(*process)).sum();
    Activity { is_waiting: all.iter().all(|process| is_waiting(*process)), processor_time }
}

/// The processor time of a process with all its threads so far; nothing if it is gone.
pub(super) fn processor_time(process: Pid) -> Option<Duration> {
    let process = nix::unistd::Pid::from_raw(process.as_raw_pid());
    nix::time::clock_getcpuclockid(process).and_then(ClockId::now).ok().map(Duration::from)
}

/// Whether the first thread of a process waits for something (a line, say) rather than computes; also when it is gone.
pub(super) fn is_waiting(process: Pid) -> bool {
    matches!(state_of(process), Some('S' | 'Z' | 'X' | 'T') | None)
}

/// Whether a process has ended, though nobody may have waited for it yet.
pub(super) fn has_died(process: Pid) -> bool {
    matches!(state_of(process), Some('Z' | 'X') | None)
}

/// The letter with which the system tells a process's state; nothing if it is gone.
fn state_of(process: Pid) -> Option<char> {
    let text = fs::read_to_string(format!("/proc/{}/stat", process.as_raw_pid())).ok()?;
    // The name in parentheses can hold anything, so count from its end.
    text.rsplit_once(')').and_then(|(_, rest)| rest.trim_start().chars().next())
}

/// How long the first thread of a process was ready to run but had no processor, in nanoseconds, if the system says.
pub(super) fn kept_waiting(process: Pid) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{}/schedstat", process.as_raw_pid())).ok()?;
    text.split_ascii_whitespace().nth(1)?.parse().ok()
}

/// How many processes and threads the user of this process has.
pub(super) fn user_processes() -> u64 {
    use std::os::unix::fs::MetadataExt;
    let user = rustix::process::getuid().as_raw();
    let Ok(entries) = fs::read_dir("/proc") else { return 0 };
    entries
        .flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().iter().all(u8::is_ascii_digit))
        .filter(|entry| entry.metadata().is_ok_and(|data| data.uid() == user))
        .map(|entry| fs::read_dir(entry.path().join("task")).map_or(0, |tasks| tasks.count() as u64))
        .sum()
}
