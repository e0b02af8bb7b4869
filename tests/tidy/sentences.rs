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

/// What is counted in sentences.
const COUNTED: &[&str] = &[
    "cards", "days", "deals", "discards", "doubles", "draws", "games", "hours", "jokers", "melds",
    "minutes", "others", "pairs", "people", "players", "points", "rounds", "rows", "seats",
    "seconds", "takes", "tiles", "times", "tricks", "turns", "units", "votes",
];

/// Sentences with a number before such a word that is never 1: seats of a table, votes that it takes, bounds, cards of a
/// whole meld and what they are worth, points over a limit, means with their hundredths, and texts.
const NEVER_ONE: &[&str] = &[
    "board-seat",
    "board-votes",
    "changed-too-often",
    "full",
    "invite-many",
    "kaluki-hint-takes-to-open",
    "kaluki-over",
    "kaluki-stands",
    "kaluki-without-buy-in",
    "leaderboard-average-points",
    "leaderboard-note",
    "leaderboard-own-unranked",
    "left-too-often",
    "lobby-advice",
    "moved-too-often",
    "okey101-finest",
    "okey101-finest-equal",
    "okey101-hint-opens-low",
    "okey101-hint-takes-to-open",
    "okey101-hint-takes-to-open-low",
    "okey101-move-open",
    "option-any-first_dealer",
    "option-kaluki-buy_in_min_survivors",
    "option-kaluki-joker_count",
    "option-kaluki-stall_limit",
    "option-okey-layout",
    "sat-too-often",
    "stats-average-points",
    "too-few",
    "too-many-computers",
    "toy-seat",
    "you-left-too-often",
    "you-voted",
    "you-voted-already",
];

/// Values that are no numbers: behind them such a word is what somebody does.
const NO_NUMBERS: &[&str] = &["dealer", "sign", "who"];

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

/// The sentences in which a number stands before many though it may be 1: they say "1 points".
fn says_one_of_many(words: &str) -> BTreeSet<&str> {
    let values = words.match_indices("{ $").filter_map(|(at, begin)| {
        let (name, behind) = words[at + begin.len()..].split_once(" }")?;
        let is_value = name
            .bytes()
            .all(|byte| byte == b'_' || byte.is_ascii_lowercase());
        is_value.then_some((at, name, behind))
    });
    let many = values.filter(|&(at, name, behind)| {
        let ends = ['\n', '{', '.', ',', ';', ':'];
        let next = behind.split(ends).next().unwrap_or_default();
        let mut next = next.split_whitespace().filter(|word| *word != "**").take(2);
        let is_counted = next.any(|word| COUNTED.contains(&word.trim_end_matches('*')));
        is_counted && !NO_NUMBERS.contains(&name) && !is_chosen_by(words, at, name)
    });
    let id_at = |at: usize| ids(&words[..at]).last();
    let found = many.filter_map(|(at, ..)| id_at(at));
    found.filter(|id| !NEVER_ONE.contains(id)).collect()
}

/// Whether what stands here is chosen by this value, and 1 has a text of its own.
fn is_chosen_by(words: &str, at: usize, name: &str) -> bool {
    let choice = format!("{{ ${name} ->");
    let holds = |(begin, _)| {
        let block = block(&words[begin..]);
        begin + block.len() > at && (block.contains("[one]") || block.contains("[1]"))
    };
    words[..at].match_indices(&choice).any(holds)
}

/// The text up to the brace that closes its first one.
fn block(text: &str) -> &str {
    let mut depth = 0_u32;
    let end = text.find(|letter| {
        depth = match letter {
            '{' => depth + 1,
            '}' => depth.saturating_sub(1),
            _ => depth,
        };
        depth == 0
    });
    &text[..end.unwrap_or(text.len())]
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
fn no_sentence_counts_one_of_many() {
    let mut files = Vec::new();
    for folder in WORDS.map(|folder| root().join(folder)) {
        // Other languages count in ways of their own.
        let english = folder.join("en");
        files_below(&english, &mut files);
    }
    let faults = files.iter().flat_map(|path| {
        let words = fs::read_to_string(path).expect("words are UTF-8");
        let ids: Vec<String> = says_one_of_many(&words)
            .into_iter()
            .map(str::to_owned)
            .collect();
        ids.into_iter()
            .map(|id| format!("{}: {id} says 1 of many", path.display()))
    });
    check("numbers before words", faults.collect());
}

#[test]
fn a_sentence_that_counts_one_of_many_is_found() {
    for (words, is_found) in [
        ("a = { $points } points\n", true),
        ("a = **{ $points }** penalty points\n", true),
        (
            "a = { $points } { $points ->\n    [one] point\n   *[other] points\n}\n",
            false,
        ),
        (
            "a = { $points ->\n    [one] a point\n   *[other] { $points } points\n}\n",
            false,
        ),
        (
            "a = { $points ->\n    [0] no points\n   *[other] { $points } points\n}\n",
            true,
        ),
        (
            "a = { $other ->\n    [one] point\n   *[other] { $points } points\n}\n",
            true,
        ),
        (
            "a = { $points ->\n    [one] a\n   *[other] b\n} and { $points } points\n",
            true,
        ),
        ("a = { $sign } deals\n", false),
        ("a = Round { $round }: the points\n", false),
    ] {
        let found = says_one_of_many(words);
        assert_eq!(
            found,
            BTreeSet::from_iter(is_found.then_some("a")),
            "{words}"
        );
    }
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
