//! The tables that are set aside, and why: their place cannot be reached; and those that are shown, but at which nobody is
//! called, since the bot may not write there.
//!
//! That the channel above a thread was deleted, too, is known only if this process was told: else it counts as still there.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::tables::{Barrier, ChannelId, TableId};

/// The tables that are set aside, and those at which nobody is called.
#[derive(Default)]
pub(crate) struct Asides {
    tables: Mutex<HashMap<TableId, Aside>>,
    silent: Mutex<HashSet<TableId>>,
}

/// What keeps the bot from doing all that it does at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hindrance {
    /// The table is set aside.
    Aside(Barrier),
    /// It may change its messages there, but write no new ones: nobody is called.
    Silence,
}

/// What is known of the place of a table that is set aside.
#[derive(Clone, Copy)]
struct Aside {
    barrier: Barrier,
    /// Since when this is known.
    since: Instant,
    /// Whether the channel above its thread was deleted, too.
    is_parent_gone: bool,
}

impl Asides {
    /// Why this table is set aside; `None` if it is not.
    pub(crate) fn of(&self, table: &TableId) -> Option<Barrier> {
        self.tables().get(table).map(|aside| aside.barrier)
    }

    /// What keeps the bot from doing all that it does at this table; `None` if nothing does.
    pub(crate) fn hindrance(&self, table: &TableId) -> Option<Hindrance> {
        let silence = || self.is_silent(table).then_some(Hindrance::Silence);
        self.of(table).map(Hindrance::Aside).or_else(silence)
    }

    /// Whether the bot may not write at this table, as far as is known.
    pub(crate) fn is_silent(&self, table: &TableId) -> bool {
        self.silent().contains(table)
    }

    /// A call was refused at this table; answers whether that is new.
    pub(crate) fn fell_silent(&self, table: &TableId) -> bool {
        self.silent().insert(table.clone())
    }

    /// The bot may write at this table, or nobody needs to know; answers whether it might not.
    pub(crate) fn spoke_again(&self, table: &TableId) -> bool {
        self.silent().remove(table)
    }

    /// Whether this table is set aside.
    pub(crate) fn holds(&self, table: &TableId) -> bool {
        self.tables().contains_key(table)
    }

    /// Whether this table is set aside, and its place may open again.
    pub(crate) fn comes_back(&self, table: &TableId) -> bool {
        self.of(table).is_some_and(Barrier::may_open)
    }

    /// Whether this table is set aside, and its place is there.
    pub(crate) fn is_shut(&self, table: &TableId) -> bool {
        matches!(self.of(table), Some(Barrier::Closed | Barrier::Locked))
    }

    /// Whether no place is left of this table, as far as is known: its channel was deleted, or its thread and the channel above
    /// it, which is `parent`.
    pub(crate) fn is_lost(&self, table: &TableId, parent: Option<ChannelId>) -> bool {
        let aside = self.tables().get(table).copied();
        let gone = aside.filter(|aside| aside.barrier == Barrier::Gone);
        gone.is_some_and(|aside| parent.is_none() || aside.is_parent_gone)
    }

    /// Whether it is known since before this moment that the thread of this table is locked.
    pub(crate) fn was_locked(&self, table: &TableId, at: Instant) -> bool {
        let aside = self.tables().get(table).copied();
        aside.is_some_and(|aside| aside.barrier == Barrier::Locked && aside.since < at)
    }

    /// Sets a table aside; answers whether that is new. A refusal says nothing of a place that is not known already.
    pub(crate) fn add(&self, table: &TableId, barrier: Barrier) -> bool {
        let mut tables = self.tables();
        let before = tables.get(table).copied();
        if before.is_some_and(|before| says_more(before.barrier, barrier)) {
            return false;
        }
        let aside = Aside {
            barrier,
            since: Instant::now(),
            is_parent_gone: before.is_some_and(|aside| aside.is_parent_gone),
        };
        tables.insert(table.clone(), aside);
        before.map(|aside| aside.barrier) != Some(barrier)
    }

