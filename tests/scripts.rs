//! The vectors of the written rules, row by row: every table is a data file below `tests/data`.

#[path = "scripts/okey.rs"]
mod okey;
#[path = "scripts/okey_play.rs"]
mod okey_play;
mod support;
