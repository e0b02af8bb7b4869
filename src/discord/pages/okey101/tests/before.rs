//! What whoever may not discard yet is told, and what they are not asked.

use super::super::{Okey101Face, pressed};
use super::*;
use crate::discord::pages::kit::face::Face;
use crate::rules::okey101::{Action, Refusal};

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

#[test]
fn whoever_discards_before_drawing_is_told_what_they_may_begin_with() {
    let mut game = dealt(&Options::default(), [RACK, POOR]);
    plays(&mut game, 0, "Y3");
    let refused = |game: &Okey101, stock: Option<usize>| {
        let look = look(game, Viewer::Seat(seat(1)));
        let seen = view(&look).clone();
        let seen = View {
            stock: stock.unwrap_or(seen.stock),
            ..seen
        };
        Okey101Face::refusal(Words::of("en"), &Refusal::MustDrawFirst, Some(&seen))
    };
    let may_take = "First draw from the stock, or take the discard.";
    assert_eq!(refused(&game, None), may_take);
    let is_empty = "The stock is empty: first take the discard, or pass.";
    assert_eq!(refused(&game, Some(0)), is_empty);
    plays(&mut game, 1, "take");
    plays(&mut game, 1, "return");
    assert_eq!(refused(&game, None), "First draw from the stock.");
    let passes = "The stock is empty, and there is no discard you may take: you can only pass.";
    assert_eq!(refused(&game, Some(0)), passes);
    // What is to be done has changed since, or nobody knows.
    plays(&mut game, 1, "draw");
    let unknown = "You had no tile for this turn yet.";
    assert_eq!(refused(&game, None), unknown);
    let told = Okey101Face::refusal(Words::of("en"), &Refusal::MustDrawFirst, None);
    assert_eq!(told, unknown);
}
