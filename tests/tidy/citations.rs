//! The written rules lie in the house, and whoever cites a paragraph of them cites one that is there: `Okey rules 5.4`,
//! `101 rules 7.1, 7.2 and 7.5`, `Okey rules 12.1 to 12.3`. Names of files in texts are names of files, too.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use istaka::rules::any::GameId;

/// The written rules of a game.
struct Book {
    /// The name before the word "rules" in a citation.
    name: &'static str,
    /// The id of the game.
    game: &'static str,
    path: &'static str,
}

const BOOKS: &[Book] = &[
    Book {
        name: "Okey",
        game: "okey",
        path: "docs/rules/okey.md",
    },
    Book {
        name: "101",
        game: "okey101",
        path: "docs/rules/okey-101.md",
    },
    Book {
        name: "Kaluki",
        game: "kaluki",
        path: "docs/rules/kaluki.md",
    },
    Book {
        name: "Hachinin-meri",
        game: "meri",
        path: "docs/rules/hachinin-meri.md",
    },
    Book {
        name: "Toy",
        game: "toy",
        path: "tests/toy/rules.md",
    },
];

/// Where citations may stand.
const SHELVES: &[&str] = &[
    "src",
    "tests",
    "benches",
    "docs",
    "assets/words",
    "migrations",
];

/// What is read there, beside the texts at the root.
const KINDS: &[&str] = &["rs", "md", "txt", "ftl", "sql", "toml", "py"];

/// Documents of those who build the house; nobody else has them.
const ELSEWHERE: &[&str] = &[
    "(design",
    "design section",
    "of the design",
    "style 3.",
    "limits.md",
    "house.md",
];

struct Text {
    path: PathBuf,
    text: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(root().join(path)).expect("it is a text of this repository")
}

fn texts() -> Vec<Text> {
    let mut found = Vec::new();
    for shelf in SHELVES {
        collect(&root().join(shelf), &mut found);
    }
    for name in [
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "CHANGELOG.md",
        "Cargo.toml",
    ] {
        found.push(root().join(name));
    }
    assert!(found.len() > 300, "the texts were not found");
    let read = |path: PathBuf| Text {
        text: read(&path),
        path,
    };
    let own = Path::new(file!()).file_name();
    let others = found.into_iter().filter(|path| path.file_name() != own);
    others.map(read).collect()
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            collect(&path, found);
        } else if is_text(&path) {
            found.push(path);
        }
    }
}

fn is_text(path: &Path) -> bool {
    let kind = path.extension().and_then(|kind| kind.to_str());
    kind.is_some_and(|kind| KINDS.contains(&kind))
}

/// The paragraphs of a book: its headings, the items that begin with a bold number, and the numbered items right below
/// the heading of a section.
fn paragraphs(book: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut section = None;
    for line in book.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            section = number_at(heading);
            found.extend(section.clone());
        } else if let Some(heading) = line.strip_prefix("### ") {
            section = None;
            found.extend(number_at(heading));
        } else if let Some(bold) = line.strip_prefix("- **") {
            found.extend(number_at(bold));
        } else if let (Some(section), Some(item)) = (&section, item_number(line)) {
            found.insert(format!("{section}.{item}"));
        }
    }
    found
}

/// `3` of `3. Seats`.
fn item_number(line: &str) -> Option<&str> {
    let (number, _) = line.split_once(". ")?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then_some(number)
}

/// The number of a paragraph with which this begins: `5`, `5.4`.
fn number_at(text: &str) -> Option<String> {
    let mut length = 0;
    let mut parts = text.split('.');
    let digits = |part: &str| part.bytes().take_while(u8::is_ascii_digit).count();
    loop {
        let part = parts.next()?;
        let count = digits(part);
        if count == 0 {
            break;
        }
        length += count + usize::from(length > 0);
        if count < part.len() {
            break;
        }
    }
    (length > 0).then(|| text[..length].to_owned())
}

/// Every number of a citation that begins here: `7.1, 7.2 and 7.5`; what has rules of its own is a game.
fn numbers_at(mut text: &str) -> Vec<String> {
    let mut found = Vec::new();
    while let Some(number) = number_at(text) {
        text = &text[number.len()..];
        if text.starts_with(" rules") {
            break;
        }
        found.push(number);
        let joints = [", and ", ", ", " and ", " to "];
        let Some(next) = joints.iter().find_map(|joint| text.strip_prefix(joint)) else {
            break;
        };
        text = next;
    }
    found
}

