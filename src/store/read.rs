//! A database that is only read: the process that plays with it may go on.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};
use sqlx::{ConnectOptions, Connection, SqliteConnection, SqlitePool};
use tokio::sync::{OnceCell, Semaphore, mpsc, watch};

use super::backup::vacuum;
use super::chaining::{chain_old, is_chained};
use super::elsewhere::{Patience, Seen, reading};
use super::failure::while_opening;
use super::lists::LISTS;
use super::open::{check_head, check_ours, followed, for_sqlite, migrate};
use super::wal::is_log_sound;
use super::writer::Ending;
use super::{BackupFailure, Failure, Inner, Store, private};

/// A database of our own for a while.
pub(super) struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        for ending in ["", "-wal", "-shm", "-journal"] {
            let mut path = self.0.clone().into_os_string();
            path.push(ending);
            // What is left over in the temporary folder is private, and harms nobody.
            let _ = std::fs::remove_file(path);
        }
    }
}

impl Store {
    /// Opens a database for reading only; every write is refused. One of an older version is brought to the present
    /// format in a copy. Whatever is asked, all answers are of one moment: a process may play with it meanwhile, if it is seen
    /// to write there.
    pub async fn read(path: &Path) -> Result<Self, Failure> {
        Self::read_with(path, Patience::USUAL).await
    }

    /// [`Store::read`] with another patience for the process that runs the database.
    pub(super) async fn read_with(path: &Path, patience: Patience) -> Result<Self, Failure> {
        check_head(path)?;
        let mut seen = Seen::at(path, patience).await?;
        let how = seen.how.clone();
        let opened = opened(&mut seen.connection, path, how).await;
        let stayed = seen.must_have_stayed();
        seen.close().await;
        stayed?;
        let (readers, scratch) = opened?;
        let (jobs, _) = mpsc::channel(1);
        Ok(Self(Arc::new(Inner {
            file: path.to_owned(),
            readers,
            lists: Semaphore::new(LISTS),
            said: OnceCell::new(),
            jobs,
            bad_page: watch::channel(false).0,
            log_gone: watch::channel(false).0,
            let_go: watch::channel(Ending::default()).0,
            lock: None,
            _scratch: scratch,
        })))
    }

    /// What SQLite finds wrong with the file, in its words; nothing of what is in it.
    pub async fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !is_log_sound(&followed(&self.0.file)) {
            faults
                .push("what was stored last is in the log beside it, which is damaged".to_owned());
        }
        match sqlx::query_scalar::<_, String>("pragma integrity_check")
            .fetch_all(&self.0.readers)
            .await
        {
            Ok(found) => faults.extend(found.into_iter().filter(|line| line != "ok")),
            Err(error) => faults.push(error.to_string()),
        }
        match sqlx::query_scalar::<_, String>("select \"table\" from pragma_foreign_key_check")
            .fetch_all(&self.0.readers)
            .await
        {
            Ok(found) => faults.extend(
                found
                    .into_iter()
                    .map(|table| format!("a row of {table} belongs to nothing")),
            ),
            Err(error) => faults.push(error.to_string()),
        }
        match self.lost_steps().await {
            Ok(0) => {}
            Ok(_) => faults.push("a row of steps follows nothing".to_owned()),
            Err(error) => faults.push(error.to_string()),
        }
        faults
    }

    /// How many steps are in no journal, for what they follow is not there.
    async fn lost_steps(&self) -> Result<i64, sqlx::Error> {
        sqlx::query_scalar!(
            "select count(*) from steps
             where follows is not null and not exists (select 1 from steps as last where last.id = steps.follows)"
        )
        .fetch_one(&self.0.readers)
        .await
    }
}

/// One connection to it, or to a copy in the present format.
async fn opened(
    connection: &mut SqliteConnection,
    path: &Path,
    how: SqliteConnectOptions,
) -> Result<(SqlitePool, Option<Scratch>), Failure> {
    check_ours(connection, path).await?;
    let scratch = match age(connection, path).await? {
        Age::Present => None,
        Age::Older => Some(present_copy(connection, path).await?),
    };
    let how = scratch.as_ref().map_or(how, |copy| reading(&copy.0));
    let readers = SqlitePoolOptions::new()
        .max_connections(1)
        // A moment does not grow old: it lasts as long as the connection.
        .max_lifetime(None)
        .idle_timeout(None)
        .after_connect(|connection, _| {
            let begun = sqlx::query("begin").execute(connection);
            Box::pin(async move { begun.await.map(drop) })
        })
        .connect_lazy_with(how);
    // Its moment is now. What is wrong with the answer is told by those who ask for more.
    let first = sqlx::query("select count(*) from sqlite_schema");
    let _ = first.execute(&readers).await;
    Ok((readers, scratch))
}

/// How a database stands to this version.
enum Age {
    Older,
    Present,
}

async fn age(connection: &mut SqliteConnection, path: &Path) -> Result<Age, Failure> {
    let applied: Vec<i64> = sqlx::query_scalar("select version from _sqlx_migrations")
        .fetch_all(&mut *connection)
        .await
        .map_err(|error| while_opening(path.to_owned(), error))?;
    let ours: Vec<i64> = sqlx::migrate!().iter().map(|one| one.version).collect();
    if applied.iter().any(|version| !ours.contains(version)) {
        return Err(Failure::Newer {
            path: path.to_owned(),
        });
    }
    if applied.len() < ours.len() {
        return Ok(Age::Older);
    }
    match is_chained(connection).await {
        Ok(false) => Ok(Age::Older),
        Ok(true) => Ok(Age::Present),
        Err(failure) if failure.is_damage() => Ok(Age::Present),
        Err(failure) => Err(failure),
    }
}

/// A copy in the present format.
async fn present_copy(connection: &mut SqliteConnection, path: &Path) -> Result<Scratch, Failure> {
    let name = format!("istaka-check-{:016x}.db", rand::random::<u64>());
    let copy = Scratch(std::env::temp_dir().join(name));
    let cannot_create = |reason| Failure::CannotCreate {
        path: copy.0.clone(),
        reason,
    };
    let made = private().create_new(true).open(&copy.0);
    made.map_err(cannot_create)?;
    vacuum(connection, path, &copy.0)
        .await
        .map_err(|failure| match failure {
            BackupFailure::Database(failure) => failure,
            failure => cannot_create(std::io::Error::other(failure.to_string())),
        })?;
    let options = SqliteConnectOptions::new()
        .filename(for_sqlite(&copy.0))
        .disable_statement_logging();
    let connected = options.connect().await;
    let mut connection = connected.map_err(|error| while_opening(copy.0.clone(), error))?;
    migrate(&mut connection, &copy.0).await?;
    chain_old(&mut connection).await?;
    connection.close().await?;
    Ok(copy)
}
