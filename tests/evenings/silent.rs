//! The bot may change its messages, but write no new ones: whoever plays reads that nobody is called.

use std::time::Duration;

use serde_json::json;

use crate::access::{becomes, refused};
use crate::faults_aimed::{aims, refusal};
use crate::healed::{POST, have_met};
use crate::house::{Evening, INVITED, NO_THREADS, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::pings::{no_ping, pings, the_ping, two_in_days};
use crate::play::turn_to_draw;
use crate::threads::{two_begin, two_begin_with};

const SEND: u64 = 1 << 11;
const SEND_IN_THREADS: u64 = 1 << 38;

fn says_so(message: &Message) -> bool {
    let content = message.content();
    content.contains("🔇") && content.contains("nobody is called")
}

/// Whether board and panels say so.
async fn all_say(people: [&Person; 2]) -> [bool; 3] {
    let board = people[0].board().await;
    let panels = [people[0].panel().await, people[1].panel().await];
    let [first, second] = panels.map(|panel| says_so(&panel.expect("a panel")));
    [says_so(&board), first, second]
}

/// Waits as people do, whose clock goes on: a table is left alone for seconds of it. A word is kept for a second or two of the host's
/// own time, and no machine is so quick that a turn of a day is over by then.
async fn passes_until(evening: &Evening, what: &str, is_so: impl AsyncFn() -> bool) {
    for _ in 0..40_000 {
        if is_so().await {
            return;
        }
        evening.world.passes(1).await;
    }
    panic!("hours pass, and not yet: {what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_bot_may_not_write_board_and_panels_say_that_nobody_is_called() {
    for (rights, right) in [(INVITED, SEND_IN_THREADS), (NO_THREADS, SEND)] {
        let evening = Evening::begins().await;
        let wish = json!({"name": "halls", "bot_permissions": rights.to_string()});
        let channel = evening.channel(wish).await;
        let people = evening.people(["Ayşe", "Ben"]).await;
        let [ayse, ben] = people.map(|person| person.in_channel(&channel));
        let [host, guest] = if right == SEND {
            sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
            [ayse, ben]
        } else {
            two_begin(&ayse, &ben).await
        };
        let may = |rights: u64| json!({"bot_permissions": rights.to_string()});
        becomes(&evening, &channel, may(rights & !right)).await;
        // Whoever is answered after that is so by a bot that has heard it: a word that comes after the refusal lets it try again.
        for person in [&host, &guest] {
            person.runs("rack", json!({})).await;
        }
        assert_eq!(all_say([&host, &guest]).await, [false; 3]);
        evening.world.passes(31).await;
        assert_eq!(all_say([&host, &guest]).await, [true; 3]);
        assert_eq!(refused(&evening), 1);
        no_ping(&host).await;
        // The game goes on, and it stays so.
        let (actor, _) = turn_to_draw(&[&host, &guest]).await;
        actor.takes_their_turn().await;
        evening.world.passes(31).await;
        assert_eq!(all_say([&host, &guest]).await, [true; 3]);
        assert_eq!(refused(&evening), 1);

        becomes(&evening, &channel, may(rights)).await;
        host.waits_for_board("it may write", |board| !says_so(board))
            .await;
        assert_eq!(all_say([&host, &guest]).await, [false; 3]);
        let (actor, _) = turn_to_draw(&[&host, &guest]).await;
        // So long a table is left alone in which nobody was to be called.
        evening.world.passes(8).await;
        the_ping(actor, "🔔").await;
        assert_eq!(refused(&evening), 1);
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_right_that_is_given_back_after_roles_were_dragged_about_is_heard_in_a_turn_of_days() {
    let mut evening = Evening::begins().await;
    evening
        .hears_of_places_after(Duration::from_millis(200))
        .await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let clock = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
    let options = json!({"seats": 2, "clock": clock});
    let [host, guest] = two_begin_with(&ayse, &ben, options).await;
    turn_to_draw(&[&host, &guest]).await;
    let may = |rights: u64| json!({"bot_permissions": rights.to_string()});
    becomes(&evening, &channel, may(INVITED & !SEND_IN_THREADS)).await;
    evening.world.passes(31 * 60).await;
    // Each word of the channel that is heard lets the bot try once more, until there was too much of it.
    let mut number = 0;
    while refused(&evening) <= 7 {
        number += 1;
        let wish = json!({"name": format!("hall-{number}")});
        becomes(&evening, &channel, wish).await;
        evening.world.passes(9).await;
    }
    let (actor, _) = turn_to_draw(&[&host, &guest]).await;
    let is_silent = async || says_so(&host.board().await);
    passes_until(&evening, "nobody is called", is_silent).await;
    becomes(&evening, &channel, may(INVITED)).await;
    let is_called = async || !pings(&host.sees().await).is_empty();
    passes_until(&evening, "somebody is called", is_called).await;
    assert!(!is_silent().await);
    the_ping(actor, "🔔").await;
    evening.ends().await;
}

/// As when a moderator's time-out of the bot runs out: nobody tells of that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_right_that_comes_back_without_a_word_is_found_out_in_the_same_turn_of_days() {
    let mut evening = Evening::begins().await;
    evening
        .forgets_refusals_after(Duration::from_millis(500))
        .await;
    let [actor, other] = two_in_days(&evening).await;
    aims(&evening, "POST", POST, 1, refusal(403, 50_013));
    evening.world.passes(31 * 60).await;
    have_met(&evening, 1).await;
    let is_called = async || !pings(&actor.sees().await).is_empty();
    passes_until(&evening, "somebody is called", is_called).await;
    the_ping(&actor, "🔔").await;
    assert_eq!(all_say([&actor, &other]).await, [false; 3]);
    assert_eq!(refused(&evening), 1);
    evening.ends().await;
}
