//! One battery for every game: what the contract of a game promises, over many seeds.
//!
//! A failure names the game, the seats and the seed. `leaks` is the leak test; it must catch leaks planted on purpose.

#[path = "conformance/contract.rs"]
mod contract;
#[path = "conformance/golden.rs"]
mod golden;
#[path = "conformance/leaks.rs"]
mod leaks;
#[path = "conformance/okey.rs"]
mod okey;
#[path = "conformance/okey101.rs"]
mod okey101;
#[path = "conformance/okey101_scores.rs"]
mod okey101_scores;
#[path = "conformance/okey101_walk.rs"]
mod okey101_walk;
#[path = "conformance/planted.rs"]
mod planted;
mod support;
#[path = "conformance/walk.rs"]
mod walk;
