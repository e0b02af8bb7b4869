//! Interactions that were taken in already. Discord may deliver one twice, and a resumed session repeats what the old
//! connection had brought; each is handled once. The journal's unique press is the last guard behind this one.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

/// So many are remembered: more than a big bot gets in the fifteen minutes for which a token lives.
const KEPT: usize = 65_536;

/// A bounded memory of interactions.
#[derive(Default)]
pub(crate) struct Seen(Mutex<Memory>);

#[derive(Default)]
struct Memory {
    known: HashSet<u64>,
    in_order: VecDeque<u64>,
}

impl Seen {
    /// Whether this interaction comes for the first time.
    pub(crate) fn is_new(&self, interaction: u64) -> bool {
        // A panic between the two changes below would forget one id too early, no more.
        let mut memory = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !memory.known.insert(interaction) {
            return false;
        }
        // First one goes and then one comes, or the room for them would be doubled for a single one.
        if memory.in_order.len() >= KEPT
            && let Some(oldest) = memory.in_order.pop_front()
        {
            memory.known.remove(&oldest);
        }
        memory.in_order.push_back(interaction);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interaction_is_new_once_and_the_memory_is_bounded() {
        let seen = Seen::default();
        assert!(seen.is_new(1));
        assert!(!seen.is_new(1));
        for id in 2..=KEPT as u64 {
            assert!(seen.is_new(id));
        }
        assert!(!seen.is_new(1));
        assert!(seen.is_new(KEPT as u64 + 1));
        assert!(seen.is_new(1), "the oldest is forgotten");
        let memory = seen.0.lock().expect("whole");
        assert_eq!((memory.known.len(), memory.in_order.len()), (KEPT, KEPT));
        assert!(memory.in_order.capacity() < 2 * KEPT, "room for one more");
    }
}
