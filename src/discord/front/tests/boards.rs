//! What boards and panels tell at every step of a whole game.

use super::worlds::{Stop, TABLES, walk};
use crate::discord::pages::board::asked_for;
use crate::discord::pages::games;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, sign};
use crate::discord::wire::note::{MOST_TEXT, Note};
use crate::rules::any::AnyView;
use crate::rules::meri::view as meri;
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
        if look.life != Life::Playing {
            return;
        }
        for (seat, line) in Seat::all(4).zip(board(&look).text.lines()) {
            let is_out = look.out.contains(seat);
            assert_eq!(line.ends_with(" · out"), is_out, "step {step}: {line}");
        }
        told += look.out.len();
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

#[test]
fn who_drew_which_seat_is_told_until_something_is_played() {
    for table in TABLES {
        let (mut before, mut after) = (0, 0);
        walk(table, 4, |step, stop| {
            let mut look = stop.look(Viewer::Watcher);
            look.seats_drawn = true;
            let told = games::told(&look).expect("it was dealt");
            let text = board(&look).text;
            let lines = [
                "You drew cards for your seats",
                "Seats were drawn",
                "Seats and teams were drawn",
            ];
            let is_told = lines.iter().any(|line| text.contains(line));
            let is_new = told.moves == 0;
            assert_eq!(is_told, is_new, "{table:?}, step {step}: {text}");
            before += u32::from(is_new);
            after += u32::from(!is_new);
        });
        assert!(before > 0 && after > 0, "{table:?}: {before} {after}");
    }
}

#[test]
fn the_board_of_a_game_that_is_over_begins_with_its_result() {
    let longer = [
        ("okey", 4, "end_mode=elimination start_points=4"),
        ("okey101", 4, "teams=true rounds=1"),
        ("meri", 8, "match_length=hitokiri"),
    ];
    for table in TABLES.into_iter().chain(longer) {
        let mut ended = 0;
        walk(table, 5, |_, stop| {
            let look = stop.look(Viewer::Watcher);
            if look.life != Life::Finished {
                return;
            }
            ended += 1;
            let body = games::standing(Reader::public(&look), None).expect("it was dealt");
            let text = body.text;
            let lines: Vec<&str> = text.lines().collect();
            assert!(lines[0].starts_with("## "), "{table:?}: {text}");
            assert!(lines[1].starts_with("**1.** "), "{table:?}: {text}");
            assert_eq!(text.matches("## ").count(), 1, "{table:?}: {text}");
            for gone in ["indicator", "trump: ", "left in the stock"] {
                assert!(!lines[1..].iter().any(|line| line.contains(gone)), "{text}");
            }
        });
        assert_eq!(ended, 1, "{table:?}");
    }
}

#[test]
fn whoever_does_not_lead_the_first_trick_of_hachinin_meri_reads_after_whom_they_play() {
    let mut told = 0;
    walk(("meri", 8, "match_length=hitomaki"), 1, |step, stop| {
        for seat in Seat::all(8) {
            let look = stop.look(Viewer::Seat(seat));
            let Some(AnyView::Meri(view)) = &look.view else {
                panic!("a table of Hachinin-meri");
            };
            let meri::Phase::Uchidashi(taker) = view.phase else {
                continue;
            };
            let text = panel(&look).text;
            let waits = text.contains("Not your turn yet: you play after ");
            assert_eq!(waits, seat != taker, "step {step}: {text}");
            told += u32::from(waits);
        }
    });
    assert!(told >= 7, "{told}");
}

#[test]
fn what_a_round_of_101_cost_has_a_sign_and_is_told_once() {
    let (mut signed, mut plain) = (0, 0);
    for (set, seed) in [("rounds=2 open_min=40", 1), ("rounds=1 open_min=40", 2)] {
        walk(("okey101", 3, set), seed, |_, stop| {
            let look = stop.look(Viewer::Watcher);
            let is_over = look.life == Life::Finished;
            if look.next_round_at.is_none() && !is_over {
                return;
            }
            let text = board(&look).text;
            let costs = text
                .lines()
                .filter(|line| line.contains("** → **") || line.contains(") → **"));
            for line in costs {
                assert!(line.contains(": **+") || line.contains(": **−"), "{text}");
                signed += 1;
                // After an only round the standing says the rest.
                let explains = line.contains(") → ");
                assert!(
                    explains || !is_over || set.starts_with("rounds=2"),
                    "{text}"
                );
                plain += u32::from(!explains);
            }
        });
    }
    assert!(signed > 0 && plain > 0, "{signed} {plain}");
}

/// Repeats the melds on the table until there is no room for them in a picture in words; `None` where none lie.
fn with_many_melds(mut look: Look) -> Option<Look> {
    const MANY: usize = 30;
    match look.view.as_mut()? {
        AnyView::Okey101(view) if view.result.is_none() && !view.table.is_empty() => {
            view.table = view.table.iter().cycle().take(MANY).cloned().collect();
        }
        AnyView::Kaluki(view) if view.result.is_none() && !view.table.is_empty() => {
            view.table = view.table.iter().cycle().take(MANY).cloned().collect();
        }
        _ => return None,
    }
    Some(look).filter(|look| look.life == Life::Playing)
}

/// Found by hand: players read of every meld behind *As text*, watchers only of the last ones.
#[test]
fn whoever_watches_reads_of_every_meld_when_they_ask_for_the_table() {
    for table in TABLES
        .into_iter()
        .filter(|(game, ..)| ["okey101", "kaluki"].contains(game))
    {
        let mut judged = 0;
        walk(table, 0, |step, stop| {
            let Some(look) = with_many_melds(stop.look(Viewer::Watcher)) else {
                return;
            };
            let reader = Reader::public(&look);
            let Body { text, alt, .. } = board(&look);
            let told = asked_for(reader, Note::private(text), &alt).text;
            assert!(told.chars().count() <= MOST_TEXT, "{table:?}, step {step}");
            for number in 1..=30 {
                let is_spoken = alt.contains(&format!("Meld {number} of "));
                let line = format!("{number}. ");
                let is_written = told.lines().any(|told| told.starts_with(&line));
                assert!(
                    is_spoken != is_written,
                    "{table:?}, {step}, {number}: {alt}\n{told}"
                );
            }
            judged += 1;
        });
        assert!(judged > 0, "no melds at {table:?}");
    }
}
