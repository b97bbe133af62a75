use std::time::Duration;

use proptest::prelude::*;

use super::*;
use crate::Random;
use crate::testkit::{Thicket, check_game, plain_minimax, random_game};

fn score(value: f64) -> i32 {
    if value > 0.999 {
        1
    } else if value < -0.999 {
        -1
    } else {
        assert!(value.abs() < 0.001, "{value} is no proven value");
        0
    }
}

proptest! {
    #[test]
    fn made_up_games_keep_the_contract(seed: u64) {
        for position in random_game(&Thicket::new(seed, 8), 8, &mut Random::from_seed(seed)) {
            check_game(&position);
        }
    }

    #[test]
    fn what_is_proven_is_what_plain_minimax_finds(
        seed: u64, plies in 1_u8..7, expand_after in 0_u32..4, threads in 1_usize..3, memory in 0_usize..250_000,
    ) {
        let start = Thicket::new(seed, plies);
        prop_assume!(start.outcome().is_none());
        let options = Options::default().seed(seed).expand_after(expand_after).threads(threads).memory_bytes(memory);
        let mut search = MonteCarlo::new(options);
        let report = search.search(&start, &Limits::new().nodes(20_000));
        let best = *report.best_move().expect("a move");
        prop_assert!(start.is_legal(best));
        // With room for a tree of 4 moves a position it is always searched to the end.
        prop_assert!(report.is_proven() || memory < 120_000 * threads);
        if report.is_proven() {
            prop_assert_eq!(score(report.value.expect("a value")), plain_minimax(&start));
        }
        prop_assert_eq!(search.moves().len(), start.moves().len());
        for known in search.moves().iter().filter(|known| known.proof == Proof::Exact) {
            let next = start.play_unchecked(known.chosen);
            let exact = plain_minimax(&next) * if next.side_to_move() == start.side_to_move() { 1 } else { -1 };
            prop_assert_eq!(score(known.value), exact);
        }
        let least = 64 * threads * MonteCarlo::<Thicket>::edge_bytes();
        prop_assert!(report.table_bytes <= memory.max(least) as u64, "{} bytes", report.table_bytes);
    }

    /// A game played with one search that keeps its tree; each move is compared with the tree's own statistics before it is made.
    #[test]
    fn a_kept_tree_is_the_part_of_the_old_one(seed: u64, nodes in 50_u64..400, memory in 2_000_usize..20_000) {
        let mut search = MonteCarlo::new(Options::default().seed(seed).memory_bytes(memory));
        let mut position = Thicket::new(seed, 12);
        let mut random = Random::from_seed(seed);
        while position.outcome().is_none() {
            search.search(&position, &Limits::new().nodes(nodes));
            let tree = &search.trees[0];
            let chosen = position.random_move(&mut random).expect("not over");
            let next = position.play_unchecked(chosen);
            let (index, mover) = tree.find(&position, &next).expect("a child of the root");
            prop_assert_eq!(mover, position.side_to_move());
            let before = tree.shape(index);
            let mut kept = tree.clone();
            kept.keep_only(index);
            prop_assert_eq!(kept.shape(0), before);
            position = next;
        }
    }

    #[test]
    fn lines_can_be_played(seed: u64, nodes in 0_u64..500) {
        let start = Thicket::new(seed, 10);
        prop_assume!(start.outcome().is_none());
        let report = MonteCarlo::new(Options::default().seed(seed)).search(&start, &Limits::new().nodes(nodes));
        let mut at = start;
        prop_assert_eq!(report.principal_variation.first(), report.best_move());
        for step in report.principal_variation {
            at = at.play(step).expect("a legal move");
        }
    }
}

/// A start with several moves whose tree is far too large to be searched to the end.
fn large() -> Thicket {
    let mut starts = (0..100).map(|seed| Thicket::new(seed, 40).without_early_ends());
    starts.find(|start| start.moves().len() == 4).expect("one in four has")
}

#[test]
fn the_same_search_gives_the_same_report() {
    let run = || {
        let mut search = MonteCarlo::new(Options::default().seed(5));
        let report = search.search(&large(), &Limits::new().nodes(5_000));
        (report.choice, report.value, report.nodes, report.principal_variation, search.moves().to_vec())
    };
    assert_eq!(run(), run());
}

