//! Libraries that are known to be wrong. `cargo audit` asks the whole database where there is a network; this holds
//! Cargo.lock against the list that is kept here, wherever the tests run.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use semver::{Version, VersionReq};

fn read(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join(path)).expect("it is a text of this repository")
}

/// All libraries of a lock file, by name and version.
fn locked(text: &str) -> Vec<(&str, Version)> {
    let mut found = Vec::new();
    let mut name = None;
    for line in text.lines() {
        if let Some(quoted) = line.strip_prefix("name = ") {
            name = Some(quoted.trim_matches('"'));
        } else if let (Some(quoted), Some(name)) = (line.strip_prefix("version = "), name) {
            let version = quoted.trim_matches('"').parse();
            found.push((name, version.expect("cargo writes versions")));
        }
    }
    found
}

/// The advisories of this list that concern something in this lock file.
fn concerning(list: &str, lock: &str) -> BTreeSet<String> {
    let locked = locked(lock);
    let mut found = BTreeSet::new();
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        let mut parts = line.split(" | ");
        let (id, library) = parts
            .next()
            .and_then(|head| head.split_once(' '))
            .expect("an id and a library");
        let fine: Vec<VersionReq> = parts
            .map(|fine| fine.parse().expect("versions as cargo writes them"))
            .collect();
        let concerns = |version: &Version| !fine.iter().any(|fine| fine.matches(version));
        if locked
            .iter()
            .any(|(name, version)| *name == library && concerns(version))
        {
            found.insert(id.to_owned());
        }
    }
    found
}

/// The advisories that are known and cannot reach us.
fn accepted(config: &str) -> BTreeSet<String> {
    let quoted = config.lines().filter_map(|line| {
        let (id, _) = line.trim().strip_prefix('"')?.split_once('"')?;
        Some(id.to_owned())
    });
    quoted.collect()
}

#[test]
fn what_is_known_to_be_wrong_cannot_reach_us() {
    let list = read("tests/tidy/advisories.txt");
    let concerning = concerning(&list, &read("Cargo.lock"));
    let accepted = accepted(&read(".cargo/audit.toml"));
    let news: Vec<_> = concerning.difference(&accepted).collect();
    assert!(
        news.is_empty(),
        "https://rustsec.org/advisories tells of {news:?}"
    );
    let past: Vec<_> = accepted.difference(&concerning).collect();
    assert!(past.is_empty(), ".cargo/audit.toml still excuses {past:?}");
}

#[test]
fn an_advisory_concerns_the_versions_that_it_names() {
    let list = "# a remark\nA-1 ape | >= 1.2.0 | ^0.9.5\nA-2 bee";
    let lock = |ape: &str| format!("[[package]]\nname = \"ape\"\nversion = \"{ape}\"\n");
    for (ape, concerns) in [
        ("1.1.9", true),
        ("1.2.0", false),
        ("0.9.6", false),
        ("0.9.4", true),
    ] {
        let found = concerning(list, &lock(ape));
        assert_eq!(found.contains("A-1"), concerns, "{ape}");
        assert!(!found.contains("A-2"), "nobody has bees");
    }
    let bees = "name = \"bee\"\nversion = \"7.0.0\"\n";
    assert!(concerning(list, bees).contains("A-2"), "no version is fine");
}
