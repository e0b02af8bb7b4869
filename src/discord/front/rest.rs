//! Rest: the bot has said all that it has to say.
//!
//! Whoever stops the bot waits for it, so that nobody is left with an old picture; whoever looks at what people see
//! and wants to know what is, and not what is just coming, waits for it as well. Work goes one way, from an interaction
//! to its table, from the table's news to the keepers of its messages, and each stage is asked in that order. What
//! began meanwhile was counted, and then all are asked once more.

use std::sync::Arc;

use tokio::sync::watch;

use super::{Front, FrontRef};

/// What is being done for somebody just now.
pub struct Work(watch::Sender<Tally>);

#[derive(Clone, Copy, Default)]
struct Tally {
    in_hand: usize,
    /// All that ever began.
    begun: u64,
}

impl Default for Work {
    fn default() -> Self {
        Self(watch::Sender::new(Tally::default()))
    }
}

impl Work {
    /// Something begins; it ends when this is dropped.
    pub fn begin(self: &Arc<Self>) -> InHand {
        self.0.send_modify(|tally| {
            tally.in_hand += 1;
            tally.begun += 1;
        });
        InHand(Arc::clone(self))
    }

    async fn is_done(&self) {
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = self
            .0
            .subscribe()
            .wait_for(|tally| tally.in_hand == 0)
            .await;
    }
}

/// A piece of work that is not done yet.
pub struct InHand(Arc<Work>);

impl Drop for InHand {
    fn drop(&mut self) {
        self.0.0.send_modify(|tally| tally.in_hand -= 1);
    }
}

/// Tells when a bot is at rest.
#[derive(Clone)]
pub struct Rest(FrontRef);

impl Rest {
    pub(crate) fn of(front: &FrontRef) -> Self {
        Self(Arc::clone(front))
    }

    /// Done when every interaction that came in is handled, nothing is due at any table, and every message shows what
    /// is. Whoever goes on pressing keeps a bot from its rest, and so does a service that refuses what it says.
    pub async fn reached(&self) {
        let front = &self.0;
        loop {
            let begun = front.begun();
            front.work.is_done().await;
            for table in front.hall.all() {
                table.rests().await;
            }
            front.keepers.have_heard(front.hall.told()).await;
            front.keepers.rest(&front.clock).await;
            if front.begun() == begun {
                return;
            }
        }
    }
}

impl Front {
    /// Counts everything that ever began here: as long as it stays the same, nothing new has begun.
    fn begun(&self) -> u64 {
        self.work.0.borrow().begun + self.hall.told() + self.keepers.rung()
    }
}
