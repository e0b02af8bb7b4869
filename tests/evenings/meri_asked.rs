//! The clock while everybody is asked for the trump robai: who is called, and what is done for whoever does not answer, tells
//! nobody who has (Hachinin-meri rules 14).

use serde_json::json;

use crate::house::Evening;
use crate::meri_robau::{NAMES, has_taken, held_by, held_by_nobody, says_ready};
use crate::message::Message;
use crate::people::Person;
use crate::play_meri::{rigged, rigged_at};

/// After so many seconds three quarters of the time have passed, and after so many more the time is up.
const WARNED: u64 = 46;
const REST: u64 = 15;

/// The calls that stand in the channel: what they say, and whom they call.
async fn calls(person: &Person) -> Vec<(String, Vec<String>)> {
    let seen = person.sees().await;
    let is_call = |message: &&Message| {
        ["🔔", "⏳"]
            .iter()
            .any(|sign| message.content().starts_with(sign))
    };
    let called = |message: &Message| {
        let mentions = message.0["mentions"].as_array().into_iter().flatten();
        let ids = mentions.filter_map(|person| person["id"].as_str());
        (
            message.content().to_owned(),
            ids.map(str::to_owned).collect(),
        )
    };
    seen.iter().filter(is_call).map(called).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn all_eight_are_called_whoever_has_answered() {
    for (early, late) in [
        (&[][..], &[][..]),
        (&[5, 0], &[6]),
        (&[0, 1, 2, 3, 4, 6, 7], &[]),
    ] {
        let mut evening = Evening::begins().await;
        let people = rigged(&mut evening, NAMES, "", &held_by(5)).await;
        for seat in early {
            says_ready(&people[*seat]).await;
        }
        // Nobody is called alone, and whoever gives a sign changes nothing.
        evening.world.passes(20).await;
        assert_eq!(calls(&people[1]).await, []);
        people[2].shows_rack().await;
        evening.world.passes(WARNED - 20).await;
        let all: Vec<String> = people.iter().map(|person| person.id.clone()).collect();
        let [(told, called)] = &calls(&people[1]).await[..] else {
            panic!("one call, after {early:?}");
        };
        assert!(told.starts_with("⏳"), "{told}");
        assert_eq!(*called, all, "after {early:?}");
        // It stands until the asking is over, whoever answers meanwhile.
        for seat in late {
            says_ready(&people[*seat]).await;
            assert_eq!(calls(&people[1]).await, [(told.clone(), all.clone())]);
        }
        let caller = people[5].panel().await.expect("a panel");
        if caller.can("robatta").is_some() {
            people[5].presses_the(&caller, "robatta").await;
            assert_eq!(calls(&people[1]).await, []);
        }
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_answer_in_time_calls_with_the_robai_and_is_ready_without() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &held_by(5)).await;
    for seat in [0, 6] {
        says_ready(&people[seat]).await;
    }
    evening.world.passes(WARNED + REST).await;
    let board = people[1].board().await;
    assert!(board.content().contains("called *robatta*"), "{board:?}");
    // It was the first time that they were not there.
    assert!(!board.content().contains("💤"), "{board:?}");
    has_taken(&people, 5).await;
    evening.ends().await;

    // A holder who has answered has answered.
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &held_by(5)).await;
    says_ready(&people[5]).await;
    evening.world.passes(WARNED + REST).await;
    let board = people[1].board().await;
    assert!(board.content().contains("Nobody called"), "{board:?}");
    has_taken(&people, 3).await;
    evening.ends().await;

    let mut evening = Evening::begins().await;
    let deal = held_by_nobody("K-4", "K-Robai O-9");
    let people = rigged(&mut evening, NAMES, "", &deal).await;
    evening.world.passes(WARNED + REST).await;
    let board = people[1].board().await;
    assert!(board.content().contains("Nobody called"), "{board:?}");
    has_taken(&people, 3).await;
    evening.ends().await;
}

/// A board that is nearly an hour old is posted anew with what changes on it: an answer that nobody sees changes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_board_does_not_tell_that_somebody_has_answered() {
    let mut evening = Evening::begins().await;
    let clock = Some("days (24 h a turn)");
    let people = rigged_at(&mut evening, NAMES, "", clock, &held_by(5)).await;
    let before = people[1].board().await;
    evening.world.passes(55 * 60).await;
    for seat in [0, 6] {
        people[seat].shows_rack().await;
        says_ready(&people[seat]).await;
    }
    people[2].shows_rack().await;
    evening.world.passes(5 * 60).await;
    assert_eq!(people[1].board().await.id(), before.id());
    let panel = people[5].shows_rack().await;
    people[5].presses_the(&panel, "robatta").await;
    let is_told = |board: &Message| board.content().contains("called *robatta*");
    let board = people[1].waits_for_board("the call", is_told).await;
    // An id tells when its message was posted.
    let minutes = |board: &Message| (board.id().parse::<u64>().expect("an id") >> 22) / 60_000;
    let stood = minutes(&board) - minutes(&before);
    assert!(stood >= 60, "it was posted anew after {stood} minutes");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_wants_no_calls_gets_none_and_the_others_get_theirs() {
    let mut evening = Evening::begins().await;
    let people = rigged(&mut evening, NAMES, "", &held_by(5)).await;
    let page = people[2].runs("settings", json!({})).await.message();
    people[2].forges(&page, "1:set:pings:off").await;
    says_ready(&people[0]).await;
    evening.world.passes(WARNED).await;
    let others = people.iter().filter(|person| person.id != people[2].id);
    let others: Vec<String> = others.map(|person| person.id.clone()).collect();
    let [(_, called)] = &calls(&people[1]).await[..] else {
        panic!("one call");
    };
    assert_eq!(*called, others);
    evening.ends().await;
}
