//! What the referee adds to the time of a program that answers at once.

mod common;

use common::toys::Counting;
use common::{bot, setup};
use jugada_arena::game::referee;

#[test]
#[ignore = "measures time, about 1 s"]
fn of_two_hundred_plies() {
    for suspend in [true, false] {
        let mut setup = setup(bot("good"), bot("good"));
        setup.suspend = suspend;
        let mut slowest = 0;
        let mut sums: Vec<u64> = (0..11)
            .map(|_| {
                let played = referee(&mut Counting::to(200), &setup);
                assert_eq!(played.turns.len(), 200);
                slowest = slowest.max(played.turns.iter().map(|turn| turn.wall_us).max().unwrap_or(0));
                played.turns.iter().map(|turn| turn.wall_us).sum()
            })
            .collect();
        sums.sort_unstable();
        println!(
            "suspend {suspend}: 200 plies sum to {} µs (median of 11), at most {} µs; slowest answer {slowest} µs",
            sums[5], sums[10]
        );
        assert!(sums[5] < 50_000);
    }
}
