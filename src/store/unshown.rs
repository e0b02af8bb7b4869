//! The tables that are over and whose end could not be shown. One process tries that for as long as it lives; that it has not
//! succeeded has to outlive it.

use sqlx::SqliteConnection;

use super::id::{Moment, TableId};
use super::readable::readable;
use super::writer::Work;
use super::{Failure, NotWritten, Store};

/// A table that is over, and of which it was written down that its end is not shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnshownEnd {
    /// Which table.
    pub table: TableId,
    /// Whether it has ended since the moment that was asked for, and its journal is there.
    pub is_kept: bool,
}

/// What is to be written down of such tables.
#[derive(Clone, Default)]
pub(super) struct Noted {
    unshown: Vec<TableId>,
    shown: Vec<TableId>,
}

impl Store {
    /// Every table whose end is not shown, as far as was written down, and which of them ended since that moment.
    pub async fn unshown_ends(&self, since: Moment) -> Result<Vec<UnshownEnd>, Failure> {
        let since = since.to_row();
        let rows = sqlx::query!(
            r#"select table_id,
                      exists (select 1 from tables where id = table_id and ended_at >= ?
                              and (journal is null or journal = 'packed')) as "is_kept!: bool"
               from unshown order by table_id"#,
            since
        );
        let rows = readable("unshown", rows.fetch(&self.0.readers)).await?;
        let ends = rows.into_iter().filter_map(|row| {
            Some(UnshownEnd {
                table: row.table_id.parse().ok()?,
                is_kept: row.is_kept,
            })
        });
        Ok(ends.collect())
    }

    /// Notes whose ends are not shown yet, and whose are, or never will be.
    pub async fn note_ends(
        &self,
        unshown: Vec<TableId>,
        shown: Vec<TableId>,
    ) -> Result<(), NotWritten> {
        self.write(Work::Unshown(Noted { unshown, shown }))
            .await
            .map(drop)
    }
}

pub(super) async fn write(
    connection: &mut SqliteConnection,
    noted: &Noted,
) -> Result<(), sqlx::Error> {
    for table in &noted.unshown {
        let table = table.as_str();
        sqlx::query!(
            "insert into unshown (table_id) values (?) on conflict (table_id) do nothing",
            table
        )
        .execute(&mut *connection)
        .await?;
    }
    for table in &noted.shown {
        let table = table.as_str();
        sqlx::query!("delete from unshown where table_id = ?", table)
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
    async fn what_is_noted_of_an_end_stays_until_it_is_shown_also_in_a_database_made_anew() {
        let folder = Folder::new();
        let [one, other] = ["aaaaaaaa", "bbbbbbbb"].map(|id| id.parse::<TableId>().expect("an id"));
        let no_such_table = |table: &TableId| UnshownEnd {
            table: table.clone(),
            is_kept: false,
        };
        let beginning = Moment::from_unix_ms(0);
        let store = Store::open(&folder.file()).await.expect("a database");
        for unshown in [vec![other.clone(), one.clone()], vec![one.clone()]] {
            assert_eq!(store.note_ends(unshown, Vec::new()).await, Ok(()));
        }
        store.close().await;

        let anew = Store::open_anew(&folder.file()).await;
        let store = anew.expect("a database");
        let noted = async || store.unshown_ends(beginning).await.expect("readable");
        assert_eq!(noted().await, [&one, &other].map(no_such_table));
        assert_eq!(store.note_ends(Vec::new(), vec![one]).await, Ok(()));
        assert_eq!(noted().await, [no_such_table(&other)]);
        store.close().await;
    }
}
