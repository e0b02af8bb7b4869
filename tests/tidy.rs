//! The house rules that a machine can hold: arrows between rooms, where names may appear, lengths.

#[path = "tidy/advisories.rs"]
mod advisories;
#[path = "tidy/citations.rs"]
mod citations;

use std::fs;
use std::path::{Path, PathBuf};

/// The longest a source file may be (CONTRIBUTING.md).
const MOST_LINES: usize = 600;

/// Which rooms a room may know. What is not listed may know nothing of ours.
const ARROWS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("computers", &["rules"]),
    ("meters", &[]),
    ("store", &["rules", "meters"]),
    ("tables", &["rules", "computers", "store"]),
    ("drawing", &["rules"]),
    (
        "discord",
        &["rules", "computers", "tables", "drawing", "store", "meters"],
    ),
    ("sandbox", &[]),
    ("config", &[]),
    (
        "cli",
        &[
            "rules",
            "computers",
            "tables",
            "store",
            "drawing",
            "discord",
            "sandbox",
            "config",
            "meters",
        ],
    ),
];

/// Names of libraries and the only rooms that may use them.
const GUESTS: &[(&str, &[&str])] = &[
    ("serenity::", &["discord"]),
    ("poise::", &["discord"]),
    ("sqlx::", &["store"]),
    ("png::", &["drawing"]),
    ("resvg::", &["drawing"]),
    ("dejavu::", &["drawing"]),
    ("ttf_parser::", &["drawing"]),
    ("axum::", &["sandbox", "cli"]),
    ("prometheus_client::", &["meters"]),
    ("fluent_bundle::", &["discord"]),
];

/// True states and events: whoever names them could leak them.
const SECRETS: &[(&str, &[&str])] = &[
    ("AnyGame", &["rules", "tables", "store", "computers"]),
    ("AnyEvent", &["rules", "tables", "store", "computers"]),
    ("okey::Okey", &["rules", "tables", "store", "computers"]),
    ("okey::Event", &["rules", "tables", "store", "computers"]),
    (
        "okey101::Okey101",
        &["rules", "tables", "store", "computers"],
    ),
    ("okey101::Event", &["rules", "tables", "store", "computers"]),
];

struct Source {
    path: PathBuf,
    room: String,
    text: String,
}

fn sources() -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    collect(&root, &root, &mut found);
    assert!(found.len() > 40, "the sources were not found");
    found
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            collect(root, &path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            let inside = path.strip_prefix(root).expect("found below the root");
            let first = inside.components().next().expect("a file has a name");
            let room = first
                .as_os_str()
                .to_string_lossy()
                .trim_end_matches(".rs")
                .to_owned();
            let text = fs::read_to_string(&path).expect("sources are UTF-8");
            found.push(Source { path, room, text });
        }
    }
}

/// The part that ships: without tests, comments left in.
fn shipped(source: &Source) -> &str {
    let is_test_file = source.path.components().any(|part| {
        matches!(
            part.as_os_str().to_str(),
            Some("tests" | "tests.rs" | "samples.rs")
        )
    });
    if is_test_file {
        return "";
    }
    source
        .text
        .split("#[cfg(test)]\nmod tests {")
        .next()
        .unwrap_or_default()
}

fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .map(|(number, line)| (number + 1, line.trim_start()))
        .filter(|(_, line)| !line.starts_with("//"))
}

fn check(what: &str, faults: Vec<String>) {
    assert!(faults.is_empty(), "{what}:\n{}", faults.join("\n"));
}

#[test]
fn rooms_know_only_what_the_arrows_allow() {
    let mut faults = Vec::new();
    for source in sources() {
        let known = ARROWS.iter().find(|(room, _)| *room == source.room);
        let allowed = match known {
            Some((_, allowed)) => *allowed,
            None if matches!(source.room.as_str(), "lib" | "main") => continue,
            None => panic!(
                "{}: a room that the arrows do not know",
                source.path.display()
            ),
        };
        for (number, line) in code(shipped(&source)) {
            for (other, _) in ARROWS {
                let names = line.contains(&format!("crate::{other}::"))
                    || line.contains(&format!("crate::{other};"));
                if names && *other != source.room && !allowed.contains(other) {
                    faults.push(format!(
                        "{}:{number}: {} uses {other}",
                        source.path.display(),
                        source.room
                    ));
                }
            }
        }
    }
    check("arrows", faults);
}

