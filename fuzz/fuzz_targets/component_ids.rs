//! Tries `component_ids`; what that is stands in tests/fuzzed.
#![no_main]

istaka_fuzz::target!("component_ids");
