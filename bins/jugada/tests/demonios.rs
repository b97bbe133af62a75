//! The command line's part for demonios, from outside.

use assert_cmd::Command;

/// Runs the program on some input: status, standard output, standard error.
fn run(arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut command = Command::cargo_bin("jugada").expect("this package's program");
    let output = command.args(arguments).write_stdin(input).output().expect("it can be run");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn the_start_is_a_draw_in_both_payoffs() {
    let (status, output, _) = run(&["solve", "demonios", "20", "3", "--json"], "");
    let answer: serde_json::Value = serde_json::from_str(&output).expect("JSON");
    assert_eq!(status, Some(0));
    assert_eq!(answer["difference"]["value"], 0.0);
    assert_eq!(answer["security"]["value"], 1.0);
    assert_eq!(answer["proven"], true);
}

#[test]
fn lines_come_back_with_values_or_errors() {
    let lines = "{\"n\":13,\"k\":3,\"clean\":[1,2,4,8,10,13],\"own\":7,\"opponent\":12}\nnonsense\n";
    let (status, output, _) = run(&["solve", "demonios", "--jsonl"], lines);
    let answers: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(status, Some(0));
    assert_eq!((answers[0]["difference"].as_f64(), answers[0]["security"].as_f64()), (Some(0.5), Some(5.5)));
    assert_eq!(answers[1]["line"], "nonsense");
    assert!(answers[1]["error"].is_string() && answers.len() == 2);
}

#[test]
fn what_makes_no_sense_ends_with_status_2_and_a_sentence() {
    for (arguments, input, named) in [
        (&["solve", "demonios", "0", "3"][..], "", "cannot be 0"),
        (&["solve", "demonios", "20", "-3"], "", "-3"),
        (&["solve", "demonios", "20"], "", "<K>"),
        (&["solve", "demonios", "10000001", "3"], "", "cannot be larger than 10000000"),
        (&["solve", "demonios", "--position", "{}"], "", "missing field"),
        (&["bot", "demonios"], "20 0\n", "the step K cannot be 0"),
        (&["bot", "demonios", "--", "--strategy", "near"], "20 3\n21\n", "the strip has only cells 1 to 20"),
        (&["bot", "demonios", "--", "--strategy", "near"], "20 3\n7\n", "a step is at most 3"),
    ] {
        let (status, _, complaint) = run(arguments, input);
        assert_eq!(status, Some(2), "{arguments:?}: {complaint}");
        assert!(complaint.contains(named), "{arguments:?}: {complaint}");
    }
}
