//! Everything that grows with use has an end, and stands in `docs/bounds.md`.

use std::fs;
use std::path::Path;

use super::{Source, shipped, sources};

const PAGE: &str = "docs/bounds.md";

/// What makes a channel, and what makes one that has no end.
const CHANNELS: [&str; 2] = ["mpsc::channel(", "broadcast::channel("];
const ENDLESS: [&str; 4] = [
    "unbounded_channel",
    "unbounded(",
    "UnboundedSender",
    "std::sync::mpsc",
];

/// This room is no part of a bot.
const OUTSIDE: &str = "sandbox";

fn page() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    fs::read_to_string(root.join(PAGE)).expect("the page is there")
}

/// A file and the names of its bounds.
struct Row {
    file: String,
    names: Vec<String>,
}

fn rows(page: &str) -> Vec<Row> {
    let lines = page.lines().filter(|line| line.contains("| `src/"));
    let rows = lines.map(|line| {
        let place = line.split('|').nth(2).unwrap_or_default();
        let mut quoted = place.split('`').skip(1).step_by(2).map(str::to_owned);
        Row {
            file: quoted.next().expect("a file"),
            names: quoted.collect(),
        }
    });
    rows.collect()
}

fn file(source: &Source) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let path = source
        .path
        .strip_prefix(root)
        .expect("found below the root");
    path.to_string_lossy().into_owned()
}

/// What a channel is told to hold, wherever one is made in this text.
fn capacities(text: &str) -> Vec<&str> {
    let made = CHANNELS.iter().flat_map(|made| text.split(made).skip(1));
    made.filter_map(|rest| rest.split(')').next()).collect()
}

/// Whether a channel may be so large: one that holds a single thing says so, any other is on the page.
fn is_listed(capacity: &str, file: &str, rows: &[Row]) -> bool {
    capacity == "1"
        || rows
            .iter()
            .any(|row| row.file == file && row.names.iter().any(|name| name == capacity))
}

#[test]
fn every_channel_has_a_bound_that_is_listed() {
    let (page, mut wrong) = (page(), Vec::new());
    let rows = rows(&page);
    for source in sources() {
        let text = shipped(&source);
        for endless in ENDLESS.iter().filter(|endless| text.contains(**endless)) {
            wrong.push(format!("{}: {endless}", file(&source)));
        }
        let unlisted = |capacity: &&str| !is_listed(capacity, &file(&source), &rows);
        if source.room != OUTSIDE {
            let unlisted = capacities(text).into_iter().filter(unlisted);
            wrong.extend(unlisted.map(|capacity| format!("{}: {capacity}", file(&source))));
        }
    }
    assert!(wrong.is_empty(), "not in {PAGE}:\n{}", wrong.join("\n"));
}

#[test]
fn every_bound_that_is_listed_is_there() {
    let (page, sources) = (page(), sources());
    let rows = rows(&page);
    assert!(rows.len() > 20, "the rows were not found");
    for Row {
        file: wanted,
        names,
    } in rows
    {
        let source = sources.iter().find(|source| file(source) == wanted);
        let text = shipped(source.unwrap_or_else(|| panic!("{wanted} is not there")));
        assert!(!names.is_empty(), "{wanted}: which bound?");
        for name in names {
            let is_there = [" ", "("].iter().any(|before| {
                let named = format!("{before}{name}:");
                text.contains(&named)
            });
            assert!(is_there, "{wanted} has no {name}");
        }
    }
}

#[test]
fn a_channel_without_a_named_bound_is_found() {
    let rows = rows("| x | `src/a.rs` `MOST` | 4 | | |");
    for (text, is_right) in [
        ("mpsc::channel(MOST)", true),
        ("mpsc::channel(1)", true),
        ("mpsc::channel(512)", false),
        ("broadcast::channel(OTHER)", false),
    ] {
        let capacity = capacities(text)[0];
        assert_eq!(is_listed(capacity, "src/a.rs", &rows), is_right, "{text}");
    }
    assert!(!is_listed("MOST", "src/b.rs", &rows));
}