/// A text in one line, without the signs of comments: a citation may go on in the next line.
fn in_one_line(text: &str) -> String {
    let bare = |line: &str| {
        line.trim()
            .trim_start_matches(['/', '!', '#'])
            .trim()
            .to_owned()
    };
    text.lines().map(bare).collect::<Vec<_>>().join(" ")
}

/// What is wrong with the citations of a text, if these are the books that are there.
fn wrong_citations(text: &str, books: &[(&str, BTreeSet<String>)]) -> Vec<String> {
    let text = in_one_line(text);
    let mut faults = Vec::new();
    for (at, word) in text.match_indices("ules ") {
        let (before, cited) = (&text[..at], &text[at + word.len()..]);
        let numbers = numbers_at(cited);
        if numbers.is_empty() || !before.ends_with(['r', 'R']) {
            continue;
        }
        let before = &before[..before.len() - 1];
        let is_named = |name: &str| before.trim_end().ends_with(name);
        if !BOOKS.iter().any(|book| is_named(book.name)) {
            faults.push(format!("rules {}: of which game?", numbers.join(", ")));
            continue;
        }
        let Some((name, paragraphs)) = books.iter().find(|(name, _)| is_named(name)) else {
            continue;
        };
        let missing = numbers.iter().filter(|one| !paragraphs.contains(*one));
        faults.extend(missing.map(|one| format!("{name} rules {one}: there is no such paragraph")));
    }
    faults
}

/// Paragraphs in the remarks of a source that do not say of which game: `(5.4)`.
fn nameless(source: &str) -> Vec<String> {
    let remarks = source
        .lines()
        .filter(|line| line.trim_start().starts_with("//"));
    let bracketed = remarks.flat_map(|line| line.split('(').skip(1));
    let numbers = bracketed.filter_map(|inside| {
        let number = number_at(inside)?;
        let ends = inside[number.len()..].starts_with([')', ',']);
        (ends && number.contains('.')).then_some(number)
    });
    numbers.collect()
}

/// Paragraphs that a book names of itself: `section 5`, `(4.1, step 2)`.
fn wrong_references(book: &str, paragraphs: &BTreeSet<String>) -> Vec<String> {
    let after = |mark: &'static str| book.match_indices(mark).map(move |(at, _)| at + mark.len());
    let in_brackets =
        after("(").filter(|at| number_at(&book[*at..]).is_some_and(|one| one.contains('.')));
    let named = after("section ").chain(in_brackets);
    let numbers = named.flat_map(|at| numbers_at(&book[at..]));
    numbers.filter(|one| !paragraphs.contains(one)).collect()
}

/// The books that are in the house.
fn books() -> Vec<(&'static str, BTreeSet<String>)> {
    let there = BOOKS.iter().filter(|book| root().join(book.path).is_file());
    let opened = |book: &Book| (book.name, paragraphs(&read(Path::new(book.path))));
    there.map(opened).collect()
}

#[test]
fn every_game_has_its_rules_in_the_house() {
    for game in GameId::ALL {
        let book = BOOKS.iter().find(|book| book.game == game.id());
        let book = book.unwrap_or_else(|| panic!("{}: no book", game.id()));
        let paragraphs = paragraphs(&read(Path::new(book.path)));
        assert!(paragraphs.len() > 10, "{}: {paragraphs:?}", book.path);
    }
}

#[test]
fn every_citation_names_a_paragraph_that_is_there() {
    let books = books();
    let mut faults = Vec::new();
    for Text { path, text } in texts() {
        let wrong = wrong_citations(&text, &books);
        faults.extend(
            wrong
                .iter()
                .map(|fault| format!("{}: {fault}", path.display())),
        );
        if path.extension().is_some_and(|kind| kind == "rs") {
            let bare = nameless(&text).into_iter();
            faults.extend(bare.map(|one| format!("{}: ({one}): of which game?", path.display())));
        }
        if path.extension().is_some_and(|kind| kind != "md") {
            let words = ELSEWHERE.iter().filter(|words| text.contains(**words));
            faults.extend(words.map(|words| format!("{}: {words}…", path.display())));
        }
    }
    for book in BOOKS.iter().filter(|book| root().join(book.path).is_file()) {
        let text = read(Path::new(book.path));
        let wrong = wrong_references(&text, &paragraphs(&text));
        faults.extend(wrong.iter().map(|one| format!("{}: {one}", book.path)));
    }
    assert!(faults.is_empty(), "citations:\n{}", faults.join("\n"));
}

