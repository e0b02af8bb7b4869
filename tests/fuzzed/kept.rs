//! The kept corpus, gone through by `cargo test`, and so many changes of it.
//!
//! `ISTAKA_ROUNDS=100000 cargo test --lib fuzzed` tries so many changes for each target, `ISTAKA_SEED` says which.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{TARGETS, Target, mutated, target};
use crate::rules::Dice;

/// How large the corpus of a target may be: files, and bytes in all.
const MOST_FILES: usize = 100;
const MOST_BYTES: usize = 200_000;

/// How many changes are tried of each corpus, and how many bytes of them.
const CHANGES: u64 = 1_500;
const MOST_TRIED: usize = 3_000_000;

fn told(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    let number = text.parse();
    Some(number.unwrap_or_else(|_| panic!("{name} is a whole number, not {text}")))
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/corpus")
}

/// The names in a folder.
fn names(folder: &Path) -> BTreeSet<String> {
    let found =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let name =
        |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string().unwrap();
    found.map(name).collect()
}

fn corpus(target: &Target) -> Vec<(String, Vec<u8>)> {
    let folder = root().join(target.name);
    let names = names(&folder).into_iter();
    let read = names.map(|name| {
        let bytes = fs::read(folder.join(&name)).unwrap();
        (name, bytes)
    });
    read.collect()
}

#[test]
fn every_target_has_a_corpus_and_a_program_and_there_are_no_others() {
    let targets: BTreeSet<String> = TARGETS
        .iter()
        .map(|target| target.name.to_owned())
        .collect();
    assert_eq!(names(&root()), targets, "the folders of the corpus");
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let programs = targets.iter().map(|name| format!("{name}.rs"));
    assert_eq!(
        names(&fuzz.join("fuzz_targets")),
        programs.collect(),
        "the programs"
    );
    let manifest = fs::read_to_string(fuzz.join("Cargo.toml")).unwrap();
    for target in TARGETS {
        let name = target.name;
        let stands = format!("name = \"{name}\"\npath = \"fuzz_targets/{name}.rs\"");
        assert!(
            manifest.contains(&stands),
            "{name} is no program of fuzz/Cargo.toml"
        );
        let program = fs::read_to_string(fuzz.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        let calls = format!("istaka_fuzz::target!(\"{name}\");");
        assert!(
            program.contains(&calls),
            "{name} tries another target: {calls}"
        );
    }
    // What the programs are made of, which is built by the fuzzer alone, names these.
    let shared = fs::read_to_string(fuzz.join("src/lib.rs")).unwrap();
    for name in ["istaka::fuzzed::target(", "istaka::fuzzed::mutated("] {
        assert!(shared.contains(name), "{name}");
    }
}

#[test]
fn the_corpus_is_small() {
    for target in &TARGETS {
        let kept = corpus(target);
        let bytes: usize = kept.iter().map(|(_, bytes)| bytes.len()).sum();
        let name = target.name;
        assert!(
            (3..=MOST_FILES).contains(&kept.len()),
            "{name}: {} files",
            kept.len()
        );
        assert!(bytes <= MOST_BYTES, "{name}: {bytes} bytes");
        for (file, bytes) in kept {
            assert!(
                bytes.len() <= target.longest,
                "{name}/{file}: {} bytes",
                bytes.len()
            );
        }
    }
}

/// Goes through the corpus of a target, and through changes of it.
fn replay(name: &str) {
    let target = target(name);
    let kept = corpus(target);
    for (file, bytes) in &kept {
        let tried = catch_unwind(|| (target.tries)(bytes));
        assert!(
            tried.is_ok(),
            "tests/data/corpus/{name}/{file} breaks a promise"
        );
    }
    let seed = told("ISTAKA_SEED").unwrap_or(23);
    let rounds = told("ISTAKA_ROUNDS");
    println!("{name}: {} inputs, seed {seed}", kept.len());
    let mut dice = Dice::from_seed(seed);
    let (mut tried, mut slowest) = (0, (Duration::ZERO, 0));
    for round in 0..rounds.unwrap_or(CHANGES) {
        let any = |dice: &mut Dice| &kept[dice.below(kept.len() as u32) as usize];
        let ((file, bytes), (_, other)) = (any(&mut dice), any(&mut dice));
        let own = seed.wrapping_mul(1 << 32).wrapping_add(round);
        let changed = mutated(bytes, other, target.longest, own);
        tried += changed.len();
        if rounds.is_none() && tried > MOST_TRIED {
            break;
        }
        let begun = Instant::now();
        if catch_unwind(AssertUnwindSafe(|| (target.tries)(&changed))).is_err() {
            let told = String::from_utf8_lossy(&changed).into_owned();
            panic!("{name}/{file} in round {round} of seed {seed} breaks a promise:\n{told}");
        }
        slowest = slowest.max((begun.elapsed(), round));
    }
    // For whoever looks: a machine that is busy makes anything slow, so nothing is judged by it.
    let (took, round) = slowest;
    println!("{name}: {tried} bytes tried, the slowest took {took:?} (round {round})");
}

#[test]
fn component_ids() {
    replay("component_ids");
}

#[test]
fn typed_moves() {
    replay("typed_moves");
}

#[test]
fn options() {
    replay("options");
}

#[test]
fn records() {
    replay("records");
}

#[test]
fn rows() {
    replay("rows");
}

#[test]
fn gateway() {
    replay("gateway");
}
