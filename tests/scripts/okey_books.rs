//! The vectors of the books of Okey (12) and Okey 101 (14): all of them are in the data, with what is expected of each.

use crate::support::rows;

/// A book, its data, how many vectors it has, and for those of each letter the cells that are written for people alone.
struct Book {
    text: &'static str,
    data: &'static str,
    vectors: usize,
    for_people: &'static [(char, &'static [usize])],
}

const OKEY: Book = Book {
    text: include_str!("../../docs/rules/okey.md"),
    data: "okey/melds okey/fourteen okey/finishes okey/turns okey/scores okey/results okey/elimination okey/deals",
    vectors: 159,
    for_people: &[
        ('M', &[4]),
        ('H', &[4]),
        ('C', &[6]),
        // A situation in words is a setup and moves in the data.
        ('Q', &[1]),
        ('S', &[1]),
        ('R', &[]),
        ('L', &[3]),
        ('U', &[1]),
    ],
};

const OKEY101: Book = Book {
    text: include_str!("../../docs/rules/okey-101.md"),
    data: "okey101/melds okey101/openings okey101/fits okey101/discards okey101/scores okey101/turns okey101/swaps \
        okey101/games okey101/deals",
    vectors: 171,
    for_people: &[
        ('M', &[]),
        ('B', &[]),
        ('C', &[]),
        ('D', &[]),
        ('E', &[]),
        ('T', &[1]),
        ('H', &[]),
        ('F', &[]),
        ('U', &[1]),
    ],
};

/// What stands otherwise in the data.
const OTHERWISE: [(&str, &str, &str); 9] = [
    ("H23", "ordinary and seven pairs", "both"),
    ("Q18", "draw", "drawn"),
    ("Q20", "draw", "drawn"),
    ("E21", "teams", "teams=true"),
    ("E22", "joker teams", "teams=true"),
    ("E23", "elden teams", "teams=true"),
    ("T32", "accepted", "finished"),
    ("T35", "finished not elden", "finished"),
    ("T39", "play goes on", "accepted"),
];

/// A cell without marks that say nothing.
fn plain(cell: &str) -> String {
    let words = cell.replace(['`', ',', '/'], " ");
    let words: Vec<&str> = words.split_whitespace().collect();
    match words.join(" ").as_str() {
        "defaults" | "none" => "-".to_owned(),
        other => other.to_owned(),
    }
}

/// Whether a row of the data has this name, or is a part of the vector, as `Q01a` is of `Q01`.
fn is_of(row: &[String], name: &str) -> bool {
    let rest = row[0].strip_prefix(name);
    rest.is_some_and(|rest| {
        rest.chars()
            .all(|letter| letter == ' ' || letter.is_ascii_lowercase())
    })
}

/// What the rows of a vector lack of what is written.
fn lacks(book: &Book, vector: &[String], data: &[Vec<String>]) -> Vec<String> {
    let name = vector[0].as_str();
    let of_people = book
        .for_people
        .iter()
        .find(|(letter, _)| name.starts_with(*letter));
    let (_, of_people) = of_people.unwrap_or_else(|| panic!("{name} is a vector of no kind"));
    let rows: Vec<_> = data.iter().filter(|row| is_of(row, name)).collect();
    if rows.is_empty() {
        return vec![format!("{name} is left out")];
    }
    let cells = (0..).zip(vector).skip(1);
    let cells = cells.filter(|(at, _)| !of_people.contains(at));
    let lacking = cells.filter_map(|(_, cell)| {
        let mut all = OTHERWISE.iter();
        let other = all.find(|(of, written, _)| (*of, *written) == (name, cell.as_str()));
        let expected = other.map_or(cell.as_str(), |(.., there)| there);
        let has = |row: &&Vec<String>| row.iter().any(|found| found == expected);
        (!rows.iter().all(has)).then(|| format!("{name}: {cell:?}"))
    });
    lacking.collect()
}

fn is_whole(book: &Book) {
    let cells = |line: &str| -> Vec<String> { line.split('|').map(plain).collect() };
    let lines = book.text.lines().filter_map(|line| line.strip_prefix("| "));
    let vectors = lines.map(|line| cells(line.trim_end().trim_end_matches('|')));
    let is_vector = |row: &Vec<String>| {
        let mut letters = row[0].chars();
        letters
            .next()
            .is_some_and(|letter| letter.is_ascii_uppercase())
            && row[0].len() == 3
            && letters.all(|letter| letter.is_ascii_digit())
    };
    let vectors: Vec<Vec<String>> = vectors.filter(is_vector).collect();
    assert_eq!(vectors.len(), book.vectors);
    let files = book.data.split_whitespace();
    let data = files.flat_map(|file| rows(&format!("{file}.txt")));
    let data: Vec<Vec<String>> = data
        .map(|row| row.iter().map(|cell| plain(cell)).collect())
        .collect();
    let lacking: Vec<String> = vectors
        .iter()
        .flat_map(|vector| lacks(book, vector, &data))
        .collect();
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

#[test]
fn no_vector_of_okey_is_left_out() {
    is_whole(&OKEY);
}

#[test]
fn no_vector_of_okey101_is_left_out() {
    is_whole(&OKEY101);
}
