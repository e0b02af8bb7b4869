//! What is in hand: every interaction that came and is not handled yet.

use std::sync::Arc;

use tokio::sync::watch;

/// So many interactions are in hand at once. Of more, nobody would be answered in time: each has three seconds.
const MOST_IN_HAND: usize = 4096;

/// What is being done for somebody just now.
pub(crate) struct Work(watch::Sender<Tally>);

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
    /// How much ever began.
    pub(crate) fn begun(&self) -> u64 {
        self.0.borrow().begun
    }

    /// An interaction is taken in hand until this is dropped; `None` if there are too many.
    pub(crate) fn take(self: &Arc<Self>) -> Option<InHand> {
        let has_room = self.0.borrow().in_hand < MOST_IN_HAND;
        has_room.then(|| self.begin())
    }

    /// Something begins; it ends when this is dropped.
    pub(crate) fn begin(self: &Arc<Self>) -> InHand {
        self.0.send_modify(|tally| {
            tally.in_hand += 1;
            tally.begun += 1;
        });
        InHand(Arc::clone(self))
    }

    /// Done when nothing is being done.
    pub(crate) async fn is_done(&self) {
        // The sender lives as long as `self`, so the wait cannot fail.
        let _ = self
            .0
            .subscribe()
            .wait_for(|tally| tally.in_hand == 0)
            .await;
    }
}

/// A piece of work that is not done yet.
pub(crate) struct InHand(Arc<Work>);

impl Drop for InHand {
    fn drop(&mut self) {
        self.0.0.send_modify(|tally| tally.in_hand -= 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn so_many_interactions_are_in_hand_and_whoever_is_done_makes_room() {
        let work = Arc::new(Work::default());
        let mut taken: Vec<_> = (0..MOST_IN_HAND).map(|_| work.take()).collect();
        assert!(taken.iter().all(Option::is_some));
        assert!(work.take().is_none());
        assert_eq!(work.begun(), MOST_IN_HAND as u64);
        taken.pop();
        assert!(work.take().is_some());
    }
}