#[test]
fn a_citation_is_judged_by_its_book() {
    let book = "## 4. Setup\n1. Shuffle.\n### 4.1 Formal\n1. Wall.\n## 5. Play\n- **5.3** **Discards**: one.";
    let known = paragraphs(book);
    let expected = ["4", "4.1", "5", "5.3"].map(str::to_owned);
    assert_eq!(known, BTreeSet::from(expected));
    let books = [("Okey", known.clone())];
    for (text, faults) in [
        ("//! All of it (Okey rules 4 and 5).", 0),
        ("/// Okey rules 4.1 steps 3 and 4: dice.", 0),
        ("/// (Okey\n    /// rules 5.3): the tile.", 0),
        ("//! Okey rules 4, 101 rules 99: another book", 0),
        ("// Okey rules 5.4: no such thing", 1),
        ("# Okey rules 4, 5 to 7 and 9: two of them", 2),
        ("// Rules 5.3: of which game?", 1),
        ("// (rules 9)", 1),
        ("// Kaluki rules 99: that book is not there yet", 0),
        ("// The rules of 4 games, and schedules 4", 0),
    ] {
        let wrong = wrong_citations(text, &books);
        assert_eq!(wrong.len(), faults, "{text}: {wrong:?}");
    }
    let wrong = wrong_references(
        "see (5.3) and (5.9, step 1) in section 6, not (4) or (0, 2)",
        &known,
    );
    assert_eq!(wrong, ["6", "5.9"]);
}

/// Names of sources in a text: what stands between backticks and ends in `.rs`.
fn named_sources(text: &str) -> impl Iterator<Item = &str> {
    let quoted = text.split('`').skip(1).step_by(2);
    quoted.filter(|name| name.ends_with(".rs") && !name.contains([' ', '<', '*', '{']))
}

#[test]
fn texts_name_sources_that_are_there() {
    let mut files = Vec::new();
    for shelf in ["src", "tests", "benches"] {
        collect(&root().join(shelf), &mut files);
    }
    let mut faults = Vec::new();
    for path in [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "docs/adding-a-game.md",
        "docs/discord.md",
        "docs/sandbox.md",
    ] {
        let text = read(Path::new(path));
        let is_there = |name: &str| files.iter().any(|file| file.ends_with(name));
        let missing = named_sources(&text).filter(|name| !is_there(name));
        faults.extend(missing.map(|name| format!("{path}: {name}")));
    }
    assert!(faults.is_empty(), "no such source:\n{}", faults.join("\n"));
}

/// Paths of sources in the remarks of a file of words, or of settings.
pub(super) fn paths_in_remarks(words: &str) -> impl Iterator<Item = &str> {
    let remarks = words.lines().filter(|line| line.starts_with('#'));
    let is_of_a_path = |letter: char| letter.is_ascii_alphanumeric() || "/_.-".contains(letter);
    let parts = remarks.flat_map(move |line| line.split(move |letter| !is_of_a_path(letter)));
    // The point behind a path ends the sentence.
    let parts = parts.map(|part| part.trim_end_matches('.'));
    parts.filter(|part| part.starts_with("src/") || part.starts_with("tests/"))
}

#[test]
fn words_name_sources_that_are_there() {
    let (mut found, mut faults) = (0, Vec::new());
    for Text { path, text } in texts() {
        if path.extension().is_some_and(|kind| kind == "ftl") {
            for named in paths_in_remarks(&text) {
                found += 1;
                if !root().join(named).exists() {
                    faults.push(format!("{}: {named}", path.display()));
                }
            }
        }
    }
    assert!(found > 10, "the remarks were not found");
    assert!(faults.is_empty(), "no such source:\n{}", faults.join("\n"));
}

#[test]
fn excused_advisories_name_sources_that_are_there() {
    let text = read(Path::new(".cargo/audit.toml"));
    // They stand in a list, each before what it excuses.
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let text = lines.join("\n");
    let named: Vec<&str> = paths_in_remarks(&text).collect();
    assert!(named.len() > 3, "the paths were not found");
    let missing = named.iter().filter(|named| !root().join(named).is_file());
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "no such source: {missing:?}");
}

#[test]
fn a_path_is_found_in_remarks_alone() {
    let words =
        "# English (src/a.rs): functions in src/b_c.rs.\nhelp = See src/d.rs.\n# found by name\n";
    let found: Vec<&str> = paths_in_remarks(words).collect();
    assert_eq!(found, ["src/a.rs", "src/b_c.rs"]);
}
