//! `/privacy`: everybody gets what is kept about them, and can have it deleted; the games of the others stay whole.

use std::path::Path;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Row, SqliteConnection};

use crate::house::{Evening, sit_down};
use crate::people::Person;
use crate::process::{ends, istaka};
use crate::records::attached;
use crate::settings::presses;

/// The columns of the database that hold this number, or hold it in a text.
async fn traces(db: &Path, id: &str) -> Vec<String> {
    let url = format!("sqlite://{}", db.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("a database");
    let columns = "select t.name, c.name from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'";
    let columns = sqlx::query(columns).fetch_all(&mut connection).await;
    let mut found = Vec::new();
    for row in columns.expect("columns") {
        let (table, column) = (row.get::<String, _>(0), row.get::<String, _>(1));
        let sql = format!(
            "select count(*) from \"{table}\" where instr(cast(\"{column}\" as text), '{id}') > 0"
        );
        let count = sqlx::query(AssertSqlSafe(sql))
            .fetch_one(&mut connection)
            .await;
        if count.expect("a number").get::<i64, _>(0) > 0 {
            found.push(format!("{table}.{column}"));
        }
    }
    connection.close().await.expect("it is closed");
    found
}

/// Everything that is kept about them, as they get it.
async fn own_data(person: &Person) -> Value {
    let page = person.runs("privacy", json!({})).await.message();
    let told = presses(person, &page, "1:privacy:export:").await;
    assert!(told.is_private(), "{told:?}");
    let data = attached(&told).await;
    serde_json::from_slice(&data).expect("JSON")
}

/// Asks for everything to be deleted, and means it: what the question and the answer say.
async fn deletes(person: &Person) -> (String, String) {
    let page = person.runs("privacy", json!({})).await.message();
    assert!(page.is_private(), "{page:?}");
    assert!(
        page.content().contains("**Delete my data** asks once"),
        "{page:?}"
    );
    let question = presses(person, &page, "1:privacy:ask:").await;
    assert!(
        question.content().contains("cannot be undone"),
        "{question:?}"
    );
    let done = presses(person, &question, "1:privacy:delete:").await;
    assert!(done.buttons().is_empty(), "{done:?}");
    (question.content().to_owned(), done.content().to_owned())
}

/// The finished board stands there, and its score sheet does not name who was deleted: what it says.
async fn sheet_names_nobody(reader: &Person, deleted: &Person) -> String {
    let board = reader
        .waits_for_board("the score sheet", |board| board.can("sheet").is_some())
        .await;
    let sheet = reader.presses_the(&board, "sheet").await.message();
    let text = format!("{sheet:?}");
    assert!(!text.contains(&deleted.id), "{text}");
    assert!(sheet.content().contains("The game is over"), "{text}");
    text
}

async fn record(person: &Person) -> Vec<u8> {
    attached(&person.runs("verify", json!({})).await.message()).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_kept_is_handed_out_and_deleted_and_the_others_keep_their_games() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "ベン"]).await;
    let (_, nothing) = deletes(&ayse).await;
    assert!(nothing.contains("nothing to delete"), "{nothing}");

    let page = ayse.runs("settings", json!({})).await.message();
    presses(&ayse, &page, "1:set:four_colours:on").await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    let before = record(&ben).await;
    let board = ben.runs("leaderboard", json!({})).await.says();
    assert!(
        board.contains(&ayse.id) && board.contains(&ben.id),
        "{board}"
    );
    let data = own_data(&ayse).await;
    assert_eq!(data["person"], json!(ayse.id));
    assert_eq!(data["settings"]["four_colours"], true);
    for list in ["results", "seats"] {
        assert_eq!(data[list].as_array().map(Vec::len), Some(1), "{data}");
    }
    let text = data.to_string();
    assert!(
        !text.contains(&ben.id) && !text.contains("secret"),
        "{text}"
    );

    // A double press on Delete my data keeps them.
    let page = ayse.runs("privacy", json!({})).await.message();
    let place = page
        .buttons()
        .iter()
        .position(|one| one.id == "1:privacy:ask:");
    let question = presses(&ayse, &page, "1:privacy:ask:").await;
    let there = &question.buttons()[place.expect("Delete my data")];
    assert_eq!(there.id, "1:privacy:see:");
    assert!(!traces(&evening.db(), &ayse.id).await.is_empty());

    let (_, done) = deletes(&ayse).await;
    assert!(done.contains("Nothing is kept"), "{done}");
    sheet_names_nobody(&ben, &ayse).await;
    assert_eq!(traces(&evening.db(), &ayse.id).await, Vec::<String>::new());
    let again = ayse.forges(&question, "1:privacy:delete:").await.says();
    assert!(again.contains("nothing to delete"), "{again}");

    evening.bot_goes().await;
    evening.bot_comes().await;
    let board = ben.runs("leaderboard", json!({})).await.says();
    assert!(board.contains("in 1 game"), "{board}");
    assert!(
        board.contains(&ben.id) && !board.contains(&ayse.id),
        "{board}"
    );
    let past = ben.runs("history", json!({})).await.says();
    assert!(past.contains("a deleted player"), "{past}");
    assert!(record(&ben).await == before, "the record is the same");
    let page = ayse.runs("settings", json!({})).await.message();
    assert!(
        page.enabled()
            .iter()
            .any(|one| one.id == "1:set:four_colours:on")
    );

    // And anew, as somebody unknown.
    sit_down(&ayse, &[], json!({"computers": 3})).await;
    let data = own_data(&ayse).await;
    assert_eq!(data["results"], json!([]));
    assert_eq!(data["seats"].as_array().map(Vec::len), Some(1));
    evening.ends().await;
}

