//! The tables that are set aside, and why: their place cannot be reached.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::tables::{Barrier, TableId};

/// The tables that are set aside.
#[derive(Default)]
pub(crate) struct Asides(Mutex<HashMap<TableId, Barrier>>);

impl Asides {
    /// Why this table is set aside; `None` if it is not.
    pub(crate) fn of(&self, table: &TableId) -> Option<Barrier> {
        self.tables().get(table).copied()
    }

    /// Whether this table is set aside.
    pub(crate) fn holds(&self, table: &TableId) -> bool {
        self.tables().contains_key(table)
    }

    /// Whether this table is set aside, and its place may open again.
    pub(crate) fn comes_back(&self, table: &TableId) -> bool {
        self.of(table).is_some_and(Barrier::may_open)
    }

    /// Sets a table aside; answers whether that is new.
    pub(crate) fn add(&self, table: &TableId, barrier: Barrier) -> bool {
        self.tables().insert(table.clone(), barrier) != Some(barrier)
    }

    /// Brings a table back; answers whether it was set aside.
    pub(crate) fn remove(&self, table: &TableId) -> bool {
        self.tables().remove(table).is_some()
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Barrier>> {
        // Every change under this lock is a single insertion or removal.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
