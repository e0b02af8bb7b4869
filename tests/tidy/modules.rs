//! A file that no `mod` line names is compiled by nobody, and its tests never run.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use super::{CRATES, Source, check, collect};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Every source below this folder of the repository.
pub(super) fn sources_below(folder: &str) -> Vec<Source> {
    let folder = root().join(folder);
    let mut found = Vec::new();
    collect(&folder, &folder, &mut found);
    found
}

/// Whether this is a test program, which cargo finds by itself, or where a crate of ours begins.
fn is_program(path: &Path) -> bool {
    if let Ok(inside) = path.strip_prefix(root().join("tests")) {
        let depth = inside.components().count();
        return depth == 1 || depth == 2 && inside.ends_with("main.rs");
    }
    let inside = path.strip_prefix(root().join("src"));
    let inside = inside.expect("found below one of them");
    let mut crates = CRATES.iter().map(|name| Path::new(name).join("mod.rs"));
    ["main.rs", "lib.rs"].iter().any(|name| inside == *name) || crates.any(|begin| inside == begin)
}

/// A path without its steps back.
fn straight(path: &Path) -> PathBuf {
    let mut straight = PathBuf::new();
    for part in path.components() {
        if part == Component::ParentDir {
            straight.pop();
        } else {
            straight.push(part);
        }
    }
    straight
}

/// `NAME` of `mod NAME;`, whoever may see it.
fn named_module(line: &str) -> Option<&str> {
    let (before, name) = line.strip_suffix(';')?.split_once("mod ")?;
    (before.is_empty() || before.starts_with("pub")).then_some(name)
}

/// `NAME` of `mod NAME {`, whoever may see it.
fn module_begun(line: &str) -> Option<&str> {
    let (before, name) = line.strip_suffix(" {")?.split_once("mod ")?;
    (before.is_empty() || before.starts_with("pub")).then_some(name)
}

/// The files of the modules that a source names. Those of a module that stands in the source lie in a folder of its name.
fn modules_of(path: &Path, text: &str, is_there: impl Fn(&Path) -> bool) -> Vec<PathBuf> {
    let beside = path.parent().expect("a file is in a folder");
    let below = path.with_extension("");
    let (mut told, mut files) = (None, Vec::new());
    // The module in which a line stands, with the line that ends it.
    let mut within: Option<(&str, String)> = None;
    for whole in text.lines() {
        let line = whole.trim();
        if let Some(name) = module_begun(line) {
            let indent = &whole[..whole.len() - whole.trim_start().len()];
            within = Some((name, format!("{indent}}}")));
        } else if within.as_ref().is_some_and(|(_, end)| whole == end) {
            within = None;
        } else if let Some(rest) = line.strip_prefix("#[path = \"") {
            let told_path = rest.split('"').next().unwrap_or_default();
            told = Some(straight(&beside.join(told_path)));
        } else if let Some(name) = named_module(line) {
            // They lie below the name of their source; those of a program and of a `mod.rs` lie beside it.
            let folders = [below.as_path(), beside].into_iter();
            let name_within = within.as_ref().map_or("", |(name, _)| name);
            let mut usual = folders.flat_map(|folder| {
                let folder = folder.join(name_within);
                let file = folder.join(format!("{name}.rs"));
                [file, folder.join(name).join("mod.rs")]
            });
            let file = told.take().or_else(|| usual.find(|file| is_there(file)));
            files.extend(file);
        }
    }
    files
}

#[test]
fn every_file_is_named_by_a_mod_line() {
    let (tests, rooms) = (sources_below("tests"), sources_below("src"));
    assert!(tests.len() > 100 && rooms.len() > 300, "not all was found");
    let all = || tests.iter().chain(&rooms);
    let named = all().flat_map(|source| modules_of(&source.path, &source.text, Path::is_file));
    let named: BTreeSet<PathBuf> = named.collect();
    let is_lost = |path: &&PathBuf| !is_program(path) && !named.contains(*path);
    let paths = all().map(|source| &source.path);
    let lost = paths.filter(is_lost).map(|path| path.display().to_string());
    check("no `mod` line names", lost.collect());
}

#[test]
fn a_module_is_looked_for_where_the_compiler_looks() {
    let there = ["t/a.rs", "t/a/b.rs", "t/b.rs", "t/c/mod.rs", "t/c/d.rs"];
    let is_there = |path: &Path| there.iter().any(|file| Path::new(file) == path);
    for (source, text, file) in [
        ("t/a.rs", "mod b;", Some("t/a/b.rs")),
        ("t/a.rs", "mod c;", Some("t/c/mod.rs")),
        ("t/a.rs", "mod c {\n    pub mod d;\n}", Some("t/c/d.rs")),
        ("t/main.rs", "mod c {\n    mod d;\n}", Some("t/c/d.rs")),
        ("t/main.rs", "mod c {\n}\nmod d;", None),
        ("t/main.rs", "pub(crate) mod b;", Some("t/b.rs")),
        ("t/c/mod.rs", "mod d;", Some("t/c/d.rs")),
        (
            "t/c/mod.rs",
            "#[path = \"../a/b.rs\"]\n#[cfg(test)]\nmod d;",
            Some("t/a/b.rs"),
        ),
        ("t/a.rs", "// mod b;", None),
        ("t/a.rs", "mod b {}", None),
    ] {
        let found = modules_of(Path::new(source), text, is_there);
        let expected: Vec<PathBuf> = file.into_iter().map(PathBuf::from).collect();
        assert_eq!(found, expected, "{source}: {text}");
    }
}
