//! A disk gives back something else in the place of a page, and the bot goes on by itself.

use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::Path;

use serde_json::json;
use sqlx::{Connection, SqliteConnection};

use crate::house::{Folder, sit_down};
use crate::killed::two_people;
use crate::people::Person;
use crate::play::{is_to_act, turn_to_draw};
use crate::process::{Process, Server};

/// So often somebody asks again whose bot is not back yet.
const OFTEN: usize = 50;

/// Overwrites the page on which this index begins, in a database that nobody has open.
async fn damages_index(db: &Path, index: &str) {
    let url = format!("sqlite://{}", db.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("a database");
    let about = "select rootpage - 1, (select page_size from pragma_page_size) from sqlite_schema where name = ?";
    let about = sqlx::query_as(about).bind(index).fetch_one(&mut connection);
    let (page, size): (i64, i64) = about.await.expect("an index");
    let checkpoint = sqlx::query("pragma wal_checkpoint(truncate)");
    checkpoint.execute(&mut connection).await.expect("no log");
    connection.close().await.expect("it closes");
    let mut file = OpenOptions::new().write(true).open(db).expect("a file");
    let place = SeekFrom::Start((page * size) as u64);
    file.seek(place).expect("the page is there");
    file.write_all(&vec![0x5a; size as usize])
        .expect("it is written");
}

/// Their rack, as soon as the bot is back.
async fn rack_again(server: &Server, person: &Person) {
    for _ in 0..OFTEN {
        server.bot_is_there(person).await;
        if person.tries("rack", json!({})).await.is_ok() {
            return;
        }
    }
    panic!("the bot does not come back");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_finds_a_bad_page_makes_its_database_anew_and_the_game_goes_on() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let [ayse, ben] = two_people(&server).await;
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    for _ in 0..2 {
        let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
        actor.takes_their_turn().await;
    }
    let (actor, panel) = turn_to_draw(&[&ayse, &ben]).await;
    bot.is_killed();
    server.bot_is_gone(&ayse).await;
    // A start does not read by which presses there were; the first press does.
    damages_index(&db, "steps_press").await;

    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    let mut refused = actor.presses_on_the_board("draw").await.message();
    if refused.content().contains("out of date") {
        // On a busy machine the board may still be that of a step before; what answers a late press is not.
        refused = actor.presses_the(&refused, "draw").await.message();
    }
    let told = refused.content();
    assert!(told.contains("could not be saved"), "{refused:?}");
    bot.says("made anew from all rows that read").await;
    for person in [&ayse, &ben] {
        rack_again(&server, person).await;
    }
    let again = actor.presses_on_the_board("rack").await.message();
    assert_eq!(again.rack(), panel.rack(), "{again:?}");
    assert!(is_to_act(&again), "{again:?}");
    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    ayse.waits_for_board("the end", |board| {
        board.content().contains("The game is over")
    })
    .await;
    assert!(folder.file("istaka.db.damaged-1").exists());
    bot.is_killed();
}
