//! Rest: the bot has said all that it has to say.
//!
//! Whoever stops the bot waits for it, so that nobody is left with an old picture; whoever looks at what people see
//! and wants to know what is, and not what is just coming, waits for it as well. Work goes one way, from an interaction
//! to its table, from the table's news to the keepers of its messages, and each stage is asked in that order. What
//! began meanwhile was counted, and then all are asked once more.

use std::sync::Arc;

use super::{Front, FrontRef};

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
        self.work.begun() + self.hall.told() + self.keepers.rung()
    }
}
