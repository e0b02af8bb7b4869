//! Pings: whoever is to act and stays quiet is called, and the message goes when they have acted.

use istaka::sandbox::Harm;
use serde_json::{Value, json};

use crate::deleted::{is_deleted, the_board};
use crate::faults_aimed::{aims, refusal};
use crate::healed::{POST, TRIES, have_met, heals, unheard};
use crate::house::{Evening, sit_down};
use crate::message::Message;
use crate::people::{Person, panel};
use crate::play::{is_to_act, turn_to_draw, two_play};
use crate::repost::talks;
use crate::threads::{open_threads, puts_away, two_begin_with};

/// The pings that stand in the channel.
pub fn pings(seen: &[Message]) -> Vec<Message> {
    let is_ping = |message: &&Message| {
        ["🔔", "⏳"]
            .iter()
            .any(|sign| message.content().starts_with(sign))
    };
    seen.iter().filter(is_ping).cloned().collect()
}

/// The one ping that stands, which calls exactly this person.
pub async fn the_ping(person: &Person, sign: &str) -> Message {
    let mut standing = pings(&person.sees().await);
    assert_eq!(standing.len(), 1, "{standing:?}");
    let ping = standing.remove(0);
    assert!(ping.content().starts_with(sign), "{ping:?}");
    let called: Vec<&str> = ping.0["mentions"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|called| called["id"].as_str())
        .collect();
    assert_eq!(called, [&person.id[..]], "{ping:?}");
    assert!(!ping.is_private(), "{ping:?}");
    ping
}

/// Two play a game of Okey in turns of days; whoever is to draw comes first.
pub async fn two_in_days(evening: &Evening) -> [Person; 2] {
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let clock = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "clock": clock})).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    if actor.id == ayse.id {
        [ayse, ben]
    } else {
        [ben, ayse]
    }
}

/// None stands.
pub async fn no_ping(person: &Person) {
    assert_eq!(pings(&person.sees().await), []);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_quiet_player_is_called_and_the_call_goes_after_the_move() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    // Both have just pressed something: they are left in peace for half of their time.
    evening.world.passes(29).await;
    no_ping(&first).await;
    // A sign of them: they are not called in the next seconds.
    first.presses_on_the_board("rack").await;
    evening.world.passes(7).await;
    second.runs("rack", json!({})).await;
    no_ping(&first).await;
    evening.world.passes(2).await;
    let ping = the_ping(&first, "🔔").await;
    assert!(ping.content().contains(&first.id), "{ping:?}");

    first.takes_their_turn().await;
    no_ping(&first).await;
    // The next one has their own quiet seconds.
    second.has_the_turn().await;
    evening.world.passes(29).await;
    no_ping(&second).await;
    evening.world.passes(2).await;
    the_ping(&second, "🔔").await;
    second.takes_their_turn().await;
    no_ping(&second).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_panel_that_a_call_pushed_down_is_the_one_that_is_played_on() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    first.presses_on_the_board("rack").await;
    let above = first.panel().await.expect("a panel");
    evening.world.passes(38).await;
    the_ping(&first, "🔔").await;
    let is_below = |panel: &Message| is_to_act(panel) && panel.id() != above.id();
    let below = first.waits_for_panel("it stands below", is_below).await;
    let panels = async || -> Vec<Message> {
        let seen = first.sees().await;
        let panels = seen.into_iter().filter(|one| !one.rack().is_empty());
        panels.collect()
    };
    let is_alone = |panels: &[Message]| panels.len() == 1 && panels[0].id() == below.id();
    assert!(is_alone(&panels().await));

    // It answers presses itself, and what was pressed stays where it was.
    let drawn = first.presses_the(&below, "draw").await;
    assert_eq!(drawn.kind(), 7, "{drawn:?}");
    assert!(is_alone(&panels().await));
    first
        .presses_the(&drawn.message(), "discard")
        .await
        .message();
    second.takes_their_turn().await;
    first.has_the_turn().await;
    assert!(is_alone(&panels().await));
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_last_quarter_a_warning_takes_the_place_of_the_call() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(31).await;
    let ping = the_ping(&first, "🔔").await;
    evening.world.passes(8).await;
    assert_eq!(the_ping(&first, "🔔").await.id(), ping.id());
    evening.world.passes(7).await;
    let warning = the_ping(&first, "⏳").await;
    assert_ne!(warning.id(), ping.id());
    // At zero the rules move, and nobody needs the warning any more.
    evening.world.passes(15).await;
    second.has_the_turn().await;
    no_ping(&first).await;
    evening.ends().await;
}

