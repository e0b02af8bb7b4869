//! A database of which some pages do not read any more, made anew from all rows that do.
//!
//! A page that a disk gives back wrong costs what stands on it. Where it is a page of an index, or the one that is written on
//! next, SQLite could read or write nothing that has to do with it, though every row may be there: so the rows are copied into a
//! new file, which has new indexes, and the damaged one is kept beside it. What is missing then is found by the chains of the
//! journals. Only a database whose schema reads is made anew: its first page, and those of the schema, say where all others are.
//! Where an update met the bad page the new file has the format from before it, and the update is done with the copy.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions, Connection, SqliteConnection};

use super::beside::beside;
use super::failure::{is_bad_page, is_damage, is_taken, told_while_opening};
use super::log::belongs_as;
use super::open::{followed, for_sqlite, migrated};
use super::{Failure, Store, private};

/// So many rows are copied at once, while they read.
const SOME: i64 = 512;

/// So many damaged databases are kept beside the one that was made of them.
const KEPT: usize = 9;

impl Store {
    /// Looks whether the pages of this database are as SQLite writes them, all of them: that takes a second for some hundred
    /// megabytes. An index of which a part is gone says nothing by itself, only that there are no such rows.
    pub async fn examine(&self) {
        let found = sqlx::query_scalar("pragma integrity_check(1)");
        let found: Result<String, _> = found.fetch_one(&self.0.readers).await;
        let is_bad = match &found {
            Ok(found) => found != "ok",
            Err(error) => is_bad_page(error),
        };
        if is_bad {
            self.0.bad_page.send_replace(true);
        }
    }
}

/// Makes this database, which nobody has open, anew from what reads of it. Killed at any moment it leaves either.
///
/// # Errors
///
/// [`Failure::Damaged`] where nothing reads; whatever the disk says against a new file beside the old one. Then the database
/// is as it was.
pub(super) async fn rescue(path: &Path) -> Result<(), Failure> {
    let file = followed(path);
    let fresh = beside(&file, ".mended");
    let copied = copy(&file, &fresh, path).await;
    let cannot = |reason| Failure::CannotOpen {
        path: path.to_owned(),
        reason,
    };
    let put = match copied {
        Ok(rows) => put_in_place(&file, &fresh)
            .map(|kept| (rows, kept))
            .map_err(cannot),
        Err(failure) => Err(told_while_opening(path, failure)),
    };
    match put {
        Ok((rows, kept)) => {
            tracing::error!(
                rows,
                kept = %kept.display(),
                "the database was damaged and is made anew from all rows that read; the damaged one is kept"
            );
            Ok(())
        }
        Err(failure) => {
            // Half a copy is none.
            let _ = fs::remove_file(&fresh);
            Err(failure)
        }
    }
}

/// What of a damaged schema is also in that of the new file.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    /// All that we know: what else is there is nothing of ours.
    Present,
    /// All that is there: an update has not been done.
    Earlier,
}

/// Fills a new file with all rows that read; answers how many these are. It has the present format, or where the damaged one
/// differs, as many of our migrations as were done there.
async fn copy(file: &Path, fresh: &Path, path: &Path) -> Result<u64, Failure> {
    let present = copy_as(file, fresh, path, Format::Present, &sqlx::migrate!()).await;
    if !matches!(present, Err(Failure::Damaged { .. })) {
        return present;
    }
    match done_in(file).await {
        Some(done) => copy_as(file, fresh, path, Format::Earlier, &done).await,
        None => present,
    }
}

async fn copy_as(
    file: &Path,
    fresh: &Path,
    path: &Path,
    format: Format,
    migrations: &Migrator,
) -> Result<u64, Failure> {
    let made = private().create(true).truncate(true).open(fresh);
    made.map_err(|reason| Failure::CannotCreate {
        path: fresh.to_owned(),
        reason,
    })?;
    // Until it is whole nobody believes it, so nothing of it needs to be stored before its end.
    let options = SqliteConnectOptions::new()
        .filename(for_sqlite(fresh))
        .journal_mode(SqliteJournalMode::Memory)
        .synchronous(SqliteSynchronous::Off)
        .foreign_keys(false)
        .disable_statement_logging();
    let mut connection = migrated(&options, fresh, migrations).await?;
    let copied = copy_from(&mut connection, file, path, format).await;
    connection.close().await?;
    let rows = copied?;
    let stored = || {
        // Not opened: closing it would take SQLite's locks with it.
        let (damaged, whole) = (fs::metadata(file)?, File::open(fresh)?);
        whole.set_permissions(damaged.permissions())?;
        belongs_as(&damaged, &whole);
        whole.sync_all()
    };
    stored().map_err(|reason| Failure::CannotCreate {
        path: fresh.to_owned(),
        reason,
    })?;
    Ok(rows)
}

