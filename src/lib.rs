//! istaka hosts rummy-family and karuta table games in Discord channels.
//!
//! The rooms, in reading order; `ARCHITECTURE.md` says what each may know of the others.

// What says `pub` can be seen from outside of its crate.
#![warn(unreachable_pub)]

pub use istaka_rules as rules;

pub use istaka_computers as computers;

pub use istaka_arena as arena;

pub mod tables;

pub mod store;

pub use istaka_drawing as drawing;

pub use istaka_language as language;

pub mod discord;

pub use istaka_sandbox as sandbox;

pub mod cli;
pub mod config;
pub mod meters;

/// What is tried with strange inputs: in tests and for the fuzzer alone, so that the library that ships has no more doors.
#[cfg(any(test, fuzzing))]
#[path = "../tests/fuzzed/mod.rs"]
pub mod fuzzed;