#[test]
fn names_appear_only_in_their_rooms() {
    let mut faults = Vec::new();
    for source in sources() {
        for (number, line) in code(shipped(&source)) {
            for (name, rooms) in GUESTS.iter().chain(SECRETS) {
                if has_name(line, name) && !rooms.contains(&source.room.as_str()) {
                    faults.push(format!("{}:{number}: {name}", source.path.display()));
                }
            }
        }
    }
    check("names", faults);
}

/// Whether the line has the name as a word of its own, not as the end of another one.
fn has_name(line: &str, name: &str) -> bool {
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        !before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_')
    })
}

#[test]
fn states_and_events_cannot_be_printed() {
    let mut faults = Vec::new();
    for source in sources().iter().filter(|source| source.room == "rules") {
        let lines: Vec<&str> = shipped(source).lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let is_secret = [
                "struct Okey ",
                "struct Okey101 ",
                "enum AnyGame ",
                "enum AnyEvent ",
                "enum Event ",
            ]
            .iter()
            .any(|name| line.contains(name));
            let above = &lines[number.saturating_sub(4)..number];
            if is_secret
                && above
                    .iter()
                    .any(|line| line.contains("derive") && line.contains("Debug"))
            {
                faults.push(format!("{}:{}", source.path.display(), number + 1));
            }
        }
    }
    check("a state or an event with Debug", faults);
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut faults = Vec::new();
    for source in sources() {
        let lines = source.text.lines().count();
        if lines > MOST_LINES {
            faults.push(format!("{}: {lines} lines", source.path.display()));
        }
        if !source.text.starts_with("//!") {
            faults.push(format!("{}: does not open with //!", source.path.display()));
        }
    }
    check("files", faults);
}

/// What an evening must not write, and the only files that may: see `Person::sees` and `Person::glances`.
const RACES: &[(&str, &[&str])] = &[
    // Somebody who acts on whatever they see; and the kinds of wait themselves; and whoever keeps the bot from going on.
    (
        ".glances()",
        &[
            "people.rs",
            "faults.rs",
            "process.rs",
            "killed.rs",
            "in_time.rs",
        ],
    ),
    // A wait for nothing is a snapshot of something that may be about to change.
    ("\", |_| true)", &[]),
    // Time is the clock's, and waits are for states; a kill alone comes at a moment that is drawn.
    ("sleep(", &["killed.rs"]),
    ("yield_now", &[]),
];

#[test]
fn evenings_look_only_when_all_is_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/evenings");
    let mut files = Vec::new();
    collect(&root, &root, &mut files);
    assert!(files.len() > 30, "the evenings were not found");
    let mut faults = Vec::new();
    for file in &files {
        let name = file.path.file_name().and_then(|name| name.to_str());
        let name = name.expect("a file has a name");
        for (number, line) in code(&file.text) {
            let races = RACES.iter().filter(|(race, _)| line.contains(race));
            let races = races.filter(|(_, allowed)| !allowed.contains(&name));
            faults.extend(races.map(|(race, _)| format!("{name}:{number}: {race}")));
        }
    }
    check("a race with the bot", faults);
}

#[test]
fn what_ships_has_no_shortcuts() {
    let mut faults = Vec::new();
    for source in sources() {
        for (number, line) in code(shipped(&source)) {
            let shortcuts = [
                ".unwrap()",
                "todo!(",
                "unimplemented!(",
                "dbg!(",
                "println!(\"DEBUG",
            ];
            for shortcut in shortcuts
                .iter()
                .filter(|shortcut| line.contains(**shortcut))
            {
                faults.push(format!("{}:{number}: {shortcut}", source.path.display()));
            }
        }
        for (number, line) in source.text.lines().enumerate() {
            if line.trim() == "#[ignore]" || line.trim().starts_with("#[should_panic") {
                faults.push(format!(
                    "{}:{}: {}",
                    source.path.display(),
                    number + 1,
                    line.trim()
                ));
            }
        }
    }
    check("shortcuts", faults);
}
