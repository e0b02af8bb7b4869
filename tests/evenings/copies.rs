//! Copies of the database: made while the bot plays, checked, and never in the way of anything.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use sqlx::{Connection, Executor, SqliteConnection};

use crate::command_line::{LASTING, TRY_AGAIN, WRONG_USE, ends_with, is_one_line};
use crate::hosting::rights_in;
use crate::house::{Evening, Folder, channel_in, sit_down};
use crate::killed::two_people;
use crate::people::Person;
use crate::play::{is_to_act, turn_to_draw};
use crate::process::{Ended, Process, Server, ends, istaka};
use crate::threads::opens;

fn backup(db: &Path, copy: &Path) -> Command {
    let mut command = istaka(&["backup"]);
    command.arg(copy).env("ISTAKA_DB", db);
    command
}

async fn check(file: &Path, code: i32) -> Ended {
    let mut command = istaka(&["check"]);
    command.arg(file);
    let ended = ends(command).await;
    assert_eq!(ended.code, Some(code), "{ended:?}");
    ended
}

/// The tables and steps in a copy that is right.
async fn counted(file: &Path) -> (u64, u64) {
    let mut command = istaka(&["check", "--json"]);
    command.arg(file);
    let ended = ends(command).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let told: Value = serde_json::from_str(&ended.all).expect("one JSON object");
    assert_eq!(told["ok"], true, "{told}");
    let count = |key: &str| told[key].as_u64().expect("a number");
    (count("tables"), count("steps"))
}

/// Changes a copy of this file as no version of ours would.
async fn spoiled(copy: &Path, name: &str, sql: &'static str) -> PathBuf {
    let other = copy.with_file_name(name);
    std::fs::copy(copy, &other).expect("copied");
    let url = format!("sqlite://{}", other.display());
    let mut connection = SqliteConnection::connect(&url).await.expect("a database");
    connection
        .execute(sqlx::raw_sql(sql))
        .await
        .expect("it is changed");
    connection.close().await.expect("it is closed");
    other
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_is_copied_while_it_is_played_and_the_copy_is_whole() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let (db, copy) = (folder.file("istaka.db"), folder.file("copy.db"));
    let _bot = Process::start(server.bot(&db));
    let comes = async |name: &str| {
        Person::comes(&server.world, &server.channel, json!({"name": name})).await
    };
    let [ayse, ben] = [comes("Ayşe").await, comes("Ben").await];
    server.bot_is_there(&ayse).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    let (actor, _) = turn_to_draw(&[&ayse, &ben]).await;
    actor.takes_their_turn().await;

    let ended = ends(backup(&db, &copy)).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    let (tables, steps) = counted(&copy).await;
    assert!(tables == 1 && steps > 5, "{tables} {steps}");
    // The one that is played with can be checked, too, and is another step further or not.
    let (_, steps_now) = counted(&db).await;
    assert!(steps_now >= steps, "{steps_now} {steps}");
    for (name, rights) in rights_in(&folder.file("")) {
        assert_eq!(rights, 0o600, "{name}");
    }

    for taken in [
        &copy,
        &db,
        &folder.file("istaka.db-wal"),
        &folder.file("istaka.db.lock"),
    ] {
        is_one_line(&ends_with(WRONG_USE, backup(&db, taken), "").await);
    }
    assert_eq!(
        counted(&copy).await,
        (tables, steps),
        "the first copy stays as it was"
    );
    let gap = "delete from steps where revision = 3";
    let with_gap = spoiled(&copy, "gap.db", gap).await;
    let gap = check(&with_gap, 1).await;
    assert!(gap.all.contains("revision 3 is missing"), "{gap:?}");
    // What reads so may be a good copy beside the log of the file whose place it has taken.
    assert!(!gap.all.contains("(-wal)"), "{gap:?}");
    std::fs::write(with_gap.with_file_name("gap.db-wal"), "another's").expect("written");
    let beside = check(&with_gap, 1).await;
    assert!(beside.all.contains("(-wal)"), "{beside:?}");
    let orphan = "pragma foreign_keys = off; delete from tables";
    let orphan = check(&spoiled(&copy, "orphan.db", orphan).await, 1).await;
    assert!(orphan.all.contains("belongs to nothing"), "{orphan:?}");
    // As a version before this one left it.
    let older = "drop table identifies; delete from _sqlx_migrations where version = 3";
    let older = spoiled(&copy, "older.db", older).await;
    let before = std::fs::read(&older).expect("read");
    assert_eq!(counted(&older).await, (tables, steps));
    assert!(
        before == std::fs::read(&older).expect("read"),
        "it was changed"
    );
    let newer = "insert into _sqlx_migrations select 9999, description, installed_on, success, checksum, \
                 execution_time from _sqlx_migrations where version = 1";
    let newer = check(&spoiled(&copy, "newer.db", newer).await, 2).await;
    assert!(newer.all.contains("newer version"), "{newer:?}");
}

