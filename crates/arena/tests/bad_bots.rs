//! Every bad program gets the verdict it deserves, costs its opponent nothing, and leaves nothing behind.

mod common;

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use common::toys::{Counting, Exchange};
use common::{BOTS, COPIES, SCRIPTS, bot, marked, script, setup, with_mark};
use jugada_arena::game::{Played, Setup, Status, TimeControl, referee};
use jugada_arena::process::{Limits, MemoryControl, Program};

/// Plays the counting game to `last`, the program under test going first, and checks that nothing of it is left.
fn against_good(name: &str, program: &Program, last: u64, change: impl FnOnce(&mut Setup)) -> Played {
    let mark = format!("{name}-{}", std::process::id());
    let mut setup = setup(marked(program, &mark), marked(&bot("good"), &mark));
    change(&mut setup);
    let played = referee(&mut Counting::to(last), &setup);
    assert_eq!(with_mark(&mark), Vec::<String>::new(), "{name} left something behind");
    let [_, opponent] = &played.accounts;
    assert_eq!(opponent.exit, "exited with code 0", "{name} spoiled its opponent: {played:?}");
    assert!(played.offences.iter().all(|offence| offence.side == 0), "{name}: {played:?}");
    played
}

fn loses(name: &str, program: &Program, status: Status, words: &str, change: impl FnOnce(&mut Setup)) {
    let played = against_good(name, program, 4, change);
    let offence = played.offences.first().unwrap_or_else(|| panic!("{name} did nothing wrong: {played:?}"));
    assert_eq!(
        (offence.status, played.forfeited, played.points),
        (status, Some(0), [0, 12]),
        "{name}: {played:?}"
    );
    assert!(played.reason.contains(words), "{name}: {}", played.reason);
}

fn wins(name: &str, program: &Program, last: u64, exit: &str) -> Played {
    let played = against_good(name, program, last, |_| {});
    assert_eq!(
        (played.winner, played.forfeited, played.points),
        (Some(0), None, [12, 0]),
        "{name}: {played:?}"
    );
    assert!(played.accounts[0].exit.contains(exit), "{name}: {played:?}");
    played
}

fn quick(setup: &mut Setup) {
    setup.time = TimeControl::game(Duration::from_secs(1));
}

#[test]
fn programs_that_end_or_fall_silent() {
    for (mode, status, words) in [
        ("exits-at-start", Status::Crash, "exited with code 0 when its answer was due"),
        ("exits-thinking", Status::Crash, "exited with code 7"),
        ("aborts-thinking", Status::Crash, "was ended by signal 6"),
        ("never-answers", Status::Time, "no answer within 1.0s"),
        ("reads-nothing", Status::Time, "no answer within 1.0s"),
        ("closes-output", Status::ClosedOutput, "closed its output and lives on"),
    ] {
        loses(mode, &bot(mode), status, words, quick);
    }
    for name in ["held-output.sh", "leaving-wrapper.sh"] {
        loses(name, &script(name), Status::Crash, "exited with code 0 when its answer was due", |_| {});
    }
}

