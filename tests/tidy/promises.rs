//! What docs/promises.md names as the test of a promise is there: a test that is renamed or lost takes its promise along.

use std::collections::BTreeSet;
use std::path::Path;

use super::check;
use super::modules::sources_below;

const PROMISES: &str = include_str!("../../docs/promises.md");

/// Words of other people's among the tests.
const NO_TESTS: [&str; 3] = ["allowed_mentions", "info", "unsafe"];

/// The words in backticks of the column of tests.
fn named(table: &str) -> BTreeSet<&str> {
    let rows = table.lines().filter(|line| line.starts_with("| "));
    let tests = rows.skip(1).filter_map(|row| row.split('|').nth(3));
    let words = tests.flat_map(|tests| tests.split('`').skip(1).step_by(2));
    words.filter(|word| !NO_TESTS.contains(word)).collect()
}

/// The name of a function that a line begins.
fn function(line: &str) -> Option<&str> {
    let (before, rest) = line.trim_start().split_once("fn ")?;
    let is_one = before.split_whitespace().all(|word| {
        word.starts_with("pub") || matches!(word, "async" | "const" | "unsafe" | "crate)")
    });
    let name = rest.split(['(', '<']).next().unwrap_or_default();
    (is_one && !name.is_empty()).then_some(name)
}

/// Whether a line is an attribute that makes a test of the function below it.
fn is_of_a_test(line: &str) -> bool {
    let attribute = line.trim_start().strip_prefix("#[").unwrap_or_default();
    let name = attribute.split([']', '(']).next().unwrap_or_default();
    ["test", "tokio::test"].contains(&name)
}

/// Whether a line may stand between such an attribute and its function.
fn is_between(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("#[") || line.starts_with("//")
}

/// The name of a test of one game in the list of `with_every_game!`.
fn of_a_game(line: &str) -> Option<&str> {
    let (name, game) = line.trim().split_once(" of \"")?;
    let is_one = game.ends_with("\";") && !name.contains(' ');
    is_one.then_some(name)
}

/// Every test in this text, each in its inner module: `tests::name`.
fn tests_in(text: &str) -> Vec<String> {
    let mut tests = Vec::new();
    let (mut inner, mut is_test, mut is_listed) = (String::new(), false, false);
    for line in text.lines() {
        if let Some(name) = line
            .strip_suffix(" {")
            .and_then(|line| line.strip_prefix("mod "))
        {
            inner = format!("{name}::");
        } else if line == "}" {
            inner.clear();
            is_listed = false;
        }
        is_listed |= line == "with_every_game! {";
        let name = if is_listed {
            of_a_game(line)
        } else {
            function(line).filter(|_| is_test)
        };
        tests.extend(name.map(|name| format!("{inner}{name}")));
        is_test = is_of_a_test(line) || is_test && is_between(line);
    }
    tests
}

/// Every test, as `::room::module::test`, and every module that has one.
fn there() -> BTreeSet<String> {
    let mut there = BTreeSet::new();
    for folder in ["src", "tests"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
        for source in sources_below(folder) {
            let inside = source.path.strip_prefix(&root).expect("found below it");
            let parts = inside.with_extension("");
            let parts = parts.iter().filter_map(|part| part.to_str());
            let mut module = String::new();
            for part in parts.filter(|part| !["mod", "main", "lib"].contains(part)) {
                module.push_str("::");
                module.push_str(part);
            }
            for test in tests_in(&source.text) {
                let test = format!("{module}::{test}");
                let modules = test.match_indices("::").skip(1);
                there.extend(modules.map(|(end, _)| test[..end].to_owned()));
                there.insert(test);
            }
        }
    }
    there
}

/// Whether there is a path, a module with tests or a test that a promise means; `…` and `*` stand for the rest of a name.
fn is_there(word: &str, there: &BTreeSet<String>) -> bool {
    if word.contains('/') {
        return Path::new(env!("CARGO_MANIFEST_DIR")).join(word).exists();
    }
    let (begin, is_whole) = match word.strip_suffix('…') {
        Some(begin) => (begin, false),
        None => (word, true),
    };
    if let Some(end) = begin.strip_prefix(['…', '*']) {
        return there.iter().any(|name| name.contains(end));
    }
    let means = format!("::{begin}");
    let is_meant = |name: &String| {
        if is_whole {
            name.ends_with(&means)
        } else {
            name.contains(&means)
        }
    };
    there.iter().any(is_meant)
}

#[test]
fn every_test_of_a_promise_is_there() {
    let named = named(PROMISES);
    assert!(named.len() > 60, "the promises were not found: {named:?}");
    let there = there();
    let lost = named.into_iter().filter(|word| !is_there(word, &there));
    check("no test is", lost.map(str::to_owned).collect());
}

#[test]
fn a_test_is_found_where_it_stands() {
    let there = [
        "::tables::tests::crash",
        "::wire::ledger::tests::a_day_of_it",
    ];
    let there = there.map(str::to_owned).into_iter().collect();
    for (word, expected) in [
        ("crash", true),
        ("tests::crash", true),
        ("rash", false),
        ("tables::crash", false),
        ("ledger::tests::a_day_of_it", true),
        ("ledger::a_day_of_it", false),
        ("a_day…", true),
        ("a_night…", false),
        ("…a_day…", true),
        ("*_of_it", true),
        ("tests/tidy/promises.rs", true),
        ("tests/tidy/nothing.rs", false),
    ] {
        assert_eq!(is_there(word, &there), expected, "{word}");
    }
}

#[test]
fn a_function_alone_is_no_test() {
    for (text, tests) in [
        ("#[test]\nfn a_day() {}", &["a_day"][..]),
        ("fn a_day() {}", &[]),
        ("#[cfg(test)]\nfn a_day() {}", &[]),
        ("// #[test]\nfn a_day() {}", &[]),
        ("#[test]\nfn a_day() {}\nfn a_night() {}", &["a_day"]),
        (
            "#[tokio::test(flavor = \"multi_thread\")]\n/// Long.\n#[cfg(unix)]\nasync fn a_day() {}",
            &["a_day"],
        ),
        (
            "mod tests {\n    #[test]\n    fn a_day() {}\n}\n#[test]\nfn a_night() {}",
            &["tests::a_day", "a_night"],
        ),
        (
            "with_every_game! {\n    lives:\n    a_day of \"okey\";\n}\nfn lives() {}",
            &["a_day"],
        ),
    ] {
        assert_eq!(tests_in(text), tests, "{text}");
    }
}
