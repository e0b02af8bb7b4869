//! How large a database is, and giving room that nothing needs any more back to the disk.

use std::path::Path;

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use super::failure::while_opening;
use super::open::for_sqlite;
use super::wal::log_of;
use super::writer::Work;
use super::{BUSY, Failure, Store};

impl Store {
    /// How many bytes the database has on the disk, with what is not copied to its place yet.
    pub fn bytes(&self) -> u64 {
        let of = |path: &Path| std::fs::metadata(path).map_or(0, |about| about.len());
        of(&self.0.file) + of(&log_of(&self.0.file))
    }

    /// Gives free room back: the database is written anew, which nobody should have to wait for. Killed meanwhile it is as it
    /// was. SQLite writes it among its temporary files first (`TMPDIR`), and all of that into the log then: each takes as much
    /// room as what is left of the database.
    ///
    /// # Errors
    /// Where there is not that room; then it is as it was.
    pub async fn shrink(&self) -> Result<(), Failure> {
        let options = SqliteConnectOptions::new()
            .filename(for_sqlite(&self.0.file))
            .busy_timeout(BUSY)
            .disable_statement_logging();
        let connected = options.connect().await;
        let mut connection =
            connected.map_err(|error| while_opening(self.0.file.clone(), error))?;
        // What is not copied to its place yet would take room beside all of that.
        let home = "pragma wal_checkpoint(truncate)";
        for statement in [home, "vacuum", home] {
            sqlx::query(statement).execute(&mut connection).await?;
        }
        connection.close().await?;
        // Refused, it will be said when the database is closed, or written to next.
        let _ = self.write(Work::Shrunk).await;
        Ok(())
    }
}
