//! What is just being answered: several answers may be under way at once, and nobody knows which of those arrives last.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// What is in hand, by key.
pub(crate) struct InHand<K: Eq + Hash> {
    counts: Mutex<HashMap<K, Count>>,
    /// Told whenever something is done.
    done: Notify,
}

/// How often something is in hand.
#[derive(Clone, Copy, Default)]
struct Count {
    now: usize,
    /// Whether it was more than once, since it is at all.
    were_several: bool,
}

/// While this lives, its key is in hand.
pub(crate) struct Taken<'a, K: Eq + Hash> {
    all: &'a InHand<K>,
    /// `None` when it is done.
    key: Option<K>,
    is_first: bool,
}

impl<K: Eq + Hash> Default for InHand<K> {
    fn default() -> Self {
        Self {
            counts: Mutex::default(),
            done: Notify::new(),
        }
    }
}

impl<K: Eq + Hash + Clone> InHand<K> {
    /// Takes it in hand, once more if it is already.
    pub(crate) fn take(&self, key: K) -> Taken<'_, K> {
        let mut counts = self.lock();
        let count = counts.entry(key.clone()).or_default();
        count.now += 1;
        count.were_several |= count.now > 1;
        Taken {
            is_first: count.now == 1,
            all: self,
            key: Some(key),
        }
    }

    /// Whether it is in hand.
    pub(crate) fn contains(&self, key: &K) -> bool {
        self.lock().contains_key(key)
    }

    /// Waits until it is not in hand.
    pub(crate) async fn is_done(&self, key: &K) {
        loop {
            let mut done = std::pin::pin!(self.done.notified());
            // From here on nothing is missed that is done.
            done.as_mut().enable();
            if !self.contains(key) {
                return;
            }
            done.await;
        }
    }
}

impl<K: Eq + Hash> InHand<K> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, Count>> {
        // Every change under this lock is a single insertion or removal, so nothing half-done can be seen.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Taken<'_, K> {
    /// Whether it was not in hand before.
    pub(crate) fn is_first(&self) -> bool {
        self.is_first
    }

    /// This is done. Does this before anybody finds it so; told is whether nothing of it is in hand any more, and several were
    /// at once since something was.
    pub(crate) fn ends(mut self, then: impl FnOnce(bool)) {
        self.let_go(then);
    }

    fn let_go(&mut self, then: impl FnOnce(bool)) {
        let Some(key) = self.key.take() else {
            return;
        };
        let mut all = self.all.lock();
        let Some(count) = all.get_mut(&key) else {
            return;
        };
        count.now -= 1;
        let (is_last, were_several) = (count.now == 0, count.were_several);
        if is_last {
            all.remove(&key);
            self.all.done.notify_waiters();
        }
        then(is_last && were_several);
    }
}

impl<K: Eq + Hash> Drop for Taken<'_, K> {
    fn drop(&mut self) {
        self.let_go(|_| ());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends_several(taken: Taken<'_, &str>) -> bool {
        let mut several = None;
        taken.ends(|were| several = Some(were));
        several.expect("it is told")
    }

    #[test]
    fn what_was_taken_twice_is_in_hand_until_both_are_done() {
        let all = InHand::default();
        let first = all.take("lobby");
        let second = all.take("lobby");
        assert!(first.is_first() && !second.is_first());
        assert!(!ends_several(first));
        assert!(all.contains(&"lobby") && !all.contains(&"board"));
        assert!(ends_several(second));
        assert!(!all.contains(&"lobby"));
        // What was in hand before is forgotten.
        let alone = all.take("lobby");
        assert!(alone.is_first() && !ends_several(alone));
    }

    #[tokio::test]
    async fn who_waits_hears_of_the_last_that_is_done() {
        let all = InHand::default();
        all.is_done(&"board").await;
        let (first, second, other) = (all.take("board"), all.take("board"), all.take("lobby"));
        let mut waits = std::pin::pin!(all.is_done(&"board"));
        for done in [first, other] {
            assert!(futures::poll!(waits.as_mut()).is_pending());
            drop(done);
        }
        assert!(futures::poll!(waits.as_mut()).is_pending());
        drop(second);
        assert!(futures::poll!(waits.as_mut()).is_ready());
    }
}
