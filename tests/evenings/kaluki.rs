//! Whole deals of Kaluki by presses.

use serde_json::json;

use crate::house::{Evening, sit_down_to};
use crate::play::Pressed;
use crate::play_kaluki::{final_board, hand};
use crate::whole_games::{private_messages_are_seen_by_one_person, tell_no_secret, watch};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_people_and_two_computers_play_a_deal_of_kaluki() {
    let evening = Evening::begins().await;
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    let watching = watch(&eve).await;
    let options = json!({"seats": 4, "computers": 2, "rules": "match_mode=single_deal"});
    sit_down_to("kaluki", &ayse, &[&ben], options).await;
    for person in [&ayse, &ben] {
        let panel = person.panel().await.expect("a panel");
        assert!((13..=14).contains(&hand(&panel).len()), "{panel:?}");
        assert!(panel.alt().starts_with("Your rack, 1"), "{}", panel.alt());
    }
    let (a, b) = tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    final_board(&eve).await;
    let pressed = [a, b];
    let ordinary: usize = pressed.iter().map(ordinary_turns).sum();
    let verbs = pressed.iter().flat_map(|pressed| &pressed.verbs);
    let drawn = verbs.filter(|verb| *verb == "draw").count();
    // A deal that somebody's luck ends early may have none: with four draws, two in 246 had none.
    assert!(
        ordinary > 0 || drawn < 12,
        "all turns were of another kind: {pressed:?}"
    );
    private_messages_are_seen_by_one_person(&pressed);
    tell_no_secret(&watching.ends().await);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_and_a_computer_play_a_match_of_kaluki() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let options = json!({"seats": 2, "computers": 1, "rules": "penalty_limit=60"});
    sit_down_to("kaluki", &ayse, &[], options).await;
    let pressed = ayse.plays_to_the_end().await;
    let board = final_board(&ayse).await;
    assert_eq!(board.content().matches("· **won**").count(), 1, "{board:?}");
    // A lucky first hand may end it at once; else there are ordinary turns.
    let is_kaluki = pressed.verbs.iter().any(|verb| verb == "out");
    assert!(is_kaluki || ordinary_turns(&pressed) > 0, "{pressed:?}");
    evening.ends().await;
}

/// The turns in which nothing was laid, each of two presses: draw, then discard.
fn ordinary_turns(pressed: &Pressed) -> usize {
    let turns = pressed.verbs.windows(2);
    turns
        .filter(|two| two[0] == "draw" && two[1] == "discard")
        .count()
}
