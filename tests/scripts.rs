//! The vectors of the written rules, row by row: every table is a data file below `tests/data`.

#[path = "scripts/kaluki.rs"]
mod kaluki;
#[path = "scripts/kaluki_plans.rs"]
mod kaluki_plans;
#[path = "scripts/kaluki_play.rs"]
mod kaluki_play;
#[path = "scripts/kaluki_rig.rs"]
mod kaluki_rig;
#[path = "scripts/meri.rs"]
mod meri;
#[path = "scripts/okey.rs"]
mod okey;
#[path = "scripts/okey101.rs"]
mod okey101;
#[path = "scripts/okey101_play.rs"]
mod okey101_play;
#[path = "scripts/okey101_rig.rs"]
mod okey101_rig;
#[path = "scripts/okey101_views.rs"]
mod okey101_views;
#[path = "scripts/okey_books.rs"]
mod okey_books;
#[path = "scripts/okey_play.rs"]
mod okey_play;
mod support;
