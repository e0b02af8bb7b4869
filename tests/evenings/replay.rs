//! `/replay`: games that have ended, read move by move with all racks open; of others nothing is ever shown.

use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};

use crate::house::{Evening, sit_down};
use crate::message::{Button, Message};
use crate::people::Person;

/// A way on a page of a replay, whether it can be pressed or not.
fn way(page: &Message, word: &str) -> Button {
    let mut buttons = page.buttons().into_iter();
    let found = buttons.find(|button| button.id.contains(&format!(":{word}:")));
    found.unwrap_or_else(|| panic!("no {word} on {page:?}"))
}

async fn goes(person: &Person, page: &Message, word: &str) -> Message {
    let outcome = person.presses(page, &way(page, word)).await;
    assert_eq!(outcome.kind(), 7, "the page changes where it stands");
    let next = outcome.message();
    assert!(next.is_private() && next.has_picture() && !next.alt().is_empty());
    next
}

/// The numbers of the second line: the round, how many there are, the step, and how many there are.
fn place(page: &Message) -> [usize; 4] {
    let line = page.content().lines().nth(1).unwrap_or_default();
    let numbers = line.split(|letter: char| !letter.is_ascii_digit());
    let numbers: Vec<usize> = numbers.filter_map(|word| word.parse().ok()).collect();
    numbers[..].try_into().unwrap_or_else(|_| panic!("{line}"))
}

/// Whose rack is shown, by its number.
fn shown(page: &Message) -> String {
    let menu = page
        .menu(|id| id.contains(":seat:"))
        .expect("a menu of seats");
    let options = menu["options"].as_array().expect("choices");
    let now: Vec<&Value> = options
        .iter()
        .filter(|one| one["default"] == true)
        .collect();
    assert_eq!(now.len(), 1, "{menu}");
    now[0]["value"].as_str().expect("a value").to_owned()
}

/// What `/replay` offers for the text typed so far: a name and the table behind it.
async fn offered(person: &Person, typed: &str) -> Vec<(String, String)> {
    let wish = json!({"person": person.id, "channel": person.channel, "command": "replay",
        "options": {"table": typed}, "focused": "table"});
    let answer = person.world.ask("POST", "/complete", wish).await;
    let choices = answer["choices"].as_array().expect("a list").iter();
    let text = |choice: &Value, key: &str| choice[key].as_str().expect("a text").to_owned();
    let choices = choices.map(|choice| (text(choice, "name"), text(choice, "value")));
    choices.collect()
}

