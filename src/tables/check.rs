//! Whether all journals of a store replay: a look from outside, at a database that no hall has opened.

use super::restore::restore;
use super::{Moment, TableId};
use crate::store::{Failure, Store};

/// What was found in all journals.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// How many tables there are.
    pub tables: usize,
    /// How many steps they have.
    pub steps: usize,
    /// What does not replay, in words without anything of a game.
    pub faults: Vec<String>,
}

/// Replays the journal of every table, live or over.
pub async fn check(store: &Store) -> Result<Checked, Failure> {
    let mut checked = Checked::default();
    let mut tables = store.live_tables().await?;
    let beginning = Moment::from_unix_ms(0);
    tables.extend(store.tables_ended_since(beginning, beginning).await?);
    for id in &tables {
        checked.tables += 1;
        match replay(store, id).await {
            Ok(steps) => checked.steps += steps,
            Err(fault) => checked.faults.push(format!("table {id}: {fault}")),
        }
    }
    Ok(checked)
}

async fn replay(store: &Store, id: &TableId) -> Result<usize, String> {
    let stored = store
        .load(id)
        .await
        .map_err(|failure| failure.to_string())?;
    match restore(&stored, &[], Moment::from_unix_ms(0)) {
        Ok(_) => Ok(stored.steps.len()),
        Err(unsound) => Err(unsound.to_string()),
    }
}
