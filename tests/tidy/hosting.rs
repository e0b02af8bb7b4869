//! The page for hosts names lines of the log, and a host searches it for the very line that they see: all of them stand in the program.

use std::fs;
use std::path::Path;

use super::check;
use super::modules::sources_below;

/// What is shorter says nothing.
const SHORTEST: usize = 6;

/// The first cells of the rows that tell of the log.
fn lines_of_the_log(page: &str) -> impl Iterator<Item = &str> {
    let section = page.split("\n## ").find(|part| part.starts_with("4. "));
    let rows = section.expect("the section of the log").lines();
    rows.filter_map(|row| row.strip_prefix("| ")?.split(" | ").next())
}

/// What a cell quotes: between signs for code, one or two of them.
fn quoted(cell: &str) -> Vec<&str> {
    let mut quoted = Vec::new();
    let mut rest = cell;
    while let Some(begin) = rest.find('`') {
        let sign = if rest[begin..].starts_with("``") {
            "``"
        } else {
            "`"
        };
        let (inside, after) = rest[begin + sign.len()..]
            .split_once(sign)
            .unwrap_or_else(|| panic!("a quotation without an end: {cell}"));
        quoted.push(inside);
        rest = after;
    }
    quoted
}

/// The parts of a quoted line that stand in the program as they are: between what is left out, without the names of fields.
fn parts(line: &str) -> impl Iterator<Item = &str> {
    let parts = line.split('…').map(|part| {
        let part = part.trim_end();
        let before_field = part.strip_suffix('=').and_then(|_| part.rsplit_once(' '));
        let part = before_field.map_or(part, |(before, _)| before);
        part.trim_matches([' ', ':', ';', ',', '(', ')'])
    });
    parts.filter(|part| part.len() >= SHORTEST && !part.ends_with('='))
}

/// All that the program may say, with texts of several lines in one.
fn sources() -> String {
    let texts = sources_below("src").into_iter().map(|source| {
        let mut joined = String::with_capacity(source.text.len());
        for (number, part) in source.text.split("\\\n").enumerate() {
            joined.push_str(if number == 0 { part } else { part.trim_start() });
        }
        joined
    });
    texts.collect()
}

#[test]
fn the_lines_of_the_log_on_the_page_for_hosts_are_those_of_the_program() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/hosting.md");
    let page = fs::read_to_string(page).expect("a page for hosts");
    let sources = sources();
    let mut seen = 0;
    let mut unsaid = Vec::new();
    for line in lines_of_the_log(&page).flat_map(quoted) {
        for part in parts(line) {
            seen += 1;
            if !sources.contains(part) {
                unsaid.push(format!("nothing says {part:?}"));
            }
        }
    }
    assert!(seen > 50, "only {seen} parts of lines");
    check("docs/hosting.md", unsaid);
}

#[test]
fn a_cell_of_the_page_for_hosts_is_read_as_its_lines() {
    let cell = "`the port … for metrics: …`, ``a log (`-wal`) stands … seconds=…``";
    let found: Vec<&str> = quoted(cell).into_iter().flat_map(parts).collect();
    assert_eq!(found, ["the port", "for metrics", "a log (`-wal`) stands"]);
}
