//! A board that talk has pushed away is posted anew below it; a deleted one and a doubled one leave no trace.

use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};

use crate::faults_aimed::{aims, refusal};
use crate::house::{Evening, Folder, INVITED, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::turn_to_draw;

/// The boards in the channel.
fn boards(seen: &[Message]) -> Vec<Message> {
    let is_board = |message: &&Message| !message.is_private() && message.has_picture();
    seen.iter().filter(is_board).cloned().collect()
}

pub async fn talks(person: &Person, times: usize) {
    for number in 0..times {
        let wish = json!({"person": person.id, "channel": person.channel, "text": format!("talk {number}")});
        person.world.ask("POST", "/say", wish).await;
    }
}

/// Whoever is to act draws and discards; then the board shows the other's turn.
async fn one_turn(people: [&Person; 2]) {
    let (actor, panel) = turn_to_draw(&people).await;
    let panel = actor.presses_the(&panel, "draw").await.message();
    actor.discards(&panel).await;
    let [one, other] = people;
    let next = if actor.id == one.id { other } else { one };
    let board = next.board().await;
    let turn = format!("**<@{}>**'s turn", next.id);
    assert!(board.content().contains(&turn), "{board:?}");
}

/// Two play, and a third is there who talks: its channel may be asked what was said there.
pub async fn two_play_beside_a_third(evening: &Evening) -> ([Person; 3], Message) {
    let people = evening.people(["Ayşe", "Ben", "Eve"]).await;
    let [ayse, ben, _] = &people;
    let board = sit_down(ayse, &[ben], json!({"seats": 2})).await;
    turn_to_draw(&[ayse, ben]).await;
    evening.world.passes(30).await;
    (people, board)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_follows_the_talk_and_not_too_often() {
    let evening = Evening::begins().await;
    let ([ayse, ben, eve], first) = two_play_beside_a_third(&evening).await;
    let people = [&ayse, &ben];
    // Four messages do not push it away.
    talks(&eve, 4).await;
    one_turn(people).await;
    assert_eq!(boards(&eve.sees().await)[0].id(), first.id());
    // Five do, once the channel may be asked again.
    talks(&eve, 1).await;
    one_turn(people).await;
    assert_eq!(boards(&eve.sees().await)[0].id(), first.id());
    evening.world.passes(30).await;
    one_turn(people).await;
    let seen = eve.sees().await;
    let is_last_talk = |message: &Message| message.content() == "talk 0";
    let talk = seen.iter().rposition(is_last_talk).expect("the talk");
    let standing = boards(&seen);
    assert_eq!(standing.len(), 1, "{standing:?}");
    let second = &standing[0];
    let place = seen.iter().position(|message| message.has_picture());
    assert!(place > Some(talk), "below the talk: {seen:?}");
    assert_ne!(second.id(), first.id());
    assert_eq!(second.0["mentions"], json!([]), "{second:?}");
    assert_eq!(second.0["flags"], 1 << 12, "a phone rings for {second:?}");
    // It is the board now: its buttons play, and it is edited in its place.
    let (actor, _) = turn_to_draw(&people).await;
    let drawn = actor.presses_on_the_board("draw").await.message();
    assert!(drawn.rack().len() >= 15, "{drawn:?}");
    actor.discards(&drawn).await;
    talks(&eve, 9).await;
    one_turn(people).await;
    let seen = boards(&eve.sees().await);
    assert_eq!(seen.len(), 1, "{seen:?}");
    assert_eq!(seen[0].id(), second.id(), "{seen:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_that_cannot_follow_the_talk_tells_what_happens_where_it_stands() {
    let evening = Evening::begins().await;
    let ([ayse, ben, eve], first) = two_play_beside_a_third(&evening).await;
    let people = [&ayse, &ben];
    talks(&eve, 5).await;
    // A page of whatever stands before Discord: nothing was posted.
    let path = "/channels/*/messages";
    aims(&evening, "POST", path, 1_000, refusal(403, 0));
    for _ in 0..2 {
        let (actor, panel) = turn_to_draw(&people).await;
        let panel = actor.presses_the(&panel, "draw").await.message();
        actor.discards(&panel).await;
        let next = if actor.id == ayse.id { &ben } else { &ayse };
        let turn = format!("**<@{}>**'s turn", next.id);
        let board = next
            .waits_for_board("the turn", |board| board.content().contains(&turn))
            .await;
        assert_eq!(board.id(), first.id());
    }
    evening.ends().await;
}

/// The lobby after the start is left over: the bot is gone, as if it had been killed before it deleted that message.
pub async fn leaves_its_lobby_over(evening: &mut Evening, person: &Person) -> Message {
    let seen = person.sees().await;
    let lobby = seen
        .iter()
        .find(|message| message.content().contains("The game has started"))
        .expect("the lobby after the start");
    evening.bot_goes().await;
    let url = format!("sqlite://{}", evening.db().display());
    let mut db = SqliteConnection::connect(&url).await.expect("the database");
    let left_over: i64 = lobby.id().parse().expect("an id");
    let update = sqlx::query("update tables set former = ?").bind(left_over);
    db.execute(update).await.expect("written");
    db.close().await.expect("closed");
    lobby.clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_board_that_was_left_over_goes_after_the_restart() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let lobby = leaves_its_lobby_over(&mut evening, &ayse).await;
    evening.bot_comes().await;
    ayse.waits_for("one message less", |seen| {
        let is_gone = seen.iter().all(|message| message.id() != lobby.id());
        is_gone.then_some(())
    })
    .await;
    assert_eq!(boards(&ayse.sees().await)[0].id(), board.id());
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_may_not_read_does_not_ask_again() {
    const HISTORY: u64 = 1 << 16;
    const CREATE_THREADS: u64 = 1 << 35;
    let folder = Folder::new();
    let file = folder.file("traffic.jsonl");
    let evening = Evening::begins_in(Folder::new(), Some(file.clone())).await;
    let may = INVITED & !HISTORY & !CREATE_THREADS;
    let channel = json!({"name": "deaf", "bot_permissions": may.to_string()});
    let channel = evening.channel(channel).await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    talks(&ayse, 9).await;
    for _ in 0..3 {
        one_turn([&ayse, &ben]).await;
        evening.world.passes(31).await;
    }
    assert_eq!(boards(&ayse.sees().await)[0].id(), board.id());
    evening.ends().await;
    let recorded = std::fs::read_to_string(&file).expect("there was traffic");
    let asked: Vec<Value> = recorded
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("a line of JSON"))
        .filter(|one| one["method"] == "GET" && one["path"].to_string().contains("/messages"))
        .collect();
    assert_eq!(asked.len(), 1, "{asked:?}");
    // Discord refuses nothing: it shows nothing.
    let told = (&asked[0]["status"], &asked[0]["response"]);
    assert_eq!(told, (&json!(200), &json!([])));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_about_the_talk_that_fails_is_asked_once_and_holds_no_board_back() {
    let evening = Evening::begins().await;
    let ([ayse, ben, eve], first) = two_play_beside_a_third(&evening).await;
    talks(&eve, 5).await;
    let failure =
        json!({"method": "GET", "path": "/channels/*/messages", "status": 500, "times": 1000});
    evening.world.ask("POST", "/faults/next", failure).await;
    one_turn([&ayse, &ben]).await;
    assert_eq!(boards(&eve.sees().await)[0].id(), first.id());
    assert_eq!(evening.sandbox.fault_counts().next, 1);
    evening.ends().await;
}

/// A table at which a turn may last a day.
async fn slow_table(ayse: &Person, ben: &Person) -> Message {
    let clock = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
    sit_down(ayse, &[ben], json!({"seats": 2, "clock": clock})).await
}

/// So many minutes pass. Tokens are dead by then: everybody asks for their rack anew.
async fn pass(minutes: u64, people: [&Person; 2]) {
    people[0].world.passes(minutes * 60).await;
    for person in people {
        person.runs("rack", json!({})).await;
    }
}

/// The only board, and one that makes no phone ring.
async fn the_new_board(person: &Person, old: &Message) -> Message {
    let mut standing = boards(&person.sees().await);
    assert_eq!(standing.len(), 1, "{standing:?}");
    let board = standing.remove(0);
    assert_ne!(board.id(), old.id());
    assert_eq!(board.0["flags"], 1 << 12, "a phone rings for {board:?}");
    board
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_board_is_posted_anew_before_it_is_too_old_to_be_changed() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let people = [&ayse, &ben];
    let first = slow_table(&ayse, &ben).await;
    pass(49, people).await;
    one_turn(people).await;
    assert_eq!(boards(&ayse.sees().await)[0].id(), first.id());
    pass(1, people).await;
    one_turn(people).await;
    let second = the_new_board(&ayse, &first).await;
    one_turn(people).await;
    assert_eq!(boards(&ayse.sees().await)[0].id(), second.id());
    // The next process knows the age of what the one before it has posted.
    evening.bot_goes().await;
    evening.world.passes(50 * 60).await;
    evening.bot_comes().await;
    pass(0, people).await;
    one_turn(people).await;
    let third = the_new_board(&ayse, &second).await;
    // Discord's own word on the age of a message counts in any case.
    let refusal =
        json!({"method": "PATCH", "path": "/channels/*/messages/*", "status": 400, "code": 30_046});
    evening.world.ask("POST", "/faults/next", refusal).await;
    one_turn(people).await;
    the_new_board(&ayse, &third).await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_is_too_old_to_be_changed_gives_way_to_a_new_one() {
    let evening = Evening::begins().await;
    let faults = json!({"old_edits": 1, "old_edits_ms": 600_000});
    evening.world.ask("POST", "/faults", faults).await;
    let people = evening.people(["Ayşe", "Ben", "Cem", "Dia", "Eve"]).await;
    let [ayse, ben, cem, dia, eve] = people;
    let clock = ayse.choice_of("okey", "clock", "days (24 h a turn)").await;
    let options = json!({"seats": 2, "clock": clock});
    let old = ayse.runs("okey", options).await.message();
    evening.world.passes(40 * 60).await;
    ben.presses_the(&old, "join").await;
    evening.world.passes(40 * 60).await;
    // The answer to a press is no edit; who is removed by a command leaves the lobby to one.
    for (is_old, removed, next) in [(true, &ben, &cem), (false, &cem, &dia)] {
        ayse.runs("table kick", json!({"seat": 2})).await;
        let seen = eve.sees().await;
        let mut standing = seen.iter().filter(|one| one.can("join").is_some());
        let standing = [standing.next(), standing.next()];
        let [Some(lobby), None] = standing else {
            panic!("not one lobby: {standing:?}");
        };
        assert_eq!(lobby.id() == old.id(), is_old, "{lobby:?}");
        assert!(!lobby.content().contains(&removed.id), "{lobby:?}");
        next.presses_the(lobby, "join").await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_joins_on_a_lobby_that_another_has_replaced_is_shown_on_that_one() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let old = ayse.runs("okey", json!({"seats": 3})).await.message();
    let old = ben.presses_the(&old, "join").await.message();
    // The old one cannot be changed any more, and stays although it was said to be gone.
    for (method, status, code) in [("PATCH", 400, 30_046), ("DELETE", 404, 10_008)] {
        let path = "/channels/*/messages/*";
        let refusal = json!({"method": method, "path": path, "status": status, "code": code});
        evening.world.ask("POST", "/faults/next", refusal).await;
    }
    ayse.runs("table kick", json!({"seat": 2})).await;
    let seen = ayse.sees().await;
    let is_new = |one: &&Message| one.can("join").is_some() && one.id() != old.id();
    let new = seen.iter().find(is_new).expect("another lobby");
    assert!(!new.content().contains(&ben.id), "{new:?}");
    cem.presses_the(&old, "join").await;
    let seen = ayse.sees().await;
    let stands = |one: &&Message| one.id() == new.id();
    let new = seen.iter().find(stands).expect("the lobby that stands");
    assert!(new.content().contains(&cem.id), "{new:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panel_that_is_too_old_to_be_changed_gives_way_to_a_new_one() {
    let evening = Evening::begins().await;
    let faults = json!({"old_edits": 1, "old_edits_ms": 600_000});
    evening.world.ask("POST", "/faults", faults).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let people = [&ayse, &ben];
    slow_table(&ayse, &ben).await;
    turn_to_draw(&people).await;
    evening.world.passes(61 * 60).await;
    // Their panels are old, and what they press there makes their tokens new.
    for person in people {
        let desk = person.opens_desk().await;
        // Pressed before the bot knows that the desk is shown, the rack would be shown twice: one change more.
        evening.world.settles().await;
        person.presses_the(&desk, "rack").await;
    }
    let (actor, before) = turn_to_draw(&people).await;
    // One panel is changed once more; the other one's owner finds a new one.
    one_turn(people).await;
    one_turn(people).await;
    let (again, panel) = turn_to_draw(&people).await;
    assert_eq!(again.id, actor.id);
    assert_ne!(panel.id(), before.id());
    let seen = actor.sees().await;
    let panels = seen.iter().filter(|one| one.alt().starts_with("Your rack"));
    assert_eq!(panels.count(), 1, "{seen:?}");
    let drawn = actor.presses_the(&panel, "draw").await.message();
    assert_eq!(drawn.rack().len(), 15, "{drawn:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_board_of_a_table_that_is_over_stays_where_it_is() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    slow_table(&ayse, &ben).await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let board = ayse.board().await;
    // It is old, and then it seems to have gone, or to be too old to be changed.
    let no_fault = (200, 0);
    evening.bot_goes().await;
    // An hour after its end nobody looks at it any more.
    evening.world.passes(51 * 60).await;
    for (status, code) in [no_fault, (404, 10_008), (400, 30_046)] {
        let refusal = json!({"method": "PATCH", "path": "/channels/*/messages/*", "status": status, "code": code});
        if (status, code) != no_fault {
            evening.world.ask("POST", "/faults/next", refusal).await;
        }
        evening.bot_comes().await;
        let standing = boards(&ayse.sees().await);
        assert_eq!(standing.len(), 1, "{standing:?}");
        assert_eq!(standing[0].id(), board.id(), "{status} {code}");
        evening.bot_goes().await;
    }
    evening.bot_comes().await;
    evening.ends().await;
}
