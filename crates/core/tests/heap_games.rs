//! Games of heaps that the searches were not written for: against published nim-values and against plain search.

use std::collections::BTreeMap;

use jugada_core::testkit::{check_sum, plain_nimber, plain_outcome};
use jugada_core::{Component, GrundySearch, Limits, OutcomeClass, Play, Search, Sum, WholeSearch};
use proptest::prelude::*;
use serde_json::Value;

#[expect(dead_code, reason = "its main is for the command line")]
#[path = "../examples/dawsons_kayles.rs"]
mod dawsons_kayles;
#[expect(dead_code, reason = "its main is for the command line")]
#[path = "../examples/grundys_game.rs"]
mod grundys_game;

fn published() -> Value {
    serde_json::from_str(include_str!("data/nim_values.json")).expect("well-formed data")
}

fn numbers(list: &Value) -> Vec<u64> {
    list.as_array().expect("a list").iter().map(|number| number.as_u64().expect("a number")).collect()
}

/// The values from 0 to `last` of a game whose published values are periodic with exceptions.
fn periodic(game: &Value, last: usize) -> Vec<u64> {
    let period = numbers(&game["period"]);
    (0..=last)
        .map(|n| game["exceptions"][n.to_string()].as_u64().unwrap_or_else(|| period[n % period.len()]))
        .collect()
}

fn computed<C: Component>(heap: impl Fn(u32) -> C, last: usize) -> Vec<u64> {
    let mut search = GrundySearch::new();
    let last = u32::try_from(last).expect("small");
    (0..=last)
        .map(|n| search.nimber(&[heap(n)], &Limits::new()).value.expect("no limit was set").into())
        .collect()
}

#[test]
fn kayles_as_published() {
    assert_eq!(computed(kayles::Row, 1000), periodic(&published()["kayles"], 1000));
}

#[test]
fn dawsons_kayles_as_published() {
    assert_eq!(computed(dawsons_kayles::Row, 1000), periodic(&published()["dawsons_kayles"], 1000));
}

#[test]
fn grundys_game_as_published() {
    let values = numbers(&published()["grundys_game"]["values"]);
    assert_eq!(computed(grundys_game::Heap, values.len() - 1), values);
}

#[test]
fn one_question_at_a_time_says_the_same() {
    // A fresh search for each question: nothing may hang on what was asked before.
    let expected = periodic(&published()["kayles"], 60);
    for (n, value) in (0..).zip(expected) {
        for asked in 0..10 {
            let components = [kayles::Row(n), kayles::Row(asked)];
            let zero = GrundySearch::new().is_zero(&components, &Limits::new()).value;
            let of_asked = periodic(&published()["kayles"], 10)[asked as usize];
            assert_eq!(zero, Some(value == of_asked), "{n} and {asked} pins");
        }
    }
}

#[test]
fn a_heap_of_many_thousand_overflows_no_stack() {
    let report = GrundySearch::new().is_zero(&[kayles::Row(20_000)], &Limits::new().nodes(30_000));
    assert!(report.nodes <= 30_000);
    let misere = WholeSearch::new(Play::Misere)
        .search(&Sum::new([dawsons_kayles::Row(5_000)]), &Limits::new().nodes(3_000));
    assert!(misere.best_move().is_some(), "there is always a legal move");
}

fn heaps() -> impl Strategy<Value = Vec<u32>> {
    prop::collection::vec(0_u32..8, 0..4)
}

