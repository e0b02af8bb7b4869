//! A look into a database that a running process holds, for whoever judges that process: nothing is written.

use std::path::Path;

use sqlx::ConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use super::Failure;
use super::failure::while_opening;
use super::open::for_sqlite;

/// What a database tells of the bot that keeps it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Audit {
    /// How many presses had more than one effect.
    pub presses_in_two_steps: u64,
    /// How many sessions were opened at the gateway lately.
    pub identifies: usize,
}

/// Looks into the database at this path.
pub async fn audit(path: &Path) -> Result<Audit, Failure> {
    let options = SqliteConnectOptions::new()
        .filename(for_sqlite(path))
        .read_only(true)
        .disable_statement_logging();
    let connected = options.connect().await;
    let mut connection = connected.map_err(|error| while_opening(path.to_owned(), error))?;
    let twice = sqlx::query_scalar!(
        "select count(*) from (select press from steps where press is not null
         group by press having count(*) > 1)"
    )
    .fetch_one(&mut connection)
    .await?;
    let identifies = sqlx::query_scalar!("select count(*) from identifies")
        .fetch_one(&mut connection)
        .await?;
    Ok(Audit {
        presses_in_two_steps: twice.unsigned_abs(),
        identifies: usize::try_from(identifies).unwrap_or_default(),
    })
}
