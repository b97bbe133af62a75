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

/// The workspace's own crates that a package is built on (not those of its tests alone).
fn own_dependencies(manifest: &Table, packages: &BTreeMap<String, Table>) -> Vec<String> {
    let dependencies = manifest.get("dependencies").and_then(toml::Value::as_table);
    let names = dependencies.into_iter().flat_map(|table| table.keys().cloned());
    names.filter(|name| packages.contains_key(name)).collect()
}

const GAMES: [&str; 3] = ["jugada-alquerque", "jugada-demonios", "jugada-strip3"];

#[test]
fn dependencies_point_one_way() {
    let packages = packages();
    for (name, manifest) in &packages {
        let allowed: Vec<&str> = match name.as_str() {
            "jugada-core" => vec![],
            "jugada-contest" => vec!["jugada-core"],
            "jugada-arena" => vec!["jugada-core", "jugada-contest"],
            game if GAMES.contains(&game) => vec!["jugada-core", "jugada-contest"],
            "jugada" | "jugada-benches" | "jugada-fuzz" => continue,
            bot => {
                assert!(packages.contains_key(&format!("jugada-{bot}")), "{bot} is no known kind of package");
                let dependencies = own_dependencies(manifest, &packages);
                assert!(
                    dependencies
                        .iter()
                        .all(|used| *used == format!("jugada-{bot}") || used == "jugada-contest"),
                    "the contest program {bot} is built on {dependencies:?}"
                );
                continue;
            }
        };
        for used in own_dependencies(manifest, &packages) {
            assert!(allowed.contains(&used.as_str()), "{name} must not depend on {used}");
        }
    }
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
