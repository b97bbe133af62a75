//! Descriptors, processes and control groups are after many games what they were before.

mod common;

use std::fs;
use std::thread;

use common::toys::Counting;
use common::{bot, script, setup};
use jugada_arena::game::referee;

#[test]
fn nothing_piles_up() {
    let open = || fs::read_dir("/proc/self/fd").expect("readable").count();
    let groups = || {
        let list = fs::read_dir("/sys/fs/cgroup/memory").into_iter().flatten().flatten();
        list.filter(|entry| entry.file_name().to_string_lossy().starts_with("jugada-")).count()
    };
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
    let children = fs::read_to_string(format!("/proc/self/task/{}/children", std::process::id()));
    assert_eq!(children.expect("readable").trim(), "");
}