/// How often the bot has asked for a deletion.
fn deletions(evening: &Evening) -> usize {
    let exchanges = evening.record.exchanges();
    let deletions = exchanges.iter().filter(|one| one["method"] == "DELETE");
    deletions.count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_thread_that_was_put_away_the_warning_comes_and_the_call_goes() {
    for gives_a_sign in [false, true] {
        let evening = Evening::begins().await;
        let channel = evening.channel_with_threads().await;
        let people = evening.people(["Ayşe", "Ben"]).await;
        let [ayse, ben] = people.map(|person| person.in_channel(&channel));
        let clock = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
        let options = json!({"seats": 2, "points": 1, "clock": clock});
        let [host, guest] = two_begin_with(&ayse, &ben, options).await;
        let (actor, _) = turn_to_draw(&[&host, &guest]).await;
        evening.world.passes(31 * 60).await;
        let ping = the_ping(actor, "🔔").await;
        puts_away(&evening, &host.channel).await;
        if gives_a_sign {
            // The call is done with, and cannot go before something opens the thread.
            evening.world.passes(1).await;
            let outside = actor.in_channel(&channel);
            outside.runs("rack", json!({})).await;
            evening.world.passes(10).await;
            evening.world.settles().await;
            let before = deletions(&evening);
            for _ in 0..3 {
                evening.world.passes(10).await;
            }
            evening.world.settles().await;
            assert_eq!(deletions(&evening), before, "it was asked again");
            assert_eq!(the_ping(actor, "🔔").await.id(), ping.id());
        }
        assert_eq!(open_threads(&evening, &channel).await, 0);
        evening.world.passes(18 * 60 * 60).await;
        let warning = the_ping(actor, "⏳").await;
        assert_ne!(warning.id(), ping.id());
        assert_eq!(open_threads(&evening, &channel).await, 1);
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_the_line_was_too_busy_for_comes_later() {
    let evening = Evening::begins().await;
    let [actor, _] = two_in_days(&evening).await;
    // As often as one request is tried.
    let limited = json!({"method": "POST", "path": "/channels/*/messages", "what": "limited", "ms": 1, "times": 5});
    evening.world.ask("POST", "/faults/next", limited).await;
    evening.world.passes(31 * 60).await;
    no_ping(&actor).await;
    evening.world.passes(70).await;
    the_ping(&actor, "🔔").await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_was_lost_costs_no_warning() {
    let evening = Evening::begins().await;
    let [actor, _] = two_play(&evening).await;
    let limited = json!({"method": "POST", "path": "/channels/*/messages", "what": "limited", "ms": 1, "times": 5});
    evening.world.ask("POST", "/faults/next", limited).await;
    evening.world.passes(31).await;
    no_ping(&actor).await;
    evening.world.passes(15).await;
    the_ping(&actor, "⏳").await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_cannot_go_stops_no_warning_and_goes_with_the_restart() {
    let mut evening = Evening::begins().await;
    let [first, _] = two_play(&evening).await;
    evening.world.passes(31).await;
    let ping = the_ping(&first, "🔔").await;
    let refusal = json!({"method": "DELETE", "path": "/channels/*/messages/*", "status": 400, "code": 50_083, "times": 99});
    evening.world.ask("POST", "/faults/next", refusal).await;
    evening.world.passes(15).await;
    let standing = pings(&first.sees().await);
    let [call, warning] = &standing[..] else {
        panic!("not a call and a warning: {standing:?}");
    };
    assert_eq!(call.id(), ping.id());
    assert!(warning.content().starts_with("⏳"), "{warning:?}");
    evening.bot_goes().await;
    let clear = "/faults/clear";
    evening.world.ask("POST", clear, json!(null)).await;
    evening.bot_comes().await;
    no_ping(&first).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ping_that_is_left_over_goes_with_the_restart() {
    let mut evening = Evening::begins().await;
    let [first, _] = two_play(&evening).await;
    evening.world.passes(31).await;
    let ping = the_ping(&first, "🔔").await;
    evening.bot_goes().await;
    assert_eq!(the_ping(&first, "🔔").await.id(), ping.id());
    evening.bot_comes().await;
    no_ping(&first).await;
    // They still have not moved: after some seconds they are called again, once.
    evening.world.passes(9).await;
    let again = the_ping(&first, "🔔").await;
    assert_ne!(again.id(), ping.id());
    first.presses_on_the_board("draw").await;
    no_ping(&first).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ping_goes_with_the_restart_also_if_the_bot_was_just_about_to_bring_a_panel_below_it() {
    let mut evening = Evening::begins().await;
    let [first, _] = two_play(&evening).await;
    evening.world.settles().await;
    // The panel is posted below the call, and the bot does not hear of it before it goes.
    let late = json!({"method": "POST", "path": "/webhooks/*/*", "what": "delay", "ms": 600_000, "times": 9});
    evening.world.ask("POST", "/faults/next", late).await;
    evening.world.passes(31).await;
    let is_below = |seen: &[Message]| {
        let (ping, panel) = (pings(seen).pop()?, panel(seen)?);
        (place(seen, ping.id()) < place(seen, panel.id())).then_some(())
    };
    first.waits_for("a panel below the call", is_below).await;
    evening.bot_goes().await;
    let clear = "/faults/clear";
    evening.world.ask("POST", clear, json!(null)).await;
    evening.bot_comes().await;
    no_ping(&first).await;
    evening.ends().await;
}

/// Where in the channel the message stands for this person, counted from above.
fn place(seen: &[Message], id: &str) -> usize {
    let is_it = |message: &Message| message.id() == id;
    seen.iter().position(is_it).expect("it stands there")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_stands_above_the_panel_of_whom_it_calls() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let others = second.panel().await.expect("a panel");
    evening.world.passes(31).await;
    let ping = the_ping(&first, "🔔").await;
    let seen = first.sees().await;
    let panels: Vec<&Message> = seen.iter().filter(|one| one.is_private()).collect();
    let [panel] = panels[..] else {
        panic!("one panel: {panels:?}");
    };
    assert!(is_to_act(panel), "{panel:?}");
    assert!(
        place(&seen, ping.id()) < place(&seen, panel.id()),
        "{seen:?}"
    );
    let still = second.panel().await.expect("a panel");
    assert_eq!(still.id(), others.id());
    first.presses_the(panel, "draw").await;
    no_ping(&first).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_sentence_of_a_turn_says_whose_it_is_what_to_do_and_when_it_ends() {
    let evening = Evening::begins().await;
    let [first, _] = two_play(&evening).await;
    let panel = first.panel().await.expect("a panel");
    let own = "**Your turn.** Draw from the stock, or take the discard. Your time is up <t:";
    assert!(panel.content().starts_with(own), "{panel:?}");
    let board = first.board().await;
    let turn = format!(
        "**<@{}>**'s turn: draw, or take the discard. Time's up <t:",
        first.id
    );
    assert!(board.content().contains(&turn), "{board:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_can_begin_on_the_call() {
    let evening = Evening::begins().await;
    let [first, _] = two_play(&evening).await;
    evening.world.passes(31).await;
    let ping = the_ping(&first, "🔔").await;
    let verbs: Vec<String> = ping
        .enabled()
        .iter()
        .map(|one| one.verb().to_owned())
        .collect();
    assert_eq!(verbs, ["draw", "take", "rack"], "{ping:?}");
    let drawn = first.presses_the(&ping, "draw").await.message();
    assert!(drawn.is_private(), "{drawn:?}");
    assert_eq!(drawn.rack().len(), 15, "{drawn:?}");
    no_ping(&first).await;
    evening.ends().await;
}

/// Two play, and whoever is to act is called; what is posted for that meets this harm.
async fn a_call_meets(evening: &Evening, times: u32, harm: Harm) -> [Person; 2] {
    let people = two_play(evening).await;
    aims(evening, "POST", POST, times, harm);
    evening.world.passes(31).await;
    have_met(evening, times.into()).await;
    people
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_came_unheard_stands_once_and_goes_after_the_move() {
    for (seconds, times) in [(0, TRIES), (8, TRIES), (8, 2 * TRIES)] {
        let evening = Evening::begins().await;
        let [first, second] = a_call_meets(&evening, times.min(TRIES), unheard()).await;
        if times > TRIES {
            aims(&evening, "POST", POST, times - TRIES, unheard());
        }
        let call = the_ping(&first, "🔔").await;
        evening.world.passes(seconds).await;
        assert_eq!(the_ping(&first, "🔔").await.id(), call.id());
        first.takes_their_turn().await;
        second.has_the_turn().await;
        evening.world.passes(10).await;
        no_ping(&first).await;
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_warning_takes_the_place_of_a_call_that_came_unheard() {
    let evening = Evening::begins().await;
    let [first, _] = a_call_meets(&evening, TRIES, unheard()).await;
    let call = the_ping(&first, "🔔").await;
    // Nobody is cut off: what the bot says elsewhere is taken.
    let garden = evening.channel(json!({"name": "garden"})).await;
    let others = evening.people(["Can", "Deniz"]).await;
    let [can, deniz] = others.map(|person| person.in_channel(&garden));
    sit_down(&can, &[&deniz], json!({"seats": 2})).await;
    evening.world.settles().await;
    evening.world.passes(15).await;
    let warning = the_ping(&first, "⏳").await;
    assert_ne!(warning.id(), call.id());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_did_not_come_is_made_again_in_the_same_turn() {
    let evening = Evening::begins().await;
    let [first, second] = a_call_meets(&evening, TRIES, refusal(502, 0)).await;
    no_ping(&first).await;
    evening.world.passes(8).await;
    the_ping(&first, "🔔").await;
    first.takes_their_turn().await;
    no_ping(&second).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_came_unheard_goes_with_the_table() {
    let evening = Evening::begins().await;
    let [first, second] = a_call_meets(&evening, TRIES, unheard()).await;
    the_ping(&first, "🔔").await;
    for one in [&first, &second] {
        one.ends_the_table().await;
    }
    let gone = |seen: &[Message]| pings(seen).is_empty().then_some(());
    second.waits_for("no call", gone).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_is_not_made_twice_once_discord_may_have_forgotten_it() {
    let evening = Evening::begins().await;
    let [actor, other] = two_in_days(&evening).await;
    aims(&evening, "POST", POST, 1_000, unheard());
    evening.world.passes(40 * 60).await;
    have_met(&evening, TRIES.into()).await;
    for seconds in [8, 8, 16, 32, 64] {
        evening.world.passes(seconds).await;
    }
    evening.world.settles().await;
    let met = evening.sandbox.fault_counts().next;
    assert!(met > u64::from(TRIES), "it is looked for");
    for _ in 0..3 {
        evening.world.passes(10 * 60).await;
    }
    evening.world.settles().await;
    assert_eq!(evening.sandbox.fault_counts().next, met);
    assert_eq!(pings(&actor.sees().await).len(), 1);
    // It was found where it stands, so it goes as any other.
    heals(&evening).await;
    actor.takes_their_turn().await;
    evening.world.passes(10).await;
    the_ping(&other, "🔔").await;
    evening.ends().await;
}

/// Found by hand: after two minutes of errors nobody was called for 18 hours.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_in_a_turn_of_days_comes_once_discord_is_well_again() {
    let evening = Evening::begins().await;
    let [actor, other] = two_in_days(&evening).await;
    aims(&evening, "POST", POST, 1_000, refusal(502, 0));
    aims(&evening, "GET", POST, 1_000, refusal(502, 0));
    evening.world.passes(31 * 60).await;
    have_met(&evening, TRIES.into()).await;
    for seconds in [8, 16, 32, 64, 128, 256] {
        evening.world.passes(seconds).await;
    }
    no_ping(&actor).await;
    heals(&evening).await;
    evening.world.passes(10 * 60).await;
    evening.world.settles().await;
    the_ping(&actor, "🔔").await;
    actor.takes_their_turn().await;
    evening.world.passes(10).await;
    the_ping(&other, "🔔").await;
    evening.ends().await;
}

/// Somebody is called in a turn of days, that comes, and nobody hears of it as long as Discord knows what it has posted. Before that,
/// so many messages are said, and after it this happens.
async fn a_call_is_looked_for(
    evening: &Evening,
    said: usize,
    then: impl AsyncFnOnce(&Person, &Person),
) -> [Person; 2] {
    let [actor, other] = two_in_days(evening).await;
    evening.world.passes(29 * 60 + 30).await;
    talks(&other, said).await;
    aims(evening, "POST", POST, TRIES, unheard());
    evening.world.passes(60).await;
    have_met(evening, TRIES.into()).await;
    evening.world.settles().await;
    assert_eq!(pings(&actor.sees().await).len(), 1, "it stands");
    then(&actor, &other).await;
    evening.world.passes(3 * 60).await;
    evening.world.settles().await;
    let exchanges = evening.record.exchanges();
    let is_search = |one: &&Value| {
        let path = one["path"].as_str().unwrap_or_default();
        one["method"] == "GET" && path.contains("/messages?")
    };
    assert!(
        exchanges.iter().any(|one| is_search(&one)),
        "it is looked for"
    );
    for _ in 0..3 {
        evening.world.passes(10 * 60).await;
    }
    [actor, other]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_came_unheard_is_found_also_above_a_board_that_came_after_it() {
    let evening = Evening::begins().await;
    let before = &evening;
    let people = a_call_is_looked_for(before, 0, async |actor, other| {
        let board = the_board(actor).await;
        is_deleted(before, &board).await;
        other.runs("table show", json!({})).await;
        assert_ne!(the_board(actor).await.id(), board.id());
    });
    let [actor, other] = people.await;
    // It is known where it stands: nobody was called twice, and it goes with the move.
    the_ping(&actor, "🔔").await;
    actor.takes_their_turn().await;
    no_ping(&actor).await;
    evening.world.passes(31 * 60).await;
    the_ping(&other, "🔔").await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_is_not_among_so_many_messages_as_discord_gives_at_once_is_not_made_again() {
    let evening = Evening::begins().await;
    let people = a_call_is_looked_for(&evening, 100, async |_, _| {}).await;
    assert_eq!(pings(&people[0].sees().await).len(), 1);
    evening.ends().await;
}
