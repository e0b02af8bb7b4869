//! Answers in time, although the painters are far behind: in words, or promised; the picture follows.

use std::time::{Duration, Instant};

use istaka::discord::{Easel, Easels, Rank};
use serde_json::{Value, json};

use crate::house::Evening;
use crate::message::Message;
use crate::people::{PATIENCE, Person};
use crate::play::{discard, is_to_act, two_play};

/// Somebody paints, and does not come to an end: all others wait.
async fn all_easels_are_taken(easels: &Easels) -> Easel {
    easels.take(Rank::Acting, Instant::now()).await
}

/// There is one easel, and every answer that waits is promised at once.
async fn promises_at_once(evening: &mut Evening, people: [&Person; 2]) -> Easels {
    let easels = evening.paints_at_one_easel(PATIENCE, Duration::ZERO).await;
    for person in people {
        person.runs("rack", json!({})).await;
    }
    easels
}

/// Their panel, whether its picture is there or not.
fn panel(seen: &[Message]) -> Option<Message> {
    let is_panel = |one: &&Message| one.is_private() && one.rack().len() > 1;
    seen.iter().rev().find(is_panel).cloned()
}

fn is_in_words(panel: &Message) -> bool {
    !panel.has_picture() && panel.content().contains("Your rack")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_long_on_its_way_has_its_picture_while_nobody_paints() {
    let mut evening = Evening::begins().await;
    let easels = evening
        .paints_at_one_easel(Duration::from_secs(1), PATIENCE)
        .await;
    let [first, _] = two_play(&evening).await;
    evening.world.settles().await;
    let slow = json!({"event_delay_percent": 100, "event_delay_ms": 1_500});
    evening.world.ask("POST", "/faults", slow).await;
    for command in ["table show", "learn"] {
        let taken = all_easels_are_taken(&easels).await;
        let told = tokio::select! {
            biased;
            () = easels.have_in_line(Rank::Asking, 1) => panic!("{command} did not come late"),
            told = comes_late(&evening, &first, command) => told,
        };
        assert!(!told.has_picture(), "{command}: {told:?}");
        drop(taken);
        let shown = comes_late(&evening, &first, command).await;
        assert!(shown.has_picture(), "{command}: {shown:?}");
    }
    evening.ends().await;
}

/// What somebody is told whose command the bot hears two seconds after it was sent.
async fn comes_late(evening: &Evening, person: &Person, command: &str) -> Message {
    // Nothing else is on its way.
    evening.world.settles().await;
    let before = evening.sandbox.fault_counts().event_delay;
    let time_passes = async {
        evening
            .goes_wrong(|counts| counts.event_delay > before)
            .await;
        let ms = json!({"ms": 2_000});
        evening.world.ask("POST", "/clock/advance", ms).await;
    };
    let (told, ()) = tokio::join!(person.runs(command, json!({})), time_passes);
    told.message()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_no_picture_in_time_is_told_in_words_and_the_picture_follows() {
    let mut evening = Evening::begins().await;
    let easels = evening.paints_at_one_easel(Duration::ZERO, PATIENCE).await;
    let [first, second] = two_play(&evening).await;
    let (panel_before, board_before) = (first.panel().await.expect("a panel"), first.board().await);
    let taken = all_easels_are_taken(&easels).await;

    let drawn = first.presses_the(&panel_before, "draw").await;
    assert_eq!(drawn.kind(), 7, "{drawn:?}");
    let drawn = drawn.message();
    assert!(is_in_words(&drawn), "{drawn:?}");
    assert_eq!(drawn.rack().len(), 15, "{drawn:?}");
    // One can play on from words.
    let tile = discard(&drawn)
        .or_else(|| drawn.can("discard"))
        .expect("a tile");
    let waiting = first.presses(&drawn, &tile).await.message();
    assert!(
        is_in_words(&waiting) && waiting.rack().len() == 14,
        "{waiting:?}"
    );
    let told = second
        .waits_for("word of the turn", |seen| panel(seen).filter(is_to_act))
        .await;
    assert!(is_in_words(&told), "{told:?}");
    assert!(futures::poll!(std::pin::pin!(evening.world.settles())).is_pending());

    // Whoever is to act is painted for first, then the others at the table, then the board.
    easels.have_in_line(Rank::Acting, 1).await;
    easels.have_in_line(Rank::Sitting, 1).await;
    easels.have_in_line(Rank::Board, 1).await;
    let picture = second.waits_for_panel("the picture", is_to_act);
    let taken = paints_for(&easels, Rank::Acting, taken, picture).await;
    let still = panel(&first.glances().await.0).expect("a panel");
    assert!(is_in_words(&still), "{still:?}");
    let picture = first.waits_for_panel("the picture", |panel| panel.rack().len() == 14);
    let taken = paints_for(&easels, Rank::Sitting, taken, picture).await;
    let (seen, _) = first.glances().await;
    let board = crate::people::board(&seen).expect("a board");
    assert_eq!(board, board_before, "boards are last");
    drop(taken);
    let board = first.board().await;
    assert_ne!(board.content(), board_before.content());
    evening.ends().await;
}

/// Lets others of this rank paint, and nobody after them, until somebody has seen it. They come again when the table
/// moves on while they wait.
async fn paints_for(
    easels: &Easels,
    rank: Rank,
    mut taken: Easel,
    seen: impl Future<Output = Message>,
) -> Easel {
    let mut seen = std::pin::pin!(seen);
    loop {
        tokio::select! {
            biased;
            _ = &mut seen => return taken,
            () = easels.have_in_line(rank, 1) => {}
        }
        let mut next = std::pin::pin!(easels.take(rank, Instant::now()));
        assert!(futures::poll!(&mut next).is_pending(), "there is one easel");
        drop(taken);
        taken = next.await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_too_long_is_promised_an_answer_and_gets_it() {
    let mut evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let easels = promises_at_once(&mut evening, [&first, &second]).await;
    let eve = evening.person("Eve").await;
    let panels = privately(&second.sees().await);
    let on_panel = first.panel().await.expect("a panel");

    let board = first.board().await;
    let taken = all_easels_are_taken(&easels).await;
    let outcome = second.presses_the(&board, "rack").await;
    assert_eq!(outcome.kind(), 6, "{outcome:?}");
    drop(taken);
    let seen = second.sees().await;
    assert_eq!(privately(&seen), panels, "{seen:#?}");
    let followed = panel(&seen).expect("a panel");
    assert!(followed.has_picture(), "{followed:?}");
    assert_eq!(first.board().await.id(), board.id());

    let taken = all_easels_are_taken(&easels).await;

    // A press leaves nothing standing that waits, on a panel as on the board.
    let draw = on_panel.can("draw").expect("Draw");
    for _ in 0..2 {
        let outcome = first.presses(&on_panel, &draw).await;
        assert_eq!(outcome.kind(), 6, "{outcome:?}");
    }
    // Of a command the bot says that it thinks, to whoever has asked and to nobody else.
    let wish = json!({"person": second.id, "channel": second.channel, "command": "rack",
        "options": {}, "wait": false});
    let asked = evening.world.ask("POST", "/run", wish).await;
    let thinking = second.waits_for("a bot that thinks", is_thinking).await;
    assert!(thinking.is_private(), "{thinking:?}");
    assert_eq!(is_thinking(&eve.glances().await.0), None);
    // The bot knows that it has not said all.
    assert!(futures::poll!(std::pin::pin!(evening.world.settles())).is_pending());
    drop(taken);

    let drawn = first.panel().await.expect("a panel");
    assert_eq!(drawn.id(), on_panel.id());
    assert_eq!(drawn.rack().len(), 15, "drawn once: {drawn:?}");
    let seen = second.sees().await;
    let answer = seen.iter().find(|one| one.id() == thinking.id());
    let answer = answer.unwrap_or_else(|| panic!("no answer in {seen:#?}"));
    assert!(answer.is_private() && answer.has_picture(), "{answer:?}");
    let path = format!(
        "/interactions/{}?person={}",
        asked["interaction"].as_str().expect("an id"),
        second.id
    );
    let outcome = evening.world.ask("GET", &path, Value::Null).await;
    assert_eq!(outcome["state"], "answered", "{outcome}");
    // What replaced it is the only panel, and it is kept true.
    let tile = discard(&drawn).expect("a tile");
    first.presses(&drawn, &tile).await;
    let seen = second.sees().await;
    assert_eq!(privately(&seen), panels, "{seen:#?}");
    let newest = panel(&seen).expect("a panel");
    assert!(
        newest.id() == thinking.id() && is_to_act(&newest),
        "{seen:#?}"
    );

    // What is public becomes so, whether it was promised or was quick enough.
    let channel = evening.channel(json!({"name": "other"})).await;
    let eve = eve.in_channel(&channel);
    let opened = eve.runs("okey", json!({})).await;
    assert!(opened.is_answered(), "{opened:?}");
    let seen = eve.sees().await;
    assert_eq!(seen.len(), 1, "{seen:#?}");
    assert!(
        !seen[0].is_private() && seen[0].can("join").is_some(),
        "{seen:#?}"
    );
    evening.ends().await;
}

/// How many messages are for one person alone.
fn privately(seen: &[Message]) -> usize {
    seen.iter().filter(|one| one.is_private()).count()
}

/// A message that says that the bot is thinking.
fn is_thinking(seen: &[Message]) -> Option<Message> {
    const LOADING: u64 = 128;
    let flags = |one: &Message| one.0["flags"].as_u64().unwrap_or_default();
    let thinking = seen.iter().find(|one| flags(one) & LOADING != 0);
    thinking.cloned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promise_that_cannot_be_kept_loses_nothing_and_leaves_nobody_waiting() {
    let mut evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let easels = promises_at_once(&mut evening, [&first, &second]).await;
    let on_panel = first.panel().await.expect("a panel");
    let taken = all_easels_are_taken(&easels).await;
    // The token dies between the promise and the answer.
    let dead = json!({"method": "PATCH", "path": "/webhooks/*/*/messages/*", "status": 401, "code": 50_027});
    evening.world.ask("POST", "/faults/next", dead).await;
    first.presses_the(&on_panel, "draw").await;
    drop(taken);
    evening.world.settles().await;
    let again = first.runs("rack", json!({})).await.message();
    assert_eq!(again.rack().len(), 15, "the move counts: {again:?}");

    // The bot is stopped while it thinks.
    let taken = all_easels_are_taken(&easels).await;
    let wish = json!({"person": second.id, "channel": second.channel, "command": "rack",
        "options": {}, "wait": false});
    evening.world.ask("POST", "/run", wish).await;
    second.waits_for("a bot that thinks", is_thinking).await;
    evening.bot_goes().await;
    drop(taken);
    let seen = second.sees().await;
    assert_eq!(is_thinking(&seen), None, "{seen:#?}");
    let is_told = |one: &Message| one.is_private() && one.content().contains("please try again");
    assert!(seen.iter().any(is_told), "{seen:#?}");
    evening.bot_comes().await;
    let rack = second.runs("rack", json!({})).await.message();
    assert_eq!(rack.rack().len(), 14, "{rack:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_answer_is_given_although_nobody_knows_whether_its_promise_arrived() {
    let mut evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let easels = promises_at_once(&mut evening, [&first, &second]).await;
    let on_panel = first.panel().await.expect("a panel");
    // Discord takes the promise, and the bot hears neither of that, however often it asks, nor of its first try to answer.
    let lost = json!({"method": "POST", "path": "/interactions/*/*/callback", "what": "lost_after", "times": 6});

    let taken = all_easels_are_taken(&easels).await;
    let aimed = lost.clone();
    evening.world.ask("POST", "/faults/next", aimed).await;
    let outcome = first.presses_the(&on_panel, "draw").await;
    assert_eq!(outcome.kind(), 6, "{outcome:?}");
    drop(taken);
    let drawn = first.panel().await.expect("a panel");
    assert_eq!(drawn.id(), on_panel.id());
    assert_eq!(drawn.rack().len(), 15, "{drawn:?}");

    let taken = all_easels_are_taken(&easels).await;
    evening.world.ask("POST", "/faults/next", lost).await;
    let wish = json!({"person": second.id, "channel": second.channel, "command": "rack",
        "options": {}, "wait": false});
    evening.world.ask("POST", "/run", wish).await;
    let thinking = second.waits_for("a bot that thinks", is_thinking).await;
    drop(taken);
    let seen = second.sees().await;
    let answer = seen.iter().find(|one| one.id() == thinking.id());
    let answer = answer.unwrap_or_else(|| panic!("no answer in {seen:#?}"));
    assert!(answer.has_picture(), "{answer:?}");
    assert_eq!(is_thinking(&seen), None, "{seen:#?}");
    let left = evening.world.ask("GET", "/faults", Value::Null).await;
    assert_eq!(left["next"], 0, "{left}");
    evening.ends().await;
}
