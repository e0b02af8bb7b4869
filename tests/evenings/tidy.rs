//! `istaka tidy`: killed at any moment it leaves every journal whole, and nobody who plays notices.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use sqlx::{AssertSqlSafe, Connection, Executor, Row, SqliteConnection};

use crate::command_line::{LASTING, TRY_AGAIN, WRONG_USE, ends_with, is_one_line};
use crate::copies::leads_to_itself;
use crate::house::{Folder, sit_down};
use crate::message::Message;
use crate::people::Person;
use crate::play::turn_to_draw;
use crate::process::{Process, Server, ends, istaka};
use crate::records::attached;
use crate::rig::unchain;

/// So many games are over when it is tidied.
const GAMES: u64 = 120;

/// How often it is killed: `ISTAKA_KILLS=100 cargo test --test evenings tidy::` kills it more often.
fn kills() -> u64 {
    let said = std::env::var("ISTAKA_KILLS").ok();
    said.and_then(|said| said.parse().ok()).unwrap_or(3)
}

fn tidy(db: &Path, flags: &[&str]) -> Command {
    let mut command = istaka(&["tidy", "--json"]);
    command.args(flags).env("ISTAKA_DB", db);
    command
}

async fn told(command: Command) -> Value {
    let ended = ends(command).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    // What the log says stands beside it.
    let mut lines = ended.all.lines().filter(|line| line.starts_with('{'));
    let line = lines.next().expect("one JSON object");
    serde_json::from_str(line).expect("one JSON object")
}

async fn connected(db: &Path) -> SqliteConnection {
    let url = format!("sqlite://{}", db.display());
    SqliteConnection::connect(&url).await.expect("a database")
}

/// Makes many games of long ago of the one that has ended.
async fn multiplied(db: &Path, games: u64) {
    let mut connection = connected(db).await;
    let columns = async |connection: &mut SqliteConnection, table: &str| {
        let sql = format!(
            "select group_concat(name) from pragma_table_info('{table}') where name not in ('id', 'table_id', 'follows')"
        );
        let row = sqlx::query(AssertSqlSafe(sql)).fetch_one(connection).await;
        row.expect("columns").get::<String, _>(0)
    };
    let (of_tables, of_steps) = (
        columns(&mut connection, "tables").await,
        columns(&mut connection, "steps").await,
    );
    for number in 0..games {
        // Base 32, of which the digits begin with 2.
        let signs = b"abcdefghijklmnopqrstuvwxyz234567";
        let sign = |place: u32| char::from(signs[(number >> (5 * place) & 31) as usize]);
        let id = format!("zzzzz{}{}{}", sign(2), sign(1), sign(0));
        let sql = format!(
            "insert into tables (id, {of_tables}) select '{id}', {of_tables} from tables where ended_at is not null
             and id not like 'zzzzz%';
             insert into seatings select '{id}', seat, from_revision, person, null from seatings where table_id in
             (select id from tables where ended_at is not null and id not like 'zzzzz%');
             create temp table one as select id - (select min(id) from steps where table_id in
                 (select id from tables where ended_at is not null and id not like 'zzzzz%')) as n, * from steps where table_id in
                 (select id from tables where ended_at is not null and id not like 'zzzzz%') order by id;
             create temp table base as select max(id) + 1 as first from steps;
             insert into steps (id, table_id, follows, {of_steps}) select base.first + n, '{id}',
                 base.first + n - (id - follows), {of_steps} from one, base order by n;
             drop table one; drop table base;"
        );
        connection
            .execute(sqlx::raw_sql(AssertSqlSafe(sql)))
            .await
            .expect("another game");
    }
    let old = "update tables set ended_at = 1600000000000 where ended_at is not null";
    connection.execute(old).await.expect("long ago");
    unchain(&mut connection).await;
    connection.close().await.expect("it is closed");
}

async fn packed(db: &Path) -> u64 {
    let mut connection = connected(db).await;
    let row = sqlx::query("select count(*) from packed")
        .fetch_one(&mut connection)
        .await;
    let count: i64 = row.expect("a number").get(0);
    connection.close().await.expect("it is closed");
    count.unsigned_abs()
}

