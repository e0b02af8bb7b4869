//! Pages on which cards are put together: that text, picture and buttons say the same, and why cards go nowhere.

use super::ends::{after, page, seen};
use super::{composed, rigged};
use crate::discord::pages::kaluki::KalukiFace;
use crate::discord::pages::kaluki::draft::Draft;
use crate::discord::pages::kaluki::press::{Page, Press};
use crate::discord::pages::kit::face::Face;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::words::Words;
use crate::drawing::scene::{Badge, Item};
use crate::rules::card::Card;
use crate::rules::kaluki::{Kaluki, View};

/// A run to which seat 0 and seat 1 can add, and an end of it where nothing is added.
const RUN: &str = "open 0: R: h5 h6 h7 / S: hQ cQ sQ; 0: h4 h8 h9 h10; \
    open 1: S: sK cK dK / R: d10 dJ dQ; 1: h10; 2: h4; stock: d2";

/// A draft with these cards of a hand picked.
fn picked(view: &View, draft: Draft, wanted: &str) -> Draft {
    let hand = view.hand().expect("a hand");
    let wanted = Card::read_all(wanted).expect("cards");
    wanted.iter().fold(draft, |draft, card| {
        let place = hand.iter().position(|held| held == card);
        draft.toggled(place.expect("a card of the hand"))
    })
}

/// The page of a seat on which just these cards are picked.
fn with_picked(game: &Kaluki, who: usize, wanted: &str) -> Body {
    let (look, view) = seen(game, who);
    let none = Draft::empty(view.hand().expect("a hand").len());
    let draft = picked(&view, none, wanted);
    page(&look, &view, Press::See(Page::Compose(draft)))
}

fn panel(game: &Kaluki, who: usize) -> Body {
    let (look, view) = seen(game, who);
    KalukiFace::panel(Reader::new(Words::of("en"), &look), &view, None)
}

/// How many cards of a picture have the sign that they fit.
fn signs(body: &Body) -> usize {
    let is_sign = |item: &&Item| {
        matches!(
            item,
            Item::Badge {
                badge: Badge::Fits,
                ..
            }
        )
    };
    body.scene.items.iter().filter(is_sign).count()
}

/// The third card does not fit: text, picture and alt text know the limit of the turn (Kaluki rules 6.3).
#[test]
fn a_card_that_the_turn_does_not_allow_does_not_fit() {
    for (rules, built, fit, spoken) in [
        ("", "h8", "♥️4 ♥️9", 2),
        ("", "h8 h9", "♥️4", 1),
        ("build_end_limit=1", "h8", "♥️4", 1),
        ("build_end_limit=3", "h8 h9", "♥️4 ♥️10", 2),
        ("build_end_limit=0", "h8 h9", "♥️4 ♥️10", 2),
    ] {
        let game = after(rules, RUN, &format!("0 draw; 0 build 1 {built}"));
        let body = panel(&game, 0);
        let line = format!("These fit the table: {fit}");
        let what = format!("{rules} | {built}: {}", body.text);
        assert!(body.text.lines().any(|one| one.ends_with(&line)), "{what}");
        assert_eq!(signs(&body), spoken, "{what}");
        let told = body
            .alt
            .split_once(" These fit the table: ")
            .expect("cards")
            .1;
        let told = told.split('.').next().unwrap_or_default();
        assert_eq!(told.split(", ").count(), spoken, "{what}: {}", body.alt);
    }
}

#[test]
fn before_the_opening_no_card_fits_yet() {
    let turns = "0 draw; 0 build 1 h8; 0 discard any; 1 draw; 1 discard any";
    let game = after("", RUN, turns);
    let Body { text, alt, .. } = panel(&game, 2);
    for said in [text, alt] {
        assert!(
            said.contains("Once you are open, these fit the table: "),
            "{said}"
        );
    }
    // Who waits reads nothing that others change before their turn.
    for waiting in [0, 1] {
        let body = panel(&game, waiting);
        assert!(!body.text.contains("fit the table"), "{}", body.text);
        assert!(!body.alt.contains("fit the table"), "{}", body.alt);
        assert_eq!(signs(&body), 0, "{}", body.text);
    }
}

