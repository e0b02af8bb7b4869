//! The vectors of the books of Okey (12) and Okey 101 (14): all of them are in the data, with what is expected of each.

use crate::support::rows;

/// A book, its data, how many vectors it has, and for those of each letter the columns of the data that its cells stand in, as
/// they follow their name: `-` is a cell that is written for people alone.
struct Book {
    text: &'static str,
    data: &'static str,
    vectors: usize,
    columns: &'static [(char, &'static str)],
}

const OKEY: Book = Book {
    text: include_str!("../../docs/rules/okey.md"),
    data: "okey/melds okey/fourteen okey/finishes okey/turns okey/scores okey/results okey/elimination okey/deals",
    vectors: 159,
    columns: &[
        ('M', "1 2 3 -"),
        ('H', "1 2 3 -"),
        ('C', "1 2 3 4 5 -"),
        // A situation in words is a setup and moves in the data.
        ('Q', "- 4"),
        ('S', "- 6"),
        ('R', "1 2 3 4"),
        ('L', "1 2 -"),
        ('U', "- 6 7 8"),
    ],
};

const OKEY101: Book = Book {
    text: include_str!("../../docs/rules/okey-101.md"),
    data: "okey101/melds okey101/openings okey101/fits okey101/discards okey101/scores okey101/turns okey101/swaps \
        okey101/games okey101/deals",
    vectors: 171,
    columns: &[
        ('M', "1 2 3 4"),
        ('B', "2 3 4 5 6"),
        ('C', "1 2 3 4 5"),
        ('D', "1 2 3 4 5"),
        ('E', "2 3 4 5 6 7 8"),
        ('T', "- 4"),
        ('H', "1 2 3 4 5"),
        ('F', "1 2 3 4"),
        ('U', "- 6 7 8"),
    ],
};

/// What stands otherwise in its column of the data.
const OTHERWISE: [(&str, &str, &str); 9] = [
    ("H23", "ordinary and seven pairs", "both"),
    ("Q18", "draw", "drawn"),
    ("Q20", "draw", "drawn"),
    ("E21", "teams", "-"),
    ("E22", "joker teams", "joker"),
    ("E23", "elden teams", "elden"),
    ("T32", "accepted", "finished"),
    ("T35", "finished not elden", "finished"),
    ("T39", "play goes on", "accepted"),
];

/// What a cell of the book says beside that, and the column of the data that has it.
const BESIDE: [(&str, usize, &str); 3] = [
    ("E21", 1, "teams=true"),
    ("E22", 1, "teams=true"),
    ("E23", 1, "teams=true"),
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

/// What is written in a vector for the data: each cell, and the column that it has to stand in.
fn written<'a>(book: &Book, vector: &'a [String]) -> Vec<(usize, &'a str)> {
    let name = vector[0].as_str();
    let mut all = book.columns.iter();
    let (_, columns) = all
        .find(|(letter, _)| name.starts_with(*letter))
        .unwrap_or_else(|| panic!("{name} is a vector of no kind"));
    let columns: Vec<&str> = columns.split(' ').collect();
    assert_eq!(columns.len(), vector.len() - 1, "the cells of {name}");
    let cells = columns.into_iter().zip(&vector[1..]);
    let of_data = cells.filter(|(column, _)| *column != "-");
    let mut written: Vec<(usize, &str)> = of_data
        .map(|(column, cell)| {
            let mut all = OTHERWISE.iter();
            let other = all.find(|(of, written, _)| (*of, *written) == (name, cell.as_str()));
            let expected = other.map_or(cell.as_str(), |(.., there)| *there);
            (column.parse().expect("the number of a column"), expected)
        })
        .collect();
    let beside = BESIDE.iter().filter(|(of, ..)| *of == name);
    written.extend(beside.map(|(_, column, there)| (*column, *there)));
    written
}

/// What the rows of a vector lack of what is written.
fn lacks(book: &Book, vector: &[String], data: &[Vec<String>]) -> Vec<String> {
    let name = vector[0].as_str();
    let rows: Vec<_> = data.iter().filter(|row| is_of(row, name)).collect();
    if rows.is_empty() {
        return vec![format!("{name} is left out")];
    }
    let lacking = written(book, vector).into_iter().filter(|(column, cell)| {
        let has = |row: &&Vec<String>| row.get(*column).is_some_and(|found| found == cell);
        !rows.iter().all(has)
    });
    lacking
        .map(|(column, cell)| format!("{name}: {cell:?} in column {column}"))
        .collect()
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

#[test]
fn a_cell_is_looked_for_in_its_own_column() {
    let row = |cells: &str| -> Vec<String> { cells.split(" | ").map(plain).collect() };
    let vector = row("M03 | R4 | K7 R7 R7 | no | for people");
    for (data, lacking) in [
        ("M03 | R4 | K7 R7 R7 | no", 0),
        ("M03 | R4 | no | K7 R7 R7", 2),
        ("M03 | K7 R7 R7 | no | R4", 3),
        ("M03 | R4 | K7 R7 R7", 1),
        ("M04 | R4 | K7 R7 R7 | no", 1),
    ] {
        let found = lacks(&OKEY, &vector, &[row(data)]);
        assert_eq!(found.len(), lacking, "{data}: {found:?}");
    }
}
