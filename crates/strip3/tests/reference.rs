//! Values, winning moves and misère play against reference numbers, and against the conjecture about the empty strip.

use jugada_core::{Limits, OutcomeClass, Play, Search};
use jugada_strip3::{Cell, Run, Solver, Strip};
use serde_json::Value;

fn reference() -> Value {
    serde_json::from_str(include_str!("data/reference.json")).expect("well-formed data")
}

fn empty(cells: usize, run: u8) -> Strip {
    Strip::empty(cells, Run::new(run).expect("a run")).expect("a short strip")
}

fn nimber(strip: &Strip) -> u32 {
    let report = Solver::new(Play::Normal).nimber(strip, &Limits::new(), &mut |_| ());
    assert!(report.is_proven());
    report.value.expect("no limit was set")
}

fn winning_cells(strip: &Strip, play: Play) -> Vec<u64> {
    let report = Solver::new(play).winning_cells(strip, &Limits::new(), &mut |_| ());
    assert!(report.is_proven());
    report.value.expect("always a list").iter().map(|cell| cell.number() as u64).collect()
}

/// The entries of one of the tables, the number of cells with what it holds.
fn entries(name: &str) -> Vec<(usize, Value)> {
    let reference = reference();
    let table = reference[name].as_object().expect("a table");
    table.iter().map(|(cells, value)| (cells.parse().expect("a number of cells"), value.clone())).collect()
}

#[test]
fn values_of_empty_strips() {
    for (name, run, count) in
        [("run3_normal_grundy", 3, 49), ("run2_normal_grundy", 2, 17), ("run4_normal_grundy", 4, 17)]
    {
        let entries = entries(name);
        assert_eq!(entries.len(), count);
        for (cells, value) in entries {
            assert_eq!(
                u64::from(nimber(&empty(cells, run))),
                value.as_u64().expect("a value"),
                "{cells} cells, run {run}"
            );
        }
    }
}

#[test]
fn winning_first_moves() {
    let entries = entries("run3_normal_winning_first_moves");
    assert_eq!(entries.len(), 22);
    for (cells, expected) in entries {
        let expected: Vec<u64> =
            expected.as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
        assert_eq!(winning_cells(&empty(cells, 3), Play::Normal), expected, "{cells} cells");
    }
}

#[test]
fn misere_play() {
    let entries = entries("run3_misere_first_player_wins");
    assert_eq!(entries.len(), 17);
    for (cells, expected) in entries {
        let strip = empty(cells, 3);
        let report = Solver::new(Play::Misere).search(&strip, &Limits::new());
        assert!(report.is_proven());
        assert_eq!(report.value.map(OutcomeClass::is_won), expected.as_bool(), "{cells} cells");
        let can_win = cells == 0 || !winning_cells(&strip, Play::Misere).is_empty();
        assert_eq!(Some(can_win), expected.as_bool(), "{cells} cells");
    }
}

#[test]
fn three_cells_are_lost_for_the_first_player() {
    // The text that the game comes from says otherwise, against its own rules: exactly two crosses fit.
    assert_eq!(nimber(&empty(3, 3)), 0);
    assert!(winning_cells(&empty(3, 3), Play::Normal).is_empty());
}

#[test]
fn two_in_a_row_forbidden_is_dawsons_chess() {
    // OEIS A002187; Guy and Smith, The G-values of various games, 1956.
    let dawsons_chess = [
        0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2, 2, 4, 0, 5, 2, 2, 3, 3, 0, 1, 1, 3, 0, 2, 1, 1, 0, 4, 5, 2, 7, 4,
    ];
    for (cells, value) in dawsons_chess.into_iter().enumerate() {
        assert_eq!(nimber(&empty(cells, 2)), value, "{cells} cells");
    }
}

/// The conjecture: the empty strip of n cells has the value 1 exactly if n mod 10 is 1, 4, 5, 7 or 8, and else 0.
fn conjectured(cells: usize) -> u32 {
    u32::from([1, 4, 5, 7, 8].contains(&(cells % 10)))
}

#[test]
fn the_pattern_of_ten_holds_to_110() {
    for cells in 0..=110 {
        assert_eq!(nimber(&empty(cells, 3)), conjectured(cells), "{cells} cells");
    }
}

#[test]
#[ignore = "about 4 minutes in a release build"]
fn the_pattern_of_ten_holds_to_255() {
    for cells in 111..=255 {
        assert_eq!(nimber(&empty(cells, 3)), conjectured(cells), "{cells} cells");
    }
}

#[test]
fn the_rule_for_the_first_move_wins_to_110() {
    for cells in (1..=110).filter(|cells| conjectured(*cells) == 1) {
        let mut strip = empty(cells, 3);
        strip.play(Cell::new(if cells % 10 == 5 { 3 } else { 1 }).expect("a cell")).expect("legal");
        assert_eq!(nimber(&strip), 0, "{cells} cells");
    }
}