/// So many games of somebody stand in the database.
async fn played_for_years(db: &Path, person: &str, games: usize) {
    let url = format!("sqlite://{}", db.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("a database");
    sqlx::raw_sql("pragma foreign_keys = off; begin")
        .execute(&mut connection)
        .await
        .expect("a transaction");
    for game in 0..games {
        let letter = |digit: char| char::from(b'a' + digit.to_digit(10).unwrap_or_default() as u8);
        let table: String = format!("{game:08}").chars().map(letter).collect();
        let row = sqlx::query(
            "insert into results (table_id, seat, person, server, game, place, outcome, points, casual, finished_at, sides)
             values (?, 0, ?, 1, 'okey', 1, 'won', 3, 0, ?, 4)",
        );
        let person: i64 = person.parse().expect("an id");
        row.bind(table)
            .bind(person)
            .bind(game as i64)
            .execute(&mut connection)
            .await
            .expect("a row");
    }
    let done = sqlx::raw_sql("commit").execute(&mut connection).await;
    done.expect("it is written");
    connection.close().await.expect("it is closed");
}

/// The file is megabytes: a promise comes first, and then the file in a message of its own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_file_of_whoever_has_played_for_years_comes_after_a_promise() {
    let mut evening = Evening::begins().await;
    let ayse = evening.person("Ayşe").await;
    evening.bot_goes().await;
    played_for_years(&evening.db(), &ayse.id, 1_000).await;
    evening.bot_comes().await;
    let page = ayse.runs("privacy", json!({})).await.message();
    let promised = ayse.forges(&page, "1:privacy:export:").await;
    // What was pressed stands as it was: the file is not the first answer.
    assert!(!promised.message().has_picture(), "{promised:?}");
    let told = ayse
        .waits_for("the file", |seen| {
            let file = seen.iter().find(|one| one.has_picture())?;
            Some(file.clone())
        })
        .await;
    assert!(told.is_private(), "{told:?}");
    let data: Value = serde_json::from_slice(&attached(&told).await).expect("JSON");
    assert_eq!(data["results"].as_array().map(Vec::len), Some(1_000));
    evening.ends().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_at_a_table_gives_the_seat_up_and_is_forgotten_when_it_ends() {
    let mut evening = Evening::begins().await;
    let [ayse, ben, cem] = evening.people(["Ayşe", "Ben", "Cem"]).await;
    sit_down(&ayse, &[&ben, &cem], json!({"seats": 3, "points": 1})).await;
    let (question, done) = deletes(&ayse).await;
    assert!(
        question.contains(&format!("<#{}>", evening.channel)),
        "{question}"
    );
    assert!(done.contains("is still open"), "{done}");
    let (_, again) = deletes(&ayse).await;
    assert!(again.contains("is still open"), "{again}");
    let rack = ayse.runs("rack", json!({})).await.says();
    assert!(!rack.contains("Round"), "the seat is given up: {rack}");
    let known = traces(&evening.db(), &ayse.id).await;
    assert_eq!(known, ["seatings.person", "leaving_no_trace.person"]);

    // Also after a restart the table forgets her when it ends, and she has no result.
    evening.bot_goes().await;
    evening.bot_comes().await;
    for person in [&ben, &cem] {
        person.runs("rack", json!({})).await;
    }
    tokio::join!(ben.plays_to_the_end(), cem.plays_to_the_end());
    sheet_names_nobody(&ben, &ayse).await;
    assert_eq!(traces(&evening.db(), &ayse.id).await, Vec::<String>::new());
    let board = ben.runs("leaderboard", json!({})).await.says();
    assert!(
        board.contains(&ben.id) && !board.contains(&ayse.id),
        "{board}"
    );
    let (_, nothing) = deletes(&ayse).await;
    assert!(nothing.contains("nothing to delete"), "{nothing}");
    evening.ends().await;
}

/// Notes that somebody wants to be forgotten wherever they sat, as a process leaves it that ends before it does so.
async fn is_cut_off_while_it_forgets(db: &Path, person: &Person) {
    let url = format!("sqlite://{}", db.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("a database");
    let sql = format!(
        "insert into leaving_no_trace (table_id, person) select table_id, person from seatings where person = {0}",
        person.id
    );
    let noted = sqlx::query(AssertSqlSafe(sql)).execute(&mut connection);
    assert_eq!(noted.await.expect("it is noted").rows_affected(), 1);
    connection.close().await.expect("it is closed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_crash_cut_off_is_forgotten_by_the_next_start_and_by_istaka_tidy() {
    let mut evening = Evening::begins().await;
    let [ayse, ben] = evening.people(["Ayşe", "Ben"]).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    evening.bot_goes().await;
    let db = evening.db();
    is_cut_off_while_it_forgets(&db, &ayse).await;
    let mut tidy = istaka(&["tidy"]);
    tidy.env("ISTAKA_DB", &db);
    let tidied = ends(tidy).await;
    assert_eq!(tidied.code, Some(0), "{tidied:?}");
    assert_eq!(traces(&db, &ayse.id).await, Vec::<String>::new());

    is_cut_off_while_it_forgets(&db, &ben).await;
    evening.bot_comes().await;
    assert_eq!(traces(&db, &ben.id).await, Vec::<String>::new());
    sheet_names_nobody(&ayse, &ben).await;
    evening.ends().await;
}
