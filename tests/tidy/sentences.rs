//! A file of words says in its first lines in which Rust files the functions of its sentences stand, and it is so: whoever
//! looks for a sentence finds it from either side.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::check;
use super::citations::paths_in_remarks;
use super::modules::sources_below;

/// Where the files of words lie, and where their functions.
const WORDS: [&str; 2] = ["assets/words", "tests/toy/words"];
const FUNCTIONS: [&str; 2] = ["src", "tests/toy"];

/// What a file says of ids that need no function.
const BY_NAME: &str = "found by name";
const OF_COMMANDS: &str = "`command-…` are descriptions of commands";
const OF_OPTIONS: &str = "found by the names of options";

/// A Rust file with sentences, by its path in the repository, and their ids.
struct Sentences {
    file: String,
    ids: BTreeSet<String>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The ids whose functions stand in this text: a line `name(…);` of `sentences!` each.
fn functions(text: &str) -> BTreeSet<String> {
    let names = text.lines().filter_map(|line| {
        let (name, _) = line.strip_prefix("    ")?.split_once('(')?;
        let is_of_a_name = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
        (!name.is_empty() && name.chars().all(is_of_a_name)).then(|| name.replace('_', "-"))
    });
    names.collect()
}

/// All Rust files with sentences.
fn declared() -> Vec<Sentences> {
    let sources = FUNCTIONS.into_iter().flat_map(sources_below);
    let with_sentences = sources.filter(|source| {
        let name = source.path.file_name().and_then(|name| name.to_str());
        name.is_some_and(|name| name.ends_with("sentences.rs"))
    });
    let declared = with_sentences.map(|source| {
        let inside = source.path.strip_prefix(root());
        let inside = inside.expect("found below the root");
        Sentences {
            file: inside.to_string_lossy().replace('\\', "/"),
            ids: functions(&source.text),
        }
    });
    declared.collect()
}

/// The first remarks of a file of words.
fn head(words: &str) -> String {
    let remarks = words.lines().take_while(|line| line.starts_with("# "));
    remarks.map(|line| format!("{line}\n")).collect()
}

/// The ids of a file of words.
fn ids(words: &str) -> impl Iterator<Item = &str> {
    let begun = words.lines().filter_map(|line| line.split_once(" ="));
    let ids = begun.map(|(id, _)| id);
    ids.filter(|id| id.starts_with(|letter: char| letter.is_ascii_lowercase()))
}

/// What is not as the first lines of this file say.
fn broken(words: &str, declared: &[Sentences]) -> Vec<String> {
    let head = head(words);
    let named: Vec<&str> = paths_in_remarks(&head).collect();
    let is_named = |file: &&Sentences| named.contains(&file.file.as_str());
    let (mut used, mut faults) = (BTreeSet::new(), Vec::new());
    for id in ids(words) {
        let holding: Vec<_> = declared
            .iter()
            .filter(|file| file.ids.contains(id))
            .collect();
        let says = |what: &[&str]| what.iter().any(|what| head.contains(what));
        match holding.iter().copied().find(is_named) {
            Some(file) => drop(used.insert(file.file.as_str())),
            None if !holding.is_empty() => faults.push(format!("{id}: in {}", holding[0].file)),
            None if id.starts_with("command-") && says(&[OF_COMMANDS, BY_NAME]) => {}
            None if id.starts_with("option-") && says(&[OF_OPTIONS, BY_NAME]) => {}
            None => faults.push(format!(
                "{id}: no function, and not said to be found by name"
            )),
        }
    }
    let is_idle = |file: &&Sentences| is_named(file) && !used.contains(file.file.as_str());
    let idle = declared.iter().filter(is_idle);
    faults.extend(idle.map(|file| format!("{} has no sentence of it", file.file)));
    faults
}

fn files_below(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            files_below(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "ftl") {
            found.push(path);
        }
    }
}

#[test]
fn files_of_words_keep_what_their_first_lines_promise() {
    let declared = declared();
    assert!(declared.len() > 20, "the functions were not found");
    let mut files = Vec::new();
    for folder in WORDS {
        files_below(&root().join(folder), &mut files);
    }
    assert!(files.len() > 30, "the words were not found");
    let faults = files.iter().flat_map(|path| {
        let words = fs::read_to_string(path).expect("words are UTF-8");
        let broken = broken(&words, &declared).into_iter();
        broken.map(|fault| format!("{}: {fault}", path.display()))
    });
    check("first lines of words", faults.collect());
}

#[test]
fn a_sentence_in_another_file_than_promised_is_found() {
    let text = "sentences! {\n    A:\n\n    /// Two.\n    one_more(sign: &str);\n    second(\n        a: u32,\n    );\n}\n";
    let other = "    third();\n";
    let declared = [("src/a.rs", text), ("src/b.rs", other)].map(|(file, text)| Sentences {
        file: file.to_owned(),
        ids: functions(text),
    });
    let head = "# English. Every id here is a function in\n# src/a.rs";
    for (words, faults) in [
        (format!("{head}.\n\none-more = A\nsecond = B\n"), 0),
        (format!("{head}.\none-more = A\nthird = B\n"), 1),
        (format!("{head}.\none-more = A\nfourth = B\n"), 1),
        (format!("{head}.\none-more = A\ncommand-a = B\n"), 1),
        (
            format!("{head}; {OF_COMMANDS}.\none-more = A\ncommand-a = B\n"),
            0,
        ),
        (
            format!("# Options, {OF_OPTIONS}.\noption-a = B\n    .c = D\n"),
            0,
        ),
        ("# Options.\noption-a = B\n".to_owned(), 1),
        (format!("{head} and src/b.rs.\nthird = A\n"), 1),
        ("third = A\n".to_owned(), 1),
    ] {
        let found = broken(&words, &declared);
        assert_eq!(found.len(), faults, "{words}: {found:?}");
    }
}
