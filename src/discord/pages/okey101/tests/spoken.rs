//! The board and the score sheet of Okey 101 in words: they say what the picture and the text do.

use super::*;
use crate::rules::PerSeat;
use crate::rules::okey101::score::Ending;
use crate::rules::okey101::view::RoundResult;
use crate::rules::okey101::{OpenKind, Opening};

/// The alt text of the board of this view.
fn alt(view: &View) -> String {
    let look = look(&dealt(&Options::default(), [RACK, POOR]), Viewer::Watcher);
    board::board(reader(&look), view, None).alt
}

/// What everybody sees of a round that was just dealt.
fn watched() -> View {
    let game = dealt(&Options::default(), [RACK, POOR]);
    view(&look(&game, Viewer::Watcher)).clone()
}

/// The score sheet after rounds that cost the one seat 1, 2, 3, and the other ten times as much.
fn after(rounds: i32) -> View {
    let seen = watched();
    let cost = |round: i32| [round, 10 * round].into_iter().collect();
    let sum: i32 = (1..=rounds).sum();
    View {
        phase: Phase::RoundOver,
        result: Some(RoundResult {
            ending: Ending::Exhausted,
            counted: true,
            lines: PerSeat::new(2, |_| Default::default()),
        }),
        round: u32::try_from(rounds).expect("few rounds"),
        sheet: (1..=rounds).map(cost).collect(),
        totals: [sum, 10 * sum].into_iter().collect(),
        counting: [sum, 10 * sum].into_iter().collect(),
        ..seen
    }
}

#[track_caller]
fn assert_says(alt: &str, said: &[&str]) {
    for said in said {
        assert!(alt.contains(said), "{said}: {alt}");
    }
}

#[test]
fn a_board_in_words_says_which_round_it_is_and_what_an_opening_needs() {
    let mut seen = watched();
    let said = alt(&seen);
    assert_says(
        &said,
        &[
            "The table in round 1 of 5, ",
            "It is Blue circle's turn. To open: 101 points, or 5 doubles.",
        ],
    );
    seen.opened = PerSeat::new(2, |_| {
        Some(Opening {
            kind: OpenKind::Series,
            worth: 101,
            low: false,
        })
    });
    assert!(!alt(&seen).contains("To open"), "everybody has opened");
}

#[test]
fn a_board_in_words_names_the_taken_tile() {
    let mut seen = watched();
    seen.phase = Phase::Taken(seat(0));
    seen.taken = Some(tile("R10"));
    let said = alt(&seen);
    let told = "turn. Blue circle took red 10 and must use it or give it back. To open: ";
    assert_says(&said, &[told]);
}

#[test]
fn the_words_for_teams_stand_on_the_board_and_on_the_sheet() {
    for mut seen in [watched(), after(2)] {
        assert!(!alt(&seen).contains("Teams: "));
        seen.options.teams = true;
        seen.totals = [7, 2].into_iter().collect();
        seen.counting = [12, 5].into_iter().collect();
        let teams = "Teams: Blue circle and Purple square 12, Orange diamond and Red triangle 5.";
        let said = alt(&seen);
        assert_says(&said, &[teams]);
        assert!(
            said.contains(" 7 points") || said.contains("in all 7."),
            "{said}"
        );
    }
}

#[test]
fn a_score_sheet_in_words_sums_the_rounds_that_its_picture_sums() {
    assert_says(
        &alt(&after(11)),
        &[
            "The score sheet after round 11. ",
            "Blue circle: 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, in all 66.",
        ],
    );
    assert_says(
        &alt(&after(13)),
        &[
            "The score sheet after round 13; the first number of each seat sums rounds 1 to 3. ",
            "Blue circle: 6, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, in all 91.",
        ],
    );
}
