//! Messages that a moderator deletes, of which nobody tells the bot: boards and lobbies come again, calls and lines do not, and nothing is
//! asked for over and over.

use istaka::sandbox::Harm;
use serde_json::{Value, json};

use crate::cut_off::{LOST_S, server_comes, server_goes};
use crate::faults_aimed::{CALLBACK, aims, lobbies};
use crate::healed::{EDIT, SHORT, boards, have_met, heals, page};
use crate::house::Evening;
use crate::message::Message;
use crate::people::Person;
use crate::pings::{no_ping, the_ping, two_in_days};
use crate::play::two_play;
use crate::threads::two_begin;

/// A moderator deletes this message, once the bot has said all.
pub async fn is_deleted(evening: &Evening, message: &Message) {
    evening.world.settles().await;
    is_deleted_at(evening, message.id()).await;
}

/// The same of the message with this id.
async fn is_deleted_at(evening: &Evening, id: &str) {
    let path = format!("/messages/{id}/delete");
    evening.world.ask("POST", &path, json!({})).await;
}

/// What the bot has asked Discord so far, when it has said all.
async fn asked(evening: &Evening) -> Vec<Value> {
    evening.world.settles().await;
    evening.record.exchanges()
}

/// How often it has asked for what is gone.
async fn in_vain(evening: &Evening) -> usize {
    let exchanges = asked(evening).await;
    let gone = exchanges
        .iter()
        .filter(|one| one["response"]["code"] == 10_008);
    gone.count()
}

/// The board that stands, alone.
pub async fn the_board(person: &Person) -> Message {
    let seen = person.sees().await;
    let [board] = boards(&seen)[..] else {
        panic!("not one board: {seen:#?}");
    };
    board.clone()
}

