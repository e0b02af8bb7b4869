//! Somebody leaves: the game goes on, and nobody waits for them.

use serde_json::json;
use sqlx::{Connection, Row, SqliteConnection};

use crate::access::becomes;
use crate::house::{Evening, NO_THREADS, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::{standing, turn_to_draw};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_host_leaves_in_play_and_a_computer_plays_on() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    sit_down(&ayse, &[&ben, &cem], json!({"seats": 3, "points": 1})).await;
    turn_to_draw(&[&ayse, &ben, &cem]).await;

    // In another channel the panel says that it has moved.
    let garden = evening.channel(json!({"name": "garden"})).await;
    let moved = ayse
        .in_channel(&garden)
        .runs("rack", json!({}))
        .await
        .says();
    assert!(moved.starts_with("Your panel is here now"), "{moved}");
    let back = ayse.runs("rack", json!({})).await.says();
    assert!(!back.contains("Your panel is here now"), "{back}");

    // A game that counts asks once; until that is answered nothing has happened.
    let asked = ayse.runs("table leave", json!({})).await.message();
    assert!(asked.is_private(), "{asked:?}");
    assert!(
        asked.content().contains("This game counts: Okey"),
        "{asked:?}"
    );
    assert!(ayse.board().await.content().contains(&ayse.id));
    let stays = ayse.presses_the(&asked, "rack").await.message();
    assert!(stays.rack().len() >= 14, "{stays:?}");

    let told = ayse.leaves().await.says();
    assert!(
        told.starts_with("You left the table")
            && told.contains("Unless the game is closed by a vote or a moderator"),
        "{told}"
    );
    // What she could still press on is taken away.
    let has_no_panel = |seen: &[Message]| seen.iter().all(|shown| shown.rack().is_empty());
    ayse.waits_for("her panel going", |seen| has_no_panel(seen).then_some(()))
        .await;
    let again = ayse.leaves().await.says();
    assert!(
        again.contains("no table here") || again.contains("don't have a seat"),
        "{again}"
    );
    tokio::join!(ben.plays_to_the_end(), cem.plays_to_the_end());

    let board = ben
        .waits_for_board("the final standing", |board| {
            board.content().contains("The game is over")
        })
        .await;
    assert!(
        board.content().contains("in place of somebody who left"),
        "{board:?}"
    );
    assert!(!board.content().contains(&ayse.id), "{board:?}");
    assert_eq!(standing(&board).len(), 2, "{board:?}");
    let own = ayse.runs("leaderboard", json!({})).await.says();
    let own = own
        .lines()
        .find(|line| line.contains(&format!("<@{}>", ayse.id)))
        .map(str::to_owned);
    assert!(own.is_some_and(|own| own.contains("0 wins in 1 game")));

    let results = results(&evening).await;
    let of = |id: &str| {
        results
            .iter()
            .find(|(person, ..)| person == id)
            .expect("a result")
    };
    assert_eq!(
        (of(&ayse.id).1, &of(&ayse.id).2[..]),
        (3, "lost"),
        "{results:?}"
    );
    assert_eq!(results.len(), 3, "{results:?}");
}

