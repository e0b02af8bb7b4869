//! Threads that were put away in a server with as many open ones as Discord allows: nothing that is posted there brings them back.

use serde_json::json;

use crate::access::{becomes, is_closed, told, waits_for_the_turn, waits_for_the_word_to_go};
use crate::house::{Evening, INVITED};
use crate::locked::two_in_a_thread;
use crate::message::Message;
use crate::pings::{no_ping, pings, the_ping};
use crate::play::turn_to_draw;
use crate::threads::puts_away;

/// So many threads of a server may be open.
const MOST_OPEN: usize = 1_000;

/// Other threads take all the room that there is; one of them.
async fn others_fill(evening: &Evening) -> String {
    let channel = evening.channel(json!({"name": "elsewhere"})).await;
    let mut last = channel.clone();
    for number in 0..MOST_OPEN {
        let thread = json!({"name": number.to_string(), "parent": channel});
        last = evening.channel(thread).await;
    }
    last
}

/// How often the bot was told that there is no room.
fn refusals(evening: &Evening) -> usize {
    let exchanges = evening.record.exchanges();
    let is_full = |one: &&serde_json::Value| one["response"]["code"] == 160_006;
    exchanges.iter().filter(is_full).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_whose_thread_cannot_be_brought_back_goes_on_above_it_and_calls_once_it_can() {
    for meets_it in ["a move", "a call"] {
        let evening = Evening::begins().await;
        let clock = "days (24 h a turn)";
        let (there, above) = two_in_a_thread(&evening, INVITED, clock).await;
        let thread = &there[0].channel;
        puts_away(&evening, thread).await;
        let other = others_fill(&evening).await;
        for person in &above {
            person.runs("rack", json!({})).await;
        }
        let is_told = |seen: &[Message]| (told(seen) == 1).then_some(());
        if meets_it == "a move" {
            let (actor, _) = turn_to_draw(&[&above[0], &above[1]]).await;
            actor.takes_their_turn().await;
        } else {
            evening.world.passes(31 * 60).await;
        }
        above[0].waits_for("word of the thread", is_told).await;
        // The game goes on, and nothing more is asked for there.
        evening.world.settles().await;
        let before = refusals(&evening);
        for person in &above {
            let panel = person.runs("rack", json!({})).await.message();
            assert!(is_closed(&panel), "{panel:?}");
        }
        for _ in 0..2 * usize::from(meets_it == "a move") {
            let (actor, _) = turn_to_draw(&[&above[0], &above[1]]).await;
            actor.takes_their_turn().await;
        }
        no_ping(&there[0]).await;
        assert_eq!(told(&above[0].sees().await), 1);
        assert_eq!(refusals(&evening), before, "it was asked again");

        // There is room, and somebody opens the thread: no call counts as made.
        becomes(&evening, &other, json!({"archived": true})).await;
        becomes(&evening, thread, json!({"archived": false})).await;
        waits_for_the_turn(&there[0], [&above[0], &above[1]]).await;
        waits_for_the_word_to_go(&above[0]).await;
        let (actor, _) = turn_to_draw(&[&above[0], &above[1]]).await;
        let actor = actor.in_channel(thread);
        evening.world.passes(31 * 60).await;
        actor
            .waits_for("the call", |seen| (!pings(seen).is_empty()).then_some(()))
            .await;
        the_ping(&actor, "🔔").await;
        evening.ends().await;
    }
}
