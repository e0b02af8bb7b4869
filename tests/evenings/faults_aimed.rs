//! One thing goes wrong at the worst moment: each time it is found out, and put right.

use std::time::Duration;

use istaka::discord::{FrontSettings, Service, connect};
use istaka::sandbox::{self, GatewayDeed, Harm, Moment, NextFault};
use istaka::store::Store;
use istaka::tables::{Clock, Hall, HallSettings};
use reqwest::Method;
use serde_json::json;

use crate::house::{Evening, Folder, sit_down_to};
use crate::message::Message;
use crate::people::{PATIENCE, Person};
use crate::repost::talks;
use crate::threads::{asks_discord, open_threads};

pub fn aims(evening: &Evening, method: &str, path: &str, times: u32, harm: Harm) {
    let fault = NextFault {
        method: method.to_owned(),
        path: path.to_owned(),
        times,
        harm,
    };
    evening.sandbox.fail_next(fault).expect("a good fault");
}

pub fn refusal(status: u16, code: u32) -> Harm {
    Harm::Error {
        status,
        code,
        message: "Missing Permissions".to_owned(),
        moment: Moment::Before,
    }
}

/// Somebody plays with three computers, none of which can win within a few turns.
pub async fn alone(evening: &Evening) -> Person {
    let ayse = evening.person("Ayşe").await;
    let options = json!({"computers": 3, "rounds": 3});
    sit_down_to("okey101", &ayse, &[], options).await;
    ayse
}

pub const THREADS: &str = "/channels/*/messages/*/threads";
pub const CALLBACK: &str = "/interactions/*/*/callback";

fn lobby(seen: &[Message]) -> Option<Message> {
    seen.iter()
        .find(|message| message.can("start").is_some())
        .cloned()
}

pub fn lobbies(seen: &[Message]) -> Vec<&Message> {
    let is_lobby = |one: &&Message| one.can("join").is_some() || one.can("start").is_some();
    seen.iter().filter(is_lobby).collect()
}

#[tokio::test]
async fn a_thread_that_is_refused_leaves_the_table_in_the_channel_and_says_why() {
    for (status, code, why) in [
        (403, 50_013, "permission to create a thread"),
        // It may not even look in: the right it may have.
        (403, 50_001, "could not be created just now"),
        // What stands before Discord refuses, and no right is missing.
        (403, 40_333, "could not be created just now"),
        // It will not be otherwise the next time.
        (
            400,
            50_024,
            "because there are no threads in a channel of this kind",
        ),
        (
            403,
            50_024,
            "because there are no threads in a channel of this kind",
        ),
    ] {
        let evening = Evening::begins().await;
        let halls = evening.channel_with_threads().await;
        let ayse = evening.person("Ayşe").await.in_channel(&halls);
        aims(&evening, "POST", THREADS, 1, refusal(status, code));
        ayse.runs("okey", json!({"computers": 3})).await;
        let seen = ayse.sees().await;
        let lobby = lobby(&seen).expect("the lobby in the channel");
        let reason = seen.iter().find(|message| message.is_private());
        let says_why = reason.is_some_and(|reason| reason.content().contains(why));
        assert!(says_why, "{seen:?}");
        ayse.presses_the(&lobby, "start").await;
        ayse.waits_for_a_board().await;
        evening.ends().await;
    }
}

#[tokio::test]
async fn a_thread_that_hangs_is_asked_for_again_and_there_is_one() {
    let evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    aims(&evening, "POST", THREADS, 1, Harm::Delay { ms: 5_000 });
    ayse.runs("okey", json!({"computers": 3})).await;
    let thread = ayse
        .waits_for("the link to the thread", |seen| {
            let line = seen
                .iter()
                .find(|message| message.content().contains("<#"))?;
            let (_, link) = line.content().split_once("<#")?;
            Some(link.split_once('>')?.0.to_owned())
        })
        .await;
    ayse.in_channel(&thread)
        .waits_for("the lobby in the thread", lobby)
        .await;
    evening.ends().await;
}

