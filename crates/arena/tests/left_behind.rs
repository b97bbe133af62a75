//! Nothing of a program's is left after any end of the arena.

mod common;

use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{BOTS, with_mark};
use rustix::process::{Pid, Signal, kill_process};

/// An arena of its own, in the middle of a game, whose programs carry the mark.
fn arena(mark: &str, scripts: [&str; 2]) -> Child {
    let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/");
    // Where the tests run in the background, a shell may have made them ignore the very signals that are to end the arena.
    let arena = Command::new("env")
        .args(["--default-signal=INT,TERM,HUP", BOTS, "arena"])
        .args(scripts.map(|name| format!("{directory}{name}")))
        .env("JUGADA_MARK", mark)
        .stdout(Stdio::null())
        .spawn()
        .expect("started");
    // Two programs with a child each, two keepers, the arena itself.
    wait_until(|| with_mark(mark).len() >= 7, || format!("{:?}", with_mark(mark)));
    arena
}

fn wait_until(condition: impl Fn() -> bool, words: impl Fn() -> String) {
    let deadline = Instant::now() + Duration::from_secs(20);
    while !condition() {
        assert!(Instant::now() < deadline, "{}", words());
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn after_any_end_of_the_arena() {
    for (name, signal) in
        [("kill", Signal::KILL), ("term", Signal::TERM), ("int", Signal::INT), ("hup", Signal::HUP)]
    {
        let mark = format!("arena-{name}-{}", std::process::id());
        let mut arena = arena(&mark, ["endless-new-session.sh", "endless-double-fork.sh"]);
        let process = Pid::from_raw(i32::try_from(arena.id()).expect("a number")).expect("a process");
        kill_process(process, signal).expect("it lives");
        arena.wait().expect("it ended");
        wait_until(|| with_mark(&mark).is_empty(), || format!("{name}: {:?}", with_mark(&mark)));
    }
}

#[test]
fn after_a_keeper_was_killed() {
    let mark = format!("keeper-{}", std::process::id());
    let mut arena = arena(&mark, ["endless-children.sh", "endless-children.sh"]);
    for process in with_mark(&mark).iter().filter(|process| process.contains("jugada-arena-keeper")) {
        let number = process.split(' ').next().and_then(|number| number.parse().ok());
        let keeper = number.and_then(Pid::from_raw).expect("a process");
        kill_process(keeper, Signal::KILL).expect("it lives");
    }
    // The programs die with their keepers, so the game ends and with it the arena.
    assert!(arena.wait().expect("it ended").success());
    wait_until(|| with_mark(&mark).is_empty(), || format!("{:?}", with_mark(&mark)));
}
