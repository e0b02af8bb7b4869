//! The bell of a table: whoever keeps its messages listens to it, and says up to which ring everything is shown.

use std::time::Duration;

use tokio::sync::watch;

use crate::tables::{Clock, Declined, Look, Moment, Table, Unshown};

/// What is kept true at a table, each by a loop of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kept {
    /// The panels of everybody who sits there.
    Panels,
    /// The lobby and the board.
    Public,
    /// The calls.
    Pings,
}

const ALL_KEPT: usize = 3;

/// A table that could not be looked at is looked at again after this.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// The bell of a table. Clones are the same bell.
#[derive(Clone)]
pub(crate) struct Bell {
    /// How often it was rung.
    rings: watch::Sender<u64>,
    shown: watch::Sender<[Shown; ALL_KEPT]>,
}

/// Up to where a loop has done its work.
#[derive(Clone, Copy, Default)]
struct Shown {
    /// The ring up to which everything is shown.
    ring: u64,
    /// When the loop goes on by itself.
    until: Option<Moment>,
}

impl Default for Bell {
    fn default() -> Self {
        Self {
            rings: watch::Sender::new(0),
            shown: watch::Sender::new(Default::default()),
        }
    }
}

impl Bell {
    /// Something may have changed at the table.
    pub(crate) fn ring(&self) {
        self.rings.send_modify(|rings| *rings += 1);
    }

    /// For one of the loops.
    pub(crate) fn ear(&self, kept: Kept) -> Ear {
        let mut rings = self.rings.subscribe();
        // What rang before is shown with the first look.
        rings.mark_changed();
        Ear {
            kept,
            ring: 0,
            rings,
            bell: self.clone(),
            unshown: None,
        }
    }

    /// Done when all loops have shown what rang, and none of them goes on before the clock moves.
    pub(crate) async fn rests(&self, clock: &Clock) {
        let is_at_rest = |shown: &[Shown; ALL_KEPT]| {
            let (rings, now) = (*self.rings.borrow(), clock.now());
            shown
                .iter()
                .all(|shown| shown.ring >= rings && shown.until.is_none_or(|until| until > now))
        };
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = self.shown.subscribe().wait_for(is_at_rest).await;
    }
}

/// The ear of one loop for the bell of its table. A loop that has ended keeps nobody waiting.
pub(crate) struct Ear {
    kept: Kept,
    /// The last ring before the last look.
    ring: u64,
    rings: watch::Receiver<u64>,
    bell: Bell,
    /// What the last look told is not shown yet: the table is not to be forgotten before.
    unshown: Option<Unshown>,
}

impl Ear {
    /// Looks at the table, as a watcher, after every ring so far; `None` once the table is no more. One that does not
    /// answer just now is asked until it does.
    pub(crate) async fn look(&mut self, table: &Table) -> Option<Look> {
        loop {
            self.ring = *self.rings.borrow_and_update();
            match table.look(None, None).await {
                Ok(look) => {
                    self.unshown = Some(table.unshown());
                    return Some(look);
                }
                Err(Declined::Gone) => return None,
                // Too busy, or the disk hangs: it tells nobody when that is over. The host's own time.
                Err(_) => tokio::time::sleep(LOOK_AGAIN).await,
            }
        }
    }

    /// Everything that the last look told is shown; the loop goes on with the next ring, or at this moment.
    pub(crate) fn rests(&mut self, until: Option<Moment>) {
        self.unshown = None;
        self.is_shown(self.ring, until);
    }

    /// Whatever rings before this moment changes nothing here.
    pub(crate) fn dozes(&mut self, until: Moment) {
        self.unshown = None;
        self.is_shown(u64::MAX, Some(until));
    }

    /// Done with the next ring after the last look, for as many as want to know.
    pub(crate) fn next_ring(&self) -> impl Future<Output = ()> + use<> {
        let mut rings = self.rings.clone();
        async move {
            // The loop keeps the bell, so the wait cannot fail.
            let _ = rings.changed().await;
        }
    }

    /// Waits for the next ring after the last look.
    pub(crate) async fn hears(&mut self) {
        // This ear keeps the bell, so the wait cannot fail.
        let _ = self.rings.changed().await;
    }

    fn is_shown(&self, ring: u64, until: Option<Moment>) {
        let shown = Shown { ring, until };
        self.bell
            .shown
            .send_modify(|all| all[self.kept as usize] = shown);
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.unshown = None;
        self.is_shown(u64::MAX, None);
    }
}