#[test]
fn a_card_that_the_turn_does_not_allow_is_told_so() {
    let limit = "♥️10 · not now: only 2 cards per turn may be added at each end of a run.";
    let game = after("", RUN, "0 draw; 0 build 1 h8 h9");
    let body = with_picked(&game, 0, "h10");
    assert!(body.text.contains(limit), "{}", body.text);
    assert!(!body.text.contains("no meld yet"), "{}", body.text);
    let single = after("build_end_limit=1", RUN, "0 draw; 0 build 1 h8");
    let text = with_picked(&single, 0, "h9").text;
    assert!(text.contains("only 1 card per turn may be"), "{text}");
    // What fits nowhere, or is not open to anybody yet, is no meld as before.
    let text = with_picked(&game, 0, "d2").text;
    assert!(text.contains("no meld yet: a single card"), "{text}");
    let closed = rigged(&super::options(""), 3, "open 0: R: h5 h6 h7; 1: h8 h9 h10");
    let text = with_picked(&closed, 1, "h8").text;
    assert!(text.contains("no meld yet: a single card"), "{text}");
}

/// What somebody adds in their turn takes nothing from the turn of whoever prepares theirs.
#[test]
fn the_limit_of_a_turn_is_no_limit_of_the_next() {
    let game = after("", RUN, "0 draw; 0 build 1 h8 h9; 0 discard any");
    let text = panel(&game, 1).text;
    assert!(text.contains("These fit the table: ♥️10"), "{text}");
    let game = after("", RUN, "0 draw; 0 build 1 h8 h9");
    let body = with_picked(&game, 1, "h10");
    assert!(!body.text.contains("per turn"), "{}", body.text);
    let mut labels = body.rows.iter().flatten().map(|button| &button.label);
    assert!(
        labels.any(|label| label.contains("♥️10 →")),
        "{:?}",
        body.rows
    );
}

#[test]
fn text_picture_and_button_tell_the_same_points() {
    let setup = "0: hQ cQ sQ dQ h3 h4 h5 s9";
    let game = after("", setup, "0 draw");
    let (look, view) = seen(&game, 0);
    let hand = view.hand().expect("a hand");
    let set = composed("S: hQ cQ sQ");
    let joined = Draft::of_melds(hand, [&set]).expect("room");
    let none = Draft::empty(hand.len());
    for (draft, wanted, points, line, label) in [
        (none, "", "0", "**0, 40 short** of 40", "Open 0, 40 short"),
        (
            none,
            "hQ s9",
            "0",
            "**0, 40 short** of 40",
            "Open 0, 40 short",
        ),
        (
            none,
            "hQ cQ sQ",
            "30",
            "**30, 10 short** of 40",
            "Open 30, 10 short",
        ),
        (none, "hQ cQ sQ dQ", "40", "**40** of 40 ✅", "Open 40"),
        (
            joined,
            "",
            "30",
            "**30, 10 short** of 40",
            "Open 30, 10 short",
        ),
        (joined, "h3 h4 h5", "42", "**42** of 40 ✅", "Open 42"),
    ] {
        let draft = picked(&view, draft, wanted);
        let body = page(&look, &view, Press::See(Page::Compose(draft)));
        assert!(body.text.ends_with(line), "{wanted}: {}", body.text);
        let mut labels = body.rows.iter().flatten().map(|button| &button.label);
        assert!(labels.any(|one| one == label), "{wanted}: {:?}", body.rows);
        let mut items = body.scene.items.iter();
        let is_told = items.any(|item| matches!(item, Item::Text { text, .. } if text == points));
        assert!(is_told, "{wanted}: no {points} in the picture");
    }
}
