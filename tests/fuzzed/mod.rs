//! What is tried with inputs that nobody thought of: one target for each kind of text that comes from outside.
//!
//! A target takes any bytes and panics where a promise does not hold. The same functions are called by the fuzzer (`fuzz/`,
//! built with `cfg(fuzzing)`) and by `cargo test`, which goes through the kept corpus in `tests/data/corpus/TARGET` and through
//! changes of it. What a target tries beyond "no panic" stands at its function. Targets that need the inside of a room are
//! modules of that room, in the files beside this one; the library that ships has none of this.

#[cfg(test)]
mod kept;
mod mutate;
mod options;
mod records;

pub use mutate::mutated;

use crate::rules::any::GameId;
use crate::{discord, tables};

/// How far an input came.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Came {
    /// It was turned away at the door: it reads as nothing.
    ToTheDoor,
    /// It was read, and what it led to was judged.
    Inside,
    /// The same at a table of this game.
    IntoA(GameId),
}

/// One kind of input, and what is tried with it.
pub struct Target {
    /// The name of its folder in the corpus, and of its program in `fuzz/`.
    pub name: &'static str,
    /// Tries an input; panics where a promise does not hold.
    pub tries: fn(&[u8]) -> Came,
    /// Longer inputs than this are nothing that comes: Discord sends none, or the store reads none.
    pub longest: usize,
}

/// All of them. `fuzz/fuzz_targets` has a program for each (a test holds it).
pub const TARGETS: [Target; 6] = [
    Target {
        name: "component_ids",
        tries: discord::fuzzed::component_ids,
        longest: 256,
    },
    Target {
        name: "typed_moves",
        tries: discord::fuzzed::typed_moves,
        longest: 6_100,
    },
    Target {
        name: "options",
        tries: options::options,
        longest: 4_096,
    },
    Target {
        name: "records",
        tries: records::records,
        longest: 200_000,
    },
    Target {
        name: "rows",
        tries: tables::fuzzed::rows,
        longest: 200_000,
    },
    Target {
        name: "gateway",
        tries: discord::fuzzed::gateway,
        longest: 65_536,
    },
];

/// The target with this name.
///
/// # Panics
///
/// If there is none.
pub fn target(name: &str) -> &'static Target {
    let mut all = TARGETS.iter();
    let found = all.find(|target| target.name == name);
    found.unwrap_or_else(|| panic!("{name} is no target"))
}
