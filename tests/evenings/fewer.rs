//! Seats that stay free: friends play without computers at a table that has more seats, where the rules permit it.

use serde_json::{Value, json};

use crate::house::Evening;
use crate::lobbies::{button, presses};
use crate::message::Message;
use crate::people::Person;
use crate::play::turn_of;
use crate::play101::{assert_tells, final_board};
use crate::records::right_record;

/// The page behind *More*.
async fn more(host: &Person, lobby: &Message) -> Message {
    presses(host, lobby, "more").await
}

/// The lobby once it says this.
async fn lobby_that_says(person: &Person, lobby: &Message, told: &str) -> Message {
    let said = |seen: &[Message]| {
        let lobby = seen.iter().find(|one| one.id() == lobby.id())?;
        lobby.content().contains(told).then(|| lobby.clone())
    };
    person.waits_for(told, said).await
}

/// Three friends at a table with more seats play a game to its end, also through a restart; nobody else is there.
async fn three_play(command: &str, options: Value) {
    let mut evening = Evening::begins().await;
    let people = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let [ayse, ben, cem] = &people;
    let lobby = ayse.runs(command, options).await.message();
    assert_tells(&lobby, &["Computers take any seats", "**Play with fewer**"]);
    for guest in [ben, cem] {
        guest.presses_the(&lobby, "join").await;
    }
    let page = more(ayse, &lobby).await;
    let page = presses(ayse, &page, "fewer").await;
    assert!(button(&page, "filled").is_some(), "{page:?}");
    let lobby = lobby_that_says(cem, &lobby, "2 players are enough").await;
    assert_tells(&lobby, &["left out", "what becomes of free seats, "]);
    let told = ayse.presses_the(&lobby, "start").await.says();
    assert!(told.contains("what becomes of free seats"), "{told}");
    evening.world.passes(10).await;
    ayse.presses_the(&lobby, "start").await;
    for person in &people {
        person.waits_for_a_panel().await;
    }
    let board = ayse.waits_for_a_board().await;
    assert!(!board.content().contains("🤖"), "{board:?}");
    for _ in 0..3 {
        let (person, _) = turn_of(&[ayse, ben, cem]).await;
        person.takes_their_turn().await;
    }
    evening.bot_goes().await;
    evening.bot_comes().await;
    for person in &people {
        person.shows_rack().await;
    }
    tokio::join!(
        ayse.plays_to_the_end(),
        ben.plays_to_the_end(),
        cem.plays_to_the_end()
    );
    let board = final_board(ayse).await;
    let history = ben.runs("history", json!({})).await.says();
    assert!(history.contains("of 3 ·"), "{history}");
    right_record(cem).await;
    let again = cem.presses_the(&board, "rematch").await.message();
    assert!(button(&again, "more").is_some(), "{again:?}");
    for guest in [ayse, ben] {
        guest.presses_the(&again, "join").await;
    }
    // Free seats are left out again, and there is one for a friend who came late.
    let again = lobby_that_says(ben, &again, &format!("<@{}>", ben.id)).await;
    assert_tells(&again, &["2 players are enough", "*free*"]);
    assert!(!again.content().contains("changed"), "{again:?}");
    cem.presses_the(&again, "start").await;
    turn_of(&[ayse, ben, cem]).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_friends_play_okey_at_a_table_of_four() {
    three_play("okey", json!({"seats": 4, "points": 1})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_friends_play_101_at_a_table_of_four() {
    three_play("okey101", json!({"seats": 4, "rounds": 1})).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_friends_play_kaluki_at_a_table_of_five() {
    let options = json!({"seats": 5, "rules": "match_mode=single_deal"});
    three_play("kaluki", options).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_offers_fewer_where_the_rules_permit_it_and_the_start_says_who_is_missing() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    for (command, options) in [
        ("okey", json!({"seats": 2})),
        ("okey", json!({"seats": 4, "rules": "partnership=true"})),
        ("okey101", json!({"seats": 4, "teams": true})),
        ("meri", json!({})),
    ] {
        let lobby = ayse.runs(command, options.clone()).await.message();
        assert!(!lobby.content().contains("Play with fewer"), "{lobby:?}");
        let page = more(&ayse, &lobby).await;
        assert!(button(&page, "fewer").is_none(), "{options}: {page:?}");
        ayse.runs("table end", json!({})).await;
    }

    let lobby = ayse.runs("okey", json!({"seats": 4})).await.message();
    let page = more(&ayse, &lobby).await;
    let fewer = button(&page, "fewer").expect("Play with fewer");
    let theirs = more(&ben, &lobby).await;
    let refused = ben.presses(&theirs, &fewer).await.says();
    assert!(refused.contains("don't have a seat"), "{refused}");
    let page = presses(&ayse, &page, "fewer").await;
    let alone = ayse.presses_the(&lobby, "start").await.says();
    assert_eq!(
        alone,
        "Not enough players yet: 1 of 2. Ask somebody to join, or add a computer."
    );
    // A second tap wants the same, also on an older page.
    let again = ayse.forges(&page, &fewer.id).await.message();
    assert!(button(&again, "filled").is_some(), "{again:?}");
    // So does one that hits what has come into its place.
    let again = presses(&ayse, &again, "filled").await;
    assert!(button(&again, "filled").is_some(), "{again:?}");
    evening.world.passes(1).await;
    presses(&ayse, &again, "filled").await;
    let lobby = lobby_that_says(&ben, &lobby, "Computers take any seats").await;
    ayse.presses_the(&lobby, "start").await;
    let board = ayse.waits_for_a_board().await;
    assert_eq!(board.content().matches("🤖").count(), 3, "{board:?}");
    // The lobby is past: whoever still sees the page is told so.
    let late = ayse.forges(&page, &fewer.id).await.message();
    assert_tells(&late, &["only be done before the game starts"]);
    evening.ends().await;
}
