//! Places that are taken from the bot: the game goes on elsewhere, nothing is asked over and over, and the table comes
//! back with the place.

use std::time::Duration;

use istaka::sandbox::FaultCounts;
use serde_json::{Value, json};

use crate::house::{Evening, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::pings::the_ping;
use crate::play::turn_to_draw;
use crate::repost::leaves_its_lobby_over;
use crate::threads::{two_begin, two_begin_with};

/// So many tables stand where the bot may not write.
const CLOSED_TABLES: usize = 40;

/// So many of its places open again for a server within ten minutes.
const SHARE_OF_A_SERVER: u64 = 200;

/// The right to send pictures.
const ATTACH_FILES: u64 = 1 << 15;

/// Above a panel, while the table cannot be shown in its place.
const CLOSED: &str = "I may no longer show this table in its place";

/// What somebody who runs the server does to a channel or thread.
pub async fn becomes(evening: &Evening, channel: &str, change: Value) {
    let path = format!("/channels/{channel}");
    evening.world.ask("POST", &path, change).await;
}

/// The requests of the bot that were refused so far.
pub fn refused(evening: &Evening) -> u64 {
    evening.sandbox.fault_counts().invalid_requests
}

/// Everybody plays some turns, and quiet people are due to be called.
async fn some_turns(evening: &Evening, people: [&Person; 2]) {
    for _ in 0..3 {
        let (actor, _) = turn_to_draw(&people).await;
        evening.world.passes(31).await;
        // A call has brought it below.
        let panel = actor.waits_for_a_panel().await;
        let panel = actor.presses_the(&panel, "draw").await.message();
        actor.discards(&panel).await;
    }
    evening.world.settles().await;
}

/// Waits until the only board that stands there shows whose turn it is.
pub async fn waits_for_the_turn(there: &Person, people: [&Person; 2]) -> Message {
    let (actor, _) = turn_to_draw(&people).await;
    let turn = format!("**<@{}>**'s turn", actor.id);
    there
        .waits_for_board("the present turn", |board| board.content().contains(&turn))
        .await
}

/// How often people are told of a locked thread.
pub fn told(seen: &[Message]) -> usize {
    let is_told = |one: &&Message| {
        one.content()
            .contains("I may no longer show your Okey table in its thread")
    };
    seen.iter().filter(is_told).count()
}

/// Waits until the channel above says no more that a table is not shown in its thread, and lets nobody play from there.
pub async fn waits_for_the_word_to_go(above: &Person) {
    let plays = |one: &Message| !one.is_private() && one.can("rack").is_some();
    above
        .waits_for("the end of the word", |seen| {
            (told(seen) == 0 && !seen.iter().any(plays)).then_some(())
        })
        .await;
}

pub fn is_closed(panel: &Message) -> bool {
    panel.content().contains(CLOSED)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_locked_thread_ends_no_game_and_its_table_comes_back() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let [host, guest] = two_begin(&ayse, &ben).await;
    let thread = host.channel.clone();
    turn_to_draw(&[&host, &guest]).await;
    becomes(&evening, &thread, json!({"archived": true, "locked": true})).await;
    for person in [&ayse, &ben] {
        person.runs("rack", json!({})).await;
    }
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    actor.presses_the(&panel, "draw").await;
    ayse.waits_for("word of the thread", |seen| (told(seen) == 1).then_some(()))
        .await;
    some_turns(&evening, [&ayse, &ben]).await;
    let before = refused(&evening);
    assert!(before <= 4, "{before}");
    some_turns(&evening, [&ayse, &ben]).await;
    assert_eq!(refused(&evening), before, "it was asked again");
    for person in [&ayse, &ben] {
        let panel = person.panel().await.expect("a panel");
        assert!(is_closed(&panel), "{panel:?}");
    }
    let seen = ayse.sees().await;
    assert_eq!(told(&seen), 1);
    let word = seen
        .iter()
        .find(|one| told(std::slice::from_ref(*one)) == 1);
    let word = word.expect("it was counted");
    let panel = ayse.presses_the(word, "rack").await.message();
    assert!(
        is_closed(&panel) && panel.rack().len() >= 14 && panel.id() != word.id(),
        "{panel:?}"
    );
    let watching = evening.person("Eve").await.in_channel(&channel);
    let watching = watching.presses_the(word, "rack").await.says();
    assert!(watching.contains("so you are watching"), "{watching}");

    becomes(
        &evening,
        &thread,
        json!({"archived": false, "locked": false}),
    )
    .await;
    waits_for_the_turn(&host, [&ayse, &ben]).await;
    waits_for_the_word_to_go(&ayse).await;
    for person in [&ayse, &ben] {
        let panel = person.panel().await.expect("a panel");
        assert!(!is_closed(&panel), "{panel:?}");
    }
    assert_eq!(refused(&evening), before);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_moderator_who_locks_the_thread_of_their_rated_game_ends_it_for_nobody() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let wish = |name: &str| json!({"name": name, "moderator": true});
    let ayse = evening.person("Ayşe").await.in_channel(&channel);
    let mo = Person::comes(&evening.world, &channel, wish("Mo")).await;
    let ann = Person::comes(&evening.world, &channel, wish("Ann")).await;
    let [host, guest] = two_begin(&mo, &ayse).await;
    turn_to_draw(&[&host, &guest]).await;
    let closed = json!({"archived": true, "locked": true});
    becomes(&evening, &host.channel, closed).await;
    for person in [&mo, &ayse] {
        person.runs("rack", json!({})).await;
    }
    let (actor, panel) = turn_to_draw(&[&mo, &ayse]).await;
    actor.presses_the(&panel, "draw").await;
    ayse.waits_for("word of the thread", |seen| (told(seen) == 1).then_some(()))
        .await;
    let vote = mo.runs("table end", json!({})).await.says();
    assert!(
        vote.contains("1 of 2 votes") && vote.contains("your word is one vote"),
        "{vote}"
    );
    // Nor once they have left it.
    mo.leaves().await;
    let refused = host.runs("table end", json!({})).await.says();
    assert!(refused.starts_with("You had a part"), "{refused}");
    let alone = ayse.runs("table end", json!({})).await.says();
    assert!(alone.contains("cannot be voted away"), "{alone}");
    // Mo's command there has let the bot try once more.
    evening.world.settles().await;
    // A moderator who had no part in it clears it from the channel: in the thread nothing can be pressed.
    let ended = ann.ends_the_table().await.says();
    assert!(ended.contains("closed without a result"), "{ended}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_in_a_channel_that_was_hidden_brings_its_table_back() {
    let evening = Evening::begins().await;
    let other = evening.channel(json!({"name": "other"})).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    turn_to_draw(&[&ayse, &ben]).await;
    becomes(&evening, &evening.channel, json!({"bot_permissions": "0"})).await;
    let [from, to] = [&ayse, &ben].map(|person| person.in_channel(&other));
    for person in [&from, &to] {
        person.runs("rack", json!({})).await;
    }
    some_turns(&evening, [&from, &to]).await;
    let before = refused(&evening);
    assert!((1..=4).contains(&before), "{before}");
    // Neither play nor presses from that place ask again: Discord itself says that it is hidden.
    for _ in 0..3 {
        ayse.presses_on_the_board("rack").await;
    }
    for person in [&from, &to] {
        person.runs("rack", json!({})).await;
    }
    some_turns(&evening, [&from, &to]).await;
    assert_eq!(refused(&evening), before, "it was asked again");

    // The event that tells of it gets lost.
    let lost = json!({"event_lost_percent": 100});
    evening.world.ask("POST", "/faults", lost).await;
    let may = json!({"bot_permissions": (crate::house::INVITED & !(1 << 35)).to_string()});
    becomes(&evening, &evening.channel, may).await;
    evening.world.ask("POST", "/faults/clear", json!({})).await;
    let rack = ayse.presses_on_the_board("rack").await.message();
    assert!(!is_closed(&rack), "{rack:?}");
    waits_for_the_turn(&ayse, [&ayse, &to]).await;
    assert_eq!(refused(&evening), before);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_thrown_out_asks_for_nothing_until_it_is_invited_again() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let board = waits_for_the_turn(&ayse, [&ayse, &ben]).await;
    evening.world.settles().await;
    let server = async |has_bot: bool| {
        let wish = json!({"bot": has_bot});
        evening.world.ask("POST", "/server", wish).await;
    };
    server(false).await;
    for person in [&ayse, &ben] {
        person
            .waits_for_panel("word of it", |panel| {
                let text = panel.content();
                text.contains("I was removed from this server") && !is_closed(panel)
            })
            .await;
    }
    let refusal = ayse.tries("rack", json!({})).await;
    assert!(refusal.is_err(), "{refusal:?}");
    // Quiet people are not called, and what the clock does is shown nowhere but on panels.
    evening.world.passes(9).await;
    evening.world.passes(60).await;
    evening.world.settles().await;
    assert_eq!(refused(&evening), 0);
    assert_eq!(ayse.board().await, board);

    server(true).await;
    let is_back = |panel: &Message| !panel.content().contains("I was removed") && !is_closed(panel);
    ayse.waits_for_panel("word of the return", is_back).await;
    let again = waits_for_the_turn(&ayse, [&ayse, &ben]).await;
    assert_eq!(again.id(), board.id());
    assert_eq!(refused(&evening), 0);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_restart_says_nothing_twice_and_an_end_is_told_when_the_place_opens() {
    let mut evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let clock = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
    let options = json!({"seats": 2, "clock": clock});
    let [host, guest] = two_begin_with(&ayse, &ben, options).await;
    turn_to_draw(&[&host, &guest]).await;
    becomes(
        &evening,
        &host.channel,
        json!({"archived": true, "locked": true}),
    )
    .await;
    for minutes in [0, 20] {
        // Discord itself knows a repetition for some minutes.
        evening.bot_goes().await;
        evening.world.passes(minutes * 60).await;
        evening.bot_comes().await;
        for person in [&ayse, &ben] {
            person.runs("rack", json!({})).await;
        }
        some_turns(&evening, [&ayse, &ben]).await;
        assert_eq!(told(&ayse.sees().await), 1, "after {minutes} minutes");
    }
    for person in [&ayse, &ben] {
        person.runs("table end", json!({})).await;
    }
    evening.bot_goes().await;
    evening.world.passes(3 * 60 * 60).await;
    evening.bot_comes().await;
    evening.world.settles().await;
    let open = json!({"archived": false, "locked": false});
    becomes(&evening, &host.channel, open).await;
    let board = host.waits_for_board("the end", |board| {
        board.content().contains("closed without a result")
    });
    // Nothing is left to be done there but to go through it.
    let left = board.await.buttons();
    assert!(
        left.iter().all(|button| button.verb() == "open"),
        "{left:?}"
    );
    waits_for_the_word_to_go(&ayse).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_place_that_opens_while_a_refusal_is_on_its_way_is_asked_again() {
    let evening = Evening::begins().await;
    let other = evening.channel(json!({"name": "other"})).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    waits_for_the_turn(&ayse, [&ayse, &ben]).await;
    let [from, to] = [&ayse, &ben].map(|person| person.in_channel(&other));
    for person in [&from, &to] {
        person.runs("rack", json!({})).await;
    }
    let may = json!({"bot_permissions": crate::house::INVITED.to_string()});
    for is_end in [false, true] {
        evening.world.settles().await;
        let before = refused(&evening);
        let late = json!({"method": "PATCH", "path": "/channels/*/messages/*", "what": "delay", "ms": 500});
        evening.world.ask("POST", "/faults/next", late).await;
        becomes(&evening, &evening.channel, json!({"bot_permissions": "0"})).await;
        if is_end {
            for person in [&from, &to] {
                person.runs("table end", json!({})).await;
            }
        } else {
            let (actor, panel) = turn_to_draw(&[&from, &to]).await;
            let panel = actor.presses_the(&panel, "draw").await.message();
            actor.discards(&panel).await;
        }
        // The board is refused, which the bot does not know yet, and by then it is not so any more.
        let is_refused = |counts: &FaultCounts| counts.invalid_requests != before;
        evening.goes_wrong(is_refused).await;
        becomes(&evening, &evening.channel, may.clone()).await;
        if is_end {
            let is_over = |board: &Message| board.content().contains("closed without a result");
            ayse.waits_for_board("the end", is_over).await;
        } else {
            waits_for_the_turn(&ayse, [&from, &to]).await;
        }
    }
    // Word of the closing may come while the board is on its way as well: then it is asked once more for nothing.
    let refused = refused(&evening);
    assert!((2..=4).contains(&refused), "{refused}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_right_that_is_given_back_after_roles_were_dragged_about_brings_a_table_back() {
    let mut evening = Evening::begins().await;
    evening.hears_of_places_after(Duration::from_secs(2)).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    let everyone = async |may: u64| {
        let wish = json!({"permissions": may.to_string()});
        evening.world.ask("POST", "/server", wish).await;
    };
    let without_files = crate::house::INVITED & !ATTACH_FILES;
    everyone(without_files).await;
    let panel = actor.presses_the(&panel, "draw").await.message();
    actor.discards(&panel).await;
    // Discord tells of each role that moves when one is dragged.
    for _ in 0..12 {
        evening.world.settles().await;
        everyone(without_files).await;
    }
    evening.world.settles().await;
    let before = refused(&evening);
    assert!((1..=24).contains(&before), "{before}");
    everyone(crate::house::INVITED).await;
    waits_for_the_turn(&ayse, [&ayse, &ben]).await;
    assert!(
        refused(&evening) <= before + 1,
        "one may have been on its way"
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_brings_a_table_back_of_whose_place_much_was_told_before() {
    let mut evening = Evening::begins().await;
    evening
        .hears_of_places_after(Duration::from_millis(200))
        .await;
    let other = evening.channel(json!({"name": "other"})).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let clock = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "clock": clock})).await;
    turn_to_draw(&[&ayse, &ben]).await;
    let [from, to] = [&ayse, &ben].map(|person| person.in_channel(&other));
    for person in [&from, &to] {
        person.runs("rack", json!({})).await;
    }
    becomes(&evening, &evening.channel, json!({"bot_permissions": "0"})).await;
    let (actor, panel) = turn_to_draw(&[&from, &to]).await;
    let panel = actor.presses_the(&panel, "draw").await.message();
    actor.discards(&panel).await;
    // A moderator tries: each word of the channel that is heard lets the bot ask once more, until there was too much of it.
    let mut number = 0;
    while refused(&evening) <= 8 {
        number += 1;
        let wish = json!({"name": format!("hall-{number}")});
        becomes(&evening, &evening.channel, wish).await;
        evening.world.settles().await;
    }
    let may = json!({"bot_permissions": crate::house::INVITED.to_string()});
    becomes(&evening, &evening.channel, may).await;
    for has_bot in [false, true] {
        let wish = json!({"bot": has_bot});
        evening.world.ask("POST", "/server", wish).await;
    }
    waits_for_the_turn(&ayse, [&from, &to]).await;
    for person in [&from, &to] {
        let is_back =
            |panel: &Message| !panel.content().contains("I was removed") && !is_closed(panel);
        person.waits_for_panel("word of the return", is_back).await;
    }
    evening.ends().await;
}

/// From now on Discord takes this message for that of another application.
async fn becomes_anothers(evening: &Evening, channel: &str, message: &Message) {
    let path = format!("/channels/{channel}/messages/{}", message.id());
    for (method, code) in [("PATCH", 50_005), ("DELETE", 50_013)] {
        let refusal =
            json!({"method": method, "path": path, "status": 403, "code": code, "times": 99});
        evening.world.ask("POST", "/faults/next", refusal).await;
    }
}

/// How many changes and deletions were refused so far.
fn forbidden(evening: &Evening) -> [usize; 2] {
    let exchanges = evening.record.exchanges();
    ["PATCH", "DELETE"].map(|method| {
        let is_one = |one: &&Value| one["method"] == method && one["status"] == 403;
        exchanges.iter().filter(is_one).count()
    })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_another_application_has_written_stands_anew_and_closes_no_place() {
    let mut evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let [ayse, ben, cem, dan] = evening.people(["Ayşe", "Ben", "Cem", "Dan"]).await;
    let lobby = cem.runs("okey", json!({"seats": 2})).await.message();
    let [ayse, ben] = [ayse, ben].map(|person| person.in_channel(&halls));
    let [host, guest] = two_begin(&ayse, &ben).await;
    let (actor, _) = turn_to_draw(&[&host, &guest]).await;
    evening.world.passes(31).await;
    let ping = the_ping(actor, "🔔").await;
    let board = host.board().await;
    let begun = leaves_its_lobby_over(&mut evening, &host).await;
    becomes_anothers(&evening, &evening.channel, &lobby).await;
    for message in [&board, &ping, &begun] {
        becomes_anothers(&evening, &host.channel, message).await;
    }
    evening.bot_comes().await;
    let seen = cem.sees().await;
    // Each once: both lobbies and the board, then the ping and the lobby that was to go.
    assert_eq!(forbidden(&evening), [3, 2]);

    let is_new = |one: &&Message| one.can("join").is_some() && one.id() != lobby.id();
    let lobbies: Vec<&Message> = seen.iter().filter(is_new).collect();
    let [anew] = lobbies[..] else {
        panic!("not one new lobby: {seen:#?}");
    };
    let joined = dan.presses_the(anew, "join").await.message();
    assert_eq!(joined.id(), anew.id());
    assert!(joined.content().contains(&dan.id), "{joined:?}");

    for person in [&host, &guest] {
        person.runs("rack", json!({})).await;
    }
    // Half of this turn was over before the restart.
    let (actor, _) = turn_to_draw(&[&host, &guest]).await;
    actor.takes_their_turn().await;
    some_turns(&evening, [&host, &guest]).await;
    let shown = waits_for_the_turn(&host, [&host, &guest]).await;
    assert_ne!(shown.id(), board.id());
    for person in [&host, &guest] {
        let panel = person.panel().await.expect("a panel");
        assert!(!is_closed(&panel), "{panel:?}");
    }
    assert_eq!(told(&ayse.sees().await), 0);
    assert_eq!(forbidden(&evening), [3, 2], "it was asked again");

    // All that was in the way is forgotten; whether a lobby says that its game has begun is asked once at each start.
    evening.bot_goes().await;
    evening.bot_comes().await;
    assert_eq!(host.board().await.id(), shown.id());
    assert_eq!(forbidden(&evening), [4, 2]);
    evening.ends().await;
}

/// So many people with a lobby each, in a channel each.
async fn hosts(evening: &Evening) -> Vec<Person> {
    let open = async |number: usize| {
        let channel = evening
            .channel(json!({"name": format!("hall-{number}")}))
            .await;
        let name = json!({"name": format!("Host {number}")});
        let host = Person::comes(&evening.world, &channel, name).await;
        host.runs("okey", json!({"computers": 2})).await;
        host
    };
    futures::future::join_all((0..CLOSED_TABLES).map(open)).await
}

/// The places of all hosts close, which each of their tables finds out once; the hosts, in another channel.
async fn all_are_closed(evening: &Evening, hosts: &[Person]) -> Vec<Person> {
    let other = evening.channel(json!({"name": "other"})).await;
    let elsewhere: Vec<Person> = hosts.iter().map(|host| host.in_channel(&other)).collect();
    for host in hosts {
        becomes(evening, &host.channel, json!({"bot_permissions": "0"})).await;
    }
    all_remove(&elsewhere, 4).await;
    elsewhere
}

/// Every host removes the computer on this seat, by a command from elsewhere.
async fn all_remove(hosts: &[Person], seat: u8) {
    let removals = hosts
        .iter()
        .map(|host| host.runs("table kick", json!({"seat": seat})));
    for done in futures::future::join_all(removals).await {
        assert!(done.says().contains("🤖"), "{done:?}");
    }
    hosts[0].world.settles().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn forty_places_that_are_closed_keep_nobody_else_waiting() {
    let evening = Evening::begins().await;
    let hosts = hosts(&evening).await;
    let elsewhere = all_are_closed(&evening, &hosts).await;
    assert_eq!(refused(&evening), CLOSED_TABLES as u64);
    all_remove(&elsewhere, 3).await;
    // Whoever changes a place over and over brings the bot no more than a few refusals.
    let channel = &hosts[0].channel;
    for _ in 0..20 {
        becomes(&evening, channel, json!({"name": "renamed"})).await;
        elsewhere[0].waits_for_what_was_told().await;
    }
    assert!(refused(&evening) < CLOSED_TABLES as u64 + 10);
    let before = refused(&evening);

    let eve = evening.person("Eve").await;
    let board = sit_down(&eve, &[], json!({"computers": 3})).await;
    assert_eq!(eve.board().await.id(), board.id());
    let played = eve.takes_their_turn().await;
    assert!(played.rack().len() >= 14, "{played:?}");

    let may = json!({"bot_permissions": (crate::house::INVITED & !(1 << 35)).to_string()});
    for host in &hosts[1..] {
        becomes(&evening, &host.channel, may.clone()).await;
    }
    for host in &hosts[1..] {
        host.waits_for("a lobby without computers", |seen| {
            let is_true = |one: &Message| one.content().matches("*free*").count() == 3;
            seen.iter().any(is_true).then_some(())
        })
        .await;
    }
    assert_eq!(refused(&evening), before);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rights_that_are_taken_over_and_over_at_many_tables_of_a_server_cost_it_no_more_than_its_share()
 {
    let evening = Evening::begins().await;
    let hosts = hosts(&evening).await;
    let elsewhere = all_are_closed(&evening, &hosts).await;
    let everyone = async || {
        let wish = json!({"permissions": crate::house::INVITED.to_string()});
        evening.world.ask("POST", "/server", wish).await;
        elsewhere[0].waits_for_what_was_told().await;
    };
    for _ in 0..8 {
        everyone().await;
    }
    // Each word would let it ask six times more at each of the tables.
    let before = refused(&evening);
    let most = CLOSED_TABLES as u64 + SHARE_OF_A_SERVER;
    assert!((SHARE_OF_A_SERVER / 2..=most).contains(&before), "{before}");

    let may = json!({"bot_permissions": (crate::house::INVITED & !(1 << 35)).to_string()});
    becomes(&evening, &hosts[0].channel, may).await;
    hosts[0].runs("rules", json!({})).await;
    hosts[0]
        .waits_for("a lobby without a computer", |seen| {
            let is_true = |one: &Message| one.content().matches("*free*").count() == 2;
            seen.iter().any(is_true).then_some(())
        })
        .await;
    assert_eq!(refused(&evening), before);
    evening.ends().await;
}