#[tokio::test]
async fn a_thread_nobody_knows_of_goes_later_and_the_lobby_in_its_place_stays() {
    let mut evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    // It is made, and the bot never hears of it; nor can it be put away.
    let obeyed = Harm::Error {
        status: 502,
        code: 0,
        message: String::new(),
        moment: Moment::After,
    };
    aims(&evening, "POST", THREADS, 9, obeyed);
    aims(&evening, "PATCH", "/channels/*", 1, refusal(403, 50_013));
    ayse.runs("okey", json!({"computers": 3})).await;
    let before = ayse.waits_for("the lobby in the channel", lobby).await;
    assert_eq!(open_threads(&evening, &halls).await, 1);
    ayse.sees().await;

    evening.bot_goes().await;
    evening.bot_comes().await;
    let after = lobby(&ayse.sees().await).expect("the lobby");
    assert_eq!(after.id(), before.id());
    assert_eq!(open_threads(&evening, &halls).await, 0);
    ayse.presses_the(&after, "start").await;
    ayse.waits_for_a_board().await;
    evening.ends().await;
}

#[tokio::test]
async fn a_thread_in_which_people_talk_stays_also_where_no_table_is_in_it() {
    let mut evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    aims(&evening, "POST", THREADS, 9, refusal(502, 0));
    ayse.runs("okey", json!({"computers": 3})).await;
    let lobby = ayse.waits_for("the lobby in the channel", lobby).await;
    // It comes late.
    evening.world.ask("POST", "/faults/clear", json!({})).await;
    let path = format!("/channels/{halls}/messages/{}/threads", lobby.id());
    asks_discord(&evening, Method::POST, &path, json!({"name": "late"})).await;
    let thread = ayse.in_channel(lobby.id());
    talks(&thread, 2).await;

    evening.bot_goes().await;
    evening.bot_comes().await;
    let seen = thread.sees().await;
    let talk = seen
        .iter()
        .filter(|said| said.content().starts_with("talk"));
    assert_eq!(talk.count(), 2, "{seen:?}");
    assert_eq!(open_threads(&evening, &halls).await, 1);
    evening.ends().await;
}

#[tokio::test]
async fn a_start_message_whose_answer_is_lost_stands_once() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let lobby = ayse.runs("okey", json!({"computers": 3})).await.message();
    let lost = Harm::Lost(Moment::After);
    aims(&evening, "POST", "/channels/*/messages", 1, lost);
    ayse.presses_the(&lobby, "start").await;
    ayse.waits_for_a_board().await;
    let seen = ayse.sees().await;
    let lasting = seen
        .iter()
        .filter(|message| message.content().contains("`/verify` gives you the record"));
    assert_eq!(lasting.count(), 1, "{seen:#?}");
    evening.ends().await;
}

#[tokio::test]
async fn an_answer_that_was_obeyed_and_lost_is_not_made_twice() {
    let evening = Evening::begins().await;
    let ayse = alone(&evening).await;
    let panel = ayse.has_the_turn().await;
    aims(&evening, "POST", CALLBACK, 1, Harm::Lost(Moment::After));
    let panel = match panel.can("draw") {
        Some(draw) => {
            let drawn = ayse.presses(&panel, &draw).await;
            assert!(drawn.is_answered());
            let drawn = drawn.message();
            assert_eq!(drawn.rack().len(), 22, "one tile was drawn");
            drawn
        }
        None => panel,
    };
    ayse.discards(&panel).await;
    evening.ends().await;
}

#[tokio::test]
async fn a_line_that_nobody_confirmed_gets_its_thread_and_its_table() {
    let evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    let lost = Harm::Lost(Moment::After);
    aims(&evening, "POST", CALLBACK, 5, lost);
    ayse.runs("okey", json!({"computers": 3})).await;
    let seen = ayse.sees().await;
    let [line] = &seen[..] else {
        panic!("not one line: {seen:#?}");
    };
    let link = line.content().split_once("<#");
    let thread = link.and_then(|(_, link)| Some(link.split_once('>')?.0));
    let there = ayse.in_channel(thread.expect("a link to the thread"));
    assert_eq!(open_threads(&evening, &halls).await, 1);
    assert_eq!(evening.hall().all().len(), 1);
    let lobby = lobby(&there.sees().await).expect("the lobby in the thread");
    there.presses_the(&lobby, "start").await;
    there.waits_for_a_board().await;
    evening.ends().await;
}

#[tokio::test]
async fn a_lobby_that_nobody_confirmed_stands_once() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let lost = Harm::Lost(Moment::After);
    aims(&evening, "POST", CALLBACK, 5, lost);
    ayse.runs("okey", json!({"computers": 2})).await;
    let seen = ayse.sees().await;
    let [lobby] = lobbies(&seen)[..] else {
        panic!("not one lobby: {seen:#?}");
    };
    assert_eq!(seen.len(), 1, "{seen:#?}");
    let ben = evening.person("Ben").await;
    let full = ben.presses_the(lobby, "join").await.message();
    ayse.presses_the(&full, "start").await;
    ayse.waits_for_a_board().await;
    let seen = ayse.sees().await;
    assert!(lobbies(&seen).is_empty(), "{seen:#?}");
    evening.ends().await;
}

