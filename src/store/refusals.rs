//! What Discord refused lately. It bans a host of which it refuses too much, whichever process asked, so the count has to
//! outlive the process.

use sqlx::SqliteConnection;

use super::id::Moment;
use super::writer::Work;
use super::{Failure, NotWritten, Store};

/// So many requests that were refused about the same time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The last of them.
    pub at: Moment,
    /// How many.
    pub many: u32,
}

impl Store {
    /// What was refused since that moment, oldest first; what stands there with a later moment than now is told as well.
    pub async fn refused(&self, since: Moment) -> Result<Vec<Refused>, Failure> {
        let since = since.to_row();
        let rows = sqlx::query!(
            "select at, many from refusals where at > ? order by at",
            since
        )
        .fetch_all(&self.0.readers)
        .await?;
        let refused = rows.into_iter().map(|row| Refused {
            at: Moment::from_row(row.at),
            many: u32::try_from(row.many).unwrap_or(0),
        });
        Ok(refused.collect())
    }

    /// Notes what was refused lately, in place of whatever was noted before.
    pub async fn note_refused(&self, refused: Vec<Refused>) -> Result<(), NotWritten> {
        self.write(Work::Refused(refused)).await.map(drop)
    }
}

pub(super) async fn write(
    connection: &mut SqliteConnection,
    refused: &[Refused],
) -> Result<(), sqlx::Error> {
    sqlx::query!("delete from refusals")
        .execute(&mut *connection)
        .await?;
    for Refused { at, many } in refused {
        let (at, many) = (at.to_row(), i64::from(*many));
        sqlx::query!("insert into refusals (at, many) values (?, ?)", at, many)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::tests::Folder;

    #[tokio::test]
    async fn what_was_refused_is_known_after_a_restart_and_written_anew_as_a_whole() {
        let folder = Folder::new();
        let refused = |s: u64, many| Refused {
            at: Moment::from_unix_ms(1_000_000 + s * 1000),
            many,
        };
        let store = Store::open(&folder.file()).await.expect("a database");
        let before = vec![refused(1, 7), refused(12, 900), refused(23, 1)];
        assert_eq!(store.note_refused(before.clone()).await, Ok(()));
        store.close().await;

        let store = Store::open(&folder.file()).await.expect("a database");
        let since = |s| store.refused(refused(s, 0).at);
        assert_eq!(since(0).await.expect("readable"), before);
        assert_eq!(since(1).await.expect("readable"), before[1..]);
        let after = vec![refused(23, 2)];
        assert_eq!(store.note_refused(after.clone()).await, Ok(()));
        assert_eq!(since(0).await.expect("readable"), after);
        assert_eq!(store.note_refused(Vec::new()).await, Ok(()));
        assert_eq!(since(0).await.expect("readable"), []);
        store.close().await;
    }
}