#[test]
fn lines_that_are_no_answers() {
    for (mode, status, words) in [
        ("nul", Status::Malformed, r#""1\0": a line with a NUL byte"#),
        ("not-utf-8", Status::Malformed, "a line that is not UTF-8"),
        ("not-a-number", Status::Malformed, r#""one": a number was expected"#),
        ("wrong-number", Status::Illegal, r#""5": 1 was legal"#),
        ("long-line", Status::Malformed, "a number was expected"),
        ("flood", Status::Flood, "a line of more than 65536 bytes"),
        ("flood-of-lines", Status::Flood, "more than 1048576 bytes"),
        ("two-lines-at-once", Status::Illegal, ""),
    ] {
        if mode == "two-lines-at-once" {
            // The second line waits until it is due, and is right then; what is missing then is the third.
            let played = against_good(mode, &bot(mode), 6, quick);
            assert_eq!(played.offences[0].status, Status::Time, "{played:?}");
            assert_eq!(played.turns.len(), 4, "{played:?}");
            assert_eq!(played.turns[2].wall_us, 0);
        } else {
            loses(mode, &bot(mode), status, words, |_| {});
        }
    }
    let numbers = against_good("flood-of-numbers", &bot("flood-of-numbers"), 4, |_| {});
    assert!(matches!(numbers.offences[0].status, Status::Flood | Status::Illegal), "{numbers:?}");
}

#[test]
fn odd_but_good_programs() {
    for (mode, last, exit) in [
        ("good", 5, "exited with code 0"),
        ("crlf", 5, "exited with code 0"),
        ("empty-lines", 5, "exited with code 0"),
        ("two-writes 20", 5, "exited with code 0"),
        ("says-and-exits", 1, "exited with code 0"),
        ("no-line-end", 1, "exited with code 0"),
        ("exits-with-error-after-winning", 5, "exited with code 3"),
        ("goes-on-after-the-end", 5, "exited with code 0"),
        ("closes-input", 5, "exited with code 0"),
    ] {
        let played = wins(mode, &bot(mode), last, exit);
        assert_eq!(played.offences, [], "{mode}");
    }
    wins("wrapper", &script("wrapper.sh"), 5, "exited with code 0");
}

#[test]
fn the_clock() {
    let limit = |setup: &mut Setup| {
        setup.time = TimeControl { game: Duration::from_secs(10), answer: Some(Duration::from_secs(1)) };
    };
    let under = against_good("under", &bot("slow 800"), 5, limit);
    assert_eq!(under.winner, Some(0), "{under:?}");
    assert!(under.turns.iter().step_by(2).all(|turn| turn.wall_us >= 800_000), "{under:?}");
    // What one side takes is not charged to the other.
    assert!(under.accounts[1].wall_us < 800_000, "{under:?}");
    loses("exactly", &bot("slow 1000"), Status::Time, "", limit);
    loses("over", &bot("slow 1100"), Status::Time, "no answer within 1.0s", limit);
    loses("half-a-line", &bot("half-a-line-late 2000"), Status::Time, "no answer within 1.0s", limit);
    // Three answers of 300 ms do not fit into a game of 800 ms, though each of them does.
    let whole = against_good("whole", &bot("slow 300"), 9, |setup| {
        setup.time = TimeControl::game(Duration::from_millis(800));
    });
    assert_eq!((whole.offences[0].status, whole.turns.len()), (Status::Time, 4), "{whole:?}");
    assert!(whole.accounts[0].wall_us >= 800_000, "{whole:?}");
}

#[test]
fn the_start_has_its_own_bound() {
    let bound = |setup: &mut Setup| setup.limits.start = Duration::from_millis(400);
    // A start within the bound is charged to nobody, not even one that a shell stands before.
    let wrapped = Program {
        arguments: [&script("wrapper.sh").arguments[..], &["slow-start".into(), "300".into()]].concat(),
        ..script("wrapper.sh")
    };
    for (name, program) in [("slow-start", bot("slow-start 300")), ("slow-start-wrapped", wrapped)] {
        let played = against_good(name, &program, 3, |_| {});
        assert_eq!((played.winner, played.offences.len()), (Some(0), 0), "{played:?}");
        assert!(played.accounts[0].wall_us < 150_000, "{played:?}");
    }
    let words = "it still computed 400ms after its start and had not come to read its first line";
    loses("never-starts", &bot("slow-start 60000"), Status::NoStart, words, bound);
    // Whoever waits for its line and computes in another thread has started.
    let aside = against_good("computes-aside", &bot("computes-aside"), 3, bound);
    assert_eq!((aside.winner, aside.offences.len()), (Some(0), 0), "{aside:?}");
}

#[test]
fn computing_is_told_from_waiting() {
    let busy = against_good("busy", &bot("busy 50"), 5, |_| {});
    assert!(busy.accounts[0].cpu_us > 100_000, "{busy:?}");
    let slow = against_good("slow", &bot("slow 50"), 5, |_| {});
    assert!(slow.accounts[0].cpu_us < 50_000 && slow.accounts[0].wall_us >= 150_000, "{slow:?}");
}

#[test]
fn programs_that_do_not_end() {
    let stubborn = wins("ignores-term", &script("ignores-term.sh"), 5, "was killed");
    let statuses: Vec<Status> = stubborn.offences.iter().map(|offence| offence.status).collect();
    assert_eq!(statuses, [Status::DidNotExit]);
    for name in ["double-fork.sh", "new-session.sh", "forks.sh"] {
        wins(name, &script(name), 5, "exited with code 0");
    }
}

#[test]
fn programs_that_cannot_be_started() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str, content: &[u8], mode: u32| -> PathBuf {
        let path = directory.path().join(name);
        fs::write(&path, content).expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("set");
        path
    };
    for (path, words) in [
        (PathBuf::from("/nowhere/bot"), "/nowhere/bot: there is no such program"),
        (PathBuf::from("no-such-bot-anywhere"), "no-such-bot-anywhere: there is no such program"),
        (file("plain", b"#!/bin/sh\n", 0o644), "it is not an executable file"),
        (file("garbage", &[1, 2, 3, 4, 5], 0o755), "not in a format that can be run"),
        (file("empty", b"", 0o755), "not in a format that can be run"),
    ] {
        let played = referee(&mut Counting::to(4), &setup(Program::new(&path), bot("good")));
        assert_eq!(played.offences[0].status, Status::NoStart, "{played:?}");
        assert!(played.reason.contains(words), "{}", played.reason);
        assert_eq!((played.points, played.accounts[1].exit.as_str()), ([0, 12], "exited with code 0"));
    }
}

#[test]
fn memory() {
    for control in [MemoryControl::Auto, MemoryControl::Watch] {
        let change = |setup: &mut Setup| {
            setup.limits =
                Limits { memory: Some(64_000_000), memory_control: control, ..setup.limits.clone() };
            // A machine may be slow to hand out memory; the game ends as soon as there is too much of it.
            setup.time = TimeControl::game(Duration::from_mins(5));
        };
        loses("memory-hog", &bot("memory-hog"), Status::Memory, "memory", change);
        loses("memory-burst", &bot("memory-burst 100"), Status::Memory, "memory", change);
        let good = against_good("memory-good", &bot("memory-burst 20"), 1, change);
        assert_eq!((good.winner, good.offences.as_slice()), (Some(0), &[][..]), "{good:?}");
        let peak = good.accounts[0].peak_memory;
        assert!((20 << 20..64_000_000).contains(&peak), "{peak} with {}", good.accounts[0].memory_control);
        let described = &good.accounts[0].memory_control;
        println!("{control:?}: {described}");
        assert!(
            described.contains("bytes") && (control == MemoryControl::Auto || described.contains("watched"))
        );
    }
}

#[test]
fn too_many_processes() {
    let program = script("too-many-forks.sh");
    let played = against_good("too-many-forks", &program, 4, |setup| {
        setup.limits.processes = 40;
        quick(setup);
    });
    // Where the system refuses the processes, the script comes to nothing in its own way.
    let status = played.offences[0].status;
    assert!(matches!(status, Status::Processes | Status::Crash | Status::Time), "{played:?}");
}

#[test]
fn remarks_stay_with_their_moves_and_within_bounds() {
    let played = against_good("remarks", &bot("remarks"), 5, |_| {});
    let notes: Vec<&str> = played.turns.iter().step_by(2).map(|turn| turn.notes.as_str()).collect();
    assert_eq!(notes, ["I say 1 <script>\n", "I say 3 <script>\n", "I say 5 <script>\n"]);
    let flood = against_good("flood-of-remarks", &bot("flood-of-remarks"), 5, |_| {});
    assert_eq!(flood.winner, Some(0), "{flood:?}");
    let kept: usize =
        flood.turns.iter().map(|turn| turn.notes.len()).sum::<usize>() + flood.accounts[0].notes.len();
    assert_eq!((kept, flood.accounts[0].dropped_notes), (10_000, 9_990_000));
}

#[test]
fn only_three_descriptors() {
    let played = against_good("descriptors", &bot("descriptors"), 1, |_| {});
    let notes: String = played.turns.iter().map(|turn| turn.notes.as_str()).collect();
    assert!(notes.contains("descriptors 3"), "{played:?}");
}

#[test]
fn both_think_at_once() {
    let mut setup = setup(bot("slow 100"), bot("slow 100"));
    setup.suspend = false;
    let begin = Instant::now();
    let played = referee(&mut Exchange::of(5), &setup);
    let elapsed = begin.elapsed();
    assert_eq!((played.points, played.turns.len()), ([1, 1], 10), "{played:?}");
    assert!(played.accounts.iter().all(|account| account.wall_us >= 500_000), "{played:?}");
    // Both clocks ran at once: together they charged more than went by.
    let charged = played.accounts.iter().map(|account| account.wall_us).sum();
    assert!(elapsed < Duration::from_micros(charged), "{elapsed:?} {played:?}");
    setup.programs = [bot("good"), bot("never-answers")];
    setup.time = TimeControl::game(Duration::from_millis(200));
    let played = referee(&mut Exchange::of(5), &setup);
    assert_eq!((played.forfeited, played.points, played.offences.len()), (Some(1), [10, 0], 1), "{played:?}");
}

#[test]
fn a_program_is_stopped_while_it_is_not_its_turn() {
    let setup = setup(bot("slow 600"), bot("ponders"));
    let played = referee(&mut Counting::greeting(5), &setup);
    assert_eq!((played.winner, played.turns.len()), (Some(0), 5), "{played:?}");
    let notes: String = played.turns.iter().map(|turn| turn.notes.as_str()).collect();
    let used: u64 = format!("{notes}{}", played.accounts[1].notes).trim().parse().expect("milliseconds");
    // It got a little after each answer, but not the 1800 ms in which the other one slept.
    assert!(used < 60, "{used} ms");
}

#[test]
fn two_bad_programs() {
    let setup = setup(Program::new("/nowhere/bot"), Program::new("/nowhere/bot"));
    let played = referee(&mut Counting::to(4), &setup);
    assert_eq!((played.forfeited, played.points), (Some(0), [0, 12]), "{played:?}");
}

/// The superuser may make control groups and is not held to a number of processes; everybody else gets the other ways of limiting both.
/// So all of the above once more as somebody else, where this is run by somebody who can become that.
#[test]
fn for_a_user_without_privileges() {
    const NOBODY: u32 = 65534;
    if !rustix::process::getuid().is_root() {
        println!("not the superuser: the other tests were without privileges already");
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    // By another process: while this one has a file open to write it, a program that other tests start meanwhile has it open, too, and
    // then it cannot be run.
    let copy = |from: PathBuf, name: &str| {
        let path = directory.path().join(name);
        let status = Command::new("install").args(["-m", "755"]).args([&from, &path]).status();
        assert!(status.expect("there is such a program").success(), "{}", from.display());
        path
    };
    fs::set_permissions(directory.path(), fs::Permissions::from_mode(0o755)).expect("set");
    for script in fs::read_dir(SCRIPTS).expect("there").flatten() {
        copy(script.path(), script.file_name().to_str().expect("UTF-8"));
    }
    copy(BOTS.into(), "program");
    let tests = copy(env::current_exe().expect("known"), "tests");
    let output = Command::new(tests)
        .args(["--skip", "for_a_user_without_privileges", "--test-threads", "2"])
        .env(COPIES, directory.path())
        .current_dir("/")
        .uid(NOBODY)
        .gid(NOBODY)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}\n{}", String::from_utf8_lossy(&output.stderr));
    assert!(said.contains(" 0 failed") && !said.contains(" 0 passed"), "{said}");
}
