//! Whole games without a table: computers meet here, and records of games are judged. Unlike a player this room sees
//! the truth, and it shows it to none: computers get views of it, and what it tells are counts.

// What says `pub` can be seen from outside of its crate.
#![warn(unreachable_pub)]

pub mod adversaries;
pub mod contest;
pub mod evenness;
pub mod glimpse;
pub mod simulated;
pub mod statistics;
#[cfg(test)]
#[path = "../computers/tests.rs"]
mod tests;
pub mod verifier;

use istaka_computers as computers;
use istaka_rules as rules;
