//! A rematch: the same table once more, for those who played.

use reqwest::Method;
use serde_json::{Value, json};

use crate::house::{Evening, NO_THREADS, sit_down, sit_down_to};
use crate::message::Message;
use crate::people::Person;
use crate::threads::{asks_discord, two_begin};

/// What may see every channel.
const ADMINISTRATOR: u64 = 1 << 3;

/// Two people and a computer play to the end; the finished board.
async fn a_finished_game(people: &[&Person; 2]) -> Message {
    let [host, guest] = people;
    let options = json!({"seats": 3, "computers": 1, "points": 1});
    sit_down(host, &[guest], options).await;
    tokio::join!(host.plays_to_the_end(), guest.plays_to_the_end());
    host.board().await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_played_play_once_more_also_after_a_restart() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    let board = a_finished_game(&[&ayse, &ben]).await;
    let refused = eve.presses_the(&board, "rematch").await.says();
    assert!(refused.starts_with("Only those who played"), "{refused}");
    evening.bot_goes().await;
    evening.bot_comes().await;
    let refused = eve.presses_the(&board, "rematch").await.says();
    assert!(refused.starts_with("Only those who played"), "{refused}");

    let lobby = ben.presses_the(&board, "rematch").await.message();
    assert!(!lobby.is_private(), "{lobby:?}");
    let called = lobby.0["mentions"].as_array().expect("a list");
    let called: Vec<&str> = called
        .iter()
        .filter_map(|called| called["id"].as_str())
        .collect();
    assert_eq!(called, [&ayse.id[..]], "{lobby:?}");
    let host = format!("<@{}> 👑", ben.id);
    assert!(lobby.content().contains(&host), "{lobby:?}");
    assert!(lobby.content().contains("🤖"), "{lobby:?}");
    assert_ne!(
        lobby.can("join").map(|join| join.table().to_owned()),
        board.can("rematch").map(|again| again.table().to_owned())
    );
    let busy = ben.presses_the(&board, "rematch").await.says();
    assert!(busy.contains("rematch is there already"), "{busy}");
    // Whoever is second sits down.
    let told = ayse.presses_the(&board, "rematch").await.says();
    assert!(told.contains("you have a seat"), "{told}");
    let is_it = |one: &&Message| one.id() == lobby.id();
    let seen = ayse.sees().await;
    let lobby = seen.iter().find(is_it).expect("the lobby");
    assert!(!lobby.content().contains("🔁"), "{lobby:?}");
    assert!(lobby.content().contains(&ayse.id), "{lobby:?}");
    // Whom its host removes reads there who may call them back, too.
    ben.runs("table kick", json!({"person": ayse.id})).await;
    let refused = ayse.presses_the(&board, "rematch").await.says();
    let named = format!("invite`: <@{}>", ben.id);
    assert!(
        refused.contains("The host removed you") && refused.contains(&named),
        "{refused}"
    );
    // The rematch has called them already.
    let told = ben
        .runs("table invite", json!({"person": ayse.id}))
        .await
        .says();
    assert!(
        told.contains("was called to this or another table a short while ago"),
        "{told}"
    );
    let told = ayse.presses_the(&board, "rematch").await.says();
    assert!(told.contains("you have a seat"), "{told}");
    ben.presses_the(lobby, "start").await;
    for person in [&ayse, &ben] {
        person
            .waits_for_panel("a rack", |panel| panel.rack().len() >= 14)
            .await;
    }
    for person in [&ayse, &ben] {
        let late = person.presses_the(&board, "rematch").await.says();
        assert!(late.contains("rematch is there already"), "{late}");
        assert!(late.contains("started"), "{late}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_is_offered_for_a_day_and_never_after_an_ended_table() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let board = a_finished_game(&[&ayse, &ben]).await;
    let again = board.can("rematch").expect("Rematch");
    evening.world.passes(24 * 60 * 60 + 60).await;
    let late = ayse.presses(&board, &again).await.says();
    assert!(
        late.starts_with("This rematch is no longer on offer"),
        "{late}"
    );
    // Nobody presses it once more; all else stays.
    let left = ben
        .waits_for_board("no rematch", |board| board.can("rematch").is_none())
        .await;
    assert_eq!(left.id(), board.id());
    assert_eq!((left.content(), left.alt()), (board.content(), board.alt()));
    let others = |board: &Message| {
        let mut others = board.buttons();
        others.retain(|button| button.verb() != "rematch");
        others
    };
    assert!(!others(&left).is_empty(), "{left:?}");
    assert_eq!(others(&left), others(&board));

    let lobby = ayse.runs("okey", json!({})).await.message();
    let join = lobby.can("join").expect("Join");
    let live = again.id.replace(again.table(), join.table());
    let refused = ayse.forges(&lobby, &live).await.says();
    assert!(
        refused.starts_with("This rematch is no longer on offer"),
        "{refused}"
    );
    let unknown = again.id.replace(again.table(), "aaaaaaaa");
    let refused = ayse.forges(&lobby, &unknown).await.says();
    assert!(
        refused.starts_with("This button no longer works"),
        "{refused}"
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_stands_where_it_is_asked_for_if_the_bot_may_write_there() {
    let evening = Evening::begins().await;
    let garden = evening.channel(json!({"name": "garden"})).await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    let [host, guest] = [&ayse, &ben].map(|person| person.in_channel(&garden));
    host.runs("rack", json!({})).await;
    tokio::join!(host.plays_to_the_end(), ben.plays_to_the_end());
    let panel = host
        .waits_for_panel("the rematch", |panel| panel.can("rematch").is_some())
        .await;
    let becomes = async |may: u64| {
        let path = format!("/channels/{garden}");
        let change = json!({"bot_permissions": may.to_string()});
        evening.world.ask("POST", &path, change).await;
    };
    becomes(0).await;
    let refused = host.presses_the(&panel, "rematch").await.says();
    assert!(refused.starts_with("I can't play here"), "{refused}");
    becomes(NO_THREADS).await;

    let lobby = host.presses_the(&panel, "rematch").await.message();
    assert_eq!(lobby.0["channel_id"], garden.as_str(), "{lobby:?}");
    assert!(lobby.content().contains("🔁"), "{lobby:?}");
    // The table is where its lobby is: that channel is taken, and the first one is free.
    let busy = guest.runs("okey", json!({})).await.says();
    assert!(busy.contains("already a table in this channel"), "{busy}");
    let free = ben.runs("okey", json!({})).await.message();
    assert!(free.can("join").is_some(), "{free:?}");
    let lobby = guest.presses_the(&lobby, "join").await.message();
    host.presses_the(&lobby, "start").await;
    host.waits_for_a_board().await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_gets_a_seat_in_a_rematch_where_they_cannot_see_it() {
    let evening = Evening::begins().await;
    let cellar = json!({"name": "cellar", "people_permissions": "0"});
    let cellar = evening.channel(cellar).await;
    let wish = json!({"name": "Ayşe", "permissions": ADMINISTRATOR.to_string()});
    let ayse = Person::comes(&evening.world, &evening.channel, wish).await;
    let ben = evening.person("Ben").await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    let host = ayse.in_channel(&cellar);
    host.runs("rack", json!({})).await;
    tokio::join!(host.plays_to_the_end(), ben.plays_to_the_end());
    let panel = host
        .waits_for_panel("the rematch", |panel| panel.can("rematch").is_some())
        .await;
    let lobby = host.presses_the(&panel, "rematch").await.message();
    assert_eq!(lobby.0["channel_id"], cellar.as_str(), "{lobby:?}");
    let board = ben.board().await;
    let told = ben.presses_the(&board, "rematch").await.says();
    assert!(told.contains("rematch is there already"), "{told}");
    assert!(told.contains(lobby.id()), "{told}");
    assert!(!told.contains("you have a seat"), "{told}");
    let lobby = the_lobby(&host).await;
    let missing = format!("🔁 <@{}>, rematch!", ben.id);
    assert!(lobby.content().starts_with(&missing), "{lobby:?}");
    let seats = lobby.content().matches(&ben.id).count();
    assert_eq!(seats, 1, "{lobby:?}");
    evening.ends().await;
}

/// The only lobby that stands there.
async fn the_lobby(person: &Person) -> Message {
    let mut seen = person.sees().await;
    seen.retain(|one| !one.is_private() && one.can("join").is_some());
    seen.pop().expect("a lobby")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_of_a_rematch_names_who_is_missing_and_calls_them_once() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, cem, eve] = evening.people(["Ayşe", "Ben", "Cem", "Eve"]).await;
    let options = json!({"seats": 4, "computers": 1, "points": 1});
    sit_down(&ayse, &[&ben, &cem], options).await;
    tokio::join!(
        ayse.plays_to_the_end(),
        ben.plays_to_the_end(),
        cem.plays_to_the_end()
    );
    let board = ayse.board().await;
    let lobby = ayse.presses_the(&board, "rematch").await.message();
    let names = |people: &[&Person]| {
        let names: Vec<String> = people.iter().map(|one| format!("<@{}>", one.id)).collect();
        format!("🔁 {}, rematch!", names.join(" "))
    };
    assert!(lobby.content().starts_with(&names(&[&ben, &cem])));
    let lobby = ben.presses_the(&lobby, "join").await.message();
    assert!(lobby.content().starts_with(&names(&[&cem])), "{lobby:?}");
    // Whatever else happens there.
    ayse.presses_the(&lobby, "uncomputer").await;
    let lobby = the_lobby(&eve).await;
    assert!(lobby.content().starts_with(&names(&[&cem])), "{lobby:?}");
    evening.bot_goes().await;
    evening.bot_comes().await;
    let told = ayse.presses_the(&board, "rematch").await.says();
    assert!(told.contains("rematch is there already"), "{told}");
    let lobby = eve.presses_the(&lobby, "join").await.message();
    assert!(lobby.content().starts_with(&names(&[&cem])), "{lobby:?}");
    // One that is posted anew calls nobody either.
    evening.world.settles().await;
    let path = format!("/channels/{}/messages/{}", evening.channel, lobby.id());
    asks_discord(&evening, Method::DELETE, &path, Value::Null).await;
    // It was looked for just now.
    evening.world.passes(10).await;
    eve.runs("table show", json!({})).await;
    let lobby = the_lobby(&eve).await;
    assert!(lobby.content().starts_with(&names(&[&cem])), "{lobby:?}");
    // At a full table nobody is told to join.
    ayse.presses_the(&lobby, "computer").await;
    let full = eve.sees().await;
    let full = full.iter().find(|one| one.id() == lobby.id());
    let full = full.expect("the lobby").content().to_owned();
    let last = format!("🔁 Not here yet from the last game: <@{}>", cem.id);
    assert!(full.starts_with(&last), "{full}");
    let lobby = ayse.presses_the(&lobby, "uncomputer").await;
    assert!(lobby.is_answered());
    let lobby = cem.presses_the(&the_lobby(&eve).await, "join").await;
    assert!(!lobby.message().content().contains('🔁'), "{lobby:?}");
    evening.bot_goes().await;
    let calls = evening.record.exchanges();
    let calls = calls.iter().filter(|one| {
        let [body, answer] = [&one["body"], &one["body"]["data"]];
        let is_call = |said: &Value| {
            let pinged = said["allowed_mentions"]["users"].as_array();
            let is_named = pinged.is_some_and(|all| all.contains(&json!(cem.id)));
            is_named
                && said["content"]
                    .as_str()
                    .is_some_and(|text| text.contains('🔁'))
        };
        is_call(body) || is_call(answer)
    });
    assert_eq!(calls.count(), 1);
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_of_a_rematch_waits_for_nobody_who_wants_no_trace() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let board = a_finished_game(&[&ayse, &ben]).await;
    let lobby = ben.presses_the(&board, "rematch").await.message();
    assert!(lobby.content().contains(&ayse.id), "{lobby:?}");
    let page = ayse.runs("privacy", json!({})).await.message();
    let done = ayse.forges(&page, "1:privacy:delete:").await.says();
    assert!(done.contains("Nothing is kept"), "{done}");
    ben.waits_for("a lobby without her", |seen| {
        let lobby = seen.iter().find(|one| one.id() == lobby.id())?;
        (!lobby.content().contains(&ayse.id)).then_some(())
    })
    .await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_with_other_terms_seats_nobody_who_has_not_read_them() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"seats": 2, "points": 1, "rated": false});
    sit_down(&ayse, &[&ben], options).await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let board = ayse.board().await;
    let lobby = ayse.presses_the(&board, "rematch").await.message();
    let mut changes = lobby.enabled().into_iter();
    let rated = changes.find(|one| one.verb() == "lobby" && one.argument() == "rated");
    let rated = rated.expect("Make it rated");
    let lobby = ayse.presses(&lobby, &rated).await.message();
    let told = ben.presses_the(&board, "rematch").await.says();
    assert!(told.contains("rematch is there already"), "{told}");
    assert!(told.contains(lobby.id()), "a link to it: {told}");
    assert!(
        told.contains("no longer those of the game before"),
        "{told}"
    );
    let lobby = the_lobby(&ben).await;
    assert!(
        lobby.content().contains("🔁"),
        "he is missing still: {lobby:?}"
    );
    // There he reads them, and the host waits for that.
    let lobby = ben.presses_the(&lobby, "join").await.message();
    let refused = ayse.presses_the(&lobby, "start").await.says();
    assert!(refused.contains(&ben.id), "{refused}");
    evening.world.passes(10).await;
    ayse.presses_the(&lobby, "start").await;
    ben.waits_for_a_panel().await;
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn partners_stay_partners_in_whatever_order_they_press_rematch() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem, dora] = evening.people(["Ayşe", "Ben", "Cem", "Dora"]).await;
    let options = json!({"rounds": 1, "seats": 4, "teams": true});
    sit_down_to("okey101", &ayse, &[&cem, &ben, &dora], options).await;
    tokio::join!(
        ayse.plays_to_the_end(),
        ben.plays_to_the_end(),
        cem.plays_to_the_end(),
        dora.plays_to_the_end()
    );
    let board = ayse.board().await;
    // Ben opens it and is host on his own seat, and two partners come one after the other.
    let opened = ben.presses_the(&board, "rematch").await.message();
    let lines = async || {
        let seen = ayse.sees().await;
        let lobby = seen.into_iter().find(|one| one.id() == opened.id());
        let lobby = lobby.expect("the lobby");
        let lines = lobby.content().lines().map(str::to_owned);
        let seats: Vec<String> = lines
            .filter(|line| line.starts_with("🅰️") || line.starts_with("🅱️"))
            .collect();
        (lobby, seats)
    };
    let (_, seats) = lines().await;
    assert!(seats[2].contains(&ben.id), "{seats:?}");
    for person in [&ayse, &dora, &cem] {
        let told = person.presses_the(&board, "rematch").await.says();
        assert!(told.contains("you have a seat"), "{told}");
    }
    let (lobby, seats) = lines().await;
    for (line, person) in seats.iter().zip([&ayse, &cem, &ben, &dora]) {
        assert!(line.contains(&person.id), "{seats:?}");
    }
    // Nobody has to read what everybody knows.
    ben.presses_the(&lobby, "start").await;
    for person in [&ayse, &ben, &cem, &dora] {
        person
            .waits_for_panel("a rack", |panel| panel.rack().len() >= 21)
            .await;
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn for_a_day_commands_tell_whoever_played_that_their_game_here_is_over() {
    let evening = Evening::begins().await;
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben", "Eve"]).await;
    let [ayse, ben, eve] = people.map(|person| person.in_channel(&channel));
    let [host, guest] = two_begin(&ayse, &ben).await;
    tokio::join!(host.plays_to_the_end(), guest.plays_to_the_end());
    let board = host.board().await;
    let anywhere = [&host, &guest, &ayse, &ben];
    for (command, options) in [
        ("play", json!({"move": "draw"})),
        ("rack", json!({})),
        ("hint", json!({})),
        ("table show", json!({})),
        ("table leave", json!({})),
    ] {
        for person in anywhere {
            let told = person.runs(command, options.clone()).await.says();
            assert!(told.starts_with("Your game here is over."), "{told}");
            assert!(told.contains(board.id()), "no way to the board: {told}");
            let won = [&host, &guest].map(|person| told.contains(&format!("<@{}>", person.id)));
            assert!(told.contains("🏆") && won[0] != won[1], "{told}");
        }
    }
    // Whoever did not play there has no game that could be over.
    for watcher in [&eve, &eve.in_channel(&host.channel)] {
        let told = watcher.runs("rack", json!({})).await.says();
        assert!(told.starts_with("There is no table here"), "{told}");
    }
    evening.world.passes(24 * 60 * 60 + 60).await;
    for person in anywhere {
        let told = person.runs("rack", json!({})).await.says();
        assert!(told.starts_with("There is no table here"), "{told}");
    }
    evening.ends().await;
}