async fn is_whole(db: &Path) -> u64 {
    let mut command = istaka(&["check", "--json"]);
    command.arg(db);
    let told = told(command).await;
    assert_eq!(told["ok"], true, "{told}");
    told["tables"].as_u64().expect("a number")
}

async fn record(person: &Person, table: &str) -> Vec<u8> {
    let told: Message = person
        .runs("verify", json!({"table": table}))
        .await
        .message();
    attached(&told).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_while_it_tidies_nothing_is_lost_and_the_running_game_goes_on() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let db = folder.file("istaka.db");
    let comes = async |name: &str| {
        Person::comes(&server.world, &server.channel, json!({"name": name})).await
    };
    let [ayse, ben] = [comes("Ayşe").await, comes("Ben").await];
    let mut bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    let board = sit_down(&ayse, &[], json!({"seats": 2, "computers": 1})).await;
    let table = board.buttons()[0].table().to_owned();
    ayse.runs("table end", json!({})).await;
    let before = record(&ayse, &table).await;
    sit_down(&ben, &[&ayse], json!({"seats": 2, "points": 1})).await;

    // While the bot runs it is only counted.
    let refused = ends_with(TRY_AGAIN, tidy(&db, &[]), "in use by another istaka").await;
    is_one_line(&refused);
    assert_eq!(told(tidy(&db, &["--dry-run"])).await["packed"], 0);
    bot.is_killed();
    server.bot_is_gone(&ayse).await;
    multiplied(&db, GAMES).await;
    assert_eq!(is_whole(&db).await, GAMES + 2);
    let would_be = told(tidy(&db, &["--dry-run"])).await;
    assert_eq!(would_be["packed"], GAMES + 1, "{would_be}");

    // As an update leaves it, of which no bot has told the places yet.
    let deleting = ["--dry-run", "--delete-records-after", "8"];
    for (placed, due, other) in [
        ("delete from placed", "kept", "deleted"),
        ("insert into placed values (1)", "deleted", "kept"),
    ] {
        let mut connection = connected(&db).await;
        connection.execute(placed).await.expect("it is written");
        connection.close().await.expect("it is closed");
        let would_be = told(tidy(&db, &deleting)).await;
        assert_eq!(would_be[due], GAMES + 1, "{would_be}");
        assert_eq!(would_be[other], 0, "{would_be}");
    }

    for kill in 1..=kills() {
        let enough = kill * GAMES / (kills() + 1);
        let mut tidying = Process::start(tidy(&db, &[]));
        while packed(&db).await < enough {}
        tidying.is_killed();
        assert_eq!(is_whole(&db).await, GAMES + 2, "kill {kill}");
    }
    let done = told(tidy(&db, &[])).await;
    println!("{done}");
    assert_eq!((&done["left"], packed(&db).await), (&json!(0), GAMES + 1));
    assert!(
        done["file_after"].as_u64() < done["file_before"].as_u64(),
        "{done}"
    );
    assert_eq!(is_whole(&db).await, GAMES + 2);

    let _bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;
    // After a restart a panel comes with a press.
    for person in [&ayse, &ben] {
        person.runs("rack", json!({})).await;
    }
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    actor.takes_their_turn().await;
    assert!(
        record(&ayse, &table).await == before,
        "the very same record"
    );
}

#[tokio::test]
async fn what_cannot_be_tidied_is_said_in_a_line() {
    let folder = Folder::new();
    let nowhere = folder.file("nowhere.db");
    is_one_line(&ends_with(WRONG_USE, tidy(&nowhere, &[]), "there is no database").await);
    assert!(!nowhere.exists(), "none is made");
    // What cannot be looked at may be there.
    let round = leads_to_itself(&folder);
    is_one_line(&ends_with(TRY_AGAIN, tidy(&round, &[]), "cannot be opened").await);
    let text = folder.file("text.db");
    std::fs::write(&text, "Dear Ayse").expect("written");
    for flags in [&[][..], &["--dry-run"]] {
        is_one_line(&ends_with(LASTING, tidy(&text, flags), "is not a database").await);
    }
    let wrong = tidy(&text, &["--pack-after", "7"]);
    is_one_line(&ends_with(LASTING, wrong, "--pack-after").await);
}