/// Our migrations up to the last one that was done in this file; `None` where its list does not read, or is not the beginning
/// of ours.
async fn done_in(file: &Path) -> Option<Migrator> {
    let ours = sqlx::migrate!();
    let done = versions_in(file).await.ok()?;
    let beginning = ours.iter().take(done.len());
    let is_beginning = beginning.clone().map(|own| own.version).eq(done);
    is_beginning.then(|| Migrator::with_migrations(beginning.cloned().collect()))
}

async fn versions_in(file: &Path) -> Result<Vec<i64>, sqlx::Error> {
    let options = SqliteConnectOptions::new()
        .filename(for_sqlite(file))
        .read_only(true)
        .disable_statement_logging();
    let mut connection = options.connect().await?;
    let versions = sqlx::query_scalar("select version from _sqlx_migrations order by version")
        .fetch_all(&mut connection)
        .await;
    connection.close().await?;
    versions
}

async fn copy_from(
    connection: &mut SqliteConnection,
    file: &Path,
    path: &Path,
    format: Format,
) -> Result<u64, Failure> {
    let attached = sqlx::query("attach database ? as damaged").bind(file.to_string_lossy());
    attached.execute(&mut *connection).await?;
    // Of another format, or of which not all is there: what its rows mean is not known. Where the list of migrations lost its
    // end, more is there than it says.
    if lacks(connection, "damaged", "main").await?
        || (format == Format::Earlier && lacks(connection, "main", "damaged").await?)
    {
        let path = path.to_owned();
        return Err(Failure::Damaged { path });
    }
    let triggers: Vec<(String, String)> =
        sqlx::query_as("select name, sql from main.sqlite_schema where type = 'trigger'")
            .fetch_all(&mut *connection)
            .await?;
    // What they do was done when the rows were written.
    for (name, _) in &triggers {
        run(connection, format!("drop trigger main.{name}")).await?;
    }
    let tables: Vec<(String, bool)> = sqlx::query_as(
        r"select name, wr from pragma_table_list
          where schema = 'main' and type = 'table' and name not like 'sqlite\_%' escape '\'
              and name <> '_sqlx_migrations'",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut rows = 0;
    for (table, has_no_numbers) in tables {
        rows += if has_no_numbers {
            by_key(connection, &table).await?
        } else {
            by_number(connection, &table).await?
        };
    }
    mark_chained(connection).await?;
    for (_, sql) in triggers {
        run(connection, sql).await?;
    }
    run(connection, "detach database damaged".to_owned()).await?;
    Ok(rows)
}

/// Whether one schema has less than the other, but for what SQLite puts there.
async fn lacks(
    connection: &mut SqliteConnection,
    one: &str,
    other: &str,
) -> Result<bool, sqlx::Error> {
    let lacking = format!(
        r"select exists (select type, name, sql from {other}.sqlite_schema where name not like 'sqlite\_%' escape '\'
                         except select type, name, sql from {one}.sqlite_schema)"
    );
    sqlx::query_scalar(AssertSqlSafe(lacking))
        .fetch_one(connection)
        .await
}

/// Where it does not read whether the journals were chained, they were: chained a second time, what the damage changed would be
/// taken for what was written. A database from before there were chains is chained as it is.
async fn mark_chained(connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
    let has_chains: bool = sqlx::query_scalar(
        "select exists (select 1 from main.sqlite_schema where name = 'chained')",
    )
    .fetch_one(&mut *connection)
    .await?;
    if !has_chains {
        return Ok(());
    }
    let chained = sqlx::query_scalar("select exists (select 1 from damaged.chained)");
    let chained: Result<bool, _> = chained.fetch_one(&mut *connection).await;
    if unless_damaged(chained)?.is_none() {
        let marked = "insert or ignore into main.chained (id) values (1)";
        run(connection, marked.to_owned()).await?;
    }
    Ok(())
}

