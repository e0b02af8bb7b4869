//! Telling places anew that an update has told by house rules that were changed since: how far that is, and what is written.

use sqlx::SqliteConnection;

use super::id::TableId;
use super::results::KeptResult;
use super::writer::{Work, Written};
use super::{Failure, NotWritten, Store};

/// What is told anew of places that an older version or an update has told.
pub(super) enum Placing {
    /// These results of a table.
    Of(TableId, Vec<KeptResult>),
    /// Every table up to this one was looked at.
    UpTo(String),
    /// All are told.
    Done,
}

pub(super) async fn write(
    connection: &mut SqliteConnection,
    placing: &Placing,
) -> Result<(), sqlx::Error> {
    match placing {
        Placing::Of(table, results) => write_places(connection, table, results).await,
        Placing::UpTo(last) => {
            let noted = sqlx::query!(
                "insert into placing (id, after) values (1, ?)
                 on conflict (id) do update set after = excluded.after",
                last
            );
            noted.execute(connection).await.map(drop)
        }
        Placing::Done => {
            let done = sqlx::query!("insert or ignore into placed (id) values (1)");
            done.execute(&mut *connection).await?;
            let noted = sqlx::query!("delete from placing");
            noted.execute(connection).await.map(drop)
        }
    }
}

async fn write_places(
    connection: &mut SqliteConnection,
    table: &TableId,
    results: &[KeptResult],
) -> Result<(), sqlx::Error> {
    let table = table.as_str();
    for result in results {
        sqlx::query!(
            "update results set place = ?, sides = ? where table_id = ? and seat = ? and person = ?",
            result.place,
            result.sides,
            table,
            result.seat,
            result.person
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Some tables in the order of their ids.
pub struct Lot {
    /// Those with results of which house rules may have been changed since they were opened.
    pub tables: Vec<TableId>,
    /// The last of all that were looked up, whatever it is called; `None` if there are no more.
    pub last: Option<String>,
    /// How many were looked up.
    pub count: usize,
}

impl Store {
    /// Whether all places are those of the journals: an update may have told them by house rules that were changed since.
    pub async fn are_places_told(&self) -> Result<bool, Failure> {
        let told = sqlx::query_scalar!("select id from placed where id = 1");
        Ok(told.fetch_optional(&self.0.readers).await?.is_some())
    }

    /// Up to which table all were looked at; nothing before the first.
    pub async fn placed_up_to(&self) -> Result<String, Failure> {
        let after = sqlx::query_scalar!("select after from placing where id = 1");
        let after = after.fetch_optional(&self.0.readers).await?;
        Ok(after.unwrap_or_default())
    }

    /// The next tables after that one, so many at the most.
    pub async fn lot_to_place(&self, after: &str, most: u32) -> Result<Lot, Failure> {
        let rows = sqlx::query!(
            r#"select id, (journal is null or journal = 'packed')
                      and exists (select 1 from results where table_id = tables.id and seats > 2) as "is_meant!: bool"
               from tables where id > ? order by id limit ?"#,
            after,
            most
        )
        .fetch_all(&self.0.readers)
        .await?;
        let meant = rows.iter().filter(|row| row.is_meant);
        Ok(Lot {
            // One whose name does not read is damaged, and noticed elsewhere.
            tables: meant.filter_map(|row| row.id.parse().ok()).collect(),
            count: rows.len(),
            last: rows.into_iter().next_back().map(|row| row.id),
        })
    }

    /// Tells the places of these results anew.
    pub async fn tell_places(
        &self,
        table: TableId,
        results: Vec<KeptResult>,
    ) -> Result<Written, NotWritten> {
        self.write(Work::Placing(Placing::Of(table, results))).await
    }

    /// A start from now on goes on after this table.
    pub async fn note_placed_up_to(&self, last: String) -> Result<Written, NotWritten> {
        self.write(Work::Placing(Placing::UpTo(last))).await
    }

    /// From now on all of them are told.
    pub async fn places_are_told(&self) -> Result<Written, NotWritten> {
        self.write(Work::Placing(Placing::Done)).await
    }
}
