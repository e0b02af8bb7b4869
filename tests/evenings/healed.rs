//! What failed for longer than a request is repeated is put right once it goes again; what Discord obeyed unheard stands once.

use std::time::Duration;

use istaka::sandbox::{Harm, Moment};
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};

use crate::access::{becomes, told, waits_for_the_word_to_go};
use crate::faults_aimed::{CALLBACK, THREADS, aims, alone, lobbies, refusal};
use crate::house::{Evening, INVITED, sit_down};
use crate::locked::two_in_a_thread;
use crate::message::Message;
use crate::people::Person;
use crate::play::{is_to_act, turn_to_draw};
use crate::threads::{asks_discord, linked, open_threads};
use crate::unwritten::forgets;

pub const POST: &str = "/channels/*/messages";
pub const EDIT: &str = "/channels/*/messages/*";
pub const ORIGINAL: &str = "/webhooks/*/*/messages/@original";
/// Nothing is tried again before an evening is over, unless something happens.
pub const HOURS: Duration = Duration::from_secs(7_200);
pub const SHORT: Duration = Duration::from_millis(1);
/// So often one request is sent before its failure is told.
pub const TRIES: u32 = 5;

/// A page of whatever stands before Discord.
pub fn page() -> Harm {
    refusal(403, 0)
}

/// It is obeyed, and nobody hears of it.
pub fn unheard() -> Harm {
    Harm::Error {
        status: 502,
        code: 0,
        message: String::new(),
        moment: Moment::After,
    }
}

/// Waits until so many requests have met what was aimed at them.
pub async fn have_met(evening: &Evening, times: u64) {
    evening.goes_wrong(|counts| counts.next >= times).await;
}

/// From now on nothing goes wrong.
pub async fn heals(evening: &Evening) {
    let clear = evening.world.ask("POST", "/faults/clear", Value::Null);
    clear.await;
}

pub fn boards(seen: &[Message]) -> Vec<&Message> {
    let is_board = |one: &&Message| !one.is_private() && one.has_picture();
    seen.iter().filter(is_board).collect()
}

/// Opens a table; the line in the channel.
pub async fn line_of(host: &Person, options: Value) -> Message {
    let line = host.runs("okey", options).await.message();
    assert!(!line.is_private(), "{line:?}");
    line
}

