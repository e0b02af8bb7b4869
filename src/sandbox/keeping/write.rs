//! Reading and writing the file of a world: what changed goes into one transaction, and pictures are bounded.

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};

use super::rows::{Changes, Found, KeptFile, Kind};
use crate::id::Id;

/// So many bytes of pictures and other files of messages are kept at most: the oldest go first, and where one was its
/// message shows its description. Some thousand pictures of a table.
pub(super) const MOST_FILE_BYTES: i64 = 64 * 1024 * 1024;

/// An open file.
pub(crate) struct Book {
    /// None after a write that failed: whether a transaction is still open on that connection is anybody's guess.
    connection: Option<SqliteConnection>,
    /// For another one.
    options: SqliteConnectOptions,
    /// How many bytes its files have together, those that stay left out.
    file_bytes: i64,
    most_file_bytes: i64,
}

impl Book {
    /// Reads everything; nothing was found where nothing was ever written.
    pub(super) async fn read(
        mut connection: SqliteConnection,
        options: SqliteConnectOptions,
    ) -> sqlx::Result<(Self, Option<Found>)> {
        let parts: Vec<(String, String)> = sqlx::query_as("select name, body from part")
            .fetch_all(&mut connection)
            .await?;
        let mut found = Found::default();
        for (name, body) in parts {
            match name.as_str() {
                "frame" => found.frame = body,
                _ => found.commands = body,
            }
        }
        found.things = sqlx::query_as("select kind, id, body from thing")
            .fetch_all(&mut connection)
            .await?;
        found.files = sqlx::query_as("select id, content_type, bytes from file order by id")
            .fetch_all(&mut connection)
            .await?;
        let book = Self {
            file_bytes: bytes_of_files(&mut connection).await?,
            connection: Some(connection),
            options,
            most_file_bytes: MOST_FILE_BYTES,
        };
        let is_new = found.frame.is_empty() && found.things.is_empty();
        Ok((book, (!is_new).then_some(found)))
    }

    /// The same with another bound for files.
    #[cfg(test)]
    pub(super) fn with_most(self, most_file_bytes: i64) -> Self {
        Self {
            most_file_bytes,
            ..self
        }
    }

    /// Closes the file: what lies beside it is put into it.
    pub(super) async fn close(self) -> sqlx::Result<()> {
        match self.connection {
            Some(connection) => connection.close().await,
            None => Ok(()),
        }
    }

    /// Its connection refuses to end the next transactions, as a full disk does.
    #[cfg(test)]
    pub(super) async fn refuses_to_commit(&mut self, mut times: u32) {
        let connection = self.connection.as_mut().expect("nothing has failed");
        let mut handle = connection.lock_handle().await.expect("it is open");
        handle.set_commit_hook(move || {
            let is_refused = times > 0;
            times = times.saturating_sub(1);
            !is_refused
        });
    }

    /// Writes what changed: all of it, or nothing. After a failure the next one is written by another connection.
    pub(super) async fn write(&mut self, changes: &Changes) -> sqlx::Result<()> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => {
                let mut connection = self.options.connect().await?;
                // What failed may stand there all the same.
                self.file_bytes = bytes_of_files(&mut connection).await?;
                connection
            }
        };
        match self.write_by(&mut connection, changes).await {
            Ok(bytes) => {
                self.connection = Some(connection);
                self.file_bytes = bytes;
                Ok(())
            }
            Err(failure) => {
                // Before another one is opened: it has the file for itself alone. What failed is told, not this.
                let _ = connection.close().await;
                Err(failure)
            }
        }
    }

    /// Writes by this connection; how many bytes the files have then.
    async fn write_by(
        &self,
        connection: &mut SqliteConnection,
        changes: &Changes,
    ) -> sqlx::Result<i64> {
        let mut writing = connection.begin().await?;
        let parts = [("frame", &changes.frame), ("commands", &changes.commands)];
        for (name, body) in parts {
            if let Some(body) = body {
                sqlx::query("insert or replace into part (name, body) values (?, ?)")
                    .bind(name)
                    .bind(body)
                    .execute(&mut *writing)
                    .await?;
            }
        }
        for (kind, id, body) in &changes.things {
            put_thing(&mut writing, *kind, *id, body.as_deref()).await?;
        }
        sqlx::query("delete from thing where kind = ? and id < ?")
            .bind(Kind::Interaction as i64)
            .bind(changes.dead_before.number())
            .execute(&mut *writing)
            .await?;
        let mut bytes = self.file_bytes;
        for (id, file) in &changes.files {
            bytes += put_file(&mut writing, *id, file.as_ref()).await?;
        }
        while bytes > self.most_file_bytes {
            match forget_oldest(&mut writing).await? {
                Some(gone) => bytes -= gone,
                None => break,
            }
        }
        writing.commit().await?;
        Ok(bytes)
    }
}

/// How many bytes files have together, those that stay left out.
async fn bytes_of_files(connection: &mut SqliteConnection) -> sqlx::Result<i64> {
    sqlx::query_scalar("select coalesce(sum(length(bytes)), 0) from file where not lasts")
        .fetch_one(connection)
        .await
}

async fn put_thing(
    writing: &mut SqliteConnection,
    kind: Kind,
    id: Id,
    body: Option<&str>,
) -> sqlx::Result<()> {
    let query = match body {
        Some(body) => sqlx::query("insert or replace into thing (kind, id, body) values (?, ?, ?)")
            .bind(kind as i64)
            .bind(id.number())
            .bind(body),
        None => sqlx::query("delete from thing where kind = ? and id = ?")
            .bind(kind as i64)
            .bind(id.number()),
    };
    query.execute(writing).await.map(drop)
}

/// Puts a file in or takes it out; by how many bytes the files that do not stay have grown.
async fn put_file(
    writing: &mut SqliteConnection,
    id: Id,
    file: Option<&KeptFile>,
) -> sqlx::Result<i64> {
    let gone = "delete from file where id = ? returning iif(lasts, 0, length(bytes))";
    let gone: Option<i64> = sqlx::query_scalar(gone)
        .bind(id.number())
        .fetch_optional(&mut *writing)
        .await?;
    let mut grown = -gone.unwrap_or(0);
    if let Some(file) = file {
        sqlx::query("insert into file (id, content_type, lasts, bytes) values (?, ?, ?, ?)")
            .bind(id.number())
            .bind(&file.content_type)
            .bind(file.lasts)
            .bind(file.bytes.as_ref())
            .execute(writing)
            .await?;
        if !file.lasts {
            grown += i64::try_from(file.bytes.len()).unwrap_or(i64::MAX);
        }
    }
    Ok(grown)
}

/// Takes the oldest file out that does not stay; how many bytes it had.
async fn forget_oldest(writing: &mut SqliteConnection) -> sqlx::Result<Option<i64>> {
    let oldest = "delete from file where id = (select min(id) from file where not lasts) returning length(bytes)";
    sqlx::query_scalar(oldest).fetch_optional(writing).await
}
