//! What a plan of several moves says of each: the table as the moves before it leave it.

use super::ends::{after, page, seen};
use crate::discord::pages::kaluki::KalukiFace;
use crate::discord::pages::kaluki::arranged::laid_apart;
use crate::discord::pages::kaluki::press::{Page, Press};
use crate::discord::pages::kit::face::Face;
use crate::discord::speech::words::Words;
use crate::rules::Game;
use crate::rules::kaluki::{Action, Kaluki};

/// The steps that a plan tells seat 0, without what makes a sign be drawn as a letter.
fn steps(game: &Kaluki) -> Vec<String> {
    let (look, view) = seen(game, 0);
    let text = page(&look, &view, Press::See(Page::Plan)).text;
    let text = text.replace(['\u{fe0e}', '\u{fe0f}'], "");
    let steps = text.lines().filter_map(|line| line.strip_prefix("- "));
    steps.map(str::to_owned).collect()
}

#[test]
fn each_step_of_a_plan_is_told_on_the_table_that_it_meets() {
    for (setup, told) in [
        // The jack does not go on a run that ends with a nine.
        (
            "open 0: R: c6 c7 c8 c9 / S: hQ dQ sQ; 0: c10 cJ h2 s4 d8 h6; stock: s9",
            vec![
                "Add ♣10 to meld 1, ♣6–9 (upper end)",
                "Add ♣J to meld 1, ♣6–10 (upper end)",
            ],
        ),
        (
            "open 0: R: c6 c7 c8 c9 / S: hQ dQ sQ; 0: c10 c5 h2 s4 d8 h7; stock: s9",
            vec![
                "Add ♣5 to meld 1, ♣6–9 (lower end)",
                "Add ♣10 to meld 1, ♣5–9 (upper end)",
            ],
        ),
        // What an exchange lays is on the table after it, with its cards.
        (
            "open 0: R: c6 c7 Jk=c8 c9 / S: hQ dQ cQ; 0: c8 sJ sK s10 h2 d4; stock: d6",
            vec![
                "Give ♣8 for a joker of meld 1, ♣6–9 (♣8 is 🃏); lay ♠J–K (♠Q is 🃏)",
                "Add ♠10 to meld 3, ♠J–K (♠Q is 🃏) (lower end)",
            ],
        ),
    ] {
        assert_eq!(steps(&after("", setup, "0 draw")), told, "{setup}");
    }
}

/// What is given for a joker is no meld with what the joker is laid with, nor is it told as one.
#[test]
fn what_a_plan_gives_stands_apart_from_what_it_lays() {
    let setup = "open 0: R: c6 c7 Jk=c8 c9 / S: hQ dQ cQ; 0: c8 sJ sK s10 h2 d4; stock: d6";
    let (_, view) = seen(&after("", setup, "0 draw"), 0);
    let moves = view.best_turn().expect("a turn").actions;
    let groups = laid_apart(&view, &moves).groups;
    let cards = groups.iter().map(|group| {
        let cards = group.cards.iter().map(|placed| placed.card().to_string());
        cards.collect::<Vec<_>>().join(" ")
    });
    assert_eq!(cards.collect::<Vec<_>>(), ["c8", "sJ sK", "s10"]);
}

/// What stays is told as it is after the discard that a turn ends with.
#[test]
fn the_points_of_a_plan_are_those_after_its_discard() {
    let setup = "open 0: R: c6 c7 c8 c9 / S: hQ dQ sQ; 0: c10 cJ h2 s4 d8 h6; stock: s9";
    let (look, view) = seen(&after("", setup, "0 draw"), 0);
    let text = page(&look, &view, Press::See(Page::Plan)).text;
    // The deuce, the four, the six and the eight; the nine is discarded.
    let told = "20 penalty points stay in your hand after your costliest discard.";
    assert!(text.contains(told), "{text}");
}

/// Two jokers for which cards are given in one exchange.
const TWO_JOKERS: &str = "open 0: R: h4 h5 h6 Jk=h7 / R: dJ dQ Jk=dK; 0: h7 dK s9 c2; stock: c4";

#[test]
fn the_parts_of_an_exchange_stand_apart_and_begin_small() {
    let game = after("", TWO_JOKERS, "0 draw");
    let (_, view) = seen(&game, 0);
    let listed = game.actions(super::seat(0));
    let frees_both = |action: &&Action| match action {
        Action::Exchange { recoveries, .. } => recoveries.len() == 2,
        _ => false,
    };
    let both = listed.iter().find(frees_both).expect("an exchange of two");
    let told = KalukiFace::move_words(Words::of("en"), both, &view);
    let told = told.replace(['\u{fe0e}', '\u{fe0f}'], "");
    let begins = "Give ♥7 for a joker of meld 1, ♥4–7 (♥7 is 🃏); \
        give ♦K for a joker of meld 2, ♦J–K (♦K is 🃏); lay ";
    assert!(told.starts_with(begins), "{told}");
}

/// The second of two jokers is told of the meld as the first exchange leaves it.
#[test]
fn two_jokers_of_one_run_are_given_for_one_after_the_other() {
    let setup = "open 0: R: h4 Jk=h5 h6 Jk=h7; 0: h5 h7 s9 c2; stock: c4";
    let game = after("", setup, "0 draw");
    let (_, view) = seen(&game, 0);
    let listed = game.actions(super::seat(0));
    let told = listed.iter().filter_map(|action| match action {
        Action::Exchange { recoveries, .. } if recoveries.len() == 2 => {
            Some(KalukiFace::move_words(Words::of("en"), action, &view))
        }
        _ => None,
    });
    let told: Vec<String> = told
        .map(|told| told.replace(['\u{fe0e}', '\u{fe0f}'], ""))
        .collect();
    let begins = "Give ♥5 for a joker of meld 1, ♥4–7 (♥5 ♥7 are 🃏); \
        give ♥7 for a joker of meld 1, ♥4–7 (♥7 is 🃏); lay ";
    assert!(!told.is_empty());
    assert!(told.iter().all(|told| told.starts_with(begins)), "{told:?}");
}
