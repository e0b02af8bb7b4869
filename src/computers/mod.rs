//! Players made of code. A computer is a pure function of what its seat may see, the actions it has and
//! dice of its own; it never gets a state, nor the table's chance.
//!
//! [`Mind`] is what the computers of a game do; the list of those who do it stands in `any.rs`, that of the levels in
//! `level.rs`.

// What says `pub` can be seen from outside of its crate.
#![warn(unreachable_pub)]

mod any;
pub mod kaluki;
mod level;
pub mod meri;
mod mind;
pub mod okey;
pub mod okey101;
#[cfg(test)]
mod tests;
#[cfg(debug_assertions)]
#[path = "../../tests/toy/computers.rs"]
pub mod toy;

pub use any::{Hint, Why, costly, hint};
pub use level::Level;
pub use mind::{Costly, Mind};

use istaka_rules as rules;
