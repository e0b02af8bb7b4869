//! What is just being answered, counted: several answers may be under way at once.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What is in hand, by key.
pub(crate) struct InHand<K: Eq + Hash>(Mutex<HashMap<K, usize>>);

/// While this lives, its key is in hand.
pub(crate) struct Taken<'a, K: Eq + Hash> {
    all: &'a InHand<K>,
    key: K,
}

impl<K: Eq + Hash> Default for InHand<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash + Clone> InHand<K> {
    /// Takes it in hand, once more if it is already.
    pub(crate) fn take(&self, key: K) -> Taken<'_, K> {
        *self.lock().entry(key.clone()).or_default() += 1;
        Taken { all: self, key }
    }

    /// Whether it is in hand.
    pub(crate) fn contains(&self, key: &K) -> bool {
        self.lock().contains_key(key)
    }
}

impl<K: Eq + Hash> InHand<K> {
    fn lock(&self) -> MutexGuard<'_, HashMap<K, usize>> {
        // Every change under this lock is a single insertion or removal, so nothing half-done can be seen.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<K: Eq + Hash> Drop for Taken<'_, K> {
    fn drop(&mut self) {
        let mut all = self.all.lock();
        if let Some(count) = all.get_mut(&self.key) {
            *count -= 1;
            if *count == 0 {
                all.remove(&self.key);
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
        drop(first);
        assert!(all.contains(&"lobby") && !all.contains(&"board"));
        drop(second);
        assert!(!all.contains(&"lobby"));
    }
}
