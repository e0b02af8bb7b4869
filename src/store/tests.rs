//! The store over a real file: what it refuses to open, what it writes together, what it counts.

mod bounds;
mod damage;
mod forget;
mod gone;
mod journals;
mod results;
mod rights;
mod room;
mod wal;

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{ConnectOptions, Connection, Row, SqliteConnection, sqlite::SqliteConnectOptions};

use super::id::{ChannelId, PersonId, PressId, Revision, ServerId, TableId};
use super::*;
use crate::rules::{Seat, any::GameId, chance::Secret};

/// Whatever a test waits for comes sooner, however slow the machine; only a hang meets this.
const LIMIT: Duration = Duration::from_secs(600);

/// A connection that is not ours.
pub(crate) struct OtherProgram(SqliteConnection);

impl OtherProgram {
    pub(crate) async fn at(path: &Path) -> Self {
        let options = SqliteConnectOptions::new().filename(path);
        let options = options.create_if_missing(true).busy_timeout(LIMIT);
        Self(options.connect().await.unwrap())
    }

    /// Closes the file. A connection that is merely dropped does so later, and keeps others waiting then.
    pub(crate) async fn leave(self) {
        self.0.close().await.unwrap();
    }

    async fn run(&mut self, sql: impl Into<String>) {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql.into()))
            .execute(&mut self.0)
            .await
            .unwrap();
    }

    /// The numbers in this column.
    pub(crate) async fn numbers(&mut self, sql: &str) -> Vec<i64> {
        let sql = sqlx::AssertSqlSafe(sql.to_owned());
        sqlx::query_scalar(sql)
            .fetch_all(&mut self.0)
            .await
            .unwrap()
    }

    async fn number(&mut self, sql: &str) -> i64 {
        self.numbers(sql).await[0]
    }

    /// Why SQLite does not do this.
    async fn is_refused(&mut self, sql: String) -> String {
        let sql = sqlx::raw_sql(sqlx::AssertSqlSafe(sql));
        let refused = sql.execute(&mut self.0).await.unwrap_err();
        refused.to_string()
    }

    /// What SQLite finds wrong with the file, or `ok`.
    pub(crate) async fn integrity(&mut self) -> String {
        let all = sqlx::query_scalar("pragma integrity_check");
        all.fetch_one(&mut self.0).await.unwrap()
    }

    /// How SQLite would answer a question.
    async fn plan(&mut self, question: &str) -> String {
        let sql = sqlx::AssertSqlSafe(format!("explain query plan {question}"));
        let rows = sqlx::raw_sql(sql).fetch_all(&mut self.0).await.unwrap();
        let details = rows.iter().map(|row| row.get::<String, _>("detail"));
        details.collect::<Vec<_>>().join("; ")
    }

    /// Changes results behind the back of the program.
    pub(crate) async fn damage_results(&mut self, sql: &str) {
        self.run(sql).await;
    }

    pub(crate) async fn lock(&mut self) {
        self.run("begin immediate").await;
    }

    pub(crate) async fn unlock(&mut self) {
        self.run("rollback").await;
    }

    /// From now on no transaction that writes into one of these tables comes to its end, and only its commit says so: as on
    /// a full disk.
    pub(crate) async fn fill_disk(&mut self, tables: &[&str]) {
        self.run(
            "create table full_disk (id integer primary key,
             room integer references full_disk (id) deferrable initially deferred)",
        )
        .await;
        for table in tables {
            self.run(format!(
                "create trigger full_disk_at_{table} before insert on {table}
                 begin insert into full_disk (room) values (-1); end"
            ))
            .await;
        }
    }

    /// There is room again.
    pub(crate) async fn make_room(&mut self) {
        self.run("insert into full_disk (id) values (-1)").await;
    }

    /// Writes a step that changes nothing after the last one.
    pub(crate) async fn add_empty_step(&mut self, table: &TableId) {
        self.run(format!(
            "insert into steps (table_id, revision, follows, format, cause, changes, at)
             select table_id, max(revision) + 1, max(id), 1, 'house', '[]', max(at) from steps
             where table_id = '{table}' group by table_id"
        ))
        .await;
        self.chain().await;
    }

    /// Chains what is not chained, as if it was of an older version.
    async fn chain(&mut self) {
        self.run("delete from chained").await;
        chaining::chain_old(&mut self.0).await.unwrap();
    }

    /// Changes the last step of a table as if it had been written like that.
    pub(crate) async fn rewrite_last_step(&mut self, table: &TableId, set: &str) {
        let set = format!("{set}, digest = null");
        self.damage_last_step(table, &set).await;
        self.chain().await;
    }

    /// Changes the last step of a table as no version of ours would.
    pub(crate) async fn damage_last_step(&mut self, table: &TableId, set: &str) {
        self.run(format!(
            "update steps set {set} where table_id = '{table}'
             and revision = (select max(revision) from steps where table_id = '{table}')"
        ))
        .await;
    }
}

