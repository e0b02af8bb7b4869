//! The tables that are set aside, and why: their place cannot be reached; and those that are shown, but at which nobody is
//! called, since the bot may not write there.
//!
//! That the channel above a thread was deleted, too, is known only if this process was told: else it counts as still there.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::tables::{Barrier, ChannelId, Moment, TableId};

/// What was pressed so long after word of a lock may have been on its way before it: Discord waits no longer for an answer.
const ON_ITS_WAY: Duration = Duration::from_secs(3);

/// The tables that are set aside, and those at which nobody is called.
#[derive(Default)]
pub(crate) struct Asides {
    tables: Mutex<HashMap<TableId, Aside>>,
    silent: Mutex<HashSet<TableId>>,
}

/// What keeps the bot from doing all that it does at a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hindrance {
    /// The table is set aside. Where the bot was removed from the server nothing else counts.
    Aside(Barrier),
    /// It may change its messages there, but write no new ones: nobody is called.
    Silence,
}

/// What is known of the very place of a table that is set aside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The bot may not look in, or not write there, as far as is known.
    Closed,
    /// It was deleted.
    Gone,
    /// It is a locked thread.
    Locked,
    /// It refused something as a locked thread does. Closed to everybody, but a right that the bot gets does not open it; and
    /// whoever missed the unlocking learns of it by asking again.
    SaysLocked,
    /// It is a thread that was put away, and nothing new is posted there.
    PutAway,
}

/// What is known of a table that is set aside.
#[derive(Clone, Copy)]
struct Aside {
    place: Place,
    /// Since when its thread is known to be locked, if it is.
    locked_at: Moment,
    /// Whether the bot is not in the server any more.
    is_thrown_out: bool,
    /// Whether the channel above its thread was deleted, too.
    is_parent_gone: bool,
}

impl Aside {
    /// Why it is set aside: an invitation opens no lock, and brings no thread back.
    fn barrier(self) -> Barrier {
        match self.place {
            Place::Gone => Barrier::Gone,
            Place::Locked => Barrier::Locked,
            _ if self.is_thrown_out => Barrier::ThrownOut,
            Place::Closed | Place::SaysLocked | Place::PutAway => Barrier::Closed,
        }
    }

    fn has_lock(self) -> bool {
        matches!(self.place, Place::Locked | Place::SaysLocked)
    }

    /// What its people read of it.
    fn hindrance(self) -> Hindrance {
        Hindrance::Aside(if self.is_thrown_out {
            Barrier::ThrownOut
        } else {
            self.barrier()
        })
    }

    /// What is known once this is told: what says less takes the place of nothing.
    fn hears(&mut self, barrier: Barrier, now: Moment) {
        match barrier {
            Barrier::Closed => {}
            Barrier::ThrownOut => self.is_thrown_out = true,
            Barrier::Gone => self.place = Place::Gone,
            Barrier::Locked => {
                self.place = Place::Locked;
                self.locked_at = now;
            }
        }
    }
}

impl Asides {
    /// Why this table is set aside; `None` if it is not.
    pub(crate) fn of(&self, table: &TableId) -> Option<Barrier> {
        self.tables().get(table).map(|aside| aside.barrier())
    }

    /// What keeps the bot from doing all that it does at this table; `None` if nothing does.
    pub(crate) fn hindrance(&self, table: &TableId) -> Option<Hindrance> {
        let silence = || self.is_silent(table).then_some(Hindrance::Silence);
        let aside = self.tables().get(table).copied();
        aside.map(Aside::hindrance).or_else(silence)
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
        let gone = aside.filter(|aside| aside.place == Place::Gone);
        gone.is_some_and(|aside| parent.is_none() || aside.is_parent_gone)
    }

    /// Whether the thread of this table is locked, and nothing else keeps the bot from it, as far as is known.
    pub(crate) fn is_merely_locked(&self, table: &TableId) -> bool {
        self.hindrance(table) == Some(Hindrance::Aside(Barrier::Locked))
    }

    /// Whether the thread of this table was known to be locked when this was made, or may have been locked while it was on its way.
    pub(crate) fn was_locked_after(&self, table: &TableId, made_at: Moment) -> bool {
        let aside = self.tables().get(table).copied();
        let locked = aside.filter(|aside| aside.has_lock());
        locked.is_some_and(|aside| made_at < aside.locked_at.plus(ON_ITS_WAY))
    }

