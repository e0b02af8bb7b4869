//! What somebody reads who typed what is no move: few examples, of what they may do now.

use super::ends::{page, seen};
use super::{options, rigged, said, seat, type_all};
use crate::discord::pages::kaluki::KalukiFace;
use crate::discord::pages::kaluki::press::{Page, Press};
use crate::discord::pages::kaluki::typed::read;
use crate::discord::pages::kit::face::Face;
use crate::rules::kaluki::{Action, Kaluki};
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

/// The letters are no words of English.
#[test]
fn whoever_reads_the_table_as_text_reads_what_may_be_typed() {
    let (look, view) = seen(&rigged(&options(""), 3, ""), 0);
    let text = page(&look, &view, Press::See(Page::Text)).text;
    for told in ["`discard h9`", "h hearts", "s spades", "`9 of hearts`"] {
        assert!(text.contains(told), "{told}: {text}");
    }
}

/// What seat 0 lays by this text.
fn typed(game: &Kaluki, text: &str) -> Action {
    let view = game.view(Viewer::Seat(seat(0)));
    read(text, &game.actions(seat(0)), Some(&view)).expect(text)
}

/// Rank first, behind a joker: whoever holds the ace lays it, and where both senses can be laid the rules ask.
#[test]
fn no_ace_of_spades_is_swallowed_behind_a_joker() {
    let rules = "initial_min=0 joker_count=4";
    let holds = "0: d5 d6 d7 d8 sJ sQ sK sA hA sA Jk Jk h3; stock: h5";
    let lacks = "0: d5 d6 d7 d8 sJ sQ sK hA Jk Jk h3; stock: h5";
    for (setup, text, expected) in [
        (
            holds,
            "open jk as ks qs js",
            Some("open Jk=s10 sJ sQ sK sA"),
        ),
        (
            holds,
            "open 🃏 as ks qs js",
            Some("open Jk=s10 sJ sQ sK sA"),
        ),
        (holds, "open jk as ks", Some("open Jk=sQ sK sA")),
        (holds, "open joker as ks", Some("open Jk=sQ sK sA")),
        (holds, "open joker as ks qs js", None),
        (lacks, "open joker as ks qs js", Some("open sJ sQ Jk=sK")),
        (holds, "open joker as d4 d5 d6", Some("open Jk=d4 d5 d6")),
        (holds, "open jk as d4 d5 d6", Some("open Jk=d4 d5 d6")),
    ] {
        let mut game = rigged(&options(rules), 3, setup);
        type_all(&mut game, "0 draw").expect("a turn");
        let action = typed(&game, text);
        let accepted = type_all(&mut game, &format!("0 {text}"));
        match expected {
            Some(meant) => {
                assert!(accepted.is_ok(), "{text}: {:?}", accepted.err());
                assert!(action == typed(&game, meant), "{text}: {meant}");
            }
            None => {
                let (code, sentence) = said(rules, setup, &format!("0 draw; 0 {text}"));
                assert_eq!(code, "E_JOKER_UNDECLARED", "{text}: {sentence}");
            }
        }
    }
    // Whoever does not hold the ace that they typed is told so.
    let (code, sentence) = said(rules, lacks, "0 draw; 0 open jk as ks qs js");
    assert_eq!(code, "E_NOT_HELD", "{sentence}");
}
