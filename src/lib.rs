//! istaka hosts rummy-family and karuta table games in Discord channels.
//!
//! The rooms, in reading order; `ARCHITECTURE.md` says what each may know of the others.

pub use istaka_rules as rules;

pub use istaka_computers as computers;

pub use istaka_arena as arena;

pub mod tables;

pub mod store;

pub use istaka_drawing as drawing;

pub mod discord;

pub use istaka_sandbox as sandbox;

pub mod cli;
pub mod config;
pub mod meters;
