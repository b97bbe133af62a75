//! The contest program as a process.

use std::process::{Command, Output, Stdio};

use assert_cmd::assert::OutputAssertExt;
use assert_cmd::cargo::CommandCargoExt;

fn bot() -> Command {
    Command::cargo_bin("strip3").expect("the program was built")
}

fn fed(arguments: &[&str], input: &[u8]) -> Output {
    assert_cmd::Command::from_std(bot()).args(arguments).write_stdin(input).output().expect("it runs")
}

fn lines(output: &[u8]) -> Vec<String> {
    String::from_utf8_lossy(output).lines().map(str::to_owned).collect()
}

#[test]
fn plays_by_the_protocol() {
    let output = fed(&[], b"5\r\n\n 1 \n0");
    assert_eq!(lines(&output.stdout), ["1", "3", "4"]);
    assert_eq!(lines(&output.stderr), ["cell 3: solved: it wins", "cell 4: solved: it wins"]);
    assert!(output.status.success());
    assert_eq!(lines(&fed(&[], b"30").stdout), ["2"]);
}

#[test]
fn ends_with_the_input() {
    for input in [&b""[..], b"\n\n", b"12\n", b"12"] {
        let output = fed(&[], input);
        assert!(output.status.success(), "{input:?}: {output:?}");
        assert!(output.stderr.is_empty(), "{input:?}: {output:?}");
    }
}

#[test]
fn nonsense_gets_one_sentence_and_status_2_and_what_was_written_stays() {
    for (input, written, named) in [
        (&b"x\n"[..], &[][..], "\"x\""),
        (b"-3\n", &[], "\"-3\""),
        (b"3.5\n", &[], "\"3.5\""),
        (b"99999999999999999999999\n", &[], "\"99999999999999999999999\""),
        (b"6\nseven\n", &["2"], "\"seven\""),
        (b"6\n7\n", &["2"], "cell 7 is off the strip"),
        (b"5\n3\n", &["1", "3"], "cell 3 has a cross already"),
        (b"6\n1 2\n", &["2"], "\"1 2\""),
        (b"6\n\xFF\n", &["2"], "not UTF-8"),
        (b"6\n1\0\n", &["2"], "NUL"),
    ] {
        let output = fed(&[], input);
        assert_eq!(lines(&output.stdout), written, "{input:?}");
        let complaints: Vec<String> =
            lines(&output.stderr).into_iter().filter(|line| line.starts_with("strip3: ")).collect();
        assert_eq!(complaints.len(), 1, "{input:?}: {output:?}");
        assert!(complaints[0].contains(named), "{input:?}: {complaints:?}");
        assert_eq!(output.status.code(), Some(2), "{input:?}");
    }
    let long = [b"6\n".to_vec(), vec![b'1'; 5000]].concat();
    let output = fed(&[], &long);
    assert_eq!((lines(&output.stdout), output.status.code()), (vec!["2".to_owned()], Some(2)));
}

#[test]
fn options_that_make_no_sense_are_named() {
    for (arguments, named) in [
        (&["--seed", "x"][..], "\"x\""),
        (&["--strategy", "clever"], "\"clever\""),
        (&["--nonsense", "1"], "--nonsense"),
        (&["--time-per-move"], "--time-per-move"),
        (&["stray"], "stray"),
    ] {
        let output = fed(arguments, b"");
        assert_eq!((output.status.code(), lines(&output.stderr).len()), (Some(2), 1), "{output:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(named), "{output:?}");
    }
    assert!(fed(&["--help"], b"").status.success());
    bot().arg("--version").assert().success().stdout(format!("strip3 {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn a_seed_gives_the_same_random_game() {
    let game =
        |seed: &str| fed(&["--strategy", "random", "--role", "other", "--seed", seed], b"40\n1\n").stdout;
    assert_eq!(game("7"), game("7"));
    assert!((0..20).any(|seed| game(&seed.to_string()) != game("7")));
}

#[test]
fn a_reader_that_is_gone_ends_it_quietly() {
    let mut child =
        bot().stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    drop(child.stdout.take());
    std::io::Write::write_all(&mut child.stdin.take().expect("a pipe"), b"12\n").expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
}

#[test]
fn long_strips_are_played_by_rule_and_it_says_so() {
    let output = fed(&["--time-per-move", "50"], b"1000000\n500000\n");
    let answers = lines(&output.stdout);
    assert_eq!((answers.len(), answers[0].as_str()), (2, "2"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("not proven"), "{output:?}");
    assert!(output.status.success());
}
