use std::num::NonZeroU16;
use std::ops::ControlFlow;

use super::*;
use crate::{Outcome, Random, Side};

/// Noughts and crosses on a board of 3 × 3 points.
#[derive(Clone, Debug, Default)]
struct Noughts {
    stones: [u16; 2],
    plies: u8,
}

const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

impl Game for Noughts {
    type Move = u8;

    fn side_to_move(&self) -> Side {
        Side::BOTH[usize::from(self.plies % 2)]
    }

    fn outcome(&self) -> Option<Outcome> {
        let last = self.side_to_move().opponent();
        let won = LINES.iter().any(|line| self.stones[last.index()] & line == *line);
        if won { Some(Outcome::Win(last)) } else { (self.plies == 9).then_some(Outcome::Draw) }
    }

    fn for_each_move<B>(&self, mut visit: impl FnMut(u8) -> ControlFlow<B>) -> ControlFlow<B> {
        (0..9).filter(|cell| (self.stones[0] | self.stones[1]) >> cell & 1 == 0).try_for_each(&mut visit)
    }

    fn play_unchecked(&self, cell: u8) -> Self {
        let mut next = Self { plies: self.plies + 1, ..*self };
        next.stones[self.side_to_move().index()] |= 1 << cell;
        next
    }

    fn key(&self) -> u64 {
        let mut state = u64::from(self.stones[0]) << 16 | u64::from(self.stones[1]);
        crate::split_mix_64(&mut state)
    }
}

/// Knows nothing, or as good as nothing: a number drawn from the key, so that every feature has something to do.
struct Guess;

impl Heuristic<Noughts> for Guess {
    fn evaluate(&self, position: &Noughts) -> i32 {
        i32::try_from(position.key() % 201).expect("small") - 100
    }

    fn plies_left(&self, position: &Noughts) -> Option<u32> {
        Some(9 - u32::from(position.plies))
    }

    fn tag(&self, cell: u8) -> NonZeroU16 {
        NonZeroU16::new(u16::from(cell) + 1).expect("positive")
    }

    fn noisy(&self, position: &Noughts, cell: u8) -> Option<i32> {
        position.play_unchecked(cell).outcome().map(|_| 1)
    }

    fn leaf(&self, position: &Noughts, beyond: u32) -> Leaf {
        match (position.key() + u64::from(beyond)) % 3 {
            0 => Leaf::Settled,
            1 => Leaf::Tactical,
            _ => Leaf::Forced,
        }
    }

    fn cost(&self, _: &Noughts, moves: usize) -> i32 {
        i32::from(moves > 1)
    }
}

fn small() -> Options {
    Options::default().table_bytes(1 << 16)
}

/// All features on, each one off, and all off.
fn variants() -> Vec<Options> {
    let mut off = vec![small(); 12];
    off[1].principal_variation_search = false;
    off[2].aspiration = 0;
    off[3].killers = false;
    off[4].history = false;
    off[5].reductions = false;
    off[6].internal_reductions = false;
    off[7].futility = 0;
    off[8].late_move_pruning = false;
    off[9].table_in_quiescence = false;
    off[10].table_at_last_ply = false;
    off[11] = Options { aspiration: 0, futility: 0, reductions: false, late_move_pruning: false, ..small() };
    off
}

/// All positions that can come up, each once, with their exact values.
fn solved() -> Vec<(Noughts, i32)> {
    let mut seen = std::collections::HashSet::new();
    let mut open = vec![Noughts::default()];
    let mut all = Vec::new();
    while let Some(position) = open.pop() {
        if !seen.insert(position.stones) || position.outcome().is_some() {
            continue;
        }
        open.extend(position.moves().into_iter().map(|cell| position.play_unchecked(cell)));
        // The full tree below the first positions is large, and they are all draws.
        if position.plies >= 2 {
            all.push((position.clone(), crate::testkit::plain_minimax(&position)));
        }
    }
    all
}

/// Takes every position for settled.
struct Calm;

impl Heuristic<Noughts> for Calm {
    fn evaluate(&self, position: &Noughts) -> i32 {
        Guess.evaluate(position)
    }

    fn tag(&self, cell: u8) -> NonZeroU16 {
        Guess.tag(cell)
    }
}

#[test]
fn positions_at_the_end_of_the_depth_count_for_the_longest_line() {
    for depth in 1..=4 {
        let mut search = AlphaBeta::new(Calm, small().full_width());
        search.search(&Noughts::default(), &Limits::new().depth(depth));
        assert_eq!(search.statistics().longest_line, depth);
    }
}

#[test]
fn a_deep_search_agrees_with_plain_minimax_whatever_is_switched_off() {
    for options in variants() {
        let mut search = AlphaBeta::new(Guess, options.clone());
        for (position, exact) in solved() {
            // Reductions spend more depth than there are plies.
            let report = search.search(&position, &Limits::new().depth(20));
            let value = report.value.expect("a value");
            let sign = if value > ESTIMATE_MAX {
                1
            } else if value < -ESTIMATE_MAX {
                -1
            } else {
                0
            };
            assert_eq!(sign, exact, "{position:?} {options:?}");
            assert!(position.is_legal(*report.best_move().expect("a move")));
            if exact != 0 {
                assert!(report.is_proven(), "{position:?} {options:?} {report:?}");
            }
        }
    }
}