async fn run(connection: &mut SqliteConnection, sql: String) -> Result<u64, sqlx::Error> {
    let done = sqlx::query(AssertSqlSafe(sql)).execute(connection).await?;
    Ok(done.rows_affected())
}

/// What reads, and nothing where that is damaged; nothing, too, where a row is none that this table can have.
fn unless_damaged<T>(read: Result<T, sqlx::Error>) -> Result<Option<T>, sqlx::Error> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(error) if is_damage(&error) || is_taken(&error) => Ok(None),
        Err(error) => Err(error),
    }
}

/// Copies a table whose rows have numbers: what does not read is gone round. Rows are asked for from a number on and, where one
/// is asked for alone, by its number: a step further, or behind the number before, SQLite would look at the page beside it.
async fn by_number(connection: &mut SqliteConnection, table: &str) -> Result<u64, sqlx::Error> {
    let last = format!(
        "select max(place) from
             (select rowid as place from damaged.{table} not indexed where rowid >= ? order by rowid limit ?)"
    );
    let copying = |which: &str| {
        format!(
            "insert or ignore into main.{table} select * from damaged.{table} not indexed where {which}"
        )
    };
    let (many, one) = (copying("rowid >= ? and rowid <= ?"), copying("rowid = ?"));
    let (mut copied, mut from, mut some) = (0, i64::MIN, SOME);
    loop {
        let read = sqlx::query_scalar(AssertSqlSafe(last.clone()))
            .bind(from)
            .bind(some);
        let read: Result<Option<i64>, _> = read.fetch_one(&mut *connection).await;
        let end = match unless_damaged(read)? {
            Some(None) => return Ok(copied),
            // Out of their order, as on a page that belongs elsewhere.
            Some(Some(end)) if end < from => None,
            end => end.flatten(),
        };
        let Some(end) = end else {
            if some > 1 {
                some = 1;
                continue;
            }
            match beyond(connection, &last, from).await? {
                Some(beyond) => (from, some) = (beyond, SOME),
                None => return Ok(copied),
            }
            continue;
        };
        let rows = if some > 1 {
            let rows = sqlx::query(AssertSqlSafe(many.clone()));
            rows.bind(from).bind(end)
        } else {
            sqlx::query(AssertSqlSafe(one.clone())).bind(end)
        };
        match unless_damaged(rows.execute(&mut *connection).await)? {
            Some(rows) => {
                copied += rows.rows_affected();
                some = (2 * some).min(SOME);
            }
            None if some > 1 => {
                some = 1;
                continue;
            }
            // This row does not read.
            None => {}
        }
        match end.checked_add(1) {
            Some(next) => from = next,
            None => return Ok(copied),
        }
    }
}

