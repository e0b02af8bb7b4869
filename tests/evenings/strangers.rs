//! Whoever presses other people's buttons learns nothing and changes nothing.

use serde_json::json;

use crate::house::{Evening, sit_down};
use crate::message::{Button, Message, Outcome};
use crate::people::Person;
use crate::play::turn_to_draw;
use crate::press_kinds::of_a_table;

/// The signs of tiles in sentences.
const TILE_SIGNS: [&str; 5] = ["❤", "⭐", "🍀", "♠", "🃏"];

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stranger_who_presses_the_buttons_of_others_learns_nothing() {
    let evening = Evening::begins().await;
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    let board = eve.board().await;
    assert!(board.can("draw").is_some(), "{board:?}");
    let before = panels(&[&ayse, &ben]).await;

    for button in board.enabled() {
        learns_nothing(&button.id, &eve.presses(&board, &button).await);
    }
    for id in forgeries(&before) {
        learns_nothing(&id, &eve.forges(&board, &id).await);
    }
    let command = eve.runs("rack", json!({})).await;
    learns_nothing("/rack", &command);
    learns_nothing("/play", &eve.plays("draw").await);
    assert!(
        eve.offered("").await.is_empty(),
        "a stranger is offered moves"
    );

    assert_eq!(panels(&[&ayse, &ben]).await, before, "a panel changed");
    let drawn = actor.takes_their_turn().await;
    assert!(!drawn.content().contains("out of date"), "{drawn:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_who_presses_the_buttons_of_another_sees_only_their_own_rack() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    let other = if actor.id == ayse.id { &ben } else { &ayse };
    let own_rack = other.panel().await.expect("a panel").rack();

    for button in panel.buttons() {
        let outcome = other.forges(&board, &button.id).await;
        let answer = outcome.message();
        assert!(answer.is_private(), "{button:?}: {answer:?}");
        assert_eq!(answer.rack(), own_rack, "{button:?}: {answer:?}");
        assert!(answer.can("draw").is_none(), "{button:?}: {answer:?}");
    }
    assert_eq!(
        actor.panel().await.map(|now| now.rack()),
        Some(panel.rack())
    );
    let drawn = actor.presses_the(&panel, "draw").await.message();
    assert_eq!(drawn.rack().len(), 15, "{drawn:?}");
    evening.ends().await;
}

async fn panels(people: &[&Person]) -> Vec<Message> {
    let mut panels = Vec::new();
    for person in people {
        panels.push(person.panel().await.expect("a panel"));
    }
    panels
}

/// Every button of other people's panels, and what a modified client can make of one.
fn forgeries(panels: &[Message]) -> Vec<String> {
    let buttons: Vec<Button> = panels.iter().flat_map(Message::buttons).collect();
    let some = &buttons[0];
    let made = [
        "next:",
        "pass:",
        "show:",
        "no:",
        "finish:R5",
        "surely:0.R5",
        "take:K1",
        "start:",
        "computer:easy",
        "uncomputer:",
        "leave:",
        "join:",
        "rack:",
    ];
    let made = made
        .iter()
        .map(|verb| format!("1:{}:{}:{verb}", some.table(), some.revision()));
    buttons
        .iter()
        .map(|button| button.id.clone())
        .chain(made)
        .collect()
}

/// The answer is for the presser alone, shows no picture and names no tile.
fn learns_nothing(id: &str, outcome: &Outcome) {
    let answer = outcome.message();
    assert!(answer.is_private(), "{id}: {answer:?}");
    assert!(!answer.has_picture(), "{id}: {answer:?}");
    assert!(answer.buttons().is_empty(), "{id}: {answer:?}");
    for sign in TILE_SIGNS {
        assert!(!answer.content().contains(sign), "{id}: {answer:?}");
    }
    assert!(!answer.content().is_empty(), "{id}: nothing is said");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_forged_press_overwrites_the_message_of_others_nor_reaches_a_table_elsewhere() {
    let evening = Evening::begins().await;
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let board = eve.waits_for_a_board().await;
    // Eve's own lobby stands in another channel; she sends what it offers from the board of others.
    let elsewhere = eve.in_channel(&evening.channel(json!({"name": "garden"})).await);
    let lobby = elsewhere.runs("okey", json!({"seats": 4})).await.message();
    let table = lobby.buttons()[0].table().to_owned();
    let kinds = of_a_table("okey")
        .into_iter()
        .map(|kind| match kind.split_once('.') {
            Some((verb, below)) => format!("{verb}:{below}"),
            None => format!("{kind}:"),
        });
    let with_more = ["computer:easy", "close:1", "options:0", "sit:0", "desk:"].map(str::to_owned);
    let made = kinds
        .chain(with_more)
        .map(|verb| format!("1:{table}:0:{verb}"));
    let there = lobby.buttons().into_iter().map(|button| button.id);
    // And what leaves the others' own table, of which nobody was asked whether they mean it.
    let own = board.buttons()[0].table().to_owned();
    let ends = ["quit:".to_owned(), format!("close:{}", ben.id)];
    let ends = ends.map(|verb| format!("1:{own}:0:{verb}"));
    for id in made.chain(there) {
        let answer = eve.forges(&board, &id).await.message();
        assert!(answer.is_private(), "{id}: {answer:?}");
        assert_eq!(eve.board().await, board, "{id} changed the board");
    }
    for id in ends.iter().rev() {
        let told = ben.forges(&board, id).await.message();
        assert!(told.is_private(), "{told:?}");
        assert_eq!(eve.board().await.id(), board.id(), "the board is gone");
        assert!(!eve.board().await.content().is_empty(), "the board is gone");
    }
    // Her lobby is as it was, and goes on.
    let now = elsewhere.sees().await.pop().expect("her lobby");
    assert_eq!(now, lobby);
    let joined = ayse
        .in_channel(&elsewhere.channel)
        .presses_the(&lobby, "join")
        .await
        .message();
    assert!(joined.content().contains(&ayse.id), "{joined:?}");
    evening.ends().await;
}
