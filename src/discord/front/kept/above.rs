//! The channels above private threads with tables: what happens to them happens to the tables, and nobody in them learns that.
//!
//! Only whoever asks in a thread tells of it, so after a start it is not known before somebody does. It is written down nowhere.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::tables::{ChannelId, TableId};

/// The tables in private threads, and the channels above them.
#[derive(Default)]
pub(crate) struct Above {
    tables: Mutex<HashMap<TableId, Below>>,
}

#[derive(Clone, Copy)]
struct Below {
    thread: ChannelId,
    parent: ChannelId,
}

impl Above {
    /// This table stands in a private thread of that channel.
    pub(crate) fn tells(&self, table: &TableId, thread: ChannelId, parent: ChannelId) {
        self.tables()
            .insert(table.clone(), Below { thread, parent });
    }

    /// The private threads of a channel in which tables stand, as far as is known.
    pub(crate) fn threads_of(&self, channel: ChannelId) -> BTreeSet<ChannelId> {
        let tables = self.tables();
        let below = tables.values().filter(|below| below.parent == channel);
        below.map(|below| below.thread).collect()
    }

    /// The table is over.
    pub(crate) fn forget(&self, table: &TableId) {
        self.tables().remove(table);
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Below>> {
        // Every change under this lock is a single insertion or removal.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