#[tokio::test]
async fn a_picture_that_the_disk_refuses_leaves_the_one_before() {
    let folder = Folder::new();
    let picture = folder.file("rack.png");
    std::fs::write(&picture, "the one before").expect("written");
    let draws = |limit: &str| {
        let draw = format!("ulimit -f {limit}; exec \"$0\" draw rack okey --seed 3 -o \"$1\"");
        let mut command = Command::new("sh");
        command.args(["-c", &draw, env!("CARGO_BIN_EXE_istaka")]);
        command.arg(&picture);
        command
    };
    ends_with(WRONG_USE, draws("8"), "rack.png").await;
    let read = || std::fs::read(&picture).expect("it is there");
    assert_eq!(read(), b"the one before");
    assert_eq!(rights_in(&folder.file("")).len(), 1, "nothing else is left");
    assert_eq!(ends(draws("unlimited")).await.code, Some(0));
    assert!(read().starts_with(b"\x89PNG"));
    assert_eq!(rights_in(&folder.file("")).len(), 1, "nothing else is left");
}

/// `istaka backup` where no file grows beyond 16 KiB.
fn on_a_full_disk(db: &Path, copy: &Path) -> Command {
    let limited = "ulimit -f 32; exec \"$0\" backup \"$2\" --db \"$1\"";
    let mut command = Command::new("sh");
    command.args(["-c", limited, env!("CARGO_BIN_EXE_istaka")]);
    command.arg(db).arg(copy);
    command
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_whole_copy_is_said() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let (db, copy) = (folder.file("istaka.db"), folder.file("copy.db"));
    let mut bot = Process::start(server.bot(&db));
    bot.says("connected").await;
    is_one_line(
        &ends_with(
            TRY_AGAIN,
            on_a_full_disk(&db, &copy),
            "could not be written",
        )
        .await,
    );
    bot.gets("TERM");
    assert_eq!(bot.ends().await.code, Some(0));
    // Without a process that plays, reading alone takes room beside the database.
    is_one_line(&ends_with(TRY_AGAIN, on_a_full_disk(&db, &copy), "cannot be opened").await);
    let mut left = rights_in(&folder.file("")).into_iter();
    assert!(
        left.all(|(name, _)| !name.starts_with("copy")),
        "something is left of it"
    );

    let nowhere = folder.file("nowhere");
    let homeless = backup(&db, &nowhere.join("copy.db"));
    is_one_line(&ends_with(LASTING, homeless, "could not be made").await);
    is_one_line(&ends_with(WRONG_USE, backup(&nowhere, &copy), "there is no database").await);
    // What cannot be looked at may be there.
    let round = leads_to_itself(&folder);
    is_one_line(&ends_with(TRY_AGAIN, backup(&round, &copy), "cannot be opened").await);
    let into_folder = backup(&db, &folder.file(""));
    is_one_line(&ends_with(LASTING, into_folder, "could not be made").await);
    let letter = folder.file("letter");
    std::fs::write(&letter, "Dear Ayşe, this is no database at all.").expect("written");
    for file in [&letter, &nowhere, &folder.file("")] {
        is_one_line(&check(file, WRONG_USE).await);
    }

    let ended = ends(backup(&db, &copy)).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(counted(&copy).await, (0, 0));
    let mut bytes = std::fs::read(&copy).expect("read");
    bytes[4096..8192].fill(0xa5);
    std::fs::write(&copy, bytes).expect("written");
    check(&copy, 1).await;
    let again = backup(&copy, &folder.file("again.db"));
    is_one_line(&ends_with(LASTING, again, "is damaged").await);
}

/// A file that nobody can look at, whatever rights they have: its name is a link to itself.
pub fn leads_to_itself(folder: &Folder) -> PathBuf {
    let path = folder.file("round.db");
    std::os::unix::fs::symlink(&path, &path).expect("a link");
    path
}

