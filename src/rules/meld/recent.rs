//! What the solver was asked a moment ago: racks that differ in a tile share many questions, and a rack is asked about
//! again when a tile is offered, when one is drawn, and a turn later.
//!
//! Only time depends on what is remembered: an answer follows from what is asked alone.

use std::cell::RefCell;

use super::held::{Held, Row};

/// What can be asked about.
pub(super) trait Subject: Copy + Eq {
    /// All of it in one number.
    fn mixed(self) -> u64;
}

impl Subject for Held {
    fn mixed(self) -> u64 {
        self.once ^ self.twice.rotate_left(32).wrapping_mul(SPREADING)
    }
}

impl Subject for Row {
    fn mixed(self) -> u64 {
        (u64::from(self.once) << 16) | u64::from(self.twice)
    }
}

/// An odd number with well-spread bits: the golden ratio in 64 bits.
const SPREADING: u64 = 0x9e37_79b9_7f4a_7c15;

/// The last answers to one question on a thread, `PLACES` at most; each subject has one place.
pub(super) struct Recent<S, A, const PLACES: usize>(RefCell<Vec<Option<(S, A)>>>);

impl<S: Subject, A: Copy, const PLACES: usize> Recent<S, A, PLACES> {
    /// Nothing is known, and no room taken.
    pub(super) const fn new() -> Self {
        Self(RefCell::new(Vec::new()))
    }

    /// What is remembered of a subject.
    pub(super) fn known(&self, subject: S) -> Option<A> {
        let places = self.0.borrow();
        let (known, answer) = places.get(Self::place(subject)).copied().flatten()?;
        (known == subject).then_some(answer)
    }

    /// Remembers this, and no longer what was in its place.
    pub(super) fn remember(&self, subject: S, answer: A) {
        let mut places = self.0.borrow_mut();
        if places.is_empty() {
            places.resize(PLACES, None);
        }
        places[Self::place(subject)] = Some((subject, answer));
    }

    /// By the highest bits of a product, on which all others have worked.
    fn place(subject: S) -> usize {
        let spread = subject.mixed().wrapping_mul(SPREADING) >> 32;
        ((spread * PLACES as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_answer_in_a_place_is_remembered() {
        let recent: Recent<Held, u8, 4> = Recent::new();
        let some = |once: u64| Held {
            once,
            twice: once >> 1 & once,
        };
        assert_eq!(recent.known(Held::default()), None);
        for number in 0..200 {
            recent.remember(some(number), number as u8);
            let known = (0..=number).filter(|earlier| recent.known(some(*earlier)).is_some());
            let known: Vec<u64> = known.collect();
            assert!((1..=4).contains(&known.len()), "{known:?}");
            assert!(known.contains(&number));
            for earlier in known {
                assert_eq!(recent.known(some(earlier)), Some(earlier as u8));
            }
        }
    }
}