/// The first number after this one, which does not read, from which on rows read again, or there are none.
async fn beyond(
    connection: &mut SqliteConnection,
    last: &str,
    from: i64,
) -> Result<Option<i64>, sqlx::Error> {
    let mut reads = async |from: i64| {
        let read = sqlx::query_scalar(AssertSqlSafe(last.to_owned()))
            .bind(from)
            .bind(1_i64);
        let read: Result<Option<i64>, _> = read.fetch_one(&mut *connection).await;
        let end = unless_damaged(read)?;
        Ok::<_, sqlx::Error>(end.is_some_and(|end| end.is_none_or(|end| end >= from)))
    };
    // Numbers begin with 1.
    let from = from.max(0);
    let mut step = 1_i64;
    while !reads(from.saturating_add(step)).await? {
        if from.saturating_add(step) == i64::MAX {
            return Ok(None);
        }
        step = step.saturating_mul(2);
    }
    let (mut bad, mut good) = (from.saturating_add(step / 2), from.saturating_add(step));
    while good - bad > 1 {
        let middle = bad + (good - bad) / 2;
        if reads(middle).await? {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Ok(Some(good))
}

/// Copies a table whose rows have keys only: from its beginning up to what does not read, and from its end.
async fn by_key(connection: &mut SqliteConnection, table: &str) -> Result<u64, sqlx::Error> {
    let key: Vec<String> =
        sqlx::query_scalar("select name from pragma_table_info(?) where pk > 0 order by pk")
            .bind(table)
            .fetch_all(&mut *connection)
            .await?;
    let way = Way {
        table,
        key: &key,
        is_back: false,
    };
    let (mut copied, is_whole) = way.copy(connection).await?;
    if !is_whole {
        copied += way.back().copy(connection).await?.0;
    }
    Ok(copied)
}

/// One of the two ways through a table whose rows have keys only. Rows are counted from a key that was met: counted from the
/// first row, each portion would take longer than the one before.
struct Way<'a> {
    table: &'a str,
    /// The columns of its key.
    key: &'a [String],
    is_back: bool,
}

impl Way<'_> {
    /// The other way.
    fn back(&self) -> Self {
        Self {
            is_back: !self.is_back,
            ..*self
        }
    }

    /// Asks for this of so many rows (bound first), so far (bound second) behind the row of a key, or behind the first row.
    fn rows(&self, what: &str, from: Option<&str>) -> String {
        let (side, turn) = if self.is_back {
            ("<=", " desc")
        } else {
            (">=", "")
        };
        let (table, key) = (self.table, self.key.join(", "));
        let from = from.map_or_else(String::new, |from| format!("where ({key}) {side} {from}"));
        let order = self.key.join(&format!("{turn}, "));
        format!("select {what} from damaged.{table} {from} order by {order}{turn} limit ? offset ?")
    }

    /// Copies what reads up to what does not; says how many rows that were, and whether these are all.
    async fn copy(&self, connection: &mut SqliteConnection) -> Result<(u64, bool), sqlx::Error> {
        let (mut copied, mut met) = (0, 0_i64);
        let (mut place, mut past, mut some) = (None::<String>, 0_i64, SOME);
        loop {
            let rows = self.rows("*", place.as_deref());
            let counting = format!("select count(*) from ({rows})");
            let read = sqlx::query_scalar(AssertSqlSafe(counting))
                .bind(some)
                .bind(past);
            let read: Result<i64, _> = read.fetch_one(&mut *connection).await;
            let read = match unless_damaged(read)? {
                Some(0) => return Ok((copied, self.has_no_more(connection, met).await?)),
                Some(read) => read,
                None if some > 1 => {
                    some = 1;
                    continue;
                }
                None => return Ok((copied, false)),
            };
            let copying = format!("insert or ignore into main.{} {rows}", self.table);
            let rows = sqlx::query(AssertSqlSafe(copying)).bind(some).bind(past);
            match unless_damaged(rows.execute(&mut *connection).await)? {
                Some(rows) => {
                    copied += rows.rows_affected();
                    some = (2 * some).min(SOME);
                }
                None if some > 1 => {
                    some = 1;
                    continue;
                }
                // This row does not read.
                None => {}
            }
            met += read;
            past += read;
            if let Some(next) = self.next(connection, place.as_deref(), past).await? {
                (place, past) = (Some(next), 0);
            }
        }
    }

    /// Whether there are no more rows than so many: where keys are out of their order some may not have been met.
    async fn has_no_more(
        &self,
        connection: &mut SqliteConnection,
        met: i64,
    ) -> Result<bool, sqlx::Error> {
        let counting = format!("select count(*) from damaged.{} not indexed", self.table);
        let all = sqlx::query_scalar(AssertSqlSafe(counting));
        let all: Result<i64, _> = all.fetch_one(&mut *connection).await;
        Ok(unless_damaged(all)? == Some(met))
    }

    /// The key of the row so far behind a place, if whoever begins there goes on as from the place itself. Where keys are out of
    /// their order, as on a page that belongs elsewhere, it may lead anywhere: then there is none.
    async fn next(
        &self,
        connection: &mut SqliteConnection,
        place: Option<&str>,
        past: i64,
    ) -> Result<Option<String>, sqlx::Error> {
        let Some(next) = self.key_at(connection, place, past).await? else {
            return Ok(None);
        };
        // Further back than a page reaches: of one whose rows stand elsewhere, too, those before it tell.
        let gone = past.min(SOME);
        let before = self.key_at(connection, place, past - gone).await?;
        let back = self.back().key_at(connection, Some(&next), gone).await?;
        let there = self.key_at(connection, Some(&next), 0).await?;
        if before.is_none() || before != back || there.as_ref() != Some(&next) {
            return Ok(None);
        }
        let is_beyond = match place {
            Some(place) => self.is_beyond(connection, &next, place).await?,
            None => true,
        };
        Ok(is_beyond.then_some(next))
    }

    /// The key of the row so far behind that of another key, or behind the first, as SQL writes it; nothing if there is none, or
    /// it does not read.
    async fn key_at(
        &self,
        connection: &mut SqliteConnection,
        from: Option<&str>,
        past: i64,
    ) -> Result<Option<String>, sqlx::Error> {
        let columns = self.key.iter().map(|column| format!("quote({column})"));
        let columns: Vec<_> = columns.collect();
        let key = format!("'(' || {} || ')'", columns.join(" || ', ' || "));
        let read = sqlx::query_scalar(AssertSqlSafe(self.rows(&key, from)))
            .bind(1_i64)
            .bind(past);
        let read: Result<Option<String>, _> = read.fetch_optional(&mut *connection).await;
        Ok(unless_damaged(read)?.flatten())
    }

    /// Whether a key comes behind a place: nobody goes in a circle.
    async fn is_beyond(
        &self,
        connection: &mut SqliteConnection,
        key: &str,
        place: &str,
    ) -> Result<bool, sqlx::Error> {
        let sign = if self.is_back { '<' } else { '>' };
        let comparing = format!("select ifnull({key} {sign} {place}, false)");
        sqlx::query_scalar(AssertSqlSafe(comparing))
            .fetch_one(&mut *connection)
            .await
    }
}