fn check_all<C: Component>(heaps: &[u32], heap: impl Fn(u32) -> C) -> Result<(), TestCaseError> {
    let sum = Sum::new(heaps.iter().map(|n| heap(*n)));
    check_sum(&sum);
    let mut cache = BTreeMap::new();
    let nimber = GrundySearch::new().nimber(sum.as_slice(), &Limits::new());
    prop_assert_eq!(nimber.value, Some(plain_nimber(&sum, &mut cache)));
    for play in [Play::Normal, Play::Misere] {
        let expected = plain_outcome(&sum, play, &mut BTreeMap::new());
        let whole = WholeSearch::new(play).search(&sum, &Limits::new());
        prop_assert_eq!((whole.value, whole.is_proven()), (Some(expected), true));
        if play == Play::Normal {
            let grundy = GrundySearch::new().search(&sum, &Limits::new());
            prop_assert_eq!((grundy.value, grundy.is_proven()), (Some(expected), true));
            prop_assert_eq!(expected.is_won(), nimber.value != Some(0));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn sums_of_heaps_against_plain_search(heaps in heaps()) {
        check_all(&heaps, kayles::Row)?;
        check_all(&heaps, dawsons_kayles::Row)?;
        check_all(&heaps, grundys_game::Heap)?;
    }

    #[test]
    fn a_tiny_table_changes_no_answer(n in 0_u32..40, bytes in 0_usize..20_000) {
        let report = GrundySearch::new().nimber(&[kayles::Row(n)], &Limits::new().memory(bytes).nodes(2_000_000));
        let expected = periodic(&published()["kayles"], 40)[n as usize];
        prop_assert!(report.table_bytes <= bytes as u64);
        if let Some(value) = report.value {
            prop_assert_eq!(u64::from(value), expected);
        }
    }
}

#[test]
fn misere_kayles_keeps_to_its_memory() {
    let position = Sum::new([kayles::Row(24)]);
    let free = WholeSearch::new(Play::Misere).search(&position, &Limits::new());
    let bytes = 20_000;
    let tight = WholeSearch::new(Play::Misere).search(&position, &Limits::new().memory(bytes));
    assert!(free.table_bytes > bytes as u64, "{} bytes without a bound", free.table_bytes);
    assert!(tight.table_bytes <= bytes as u64, "{} bytes", tight.table_bytes);
    assert_eq!((tight.value, tight.is_proven()), (free.value, true));
}

/// How many plies a lost or won position lasts if the winner hurries and the loser delays: plain recursion.
fn plain_length<C: Component>(sum: &Sum<C>, play: Play, cache: &mut BTreeMap<Sum<C>, OutcomeClass>) -> u32 {
    let mut options = Vec::new();
    let _ = sum.for_each_option(|option| {
        options.push(option);
        std::ops::ControlFlow::<()>::Continue(())
    });
    if options.is_empty() {
        return 0;
    }
    if plain_outcome(sum, play, cache).is_won() {
        let winning = options.iter().filter(|option| !plain_outcome(option, play, cache).is_won()).cloned();
        let winning: Vec<_> = winning.collect();
        1 + winning.iter().map(|option| plain_length(option, play, cache)).min().expect("a won position")
    } else {
        1 + options.iter().map(|option| plain_length(option, play, cache)).max().expect("not empty")
    }
}

#[test]
fn a_lost_position_is_lost_as_late_as_can_be() {
    use jugada_core::ImpartialGame;
    let mut tried = 0;
    for a in 0..7 {
        for b in a..7 {
            for play in [Play::Normal, Play::Misere] {
                let sum = Sum::new([kayles::Row(a), kayles::Row(b)]);
                let mut cache = BTreeMap::new();
                if sum.as_slice().is_empty() || plain_outcome(&sum, play, &mut cache).is_won() {
                    continue;
                }
                let report = WholeSearch::new(play).search(&sum, &Limits::new());
                let chosen = sum.play_unchecked(*report.best_move().expect("a move"));
                let longest = plain_length(&sum, play, &mut cache);
                assert_eq!(1 + plain_length(&chosen, play, &mut cache), longest, "{sum:?} in {play:?} play");
                if play == Play::Normal {
                    let report = GrundySearch::new().search(&sum, &Limits::new());
                    let chosen = sum.play_unchecked(*report.best_move().expect("a move"));
                    assert_eq!(1 + plain_length(&chosen, play, &mut cache), longest, "{sum:?}");
                }
                tried += 1;
            }
        }
    }
    assert!(tried > 10, "{tried} lost positions");
}
