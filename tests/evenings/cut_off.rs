//! A bot that is cut off from Discord, for a while or at its start, or from one server alone, also by whoever runs that: nobody
//! loses a turn.

use std::time::Duration;

use istaka::sandbox::{GatewayDeed, Harm, Moment, NextFault};
use istaka::tables::{Life, Look, ServerId, Why};
use serde_json::{Value, json};

use crate::faults_aimed::{CALLBACK, aims, refusal};
use crate::healed::{EDIT, ORIGINAL, POST, SHORT, TRIES, have_met};
use crate::house::Evening;
use crate::message::Message;
use crate::people::{PATIENCE, Person};
use crate::pings::{no_ping, the_ping, two_in_days};
use crate::play::two_play;
use crate::world::World;

/// For so long, in seconds: five turns.
pub const LOST_S: u64 = 300;

/// From now on Discord answers this question with an error.
fn refuses(evening: &Evening, path: &str) {
    let fault = NextFault {
        method: "GET".to_owned(),
        path: path.to_owned(),
        times: 10_000,
        harm: Harm::Error {
            status: 500,
            code: 0,
            message: "Internal Server Error".to_owned(),
            moment: Moment::Before,
        },
    };
    evening.sandbox.fail_next(fault).expect("a good fault");
}

/// The gateway goes, and does not take the bot back.
async fn is_cut(evening: &Evening) {
    refuses(evening, "/gateway/bot");
    let over = GatewayDeed::Close { code: 4009 };
    assert_eq!(evening.sandbox.gateway(over).expect("a good deed"), 1);
    in_time(evening.hall().lines().are_cut()).await;
}

/// Discord takes nothing that the bot says, while its gateway goes on.
fn takes_nothing(evening: &Evening) {
    for path in [CALLBACK, POST, EDIT, "/webhooks/*/*", ORIGINAL] {
        aims(evening, "*", path, 100_000, refusal(503, 0));
    }
}

/// It answers again.
pub async fn is_back(world: &World) {
    world.ask("POST", "/faults/clear", json!({})).await;
}

/// Waits until a question has met that error; the traffic after this is looked at.
async fn is_refused(world: &World, path: &str, mut after: u64) {
    loop {
        let feed = format!("/traffic?after={after}&wait={}", PATIENCE.as_secs());
        let feed = world.ask("GET", &feed, Value::Null).await;
        let mut traffic = feed["traffic"].as_array().expect("a list").iter();
        if traffic.any(|piece| piece["path"] == path && piece["status"] == 500) {
            return;
        }
        after = feed["seq"].as_u64().expect("a number");
    }
}

pub async fn in_time<T>(awaited: impl Future<Output = T>) -> T {
    let awaited = tokio::time::timeout(PATIENCE, awaited).await;
    awaited.expect("it comes within the limit")
}

/// The table as whoever passes by sees it, when the bot has said all.
pub async fn passing_by(evening: &Evening) -> Look {
    evening.world.settles().await;
    let table = evening.hall().all().pop().expect("a table");
    table.look(None, None).await.expect("it lives")
}

/// The countdown that everybody sees now: it is the same turn, with all that was left of its time.
async fn countdown(evening: &Evening, before: &Look) -> String {
    let left = before.deadline.expect("somebody is to act");
    let after = passing_by(evening).await;
    assert_eq!(after.revision, before.revision, "nobody has slept");
    let deadline = after.deadline.expect("they are still to act");
    assert!(deadline >= left.plus(Duration::from_secs(LOST_S)));
    format!("<t:{}:R>", deadline.unix_s())
}

/// The server that the evening is in.
fn server(evening: &Evening) -> ServerId {
    let id = evening.sandbox.guild().parse();
    ServerId::new(id.expect("an id is a number"))
}

/// What becomes of the server, which nobody reaches then.
async fn goes(evening: &Evening, how: Value) {
    evening.world.ask("POST", "/server", how).await;
    in_time(evening.hall().lines().are_cut_from(server(evening))).await;
}

