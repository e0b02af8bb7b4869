//! People who are quicker than Discord's word to the bot that what they see stands.

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Executor};

use crate::house::{Evening, sit_down};
use crate::message::Message;
use crate::people::{PATIENCE, Person};
use crate::play::two_play;

/// Discord obeys the next such requests at once, and says so a second later.
async fn says_so_late(evening: &Evening, path: &str, times: u64) {
    let late = json!({"method": "POST", "path": path, "what": "delay", "ms": 1000, "times": times});
    evening.world.ask("POST", "/faults/next", late).await;
}

fn panels(seen: &[Message]) -> Vec<Message> {
    let is_panel = |one: &&Message| one.is_private() && one.alt().starts_with("Your rack");
    seen.iter().filter(is_panel).cloned().collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_panel_can_be_pressed_at_once() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    says_so_late(&evening, "/interactions/*/*/callback", 1).await;
    let new = first.runs("rack", json!({})).await.message();
    let drawn = first.presses_the(&new, "draw").await.message();
    assert_eq!(drawn.id(), new.id());

    let [panel] = &panels(&first.sees().await)[..] else {
        panic!("{:#?}", first.sees().await);
    };
    assert_eq!(panel.id(), new.id());
    assert_eq!(panel.rack().len(), 15, "{panel:?}");
    // And it is kept true.
    first.discards(panel).await;
    second
        .presses_the(&second.panel().await.expect("a panel"), "draw")
        .await;
    let kept = first.panel().await.expect("a panel");
    assert!(kept.id() == new.id() && kept.rack().len() == 14, "{kept:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_asks_for_a_rack_just_when_one_is_dealt_has_one_panel() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({"seats": 2})).await.message();
    let lobby = ben.presses_the(&lobby, "join").await.message();
    says_so_late(&evening, "/webhooks/*/*", 2).await;
    ayse.presses_the(&lobby, "start").await;
    for person in [&ayse, &ben] {
        person.waits_for("a panel", crate::people::panel).await;
        let board = person.waits_for("the board", crate::people::board).await;
        person.presses_the(&board, "rack").await;
    }
    for person in [&ayse, &ben] {
        let seen = person.sees().await;
        assert_eq!(panels(&seen).len(), 1, "{seen:#?}");
    }
    evening.ends().await;
}

/// The lobby with this id as everybody sees it when the bot has said all.
async fn lobby_of(person: &Person, id: &str) -> Message {
    let seen = person.sees().await;
    let lobby = seen.iter().find(|message| message.id() == id);
    lobby.cloned().unwrap_or_else(|| panic!("{seen:#?}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_shows_what_was_done_before_the_bot_knew_that_it_stands() {
    for opened in ["in the channel", "once more"] {
        let evening = Evening::begins().await;
        let ayse = evening.person("Ayşe").await;
        if opened == "once more" {
            sit_down(&ayse, &[], json!({"seats": 2})).await;
            ayse.runs("table end", json!({})).await;
        }
        let ended = ayse.sees().await;
        says_so_late(&evening, "/interactions/*/*/callback", 1).await;
        let again = ended
            .iter()
            .find(|message| message.can("rematch").is_some());
        let lobby = match again {
            Some(ended) => ayse.presses_the(ended, "rematch").await.message(),
            None => ayse.runs("okey", json!({"seats": 3})).await.message(),
        };
        assert!(!lobby.content().contains("🤖"), "{lobby:?}");
        ayse.runs("table computer", json!({})).await;
        let lobby = lobby_of(&ayse, lobby.id()).await;
        assert!(lobby.content().contains("🤖"), "{opened}: {lobby:?}");
        evening.ends().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_shows_what_was_done_while_it_answered_somebody_else() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({"seats": 3})).await.message();
    says_so_late(&evening, "/interactions/*/*/callback", 1).await;
    let lobby = ben.presses_the(&lobby, "join").await.message();
    assert!(lobby.content().contains(&ben.id), "{lobby:?}");
    ayse.runs("table computer", json!({})).await;
    let lobby = lobby_of(&ayse, lobby.id()).await;
    assert!(lobby.content().contains("🤖"), "{lobby:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_is_followed_whose_place_could_not_be_written_down() {
    let mut evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let db = SqliteConnectOptions::new().filename(evening.db());
    let other = db.busy_timeout(PATIENCE).connect().await;
    let mut other = other.expect("another program");
    says_so_late(&evening, "/interactions/*/*/callback", 1).await;
    let lobby = ayse.runs("okey", json!({"seats": 3})).await.message();
    // The table is open; where its lobby stands cannot be written.
    other.execute("begin immediate").await.expect("locked");
    ayse.sees().await;
    other.execute("rollback").await.expect("unlocked");

    ayse.runs("table computer", json!({})).await;
    let shown = lobby_of(&ayse, lobby.id()).await;
    assert!(shown.content().contains("🤖"), "{shown:?}");
    // By now it is written.
    evening.bot_goes().await;
    evening.bot_comes().await;
    ayse.runs("table computer", json!({})).await;
    let shown = lobby_of(&ayse, lobby.id()).await;
    assert_eq!(shown.content().matches("🤖").count(), 2, "{shown:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_answers_at_once_the_older_may_arrive_last() {
    let evening = Evening::begins().await;
    let people = evening.people(["Ayşe", "Ben", "Cem", "Dan"]).await;
    let [ayse, ben, cem, dan] = &people;
    let lobby = ayse.runs("okey", json!({"seats": 4})).await.message();
    let join = lobby.can("join").expect("Join");
    // Discord does not take the first answer, and is told again.
    let failing = json!({"method": "POST", "path": "/interactions/*/*/callback", "status": 502});
    evening.world.ask("POST", "/faults/next", failing).await;
    tokio::join!(
        ben.forges(&lobby, &join.id),
        cem.forges(&lobby, &join.id),
        dan.forges(&lobby, &join.id)
    );
    let seen = ayse.sees().await;
    let lobby = seen.iter().find(|one| one.can("start").is_some());
    let lobby = lobby.expect("a lobby");
    for person in &people {
        assert!(lobby.content().contains(&person.id), "{lobby:?}");
    }
    evening.ends().await;
}

/// Two buttons of a message are pressed one after the other; Discord takes in the first answer a second after it was sent,
/// and the second one before it.
async fn presses_two(evening: &Evening, message: &Message, [first, second]: [(&Person, &str); 2]) {
    let path = "/interactions/*/*/callback";
    let held = json!({"method": "POST", "path": path, "what": "held", "ms": 1000});
    let before = evening.sandbox.fault_counts().next;
    evening.world.ask("POST", "/faults/next", held).await;
    let button = |verb| message.can(verb).expect("its button").id;
    let overtaken = tokio::spawn({
        let (person, message, id) = (first.0.clone(), message.clone(), button(first.1));
        async move { person.forges(&message, &id).await }
    });
    evening.goes_wrong(|counts| counts.next > before).await;
    second.0.forges(message, &button(second.1)).await;
    overtaken.await.expect("pressed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panel_shows_the_newest_of_two_answers_also_if_the_older_arrives_last() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let panel = first.panel().await.expect("a panel");
    // What was looked at before the move must not stand over what came of it.
    presses_two(&evening, &panel, [(&first, "desk"), (&first, "draw")]).await;
    let drawn = first.panel().await.expect("a panel");
    assert_eq!(drawn.rack().len(), 15, "{drawn:?}");
    assert_eq!(drawn.id(), panel.id());
    first.discards(&drawn).await;

    // Nor what came of the move over what is looked at since.
    let panel = second.panel().await.expect("a panel");
    presses_two(&evening, &panel, [(&second, "draw"), (&second, "desk")]).await;
    let seen = second.sees().await;
    let [page] = &panels(&seen)[..] else {
        panic!("{seen:#?}");
    };
    assert!(page.content().contains("Your desk"), "{page:?}");
    let back = second.presses_the(page, "rack").await.message();
    assert_eq!(back.rack().len(), 15, "{back:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panel_is_followed_on_although_two_presses_on_it_at_once_are_not_answered() {
    let evening = Evening::begins().await;
    let [first, second] = two_play(&evening).await;
    let panel = second.panel().await.expect("a panel");
    // Both answers are on their way when Discord's patience ends, and then it wants neither.
    let path = "/interactions/*/*/callback";
    let held = json!({"method": "POST", "path": path, "what": "held", "ms": 2000, "times": 2});
    evening.world.ask("POST", "/faults/next", held).await;
    let desk = panel.can("desk").expect("their desk").id;
    let mut presses = Vec::new();
    for met in [1, 2] {
        let (person, message, id) = (second.clone(), panel.clone(), desk.clone());
        let pressing = async move { person.forges(&message, &id).await };
        presses.push(tokio::spawn(pressing));
        evening.goes_wrong(|counts| counts.next >= met).await;
    }
    let too_late = json!({"ms": 3001});
    evening.world.ask("POST", "/clock/advance", too_late).await;
    for pressing in presses {
        pressing.await.expect("pressed");
    }
    evening.world.settles().await;

    first.takes_their_turn().await;
    let seen = second.sees().await;
    let [turn] = &panels(&seen)[..] else {
        panic!("{seen:#?}");
    };
    assert_eq!(turn.id(), panel.id());
    assert!(turn.can("draw").is_some(), "{turn:?}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lobby_that_has_begun_offers_nothing_also_if_an_older_answer_arrives_last() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({"seats": 2})).await.message();
    presses_two(&evening, &lobby, [(&ben, "join"), (&ayse, "start")]).await;
    for person in [&ayse, &ben] {
        person.waits_for_a_panel().await;
    }
    let lobby = lobby_of(&ayse, lobby.id()).await;
    assert!(lobby.enabled().is_empty(), "{lobby:?}");
    evening.ends().await;
}
