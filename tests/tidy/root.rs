//! What lies in the root of the repository: every file there has a reason that somebody has thought of.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// The files of the root, and no others.
const FILES: &[&str] = &[
    ".dockerignore",
    ".gitignore",
    "ARCHITECTURE.md",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "Cargo.lock",
    "Cargo.toml",
    "Dockerfile",
    "LICENSE",
    "PRIVACY.md",
    "README.md",
    "TERMS.md",
    "build.rs",
    "compose.yaml",
];

/// What git answers here; `None` without git, or without a repository.
fn git(arguments: &[&str], with: &[&str]) -> Option<String> {
    let ran = Command::new("git")
        .arg("-C")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")))
        .args(arguments)
        .args(with)
        .stdin(Stdio::null())
        .output();
    // A yes or a no; it ends otherwise where there is no repository that it would read. A warning beside an answer is none of our
    // business.
    let told = ran
        .ok()
        .filter(|ran| matches!(ran.status.code(), Some(0 | 1)));
    if told.is_none() {
        // Past the capture of what tests print. A reader who closed the pipe does not want to know.
        let told = "LEFT OUT: there is no repository of git, so nobody asked it about files";
        let _ = writeln!(std::io::stderr(), "{told}");
    }
    told.map(|told| String::from_utf8_lossy(&told.stdout).into_owned())
}

#[test]
fn the_root_has_only_files_that_are_meant_to_be_there() {
    let Some(told) = git(&["ls-files", "--", ":(glob)*"], &[]) else {
        return;
    };
    let there: Vec<&str> = told.lines().collect();
    assert_eq!(there, FILES);
}

/// What the program and SQLite put beside a database would be racks and secrets of deals in a repository.
#[test]
fn no_database_and_nothing_beside_it_is_committed() {
    let beside = [
        "istaka.db",
        "istaka.db-wal",
        "istaka.db-shm",
        "istaka.db.lock",
        "istaka.db.damaged-1",
        "istaka.db-wal.damaged-1",
        "istaka.db-wal.former-1",
        "istaka.db.mended",
        "istaka.db.mended-journal",
        "istaka.db.rescued",
        "istaka.db.rescued-1",
        "istaka.db.rescued.part",
        "copy.db.part",
        "copy.db.part-journal",
        "play.db.world",
        "play.db.world-wal",
        "play.db.world-shm",
    ];
    let asked = ["check-ignore", "--no-index", "--"];
    let Some(told) = git(&asked, &beside) else {
        return;
    };
    let ignored: Vec<&str> = told.lines().collect();
    assert_eq!(ignored, beside, ".gitignore knows these alone");
}
