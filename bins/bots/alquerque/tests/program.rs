//! The program as a process.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_alquerque"));
    command.args(["--memory", "1000000"]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn started(arguments: &[&str]) -> Child {
    command(arguments).spawn().expect("the program starts")
}

/// Status, standard output and standard error of the program fed with these lines.
fn fed(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = started(arguments);
    // A program that has ended reads no more.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    let output = child.wait_with_output().expect("the program ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn it_answers_and_ends_at_the_end_of_the_input() {
    let (status, output, _) = fed(&["--total-time", "2"], "\n\r\nStart\r\n");
    assert_eq!((status, output.lines().count()), (Some(0), 1), "{output}");
    assert!(["c3-d4", "d3-d4", "e3-d4", "e4-d4"].contains(&output.trim()), "{output}");
    assert_eq!(fed(&[], ""), (Some(0), String::new(), String::new()));
    assert_eq!(fed(&[], "Quit\n"), (Some(0), String::new(), String::new()));
}

#[test]
fn quit_ends_it_at_once_also_while_it_thinks() {
    let mut child = started(&["--total-time", "100000"]);
    let mut input = child.stdin.take().expect("piped");
    input.write_all(b"Start\n").expect("it reads");
    std::thread::sleep(Duration::from_millis(100));
    let sent = Instant::now();
    input.write_all(b"Quit\n").expect("it reads");
    let status = child.wait().expect("it ends");
    assert!(status.success());
    // It would have thought for minutes.
    assert!(sent.elapsed() < Duration::from_secs(20));
    let mut output = String::new();
    child.stdout.take().expect("piped").read_to_string(&mut output).expect("text");
    assert_eq!(output, "");
}

#[test]
fn the_end_of_the_input_ends_it_while_it_thinks() {
    let begun = Instant::now();
    let (status, output, _) = fed(&["--total-time", "100000"], "Start\n");
    assert_eq!((status, output.lines().count()), (Some(0), 1));
    assert!(begun.elapsed() < Duration::from_secs(20));
}

#[test]
fn an_impossible_move_is_named_after_what_was_answered() {
    let (status, output, error) = fed(&["--strategy", "greedy"], "c3-d4\nc3-d5\n");
    assert_eq!((status, output.as_str()), (Some(2), "e5*c3\n"));
    assert!(error.contains("\"c3-d5\"") && error.lines().count() == 1, "{error}");
    let (status, _, error) = fed(&[], "hello\n");
    assert_eq!(status, Some(2));
    assert!(error.starts_with("alquerque: \"hello\": "), "{error}");
}

#[test]
fn options_are_explained() {
    let (status, output, _) = fed(&["--help"], "");
    assert_eq!(status, Some(0));
    assert!(output.contains("--total-time"), "{output}");
    let (status, _, error) = fed(&["--speed", "9"], "");
    assert_eq!(status, Some(2));
    assert!(error.contains("--speed"), "{error}");
    assert_eq!(fed(&["--version"], "").1, format!("alquerque {}\n", env!("CARGO_PKG_VERSION")));
}