    /// Sets a table aside; answers whether that says anything new.
    pub(crate) fn add(&self, table: &TableId, barrier: Barrier, now: Moment) -> bool {
        let mut tables = self.tables();
        let before = tables.get(table).copied();
        let mut aside = before.unwrap_or(Aside {
            place: Place::Closed,
            locked_at: now,
            is_thrown_out: false,
            is_parent_gone: false,
        });
        aside.hears(barrier, now);
        tables.insert(table.clone(), aside);
        let shows = |aside: Aside| (aside.barrier(), aside.hindrance());
        before.is_none_or(|before| shows(before) != shows(aside))
    }

    /// A request to the thread of this table was refused since that is locked.
    pub(crate) fn says_locked(&self, table: &TableId, now: Moment) {
        if let Some(aside) = self.tables().get_mut(table)
            && aside.place == Place::Closed
        {
            (aside.place, aside.locked_at) = (Place::SaysLocked, now);
        }
    }

    /// This table is over: a lock that a refusal told of keeps nobody from anything.
    pub(crate) fn needs_no_press(&self, table: &TableId) {
        if let Some(aside) = self.tables().get_mut(table)
            && aside.place == Place::SaysLocked
        {
            aside.place = Place::Closed;
        }
    }

    /// The thread of this table is put away.
    pub(crate) fn waits_put_away(&self, table: &TableId) {
        if let Some(aside) = self.tables().get_mut(table)
            && aside.place == Place::Closed
        {
            aside.place = Place::PutAway;
        }
    }

    /// Whether the thread of this table is locked, as the gateway or a refusal told.
    pub(crate) fn has_lock(&self, table: &TableId) -> bool {
        let aside = self.tables().get(table).copied();
        aside.is_some_and(Aside::has_lock)
    }

    /// Whether only word of the very thread of this table tells that it opens: no right of the bot does.
    pub(crate) fn waits_for_its_thread(&self, table: &TableId) -> bool {
        let aside = self.tables().get(table).copied();
        aside.is_some_and(|aside| aside.has_lock() || aside.place == Place::PutAway)
    }

    /// As [`Self::add`], because of a refusal: where the bot is not in the server it says nothing of the place.
    pub(crate) fn add_refused(&self, table: &TableId, barrier: Barrier, now: Moment) -> bool {
        let known = self.tables().get(table).copied();
        !known.is_some_and(|known| known.is_thrown_out) && self.add(table, barrier, now)
    }

    /// The bot is in the server of this table; answers whether that is new.
    pub(crate) fn is_invited(&self, table: &TableId) -> bool {
        let mut tables = self.tables();
        let aside = tables.get_mut(table);
        aside.is_some_and(|aside| std::mem::take(&mut aside.is_thrown_out))
    }

