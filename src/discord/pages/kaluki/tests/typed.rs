//! What somebody reads who typed what is no move: few examples, of what they may do now.

use super::{options, rigged, seat, type_all};
use crate::discord::pages::kaluki::KalukiFace;
use crate::discord::pages::kit::face::Face;
use crate::rules::{Game, Viewer};

/// The examples that somebody reads after these moves.
fn examples(rules: &str, setup: &str, moves: &str, who: usize) -> String {
    let mut game = rigged(&options(rules), 3, setup);
    if !moves.is_empty() {
        type_all(&mut game, moves).expect(moves);
    }
    let who = seat(who);
    let view = game.view(Viewer::Seat(who));
    let told = KalukiFace::examples(&game.actions(who), Some(&view));
    for text in told.split(", ") {
        assert!(
            KalukiFace::typed(text, &game.actions(who), Some(&view)).is_some(),
            "{text}"
        );
    }
    told
}

#[test]
fn the_examples_are_few_and_fit_the_moment() {
    let low = "0: h2; 1: s4 h4 d6 c8 s9 hJ dK c2 d3 s6 h9 cA h5; pile: d9";
    let usual = "draw, take, open hQ cQ sQ / h3 h4 h5, build 3 sJ sQ high, discard h9";
    for (setup, moves, who, expected) in [
        // The very first discard is free to take, a later one opens nothing.
        (low, "", 0, "draw, take"),
        (low, "0 draw; 0 discard h2", 1, "draw"),
        (low, "", 1, usual),
        (
            "0: hQ cQ sQ h3 h4 h5",
            "0 draw",
            0,
            "open best, discard h3, open hQ cQ sQ / h3 h4 h5",
        ),
    ] {
        let told = examples("", setup, moves, who);
        assert_eq!(told, expected, "{setup}: {moves}");
    }
}
