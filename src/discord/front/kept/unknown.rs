//! Tables of which this database knows nothing, though their messages stand in Discord: an older copy of it was put back, or another
//! process has them.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::tables::{ChannelId, TableId};

/// So many are remembered.
const KEPT: usize = 1024;

/// A table that was pressed at, and where its messages stand, as far as that was seen.
struct Stranger {
    table: TableId,
    place: Option<ChannelId>,
}

/// Those that were pressed at lately, the oldest first.
#[derive(Default)]
pub(crate) struct Unknown(Mutex<VecDeque<Stranger>>);

impl Unknown {
    /// Somebody pressed at such a table, on a message that stands in this place; `None` on one of their own, which goes with them.
    /// Answers whether it is the first press there.
    pub(crate) fn is_new(&self, table: &TableId, place: Option<ChannelId>) -> bool {
        let mut strangers = self.strangers();
        if let Some(known) = strangers.iter_mut().find(|known| known.table == *table) {
            known.place = place.or(known.place);
            return false;
        }
        // First one goes and then one comes, or the room for them would be doubled for a single one.
        if strangers.len() >= KEPT {
            strangers.pop_front();
        }
        let table = table.clone();
        strangers.push_back(Stranger { table, place });
        true
    }

    /// Whether messages of such a table stand here.
    pub(crate) fn stand_in(&self, place: ChannelId) -> bool {
        let strangers = self.strangers();
        strangers.iter().any(|known| known.place == Some(place))
    }

    fn strangers(&self) -> MutexGuard<'_, VecDeque<Stranger>> {
        // Every change under this lock leaves it whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_table_is_new_once_and_the_memory_is_bounded() {
        let unknown = Unknown::default();
        let tables: Vec<_> = (0..=KEPT)
            .map(|_| TableId::from_system().expect("random"))
            .collect();
        let here = ChannelId::new(7);
        assert!(unknown.is_new(&tables[0], None));
        assert!(!unknown.stand_in(here));
        assert!(!unknown.is_new(&tables[0], Some(here)));
        assert!(!unknown.is_new(&tables[0], None));
        assert!(unknown.stand_in(here));
        for table in &tables[1..] {
            assert!(unknown.is_new(table, None));
        }
        assert!(!unknown.stand_in(here), "the oldest is forgotten");
        assert!(!unknown.is_new(&tables[1], None));
        assert!(unknown.is_new(&tables[0], None));
        let strangers = unknown.strangers();
        assert_eq!(strangers.len(), KEPT);
        assert!(strangers.capacity() < 2 * KEPT, "room for one more");
    }
}