/// Person, place and outcome of every result.
async fn results(evening: &Evening) -> Vec<(String, i64, String)> {
    let url = format!("sqlite://{}?mode=ro", evening.db().display());
    let mut connection = SqliteConnection::connect(&url)
        .await
        .expect("the database opens");
    let rows = sqlx::query("select person, place, outcome from results")
        .fetch_all(&mut connection)
        .await
        .expect("there are results");
    rows.iter()
        .map(|row| (row.get::<i64, _>(0).to_string(), row.get(1), row.get(2)))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_means_it_after_the_table_has_ended_has_lost_nothing() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    sit_down(&ayse, &[&ben, &cem], json!({"seats": 3})).await;
    let asked = ben.runs("table leave", json!({})).await.message();
    assert!(
        asked.content().contains("This game counts: Okey"),
        "{asked:?}"
    );
    // The others end it while the question is open.
    for person in [&ayse, &cem] {
        person.runs("table end", json!({})).await;
    }
    ben.waits_for_board("the end", |board| {
        board.content().contains("closed without a result") && board.is_done_with()
    })
    .await;
    let told = ben.presses_the(&asked, "quit").await.says();
    assert!(told.contains("out of date"), "{told}");
    assert!(told.contains("closed without a result"), "{told}");
    for untrue in ["You left", "last place", "gave up"] {
        assert!(!told.contains(untrue), "{told}");
    }
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn when_the_last_person_leaves_the_table_ends_and_the_channel_is_free() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    sit_down(&ayse, &[], json!({"computers": 3})).await;
    ayse.leaves().await;
    ayse.waits_for_board("the end", |board| {
        board.content().contains("closed without a result") && board.is_done_with()
    })
    .await;
    let lobby = ayse.runs("okey", json!({})).await.message();
    assert!(lobby.can("join").is_some(), "{lobby:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_person_of_a_game_that_counts_is_asked_with_what_comes_true() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 3})).await;
    let asks = async |person: &Person| person.runs("table leave", json!({})).await.message();
    let asked = asks(&ben).await;
    let text = asked.content();
    assert!(text.contains("a computer plays on in your seat"), "{text}");
    ben.presses_the(&asked, "quit").await;
    let asked = asks(&ayse).await;
    let text = asked.content();
    assert!(text.contains("This game counts: Okey"), "{text}");
    let closes = "nobody else plays here, so the table closes, and the game is a last place for";
    assert!(text.contains(closes), "{text}");
    for untrue in ["a computer plays on", "vote", "moderator"] {
        assert!(!text.contains(untrue), "{untrue}: {text}");
    }
    let told = ayse.presses_the(&asked, "quit").await.says();
    let closed = "as nobody else was playing, it closed";
    assert!(
        told.contains(closed) && told.contains("last place"),
        "{told}"
    );
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_that_is_ended_leaves_no_button_behind() {
    let evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    let ending = json!({"name": "Mo", "moderator": true});
    let moderator = Person::comes(&evening.world, &evening.channel, ending).await;
    let ben = evening.person("Ben").await;
    sit_down(&ayse, &[&ben], json!({"seats": 2})).await;
    let vote = ayse.runs("table end", json!({})).await.says();
    assert!(vote.contains("1 of 2 votes"), "{vote}");
    moderator.ends_the_table().await;
    for person in [&ayse, &ben] {
        let board = person
            .waits_for_board("the end", |board| {
                board.content().contains("closed without a result") && board.is_done_with()
            })
            .await;
        let panel = person
            .waits_for_panel("the end", |panel| {
                panel.content().contains("closed without a result") && panel.enabled().is_empty()
            })
            .await;
        for told in [board, panel] {
            let text = told.content();
            assert!(text.contains("A moderator closed it."), "{text}");
        }
    }
    let nobody = ayse.runs("leaderboard", json!({})).await.says();
    assert!(
        nobody.contains("Nobody has finished a game yet"),
        "{nobody}"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_the_lobby_the_hosts_rights_pass_on() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse
        .runs("okey", json!({"seats": 2, "points": 1}))
        .await
        .message();
    let lobby = ben.presses_the(&lobby, "join").await.message();
    let refused = ben.presses_the(&lobby, "start").await;
    assert!(
        refused.says().contains("Only the host can do that"),
        "{refused:?}"
    );
    let lobby = ayse.presses_the(&lobby, "leave").await.message();
    assert!(!lobby.content().contains(&ayse.id), "{lobby:?}");
    let lobby = ben.presses_the(&lobby, "start").await.message();
    assert!(lobby.can("join").is_none(), "{lobby:?}");
    // The free seat goes to a computer.
    ben.waits_for_a_panel().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_presses_leave_in_the_lobby_as_the_game_starts_is_asked_first() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let lobby = ayse.runs("okey", json!({"seats": 2})).await.message();
    let lobby = ben.presses_the(&lobby, "join").await.message();
    let leave = lobby.can("leave").expect("Leave");
    ayse.presses_the(&lobby, "start").await;
    for person in [&ayse, &ben] {
        person.waits_for_a_panel().await;
    }
    // It comes when the host was faster, from whatever message of the table.
    let board = ben.waits_for_a_board().await;
    let asked = ben.forges(&board, &leave.id).await.message();
    assert!(asked.is_private(), "{asked:?}");
    assert!(
        asked.content().contains("This game counts: Okey"),
        "{asked:?}"
    );
    assert!(ben.board().await.content().contains(&ben.id));
    let told = ben.presses_the(&asked, "quit").await.says();
    assert!(told.starts_with("You left the table"), "{told}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leave_on_the_desk_asks_also_where_the_game_is_casual() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"seats": 2, "rated": false});
    sit_down(&ayse, &[&ben], options).await;
    let before = ben.panel().await.expect("a panel").rack();
    let desk = ben.opens_desk().await;
    let asked = ben.presses_the(&desk, "leave").await.message();
    assert!(asked.is_private(), "{asked:?}");
    let is_casual = "counts as lost among your casual games only";
    assert!(asked.content().contains(is_casual), "{asked:?}");
    let stays = ben.presses_the(&asked, "rack").await.message();
    assert_eq!(stays.rack(), before, "{stays:?}");
    assert!(ben.board().await.content().contains(&ben.id));
    let desk = ben.presses_on_desk(&stays, "").await;
    let asked = ben.presses_the(&desk, "leave").await.message();
    let told = ben.presses_the(&asked, "quit").await.says();
    assert!(told.contains(is_casual), "{told}");
    // A command is no mistap: it does what it says.
    let told = ayse.runs("table leave", json!({})).await.says();
    assert!(
        told.starts_with("You left the table") || told.contains("closed"),
        "{told}"
    );
    evening.ends().await;
}

/// The message that begins the game could not be posted: nothing was dealt, so nobody has anything to lose.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_leaves_a_start_that_hangs_loses_nothing_and_reads_so() {
    let evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    let options = json!({"seats": 3, "points": 1});
    let mut lobby = ayse.runs("okey", options).await.message();
    for guest in [&ben, &cem] {
        lobby = guest.presses_the(&lobby, "join").await.message();
    }
    let may = |rights: u64| json!({"bot_permissions": rights.to_string()});
    let speaks = 1 << 11;
    becomes(&evening, &evening.channel, may(NO_THREADS & !speaks)).await;
    let lobby = ayse.presses_the(&lobby, "start").await.message();
    assert!(lobby.content().contains("is starting"), "{lobby:?}");
    evening.world.settles().await;
    let told = ben.runs("table leave", json!({})).await.says();
    assert!(told.contains("before anything was dealt"), "{told}");
    assert!(!told.contains("last"), "{told}");
    becomes(&evening, &evening.channel, may(NO_THREADS)).await;
    evening.world.passes(11).await;
    ayse.presses_the(&lobby, "start").await;
    for person in [&ayse, &cem] {
        person.waits_for_a_panel().await;
    }
    tokio::join!(ayse.plays_to_the_end(), cem.plays_to_the_end());
    let mut results = results(&evening).await;
    results.sort();
    let mut played = [&ayse.id, &cem.id];
    played.sort();
    let people: Vec<&String> = results.iter().map(|(person, ..)| person).collect();
    assert_eq!(people, played, "{results:?}");
    let past = ben.runs("history", json!({})).await.says();
    assert!(!past.contains("Okey"), "{past}");
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_comes_back_to_a_casual_game_reads_that_it_stays_lost() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let options = json!({"seats": 2, "points": 1, "rated": false});
    sit_down(&ayse, &[&ben], options).await;
    ben.leaves().await;
    let told = ben.runs("rack", json!({})).await.says();
    assert!(
        told.contains("stays lost among your casual games"),
        "{told}"
    );
    ben.presses_on_the_board("sit").await;
    let lost = "so it stays lost among your casual games, unless";
    ben.waits_for_panel("what it is for them", |panel| {
        panel.content().contains(lost)
    })
    .await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let lost = "so it is lost among your casual games.";
    ben.waits_for_panel("what it was for them", |panel| {
        panel.content().contains(lost)
    })
    .await;
    let past = ben.runs("history", json!({})).await.says();
    assert!(past.contains("left before the end"), "{past}");
    evening.ends().await;
}
