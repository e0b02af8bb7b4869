//! The kept corpus, gone through by `cargo test`, and so many changes of it.
//!
//! `ISTAKA_ROUNDS=100000 cargo test --lib fuzzed` tries so many changes for each target, `ISTAKA_SEED` says which.

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::{Came, TARGETS, Target, mutated, target};
use crate::rules::Dice;
use crate::rules::any::GameId;

/// How large the corpus of a target may be: files, and bytes in all.
const MOST_FILES: usize = 100;
const MOST_BYTES: usize = 200_000;

/// How many changes are tried of each corpus, and how many bytes of them; but so many changes at the least.
const CHANGES: u64 = 1_500;
const MOST_TRIED: usize = 3_000_000;
const FEWEST: u64 = 300;

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

/// Where what is read belongs to a game.
const TARGETS_OF_GAMES: [&str; 5] = ["component_ids", "typed_moves", "options", "records", "rows"];

/// A corpus of which nothing is read would promise nothing: something of it is, for each game that has to do with it.
fn come_inside(name: &str, came: &[Came]) {
    if !TARGETS_OF_GAMES.contains(&name) {
        return assert!(came.contains(&Came::Inside), "{name}: nothing is read");
    }
    for game in GameId::RELEASED {
        let is_met = came.contains(&Came::IntoA(*game));
        assert!(
            is_met,
            "{name}: nothing that is kept comes to {}",
            game.id()
        );
    }
}

/// Goes through the corpus of a target, and through changes of it.
fn replay(name: &str) {
    let target = target(name);
    let kept = corpus(target);
    let mut came = Vec::new();
    for (file, bytes) in &kept {
        let tried = catch_unwind(|| (target.tries)(bytes));
        let Ok(tried) = tried else {
            panic!("tests/data/corpus/{name}/{file} breaks a promise");
        };
        came.push(tried);
    }
    come_inside(name, &came);
    let seed = told("ISTAKA_SEED").unwrap_or(23);
    let rounds = told("ISTAKA_ROUNDS");
    println!("{name}: {} inputs, seed {seed}", kept.len());
    let mut dice = Dice::from_seed(seed);
    let (mut tried, mut slowest) = (0, (Duration::ZERO, 0));
    let mut came = Vec::new();
    for round in 0..rounds.unwrap_or(CHANGES) {
        let any = |dice: &mut Dice| &kept[dice.below(kept.len() as u32) as usize];
        let ((file, bytes), (_, other)) = (any(&mut dice), any(&mut dice));
        let own = seed.wrapping_mul(1 << 32).wrapping_add(round);
        let changed = mutated(bytes, other, target.longest, own);
        tried += changed.len();
        if rounds.is_none() && tried > MOST_TRIED && round >= FEWEST {
            break;
        }
        let begun = Instant::now();
        let Ok(tried) = catch_unwind(AssertUnwindSafe(|| (target.tries)(&changed))) else {
            let told = String::from_utf8_lossy(&changed).into_owned();
            panic!("{name}/{file} in round {round} of seed {seed} breaks a promise:\n{told}");
        };
        came.push(tried);
        slowest = slowest.max((begun.elapsed(), round));
    }
    // For whoever looks: a machine that is busy makes anything slow, so nothing is judged by it.
    let (took, round) = slowest;
    println!("{name}: {tried} bytes tried, the slowest took {took:?} (round {round})");
    let inside = came.iter().filter(|came| **came != Came::ToTheDoor).count();
    let whole = came.iter().filter(|came| matches!(came, Came::IntoA(_)));
    let whole = whole.count();
    println!(
        "{name}: {inside} of {} came inside, {whole} to a game",
        came.len()
    );
    // With another seed few changes may come so far.
    if rounds.is_none() && told("ISTAKA_SEED").is_none() {
        assert!(inside > 0, "{name}: no change of a kept input is read");
        let has_games = TARGETS_OF_GAMES.contains(&name);
        assert!(
            !has_games || whole > 0,
            "{name}: none of {inside} changes that are read is of a game"
        );
    }
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
