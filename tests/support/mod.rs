//! What several test programs share: data files read row by row, and rigged deals of Okey.
#![allow(dead_code, reason = "each test program uses a part of it")]

pub mod rig;

use std::path::Path;

/// The rows of a data file below `tests/data`, split at `|` and trimmed; `#` begins a comment line.
pub fn rows(file: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/data")
        .join(file);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    text.lines()
        .filter(|line| !line.trim().is_empty() && !line.starts_with('#'))
        .map(|line| line.split('|').map(|cell| cell.trim().to_owned()).collect())
        .collect()
}

/// Runs a check for every row and names the rows that fail, each with its reason.
pub fn every_row(file: &str, check: impl Fn(&[String]) -> Result<(), String>) {
    let rows = rows(file);
    assert!(!rows.is_empty(), "{file} has no rows");
    let faults: Vec<String> = rows
        .iter()
        .filter_map(|row| {
            let fault = check(row).err()?;
            Some(format!("{file} {}: {fault}", row[0]))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Whether two values are equal, else both in words.
pub fn same<T: PartialEq + std::fmt::Debug>(
    what: &str,
    found: T,
    expected: T,
) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what} is {found:?} instead of {expected:?}"))
}
