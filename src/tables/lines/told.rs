//! What the log tells of lines: once that clocks stand, and once that all go on.

use super::{GRACE, Lines, State, until};

impl Lines {
    /// Tells that until the hall closes.
    pub(in crate::tables) async fn tell(self) {
        let mut stop = self.0.stop.clone();
        tokio::select! {
            () = self.tell_all() => {}
            _ = stop.changed() => {}
        }
    }

    async fn tell_all(&self) {
        let mut state = self.subscribe();
        let clock = &self.0.clock;
        loop {
            until(&mut state, |state| state.first_cut().is_some()).await;
            let Some(since) = state.borrow().first_cut() else {
                continue;
            };
            let is_another = |state: &State| state.first_cut() != Some(since);
            tokio::select! {
                () = clock.reached(since.plus(GRACE)) => {}
                () = until(&mut state, is_another) => continue,
            }
            let is_heard = state.borrow().outgoing.cut_since() == Some(since);
            if is_heard && self.is_stuck_at_one_place() {
                tracing::warn!(
                    "nothing is taken that the bot says at one place alone, and no board is taken elsewhere: clocks stand until one is, at most \
                     a quarter of an hour if it stays so"
                );
            } else if is_heard {
                tracing::warn!(
                    "nothing is taken that the bot says: clocks stand until something is"
                );
            } else {
                tracing::warn!(
                    "people are cut off from their tables: their clocks stand until they are back"
                );
            }
            until(&mut state, |state| state.first_cut().is_none()).await;
            let seconds = clock.now().since(since).as_secs();
            tracing::info!(
                seconds,
                "people are back: their clocks go on where they stood"
            );
        }
    }
}
