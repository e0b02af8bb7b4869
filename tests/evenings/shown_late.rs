//! A game ends while Discord takes nothing: whenever that is over, board and line tell the end.

use std::time::Duration;

use istaka::sandbox::Faults;
use istaka::tables::{ChannelId, Ender, Life, PersonId, PressId};
use serde_json::json;

use crate::damaged::damage;
use crate::faults_aimed::{aims, refusal};
use crate::house::Evening;
use crate::message::Message;
use crate::people::{PATIENCE, Person};
use crate::play::turn_to_draw;
use crate::threads::two_begin;

const MINUTES_MS: u64 = 60 * 1000;

/// Whether a message says that the table was closed.
fn says_closed(message: &Message) -> bool {
    message.content().contains("closed without a result")
}

/// Two begin in a thread: the host in the channel above it, and both where they play.
async fn two_in_a_thread(evening: &Evening) -> (Person, [Person; 2]) {
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let there = two_begin(&ayse, &ben).await;
    (ayse, there)
}

/// Somebody's table in the thread where they are is closed, and from then on Discord refuses to show anything.
async fn ends_unseen(evening: &Evening, host: &Person) {
    evening.world.settles().await;
    let refuses = Faults {
        limit_percent: 100,
        limit_ms: 200,
        ..Faults::default()
    };
    evening.sandbox.set_faults(refuses).expect("good faults");
    let before = evening.sandbox.fault_counts().limit;
    ends_by_word(evening, host).await;
    // Whoever keeps its messages has tried to show that.
    evening.goes_wrong(|counts| counts.limit != before).await;
}

/// A moderator closes the table in the thread where somebody is.
async fn ends_by_word(evening: &Evening, host: &Person) {
    let thread = host.channel.parse().expect("a number");
    let channel = ChannelId::new(thread);
    let table = evening.hall().in_channel(channel).expect("a table");
    let ended = table
        .end(PersonId::new(1), PressId::new(1), Ender::Moderator)
        .await;
    ended.expect("it ends");
}

/// What falls due at every table is done.
async fn all_rest(evening: &Evening) {
    for table in evening.hall().all() {
        let rests = tokio::time::timeout(PATIENCE, table.rests()).await;
        rests.expect("what falls due is met");
    }
}

/// The end was shown, and no start looks for the table any more.
async fn is_looked_for_no_more(mut evening: Evening) {
    evening.world.settles().await;
    all_rest(&evening).await;
    evening.bot_goes().await;
    evening.bot_comes().await;
    assert!(evening.hall().all().is_empty(), "it is looked for again");
    evening.ends().await;
}

async fn time_goes_on(evening: &Evening, minutes: u64) {
    let wish = json!({"ms": minutes * MINUTES_MS});
    evening.world.ask("POST", "/clock/advance", wish).await;
}

/// After some hours nobody can look at the table any more: one more where somebody looked at it just when it was to be forgotten.
async fn is_forgotten(evening: &Evening) {
    for _ in 0..1_000 {
        if evening.hall().all().is_empty() {
            return;
        }
        evening.world.passes(61 * 60).await;
    }
    panic!("it is never forgotten");
}

fn takes_everything(evening: &Evening) {
    let none = Faults::default();
    evening.sandbox.set_faults(none).expect("no faults");
}

