//! Whose ends are not shown yet, over restarts: where Discord takes nothing for longer than a table is usually kept after its end,
//! that is written down, and every start looks for it until its end is shown, or it is given up.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::affairs::Affairs;
use super::due::{KEPT_AFTER_END, KEPT_BARRED};
use super::house::House;
use super::keeper::{Keeper, Onward};
use super::{Moment, Table, TableId};
use crate::store::{Failure, NotWritten};

/// What the disk did not take is tried again after this.
const NOTED_AGAIN: Duration = Duration::from_secs(60);

/// Who noted that an end is not shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// A process before this one: mostly it knew.
    Before,
    /// This one: it may be shown, for all that a start knows.
    Ourselves,
}

/// The tables of which the database says that their end is not shown. Copies are the same list.
#[derive(Clone, Default)]
pub(super) struct Noted(Arc<Mutex<HashMap<TableId, By>>>);

impl Noted {
    fn holds(&self, table: &TableId) -> bool {
        self.list().contains_key(table)
    }

    /// Whether a process before this one has written that.
    pub(super) fn held_before(&self, table: &TableId) -> bool {
        self.list().get(table) == Some(&By::Before)
    }

    fn add(&self, by: By, tables: impl IntoIterator<Item = TableId>) {
        self.list()
            .extend(tables.into_iter().map(|table| (table, by)));
    }

    /// It is not in memory any more.
    pub(super) fn forget(&self, table: &TableId) {
        self.list().remove(table);
    }

    fn list(&self) -> MutexGuard<'_, HashMap<TableId, By>> {
        // Nothing is left half-done when a holder falls over.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The tables that ended lately or behind a barrier, as both moments say, and those that are written down and ended since the
/// second. From now on all of them are written down: this process may stop before it shows their ends, and the next one finds
/// them however soon it is there. What is older is given up.
pub(super) async fn ended(
    house: &House,
    lately: Moment,
    barred: Moment,
) -> Result<Vec<TableId>, Failure> {
    let mut ended = house.store.tables_ended_since(lately, barred).await?;
    let noted = house.store.unshown_ends(barred).await;
    let noted = noted.unwrap_or_else(|failure| {
        tracing::warn!(%failure, "it cannot be read which ends are not shown");
        Vec::new()
    });
    let (kept, given_up): (Vec<_>, Vec<_>) = noted.into_iter().partition(|end| end.is_kept);
    let [kept, given_up] = [kept, given_up].map(|ends| ends.into_iter().map(|end| end.table));
    let (kept, given_up): (Vec<_>, Vec<_>) = (kept.collect(), given_up.collect());
    house.noted.add(By::Before, kept.iter().cloned());
    let is_unnoted = |table: &&TableId| !house.noted.holds(table);
    let unnoted: Vec<TableId> = ended.iter().filter(is_unnoted).cloned().collect();
    let found: HashSet<TableId> = ended.iter().cloned().collect();
    ended.extend(kept.into_iter().filter(|table| !found.contains(table)));
    if !(unnoted.is_empty() && given_up.is_empty()) {
        // The writer says by itself that the disk refuses. What is looked at for an hour is tried then once more.
        let written = house.store.note_ends(unnoted.clone(), given_up).await;
        if written.is_ok() {
            house.noted.add(By::Ourselves, unnoted);
        }
    }
    Ok(ended)
}

/// Of these tables nothing can be shown any more: their messages stay as they are, and no start looks for their ends.
pub(super) async fn stand_as_they_are(house: &House, tables: Vec<TableId>) {
    if tables.is_empty() {
        return;
    }
    // Where the disk refuses, the next start takes them for untold, and says only that they are over.
    let _ = house.store.note_ends(Vec::new(), tables.clone()).await;
    tables.iter().for_each(|table| house.noted.forget(table));
}

impl Keeper {
    /// Keeps the table a while longer if its end is not shown yet: Discord takes nothing, and whoever shows it has to see it.
    pub(super) async fn goes_unless_unshown(&mut self) -> Onward {
        let now = self.house.clock.now();
        let Affairs { moved_at, .. } = self.affairs;
        let table = self.table();
        let is_end_shown = table.as_ref().is_none_or(Table::is_end_shown);
        let is_unshown = table.as_ref().is_some_and(Table::is_unshown);
        let tries = is_unshown && now < moved_at.max(self.house.began_at).plus(KEPT_BARRED);
        // Before the first login nobody has even looked at it.
        let waits = !is_end_shown && self.is_noted() && now < moved_at.plus(KEPT_BARRED);
        if !(tries || waits) {
            // Where the disk refuses the next start looks for it in vain.
            let _ = self.note_shown().await;
            return Onward::Forget;
        }
        let is_noted = is_end_shown || self.note_unshown().await.is_ok();
        let longer = if is_noted {
            KEPT_AFTER_END
        } else {
            NOTED_AGAIN
        };
        self.kept_on = Some(now.plus(longer));
        Onward::On
    }

    /// Whether everybody there can see how it ended, or never will.
    pub(super) fn is_end_shown(&self) -> bool {
        self.table().is_some_and(|table| table.is_end_shown())
    }

    /// Whether its end is shown, and the database says that it is not.
    pub(super) fn is_noted_in_vain(&self) -> bool {
        self.is_noted() && self.is_end_shown()
    }

    fn is_noted(&self) -> bool {
        self.house.noted.holds(&self.affairs.fixed.id)
    }

    async fn note_unshown(&self) -> Result<(), NotWritten> {
        let (table, noted) = (&self.affairs.fixed.id, &self.house.noted);
        if !noted.holds(table) {
            let unshown = vec![table.clone()];
            self.house.store.note_ends(unshown, Vec::new()).await?;
            noted.add(By::Ourselves, [table.clone()]);
        }
        Ok(())
    }

    /// Its end is shown, or it is given up: no start looks for it any more.
    pub(super) async fn note_shown(&self) -> Result<(), NotWritten> {
        let (table, noted) = (&self.affairs.fixed.id, &self.house.noted);
        if noted.holds(table) {
            let shown = vec![table.clone()];
            self.house.store.note_ends(Vec::new(), shown).await?;
            noted.forget(table);
        }
        Ok(())
    }

    fn table(&self) -> Option<Table> {
        let cards = self.house.cards.upgrade()?;
        cards.get(&self.affairs.fixed.id)
    }
}
