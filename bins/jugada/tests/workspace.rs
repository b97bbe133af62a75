//! The layout of the workspace: who may depend on whom, and what every package has.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use toml::Table;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn manifest(path: &Path) -> Table {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All packages of the workspace by name, with their manifests, but not those of `examples`.
fn packages() -> BTreeMap<String, Table> {
    let workspace = manifest(&root().join("Cargo.toml"));
    let members = workspace["workspace"]["members"].as_array().expect("members");
    let mut packages = BTreeMap::new();
    let members = members.iter().filter_map(|member| member.as_str());
    for member in members.filter(|member| !member.starts_with("examples/")) {
        let folders = match member.strip_suffix("/*") {
            None => vec![root().join(member)],
            Some(parent) => {
                let entries = fs::read_dir(root().join(parent)).expect("a folder");
                entries.map(|entry| entry.expect("readable").path()).filter(|path| path.is_dir()).collect()
            }
        };
        for folder in folders {
            let manifest = manifest(&folder.join("Cargo.toml"));
            let name = manifest["package"]["name"].as_str().expect("a name").to_owned();
            assert!(packages.insert(name.clone(), manifest).is_none(), "two packages named {name}");
        }
    }
    packages
}

/// The workspace's own crates that a package is built on (not those of its tests alone), on whatever system.
fn own_dependencies(manifest: &Table, packages: &BTreeMap<String, Table>) -> Vec<String> {
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let tables =
        targets.into_iter().flat_map(Table::values).filter_map(toml::Value::as_table).chain([manifest]);
    let names = tables
        .flat_map(|table| ["dependencies", "build-dependencies"].map(|kind| table.get(kind)))
        .flatten()
        .filter_map(toml::Value::as_table)
        .flat_map(|table| table.keys().cloned());
    names.filter(|name| packages.contains_key(name)).collect()
}

const GAMES: [&str; 3] = ["jugada-alquerque", "jugada-demonios", "jugada-strip3"];

/// What a package may be built on; nothing where it may use anything.
fn allowed(name: &str) -> Option<Vec<String>> {
    let crates = |names: &[&str]| Some(names.iter().map(|name| format!("jugada-{name}")).collect());
    match name {
        "jugada-core" => crates(&[]),
        "jugada-contest" => crates(&["core"]),
        "jugada-arena" => crates(&["core", "contest"]),
        game if GAMES.contains(&game) => crates(&["core", "contest"]),
        "jugada" | "jugada-benches" | "jugada-fuzz" => None,
        bot if GAMES.contains(&format!("jugada-{bot}").as_str()) => crates(&[bot, "contest"]),
        _ => panic!("{name} is no known kind of package: say here what it may be built on"),
    }
}

/// Dependencies that there must not be, as "package on package".
fn wrong_arrows(packages: &BTreeMap<String, Table>) -> Vec<String> {
    let mut wrong = Vec::new();
    for (name, manifest) in packages {
        let Some(allowed) = allowed(name) else { continue };
        let used = own_dependencies(manifest, packages);
        wrong.extend(
            used.iter().filter(|used| !allowed.contains(used)).map(|used| format!("{name} on {used}")),
        );
    }
    wrong
}

#[test]
fn dependencies_point_one_way() {
    assert_eq!(wrong_arrows(&packages()), Vec::<String>::new());
}

#[test]
fn an_arrow_that_is_turned_round_is_found() {
    let packages = packages();
    let mut tried = 0;
    for (name, manifest) in &packages {
        for used in own_dependencies(manifest, &packages) {
            if allowed(&used).is_none() {
                continue;
            }
            for table in ["dependencies", "build-dependencies", "target.'cfg(unix)'.dependencies"] {
                let mut turned = packages.clone();
                let reversed: Table =
                    format!("[{table}.{name}]\nworkspace = true").parse().expect("a manifest");
                let manifest = turned.get_mut(&used).expect("a package");
                manifest.remove("dependencies");
                manifest.extend(reversed);
                assert_eq!(wrong_arrows(&turned), [format!("{used} on {name}")]);
                tried += 1;
            }
        }
    }
    assert!(tried >= 3 * packages.len(), "{tried} arrows");
}

/// The packages of `examples`.
fn examples() -> BTreeMap<String, Table> {
    let entries = fs::read_dir(root().join("examples")).expect("a folder");
    let manifests = entries.map(|entry| entry.expect("readable").path().join("Cargo.toml"));
    let packages = manifests.filter(|path| path.is_file()).map(|path| manifest(&path));
    packages
        .map(|package| (package["package"]["name"].as_str().expect("a name").to_owned(), package))
        .collect()
}

/// They show what somebody outside writes, who has no workspace to inherit from and knows the crates by their paths only.
#[test]
fn examples_stand_alone() {
    let workspace = manifest(&root().join("Cargo.toml"));
    let members = workspace["workspace"]["members"].as_array().expect("members");
    let examples = examples();
    assert!(!examples.is_empty());
    for (name, manifest) in examples {
        assert!(members.contains(&format!("examples/{name}").into()), "{name} is no member of the workspace");
        assert!(!manifest.to_string().contains("workspace"), "{name} inherits something");
        for (table, allowed) in [
            ("dependencies", ["core", "contest"].as_slice()),
            ("dev-dependencies", &["core", "contest", "arena"]),
        ] {
            let Some(table) = manifest.get(table).and_then(toml::Value::as_table) else { continue };
            for (dependency, given) in table {
                let path = given.get("path").and_then(toml::Value::as_str);
                let known = allowed.iter().any(|known| {
                    *dependency == format!("jugada-{known}") && path == Some(&format!("../../crates/{known}"))
                });
                assert!(known, "{name} depends on {dependency}");
            }
        }
    }
}

#[test]
fn every_package_inherits_and_describes_itself() {
    for (name, manifest) in packages() {
        let package = manifest["package"].as_table().expect("a table");
        for field in ["version", "edition", "rust-version", "license", "authors"] {
            let inherited =
                package.get(field).and_then(|value| value.get("workspace")).and_then(toml::Value::as_bool);
            assert_eq!(inherited, Some(true), "{name} does not inherit {field}");
        }
        for field in ["description", "keywords", "categories", "readme"] {
            assert!(package.contains_key(field), "{name} has no {field}");
        }
        let lints =
            manifest.get("lints").and_then(|lints| lints.get("workspace")).and_then(toml::Value::as_bool);
        assert_eq!(lints, Some(true), "{name} does not inherit the lints");
        for table in ["dependencies", "dev-dependencies", "build-dependencies"] {
            let Some(table) = manifest.get(table).and_then(toml::Value::as_table) else { continue };
            for (dependency, given) in table {
                let own_path = given.get("path").and_then(toml::Value::as_str) == Some(".");
                let inherited = given.get("workspace").and_then(toml::Value::as_bool) == Some(true);
                assert!(own_path || inherited, "{name} gives {dependency} a version of its own");
            }
        }
    }
}
