//! Descriptors, processes and control groups are after many games what they were before.

mod common;

use std::fs;
use std::thread;

use common::toys::Counting;
use common::{bot, script, setup};
use jugada_arena::game::referee;

/// Control groups of keepers that are gone; other arenas may be at work on this machine.
fn abandoned_groups() -> usize {
    let own = fs::read_to_string("/proc/self/cgroup").expect("readable");
    let path = own.lines().find_map(|line| line.split_once(":memory:")).map_or("", |(_, path)| path);
    let list = fs::read_dir(format!("/sys/fs/cgroup/memory{path}")).into_iter().flatten().flatten();
    let keepers =
        list.filter_map(|entry| entry.file_name().to_str()?.strip_prefix("jugada-").map(str::to_owned));
    keepers.filter(|keeper| !fs::exists(format!("/proc/{keeper}")).unwrap_or(false)).count()
}

#[test]
fn nothing_piles_up() {
    let open = || fs::read_dir("/proc/self/fd").expect("readable").count();
    let groups = abandoned_groups;
    let mut few = setup(bot("good"), bot("good"));
    few.limits.memory = Some(64_000_000);
    referee(&mut Counting::to(3), &few);
    let before = (open(), groups());
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..10 {
                    referee(&mut Counting::to(3), &few);
                }
                let bad = setup(script("new-session.sh"), script("double-fork.sh"));
                referee(&mut Counting::to(3), &bad);
            });
        }
    });
    assert_eq!((open(), groups()), before);
    // A hundred programs at once, and as many keepers.
    thread::scope(|scope| {
        for _ in 0..50 {
            scope.spawn(|| assert_eq!(referee(&mut Counting::to(9), &few).winner, Some(0)));
        }
    });
    assert_eq!((open(), groups()), before);
    let children = fs::read_to_string(format!("/proc/self/task/{}/children", std::process::id()));
    assert_eq!(children.expect("readable").trim(), "");
}