/// Puts the new file at the place of the damaged one, which is kept beside it; says where.
fn put_in_place(file: &Path, fresh: &Path) -> io::Result<PathBuf> {
    let kept = kept(file)?;
    // Closed by SQLite there is no log any more, unless that could not be copied to its place: then it goes with its file.
    for suffix in ["-wal", "-shm"] {
        match fs::rename(beside(file, suffix), beside(&kept, suffix)) {
            Err(reason) if reason.kind() != ErrorKind::NotFound => return Err(reason),
            _ => {}
        }
    }
    if let Err(reason) = fs::rename(fresh, file) {
        // The damaged file stays, and what stands in its log belongs to it.
        let _ = fs::rename(beside(&kept, "-wal"), beside(file, "-wal"));
        return Err(reason);
    }
    if let Some(folder) = file.parent().filter(|folder| *folder != Path::new("")) {
        // Where a folder cannot be stored by itself the system does it in its own time.
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
    Ok(kept)
}

/// The names that damaged files of a database get.
pub(super) fn kept_names(file: &Path) -> impl Iterator<Item = PathBuf> {
    (1..=KEPT).map(|number| beside(file, &format!(".damaged-{number}")))
}

/// Gives the damaged file a second name.
fn kept(file: &Path) -> io::Result<PathBuf> {
    for kept in kept_names(file) {
        match fs::hard_link(file, &kept) {
            Ok(()) => return Ok(kept),
            Err(reason) if reason.kind() == ErrorKind::AlreadyExists => {}
            Err(reason) => return Err(reason),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use super::*;

    /// About how many hundred instructions SQLite needs for a copy of so many rows.
    async fn effort_of(rows: u64) -> u64 {
        let mut connection = SqliteConnectOptions::new().connect().await.unwrap();
        let columns = "(name text not null, number integer not null, primary key (name, number)) strict, without rowid";
        for sql in [
            "attach database ':memory:' as damaged".to_owned(),
            format!("create table main.kept {columns}"),
            format!("create table damaged.kept {columns}"),
            format!(
                "insert into damaged.kept with recursive numbers (number) as (
                     select 1 union all select number + 1 from numbers where number < {rows}
                 )
                 select 'n' || (number / 3), number from numbers"
            ),
        ] {
            run(&mut connection, sql).await.unwrap();
        }
        let effort = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&effort);
        let mut handle = connection.lock_handle().await.unwrap();
        handle.set_progress_handler(100, move || {
            counted.fetch_add(1, Ordering::Relaxed);
            true
        });
        drop(handle);
        assert_eq!(by_key(&mut connection, "kept").await.unwrap(), rows);
        connection.close().await.unwrap();
        effort.load(Ordering::Relaxed)
    }

    #[tokio::test]
    async fn a_table_with_twice_the_rows_is_copied_in_twice_the_time() {
        let (less, more) = (effort_of(15_000).await, effort_of(30_000).await);
        assert!(2 * more < 5 * less, "{less} and {more}");
    }
}