/// What becomes of it, so that it is reached again.
async fn comes(evening: &Evening, how: Value) {
    evening.world.ask("POST", "/server", how).await;
    in_time(evening.hall().lines().are_open_to(server(evening))).await;
}

/// Discord makes the server unavailable, while the gateway goes on.
pub async fn server_goes(evening: &Evening) {
    goes(evening, json!({"unavailable": true})).await;
}

/// It is there again.
pub async fn server_comes(evening: &Evening) {
    comes(evening, json!({"unavailable": false})).await;
}

/// The server throws the bot out.
async fn is_thrown_out(evening: &Evening) {
    goes(evening, json!({"bot": false})).await;
}

/// It invites it again.
async fn is_invited(evening: &Evening) {
    comes(evening, json!({"bot": true})).await;
}

/// Somebody who has the bot themselves brings it along, also to where it is not.
async fn is_brought_along(evening: &Evening, command: &str) {
    let wish = json!({"name": "Fay", "installed": true});
    let person = Person::comes(&evening.world, &evening.channel, wish).await;
    let told = person.runs(command, json!({})).await.message();
    assert!(told.is_private(), "{told:?}");
    let of_server = told
        .buttons()
        .into_iter()
        .find(|button| button.id.starts_with("1:set:see:server"));
    assert!(of_server.is_none(), "{told:?}");
}

/// All are told so, and play on.
pub async fn goes_on(countdown: &str, first: &Person, second: &Person) {
    let is_told = |board: &Message| board.content().contains(countdown);
    let board = second.waits_for_board("the new countdown", is_told).await;
    assert!(!board.content().contains("💤"), "{board:?}");
    first.takes_their_turn().await;
    second.takes_their_turn().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_gateway_is_away_nobody_loses_a_turn() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(20).await;
    let before = passing_by(&evening).await;
    is_cut(&evening).await;
    evening.world.passes(LOST_S).await;
    let meanwhile = passing_by(&evening).await;
    assert_eq!(meanwhile.revision, before.revision, "nobody sleeps");
    is_back(&evening.world).await;
    in_time(evening.hall().lines().are_open()).await;
    let countdown = countdown(&evening, &before).await;
    let is_told = |panel: &Message| panel.content().contains(&countdown);
    first.waits_for_panel("the new countdown", is_told).await;
    goes_on(&countdown, &first, &second).await;
    evening.ends().await;
}

/// Somebody asks for their rack, and is not answered.
async fn asks_in_vain(evening: &Evening, person: &Person) {
    let wish =
        json!({"person": person.id, "channel": person.channel, "command": "rack", "wait": false});
    evening.world.ask("POST", "/run", wish).await;
    have_met(evening, 1).await;
}

/// Somebody draws, and is not answered.
pub async fn draws_unanswered(evening: &Evening, person: &Person) {
    let board = person.board().await;
    let draw = board.can("draw").expect("it is their turn").id;
    let mut news = evening.hall().news();
    let wish =
        json!({"person": person.id, "message": board.id(), "custom_id": draw, "wait": false});
    evening.world.ask("POST", "/press", wish).await;
    in_time(news.recv()).await.expect("the move counts");
}

/// The time goes on, whether or not the bot has said all that it has to say.
pub async fn time_goes_on(evening: &Evening, seconds: u64) {
    let wish = json!({"ms": seconds * 1_000});
    evening.world.ask("POST", "/clock/advance", wish).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_discord_takes_nothing_that_the_bot_says_nobody_loses_a_turn() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(SHORT).await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(20).await;
    let before = passing_by(&evening).await;
    takes_nothing(&evening);
    asks_in_vain(&evening, &first).await;
    evening.world.passes(LOST_S).await;
    in_time(evening.hall().lines().are_cut()).await;
    let meanwhile = passing_by(&evening).await;
    assert_eq!(meanwhile.revision, before.revision, "nobody sleeps");
    is_back(&evening.world).await;
    second.runs("rack", json!({})).await;
    // The call is tried once more.
    time_goes_on(&evening, 9).await;
    in_time(evening.hall().lines().are_open()).await;
    let countdown = countdown(&evening, &before).await;
    goes_on(&countdown, &first, &second).await;
    evening.ends().await;
}

