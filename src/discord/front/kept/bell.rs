//! The bell of a table: whoever keeps its messages listens to it, and says up to which ring everything is shown.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures::FutureExt;
use tokio::sync::Notify;

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
#[derive(Clone, Default)]
pub(crate) struct Bell(Arc<Inside>);

/// There are as many as tables: a `watch` of tokio for each of the two numbers, made for crowds that wait, takes four times as
/// much memory.
#[derive(Default)]
struct Inside {
    /// How often it was rung.
    rings: AtomicU64,
    rang: Notify,
    shown: Mutex<[Shown; ALL_KEPT]>,
    was_shown: Notify,
}

/// Up to where a loop has done its work.
#[derive(Clone, Copy, Default)]
struct Shown {
    /// The ring up to which everything is shown.
    ring: u64,
    /// When the loop goes on by itself.
    until: Option<Moment>,
}

impl Bell {
    /// Something may have changed at the table.
    pub(crate) fn ring(&self) {
        self.0.rings.fetch_add(1, Ordering::SeqCst);
        self.0.rang.notify_waiters();
    }

    /// For one of the loops.
    pub(crate) fn ear(&self, kept: Kept) -> Ear {
        Ear {
            kept,
            ring: 0,
            heard: None,
            bell: self.clone(),
            unshown: None,
        }
    }

    fn rings(&self) -> u64 {
        self.0.rings.load(Ordering::SeqCst)
    }

    /// Done when it has rung since; tells how often it has by then.
    fn rings_after(&self, heard: Option<u64>) -> impl Future<Output = u64> {
        // No `async fn`, which would keep its arguments twice: at each table three loops wait here, most of the time.
        let inside = &*self.0;
        async move {
            loop {
                // First this, then the question: what rings between them is heard.
                let rang = inside.rang.notified();
                let rings = inside.rings.load(Ordering::SeqCst);
                if heard != Some(rings) {
                    return rings;
                }
                rang.await;
            }
        }
    }

    /// Done when all loops have shown what rang, and none of them goes on before the clock moves.
    pub(crate) async fn rests(&self, clock: &Clock) {
        loop {
            let was_shown = self.0.was_shown.notified();
            let (rings, now) = (self.rings(), clock.now());
            let rests =
                |shown: &Shown| shown.ring >= rings && shown.until.is_none_or(|until| until > now);
            if self.shown().iter().all(rests) {
                return;
            }
            was_shown.await;
        }
    }

    fn shown(&self) -> MutexGuard<'_, [Shown; ALL_KEPT]> {
        // Every change under this lock is a single one.
        self.0.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The ear of one loop for the bell of its table. A loop that has ended keeps nobody waiting.
pub(crate) struct Ear {
    kept: Kept,
    /// The last ring before the last look.
    ring: u64,
    /// The last ring that was heard. What rang before the first look is shown with it.
    heard: Option<u64>,
    bell: Bell,
    /// What the last look told is not shown yet: the table is not to be forgotten before.
    unshown: Option<Unshown>,
}

impl Ear {
    /// Looks at the table, as a watcher, after every ring so far; `None` once the table is no more. One that does not
    /// answer just now is asked until it does.
    pub(crate) async fn look(&mut self, table: &Table) -> Option<Look> {
        loop {
            self.ring = self.bell.rings();
            self.heard = Some(self.ring);
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
        let (bell, heard) = (self.bell.clone(), self.heard);
        async move {
            bell.rings_after(heard).await;
        }
    }

    /// Waits for the next ring after the last look.
    pub(crate) fn hears(&mut self) -> impl Future<Output = ()> {
        let rings = self.bell.rings_after(self.heard);
        let heard = &mut self.heard;
        rings.map(|rings| *heard = Some(rings))
    }

    fn is_shown(&self, ring: u64, until: Option<Moment>) {
        self.bell.shown()[self.kept as usize] = Shown { ring, until };
        self.bell.0.was_shown.notify_waiters();
    }
}

impl Drop for Ear {
    fn drop(&mut self) {
        self.unshown = None;
        self.is_shown(u64::MAX, None);
    }
}
