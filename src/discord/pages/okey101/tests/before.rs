//! What whoever may not discard yet is not asked.

use super::super::pressed;
use super::*;
use crate::rules::okey101::Action;

/// As [`POOR`], with the okey.
const POOR_WITH_OKEY: &str =
    "R10 R11 R12 G2 G4 G6 G8 K4 K6 K8 K10 Y3 Y5 Y9 Y11 Y13 R5 R7 Y7 K12 G13";

/// Whether the second player is asked about this discard if they type it now.
fn is_asked(game: &Okey101, discard: &str) -> bool {
    let look = look(game, Viewer::Seat(seat(1)));
    let discard = Action::Discard {
        tile: tile(discard),
        confirm: false,
    };
    pressed::asks_first(reader(&look), view(&look), &discard).is_some()
}

#[test]
fn a_discard_that_costs_is_asked_about_only_where_it_can_be_made() {
    let mut game = dealt(&Options::default(), [RACK, POOR_WITH_OKEY]);
    assert!(!is_asked(&game, "R5"), "in somebody else's turn");
    plays(&mut game, 0, "Y3");
    assert!(!is_asked(&game, "R5"), "before drawing");
    plays(&mut game, 1, "take");
    assert!(!is_asked(&game, "R5"), "while a taken tile is in the way");
    plays(&mut game, 1, "return");
    plays(&mut game, 1, "draw");
    assert!(is_asked(&game, "R5"), "now");
    assert!(!is_asked(&game, "K12"), "it is free");
}