/// Boards that fail are sent again, which tells that the outage is over.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_counts_whose_board_is_not_taken_and_that_board_ends_the_outage() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(SHORT).await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(20).await;
    takes_nothing(&evening);
    draws_unanswered(&evening, &first).await;
    let table = evening.hall().all().pop().expect("a table");
    let look = async || table.look(None, None).await.expect("it lives");
    let before = look().await;
    // Its first answer, and its board.
    have_met(&evening, u64::from(TRIES) + 1).await;
    for _ in 0..2 {
        time_goes_on(&evening, LOST_S / 2).await;
        in_time(evening.hall().lines().are_cut()).await;
        assert_eq!(look().await.revision, before.revision, "nobody sleeps");
    }
    is_back(&evening.world).await;
    in_time(evening.hall().lines().are_open()).await;
    let countdown = countdown(&evening, &before).await;
    for person in [&first, &second] {
        person.runs("rack", json!({})).await;
    }
    goes_on(&countdown, &first, &second).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_who_is_cut_off_and_whoever_is_back_is_called_as_in_any_turn() {
    let evening = Evening::begins().await;
    let [first, _] = two_play(&evening).await;
    evening.world.passes(20).await;
    let before = passing_by(&evening).await;
    is_cut(&evening).await;
    for _ in 0..3 {
        evening.world.passes(LOST_S / 3).await;
        no_ping(&first).await;
    }
    is_back(&evening.world).await;
    in_time(evening.hall().lines().are_open()).await;
    countdown(&evening, &before).await;
    // Of their 40 seconds they are left in peace for some.
    evening.world.passes(9).await;
    no_ping(&first).await;
    evening.world.passes(8).await;
    the_ping(&first, "🔔").await;
    evening.world.passes(9).await;
    the_ping(&first, "⏳").await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_turn_of_days_an_outage_or_a_restart_calls_nobody_twice() {
    let mut evening = Evening::begins().await;
    let [actor, _] = two_in_days(&evening).await;
    evening.world.passes(31 * 60).await;
    let call = the_ping(&actor, "🔔").await;
    let mut said = vec![call.content().to_owned()];
    let away = json!({"ms": 2 * 60 * 60 * 1_000});
    for is_restart in [false, true, true] {
        let world = evening.world.clone();
        if is_restart {
            evening.bot_goes().await;
            world.ask("POST", "/clock/advance", away.clone()).await;
            evening.bot_comes().await;
        } else {
            is_cut(&evening).await;
            world.ask("POST", "/clock/advance", away.clone()).await;
            is_back(&world).await;
            in_time(evening.hall().lines().are_open()).await;
        }
        for _ in 0..2 {
            world.passes(20 * 60).await;
        }
        let stands = the_ping(&actor, "🔔").await;
        assert_eq!(stands.id(), call.id());
        // It names the end of the turn as it is now.
        let content = stands.content().to_owned();
        assert!(!said.contains(&content), "{content}");
        said.push(content);
    }
    evening.world.passes(18 * 60 * 60).await;
    let warning = the_ping(&actor, "⏳").await;
    assert_ne!(warning.id(), call.id());
    evening.bot_goes().await;
    evening.bot_comes().await;
    evening.world.passes(20 * 60).await;
    assert_eq!(the_ping(&actor, "⏳").await.id(), warning.id());
    actor.presses_on_the_board("draw").await;
    no_ping(&actor).await;
    evening.ends().await;
}

/// Found by hand: the call of a day ago said for hours that the time is up, beside a board that said "in 23 hours".
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_call_that_could_not_be_changed_after_an_outage_tells_the_new_end_later() {
    let mut evening = Evening::begins().await;
    let [actor, _] = two_in_days(&evening).await;
    evening.world.passes(31 * 60).await;
    let call = the_ping(&actor, "🔔").await;
    evening.bot_goes().await;
    let away = json!({"ms": 48 * 60 * 60 * 1_000});
    evening.world.ask("POST", "/clock/advance", away).await;
    let path = format!("/channels/*/messages/{}", call.id());
    aims(&evening, "PATCH", &path, TRIES, refusal(500, 0));
    evening.bot_comes().await;
    evening.world.passes(0).await;
    have_met(&evening, TRIES.into()).await;
    evening.world.settles().await;
    let stands = the_ping(&actor, "🔔").await;
    assert_eq!(stands.content(), call.content(), "its change was refused");
    evening.world.passes(10).await;
    let stands = the_ping(&actor, "🔔").await;
    assert_eq!(stands.id(), call.id());
    assert_ne!(stands.content(), call.content());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn however_long_a_start_takes_nobody_loses_a_turn() {
    let mut evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(20).await;
    let before = passing_by(&evening).await;
    evening.bot_goes().await;
    let first_question = "/applications/@me";
    refuses(&evening, first_question);
    let world = evening.world.clone();
    let feed = world.ask("GET", "/traffic?limit=1", Value::Null).await;
    let after = feed["seq"].as_u64().expect("a number");
    let passes = async {
        // Its tables are read by then.
        in_time(is_refused(&world, first_question, after)).await;
        let wish = json!({"ms": LOST_S * 1000});
        world.ask("POST", "/clock/advance", wish).await;
        is_back(&world).await;
    };
    tokio::join!(evening.bot_comes(), passes);
    let countdown = countdown(&evening, &before).await;
    // Their panels are of the bot before.
    for person in [&first, &second] {
        person.runs("rack", json!({})).await;
    }
    goes_on(&countdown, &first, &second).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_discord_makes_their_server_unavailable_nobody_loses_a_turn() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(20).await;
    let before = passing_by(&evening).await;
    server_goes(&evening).await;
    for _ in 0..2 {
        evening.world.passes(LOST_S).await;
        let meanwhile = passing_by(&evening).await;
        assert_eq!(meanwhile.revision, before.revision, "nobody sleeps");
        no_ping(&first).await;
    }
    server_comes(&evening).await;
    let after = passing_by(&evening).await;
    assert_eq!(after.revision, before.revision, "it is the same turn");
    let left = before.deadline.expect("somebody is to act");
    let left = left.plus(Duration::from_secs(2 * LOST_S));
    assert_eq!(after.deadline, Some(left), "with what was left of its time");
    goes_on(&format!("<t:{}:R>", left.unix_s()), &first, &second).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_return_was_not_told_is_there_when_somebody_presses_something() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(20).await;
    let before = passing_by(&evening).await;
    server_goes(&evening).await;
    evening.world.passes(LOST_S).await;
    second.runs("rack", json!({})).await;
    in_time(evening.hall().lines().are_open_to(server(&evening))).await;
    let countdown = countdown(&evening, &before).await;
    goes_on(&countdown, &first, &second).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_stays_away_over_a_login_loses_nothing() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(20).await;
    let before = passing_by(&evening).await;
    server_goes(&evening).await;
    is_cut(&evening).await;
    evening.world.passes(LOST_S / 2).await;
    is_back(&evening.world).await;
    in_time(evening.hall().lines().are_open()).await;
    assert!(evening.hall().lines().is_cut_off(Some(server(&evening))));
    evening.world.passes(LOST_S / 2).await;
    let meanwhile = passing_by(&evening).await;
    assert_eq!(meanwhile.revision, before.revision, "nobody sleeps");
    server_comes(&evening).await;
    // The server and the line were away at the same time: that was lost once.
    let after = passing_by(&evening).await;
    let left = before.deadline.expect("somebody is to act");
    let left = left.plus(Duration::from_secs(LOST_S));
    assert_eq!(after.deadline, Some(left));
    goes_on(&format!("<t:{}:R>", left.unix_s()), &first, &second).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_press_that_was_on_its_way_when_its_server_went_does_not_bring_it_back() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(20).await;
    let before = passing_by(&evening).await;
    let slow = json!({"event_delay_percent": 100, "event_delay_ms": 1_000});
    evening.world.ask("POST", "/faults", slow).await;
    let goes = async {
        evening.goes_wrong(|counts| counts.event_delay > 0).await;
        is_back(&evening.world).await;
        server_goes(&evening).await;
    };
    tokio::join!(second.runs("rack", json!({})), goes);
    assert!(evening.hall().lines().is_cut_off(Some(server(&evening))));
    evening.world.passes(LOST_S).await;
    let meanwhile = passing_by(&evening).await;
    assert_eq!(meanwhile.revision, before.revision, "nobody sleeps");
    server_comes(&evening).await;
    let countdown = countdown(&evening, &before).await;
    goes_on(&countdown, &first, &second).await;
    // Nor does one of the moment in which it goes; a later one does.
    server_goes(&evening).await;
    for (seconds, is_there) in [(2, false), (2, true)] {
        evening.world.passes(seconds).await;
        second.runs("rack", json!({})).await;
        let is_cut_off = evening.hall().lines().is_cut_off(Some(server(&evening)));
        assert_eq!(!is_cut_off, is_there);
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_thrown_out_by_mistake_decides_no_game() {
    let mut evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    for person in [&first, &second] {
        person.takes_their_turn().await;
    }
    let before = passing_by(&evening).await;
    is_thrown_out(&evening).await;
    evening.world.passes(LOST_S).await;
    // Whoever has it on their own account shows nothing of the server.
    is_brought_along(&evening, "help").await;
    is_brought_along(&evening, "settings").await;
    evening.world.passes(LOST_S).await;
    is_invited(&evening).await;
    let after = passing_by(&evening).await;
    assert_eq!(after.revision, before.revision, "it is the same turn");
    let left = before.deadline.expect("somebody is to act");
    let left = left.plus(Duration::from_secs(2 * LOST_S));
    assert_eq!(after.deadline, Some(left), "with what was left of its time");
    goes_on(&format!("<t:{}:R>", left.unix_s()), &first, &second).await;
    // It may have happened while the bot was not there, too.
    let before = passing_by(&evening).await;
    evening.bot_goes().await;
    let leaves = json!({"bot": false});
    evening.world.ask("POST", "/server", leaves).await;
    evening.bot_comes().await;
    evening.world.passes(LOST_S).await;
    let meanwhile = passing_by(&evening).await;
    assert_eq!(meanwhile.revision, before.revision, "nobody sleeps");
    is_invited(&evening).await;
    let countdown = countdown(&evening, &before).await;
    for person in [&first, &second] {
        person.runs("rack", json!({})).await;
    }
    goes_on(&countdown, &first, &second).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_is_not_invited_again_for_a_day_closes_its_games_without_a_result() {
    for restarts in [false, true] {
        let mut evening = Evening::begins().await;
        let [first, second] = two_play(&evening).await;
        for person in [&first, &second] {
            person.takes_their_turn().await;
        }
        let before = passing_by(&evening).await;
        is_thrown_out(&evening).await;
        evening.world.passes(12 * 60 * 60).await;
        if restarts {
            evening.bot_goes().await;
            evening.bot_comes().await;
        }
        evening.world.passes(12 * 60 * 60).await;
        let meanwhile = passing_by(&evening).await;
        assert_eq!(meanwhile.revision, before.revision);
        evening.world.passes(60 * 60).await;
        let over = passing_by(&evening).await;
        assert_eq!(over.life, Life::Abandoned(Why::ThrownOut));
        is_invited(&evening).await;
        let is_told = |board: &Message| board.content().contains("I was removed from this server");
        first.waits_for_board("why it is over", is_told).await;
        for person in [&first, &second] {
            let own = person.runs("stats", json!({})).await.says();
            assert!(own.starts_with("You have not finished"), "{own}");
        }
        evening.ends().await;
    }
}
