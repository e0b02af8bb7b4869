//! What tables leave behind when they and the process end at once: pings, threads without a table, and lines that may be another's.

use super::Hall;
use crate::store::{Failure, StrayPing, StrayThread};
use crate::tables::{ChannelId, Declined, PlacesChange, TableId};

impl Hall {
    /// The pings that tables left behind when they and the process ended at once.
    pub async fn stray_pings(&self) -> Vec<StrayPing> {
        self.0
            .house
            .store
            .stray_pings()
            .await
            .unwrap_or_else(|error| {
                tracing::warn!(%error, "left-over pings cannot be read");
                Vec::new()
            })
    }

    /// Whether the line in the channel above this thread is to tell of this table, and not of another one that stood there.
    ///
    /// # Errors
    ///
    /// The database does not tell.
    pub async fn is_told_at_line(
        &self,
        table: &TableId,
        thread: ChannelId,
    ) -> Result<bool, Failure> {
        let told = self.0.house.store.told_at_line_of(thread).await?;
        Ok(told.as_ref() == Some(table))
    }

    /// The threads that a process before this one asked for, and that have no table: those are to go. Answered once.
    pub fn stray_threads(&self) -> Vec<StrayThread> {
        // Every change under this lock is a single one.
        let strays = self.0.stray_threads.lock();
        std::mem::take(&mut *strays.unwrap_or_else(std::sync::PoisonError::into_inner))
    }

    /// A thread is about to be made at this message of a channel, for a table that is not opened yet. Written down before, a
    /// start after a crash finds it.
    pub async fn asks_for_thread(
        &self,
        thread: ChannelId,
        channel: ChannelId,
    ) -> Result<(), Declined> {
        let store = &self.0.house.store;
        let asked = store.asks_for_thread(thread, channel).await;
        asked.map_err(|_| Declined::DiskRefused)
    }

    /// A thread that was asked for has its table, or is gone.
    pub async fn settles_thread(&self, thread: ChannelId) {
        if self.0.house.store.settles_thread(thread).await.is_err() {
            tracing::warn!(
                "what became of a thread was not written down: the next start looks after it"
            );
        }
    }

    /// A left-over ping is gone. A table that can still be looked at knows itself where its messages are now.
    pub async fn forget_stray_ping(&self, stray: &StrayPing) {
        let id = &stray.table;
        let is_forgotten = match self.table(id) {
            Some(table) => table.remember(PlacesChange::ping(None)).await.is_ok(),
            None => {
                let store = &self.0.house.store;
                store.remember(id.clone(), stray.without_ping).await.is_ok()
            }
        };
        if !is_forgotten {
            tracing::warn!(table = %id, "a ping that is gone was not forgotten");
        }
    }
}
