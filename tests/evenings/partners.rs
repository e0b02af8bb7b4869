//! Partners at Okey and 101: they find each other in the lobby, and the board says who plays with whom.

use serde_json::json;

use crate::house::Evening;
use crate::message::Message;
use crate::play101::assert_tells;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn friends_sit_down_opposite_each_other() {
    for (game, rules) in [("okey", "partnership=true"), ("okey101", "teams=true")] {
        let evening = Evening::begins().await;
        let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
        let opened = ayse.runs(game, json!({"seats": 4, "rules": rules})).await;
        let lobby = opened.message();
        assert_tells(&lobby, &["🪑 Choose your teams"]);
        // Ben sits down beside Ayşe, and moves on to the seat opposite hers; Cem sits down between them.
        let lobby = ben.presses_the(&lobby, "join").await.message();
        let lobby = ben.presses_the(&lobby, "seat").await.message();
        assert_tells(&lobby, &[&format!("🟪 <@{}>", ben.id)]);
        let lobby = cem.presses_the(&lobby, "join").await.message();
        // Who sits where is read first.
        evening.world.passes(10).await;
        ayse.presses_the(&lobby, "start").await;
        let board = ayse.waits_for_a_board().await;
        for (sign, person) in [("🔵", &ayse), ("🔶", &cem), ("🟪", &ben)] {
            assert_tells(&board, &[&format!("{sign} <@{}>", person.id)]);
        }
        assert_tells(&board, &["Teams: 🔵🟪 **", "** · 🔶🔺 **"]);
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_gets_another_partner_in_the_last_second() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem, dora] = evening.people(["Ayşe", "Ben", "Cem", "Dora"]).await;
    let options = json!({"seats": 4, "teams": true, "rounds": 1});
    let lobby = ayse.runs("okey101", options).await.message();
    for person in [&cem, &ben, &dora] {
        person.presses_the(&lobby, "join").await;
    }
    ayse.runs("table kick", json!({"person": dora.id})).await;
    let refused = ayse.presses_the(&lobby, "start").await.says();
    assert!(refused.contains("who sits where"), "{refused}");
    for reader in [&ben, &cem] {
        assert!(refused.contains(&reader.id), "{refused}");
    }
    let lobby = cem
        .waits_for("a lobby that says so", |seen| {
            let is_lobby = |one: &&Message| one.id() == lobby.id();
            let lobby = seen.iter().find(is_lobby)?;
            let is_told = lobby.content().contains("who sits where, changed");
            is_told.then(|| lobby.clone())
        })
        .await;
    evening.world.passes(10).await;
    ayse.presses_the(&lobby, "start").await;
    cem.waits_for_a_panel().await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn partners_read_that_a_game_against_computers_alone_is_casual() {
    for (game, rules) in [("okey", "partnership=true"), ("okey101", "teams=true")] {
        let evening = Evening::begins().await;
        let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
        let both_sides = "🏅 Rated if people sit on both sides";
        let opened = ayse.runs(game, json!({"seats": 4, "rules": rules})).await;
        let lobby = opened.message();
        assert_tells(&lobby, &[both_sides]);
        let lobby = ben.presses_the(&lobby, "join").await.message();
        assert_tells(&lobby, &["🏅 Rated: the result counts"]);
        let lobby = ben.presses_the(&lobby, "seat").await.message();
        assert_tells(&lobby, &[both_sides]);
        evening.world.passes(10).await;
        ayse.presses_the(&lobby, "start").await;
        let board = ayse.waits_for_a_board().await;
        assert_tells(&board, &["Casual: all people are playing on one side"]);
        evening.ends().await;
    }
}
