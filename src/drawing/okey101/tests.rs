//! What the scenes of 101 hold, read as data, in games played by the rules.

use super::samples::moment;
use super::{Shown, board, slots};
use crate::drawing::paint;

#[test]
fn a_full_table_costs_few_bytes() {
    let bytes = paint(&board(&moment(140, 4, 79)));
    assert!(bytes.len() <= 40_000, "{} bytes", bytes.len());
}

#[test]
fn nothing_shown_has_no_slots() {
    assert!(slots(&Shown::default()).is_empty());
}
