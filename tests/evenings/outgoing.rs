//! What the bot says by itself goes nowhere, while its answers to presses are taken: whoever is to act is shown nothing all the same,
//! and clocks stand.

use std::time::Duration;

use istaka::tables::Look;
use serde_json::json;

use crate::cut_off::{goes_on, in_time, is_back, passing_by, time_goes_on};
use crate::faults_aimed::{aims, refusal};
use crate::healed::{EDIT, POST, SHORT, TRIES, have_met};
use crate::house::Evening;
use crate::people::Person;
use crate::play::two_play;

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