    /// The very place of this table is there, and nobody has locked it, or not any more: whether the bot may write there is
    /// another question.
    pub(crate) fn is_there(&self, table: &TableId) {
        if let Some(aside) = self.tables().get_mut(table) {
            aside.place = Place::Closed;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn at(s: u64) -> Moment {
        Moment::from_unix_ms(1_790_000_000_000 + s * 1_000)
    }

    #[test]
    fn what_says_less_does_not_take_the_place_of_what_is_known() {
        use Barrier::{Closed, Gone, Locked, ThrownOut};
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        // What is known then, and what people read.
        for (known, told, then, read) in [
            (Closed, ThrownOut, ThrownOut, ThrownOut),
            (Closed, Locked, Locked, Locked),
            (Closed, Gone, Gone, Gone),
            // A refusal that was on its way.
            (ThrownOut, Closed, ThrownOut, ThrownOut),
            (Gone, Closed, Gone, Gone),
            (Locked, Closed, Locked, Locked),
            // An invitation opens no lock, and brings no thread back.
            (Locked, ThrownOut, Locked, ThrownOut),
            (Gone, ThrownOut, Gone, ThrownOut),
            (ThrownOut, Locked, Locked, ThrownOut),
            (Locked, Gone, Gone, Gone),
            (Gone, Locked, Locked, Locked),
        ] {
            let asides = Asides::default();
            assert!(asides.add(&table, known, at(0)));
            let is_new = (then, read) != (known, known);
            assert_eq!(
                asides.add(&table, told, at(0)),
                is_new,
                "{known:?} {told:?}"
            );
            assert!(!asides.add(&table, told, at(0)), "{known:?} {told:?}");
            assert_eq!(asides.of(&table), Some(then), "{known:?} {told:?}");
            let read = Some(Hindrance::Aside(read));
            assert_eq!(asides.hindrance(&table), read, "{known:?} {told:?}");
        }
    }

    #[test]
    fn an_invitation_leaves_a_table_as_its_place_was() {
        use Barrier::{Closed, Gone, Locked, ThrownOut};
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        for (known, then) in [
            (None, Closed),
            (Some(Closed), Closed),
            (Some(Gone), Gone),
            (Some(Locked), Locked),
        ] {
            let asides = Asides::default();
            for barrier in known.into_iter().chain([ThrownOut]) {
                assert!(asides.add(&table, barrier, at(0)));
            }
            assert!(asides.is_invited(&table) && !asides.is_invited(&table));
            assert_eq!(asides.of(&table), Some(then));
            assert_eq!(asides.hindrance(&table), Some(Hindrance::Aside(then)));
        }
        assert!(!Asides::default().is_invited(&table));
    }

    #[test]
    fn a_refusal_says_nothing_of_a_place_in_a_server_without_the_bot() {
        use Barrier::{Closed, Gone, Locked, ThrownOut};
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        for (known, refused, then) in [
            (ThrownOut, Closed, ThrownOut),
            (ThrownOut, Gone, ThrownOut),
            (Locked, Closed, Locked),
            // That a thread is not there the answer tells of the thread itself.
            (Locked, Gone, Gone),
            (Closed, Gone, Gone),
        ] {
            let asides = Asides::default();
            asides.add(&table, known, at(0));
            let is_new = asides.add_refused(&table, refused, at(0));
            assert_eq!(is_new, then != known, "{known:?} {refused:?}");
            assert_eq!(asides.of(&table), Some(then), "{known:?} {refused:?}");
        }
    }

    #[test]
    fn only_what_was_made_after_the_lock_can_say_that_it_is_open() {
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        let asides = Asides::default();
        asides.add(&table, Barrier::Locked, at(10));
        for (made_s, was_locked) in [(9, true), (10, true), (12, true), (13, false)] {
            assert_eq!(asides.was_locked_after(&table, at(made_s)), was_locked);
        }
        // Said once more, it was locked until then.
        assert!(!asides.add(&table, Barrier::Locked, at(20)));
        assert!(asides.was_locked_after(&table, at(22)));
        asides.is_there(&table);
        assert_eq!(asides.of(&table), Some(Barrier::Closed));
        assert!(!asides.was_locked_after(&table, at(22)));
    }

    #[test]
    fn a_lock_that_a_refusal_tells_is_one_that_opens_with_word_of_the_thread() {
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        let asides = Asides::default();
        // Of a table that is not set aside nothing is noted.
        asides.says_locked(&table, at(10));
        assert!(!asides.holds(&table) && !asides.has_lock(&table));
        asides.add_refused(&table, Barrier::Closed, at(10));
        assert!(!asides.has_lock(&table));
        for _ in 0..2 {
            asides.says_locked(&table, at(10));
            assert!(asides.has_lock(&table) && asides.was_locked_after(&table, at(12)));
            // To everybody it is closed, and what says less takes the place of nothing.
            assert!(!asides.add_refused(&table, Barrier::Closed, at(11)));
            assert_eq!(asides.of(&table), Some(Barrier::Closed));
            assert!(!asides.is_merely_locked(&table));
        }
        // Once the game is over nobody has to press anything there.
        asides.needs_no_press(&table);
        assert!(asides.holds(&table) && !asides.has_lock(&table));
        asides.says_locked(&table, at(10));
        asides.is_there(&table);
        assert!(asides.holds(&table) && !asides.has_lock(&table));
        // What the gateway tells stays what it is.
        for known in [Barrier::Locked, Barrier::Gone] {
            asides.add(&table, known, at(20));
            asides.says_locked(&table, at(30));
            asides.needs_no_press(&table);
            assert_eq!(asides.of(&table), Some(known));
        }
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
            assert!(asides.add(&table, barrier, at(0)));
            assert_eq!(asides.is_lost(&table, None), in_channel, "{barrier:?}");
            assert_eq!(asides.is_lost(&table, parent), in_thread, "{barrier:?}");
            asides.parent_is_gone(&table);
            // Whatever its place refuses afterwards says nothing new.
            assert!(!asides.add(&table, barrier, at(0)));
            assert_eq!(asides.is_lost(&table, parent), below_nothing, "{barrier:?}");
            assert!(asides.remove(&table) && !asides.is_lost(&table, parent));
        }
    }
}
