//! The file of a database was deleted while it is open: what can still be read of it is copied beside its place.

use std::fs::{Metadata, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use sqlx::SqliteConnection;

use super::backup::{BackupFailure, Draft, not_written, vacuum};
use super::beside::beside;
use super::changed::{Marks, holds};
use super::elsewhere::reading;
use super::log::belongs_as;

/// So many more copies are kept beside the first one: what somebody left there is of another day, and may be all there is of it.
const MORE: usize = 9;

/// Copies what this connection reads, with what stands in the log; says where. The copy belongs to whom the deleted file did.
///
/// # Errors
///
/// There are ten copies already, which stay; there is no room; or what was written last is not in it.
pub(super) async fn copy(
    connection: &mut SqliteConnection,
    file: &Path,
    former: &Metadata,
    marks: Marks,
) -> Result<PathBuf, BackupFailure> {
    let whole = free_name(file);
    let draft = Draft::new(&whole)?;
    vacuum(connection, file, &draft.part).await?;
    let failed = |reason| not_written(&whole, reason);
    let is_it = holds(reading(&draft.part).immutable(true), marks, false).await;
    if !is_it.map_err(|error| failed(io::Error::other(error)))? {
        return Err(failed(io::Error::other("another file is open")));
    }
    let given = || {
        let copy = OpenOptions::new().write(true).open(&draft.part)?;
        copy.set_permissions(former.permissions())?;
        belongs_as(former, &copy);
        Ok(())
    };
    given().map_err(failed)?;
    draft.keep().map_err(failed)?;
    Ok(whole)
}

/// The first name that is free; of none, the first of all, which is then said to be there already.
fn free_name(file: &Path) -> PathBuf {
    let first = beside(file, ".rescued");
    let more = (1..=MORE).map(|number| beside(file, &format!(".rescued-{number}")));
    let mut names = std::iter::once(first.clone()).chain(more);
    names.find(|name| !name.exists()).unwrap_or(first)
}
