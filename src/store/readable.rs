//! Reading what can be read: a row that does not read costs itself and no more.

use futures::{Stream, StreamExt};

use super::Failure;
use super::failure::is_damage;

/// The rows that read, up to a place where nothing does any more. `of` is said in the log.
pub(super) async fn readable<T>(
    of: &'static str,
    mut rows: impl Stream<Item = Result<T, sqlx::Error>> + Unpin,
) -> Result<Vec<T>, Failure> {
    let mut read = Vec::new();
    while let Some(row) = rows.next().await {
        match row {
            Ok(row) => read.push(row),
            Err(error) if is_damage(&error) => {
                tracing::error!(of, "a row cannot be read and is left out");
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok(read)
}
