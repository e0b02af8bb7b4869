//! When the bot opened sessions at the gateway. Discord takes a token away that does it a thousand times in a day,
//! so the count has to outlive the process.

use sqlx::SqliteConnection;

use super::id::Moment;
use super::writer::Work;
use super::{Failure, NotWritten, Store};

/// One opened session on its way to the disk.
#[derive(Clone, Copy)]
pub(super) struct Identify {
    application: i64,
    at: Moment,
    /// Nobody asks for what was before this.
    kept_from: Moment,
}

impl Store {
    /// When sessions of this application were opened since that moment, oldest first.
    pub async fn identifies(
        &self,
        application: u64,
        since: Moment,
    ) -> Result<Vec<Moment>, Failure> {
        let (application, since) = (application.cast_signed(), since.to_row());
        let rows = sqlx::query_scalar!(
            "select at from identifies where application = ? and at >= ? order by at",
            application,
            since
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(rows.into_iter().map(Moment::from_row).collect())
    }

    /// Notes that a session of this application is about to be opened, and forgets what was before `kept_from`.
    pub async fn note_identify(
        &self,
        application: u64,
        at: Moment,
        kept_from: Moment,
    ) -> Result<(), NotWritten> {
        let identify = Identify {
            application: application.cast_signed(),
            at,
            kept_from,
        };
        self.write(Work::Identify(identify)).await.map(drop)
    }
}

pub(super) async fn write(
    connection: &mut SqliteConnection,
    identify: &Identify,
) -> Result<(), sqlx::Error> {
    let (application, at, kept_from) = (
        identify.application,
        identify.at.to_row(),
        identify.kept_from.to_row(),
    );
    sqlx::query!("delete from identifies where at < ?", kept_from)
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "insert into identifies (application, at) values (?, ?)",
        application,
        at
    )
    .execute(connection)
    .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::store::tests::Folder;

    #[tokio::test]
    async fn sessions_are_counted_for_each_application_and_across_restarts() {
        let folder = Folder::new();
        let at = |s: u64| Moment::from_unix_ms(1_000_000 + s * 1000);
        let store = Store::open(&folder.file()).await.expect("a database");
        for (application, s) in [(7, 1), (7, 3), (8, 2)] {
            let noted = store.note_identify(application, at(s), at(0)).await;
            assert_eq!(noted, Ok(()));
        }
        store.close().await;

        let store = Store::open(&folder.file()).await.expect("a database");
        let counted = store.identifies(7, at(0)).await.expect("readable");
        assert_eq!(counted, [at(1), at(3)]);
        let later = at(3).plus(Duration::from_secs(9));
        assert_eq!(store.note_identify(7, later, at(3)).await, Ok(()));
        let counted = store.identifies(7, at(0)).await.expect("readable");
        assert_eq!(counted, [at(3), later]);
        store.close().await;
    }
}
