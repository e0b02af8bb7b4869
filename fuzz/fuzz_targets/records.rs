//! Tries `records`; what that is stands in tests/fuzzed.
#![no_main]

istaka_fuzz::target!("records");