    /// The very place of this table is there, and nobody has locked it, or not any more: whether the bot may write there is
    /// another question.
    pub(crate) fn is_there(&self, table: &TableId) {
        if let Some(aside) = self.tables().get_mut(table)
            && matches!(aside.barrier, Barrier::Gone | Barrier::Locked)
        {
            aside.barrier = Barrier::Closed;
        }
    }

    /// The channel above the thread of this table was deleted, too.
    pub(crate) fn parent_is_gone(&self, table: &TableId) {
        if let Some(aside) = self.tables().get_mut(table) {
            aside.is_parent_gone = true;
        }
    }

    /// Brings a table back; answers whether it was set aside.
    pub(crate) fn remove(&self, table: &TableId) -> bool {
        self.tables().remove(table).is_some()
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Aside>> {
        // Every change under this lock is a single insertion, removal or note.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn silent(&self) -> MutexGuard<'_, HashSet<TableId>> {
        // As above.
        self.silent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether what is known of a place says more than what is told now.
fn says_more(known: Barrier, told: Barrier) -> bool {
    use Barrier::{Closed, Gone, Locked, ThrownOut};
    match told {
        Closed => known != Closed,
        ThrownOut => matches!(known, Gone | Locked),
        // The gateway or Discord's answer tells of the very place.
        Gone | Locked => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_says_less_does_not_take_the_place_of_what_is_known() {
        use Barrier::{Closed, Gone, Locked, ThrownOut};
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        for (known, told, then) in [
            (Closed, ThrownOut, ThrownOut),
            (Closed, Locked, Locked),
            (Closed, Gone, Gone),
            // A refusal that was on its way.
            (ThrownOut, Closed, ThrownOut),
            (Gone, Closed, Gone),
            (Locked, Closed, Locked),
            // An invitation opens no lock, and brings no thread back.
            (Locked, ThrownOut, Locked),
            (Gone, ThrownOut, Gone),
            (Locked, Gone, Gone),
            (Gone, Locked, Locked),
        ] {
            let asides = Asides::default();
            assert!(asides.add(&table, known));
            assert_eq!(asides.add(&table, told), then == told, "{known:?} {told:?}");
            assert_eq!(asides.of(&table), Some(then), "{known:?} {told:?}");
        }
    }

    #[test]
    fn only_what_came_after_the_lock_can_say_that_it_is_open() {
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        let (asides, before) = (Asides::default(), Instant::now());
        asides.add(&table, Barrier::Locked);
        let mut after = Instant::now();
        while after == before {
            after = Instant::now();
        }
        assert!(!asides.was_locked(&table, before));
        assert!(asides.was_locked(&table, after + std::time::Duration::from_secs(1)));
        asides.is_there(&table);
        assert_eq!(asides.of(&table), Some(Barrier::Closed));
        assert!(!asides.was_locked(&table, after + std::time::Duration::from_secs(1)));
    }

    #[test]
    fn a_table_is_lost_once_neither_its_thread_nor_the_channel_above_is_left() {
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        let parent = Some(ChannelId::new(5));
        for (barrier, in_channel, in_thread, below_nothing) in [
            (Barrier::Gone, true, false, true),
            (Barrier::Closed, false, false, false),
            (Barrier::ThrownOut, false, false, false),
            (Barrier::Locked, false, false, false),
        ] {
            let asides = Asides::default();
            // Of a table that is not set aside nothing is noted.
            asides.parent_is_gone(&table);
            assert!(!asides.holds(&table) && !asides.is_lost(&table, None));
            assert!(asides.add(&table, barrier));
            assert_eq!(asides.is_lost(&table, None), in_channel, "{barrier:?}");
            assert_eq!(asides.is_lost(&table, parent), in_thread, "{barrier:?}");
            asides.parent_is_gone(&table);
            // Whatever its place refuses afterwards says nothing new.
            assert!(!asides.add(&table, barrier));
            assert_eq!(asides.is_lost(&table, parent), below_nothing, "{barrier:?}");
            assert!(asides.remove(&table) && !asides.is_lost(&table, parent));
        }
    }
}
