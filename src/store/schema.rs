//! The schema is ours to know, too: where damage has changed some signs of it, they are written anew, so that no flipped bit in it
//! keeps the bot from starting.

use std::path::Path;

use sqlx::migrate::Migrator;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection, SqliteConnection};
use tokio::sync::OnceCell;

use super::Failure;
use super::open::for_sqlite;

/// More than so many signs of an entry are not changed by damage that can be mended, but by somebody.
const MOST_SIGNS: usize = 8;

/// An entry: what it is, its name, its table's name, and what made it. As bytes, for they may be no text any more.
type Entry = (Vec<u8>, Vec<u8>, Vec<u8>, Vec<u8>);

/// An entry and its place, as it is read.
type Row = (i64, Vec<u8>, Vec<u8>, Vec<u8>, Vec<u8>);

async fn entries(connection: &mut SqliteConnection) -> Result<Vec<(i64, Entry)>, sqlx::Error> {
    let rows: Vec<Row> = sqlx::query_as(
        "select rowid, cast(type as blob), cast(name as blob), cast(tbl_name as blob), cast(ifnull(sql, '') as blob)
         from sqlite_schema",
    )
    .fetch_all(connection)
    .await?;
    let entries = rows.into_iter();
    Ok(entries
        .map(|(place, kind, name, of, sql)| (place, (kind, name, of, sql)))
        .collect())
}

/// The schema that the migrations make, made once.
async fn wanted(ours: &Migrator) -> Result<&'static Vec<Entry>, Failure> {
    static WANTED: OnceCell<Vec<Entry>> = OnceCell::const_new();
    let make = async || {
        let options = SqliteConnectOptions::new().disable_statement_logging();
        let mut empty = options.connect().await?;
        ours.run(&mut empty)
            .await
            .map_err(|error| sqlx::Error::Migrate(Box::new(error)))?;
        let entries = entries(&mut empty).await?;
        Ok(entries.into_iter().map(|(_, entry)| entry).collect())
    };
    WANTED.get_or_try_init(make).await
}

/// Whether an entry is another one of which some signs are changed.
fn is_damaged(there: &Entry, wanted: &Entry) -> bool {
    let parts = [
        (&there.0, &wanted.0),
        (&there.1, &wanted.1),
        (&there.2, &wanted.2),
        (&there.3, &wanted.3),
    ];
    let is_long = parts
        .iter()
        .all(|(there, wanted)| there.len() == wanted.len());
    let changed = parts
        .iter()
        .flat_map(|(there, wanted)| there.iter().zip(wanted.iter()))
        .filter(|(there, wanted)| there != wanted)
        .count();
    is_long && (1..=MOST_SIGNS).contains(&changed)
}

/// The entries that are damaged, by their place, and what they should be.
fn to_mend<'a>(there: &[(i64, Entry)], wanted: &'a [Entry]) -> Vec<(i64, &'a Entry)> {
    let is_right = |entry: &Entry| wanted.contains(entry);
    let damaged = there.iter().filter(|(_, entry)| !is_right(entry));
    let mended = damaged.filter_map(|(place, entry)| {
        let meant = wanted.iter().find(|wanted| is_damaged(entry, wanted))?;
        Some((*place, meant))
    });
    mended.collect()
}

/// Whether the schema is right, as far as it can be mended.
pub(super) async fn is_right(
    connection: &mut SqliteConnection,
    ours: &Migrator,
) -> Result<bool, Failure> {
    let there = entries(connection).await?;
    Ok(to_mend(&there, wanted(ours).await?).is_empty())
}

/// Mends the schema of a database that all migrations have made; says whether there was something to mend.
pub(super) async fn mend_schema(path: &Path, ours: &Migrator) -> Result<bool, Failure> {
    let options = SqliteConnectOptions::new()
        .filename(for_sqlite(path))
        .pragma("writable_schema", "on")
        .disable_statement_logging();
    let mut connection = options.connect().await?;
    let mended = mend(&mut connection, ours).await;
    connection.close().await?;
    mended
}

async fn mend(connection: &mut SqliteConnection, ours: &Migrator) -> Result<bool, Failure> {
    let there = entries(connection).await?;
    let damaged = to_mend(&there, wanted(ours).await?);
    for (place, (kind, name, of, sql)) in &damaged {
        let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        sqlx::query("update sqlite_schema set type = ?, name = ?, tbl_name = ?, sql = nullif(?, '') where rowid = ?")
            .bind(text(kind))
            .bind(text(name))
            .bind(text(of))
            .bind(text(sql))
            .bind(*place)
            .execute(&mut *connection)
            .await?;
        tracing::error!(
            entry = text(name),
            "the schema of the database was damaged and is mended"
        );
    }
    Ok(!damaged.is_empty())
}
