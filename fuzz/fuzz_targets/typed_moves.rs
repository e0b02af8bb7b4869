//! Tries `typed_moves`; what that is stands in tests/fuzzed.
#![no_main]

istaka_fuzz::target!("typed_moves");