#[tokio::test]
async fn a_line_of_which_nobody_knows_goes_and_its_opener_reads_a_sentence() {
    let evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    let original = "/webhooks/*/*/messages/@original";
    for (method, path) in [("POST", CALLBACK), ("GET", original)] {
        aims(&evening, method, path, 5, Harm::Lost(Moment::After));
    }
    ayse.runs("okey", json!({"computers": 3})).await;
    let seen = ayse.sees().await;
    let [told] = &seen[..] else {
        panic!("not one sentence: {seen:#?}");
    };
    assert!(told.is_private(), "{told:?}");
    assert_eq!(open_threads(&evening, &halls).await, 0);
    assert!(evening.hall().all().is_empty());
    // Nothing is left of it that keeps them from trying again.
    ayse.runs("okey", json!({"computers": 3})).await;
    ayse.sees().await;
    assert_eq!(open_threads(&evening, &halls).await, 1);
    evening.ends().await;
}

#[tokio::test]
async fn a_board_whose_edits_fail_shows_the_right_turn_in_the_end() {
    let evening = Evening::begins().await;
    let ayse = alone(&evening).await;
    let edit = "/channels/*/messages/*";
    aims(&evening, "PATCH", edit, 7, refusal(500, 0));
    ayse.takes_their_turn().await;
    let drawing = |message: &Message| message.can("draw").map(|draw| draw.revision());
    let turn = ayse
        .waits_for_panel("the next turn", |panel| drawing(panel).is_some())
        .await;
    // A board of the turn before is older than the panel; one of this turn may be newer.
    ayse.waits_for_board("a board of this turn", |board| {
        drawing(board) >= drawing(&turn)
    })
    .await;
    evening.ends().await;
}

#[tokio::test]
async fn a_session_that_is_over_is_followed_by_one_other() {
    let evening = Evening::begins().await;
    let ayse = alone(&evening).await;
    ayse.has_the_turn().await;
    let over = GatewayDeed::Invalid { resumable: false };
    assert_eq!(evening.sandbox.gateway(over).expect("a good deed"), 1);
    assert!(
        evening.sandbox.bot_came(PATIENCE).await,
        "the bot did not come back"
    );
    ayse.takes_their_turn().await;
    evening.ends().await;
}

/// What the bot says when Discord closes its connection with this code.
async fn last_words(code: u16) -> String {
    let folder = Folder::new();
    let sandbox = sandbox::start(sandbox::Settings::default())
        .await
        .expect("a sandbox");
    let store = Store::open(&folder.file("istaka.db"))
        .await
        .expect("a database");
    let pace = Duration::ZERO;
    let hall = Hall::reopen(
        store.clone(),
        Clock::real(),
        HallSettings {
            pace,
            ..HallSettings::default()
        },
    )
    .await
    .expect("a hall");
    let (service, token) = (Service::Sandbox(sandbox.url()), sandbox.token());
    let bot = connect(
        &service,
        &token,
        hall.clone(),
        store.clone(),
        Clock::real(),
        FrontSettings::default(),
    );
    let bot = bot.await.expect("a bot");
    let serving = tokio::spawn(bot.serve(std::future::pending()));
    assert!(sandbox.bot_came(PATIENCE).await, "the bot did not come");
    sandbox
        .gateway(GatewayDeed::Close { code })
        .expect("a good deed");
    let served = tokio::time::timeout(PATIENCE, serving).await;
    let served = served.expect("it ends").expect("it does not fall over");
    hall.close().await;
    store.close().await;
    sandbox.stop().await;
    served.expect_err("it cannot go on").to_string()
}

#[tokio::test]
async fn what_will_not_get_better_ends_the_bot_with_a_sentence() {
    let words = last_words(4004).await;
    assert!(words.contains("the token was refused"), "{words}");
    // As many connections as Discord advises are not enough for it.
    let words = last_words(4011).await;
    assert!(words.contains("too many servers"), "{words}");
    let words = last_words(4014).await;
    assert!(words.contains("4014"), "{words}");
}
