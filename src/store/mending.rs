//! The list of migrations is ours to know: where damage has changed it, it is written anew, so that no flipped bit in it keeps
//! the bot from starting.

use sqlx::SqliteConnection;
use sqlx::migrate::Migrator;

use super::Failure;

/// The list as its rows stand, and as its index leads to them.
const IN_PLACE: &str =
    "select version, success, checksum from _sqlx_migrations not indexed order by version";
const BY_INDEX: &str = "select version, success, checksum from _sqlx_migrations
     indexed by sqlite_autoindex__sqlx_migrations_1 order by version";

/// A migration as the list has it.
#[derive(PartialEq, Eq)]
struct Listed {
    version: i64,
    success: bool,
    checksum: Vec<u8>,
}

/// Mends the list of a database in which all migrations that stand there are known, or as many as there are.
pub(super) async fn mend_list(
    connection: &mut SqliteConnection,
    ours: &Migrator,
) -> Result<(), Failure> {
    let Some(listed) = listed(connection, IN_PLACE).await else {
        return Ok(());
    };
    let is_known = |version: i64| ours.iter().any(|one| one.version == version);
    let unknown = listed.iter().filter(|one| !is_known(one.version)).count();
    let missing = ours.iter().count() + unknown - listed.len();
    // Where all of ours are there and others beside them, a newer version wrote them.
    if unknown > 0 && missing != unknown {
        return Ok(());
    }
    let is_right = |one: &Listed| {
        let same = ours.iter().find(|own| own.version == one.version);
        same.is_some_and(|own| one.success && *own.checksum == one.checksum)
    };
    if listed.iter().all(is_right) {
        return mend_index(connection, &listed).await;
    }
    tracing::error!("the list of migrations is damaged and is written anew");
    for one in listed.iter().filter(|one| !is_known(one.version)) {
        let gone = sqlx::query("delete from _sqlx_migrations where version = ?").bind(one.version);
        gone.execute(&mut *connection).await?;
    }
    for own in ours.iter() {
        let is_listed = listed.iter().any(|one| one.version == own.version);
        if unknown > 0 || is_listed {
            write(connection, own).await?;
        }
    }
    Ok(())
}

/// Makes the index of a list anew that is right by itself, if that disagrees: whoever looks for versions finds them there, and one
/// that is wrong tells of what a newer version would have written. Of rows that are wrong it is the index that may be right.
async fn mend_index(connection: &mut SqliteConnection, right: &[Listed]) -> Result<(), Failure> {
    if listed(connection, BY_INDEX).await.as_deref() != Some(right) {
        tracing::error!("the index of the list of migrations is damaged and is made anew");
        let anew = sqlx::query("reindex _sqlx_migrations");
        anew.execute(connection).await?;
    }
    Ok(())
}

/// The list in the order of its versions; nothing if there is none, or it does not read.
async fn listed(connection: &mut SqliteConnection, by: &'static str) -> Option<Vec<Listed>> {
    let rows = sqlx::query_as(by).fetch_all(connection).await;
    let rows: Vec<(i64, bool, Vec<u8>)> = rows.ok()?;
    let listed = rows.into_iter().map(|(version, success, checksum)| Listed {
        version,
        success,
        checksum,
    });
    Some(listed.collect())
}

async fn write(
    connection: &mut SqliteConnection,
    own: &sqlx::migrate::Migration,
) -> Result<(), Failure> {
    sqlx::query(
        "insert into _sqlx_migrations (version, description, success, checksum, execution_time)
         values (?, ?, true, ?, 0)
         on conflict (version) do update set success = true, checksum = excluded.checksum",
    )
    .bind(own.version)
    .bind(own.description.to_string())
    .bind(own.checksum.to_vec())
    .execute(connection)
    .await?;
    Ok(())
}
