//! Matches, tournaments, shards and replays on the command line.

use std::fs;
use std::path::Path;

use assert_cmd::Command;

fn jugada(directory: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_jugada"))
        .args(arguments)
        .current_dir(directory)
        .env_remove("SLURM_ARRAY_TASK_ID")
        .output()
        .expect("it runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// The output without the lines that say how far it is, which come when games take long.
fn without_progress(output: &str) -> String {
    output.split_inclusive('\n').filter(|line| !line.trim_end().ends_with(" a second")).collect()
}

#[test]
fn a_match_can_be_repeated_and_looked_at() {
    let directory = tempfile::tempdir().expect("a directory");
    let command = [
        "match",
        "strip3",
        "best",
        "random",
        "--n",
        "8..=9",
        "--games",
        "2",
        "--html",
        "page.html",
        "--jobs",
        "1",
    ];
    let (status, output, errors) = jugada(directory.path(), &command);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{output}");
    assert!(output.contains("strip3: 4 games") && output.contains("best against random"), "{output}");
    let page = fs::read_to_string(directory.path().join("page.html")).expect("a page");
    assert!(page.contains("\"state\":\"........\""));
    let (status, again, _) = jugada(directory.path(), &command);
    let note = " (all played by an earlier run; without this file they are played anew)";
    assert_eq!(
        (status, again.replace(note, "")),
        (Some(0), without_progress(&output)),
        "nothing was played again"
    );
    assert!(again.contains(note), "{again}");

    let records = output.lines().find_map(|line| line.strip_prefix("Records: ")).expect("records");
    let (status, text, _) = jugada(directory.path(), &["replay", records, "--game", "0.0", "--ply", "0"]);
    assert_eq!(status, Some(0));
    assert!(text.contains("best (1) – random (2)") && text.contains("   0  ........\n"), "{text}");
    let (status, _, errors) = jugada(directory.path(), &["replay", records, "--game", "x"]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("\"x\": there is no such game; the file holds 4 games"), "{errors}");
}

#[test]
fn shards_make_the_whole() {
    let directory = tempfile::tempdir().expect("a directory");
    let run = |arguments: &[&str]| jugada(directory.path(), arguments);
    let plan = [
        "plan",
        "demonios",
        "best",
        "random",
        "near",
        "--category",
        "9 2",
        "--games",
        "4",
        "--out",
        "plan.json",
    ];
    let (status, hash, errors) = run(&plan);
    assert_eq!((status, errors.as_str(), hash.trim().len()), (Some(0), "", 16));
    for index in ["0", "2"] {
        let file = format!("part{index}.jsonl");
        let (status, output, errors) =
            run(&["shard", "plan.json", "--index", index, "--of", "3", "--out", &file]);
        assert_eq!((status, errors.as_str()), (Some(0), ""), "{output}");
    }
    let (status, output, _) = run(&["merge", "--plan", "plan.json", "part0.jsonl", "part2.jsonl"]);
    assert_eq!(status, Some(75), "{output}");
    assert!(output.contains("4 games are missing: 1.0, 1.1, 4.0, 4.1"), "{output}");
    let (status, output, _) =
        run(&["shard", "plan.json", "--index", "1", "--of", "3", "--out", "part1.jsonl"]);
    assert!(output.contains("part 1 of 3: 4 games, 4 of them now"), "{output}");
    assert_eq!(status, Some(0));
    let (_, output, _) = run(&["shard", "plan.json", "--index", "1", "--of", "3", "--out", "part1.jsonl"]);
    assert!(output.contains("complete already"), "{output}");
    let merge =
        ["merge", "--plan", "plan.json", "part0.jsonl", "part1.jsonl", "part2.jsonl", "--out", "all.jsonl"];
    let (status, output, _) = run(&merge);
    assert_eq!(status, Some(0), "{output}");
    assert!(output.contains("complete: 12 games"), "{output}");
    let lines = fs::read_to_string(directory.path().join("all.jsonl")).expect("records").lines().count();
    assert_eq!(lines, 12);
    let (status, _, _) = run(&["replay", "all.jsonl", "--plan", "plan.json", "--html", "all.html"]);
    assert_eq!(status, Some(0));

    let (status, _, errors) = run(&["shard", "plan.json", "--of", "3", "--out", "x"]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("--index is missing"), "{errors}");
    run(&["plan", "demonios", "best", "near", "--category", "9 2", "--out", "other.json"]);
    let (status, _, errors) = run(&["merge", "--plan", "other.json", "part0.jsonl"]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("part0.jsonl: these games belong to plan"), "{errors}");
}

#[test]
fn tournaments_from_a_file() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = directory.path().join("cup.toml");
    fs::write(
        &file,
        "title = \"Cup\"\n\
         [[contest]]\ngame = \"strip3\"\nbots = [\"best\", \"random\", \"broken=/nowhere/bot\"]\ncategories = [\"7\"]\ngames = 2\n\
         [[contest]]\ngame = \"demonios\"\nbots = [\"near\", \"far\", \"random\"]\ncategories = [\"9 2\"]\ngames = 2\nsystem = { swiss = { rounds = 2 } }\n",
    )
    .expect("written");
    let (status, output, errors) =
        jugada(directory.path(), &["tournament", "cup.toml", "--json", "--html", "cup.html", "--jobs", "2"]);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{output}");
    let events: Vec<serde_json::Value> =
        output.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let over = events.iter().filter(|event| event["event"] == "over").count();
    let tables: Vec<_> = events.iter().filter(|event| event["event"] == "table").collect();
    assert_eq!((over, tables.len()), (6 + 4, 2));
    assert_eq!(tables[0]["rows"][2]["bot"], "broken");
    assert_eq!(tables[0]["rows"][2]["irregular"], 4);
    assert!(
        fs::read_to_string(directory.path().join("cup.html")).expect("a page").contains("\"strip3:0.0\"")
    );

    for (text, named) in [
        ("", "cup.toml: this is not a tournament"),
        ("[[contest]]\ngame = \"chess\"\ngames = 2\n", "\"chess\": the games are"),
        (
            "[[contest]]\ngame = \"strip3\"\ngames = 2\ncategories = [\"x\"]\n",
            "\"x\": a number of cells was expected",
        ),
        ("[[contest]]\ngame = \"strip3\"\ngames = 2\ncolour = 1\n", "colour"),
    ] {
        fs::write(&file, text).expect("written");
        let (status, _, errors) = jugada(directory.path(), &["tournament", "cup.toml"]);
        assert_eq!(status, Some(2), "{text}");
        assert!(errors.contains(named), "{errors}");
    }
}

#[test]
fn a_sequential_test_stops_early() {
    let directory = tempfile::tempdir().expect("a directory");
    let command = [
        "match",
        "demonios",
        "best",
        "random",
        "--category",
        "12 3",
        "--games",
        "2000",
        "--sprt",
        "elo:0,200",
        "--jobs",
        "2",
    ];
    let (status, output, errors) = jugada(directory.path(), &command);
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{output}");
    assert!(output.contains("the upper one is accepted"), "{output}");
    let games =
        output.strip_prefix("demonios: ").and_then(|rest| rest.split(' ').next()?.parse::<u32>().ok());
    assert!(games.is_some_and(|games| games < 200), "{output}");
    let (status, _, errors) = jugada(directory.path(), &["match", "demonios", "best", "--sprt", "elo:5,1"]);
    assert_eq!(status, Some(2));
    assert!(errors.contains("UNIT:LOW,HIGH was expected"), "{errors}");
}

#[test]
fn the_same_options_for_strip3() {
    let directory = tempfile::tempdir().expect("a directory");
    let run = |options: &str| {
        let command: Vec<&str> = ["match", "strip3"].into_iter().chain(options.split(' ')).collect();
        jugada(directory.path(), &command)
    };
    let (status, output, errors) =
        run("best random stubborn --n 6..=7 --games 2 --system gauntlet --memory 100000000");
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{output}");
    assert!(output.contains("strip3: 8 games"), "{output}");
    let (status, output, errors) = run("best random --n 12..=12 --games 400 --sprt elo:0,300");
    assert_eq!((status, errors.as_str()), (Some(0), ""), "{output}");
    assert!(output.contains("sequential test of 0 against 300"), "{output}");
    let (status, _, errors) = run("--system swiss");
    assert_eq!(status, Some(2));
    assert!(errors.contains("for bots that are named"), "{errors}");
}

#[test]
fn a_shard_that_is_told_to_end_says_try_again_and_goes_on() {
    let directory = tempfile::tempdir().expect("a directory");
    let run = |arguments: &[&str]| jugada(directory.path(), arguments);
    run(&["plan", "demonios", "near", "far", "--category", "9 2", "--games", "60", "--out", "plan.json"]);
    let shard = ["shard", "plan.json", "--index", "0", "--of", "1", "--out", "all.jsonl"];
    let part = directory.path().join("all.jsonl.part");
    let mut process = std::process::Command::new(env!("CARGO_BIN_EXE_jugada"))
        .args(shard)
        .current_dir(directory.path())
        .stdout(std::process::Stdio::null())
        .spawn()
        .expect("it runs");
    let lines = || fs::read_to_string(&part).map_or(0, |text| text.lines().count());
    while lines() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let told = std::process::Command::new("kill").arg(process.id().to_string()).status();
    assert!(told.expect("there is such a program").success());
    assert_eq!(process.wait().expect("it ends").code(), Some(75));
    let before = lines();
    let text = fs::read_to_string(&part).expect("records");
    assert!(text.ends_with('\n') && before < 60, "the log is whole: {before}");
    let (status, output, _) = run(&shard);
    assert_eq!(status, Some(0));
    assert!(output.contains(&format!("part 0 of 1: 60 games, {} of them now", 60 - before)), "{output}");
}