/// A database that no process has open, with its copy.
async fn database_and_copy(folder: &Folder) -> (PathBuf, PathBuf) {
    let server = Server::starts().await;
    let (db, copy) = (folder.file("istaka.db"), folder.file("copy.db"));
    let mut bot = Process::start(server.bot(&db));
    bot.says("connected").await;
    bot.gets("TERM");
    assert_eq!(bot.ends().await.code, Some(0));
    let ended = ends(backup(&db, &copy)).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    (db, copy)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_copy_that_does_not_read_the_answer_is_no() {
    let folder = Folder::new();
    let (_, copy) = database_and_copy(&folder).await;
    let older = "drop table identifies; delete from _sqlx_migrations where version = 3";
    let older = spoiled(&copy, "older.db", older).await;
    let noisy = folder.file("noisy.db");
    for file in [&copy, &older] {
        let whole = std::fs::read(file).expect("read");
        for quarters in 1..4 {
            let mut bytes = whole.clone();
            bytes[whole.len() / 4 * quarters..].fill(0xa5);
            std::fs::write(&noisy, bytes).expect("written");
            let told = check(&noisy, 1).await;
            assert!(told.all.starts_with("This is not right: "), "{told:?}");
            // What its host can do about a database is nothing to do about a copy.
            assert!(!told.all.contains("aside"), "{told:?}");
        }
    }
    let half = folder.file("half.db");
    let whole = std::fs::read(&copy).expect("read");
    std::fs::write(&half, &whole[..whole.len() / 2]).expect("written");
    let mut command = istaka(&["check", "--json"]);
    command.arg(&half);
    let ended = ends(command).await;
    assert_eq!(ended.code, Some(1), "{ended:?}");
    let told: Value = serde_json::from_str(&ended.all).expect("one JSON object");
    let faults = json!(["the file is damaged and cannot be read"]);
    let expected = json!({"ok": false, "tables": 0, "steps": 0, "faults": faults});
    assert_eq!(told, expected);

    let url = format!("sqlite://{}", copy.display());
    let mut other = SqliteConnection::connect(&url).await.expect("a database");
    other.execute("begin exclusive").await.expect("locked");
    is_one_line(&check(&copy, TRY_AGAIN).await);
    other.execute("rollback").await.expect("unlocked");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_is_where_its_name_says_or_nowhere() {
    let folder = Folder::new();
    let (db, _) = database_and_copy(&folder).await;
    let named = |name: &OsStr| {
        let mut command = backup(&db, Path::new(name));
        command.current_dir(folder.file(""));
        command
    };
    // To SQLite that is an address.
    let ended = ends(named(OsStr::new("file:other.db"))).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");
    assert_eq!(counted(&folder.file("file:other.db")).await, (0, 0));
    let copies = || {
        let mut there = rights_in(&folder.file(""));
        there.retain(|(name, _)| !name.starts_with("istaka.db"));
        there
    };
    let expected = ["copy.db", "file:other.db"].map(|name| (name.to_owned(), 0o600_u32));
    assert_eq!(copies(), expected);
    let nameless = OsStr::from_bytes(b"nameless\xff.db");
    is_one_line(&ends_with(WRONG_USE, named(nameless), "UTF-8").await);
    assert_eq!(copies(), expected);
}

/// SQLite takes texts for names: there is no answer, whatever stands in the file.
#[tokio::test]
async fn a_database_whose_name_is_no_text_is_not_looked_at() {
    let folder = Folder::new();
    let (db, _) = database_and_copy(&folder).await;
    let nameless = folder.file("").join(OsStr::from_bytes(b"nameless\xff.db"));
    std::fs::copy(&db, &nameless).expect("copied");
    let mut looked_at = istaka(&["check"]);
    looked_at.arg(&nameless);
    is_one_line(&ends_with(WRONG_USE, looked_at, "UTF-8").await);
    let copied = backup(&nameless, &folder.file("another.db"));
    is_one_line(&ends_with(LASTING, copied, "UTF-8").await);
    let mut counted = istaka(&["tidy", "--dry-run", "--db"]);
    counted.arg(&nameless);
    is_one_line(&ends_with(LASTING, counted, "UTF-8").await);
}

/// The host stops the bot and puts this copy in the place of the database, as the page for hosts says.
fn put_back(copy: &Path, db: &Path) {
    for end in ["-wal", "-shm"] {
        let mut beside = db.as_os_str().to_owned();
        beside.push(end);
        // After a kill both are there, after an orderly end neither.
        let _ = std::fs::remove_file(beside);
    }
    std::fs::copy(copy, db).expect("copied");
}

/// What is answered at a table that the copy does not know.
const UNKNOWN: &str = "I know nothing of this table";

/// Whether a button of a lobby leads to a lesson, which is of no table.
fn is_of_lesson(id: &str) -> bool {
    id.contains(":~")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_that_is_put_back_goes_on_from_its_moment() {
    let server = Server::starts().await;
    let folder = Folder::new();
    let (db, copy) = (folder.file("istaka.db"), folder.file("copy.db"));
    let mut bot = Process::start(server.bot(&db));
    let [ayse, ben] = two_people(&server).await;
    server.bot_is_there(&ayse).await;
    sit_down(&ayse, &[&ben], json!({"seats": 2, "points": 1})).await;
    let (actor, then) = turn_to_draw(&[&ayse, &ben]).await;
    let ended = ends(backup(&db, &copy)).await;
    assert_eq!(ended.code, Some(0), "{ended:?}");

    // What the copy knows nothing of: moves, and a table in another channel.
    for _ in 0..3 {
        let (next, _) = turn_to_draw(&[&ayse, &ben]).await;
        next.takes_their_turn().await;
    }
    let (later, after) = turn_to_draw(&[&ayse, &ben]).await;
    assert!(
        later.id != actor.id && after.rack().len() == 14,
        "{after:?}"
    );
    let elsewhere = channel_in(&server.world, json!({"name": "elsewhere"})).await;
    let carol = Person::comes(&server.world, &elsewhere, json!({"name": "Carol"})).await;
    let lobby = carol.runs("okey", json!({})).await.message();

    bot.is_killed();
    server.bot_is_gone(&ayse).await;
    put_back(&copy, &db);
    let bot = Process::start(server.bot(&db));
    server.bot_is_there(&ayse).await;

    // Whoever presses on a panel of what is no more moves nothing, and sees how it is.
    let draw = after.can("draw").expect("it was their turn");
    later.forges(&after, &draw.id).await;
    let now = actor.presses_on_the_board("rack").await.message();
    assert_eq!(now.rack(), then.rack(), "{now:?}");
    assert!(is_to_act(&now), "{now:?}");
    let now = later.presses_on_the_board("rack").await.message();
    assert!(!is_to_act(&now), "{now:?}");
    for button in lobby.enabled() {
        let told = carol.presses(&lobby, &button).await.says();
        let is_unknown = told.starts_with(UNKNOWN);
        assert_eq!(is_unknown, !is_of_lesson(&button.id), "{button:?}: {told}");
    }

    tokio::join!(ayse.plays_to_the_end(), ben.plays_to_the_end());
    bot.gets("TERM");
    let ended = bot.ends().await;
    assert_eq!(ended.code, Some(0));
    let line = "of which the database knows nothing";
    assert_eq!(ended.stderr.matches(line).count(), 1, "{}", ended.stderr);
    let (tables, _) = counted(&db).await;
    assert_eq!(tables, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_a_table_that_the_copy_does_not_know_nothing_is_ended_and_nothing_false_is_said() {
    let mut evening = Evening::begins().await;
    let (db, copy) = (evening.db(), evening.db().with_file_name("copy.db"));
    let channel = evening.channel_with_threads().await;
    let people = evening.people(["Ayşe", "Ben"]).await;
    let [ayse, ben] = people.map(|person| person.in_channel(&channel));
    let (here, _) = opens(&ayse, json!({"seats": 2})).await;
    evening.bot_goes().await;
    std::fs::copy(&db, &copy).expect("copied");
    evening.bot_comes().await;
    // What the copy knows nothing of.
    let (there, lobby) = opens(&ayse, json!({"seats": 2})).await;
    evening.world.settles().await;
    evening.bot_goes().await;
    put_back(&copy, &db);
    evening.bot_comes().await;
    evening.world.settles().await;

    let guest = ben.in_channel(&there.channel);
    let as_it_stands = async || {
        let seen = there.sees().await;
        let stands = seen.into_iter().find(|one| one.id() == lobby.id());
        stands.expect("the lobby stands")
    };
    let before = as_it_stands().await;
    let join = lobby.can("join").expect("a lobby");
    let (front, back) = join.id.rsplit_once("join").expect("its verb");
    let forged = ["rematch", "sheet", "rack", "next"].map(|verb| format!("{front}{verb}{back}"));
    let mut offered = before.enabled();
    offered.retain(|button| !is_of_lesson(&button.id));
    let offered = offered.into_iter().map(|button| button.id);
    for id in offered.chain(forged) {
        let told = guest.forges(&lobby, &id).await.says();
        assert!(told.starts_with(UNKNOWN), "{id}: {told}");
    }
    // Another process may know that table: what it has posted stays.
    evening.world.settles().await;
    let after = as_it_stands().await;
    assert_eq!(after.content(), before.content());
    assert_eq!(after.enabled().len(), before.enabled().len());

    // Whoever would tidy up there ends or leaves no other table by that.
    for command in ["table end", "table leave", "table settings"] {
        let told = there.runs(command, json!({})).await.says();
        assert!(
            told.starts_with("I know nothing of the table here") && told.contains(&here.channel),
            "{command}: {told}"
        );
    }
    assert_eq!(evening.hall().live(), 1);
    for command in ["rack", "table end"] {
        let told = guest.runs(command, json!({})).await.says();
        assert!(told.starts_with("There is no table here"), "{told}");
    }
    // And a new one can be opened, where the old one stands.
    let anew = guest.runs("okey", json!({"seats": 2})).await.message();
    let joined = there.presses_the(&anew, "join").await.message();
    assert!(joined.can("start").is_some(), "{joined:?}");
    assert_eq!(evening.hall().live(), 2);
    evening.ends().await;
}
