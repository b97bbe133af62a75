//! The command line's commands for strip3.

use std::fs;

use assert_cmd::Command;
use serde_json::Value;

fn jugada(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("jugada").expect("the program was built");
    command.args(arguments);
    command
}

fn printed(command: &mut Command) -> String {
    let output = command.output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn solve_as_json() {
    let text = printed(&mut jugada(&["solve", "strip3", "11", "--json"]));
    let solution: Value = serde_json::from_str(&text).expect("one line of JSON");
    for (field, value) in [
        ("n", serde_json::json!(11)),
        ("run", serde_json::json!(3)),
        ("misere", serde_json::json!(false)),
        ("value", serde_json::json!(1)),
        ("winner", serde_json::json!("first")),
        ("winning_moves", serde_json::json!([1, 3, 4, 6, 8, 9, 11])),
        ("proven", serde_json::json!(true)),
    ] {
        assert_eq!(solution[field], value, "{field} in {text}");
    }
    assert!(solution["nodes"].is_u64() && solution["seconds"].is_f64(), "{text}");
    let range = printed(&mut jugada(&["solve", "strip3", "0..=60", "--json", "--value-only"]));
    assert_eq!(range.lines().count(), 61);
    let misere = printed(&mut jugada(&["solve", "strip3", "7", "--misere", "--json"]));
    let misere: Value = serde_json::from_str(&misere).expect("one line of JSON");
    assert_eq!((&misere["winner"], &misere["value"]), (&serde_json::json!("second"), &Value::Null));
}

#[test]
fn solve_in_words() {
    let text = printed(&mut jugada(&["solve", "strip3", "5"]));
    for line in
        ["value           1", "winner          first player", "winning moves   3", "proven          yes"]
    {
        assert!(text.lines().any(|printed| printed == line), "{line:?} in {text}");
    }
    let table = printed(&mut jugada(&["solve", "strip3", "3..=5"]));
    assert!(table.lines().count() == 4 && table.contains("1 4"), "{table}");
    let stopped = printed(&mut jugada(&["solve", "strip3", "255", "--time", "0", "--value-only"]));
    assert!(stopped.contains("value           ?") && stopped.contains("no: a limit"), "{stopped}");
}

#[test]
fn a_certificate_is_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("proof.txt");
    let path = file.to_str().expect("a plain name");
    jugada(&["solve", "strip3", "14", "--proof", path]).assert().success();
    let certificate = fs::read_to_string(&file).expect("it was written");
    assert!(
        certificate
            .starts_with("strip3 certificate\nrun 3\nplay normal\nstart ..............\nwinner first\n")
    );
}

#[test]
fn a_match_of_the_built_in_bot_is_won() {
    let text = printed(&mut jugada(&["match", "strip3", "--n", "1..=9", "--games", "1"]));
    assert!(text.contains("All 27 games won."), "{text}");
}

#[test]
fn a_match_reports_every_failure_in_words() {
    for (bot, words) in [
        ("sh -c 'echo 1; echo 99; cat'", "cell 99 is off the strip"),
        ("sh -c 'echo perhaps; cat'", "malformed line: \"perhaps\""),
        ("sh -c 'exit 3'", "3"),
        ("no-such-program-anywhere", "no such program"),
    ] {
        let arguments =
            ["match", "strip3", "--bot", bot, "--n", "8", "--games", "1", "--opponent", "stubborn"];
        let output = jugada(&arguments).output().expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{bot}: {output:?}");
        let failure = text.lines().find(|line| line.starts_with("FAILED 8 cells against stubborn, game 1"));
        assert!(failure.is_some_and(|line| line.contains(words)), "{bot}: {text}");
    }
}

#[test]
fn a_person_plays() {
    let input = "1\nhint\n3\nxyzzy\n99\nundo\nboard\n3\nquit\n";
    let text = printed(jugada(&["play", "strip3", "--n", "5"]).write_stdin(input));
    for words in [
        "Do you want to move first (1) or second (2)?",
        "Cell 3: solved: it wins.",
        "The bot plays",
        "\"xyzzy\": a cell number, 1 or more, was expected",
        "cell 99 is off the strip, which has 5 cells",
    ] {
        assert!(text.contains(words), "{words:?} in {text}");
    }
    // Cell 3 wins; the bot takes an end, and the person the other one.
    let won =
        printed(jugada(&["play", "strip3", "--n", "5", "--first", "you"]).write_stdin("3\n1\n5\n4\n2\n"));
    assert!(won.contains("The bot has no move left: you win."), "{won}");
    let ended = printed(jugada(&["play", "strip3", "--first", "bot"]).write_stdin(""));
    assert!(ended.contains("The bot plays"), "{ended}");
}

#[test]
fn nonsense_is_named() {
    for (arguments, named) in [
        (&["solve", "strip3", "x"][..], "\"x\""),
        (&["solve", "strip3", "5..=1"], "\"5..=1\""),
        (&["solve", "strip3", "--position", "X?X"], "\"X?X\""),
        (&["solve", "strip3", "3", "--run", "9"], "\"9\""),
        (&["solve", "strip3", "3", "--time", "-1"], "--time"),
        (&["match", "strip3", "--bot", "'unclosed"], "unclosed"),
        (&["play", "strip3", "--n", "5000"], "5000"),
        (&["solve", "strip3", "3..=4", "--proof", "file"], "--proof"),
    ] {
        let output = jugada(arguments).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(named), "{arguments:?}: {output:?}");
    }
}
