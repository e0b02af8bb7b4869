//! One battery for every game: what the contract of a game promises, over many seeds.
//!
//! A failure names the game, the seats and the seed. `leaks` is the leak test; it must catch leaks planted on purpose.

/// All of it, under one name: `cargo test conformance` runs the battery and nothing else.
mod conformance {
    mod contract;
    mod golden;
    mod kaluki;
    mod kaluki_planted;
    mod kaluki_walk;
    mod leaks;
    mod meri;
    mod meri_planted;
    mod meri_scores;
    mod okey;
    mod okey101;
    mod okey101_scores;
    mod okey101_walk;
    mod planted;
    mod records;
    mod walk;
}
mod support;