/// Waits until the line leads to its thread; the same person there.
pub async fn follows(host: &Person, line: &Message) -> Person {
    let thread = host.waits_for("the link to the thread", |seen| {
        linked(seen.iter().find(|message| message.id() == line.id())?)
    });
    host.in_channel(&thread.await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_is_shown_however_often_that_failed() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(SHORT).await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    let line = line_of(&ayse, json!({"computers": 3, "points": 5})).await;
    let there = follows(&ayse, &line).await;
    let lobby = there
        .waits_for("the lobby", |seen| lobbies(seen).first().copied().cloned())
        .await;
    there.presses_the(&lobby, "start").await;
    let panel = there.has_the_turn().await;
    there.waits_for_a_board().await;

    aims(&evening, "PATCH", EDIT, 1_000, page());
    match panel.can("draw") {
        Some(draw) => there.presses(&panel, &draw).await.message(),
        None => there.discards(&panel).await,
    };
    have_met(&evening, 13).await;
    there.ends_the_table().await;
    let before = evening.sandbox.fault_counts().next;
    have_met(&evening, before + 14).await;
    heals(&evening).await;
    there
        .waits_for_board("the end", |board| !board.content().contains("'s turn"))
        .await;
    ayse.waits_for("the end in the line", |seen| {
        let told = seen.iter().find(|message| message.id() == line.id())?;
        told.content().contains("🏁").then_some(())
    })
    .await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_whose_line_could_not_be_changed_is_no_failure_and_gets_its_link() {
    let evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    for (number, (status, code, times)) in
        [(502, 0, TRIES), (401, 50_027, 1)].into_iter().enumerate()
    {
        aims(&evening, "PATCH", ORIGINAL, times, refusal(status, code));
        let line = line_of(&ayse, json!({"seats": 2})).await;
        let there = follows(&ayse, &line).await;
        let seen = ayse.sees().await;
        assert!(!seen.iter().any(Message::is_private), "{seen:#?}");
        let seen = there.sees().await;
        assert!(!seen.iter().any(Message::is_private), "{seen:#?}");
        assert_eq!(lobbies(&seen).len(), 1, "{seen:#?}");
        assert_eq!(open_threads(&evening, &halls).await, number + 1);
    }
    assert_eq!(evening.hall().all().len(), 2);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_opened_a_table_whose_lobby_is_in_doubt_is_told_that_it_is_open() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(HOURS).await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people;
    for (method, path) in [("POST", CALLBACK), ("GET", ORIGINAL)] {
        aims(&evening, method, path, TRIES, Harm::Lost(Moment::After));
    }
    aims(&evening, "POST", POST, 1_000, page());
    ayse.runs("okey", json!({"seats": 3})).await;
    let told = ayse
        .waits_for("a sentence", |seen| {
            seen.iter().find(|one| one.is_private()).cloned()
        })
        .await;
    assert!(told.content().contains("The table is open"), "{told:?}");
    assert_eq!(evening.hall().all().len(), 1);
    // Nobody knows where its lobby stands: whoever is invited is led to the channel.
    let invited = ayse.runs("table invite", json!({"person": ben.id})).await;
    let link = format!("<#{}>", evening.channel);
    assert!(invited.says().contains(&link), "{invited:?}");
    heals(&evening).await;
    ayse.runs("table computer", json!({})).await;
    let seen = ayse.sees().await;
    assert_eq!(lobbies(&seen).len(), 1, "{seen:#?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_was_posted_unheard_stands_once_and_is_kept_true() {
    for is_pressed in [false, true] {
        let mut evening = Evening::begins().await;
        evening.tries_again_after(HOURS).await;
        let halls = evening.channel_with_threads().await;
        let people = evening.people(["Ayşe", "Ben"]).await;
        let [ayse, ben] = people.map(|person| person.in_channel(&halls));
        // The answer to the command, and then the keeper.
        aims(&evening, "POST", POST, 2 * TRIES, unheard());
        let line = line_of(&ayse, json!({"seats": 3, "computers": 1})).await;
        let there = follows(&ayse, &line).await;
        have_met(&evening, u64::from(2 * TRIES)).await;
        if is_pressed {
            let lobby = there
                .waits_for("the lobby", |seen| lobbies(seen).first().copied().cloned())
                .await;
            let ben = ben.in_channel(&there.channel);
            ben.presses_the(&lobby, "join").await;
        } else {
            there.runs("table computer", json!({})).await;
        }
        let seen = there.sees().await;
        let [lobby] = lobbies(&seen)[..] else {
            panic!("not one lobby: {seen:#?}");
        };
        // It is full, and from now on everything is shown there.
        there.presses_the(lobby, "start").await;
        there.waits_for_a_board().await;
        let seen = there.sees().await;
        assert!(lobbies(&seen).is_empty(), "{seen:#?}");
        assert_eq!(boards(&seen).len(), 1, "{seen:#?}");
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_was_posted_unheard_stands_once_and_is_kept_true() {
    let mut evening = Evening::begins().await;
    let ayse = alone(&evening).await;
    ayse.has_the_turn().await;
    let board = ayse.board().await;
    // The bot went just before it wrote down where its board stands, and somebody deleted that.
    evening.bot_goes().await;
    forgets(&evening, "board").await;
    let path = format!("/channels/{}/messages/{}", evening.channel, board.id());
    asks_discord(&evening, Method::DELETE, &path, Value::Null).await;
    aims(&evening, "POST", POST, TRIES, unheard());
    evening.tries_again_after(HOURS).await;
    have_met(&evening, u64::from(TRIES)).await;

    let panel = ayse.runs("rack", json!({})).await.message();
    match panel.can("draw") {
        Some(draw) => ayse.presses(&panel, &draw).await.message(),
        None => ayse.discards(&panel).await,
    };
    let seen = ayse.sees().await;
    assert_eq!(boards(&seen).len(), 1, "{seen:#?}");
    let stands = boards(&seen)[0].id().to_owned();
    ayse.takes_their_turn().await;
    let drawing = |message: &Message| message.can("draw").map(|draw| draw.revision());
    let turn = ayse
        .waits_for_panel("the next turn", |panel| drawing(panel).is_some())
        .await;
    let board = ayse.waits_for_board("a board of this turn", |board| {
        drawing(board) >= drawing(&turn)
    });
    assert_eq!(board.await.id(), stands);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_waits_for_no_lobby_that_could_not_be_changed() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(HOURS).await;
    let ayse = evening.person("Ayşe").await;
    let full = json!({"seats": 2, "computers": 1});
    let lobby = ayse.runs("okey", full).await.message();
    aims(&evening, "PATCH", EDIT, 1, page());
    ayse.runs("table kick", json!({"seat": 2})).await;
    have_met(&evening, 1).await;
    ayse.runs("table computer", json!({})).await;
    ayse.presses_the(&lobby, "start").await;
    ayse.waits_for_a_board().await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_before_discord_costs_nobody_their_panel() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (mut actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    evening.world.settles().await;
    aims(&evening, "PATCH", "/webhooks/*/*/messages/*", 1, page());
    // The panel of whoever is next is changed by the token of an earlier press: refused once, then not.
    for _ in 0..3 {
        actor.takes_their_turn().await;
        actor = if actor.id == ayse.id { &ben } else { &ayse };
        actor
            .waits_for_panel("their turn", |panel| panel.can("draw").is_some())
            .await;
        assert_eq!(evening.sandbox.fault_counts().next, 1);
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_gave_way_goes_although_that_failed_first() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(SHORT).await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let old = ayse.runs("okey", json!({"seats": 3})).await.message();
    ben.presses_the(&old, "join").await;
    aims(&evening, "PATCH", EDIT, 1, refusal(400, 30_046));
    aims(&evening, "DELETE", EDIT, 3, page());
    ayse.runs("table kick", json!({"seat": 2})).await;
    let seen = ayse.sees().await;
    let [lobby] = lobbies(&seen)[..] else {
        panic!("not one lobby: {seen:#?}");
    };
    assert_ne!(lobby.id(), old.id());
    cem.presses_the(lobby, "join").await;
    evening.ends().await;
}

#[tokio::test]
async fn a_board_that_moved_leaves_none_behind() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(SHORT).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let clock = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
    let first = sit_down(&ayse, &[&ben], json!({"seats": 2, "clock": clock})).await;
    evening.world.passes(50 * 60).await;
    aims(&evening, "DELETE", EDIT, 3, page());
    for person in [&ayse, &ben] {
        let panel = person.runs("rack", json!({})).await.message();
        if is_to_act(&panel) {
            person.takes_their_turn().await;
        }
    }
    let seen = ayse.sees().await;
    let standing = boards(&seen);
    assert_eq!(standing.len(), 1, "{standing:#?}");
    assert_ne!(standing[0].id(), first.id());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_that_was_made_after_all_goes_at_the_next_start() {
    let mut evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    aims(&evening, "POST", THREADS, TRIES, refusal(502, 0));
    ayse.runs("okey", json!({"computers": 3})).await;
    let seen = ayse.sees().await;
    let [lobby] = lobbies(&seen)[..] else {
        panic!("not one lobby: {seen:#?}");
    };
    heals(&evening).await;
    let path = format!("/channels/{halls}/messages/{}/threads", lobby.id());
    asks_discord(&evening, Method::POST, &path, json!({"name": "late"})).await;
    assert_eq!(open_threads(&evening, &halls).await, 1);
    evening.bot_goes().await;
    evening.bot_comes().await;
    let seen = ayse.sees().await;
    assert_eq!(open_threads(&evening, &halls).await, 0);
    let [after] = lobbies(&seen)[..] else {
        panic!("not one lobby: {seen:#?}");
    };
    assert_eq!(after.id(), lobby.id());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_gets_no_table_reads_why_although_their_line_could_not_go() {
    let mut evening = Evening::begins().await;
    let halls = evening.channel_with_threads().await;
    let ayse = evening.person("Ayşe").await.in_channel(&halls);
    let url = format!("sqlite://{}", evening.db().display());
    let mut db = SqliteConnection::connect(&url).await.expect("the database");
    let trouble =
        "create trigger refuses before insert on tables begin insert into nowhere values (1); end";
    db.execute(trouble).await.expect("trouble");
    aims(&evening, "DELETE", ORIGINAL, TRIES, refusal(500, 0));
    ayse.runs("okey", json!({})).await;
    let told = ayse.waits_for("the refusal", |seen| {
        let is_told = |one: &&Message| one.content().contains("could not be saved");
        seen.iter().find(is_told).cloned()
    });
    assert!(told.await.is_private());
    evening.bot_goes().await;
    db.execute("drop trigger refuses")
        .await
        .expect("no trouble");
    db.close().await.expect("closed");
    evening.bot_comes().await;
    let seen = ayse.sees().await;
    assert!(seen.iter().all(Message::is_private), "{seen:#?}");
    assert_eq!(open_threads(&evening, &halls).await, 0);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_token_that_is_refused_for_a_while_ends_no_game() {
    let mut evening = Evening::begins().await;
    evening.tries_again_after(SHORT).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    aims(&evening, "PATCH", EDIT, 1_000, refusal(401, 0));
    aims(&evening, "GET", "/users/@me", 1_000, refusal(401, 0));
    actor.takes_their_turn().await;
    // The board, and whether that was meant, again and again.
    have_met(&evening, 9).await;
    // Presses are answered and count meanwhile.
    let other = if actor.id == ayse.id { &ben } else { &ayse };
    let panel = other.has_the_turn().await;
    let drawn = other.presses_the(&panel, "draw").await.message();
    assert_eq!(drawn.rack().len(), panel.rack().len() + 1, "{drawn:?}");
    other.discards(&drawn).await;
    heals(&evening).await;
    let (next, _) = turn_to_draw(&[&ayse, &ben]).await;
    let turn = format!("**<@{}>**'s turn", next.id);
    ayse.waits_for_board("whose turn it is", |board| board.content().contains(&turn))
        .await;
    evening.ends().await;
}

/// The posts in this channel so far.
fn posts(evening: &Evening, channel: &str) -> usize {
    let path = format!("/channels/{channel}/messages");
    let exchanges = evening.record.exchanges();
    let is_one = |one: &&Value| {
        let asked = one["path"].as_str();
        one["method"] == "POST" && asked.is_some_and(|asked| asked.ends_with(&path))
    };
    exchanges.iter().filter(is_one).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_of_a_lock_that_may_stand_goes_with_the_unlock() {
    for harm in [unheard(), refusal(502, 0)] {
        let mut evening = Evening::begins().await;
        evening.tries_again_after(HOURS).await;
        let clock = "days (24 h a turn)";
        let ([host, guest], [ayse, _]) = two_in_a_thread(&evening, INVITED, clock).await;
        let stands = harm == unheard();
        let before = posts(&evening, &ayse.channel);
        aims(
            &evening,
            "POST",
            &format!("/channels/{}/messages", ayse.channel),
            TRIES,
            harm,
        );
        becomes(&evening, &host.channel, json!({"locked": true})).await;
        have_met(&evening, u64::from(TRIES)).await;
        if stands {
            let is_told = |seen: &[Message]| (told(seen) == 1).then_some(());
            ayse.waits_for("word of the lock", is_told).await;
        }
        let is_locked = |panel: &Message| panel.content().contains("This thread is locked");
        for person in [&host, &guest] {
            person.waits_for_panel("the lock", is_locked).await;
        }
        becomes(&evening, &host.channel, json!({"locked": false})).await;
        for person in [&host, &guest] {
            let is_open = |panel: &Message| !is_locked(panel);
            person.waits_for_panel("an open place", is_open).await;
        }
        waits_for_the_word_to_go(&ayse).await;
        evening.world.settles().await;
        assert_eq!(told(&ayse.sees().await), 0);
        // It is posted once more, to learn which one it is, and goes.
        let tries = usize::try_from(TRIES).expect("a few");
        assert_eq!(posts(&evening, &ayse.channel) - before, tries + 1);
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_word_of_a_lock_of_which_nobody_knows_whether_it_came_is_said_again_and_stands_once() {
    for harm in [unheard(), refusal(502, 0)] {
        let mut evening = Evening::begins().await;
        evening.tries_again_after(SHORT).await;
        let clock = "days (24 h a turn)";
        let ([host, _], [ayse, _]) = two_in_a_thread(&evening, INVITED, clock).await;
        aims(
            &evening,
            "POST",
            &format!("/channels/{}/messages", ayse.channel),
            2 * TRIES,
            harm,
        );
        becomes(&evening, &host.channel, json!({"locked": true})).await;
        have_met(&evening, u64::from(2 * TRIES)).await;
        let is_told = |seen: &[Message]| (told(seen) == 1).then_some(());
        ayse.waits_for("word of the lock", is_told).await;
        evening.world.settles().await;
        assert_eq!(told(&ayse.sees().await), 1);
        becomes(&evening, &host.channel, json!({"locked": false})).await;
        waits_for_the_word_to_go(&ayse).await;
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panel_that_answered_a_press_unheard_takes_the_place_of_the_one_before() {
    let evening = Evening::begins().await;
    let ayse = alone(&evening).await;
    let before = ayse.has_the_turn().await;
    evening.world.settles().await;
    aims(&evening, "POST", CALLBACK, TRIES, unheard());
    ayse.presses_on_the_board("rack").await;
    have_met(&evening, TRIES.into()).await;
    let panels = |seen: &[Message]| -> Vec<Message> {
        let is_panel = |one: &&Message| one.is_private() && !one.rack().is_empty();
        seen.iter().filter(is_panel).cloned().collect()
    };
    let stands = ayse
        .waits_for("one panel", |seen| match &panels(seen)[..] {
            [one] if one.id() != before.id() => Some(one.clone()),
            _ => None,
        })
        .await;
    // It is kept true from now on.
    let turn = stands.rack();
    ayse.takes_their_turn().await;
    let next = ayse
        .waits_for_panel("the next turn", |panel| {
            is_to_act(panel) && panel.rack() != turn
        })
        .await;
    assert_eq!(next.id(), stands.id());
    evening.ends().await;
}
