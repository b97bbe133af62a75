//! Properties of the rules and the solver, for tests and fuzz targets (feature `testkit`).
//!
//! They panic with a sentence that names the position and the property, as an assertion does.

use std::collections::BTreeMap;
use std::time::Duration;

use jugada_contest::{Judge, Player};
use jugada_core::testkit::{check_impartial, plain_nimber, plain_outcome};
use jugada_core::{Limits, Play, Random, Search, Side, Sum};

use crate::solver::Fitted;
use crate::{Cell, Role, Run, Settings, Solver, Strategy, Strip, Strip3Judge, Strip3Player};

/// A position of at most 12 cells with any run forbidden, made of any bytes: the first two say how many cells and which run, the others where to put crosses if
/// that is allowed.
///
/// # Panics
/// Never, on any input.
#[must_use]
pub fn small_strip(bytes: &[u8]) -> Strip {
    let (cells, rest) = bytes.split_first().unwrap_or((&0, &[]));
    let (run, tried) = rest.split_first().unwrap_or((&3, &[]));
    let cells = usize::from(*cells) % 13;
    let run = Run::new(2 + run % 7).expect("between 2 and 8");
    let mut strip = Strip::empty(cells, run).expect("a short strip");
    for byte in tried {
        let cell = Cell::from_index(usize::from(*byte) % cells.max(1));
        let before = strip.clone();
        if strip.play(cell).is_err() {
            assert_eq!(strip, before, "a refused move has changed the strip");
        }
    }
    strip
}

/// Checks that a text is refused by an error that names it, or reads as a position that is written back as the same text.
///
/// # Panics
/// If a property does not hold.
pub fn check_notation(text: &str) {
    for run in (2..=8).filter_map(Run::new) {
        match Strip::from_text(text, run) {
            Ok(strip) => {
                assert_eq!(strip.to_string(), text.replace('x', "X"));
                assert_eq!(strip.length(), text.len());
                for cell in (1..=text.len()).filter_map(Cell::new) {
                    assert_eq!(strip.has_cross(cell), text.as_bytes()[cell.index()] != b'.');
                }
            }
            Err(error) => assert_eq!(error.text, text),
        }
    }
    match text.parse::<Cell>() {
        Ok(cell) => assert_eq!(cell.to_string(), text.trim_start_matches('0')),
        Err(error) => assert_eq!(error.text, text),
    }
}

/// Checks a small position: the components tell the game of the cells, the nim-value is that of plain search and the nim-sum over the components, and
/// both kinds of play are won by whom plain search says.
///
/// # Panics
/// If a property does not hold.
pub fn check_values(strip: &Strip) {
    check_impartial(&Fitted::<u64>::new(strip));
    let segments = strip.segments::<u64>().expect("a short strip");
    let sum = Sum::new(segments.clone());
    let mut cache = BTreeMap::new();
    let plain = plain_nimber(&sum, &mut cache);
    let by_components = segments.iter().map(|part| plain_nimber(&Sum::new([*part]), &mut cache));
    assert_eq!(by_components.fold(0, |sum, value| sum ^ value), plain, "the components of {strip}");
    let found = Solver::new(Play::Normal).nimber(strip, &Limits::new(), &mut |_| ()).value;
    assert_eq!(found, Some(plain), "the value of {strip}");
    for play in [Play::Normal, Play::Misere] {
        let plain = plain_outcome(&sum, play, &mut BTreeMap::new());
        let report = Solver::new(play).search(strip, &Limits::new());
        assert_eq!(report.value, Some(plain), "who wins {strip} in {play:?} play");
        if let Some(cell) = report.best_move().filter(|_| plain.is_won()) {
            let mut next = strip.clone();
            next.play(*cell).expect("the best move is legal");
            let left = Sum::new(next.segments::<u64>().expect("a short strip"));
            assert!(!plain_outcome(&left, play, &mut BTreeMap::new()).is_won(), "{cell} in {strip}");
        }
    }
}

/// Feeds bytes as lines to players of every strategy on both sides of the protocol, and to a referee: all answer or complain, and what a player answers is legal.
///
/// # Panics
/// If a property does not hold.
pub fn check_protocol(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    for (role, strategy) in [
        (Role::Chooser, Strategy::Best),
        (Role::Chooser, Strategy::Random),
        (Role::Other, Strategy::Best),
        (Role::Other, Strategy::Stubborn),
    ] {
        // Enough for short strips; longer ones are played by rule.
        let (time_per_move, memory) = (Duration::from_millis(1), 1 << 16);
        let settings = Settings { strategy, time_per_move, memory, ..Settings::default() };
        feed(&mut Strip3Player::with_role(settings, role), &lines);
    }
    let mut judge = Strip3Judge::new(9).expect("a short strip");
    judge.start();
    let mut random = Random::from_seed(bytes.len() as u64);
    for line in lines {
        let side = Side::BOTH[random.index(2)];
        let before = judge.clone();
        match judge.receive(side, line) {
            Ok(messages) => assert!(messages.iter().all(|message| !message.line.is_empty())),
            Err(foul) => {
                assert_eq!(foul.line, line);
                assert_eq!((judge.strip(), judge.moves()), (before.strip(), before.moves()));
            }
        }
    }
    judge.forfeit(Side::First, "the end of the lines");
    assert!(judge.verdict().is_some());
}

/// Feeds lines to a player until it refuses one: the strip as it sees it stays one that the rules allow, and grows by its answers.
fn feed(player: &mut Strip3Player, lines: &[&str]) {
    for line in lines {
        let before = player.strip().map_or(0, Strip::crosses);
        let Ok(reply) = player.receive(line) else { return };
        if let Some(strip) = player.strip() {
            assert_eq!(strip.forbidden_run(), None, "after {line:?}: {strip}");
            assert!((before..=before + 2).contains(&strip.crosses()), "after {line:?}: {strip}");
            let answer = reply.lines.last().and_then(|answer| answer.parse::<Cell>().ok());
            let said_order_only = reply.lines.len() == 1 && before == 0 && strip.crosses() == 0;
            assert!(
                said_order_only || answer.is_none_or(|cell| strip.has_cross(cell)),
                "{reply:?} in {strip}"
            );
        }
        if reply.finished {
            return;
        }
    }
}