#[test]
fn a_search_of_full_width_proves_draws_and_finds_the_quickest_win() {
    let mut search = AlphaBeta::new(Guess, small().full_width());
    for (position, exact) in solved() {
        let report = search.search(&position, &Limits::new());
        let plies_left = 9 - u32::from(position.plies);
        assert!(report.is_proven() && report.depth <= plies_left, "{position:?} {report:?}");
        let value = report.value.expect("a value");
        let distance = i32::try_from(quickest(&position)).expect("small");
        match exact {
            0 => assert!(value.abs() <= ESTIMATE_MAX, "{position:?} {report:?}"),
            sign => assert_eq!(value, sign * (WIN - distance), "{position:?} {report:?}"),
        }
    }
}

/// Plies to the end of a game in which the winner hurries and the loser does not; means nothing for a draw.
fn quickest(position: &Noughts) -> u32 {
    if position.outcome().is_some() {
        return 0;
    }
    let value = crate::testkit::plain_minimax(position);
    let good = position
        .moves()
        .into_iter()
        .map(|cell| position.play_unchecked(cell))
        .filter(|next| crate::testkit::plain_minimax(next) == -value)
        .map(|next| quickest(&next));
    1 + if value > 0 { good.min() } else { good.max() }.expect("some move has the value")
}

#[test]
fn principal_variations_can_be_played() {
    let mut search = AlphaBeta::new(Guess, small());
    for (position, _) in solved() {
        let report = search.search(&position, &Limits::new().depth(6));
        let mut at = position.clone();
        assert_eq!(report.principal_variation.first(), report.best_move());
        for &step in &report.principal_variation {
            at = at.play(step).expect("a legal move");
        }
    }
}

#[test]
fn the_same_search_gives_the_same_report() {
    let run = || {
        let mut search = AlphaBeta::new(Guess, small());
        let limits = Limits::new().nodes(5_000);
        let reports: Vec<_> =
            solved().iter().take(50).map(|(position, _)| search.search(position, &limits)).collect();
        reports.into_iter().map(|report| (report.choice, report.value, report.nodes)).collect::<Vec<_>>()
    };
    assert_eq!(run(), run());
}

#[test]
fn however_tight_the_limits_there_is_a_legal_move() {
    let mut search = AlphaBeta::new(Guess, small());
    let stopped = Limits::new();
    stopped.stop.stop();
    for limits in [
        Limits::new().nodes(0),
        Limits::new().nodes(1),
        Limits::new().time(std::time::Duration::ZERO),
        stopped,
        Limits::new().depth(0),
    ] {
        let start = Noughts::default();
        let report = search.search(&start, &limits);
        assert!(start.is_legal(*report.best_move().expect("a move")), "{limits:?}");
        assert!(report.nodes <= 10, "{limits:?}");
    }
}

#[test]
fn several_threads_agree_with_one() {
    let mut search = AlphaBeta::new(Guess, small().threads(3));
    for (position, exact) in solved().into_iter().step_by(20) {
        let value = search.search(&position, &Limits::new().depth(20)).value.expect("a value");
        assert_eq!(value.signum() * i32::from(value.abs() > ESTIMATE_MAX), exact);
    }
}

#[test]
fn progress_is_reported_ply_by_ply_and_a_finished_game_has_no_move() {
    let mut search = AlphaBeta::new(Guess, small());
    let mut depths = Vec::new();
    let last = search
        .search_with(&Noughts::default(), &Limits::new().depth(5), &mut |report| depths.push(report.depth));
    assert_eq!((depths, last.depth), (vec![1, 2, 3, 4, 5], 5));
    let statistics = *search.statistics();
    assert_eq!(statistics.nodes, last.nodes);
    assert!(
        statistics.first_move_cutoffs <= statistics.cutoffs
            && statistics.table_hits <= statistics.table_probes
    );
    let mut over = Noughts::default();
    let mut random = Random::from_seed(1);
    while over.outcome().is_none() {
        let moves = over.moves();
        over = over.play_unchecked(moves[random.index(moves.len())]);
    }
    assert_eq!(search.search(&over, &Limits::new()).choice, None);
}

#[test]
fn a_move_can_be_asked_whether_it_is_worth_something() {
    // The first side has two in a row and is to move.
    let position = [0, 3, 1, 4].iter().fold(Noughts::default(), |at, &cell| at.play_unchecked(cell));
    let mut search = AlphaBeta::new(Guess, small());
    assert!(search.is_worth(&position, 2, ESTIMATE_MAX, 9, &Limits::new()));
    assert!(!search.is_worth(&position, 8, 0, 9, &Limits::new()));
    assert!(!search.is_worth(&position, 2, ESTIMATE_MAX, 9, &Limits::new().nodes(0)));
}
