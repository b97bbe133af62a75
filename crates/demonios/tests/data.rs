//! Positions, moves and sizes as data (feature `serde`).

use jugada_core::{Random, SimultaneousGame};
use jugada_demonios::{Cell, Position, Size};

#[test]
fn positions_are_read_back() {
    for (n, k) in [(1, 1), (2, 1), (9, 2), (70, 5), (200, 20)] {
        let mut random = Random::from_seed(n.into());
        let mut position = Position::start(Size::new(n, k).expect("a size"));
        loop {
            let written = serde_json::to_string(&position).expect("data");
            assert_eq!(serde_json::from_str::<Position>(&written).expect("read back"), position);
            if position.result().is_some() {
                break;
            }
            let [first, second] =
                jugada_core::Side::BOTH.map(|side| *random.choose(&position.moves(side)).expect("not over"));
            position.advance(first, second).expect("legal");
        }
    }
}

#[test]
fn sizes_and_moves_are_their_text_and_what_is_none_is_named() {
    let size = Size::new(20, 3).expect("a size");
    assert_eq!(serde_json::to_string(&size).expect("text"), r#""20 3""#);
    assert_eq!(serde_json::from_str::<Size>(r#""20 3""#).expect("read back"), size);
    assert_eq!(serde_json::to_string(&Cell::from_index(4)).expect("text"), r#""5""#);
    for (error, complaint) in [
        (serde_json::from_str::<Cell>(r#""-5""#).expect_err("no cell"), r#""-5": a cell cannot be negative"#),
        (serde_json::from_str::<Size>(r#""20""#).expect_err("no size"), r#""20": the step K is missing"#),
    ] {
        assert!(error.to_string().starts_with(complaint), "{error}");
    }
    let stands_on_clean = r#"{"n":5,"k":2,"clean":[3,4],"own":3,"opponent":5}"#;
    let error = serde_json::from_str::<Position>(stands_on_clean).expect_err("no position").to_string();
    assert!(error.starts_with("a demon stands on cell 3, which is listed as clean"), "{error}");
}
