//! The house rules that a machine can hold: arrows between rooms, where names may appear, lengths.

#[path = "tidy/advisories.rs"]
mod advisories;
#[path = "tidy/bounds.rs"]
mod bounds;
#[path = "tidy/citations.rs"]
mod citations;
#[path = "tidy/games.rs"]
mod games;
#[path = "tidy/hosting.rs"]
mod hosting;
#[path = "tidy/modules.rs"]
mod modules;
#[path = "tidy/names.rs"]
mod names;
#[path = "tidy/promises.rs"]
mod promises;
#[path = "tidy/root.rs"]
mod root;
#[path = "tidy/sentences.rs"]
mod sentences;

use std::fs;
use std::path::{Path, PathBuf};

/// The longest a source file may be (CONTRIBUTING.md).
const MOST_LINES: usize = 600;

/// Which rooms a room may know. What is not listed may know nothing of ours.
const ARROWS: &[(&str, &[&str])] = &[
    ("rules", &[]),
    ("computers", &["rules"]),
    ("arena", &["rules", "computers"]),
    ("meters", &[]),
    ("store", &["rules", "meters"]),
    ("tables", &["rules", "computers", "store"]),
    ("drawing", &["rules"]),
    (
        "discord",
        &[
            "rules",
            "computers",
            "tables",
            "drawing",
            "language",
            "store",
            "meters",
        ],
    ),
    ("language", &[]),
    ("sandbox", &[]),
    ("config", &[]),
    (
        "cli",
        &[
            "rules",
            "computers",
            "arena",
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

/// The rooms that are crates of their own.
const CRATES: &[&str] = &[
    "rules",
    "computers",
    "arena",
    "drawing",
    "language",
    "sandbox",
];

/// The layers of `discord`, each knowing only those before it.
const LAYERS: [&str; 4] = ["wire", "speech", "pages", "front"];

/// Names of libraries and the only rooms that may use them.
const GUESTS: &[(&str, &[&str])] = &[
    ("serenity::", &["discord"]),
    ("poise::", &["discord"]),
    ("sqlx::", &["store", "sandbox"]),
    ("png::", &["drawing", "sandbox"]),
    ("image::", &["drawing"]),
    ("resvg::", &["drawing"]),
    ("dejavu::", &["drawing"]),
    ("ttf_parser::", &["drawing"]),
    ("axum::", &["sandbox", "cli"]),
    ("prometheus_client::", &["meters"]),
    ("fluent_bundle::", &["discord", "language"]),
];

/// The only rooms that may name true states and events: whoever does could leak them.
const TRUTHFUL: &[&str] = &["rules", "tables", "store", "arena"];

/// The names that hold the truth, as they are written outside of their room: those of all games together, and the state
/// and the events of each.
struct Truth {
    /// Of each game the name of its folder and of its state.
    games: Vec<(String, String)>,
}

impl Truth {
    /// As the room of the rules tells: a game is what keeps the contract in a folder of its own.
    fn of(sources: &[Source]) -> Self {
        let games = sources.iter().filter_map(|source| {
            let folder = source.path.parent()?.file_name()?.to_str()?;
            let (_, rest) = shipped(source).split_once("\nimpl Game for ")?;
            let state = rest.split(' ').next()?;
            (source.room == "rules" && state != "AnyGame")
                .then(|| (folder.to_owned(), state.to_owned()))
        });
        let truth = Self {
            games: games.collect(),
        };
        assert!(truth.games.len() > 1, "the games were not found");
        truth
    }

    /// Names that tell the truth wherever they stand.
    fn names(&self) -> Vec<String> {
        let own = self
            .games
            .iter()
            .flat_map(|(folder, state)| [format!("{folder}::{state}"), format!("{folder}::Event")]);
        let of_all = ["AnyGame", "AnyEvent", "Game>::Event"].map(str::to_owned);
        own.chain(of_all).collect()
    }

    /// Names that tell it where they are imported together with others: `okey::{Action, Event}`.
    fn imported(&self) -> Vec<(String, [&str; 2])> {
        let lists = self.games.iter();
        let lists = lists.map(|(folder, state)| (format!("{folder}::{{"), [state, "Event"]));
        lists.collect()
    }
}

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
            // A list would hide which rooms it names; the crates of their own list what is theirs.
            if line.contains("crate::{")
                && !CRATES.contains(&source.room.as_str())
                && source.room != "cli"
            {
                faults.push(format!(
                    "{}:{number}: a list of rooms",
                    source.path.display()
                ));
            }
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
fn layers_of_discord_know_only_those_before_them() {
    let mut faults = Vec::new();
    let mut found = [0; LAYERS.len()];
    for source in sources().iter().filter(|source| source.room == "discord") {
        let path = source.path.to_string_lossy().replace('\\', "/");
        let is_in = |layer: &str| path.contains(&format!("/discord/{layer}/"));
        let Some(own) = LAYERS.iter().position(|layer| is_in(layer)) else {
            assert!(path.ends_with("/discord/mod.rs"), "{path}: in no layer");
            continue;
        };
        found[own] += 1;
        for (number, line) in code(shipped(source)) {
            let knows = |layer: &&&str| {
                ["discord::", "super::"].iter().any(|way| {
                    let name = format!("{way}{layer}");
                    has_name(line, &format!("{name}::")) || has_name(line, &format!("{name};"))
                })
            };
            let beyond = LAYERS[own + 1..].iter().filter(knows);
            faults.extend(beyond.map(|layer| format!("{path}:{number}: uses {layer}")));
            // What is kept in memory is nobody's servant: the front knows it, and not the other way round.
            if path.contains("/front/kept/") && has_name(line, "Front") {
                faults.push(format!("{path}:{number}: uses Front"));
            }
        }
    }
    assert!(found.iter().all(|files| *files > 5), "{found:?}");
    check("layers", faults);
}

#[test]
fn names_appear_only_in_their_rooms() {
    let mut faults = Vec::new();
    for source in sources() {
        for (number, line) in code(shipped(&source)) {
            for (name, rooms) in GUESTS {
                if has_name(line, name) && !rooms.contains(&source.room.as_str()) {
                    faults.push(format!("{}:{number}: {name}", source.path.display()));
                }
            }
        }
    }
    check("names", faults);
}

/// Whether the line has the name as a word of its own, not as a part of another one.
fn has_name(line: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    line.match_indices(name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        let ends = !name.ends_with(is_part) || !after.is_some_and(is_part);
        let begins = !name.starts_with(is_part) || !before.is_some_and(is_part);
        begins && ends
    })
}

#[test]
fn the_truth_is_named_only_where_it_is_kept() {
    let sources = sources();
    let truth = Truth::of(&sources);
    let faults = sources.iter().flat_map(|source| {
        let told = if TRUTHFUL.contains(&source.room.as_str()) {
            Vec::new()
        } else {
            truths_in(shipped(source), &truth)
        };
        let path = source.path.display();
        told.into_iter().map(move |name| format!("{path}: {name}"))
    });
    check("the truth", faults.collect());
}

/// The names of the truth that stand in this text.
fn truths_in(text: &str, truth: &Truth) -> Vec<String> {
    let code: String = code(text).map(|(_, line)| format!("{line}\n")).collect();
    let names = truth.names().into_iter();
    let named = names.filter(|name| has_name(&code, name));
    let lists = truth.imported();
    let imported = lists.iter().flat_map(|(list, names)| {
        let lists = code.match_indices(list.as_str());
        let lists = lists.map(|(at, _)| &code[at..at + code[at..].find(';').unwrap_or(0)]);
        let found = |list: &&str| names.iter().any(|name| has_name(list, name));
        lists
            .filter(found)
            .map(|list| list.replace('\n', " "))
            .collect::<Vec<_>>()
    });
    named.chain(imported).collect()
}

#[test]
fn the_truth_is_found_however_it_is_imported() {
    let truth = Truth::of(&sources());
    for (text, tells) in [
        ("use crate::rules::okey::Event;", true),
        ("use crate::rules::okey101::{Action, Event};", true),
        (
            "use crate::rules::okey::{\n    Action,\n    Okey,\n};",
            true,
        ),
        ("fn see(game: &AnyGame) {}", true),
        ("type Told = <okey::Okey as Game>::Event;", true),
        ("use crate::rules::okey::{Action, View};", false),
        ("use crate::rules::okey101::{Action, EventKind};", false),
        ("// AnyGame is the truth.", false),
        ("use crate::rules::any::AnyGames;", false),
    ] {
        assert_eq!(!truths_in(text, &truth).is_empty(), tells, "{text}");
    }
}

#[test]
fn states_and_events_cannot_be_printed() {
    let mut faults = Vec::new();
    let sources = sources();
    let states = Truth::of(&sources).games.into_iter();
    let states = states.map(|(_, state)| format!("struct {state} "));
    let events = ["enum AnyGame ", "enum AnyEvent ", "enum Event "].map(str::to_owned);
    let secrets: Vec<String> = states.chain(events).collect();
    for source in sources.iter().filter(|source| source.room == "rules") {
        let lines: Vec<&str> = shipped(source).lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let is_secret = secrets.iter().any(|secret| line.contains(secret.as_str()));
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
    ("sleep(", &["killed_often.rs"]),
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
    let sources = sources();
    for source in &sources {
        for (number, line) in code(shipped(source)) {
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
    }
    for source in sources.iter().chain(&modules::sources_below("tests")) {
        let lines = (1..).zip(source.text.lines());
        let passed_over = lines.filter(|(_, line)| is_passed_over(line));
        faults.extend(passed_over.map(|(number, line)| {
            let line = line.trim();
            format!("{}:{number}: {line}", source.path.display())
        }));
    }
    check("shortcuts", faults);
}

/// Whether a line is an attribute by which a test is not run, or passes by falling.
fn is_passed_over(line: &str) -> bool {
    let line = line.trim();
    let words = ["ignore", "should_panic"];
    let mut named = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    line.starts_with("#[") && named.any(|word| words.contains(&word))
}

#[test]
fn a_test_that_is_not_run_is_known_by_its_attribute() {
    for (attribute, is_one) in [
        ("ignore", true),
        ("ignore = \"it takes long\"", true),
        ("cfg_attr(windows, ignore)", true),
        ("should_panic(expected = \"no\")", true),
        ("test", false),
        ("cfg(test)", false),
    ] {
        for (line, is_there) in [
            (format!("#[{attribute}]"), true),
            (format!("    #[{attribute}]"), true),
            (format!("// #[{attribute}]"), false),
            (format!("ignored(\"#[{attribute}]\");"), false),
        ] {
            assert_eq!(is_passed_over(&line), is_one && is_there, "{line}");
        }
    }
}
