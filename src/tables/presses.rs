//! The presses that counted at a table: the last of them are remembered, all others are in its journal.

use std::collections::BTreeSet;

use super::PressId;

/// So many are remembered. One that is older and comes again is looked at once more, and the journal refuses it, where a
/// press counts once.
const KEPT: usize = 1024;

/// The last presses that counted. Their numbers grow with time.
#[derive(Default)]
pub(super) struct Presses(BTreeSet<PressId>);

impl Presses {
    /// Whether this one is known to have counted.
    pub(super) fn contains(&self, press: PressId) -> bool {
        self.0.contains(&press)
    }

    /// This one has counted.
    pub(super) fn note(&mut self, press: PressId) {
        self.0.insert(press);
        if self.0.len() > KEPT {
            self.0.pop_first();
        }
    }
}

impl FromIterator<PressId> for Presses {
    fn from_iter<T: IntoIterator<Item = PressId>>(all: T) -> Self {
        let mut presses = Self::default();
        for press in all {
            presses.note(press);
        }
        presses
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_presses_are_known_however_many_there_were() {
        let presses: Presses = (0..3 * KEPT as u64).map(PressId::new).collect();
        assert_eq!(presses.0.len(), KEPT);
        assert!(presses.contains(PressId::new(3 * KEPT as u64 - 1)));
        assert!(!presses.contains(PressId::new(0)));
    }
}
