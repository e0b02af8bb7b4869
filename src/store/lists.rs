//! Lists: questions that look at many rows, as a leaderboard does. They take their time, and anybody may ask for them: however
//! many do, readers are left for what tables need.

use tokio::sync::SemaphorePermit;
use tokio::time::timeout;

use super::{Failure, Store};

/// So many lists are made at once: half of the readers.
pub(super) const LISTS: usize = 2;

impl Store {
    /// A turn to make a list, in the order of those who ask; given up with what is answered. Whoever asks waits for it as long as
    /// for a reader.
    pub(super) async fn turn_for_list(&self) -> Result<SemaphorePermit<'_>, Failure> {
        let patience = self.0.readers.options().get_acquire_timeout();
        match timeout(patience, self.0.lists.acquire()).await {
            Ok(Ok(turn)) => Ok(turn),
            // Nobody closes it.
            Ok(Err(_)) => Err(sqlx::Error::PoolClosed.into()),
            Err(_) => Err(sqlx::Error::PoolTimedOut.into()),
        }
    }
}
