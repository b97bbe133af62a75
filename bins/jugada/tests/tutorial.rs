//! The tutorial `docs/new-game.md` shows the package `examples/connect-four` as it is, which is built and tested by itself.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The tutorial's blocks of code in these languages, without their fences.
fn blocks(languages: &[&str]) -> Vec<String> {
    let text = fs::read_to_string(root().join("docs/new-game.md")).expect("the tutorial");
    let mut blocks = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(language) = line.strip_prefix("```") {
            let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
            if languages.contains(&language) {
                blocks.push(block.join("\n"));
            }
        }
    }
    blocks
}

/// The files of the package, by name, with their text.
fn files() -> Vec<(String, String)> {
    let package = root().join("examples/connect-four");
    let mut files = vec![("Cargo.toml".to_owned(), package.join("Cargo.toml"))];
    for folder in ["src", "tests", "examples"] {
        let entries = fs::read_dir(package.join(folder)).expect("a folder");
        let paths = entries.map(|entry| entry.expect("readable").path()).filter(|path| path.is_file());
        files.extend(paths.map(|path| {
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            (format!("{folder}/{name}"), path)
        }));
    }
    files.into_iter().map(|(name, path)| (name, fs::read_to_string(path).expect("text"))).collect()
}

#[test]
fn the_tutorial_shows_the_example_as_it_is() {
    let files = files();
    let mut whole = BTreeSet::new();
    for block in blocks(&["rust", "toml"]) {
        let file = files.iter().find(|(_, text)| text.contains(&block));
        let (name, text) = file.unwrap_or_else(|| panic!("no file of the example holds this:\n{block}"));
        if text.trim_end() == block {
            whole.insert(name.as_str());
        } else {
            assert!(name.starts_with("tests/"), "only a part of {name} is shown");
        }
    }
    // Whoever copies the blocks has everything but the tests.
    for (name, _) in files.iter().filter(|(name, _)| !name.starts_with("tests/")) {
        assert!(whole.contains(name.as_str()), "{name} is not shown");
    }
}

#[test]
fn the_rules_are_as_short_as_it_says() {
    for game in ["connect-four", "goofspiel", "kayles"] {
        let path = root().join(format!("examples/{game}/src/position.rs"));
        let lines = fs::read_to_string(path).expect("the rules").lines().count();
        assert!(lines < 100, "the rules of {game} take {lines} lines");
    }
}