#[test]
fn however_tight_the_limits_there_is_a_legal_move() {
    let stopped = Limits::new();
    stopped.stop.stop();
    for threads in [1, 2] {
        let mut search = MonteCarlo::new(Options::default().threads(threads));
        for limits in [
            Limits::new().nodes(0),
            Limits::new().nodes(1),
            Limits::new().time(Duration::ZERO),
            Limits::new().soft_time(Duration::ZERO),
            Limits::new().nodes(100).memory(0),
            Limits::new().nodes(100).depth(0),
            stopped.clone(),
        ] {
            search.clear();
            let report = search.search(&large(), &limits);
            assert!(large().is_legal(*report.best_move().expect("a move")), "{limits:?}");
            assert!(report.nodes <= 100, "{limits:?}");
        }
    }
}

#[test]
fn nodes_are_spent_exactly_and_shared_by_threads() {
    for threads in [1, 2, 3] {
        let mut search = MonteCarlo::new(Options::default().threads(threads));
        let report = search.search(&large(), &Limits::new().nodes(1_000));
        assert_eq!(report.nodes, 1_000);
        let statistics = *search.statistics();
        assert_eq!(statistics.iterations, 1_000);
        assert!(statistics.playouts > 500 && statistics.playouts <= 1_000, "{statistics:?}");
        assert_eq!(report.table_entries, statistics.edges);
        let tried: u64 = search.moves().iter().map(|known| known.visits).sum();
        // Where an iteration's root was not expanded yet there is no such move.
        assert_eq!(tried, 1_000);
    }
}

#[test]
fn a_full_tree_serves_on() {
    let mut search = MonteCarlo::new(Options::default());
    let small = search.search(&large(), &Limits::new().nodes(20_000).memory(4_000));
    assert!(search.statistics().full);
    assert!(small.table_bytes <= 4_000 && small.nodes == 20_000, "{small:?}");
    assert!(small.value.is_some());
}

#[test]
fn the_tree_is_kept_from_move_to_move_unless_it_is_not_wanted() {
    for (reuse, expected) in [(true, true), (false, false)] {
        let mut search = MonteCarlo::new(Options::default().reuse(reuse));
        let start = large();
        let first = search.search(&start, &Limits::new().nodes(2_000));
        let [own, reply] = first.principal_variation[..2] else { unreachable!("two plies") };
        let next = start.play_unchecked(own).play_unchecked(reply);
        search.search(&next, &Limits::new().nodes(10));
        assert_eq!(search.statistics().reused_edges > 0, expected);
        search.search(&next, &Limits::new().nodes(10));
        assert_eq!(search.statistics().reused_edges > 0, expected);
        search.clear();
        search.search(&next, &Limits::new().nodes(10));
        assert_eq!(search.statistics().reused_edges, 0);
    }
}

#[test]
fn a_prior_says_what_to_try_and_a_playout_what_it_is_worth() {
    struct Last;
    impl Prior<Thicket> for Last {
        fn opinion(&self, position: &Thicket, chosen: u8) -> Opinion {
            let last = usize::from(chosen) + 1 == position.moves().len();
            Opinion { value: if last { 1.0 } else { -1.0 }, playouts: 1_000 }
        }
    }
    struct Even;
    impl Playout<Thicket> for Even {
        fn value(&self, _: Thicket, _: &mut Random) -> f32 {
            0.0
        }
    }
    let start = large();
    let mut search = MonteCarlo::with_policies(Even, Last, Options::default());
    let report = search.search(&start, &Limits::new().nodes(100));
    assert_eq!(report.best_move(), start.moves().last());
    let [best, others @ ..] = search.moves() else { unreachable!("there are moves") };
    assert_eq!(best.visits, 1_100);
    assert!(others.iter().all(|other| other.visits == 1_000));
}

#[test]
fn progress_is_reported_and_a_finished_game_has_no_move() {
    struct Slow;
    impl Playout<Thicket> for Slow {
        fn value(&self, _: Thicket, _: &mut Random) -> f32 {
            thread::sleep(Duration::from_millis(4));
            0.0
        }
    }
    let mut search = MonteCarlo::with_policies(Slow, NoPrior, Options::default());
    let mut told = Vec::new();
    let limits = Limits::new().nodes(PULSE);
    let last = search.search_with(&large(), &limits, &mut |report| told.push(report.nodes));
    assert_eq!((told, last.nodes), (vec![PULSE], PULSE));
    let over = Thicket::new(1, 0);
    assert_eq!(search.search(&over, &Limits::new()).choice, None);
    assert!(search.moves().is_empty());
}