/// A folder that goes with the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("istaka-store-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // A process that was killed left what it had, and numbers of processes come again.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir(&path).unwrap();
        Self(path)
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.0.join("istaka.db")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn open(path: &Path) -> Result<Store, Failure> {
    Store::open_patient(path, LIMIT).await
}

/// [`open`] where another program keeps the file locked: that is refused soon.
async fn open_impatiently(path: &Path) -> Result<Store, Failure> {
    Store::open_patient(path, Duration::from_millis(20)).await
}

#[track_caller]
fn failure(opened: Result<Store, Failure>) -> String {
    match opened {
        Ok(_) => panic!("it opened"),
        Err(failure) => failure.to_string(),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_cannot_be_opened_says_why() {
    let folder = Folder::new();
    let file = folder.file();
    let said = |ending: &str| format!("{} {ending}", file.display());

    std::fs::write(&file, "Dear diary, this is no database at all.").unwrap();
    assert_eq!(failure(open(&file).await), said("is not a database"));
    std::fs::write(&file, b"SQLite format 3\0 and then nothing of the kind").unwrap();
    assert_eq!(failure(open(&file).await), said("is not a database"));
    std::fs::remove_file(&file).unwrap();

    let mut other = OtherProgram::at(&file).await;
    other.run("create table bees (name)").await;
    other.leave().await;
    assert_eq!(
        failure(open(&file).await),
        said("is the database of another program")
    );
    std::fs::remove_file(&file).unwrap();

    assert_eq!(
        failure(open(&folder.0).await),
        format!("{} is not a database", folder.0.display())
    );
    let nowhere = folder.0.join("no").join("where.db");
    let words = failure(open(&nowhere).await);
    assert!(words.contains("cannot be created"), "{words}");

    open(&file).await.unwrap().close().await;
    let mut rights = std::fs::metadata(&file).unwrap().permissions();
    rights.set_readonly(true);
    std::fs::set_permissions(&file, rights).unwrap();
    let words = failure(open(&file).await);
    assert_eq!(
        words,
        format!("the database {} is read-only", file.display())
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_of_another_program_stays_as_it_was() {
    for mark in [0, 1234] {
        let folder = Folder::new();
        let file = folder.file();
        let mut other = OtherProgram::at(&file).await;
        let claim = format!("pragma journal_mode = delete; pragma application_id = {mark}");
        other.run(claim).await;
        other.run("create table bees (name)").await;
        other.leave().await;
        let before = std::fs::read(&file).unwrap();
        let words = failure(open(&file).await);
        assert!(words.contains("of another program"), "{words}");
        assert!(std::fs::read(&file).unwrap() == before, "it was changed");
        let beside = std::fs::read_dir(&folder.0).unwrap().count();
        assert_eq!(beside, 1, "something lies beside it");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_in_use_or_locked_or_newer_is_refused() {
    let folder = Folder::new();
    let file = folder.file();
    let store = open(&file).await.unwrap();
    let words = failure(open(&file).await);
    assert!(words.contains("in use by another istaka"), "{words}");
    #[cfg(unix)]
    for (target, name) in [("istaka.db", "link.db"), ("link.db", "further.db")] {
        let link = file.with_file_name(name);
        std::os::unix::fs::symlink(target, &link).unwrap();
        let words = failure(open(&link).await);
        assert!(words.contains("in use by another istaka"), "{words}");
    }
    store.close().await;
    drop(store);

    let mut other = OtherProgram::at(&file).await;
    other
        .run("pragma locking_mode = exclusive; begin exclusive")
        .await;
    let words = failure(open_impatiently(&file).await);
    assert!(words.contains("locked by another program"), "{words}");
    other.unlock().await;
    other.leave().await;

    let mut other = OtherProgram::at(&file).await;
    other
        .run("insert into _sqlx_migrations values (9999, 'later', 0, 1, x'00', 0)")
        .await;
    other.leave().await;
    let words = failure(open(&file).await);
    assert!(words.contains("newer version"), "{words}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_link_to_a_file_that_is_not_there_yet_is_locked_as_the_file() {
    let folder = Folder::new();
    let file = folder.file();
    let link = file.with_file_name("link.db");
    std::os::unix::fs::symlink(&file, &link).unwrap();
    let store = open(&link).await.unwrap();
    let words = failure(open(&file).await);
    assert!(words.contains("in use by another istaka"), "{words}");
    store.close().await;
}

fn table_row(id: &TableId) -> TableRow {
    TableRow {
        id: id.clone(),
        game: GameId::Okey,
        rules_version: "1".to_owned(),
        options: "{}".to_owned(),
        seats: 4,
        level: "easy".to_owned(),
        preset: "normal".to_owned(),
        language: "en".to_owned(),
        secret: Secret::from_bytes([7; Secret::BYTES]),
        server: None,
        channel: ChannelId::new(u64::MAX),
        parent: Some(ChannelId::new(u64::MAX - 1)),
        own_thread: true,
        again: None,
        board: None,
        former: None,
        barrier: None,
        word: None,
        lobby: None,
        start: None,
        ping: None,
        rated: true,
        opened_at: Moment::from_unix_ms(5),
    }
}

fn step(table: &TableId, revision: u64, press: Option<u64>) -> Entry {
    Entry {
        table: table.clone(),
        opening: (revision == 1).then(|| table_row(table)),
        step: StepRow {
            revision: Revision::new(revision),
            format: 1,
            cause: "press".to_owned(),
            actor: Seat::new(3),
            press: press.map(PressId::new),
            changes: format!("[{revision}]"),
            at: Moment::from_unix_ms(10),
        },
        sat: None,
        start: None,
        ends: false,
        results: Vec::new(),
        desks: Vec::new(),
    }
}

fn new_id() -> TableId {
    TableId::from_system().unwrap()
}

/// What a table writes after its first step, and what becomes of it.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Second {
    New,
    Unpressed,
    Doubled,
    Taken,
}

/// Tables write at once, so that the writer gathers them: more than go into one statement.
const TABLES: usize = 70;

/// What becomes of such writes.
async fn check_together(kinds: &[Second]) {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let mut tables = Vec::new();
    for number in 0..TABLES {
        let table = new_id();
        let first = store.append(step(&table, 1, Some(1))).await;
        assert_eq!(first, Ok(Written::Done));
        tables.push((table, kinds[number % kinds.len()]));
    }
    let writes: Vec<_> = tables
        .iter()
        .map(|(table, kind)| {
            let entry = match kind {
                Second::New => step(table, 2, Some(2)),
                Second::Unpressed => step(table, 2, None),
                Second::Doubled => step(table, 2, Some(1)),
                Second::Taken => Entry {
                    opening: None,
                    ..step(table, 1, Some(9))
                },
            };
            let store = store.clone();
            tokio::spawn(async move { store.append(entry).await })
        })
        .collect();
    for (write, (table, kind)) in writes.into_iter().zip(&tables) {
        let (expected, steps) = match kind {
            Second::New | Second::Unpressed => (Ok(Written::Done), 2),
            Second::Doubled => (Ok(Written::Duplicate), 1),
            Second::Taken => (Err(NotWritten::Taken), 1),
        };
        assert_eq!(write.await.unwrap(), expected, "{kind:?} of {kinds:?}");
        assert_eq!(store.load(table).await.unwrap().steps.len(), steps);
    }
    assert_eq!(store.live_tables().await.unwrap().len(), TABLES);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_doubled_press_spoils_nothing_for_the_others() {
    use Second::{Doubled, New, Taken, Unpressed};
    check_together(&[New, Unpressed]).await;
    check_together(&[New, Doubled, Unpressed]).await;
    check_together(&[New, Doubled, Unpressed, Taken]).await;
}

#[tokio::test]
async fn a_batch_holds_all_who_have_something_to_write_and_waits_for_nobody_else() {
    for writers in [0, 1, 64] {
        let (jobs, mut waiting) = mpsc::channel(64);
        let mut batch = vec![Job::new(Work::Close).0];
        for _ in 0..writers {
            let jobs = jobs.clone();
            tokio::spawn(async move { jobs.send(Job::new(Work::Close).0).await });
        }
        writer::gather(&mut waiting, &mut batch).await;
        assert_eq!(batch.len(), 1 + writers);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_read_back_as_they_were_written() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let table = new_id();
    let sat = Sat {
        seat: Seat::new(2).unwrap(),
        from: Revision::new(1),
        person: PersonId::new(u64::MAX - 1),
    };
    let first = Entry {
        sat: Some(sat),
        ..step(&table, 1, Some(u64::MAX))
    };
    let written = first.step.clone();
    store.append(first).await.unwrap();
    let stored = store.load(&table).await.unwrap();
    assert!(stored.steps == [written]);
    assert_eq!(stored.sat, [sat]);
    assert!(stored.row.secret == table_row(&table).secret);
    assert_eq!(stored.row.channel, ChannelId::new(u64::MAX));
    assert!(
        store
            .step(&table, Revision::new(2))
            .await
            .unwrap()
            .is_none()
    );
    let last = Entry {
        ends: true,
        ..step(&table, 2, None)
    };
    store.append(last).await.unwrap();
    assert!(store.live_tables().await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_locked_disk_refuses_and_heals() {
    let folder = Folder::new();
    let store = open_impatiently(&folder.file()).await.unwrap();
    let table = new_id();
    let mut other = OtherProgram::at(&folder.file()).await;
    other.lock().await;
    let refused = store.append(step(&table, 1, None)).await;
    assert_eq!(refused, Err(NotWritten::Refused));
    other.unlock().await;
    assert_eq!(store.append(step(&table, 1, None)).await, Ok(Written::Done));
    store.close().await;
    let refused = store.append(step(&table, 2, None)).await;
    assert_eq!(refused, Err(NotWritten::Refused));
}

#[tokio::test(flavor = "multi_thread")]
async fn time_without_a_process_is_noted() {
    let folder = Folder::new();
    let at = |s: u64| Moment::from_unix_ms(s * 1000);
    for (alive, now, outages) in [
        (10, 1, vec![]),
        (40, 20, vec![(10, 20)]),
        // The clock was set back: nothing was lost.
        (50, 30, vec![(10, 20)]),
        (90, 60, vec![(10, 20), (50, 60)]),
        // A start with a clock that is far ahead, and the next with one that is right again.
        (1_100, 1_000, vec![(10, 20), (50, 60), (90, 1_000)]),
        (130, 120, vec![(10, 20), (50, 60), (90, 120)]),
        (160, 150, vec![(10, 20), (50, 60), (90, 120), (130, 150)]),
        // Set back before all of it.
        (9, 5, vec![]),
    ] {
        let store = open(&folder.file()).await.unwrap();
        let spans = store.wake(at(now)).await.unwrap().outages;
        let expected: Vec<_> = outages.iter().map(|(a, b)| (at(*a), at(*b))).collect();
        assert_eq!(spans, expected);
        store.alive(at(alive)).await.unwrap();
        store.close().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_keep_what_was_said_and_nothing_else() {
    let folder = Folder::new();
    let (person, server) = (PersonId::new(7), ServerId::new(u64::MAX));
    let store = open(&folder.file()).await.unwrap();
    let nothing = PersonSettings::default();
    assert_eq!(store.person_settings(person).await.unwrap(), nothing);
    let said = [
        PersonSetting::Language(Some("tr".to_owned())),
        PersonSetting::AutoDraw(Some(true)),
        PersonSetting::Pings(Some(false)),
        PersonSetting::Arrangement(Some("colours".to_owned())),
        PersonSetting::AutoDraw(None),
        PersonSetting::FourColours(Some(true)),
        PersonSetting::Face(Some(false)),
    ];
    for setting in said {
        store.set_person_setting(person, setting).await.unwrap();
    }
    let said = [
        ServerSetting::Language(Some("fr".to_owned())),
        ServerSetting::Preset(Some("days".to_owned())),
        ServerSetting::Level(Some("easy".to_owned())),
        ServerSetting::Rated(Some(false)),
        ServerSetting::Threads(Some(false)),
        ServerSetting::MostTables(Some(30)),
        ServerSetting::Language(None),
        ServerSetting::FourColours(Some(true)),
        ServerSetting::Units(Some(false)),
        ServerSetting::Faces(Some(false)),
    ];
    for setting in said {
        store.set_server_setting(server, setting).await.unwrap();
    }
    store.close().await;

    let store = open(&folder.file()).await.unwrap();
    let expected = PersonSettings {
        language: Some("tr".to_owned()),
        arrangement: Some("colours".to_owned()),
        auto_draw: None,
        pings: Some(false),
        four_colours: Some(true),
        face: Some(false),
    };
    assert_eq!(store.person_settings(person).await.unwrap(), expected);
    let other = store.person_settings(PersonId::new(8)).await.unwrap();
    assert_eq!(other, nothing);
    let everybody = store.settings_of_people().await.unwrap();
    assert_eq!(everybody, [(person, expected)].into());
    let expected = ServerSettings {
        language: None,
        preset: Some("days".to_owned()),
        level: Some("easy".to_owned()),
        rated: Some(false),
        threads: Some(false),
        most_tables: Some(30),
        four_colours: Some(true),
        units: Some(false),
        faces: Some(false),
    };
    assert_eq!(store.server_settings(server).await.unwrap(), expected);
    let all = store.settings_of_servers().await.unwrap();
    assert_eq!(all, [(server, expected)].into());
    store.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_ended_behind_a_barrier_is_found_for_longer() {
    let folder = Folder::new();
    let store = open(&folder.file()).await.unwrap();
    let table = new_id();
    store.append(step(&table, 1, None)).await.unwrap();
    let last = Entry {
        ends: true,
        ..step(&table, 2, None)
    };
    let (ended, later) = (last.step.at, last.step.at.plus(Duration::from_secs(1)));
    store.append(last).await.unwrap();
    for (barrier, found) in [
        (None, false),
        (Some(Barrier::Gone), false),
        (Some(Barrier::Closed), true),
        (Some(Barrier::ThrownOut), true),
    ] {
        let places = PlaceRow {
            barrier,
            ..PlaceRow::default()
        };
        store.remember(table.clone(), places).await.unwrap();
        assert_eq!(store.load(&table).await.unwrap().row.barrier, barrier);
        let ended = store.tables_ended_since(later, ended).await.unwrap();
        assert_eq!(ended.contains(&table), found, "{barrier:?}");
        let later = store.tables_ended_since(later, later).await.unwrap();
        assert!(later.is_empty(), "{barrier:?}");
    }
}
