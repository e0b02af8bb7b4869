//! istaka hosts rummy-family and karuta table games in Discord channels.
//!
//! The rooms, in reading order; `ARCHITECTURE.md` says what each may know of the others.
#![forbid(unsafe_code)]

pub mod rules;

pub mod computers;

pub mod tables;

pub mod store;

pub mod drawing;

pub mod discord;

pub mod sandbox;

pub mod cli;
pub mod config;
