//! The rules against the reference data, the slow generator and the official games.

use jugada_alquerque::testkit::{
    check_move_text, check_position, check_position_text, check_protocol, check_symmetry, position_and_text,
};
use jugada_alquerque::{Position, replay};
use jugada_core::testkit::random_game;
use jugada_core::{Game, Notation, Outcome, Random, Side, perft};
use proptest::prelude::*;
use serde_json::Value;

fn counts(list: &Value) -> Vec<u64> {
    list.as_array().expect("a list").iter().map(|count| count.as_u64().expect("a count")).collect()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|text| text.as_str().expect("a text")).collect()
}

fn lines(data: &str) -> Vec<Value> {
    data.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

#[test]
fn perft_from_the_start() {
    let data: Value = serde_json::from_str(include_str!("data/perft.json")).expect("JSON");
    for (depth, expected) in (1..).zip(counts(&data["start_perft_by_result"])) {
        assert_eq!(perft(&Position::start(), depth), expected, "by result, depth {depth}");
    }
    for (depth, expected) in (1..).zip(counts(&data["start_perft_by_path"])) {
        assert_eq!(Position::start().perft_by_path(depth), expected, "by path, depth {depth}");
    }
}

#[test]
fn reference_positions() {
    for line in lines(include_str!("data/positions.jsonl")) {
        let moves = line["moves"].as_str().expect("moves");
        let position = replay(Position::start(), moves).expect("legal moves");
        let to_move = if position.side_to_move() == Side::First { "white" } else { "black" };
        assert_eq!(line["to_move"], to_move);
        assert_eq!(position.paths(), texts(&line["legal"]), "{moves}");
        for (depth, expected) in (1..).zip(counts(&line["perft_results"])) {
            assert_eq!(perft(&position, depth), expected, "{moves}");
        }
        for (depth, expected) in (1..).zip(counts(&line["perft_paths"])) {
            assert_eq!(position.perft_by_path(depth), expected, "{moves}");
        }
        check_position(&position);
        check_symmetry(&position);
    }
}

#[test]
fn official_games_replay_and_what_the_jury_rejected_is_rejected() {
    for game in lines(include_str!("data/codecup2008_games.jsonl")) {
        let position =
            replay(Position::start(), game["moves"].as_str().expect("moves")).expect("legal moves");
        assert_eq!(position.paths(), texts(&game["legal_instead"]));
        let rejected = game["rejected"].as_str().expect("a text");
        let error = position.parse_move(rejected).expect_err("rejected").to_string();
        assert!(error.contains(rejected), "{error}");
        for legal in texts(&game["legal_instead"]) {
            assert!(error.contains(legal), "{error}");
        }
    }
}

#[test]
fn what_is_wrong_with_a_move_is_said() {
    let start = Position::start();
    for (text, said) in [
        ("", "a move is written like"),
        ("c3", "a move is written like"),
        ("c3-d4-e5", "a move is written like"),
        ("c3-d4*e5", "a move is written like"),
        ("c3-h4", "a move is written like"),
        ("C3-D4", "a move is written like"),
        ("c5-d4", "White has no stone on c5"),
        ("d4-d5", "White has no stone on d4"),
        ("a1-a3", "no line joins a1 to a3"),
        ("d2-c3", "there is a stone on c3"),
        ("c3*e5", "Black has no stone on d4"),
        ("d3*d5", "Black has no stone on d4"),
        ("a1*g1", "no line leads from a1 over one point to g1"),
    ] {
        let error = start.parse_move(text).expect_err("refused").to_string();
        assert!(error.contains(said), "{error}");
    }
    let shuffled = "3b3/7/7/7/7/7/3w3 w d1-c1 - 9".parse::<Position>().expect("a position");
    let error = shuffled.parse_move("d1-c1").expect_err("banned").to_string();
    assert!(error.contains("taken straight back"), "{error}");
    let over = "3b3/7/7/7/7/7/3w3 w - - 101".parse::<Position>().expect("a position");
    assert!(over.parse_move("d1-c1").expect_err("over").to_string().contains("the game is over"));
}

#[test]
fn the_end_of_the_game() {
    for (text, outcome) in [
        // White has no stone, or no move.
        ("3b3/7/7/7/7/7/7 w - - 9", Some(Outcome::Win(Side::Second))),
        ("7/7/7/7/bbb4/bbb4/wbb4 w - - 9", Some(Outcome::Win(Side::Second))),
        // On the last move being blocked does not count any more, being without stones does.
        ("7/7/7/7/bbb4/bbb4/wbb4 w - - 101", Some(Outcome::Draw)),
        ("3b3/7/7/7/7/7/7 w - - 101", Some(Outcome::Win(Side::Second))),
        ("3b3/7/7/7/7/7/3w3 b - - 100", None),
        ("3b3/7/7/7/7/7/3w3 w - - 101", Some(Outcome::Draw)),
        // The only step left is the one that takes the last move back.
        ("7/7/7/7/bbb4/1bb4/wbb4 w a1-a2 - 9", Some(Outcome::Win(Side::Second))),
        ("7/7/7/7/bbb4/1bb4/wbb4 w - - 9", None),
    ] {
        let position: Position = text.parse().expect("a position");
        assert_eq!(position.outcome(), outcome, "{text}");
    }
}

#[test]
fn bans_last_one_turn_and_captures_lift_them() {
    let position = replay(Position::start(), "c3-d4").expect("legal");
    assert_eq!(
        position.ban(Side::First).map(|ban| (ban.from.to_string(), ban.to.to_string())),
        Some(("d4".into(), "c3".into()))
    );
    // The stone is taken: nothing is left to be banned.
    let taken = replay(position, "e5*c3").expect("legal");
    assert_eq!((taken.ban(Side::First), taken.ban(Side::Second)), (None, None));
}

#[test]
fn malformed_positions_are_named() {
    for text in [
        "",
        "x",
        "7/7/7/7/7/7/7 w - -",
        "7/7/7/7/7/7 w - - 1",
        "8/7/7/7/7/7/7 w - - 1",
        "wwwwwwww/7/7/7/7/7/7 w - - 1",
        "7/7/7/7/7/7/6 w - - 1",
        "7/7/7/7/7/7/7 x - - 1",
        "7/7/7/7/7/7/7 w - - 0",
        "7/7/7/7/7/7/7 b - - 101",
        "7/7/7/7/7/7/7 w a1-a2 - 1",
        "7/7/7/7/7/7/w6 w a1-a3 - 1",
        "7/7/7/7/7/7/7 w - - 65536",
        "wwwwwww/wwwwwww/wwwwwww/wwww3/7/7/7 w - - 1",
    ] {
        let error = text.parse::<Position>().expect_err(text).to_string();
        assert!(error.starts_with(&format!("{text:?}")), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn fast_and_slow_rules_agree_in_random_games(seed: u64) {
        for position in random_game(&Position::start(), 200, &mut Random::from_seed(seed)) {
            check_position(&position);
            check_symmetry(&position);
        }
    }

    #[test]
    fn fast_and_slow_rules_agree_on_any_board(rows in proptest::collection::vec("[wb1]{7}", 7), number in 1..101, black: bool) {
        let text = format!("{} {} - - {number}", rows.join("/"), if black { "b" } else { "w" });
        check_position_text(&text);
    }

    #[test]
    fn texts_that_look_like_moves(seed: u64, plies in 0_usize..80, text in "[a-g][1-7]([-*][a-g][1-7]){1,3}") {
        let game = random_game(&Position::start(), plies, &mut Random::from_seed(seed));
        check_move_text(&game[game.len() - 1], &text);
    }

    #[test]
    fn protocol_lines(lines in proptest::collection::vec("Start|Quit|c3-d4|d3-d4|e5\\*c3|[a-g][1-7][-*][a-g][1-7]|.{0,5}", 0..8)) {
        check_protocol(lines.join("\n").as_bytes());
    }

    #[test]
    fn bytes_as_moves(bytes: Vec<u8>) {
        let (position, text) = position_and_text(&bytes);
        check_move_text(&position, &text);
    }

    #[test]
    fn texts_that_look_like_nothing(text: String) {
        check_position_text(&text);
        check_move_text(&Position::start(), &text);
    }
}
