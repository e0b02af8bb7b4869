//! Threads that are locked while nobody tells the bot, and it may write there all the same: with the right to manage threads a
//! lock refuses it nothing, but people can press nothing there.

use serde_json::json;

use crate::access::{
    becomes, is_closed, refused, told, waits_for_the_turn, waits_for_the_word_to_go,
};
use crate::house::{Evening, INVITED};
use crate::locked::{MANAGE_THREADS, two_in_a_thread};
use crate::message::Message;
use crate::people::Person;
use crate::pings::no_ping;
use crate::play::turn_to_draw;

const VIEW_CHANNEL: u64 = 1 << 10;

/// Waits until the channel above says that the table cannot be shown in its thread.
async fn waits_for_the_word(above: &Person) {
    let is_told = |seen: &[Message]| (told(seen) == 1).then_some(());
    above.waits_for("word of the lock", is_told).await;
}

/// The game goes on above the thread, until that is unlocked.
async fn goes_on_above(evening: &Evening, host: &Person, above: [&Person; 2]) {
    for person in above {
        let panel = person.runs("rack", json!({})).await.message();
        assert!(is_closed(&panel), "{panel:?}");
    }
    evening.world.passes(31).await;
    no_ping(host).await;
    evening.world.settles().await;
    assert_eq!(told(&above[0].sees().await), 1);
    becomes(evening, &host.channel, json!({"locked": false})).await;
    waits_for_the_turn(host, above).await;
    waits_for_the_word_to_go(above[0]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lock_from_while_the_bot_was_away_is_told_when_it_is_back() {
    for away in ["stopped", "thrown out", "kept from the channel"] {
        let mut evening = Evening::begins().await;
        let (may, clock) = (INVITED | MANAGE_THREADS, "normal (60 s a turn)");
        let ([host, guest], [ayse, ben]) = two_in_a_thread(&evening, may, clock).await;
        let locked = json!({"locked": true});
        match away {
            "stopped" => {
                evening.bot_goes().await;
                becomes(&evening, &host.channel, locked).await;
                evening.bot_comes().await;
            }
            "thrown out" => {
                let server = async |has_bot: bool| {
                    let wish = json!({"bot": has_bot});
                    evening.world.ask("POST", "/server", wish).await;
                };
                server(false).await;
                becomes(&evening, &host.channel, locked).await;
                server(true).await;
            }
            _ => {
                let sees = |may: u64| json!({"bot_permissions": may.to_string()});
                becomes(&evening, &ayse.channel, sees(may & !VIEW_CHANNEL)).await;
                // It is refused something there, and nobody can be told of that.
                let (actor, _) = turn_to_draw(&[&host, &guest]).await;
                actor.takes_their_turn().await;
                evening.world.settles().await;
                becomes(&evening, &host.channel, locked).await;
                becomes(&evening, &ayse.channel, sees(may)).await;
            }
        }
        waits_for_the_word(&ayse).await;
        goes_on_above(&evening, &host, [&ayse, &ben]).await;
        let was_refused = refused(&evening) > 0;
        assert_eq!(was_refused, away == "kept from the channel", "{away}");
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lock_that_a_refusal_tells_is_not_over_when_the_bot_may_write_there() {
    let evening = Evening::begins().await;
    let clock = "days (24 h a turn)";
    let ([host, _], [ayse, ben]) = two_in_a_thread(&evening, INVITED, clock).await;
    let wish = json!({"name": "Mo", "moderator": true});
    let mo = Person::comes(&evening.world, &host.channel, wish).await;
    let lost = json!({"event_lost_percent": 100});
    evening.world.ask("POST", "/faults", lost).await;
    becomes(&evening, &host.channel, json!({"locked": true})).await;
    evening.world.passes(31 * 60).await;
    waits_for_the_word(&ayse).await;
    evening.world.ask("POST", "/faults/clear", json!({})).await;
    let may = (INVITED | MANAGE_THREADS).to_string();
    becomes(&evening, &ayse.channel, json!({"bot_permissions": may})).await;
    evening.world.settles().await;
    // Whoever may manage threads uses commands in a locked one.
    mo.runs("table show", json!({})).await;
    evening.world.settles().await;
    goes_on_above(&evening, &host, [&ayse, &ben]).await;
    assert_eq!(refused(&evening), 1);
    evening.ends().await;
}
