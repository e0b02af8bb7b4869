//! What pages of Okey 101 tell where penalties cost nothing.

use super::super::Okey101Face;
use super::*;
use crate::discord::pages::kit::face::Face;
use crate::rules::okey101::Refusal;

/// The strict game with this penalty, after an opening with too few points.
fn failed(penalty_amount: u32) -> Okey101 {
    let strict = Options {
        penalties: Penalties::Strict,
        penalty_amount,
        ..Options::default()
    };
    let mut game = dealt(&strict, [RACK, POOR]);
    plays(&mut game, 0, "open K11 K12 K13");
    game
}

#[test]
fn where_penalties_cost_nothing_no_failed_opening_is_said_to_have_cost_something() {
    let why = "The opening was not laid";
    for (amount, costs) in [(0, false), (1, true), (101, true)] {
        let game = failed(amount);
        let panel = panel_of(&game, 0);
        assert_tells(&panel, "Your opening failed");
        assert_tells(&panel, why);
        assert_tells(&panel, "You may try again");
        for said in ["and cost you", "failing once more"] {
            assert_eq!(panel.text.contains(said), costs, "{}", panel.text);
        }
        // Everybody reads that it failed; what was charged stands apart.
        let board = board_of(&game);
        assert_tells(&board, "tried to open and failed");
        let penalty = format!("**+{amount}**: a failed opening");
        assert_eq!(board.text.contains(&penalty), costs, "{}", board.text);
        assert_eq!(board.text.contains("⚠️"), costs, "{}", board.text);

        let refused = again(&game);
        assert!(refused.starts_with(why), "{refused}");
        assert!(refused.contains("ou may try again."), "{refused}");
        assert_eq!(refused.contains("already paid"), costs, "{refused}");
    }
}

/// What is said to whoever fails once more in the same turn.
fn again(game: &Okey101) -> String {
    let seen = game.view(Viewer::Seat(seat(0)));
    let action = typed::read("open R13 Y13 G13", &game.actions(seat(0)), Some(&seen));
    let action = action.expect("a move");
    match game.decide(seat(0), &action, &Chance::from_seed(0)) {
        Err(refusal @ Refusal::FailedAlready { .. }) => {
            Okey101Face::refusal(Words::of("en"), &refusal, Some(&seen))
        }
        _ => panic!("it fails once more"),
    }
}

#[test]
fn where_penalties_cost_nothing_no_discard_of_a_preview_is_red() {
    for (amount, tone) in [(0, Tone::Plain), (101, Tone::Grave)] {
        let options = Options {
            penalty_amount: amount,
            ..Options::default()
        };
        let game = dealt(&options, [RACK, POOR]);
        let look = look(&game, Viewer::Seat(seat(0)));
        let rack = view(&look).rack().expect("a rack");
        let melds = ["K11 K12 K13", "R13 Y13 G13", "Y5 Y6 Y7 Y8"];
        let composition = Composition::of_melds(rack, melds.iter().map(|meld| tiles(meld)));
        let page = compose::preview(reader(&look), view(&look), composition, None);
        let shown = discards(&page.expect("a page"));
        // The okey fits what would lie on the table, K4 does not.
        assert!(shown.contains(&(tile("R5"), tone)), "{amount}: {shown:?}");
        assert!(
            shown.contains(&(tile("K4"), Tone::Plain)),
            "{amount}: {shown:?}"
        );
    }
}
