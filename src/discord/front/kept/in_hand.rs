//! What is just being answered, counted: several answers may be under way at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::Notify;

/// What is in hand, by key.
pub(crate) struct InHand<K: Eq + Hash> {
    counts: Mutex<HashMap<K, usize>>,
    /// Told whenever something is done.
    done: Notify,
}

/// While this lives, its key is in hand.
pub(crate) struct Taken<'a, K: Eq + Hash> {
    all: &'a InHand<K>,
    key: K,
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
        *self.lock().entry(key.clone()).or_default() += 1;
        Taken { all: self, key }
    }

    /// How often it is in hand.
    pub(crate) fn times(&self, key: &K) -> usize {
        self.lock().get(key).copied().unwrap_or(0)
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
    fn lock(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        // Every change under this lock is a single insertion or removal, so nothing half-done can be seen.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Drop for Taken<'_, K> {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        if let Some(count) = all.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.key);
                self.all.done.notify_waiters();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_taken_twice_is_in_hand_until_both_are_done() {
        let all = InHand::default();
        let first = all.take("lobby");
        let second = all.take("lobby");
        assert_eq!((all.times(&"lobby"), all.times(&"board")), (2, 0));
        drop(first);
        assert!(all.contains(&"lobby") && !all.contains(&"board"));
        drop(second);
        assert!(!all.contains(&"lobby"));
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
