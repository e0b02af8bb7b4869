//! What the bot says by itself goes nowhere, while its answers to presses are taken: whoever is to act is shown nothing all the same,
//! and clocks stand. Where it goes nowhere in one channel alone they go on in others.

use std::time::Duration;

use istaka::tables::{ChannelId, Look};
use serde_json::json;

use crate::cut_off::{goes_on, in_time, is_back, passing_by, time_goes_on};
use crate::faults_aimed::{aims, refusal};
use crate::healed::{EDIT, POST, SHORT, TRIES, have_met};
use crate::house::{Evening, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::{turn_to_draw, two_play};

/// The table as it is, whatever the bot has still to say of it.
async fn look(evening: &Evening) -> Look {
    let table = evening.hall().all().pop().expect("a table");
    table.look(None, None).await.expect("it lives")
}

/// From now on every board and call meets this.
fn says_nothing_by_itself(evening: &Evening, status: u16) {
    for (method, path) in [("PATCH", EDIT), ("POST", POST), ("GET", "/users/@me")] {
        aims(evening, method, path, 100_000, refusal(status, 0));
    }
}

/// Presses of people are answered, again and again for longer than a turn: nobody's time is up, and all of it is theirs in the end.
async fn nobody_loses_a_turn(evening: &Evening, [first, second]: [&Person; 2]) {
    let lines = evening.hall().lines();
    let before = look(evening).await;
    time_goes_on(evening, 11).await;
    in_time(lines.are_cut()).await;
    for _ in 0..10 {
        second.runs("help", json!({})).await;
        time_goes_on(evening, 9).await;
        assert!(lines.is_cut_off(None));
    }
    assert_eq!(look(evening).await.revision, before.revision, "no sleep");
    is_back(&evening.world).await;
    in_time(lines.are_open()).await;
    let after = passing_by(evening).await;
    assert_eq!(after.revision, before.revision, "nobody has slept");
    let [left, deadline] = [before, after].map(|look| look.deadline.expect("it is a turn"));
    assert!(deadline >= left.plus(Duration::from_secs(101)));
    for person in [first, second] {
        person.runs("rack", json!({})).await;
    }
    goes_on(&format!("<t:{}:R>", deadline.unix_s()), first, second).await;
}

/// Two play, and the board of a move that counts goes nowhere.
async fn a_board_goes_nowhere(status: u16, met: u64) -> (Evening, [Person; 2]) {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(SHORT).await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(20).await;
    says_nothing_by_itself(&evening, status);
    let draw = first.board().await;
    first.presses_the(&draw, "draw").await;
    have_met(&evening, met).await;
    (evening, [first, second])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_token_is_in_doubt_answers_to_presses_make_no_clock_go_on() {
    // The board, and whether that was meant, again and again.
    let (evening, [first, second]) = a_board_goes_nowhere(401, 20).await;
    nobody_loses_a_turn(&evening, [&first, &second]).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_no_board_is_taken_answers_to_presses_make_no_clock_go_on() {
    let met = u64::from(TRIES) + 1;
    let (evening, [first, second]) = a_board_goes_nowhere(503, met).await;
    nobody_loses_a_turn(&evening, [&first, &second]).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_channel_that_takes_nothing_for_good_stops_the_clocks_of_others_once() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(SHORT).await;
    let lines = evening.hall().lines();
    let [first, _] = two_play(&evening).await;
    let garden = evening.channel(json!({"name": "garden"})).await;
    let people = evening.people(["Can", "Deniz"]).await;
    let [can, deniz] = people.map(|person| person.in_channel(&garden));
    sit_down(&can, &[&deniz], json!({"seats": 2})).await;
    let (next, _) = turn_to_draw(&[&can, &deniz]).await;
    evening.world.settles().await;
    let there = ChannelId::new(garden.parse().expect("a number"));
    let table = evening.hall().in_channel(there).expect("a table");
    let quiet = async || table.look(None, None).await.expect("it lives");
    let before = quiet().await;

    for path in ["messages", "messages/*"] {
        let path = format!("/channels/{}/{path}", first.channel);
        aims(&evening, "*", &path, 1_000_000, refusal(503, 0));
    }
    let board = first.board().await;
    first.presses_the(&board, "draw").await;
    have_met(&evening, TRIES.into()).await;
    time_goes_on(&evening, 11).await;
    in_time(lines.are_cut()).await;
    time_goes_on(&evening, 890).await;
    // It is let go, and the other board tells the time that was given back.
    in_time(lines.are_open()).await;
    let after = quiet().await;
    assert_eq!(after.revision, before.revision, "nobody has slept");
    let deadline = after.deadline.expect("it is a turn");
    let countdown = format!("<t:{}:R>", deadline.unix_s());
    let is_told = |board: &Message| board.content().contains(&countdown);
    next.waits_for_board("the new countdown", is_told).await;
    for _ in 0..3 {
        let so_far = evening.sandbox.fault_counts().next;
        have_met(&evening, so_far + 2).await;
        time_goes_on(&evening, 11).await;
        assert!(!lines.is_cut_off(None));
    }
    assert_eq!(quiet().await.deadline, Some(deadline), "it goes on");
    next.takes_their_turn().await;
    evening.ends().await;
}
