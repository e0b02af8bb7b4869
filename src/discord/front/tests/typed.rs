//! What may be typed at every step of a whole game: the names that people who see no picture are told.

use std::cell::Cell;

use super::worlds::{Stop, TABLES, walk};
use crate::discord::front::commands::choices;
use crate::discord::front::play::{NEXT, WAIT, split, typed};
use crate::discord::pages::{declined, games};
use crate::discord::speech::words::Words;
use crate::discord::speech::{cards, karuta, tiles};
use crate::rules::any::{AnyAction, AnyView};
use crate::rules::card::Card;
use crate::rules::karuta::Karuta;
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;
use crate::rules::{Seat, Viewer};
use crate::tables::{Life, Look};

/// Every piece of the game with its name as it is spoken.
pub(super) fn spoken(look: &Look) -> Vec<(Piece, String)> {
    let words = Words::of("en");
    let of_tiles = |okey| -> Vec<(Piece, String)> {
        let named = |tile| (Piece::Tile(tile), tiles::spoken(words, tile, okey));
        Tile::kinds().map(named).collect()
    };
    match look.view.as_ref().expect("it was dealt") {
        AnyView::Okey(view) => of_tiles(view.okey()),
        AnyView::Okey101(view) => of_tiles(view.okey()),
        AnyView::Kaluki(_) => {
            let named = |card| (Piece::Card(card), cards::spoken(words, card));
            Card::kinds().map(named).collect()
        }
        AnyView::Meri(_) => {
            let named = |one| (Piece::Karuta(one), karuta::spoken(words, one));
            Karuta::pack().into_iter().map(named).collect()
        }
        #[cfg(debug_assertions)]
        AnyView::Toy(_) => panic!("no table of these"),
    }
}

/// What whoever is to act sees at each step of these tables.
pub(super) fn at_each_step(mut judge: impl FnMut(&str, &Look)) {
    for table in TABLES {
        walk(table, 0, |step, stop: Stop| {
            let watched = stop.look(Viewer::Watcher);
            let waiting = watched.waiting.map(|waiting| waiting.seats);
            for seat in waiting.into_iter().flat_map(|seats| seats.iter()).take(1) {
                let look = stop.look(Viewer::Seat(seat));
                judge(&format!("{table:?}, step {step}"), &look);
            }
        });
    }
}

/// The names of karuta end in brackets, and such a text was read as its brackets alone: `3 of whorls (guru)` played another
/// one of that suit. Some games did not know the names that they told.
#[test]
fn the_piece_that_was_named_is_played_and_no_other() {
    at_each_step(|place, look| {
        let told = spoken(look);
        let meant =
            |text: &str| typed(look.game, text, Some(look)).map(|meant| games::text(&meant));
        for (number, (piece, name)) in told.iter().enumerate() {
            let own = format!(" {piece}");
            let played = meant(name);
            let is_own = played.as_ref().is_some_and(|text| text.ends_with(&own));
            assert!(is_own, "{place}: {name}: {played:?}");
            // Cards of a meld are no discard.
            let other = &told[(number + 1) % told.len()].1;
            for text in [
                format!("lay {other}, {other} and joker ({name})"),
                format!("play {other} {other} joker ({piece})"),
            ] {
                let played = meant(&text).unwrap_or_default();
                let is_thrown = ["discard", "play", "lead", "finish"].contains(&verb(&played));
                assert!(!is_thrown, "{place}: {text}: {played}");
            }
        }
    });
}

fn verb(text: &str) -> &str {
    text.split(' ').next().unwrap_or(text)
}

#[test]
fn what_the_list_shows_is_read_as_the_move_it_shows() {
    let compared = Cell::new(0);
    at_each_step(|place, look| {
        let offered = serde_json::json!(choices(look, Words::of("en"), ""));
        for offer in offered.as_array().into_iter().flatten() {
            let [name, value] = ["name", "value"].map(|key| offer[key].as_str().expect("a text"));
            let read = |text: &str| -> Option<AnyAction> { typed(look.game, text, Some(look)) };
            let text = split(value).1;
            if [NEXT, WAIT].contains(&text) {
                continue;
            }
            let meant = read(text);
            assert!(meant.is_some(), "{place}: {text}");
            // Of a long move the list shows the text alone, or as much of it as has room.
            if name.ends_with(')') {
                assert_eq!(read(name), meant, "{place}: {name}");
                compared.set(compared.get() + 1);
            }
        }
    });
    assert!(compared.get() > 1_000, "only {} moves", compared.get());
}

/// Found by hand: the dash of a run was read as the one of the keyboard in what is typed, but not in what is offered.
#[test]
fn whoever_types_a_run_as_the_list_shows_it_finds_it_there() {
    let words = Words::of("en");
    let found = Cell::new(0);
    at_each_step(|place, look| {
        let offered = serde_json::json!(choices(look, words, ""));
        let mut offers = offered.as_array().into_iter().flatten();
        let of_run = offers.find(|offer| {
            offer["name"]
                .as_str()
                .is_some_and(|name| name.contains('–'))
        });
        let Some(offer) = of_run else { return };
        let name = offer["name"].as_str().expect("a text");
        for typed in [name.to_owned(), name.replace('–', "-")] {
            let offered = serde_json::json!(choices(look, words, &typed));
            let is_there = offered.as_array().is_some_and(|all| all.contains(offer));
            assert!(is_there, "{place}: {typed}");
            found.set(found.get() + 1);
        }
    });
    assert!(found.get() > 20, "only {} runs", found.get());
}

/// Found by hand: whoever was not to act and typed no move was sent to a list in which there was none for them.
#[test]
fn whoever_has_no_move_in_the_list_is_not_sent_to_it() {
    let words = Words::of("en");
    let judged = Cell::new([0; 2]);
    for table in TABLES {
        walk(table, 0, |step, stop: Stop| {
            for seat in Seat::all(stop.look(Viewer::Watcher).seats.len()) {
                let look = stop.look(Viewer::Seat(seat));
                if look.life != Life::Playing {
                    continue;
                }
                let offered = serde_json::json!(choices(&look, words, ""));
                let can_move = offered[0]["value"] != WAIT;
                let told = declined::no_move(words, "hats", &look);
                let is_sent = told.contains("Choose one from the list");
                assert_eq!(is_sent, can_move, "{table:?}, step {step}: {told}");
                let mut counts = judged.get();
                counts[usize::from(can_move)] += 1;
                judged.set(counts);
            }
        });
    }
    let judged = judged.get();
    assert!(judged.iter().all(|count| *count > 100), "{judged:?}");
}