/// The board, and the line in the channel above.
async fn both_tell_the_end(host: &Person, above: &Person) {
    host.waits_for_board("the end", says_closed).await;
    above
        .waits_for("the line above the thread", |seen| {
            let line = |one: &&Message| one.content().starts_with("🏁") && says_closed(one);
            seen.iter().find(line).cloned()
        })
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_start_tells_the_end_of_a_game_however_late_it_comes() {
    let mut evening = Evening::begins().await;
    let (ayse, [host, _]) = two_in_a_thread(&evening).await;
    ends_unseen(&evening, &host).await;
    evening.bot_goes().await;
    assert!(!says_closed(&host.board().await));
    takes_everything(&evening);
    time_goes_on(&evening, 180).await;
    evening.bot_comes().await;
    both_tell_the_end(&host, &ayse).await;
    // It is looked at for an hour from the start on, as after an end.
    evening.world.passes(59 * 60).await;
    assert_eq!(evening.hall().all().len(), 1);
    is_forgotten(&evening).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_is_over_is_kept_until_its_end_could_be_shown() {
    let evening = Evening::begins().await;
    let (ayse, [host, _]) = two_in_a_thread(&evening).await;
    ends_unseen(&evening, &host).await;
    for _ in 0..3 {
        time_goes_on(&evening, 70).await;
        let tables = evening.hall().all();
        let [table] = &tables[..] else {
            panic!("it was forgotten");
        };
        all_rest(&evening).await;
        let look = table.look(None, None).await.expect("it is still there");
        assert!(matches!(look.life, Life::Abandoned(_)));
    }
    takes_everything(&evening);
    both_tell_the_end(&host, &ayse).await;
    is_forgotten(&evening).await;
    evening.ends().await;
}

/// A table that is kept longer than an hour is written down: the process that keeps it may stop.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_start_tells_an_end_that_could_not_be_shown_for_hours_before_it() {
    let mut evening = Evening::begins().await;
    let (ayse, [host, _]) = two_in_a_thread(&evening).await;
    ends_unseen(&evening, &host).await;
    for _ in 0..2 {
        time_goes_on(&evening, 70).await;
        all_rest(&evening).await;
    }
    evening.bot_goes().await;
    assert!(!says_closed(&host.board().await));
    takes_everything(&evening);
    time_goes_on(&evening, 24 * 60).await;
    evening.bot_comes().await;
    both_tell_the_end(&host, &ayse).await;
    is_looked_for_no_more(evening).await;
}

/// The journal was damaged meanwhile: nobody knows how it ended, and the board no longer shows whose turn it is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_start_tells_that_a_game_is_over_of_which_nothing_more_can_be_read() {
    let mut evening = Evening::begins().await;
    let (_, [host, _]) = two_in_a_thread(&evening).await;
    ends_unseen(&evening, &host).await;
    for _ in 0..2 {
        time_goes_on(&evening, 70).await;
        all_rest(&evening).await;
    }
    evening.bot_goes().await;
    damage(&evening).await;
    takes_everything(&evening);
    evening.bot_comes().await;
    let board = host
        .waits_for_board("that it is over", |board| {
            board.content().contains("This table is over")
        })
        .await;
    assert!(board.enabled().is_empty(), "{board:?}");
    assert!(!board.content().contains("counts for nobody"), "{board:?}");
    let rack = host.runs("rack", json!({})).await.says();
    assert!(rack.contains("This table is over"), "{rack}");
    is_looked_for_no_more(evening).await;
}

/// Each start comes within an hour of the one before it, and the second one more than an hour after the end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_is_told_however_often_the_bot_is_started_before_it_could_be_shown() {
    let mut evening = Evening::begins().await;
    let (ayse, [host, _]) = two_in_a_thread(&evening).await;
    evening.world.settles().await;
    let edit = "/channels/*/messages/*";
    aims(&evening, "PATCH", edit, 10_000, refusal(502, 0));
    ends_by_word(&evening, &host).await;
    for _ in 0..2 {
        time_goes_on(&evening, 40).await;
        evening.bot_goes().await;
        evening.bot_comes().await;
        assert_eq!(evening.hall().all().len(), 1, "it is not looked for");
    }
    evening.bot_goes().await;
    assert!(!says_closed(&host.board().await));
    let clear = evening.world.ask("POST", "/faults/clear", json!(null));
    clear.await;
    evening.bot_comes().await;
    both_tell_the_end(&host, &ayse).await;
    is_looked_for_no_more(evening).await;
}

/// The clock is set, or the machine stands still, in the moment in which nobody looks at the table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_jumps_while_the_board_rests_loses_no_end() {
    let mut evening = Evening::begins().await;
    evening.boards_rest(Duration::from_secs(2)).await;
    let (ayse, [host, guest]) = two_in_a_thread(&evening).await;
    let (actor, panel) = turn_to_draw(&[&host, &guest]).await;
    evening.world.settles().await;
    actor.presses_the(&panel, "draw").await;
    host.waits_for_board("the move", |board| board.content().contains("drew"))
        .await;
    ends_by_word(&evening, &host).await;
    time_goes_on(&evening, 61).await;
    both_tell_the_end(&host, &ayse).await;
    evening.ends().await;
}