/// The lobby that stands, alone.
async fn the_lobby(person: &Person) -> Message {
    let seen = person.sees().await;
    let [lobby] = lobbies(&seen)[..] else {
        panic!("not one lobby: {seen:#?}");
    };
    lobby.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_was_deleted_comes_again_once_with_the_next_move() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let mut before = the_board(&first).await;
    for (times, mover) in [(1, &first), (2, &second)] {
        is_deleted(&evening, &before).await;
        let so_far = asked(&evening).await.len();
        evening.world.passes(2).await;
        assert_eq!(asked(&evening).await.len(), so_far, "nothing tells it");
        // Their own panel is still there to be played on.
        mover.takes_their_turn().await;
        let again = the_board(mover).await;
        assert_ne!(again.id(), before.id());
        assert_eq!(in_vain(&evening).await, times);
        before = again;
    }
    first.takes_their_turn().await;
    assert_eq!(the_board(&first).await.id(), before.id());
    assert_eq!(in_vain(&evening).await, 2);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_board_and_a_call_that_were_deleted_only_the_board_comes_again() {
    let evening = Evening::begins().await;
    let [actor, other] = two_in_days(&evening).await;
    evening.world.passes(31 * 60).await;
    let call = the_ping(&actor, "🔔").await;
    let board = the_board(&actor).await;
    for message in [&call, &board] {
        is_deleted(&evening, message).await;
    }
    evening.world.passes(60 * 60).await;
    no_ping(&actor).await;
    other.runs("table show", json!({})).await;
    let again = the_board(&other).await;
    assert_ne!(again.id(), board.id());
    no_ping(&actor).await;
    // Its warning is another call.
    evening.world.passes(17 * 60 * 60).await;
    the_ping(&actor, "⏳").await;
    actor.takes_their_turn().await;
    no_ping(&actor).await;
    the_board(&actor).await;
    // The board was asked for once, and the call once.
    assert_eq!(in_vain(&evening).await, 2);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_warning_comes_for_a_call_that_was_deleted_and_not_for_a_warning() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    evening.world.passes(31).await;
    is_deleted(&evening, &the_ping(&first, "🔔").await).await;
    evening.world.passes(8).await;
    no_ping(&first).await;
    evening.world.passes(7).await;
    is_deleted(&evening, &the_ping(&first, "⏳").await).await;
    evening.world.passes(9).await;
    no_ping(&first).await;
    evening.world.passes(6).await;
    second.has_the_turn().await;
    no_ping(&first).await;
    assert_eq!(in_vain(&evening).await, 2);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_again_for_a_call_that_was_deleted_before_an_outage_or_a_restart() {
    for restarts in [false, true] {
        let mut evening = Evening::begins().await;
        let [actor, other] = two_in_days(&evening).await;
        evening.world.passes(31 * 60).await;
        let call = the_ping(&actor, "🔔").await;
        if restarts {
            evening.bot_goes().await;
            is_deleted_at(&evening, call.id()).await;
            evening.bot_comes().await;
        } else {
            is_deleted(&evening, &call).await;
            server_goes(&evening).await;
            evening.world.passes(LOST_S).await;
            server_comes(&evening).await;
        }
        no_ping(&actor).await;
        let gone = in_vain(&evening).await;
        for _ in 0..3 {
            evening.world.passes(20 * 60).await;
        }
        no_ping(&actor).await;
        assert_eq!(in_vain(&evening).await, gone);
        actor.takes_their_turn().await;
        evening.world.passes(31 * 60).await;
        the_ping(&other, "🔔").await;
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_was_deleted_comes_again_with_the_next_change() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({"seats": 3})).await.message();
    ben.presses_the(&lobby, "join").await;
    is_deleted(&evening, &lobby).await;
    ayse.runs("table computer", json!({})).await;
    let again = the_lobby(&ayse).await;
    assert_ne!(again.id(), lobby.id());
    assert_eq!(in_vain(&evening).await, 1);
    ayse.presses_the(&again, "start").await;
    ben.waits_for_a_panel().await;
    the_board(&ben).await;
    // Nobody misses it once the game has begun.
    is_deleted(&evening, &again).await;
    ayse.takes_turns_with(&ben).await;
    let seen = ben.sees().await;
    assert!(lobbies(&seen).is_empty(), "{seen:#?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_was_taken_just_as_the_lobby_was_deleted_stands_in_the_next_one() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({"seats": 3})).await.message();
    aims(&evening, "POST", CALLBACK, 1, Harm::Held { ms: 1_000 });
    let join = lobby.can("join").expect("a free seat").id;
    let wish = json!({"person": ben.id, "message": lobby.id(), "custom_id": join, "wait": false});
    evening.world.ask("POST", "/press", wish).await;
    is_deleted_at(&evening, lobby.id()).await;
    have_met(&evening, 1).await;
    if in_vain(&evening).await == 0 {
        // It was answered before, on a machine that is so slow: whoever asks brings the lobby again.
        ayse.runs("table show", json!({})).await;
    }
    let again = the_lobby(&ayse).await;
    assert_ne!(again.id(), lobby.id());
    assert!(again.content().contains(&ben.id), "{again:?}");
    let left = ben.presses_the(&again, "leave").await.message();
    assert!(!left.content().contains(&ben.id), "{left:?}");
    evening.ends().await;
}

impl Person {
    /// Whoever of both is to act first takes their turn.
    async fn takes_turns_with(&self, other: &Self) {
        let (actor, _) = crate::play::turn_of(&[self, other]).await;
        actor.takes_their_turn().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_line_that_was_deleted_above_its_thread_is_asked_for_once_and_the_thread_tells_the_end() {
    let mut evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&halls));
    let [host, guest] = two_begin(&ayse, &ben).await;
    evening.world.settles().await;
    // A thread has the id of the message at which it begins.
    is_deleted_at(&evening, &host.channel).await;
    host.takes_turns_with(&guest).await;
    assert_eq!(in_vain(&evening).await, 0);
    for one in [&host, &guest] {
        one.ends_the_table().await;
    }
    host.waits_for_board("the end", |board| !board.content().contains("'s turn"))
        .await;
    assert_eq!(in_vain(&evening).await, 1);
    // A start looks once at what has just ended.
    evening.bot_goes().await;
    evening.bot_comes().await;
    evening.world.passes(60).await;
    assert_eq!(in_vain(&evening).await, 2);
    let seen = ayse.sees().await;
    assert!(!seen.iter().any(|one| one.content().starts_with("🏁")));
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_is_shown_also_where_its_board_was_deleted_and_no_second_time() {
    // Before the game ends, and while the end could not be shown yet.
    for fails in [false, true] {
        let mut evening = Evening::begins().await;
        evening.tries_again_after(SHORT).await;
        let [first, second] = two_play(&evening).await;
        let board = the_board(&first).await;
        if fails {
            aims(&evening, "PATCH", EDIT, 1_000, page());
        } else {
            is_deleted(&evening, &board).await;
        }
        for one in [&first, &second] {
            one.ends_the_table().await;
        }
        if fails {
            have_met(&evening, 5).await;
            is_deleted_at(&evening, board.id()).await;
            heals(&evening).await;
        }
        let is_over = |board: &Message| !board.content().contains("'s turn");
        first.waits_for_board("the end", is_over).await;
        let end = the_board(&second).await;
        assert_ne!(end.id(), board.id());
        // Somebody wants nobody to see it.
        is_deleted(&evening, &end).await;
        let gone = in_vain(&evening).await;
        evening.world.passes(60).await;
        assert_eq!(in_vain(&evening).await, gone);
        // A start looks once at what has just ended.
        evening.bot_goes().await;
        evening.bot_comes().await;
        evening.world.passes(60).await;
        assert_eq!(in_vain(&evening).await, gone + 1);
        let seen = second.sees().await;
        assert!(boards(&seen).is_empty(), "{seen:#?}");
        evening.ends().await;
    }
}
