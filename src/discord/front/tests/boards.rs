//! What boards and panels tell at every step of a whole game.

use super::worlds::{Stop, walk};
use crate::discord::pages::games;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, sign};
use crate::rules::any::AnyView;
use crate::rules::okey::view::{Moved, Phase};
use crate::rules::{Seat, Viewer};
use crate::tables::{Life, Look};

/// Three are out, one after the other or several at once.
const ELIMINATION: (&str, usize, &str) = ("okey", 4, "end_mode=elimination start_points=4");

fn board(look: &Look) -> Body {
    games::board(Reader::public(look), None).expect("it was dealt")
}

fn panel(look: &Look) -> Body {
    games::panel(Reader::public(look), None).expect("it was dealt")
}

#[test]
fn a_board_of_okey_tells_who_is_out() {
    let mut told = 0;
    walk(ELIMINATION, 0, |step, stop| {
        let look = stop.look(Viewer::Watcher);
        for (seat, line) in Seat::all(4).zip(board(&look).text.lines()) {
            let is_out = look.out.contains(seat);
            assert_eq!(line.ends_with(" · out"), is_out, "step {step}: {line}");
        }
        if look.life == Life::Playing {
            told += look.out.len();
        }
    });
    assert!(told > 0, "nobody was out before the end");
}

/// Whose discard may be taken now.
fn discarded(look: &Look) -> Option<Seat> {
    let Some(AnyView::Okey(view)) = &look.view else {
        panic!("a table of Okey");
    };
    let Phase::Draw(_) = view.phase else {
        return None;
    };
    match view.history.last() {
        Some(Moved::Discarded { seat, .. }) => Some(*seat),
        _ => None,
    }
}

#[test]
fn whoever_is_out_of_a_game_of_okey_is_passed_over() {
    let (mut taken, mut waited) = (0, 0);
    walk(ELIMINATION, 0, |step, stop| {
        let watched = stop.look(Viewer::Watcher);
        if watched.out.is_empty() || watched.life != Life::Playing {
            return;
        }
        let discarded = discarded(&watched);
        let mut buttons = board(&watched).rows.into_iter().flatten();
        let takes = buttons.any(|button| button.label.starts_with("Take "));
        assert_eq!(takes, discarded.is_some(), "step {step}");
        taken += u32::from(takes);
        for seat in Seat::all(4) {
            waited += u32::from(waits(&stop, seat, step));
        }
    });
    assert!(taken > 0 && waited > 0, "{taken} {waited}");
}

/// Whether a panel tells after whom its owner plays, which is somebody who plays.
fn waits(stop: &Stop, seat: Seat, step: u64) -> bool {
    let look = stop.look(Viewer::Seat(seat));
    let Body { text, rows, .. } = panel(&look);
    assert_eq!(
        text.contains("You are out"),
        look.is_out(),
        "step {step}: {text}"
    );
    if look.is_out() {
        assert_eq!(rows.into_iter().flatten().count(), 0, "step {step}");
        return false;
    }
    let after = text.split_once("you play after ");
    let Some(told) = after.and_then(|(_, rest)| rest.split_once(' ')) else {
        return false;
    };
    let mut out = look.out.iter();
    assert!(out.all(|out| sign(out) != told.0), "step {step}: {text}");
    true
}

#[test]
fn boards_tell_who_plays_together() {
    let mut lost = false;
    for (game, set, points) in [
        ("okey", "partnership=true max_hands=3", 20),
        ("okey101", "teams=true rounds=1", 0),
    ] {
        walk((game, 4, set), 0, |step, stop| {
            let text = board(&stop.look(Viewer::Watcher)).text;
            let [one, two, three, four] =
                [0, 1, 2, 3].map(|seat| sign(Seat::new(seat).expect("a seat")));
            let begin = format!("Teams: {one}{three} **{points}** · {two}{four} **{points}**");
            assert!(step > 0 || text.contains(&begin), "{text}");
            assert_eq!(text.matches("Teams: ").count(), 1, "{text}");
            assert!(!text.contains("The others lose"), "{text}");
            lost |= text.contains("The other team loses 2.");
        });
    }
    assert!(lost, "nobody won a round of Okey");
}