async fn refused(person: &Person, options: Value) {
    let told = person.runs("replay", options).await;
    let said = told.says();
    let is_refused =
        said.contains("no game with that id") || said.contains("no game that has ended");
    assert!(is_refused, "{said}");
    assert!(told.message().is_private() && !told.message().has_picture());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_is_read_from_the_deal_to_the_end_by_whoever_asks() {
    let evening = Evening::begins().await;
    let [ayse, ben, eve] = evening.people(["Ayşe", "Ben", "Eve"]).await;
    refused(&ayse, json!({})).await;
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    let table = board.buttons()[0].table().to_owned();
    assert!(offered(&ayse, "").await.is_empty(), "it is being played");
    // Racks are secrets until the table has ended, whatever is asked or sent.
    for person in [&ayse, &eve] {
        refused(person, json!({})).await;
        refused(person, json!({"table": table})).await;
        for id in ["open:", "on:0.0", "end:1.1"] {
            let forged = format!("1:replay:{table}:{id}");
            let told = person.forges(&board, &forged).await;
            assert!(told.says().contains("no game with that id"), "{told:?}");
        }
    }
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());

    // A phone begins what is typed with a capital.
    let mut capital = table.clone();
    capital[..1].make_ascii_uppercase();
    let typed = ayse.runs("replay", json!({"table": capital})).await;
    assert!(typed.message().has_picture(), "{typed:?}");
    let record = ayse.runs("verify", json!({"table": capital})).await;
    assert!(record.says().contains(&table), "{record:?}");

    let first = ayse.runs("replay", json!({})).await.message();
    assert!(first.is_private() && first.has_picture(), "{first:?}");
    assert_eq!(place(&first)[2], 1, "it begins with the deal");
    assert_eq!(shown(&first), "0", "with the reader's own rack");
    assert!(!way(&first, "back").is_enabled && !way(&first, "begin").is_enabled);
    let [_, rounds, ..] = place(&first);
    let mut page = first.clone();
    let mut read = 1;
    while way(&page, "on").is_enabled {
        let before = place(&page);
        page = goes(&ayse, &page, "on").await;
        let now = place(&page);
        let is_next = now[0] == before[0] && now[2] == before[2] + 1;
        let is_begun = now[0] == before[0] + 1 && now[2] == 1 && before[2] == before[3];
        assert!(is_next || is_begun, "{before:?} {now:?}");
        read += 1;
    }
    let [round, _, step, steps] = place(&page);
    assert_eq!((round, step), (rounds, steps), "read to the end");
    assert!(
        read > 2 && page.content().contains("The game is over"),
        "{page:?}"
    );
    // Back to where this round began, to the round before, and to the end of each.
    page = goes(&ayse, &page, "begin").await;
    assert_eq!(place(&page)[2], 1);
    while way(&page, "end").is_enabled {
        page = goes(&ayse, &page, "end").await;
    }
    assert_eq!(place(&page), [rounds, rounds, steps, steps]);

    // Whoever played is offered it by what it was for them, and whoever did not only in its channel.
    let own = offered(&ayse, "OKEY").await;
    assert!(own.len() == 1 && own[0].1 == table, "{own:?}");
    assert!(
        own[0].0.contains("place") && own[0].0.contains("less than a day ago"),
        "{own:?}"
    );
    assert!(offered(&ayse, "kaluki").await.is_empty());
    let here = offered(&eve, "").await;
    assert!(here.len() == 1 && here[0].1 == table, "{here:?}");
    let garden = evening.channel(json!({"name": "garden"})).await;
    assert!(offered(&eve.in_channel(&garden), "").await.is_empty());
    let there = ayse.in_channel(&garden);
    assert_eq!(offered(&there, "").await, own);
    // Discord asks with each letter, while the answers to those before are on their way.
    let typed = ["", "o", "ok", "oke", "okey"].map(|typed| offered(&there, typed));
    for offered in futures::future::join_all(typed).await {
        assert_eq!(offered, own);
    }

    // Elsewhere it is there for whoever played, and for nobody else: neither by its id nor by a press.
    let strange = eve.in_channel(&garden);
    let away = there.runs("replay", json!({"table": table})).await;
    assert_eq!(shown(&away.message()), "0");
    refused(&strange, json!({"table": table})).await;
    let record = there.runs("verify", json!({"table": table})).await;
    assert!(way(&record.message(), "open").is_enabled);
    let record = strange.runs("verify", json!({"table": table})).await;
    let record = record.message();
    assert!(record.buttons().is_empty(), "{record:?}");
    for id in ["open:", "on:0.0"] {
        let forged = format!("1:replay:{table}:{id}");
        let told = strange.forges(&record, &forged).await;
        let unknown = "1:replay:aaaabbbb:open:";
        let unknown = strange.forges(&record, unknown).await;
        assert_eq!((told.says(), told.kind()), (unknown.says(), unknown.kind()));
    }

    // Somebody else begins with their own rack, a stranger with the first.
    let bens = ben.runs("replay", json!({"table": table})).await.message();
    assert_eq!(shown(&bens), "1");
    let eves = eve.runs("replay", json!({"table": table})).await.message();
    assert_eq!(shown(&eves), "0");
    assert_ne!(bens.alt(), eves.alt());
    let menu = eves.menu(|id| id.contains(":seat:")).expect("a menu");
    let menu = menu["custom_id"].as_str().expect("an id").to_owned();
    let other = eve.selects(&eves, &menu, "1").await.message();
    assert_eq!(
        (shown(&other), place(&other)),
        ("1".to_owned(), place(&eves))
    );
    assert_eq!(other.alt(), bens.alt(), "the same rack at the same step");

    // Whoever had their data deleted is named nowhere.
    let page = ben.runs("privacy", json!({})).await.message();
    for id in ["1:privacy:ask:", "1:privacy:delete:"] {
        ben.forges(&page, id).await;
    }
    let forgotten = eve.runs("replay", json!({"table": table})).await.message();
    assert!(
        forgotten.content().contains("deleted player"),
        "{forgotten:?}"
    );
    assert!(!format!("{forgotten:?}").contains(&ben.id));
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_made_up_is_refused_in_words() {
    let evening = Evening::begins().await;
    let [ayse, eve] = evening.people(["Ayşe", "Eve"]).await;
    let board = sit_down(&ayse, &[], json!({"computers": 3})).await;
    let table = board.buttons()[0].table().to_owned();
    ayse.runs("table end", json!({})).await;
    let board = eve
        .waits_for_board("the way to the replay", |board| {
            board.buttons().iter().any(|one| one.id.ends_with(":open:"))
        })
        .await;
    // A game that was closed in the middle of a round says so where it ends.
    let page = eve.presses(&board, &way(&board, "open")).await;
    assert_eq!(page.kind(), 4, "a message of its own");
    let mut page = page.message();
    assert!(page.is_private() && page.has_picture());
    while way(&page, "on").is_enabled {
        page = goes(&eve, &page, "on").await;
    }
    assert!(page.content().contains("The host closed it."), "{page:?}");
    for id in ["on:60000.0", "on:0.7", "seat:0.0", "round:0.0"] {
        let told = eve.forges(&page, &format!("1:replay:{table}:{id}")).await;
        assert!(told.says().contains("no such step or seat"), "{told:?}");
    }
    for (menu, value) in [("seat", "7"), ("seat", "x"), ("round", "60000")] {
        let id = format!("1:replay:{table}:{menu}:0.0");
        let told = eve.forges_choice(&page, &id, value).await;
        assert!(told.says().contains("no such step or seat"), "{told:?}");
    }
    for table in ["aaaabbbb", "lessonaa"] {
        let told = eve.forges(&page, &format!("1:replay:{table}:open:")).await;
        assert!(told.says().contains("no game with that id"), "{told:?}");
    }
    refused(&eve, json!({"table": "nonsense"})).await;
    evening.ends().await;
}

/// Whoever the host removed from the lobby, or got up there, never held a piece: their seat opens the game nowhere.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_seat_that_was_given_up_before_the_deal_opens_no_replay_elsewhere() {
    let evening = Evening::begins().await;
    let people = ["Ayşe", "Ben", "Cem", "Eve", "Jo"];
    let [ayse, ben, removed, gone, leaver] = evening.people(people).await;
    let mut lobby = ayse.runs("okey", json!({"seats": 4})).await.message();
    for person in [&removed, &gone] {
        lobby = person.presses_the(&lobby, "join").await.message();
    }
    ayse.runs("table kick", json!({"person": removed.id})).await;
    lobby = gone.presses_the(&lobby, "leave").await.message();
    for person in [&ben, &leaver] {
        lobby = person.presses_the(&lobby, "join").await.message();
    }
    ayse.presses_the(&lobby, "start").await;
    for person in [&ayse, &ben, &leaver] {
        person.waits_for_a_panel().await;
    }
    let board = ayse.waits_for_a_board().await;
    let table = board.buttons()[0].table().to_owned();
    leaver.leaves().await;
    for person in [&ayse, &ben] {
        person.runs("table end", json!({})).await;
    }
    ayse.waits_for_board("the end", Message::is_done_with).await;
    let garden = evening.channel(json!({"name": "garden"})).await;
    for (person, has_it) in [
        (&ben, true),
        (&leaver, true),
        (&removed, false),
        (&gone, false),
    ] {
        let there = person.in_channel(&garden);
        let record = there
            .runs("verify", json!({"table": table}))
            .await
            .message();
        assert_eq!(record.can("open").is_some(), has_it, "{record:?}");
        if has_it {
            let page = there
                .runs("replay", json!({"table": table}))
                .await
                .message();
            assert!(page.has_picture(), "{page:?}");
        } else {
            refused(&there, json!({"table": table})).await;
        }
    }
    // In its channel it is everybody's.
    let page = removed.runs("replay", json!({})).await.message();
    assert!(page.has_picture(), "{page:?}");
    evening.ends().await;
}

/// What became of records by `--delete-records-after`.
async fn records_are_deleted(evening: &Evening) {
    let url = format!("sqlite://{}", evening.db().display());
    let mut db = SqliteConnection::connect(&url).await.expect("a database");
    let gone = db.execute("update tables set journal = 'gone'").await;
    assert_eq!(gone.expect("written").rows_affected(), 1);
    db.close().await.expect("closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_whose_record_was_deleted_is_not_offered_and_whoever_asks_reads_so() {
    let evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    let board = sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    let table = board.buttons()[0].table().to_owned();
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    assert_eq!(offered(&ayse, "").await.len(), 1);
    records_are_deleted(&evening).await;
    assert!(offered(&ayse, "").await.is_empty());
    let past = ayse.runs("history", json!({})).await.says();
    assert!(past.contains(&table), "{past}");
    for options in [json!({}), json!({"table": table})] {
        let told = ayse.runs("replay", options).await.says();
        assert!(told.contains("record is no longer kept"), "{told}");
    }
    evening.ends().await;
}
