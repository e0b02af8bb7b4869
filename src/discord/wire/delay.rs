//! How long interactions were on their way: Discord's three seconds run from the moment in their ids.
//!
//! This host's clock may be wrong, so the quickest of the last minutes counts as one that came at once. What would be
//! older than Discord waits says nothing of the interaction, only that one of the clocks has jumped.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::tables::Moment;

/// When Discord's ids begin, in milliseconds after 1970.
pub(crate) const DISCORDS_BEGINNING_MS: u64 = 1_420_070_400_000;
/// After so long an older quickest one is forgotten.
const SPAN: Duration = Duration::from_secs(60);
/// Nobody waits longer for a first answer.
const LONGEST_MS: i64 = 3_000;

/// When Discord made this id, in milliseconds after 1970: it stands in the id.
pub(crate) fn made_ms(id: u64) -> u64 {
    (id >> 22) + DISCORDS_BEGINNING_MS
}

/// The first id that Discord makes at this moment, in milliseconds after 1970.
pub(crate) fn first_id(made_ms: u64) -> u64 {
    made_ms.saturating_sub(DISCORDS_BEGINNING_MS) << 22
}

/// What is known of the way that interactions take.
#[derive(Default)]
pub(crate) struct Delays(Mutex<Option<Quickest>>);

#[derive(Clone, Copy)]
struct Quickest {
    /// Since when the present span runs.
    since: Instant,
    /// The smallest difference of the clocks in this span, and in this and the one before.
    now_ms: i64,
    ms: i64,
}

impl Delays {
    /// How long this interaction was under way that has just come.
    pub(crate) fn of(&self, interaction: u64, at: Moment, now: Instant) -> Duration {
        match self.late_ms(interaction, at, now) {
            late_ms @ 0..LONGEST_MS => Duration::from_millis(late_ms as u64),
            _ => Duration::ZERO,
        }
    }

    /// When this interaction was made that has just come, by this host's clock. It may have been under way for long: where the
    /// clock has jumped forward it seems to be older than it is, for two minutes at the most in which people press something.
    pub(crate) fn made_at(&self, interaction: u64, at: Moment, now: Instant) -> Moment {
        let late_ms = self.late_ms(interaction, at, now);
        at.minus(Duration::from_millis(late_ms as u64))
    }

    /// By how many milliseconds this interaction, which has just come, was under way longer than the quickest; never less
    /// than none.
    fn late_ms(&self, interaction: u64, at: Moment, now: Instant) -> i64 {
        let said_ms = made_ms(interaction) as i64;
        let ms = (at.unix_ms() as i64).saturating_sub(said_ms);
        // The change below is complete in itself.
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let quickest = known.get_or_insert(Quickest {
            since: now,
            now_ms: ms,
            ms,
        });
        if now.duration_since(quickest.since) >= SPAN {
            *quickest = Quickest {
                since: now,
                now_ms: ms,
                ms: quickest.now_ms,
            };
        }
        quickest.now_ms = quickest.now_ms.min(ms);
        quickest.ms = quickest.ms.min(ms);
        ms - quickest.ms
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW_MS: u64 = 1_790_000_000_000;

    /// Interactions that were made and came at these milliseconds, each so many seconds after the first.
    fn check(rows: &[(u64, u64, u64, u64)]) {
        let (delays, began) = (Delays::default(), Instant::now());
        for (after_s, made_ms, came_ms, late_ms) in rows {
            let id = (NOW_MS + made_ms - DISCORDS_BEGINNING_MS) << 22;
            let at = Moment::from_unix_ms(NOW_MS + came_ms);
            let late = delays.of(id, at, began + Duration::from_secs(*after_s));
            assert_eq!(late, Duration::from_millis(*late_ms), "{after_s} s");
        }
    }

    #[test]
    fn what_was_under_way_longer_than_others_is_late() {
        check(&[(0, 0, 80, 0), (1, 1000, 1080, 0), (2, 2000, 3580, 1500)]);
    }

    #[test]
    fn what_was_made_long_ago_is_known_whatever_the_clock_says() {
        let id = |made_ms: u64| (NOW_MS + made_ms - DISCORDS_BEGINNING_MS) << 22;
        for wrong_ms in [0, 5 * 3_600_000] {
            let (delays, now) = (Delays::default(), Instant::now());
            let here = |ms: u64| Moment::from_unix_ms(NOW_MS + wrong_ms + ms);
            for (made_ms, came_ms, seems_ms) in
                [(0, 80, 80), (1_000, 1_080, 1_080), (2_000, 300_000, 2_080)]
            {
                let made_at = delays.made_at(id(made_ms), here(came_ms), now);
                assert_eq!(made_at, here(seems_ms));
            }
        }
    }

    #[test]
    fn a_clock_that_is_wrong_makes_nothing_late() {
        let hours_ms = 5 * 3_600_000;
        check(&[
            (0, 0, hours_ms, 0),
            (1, 1000, hours_ms + 1000, 0),
            (2, 2000, hours_ms + 2700, 700),
        ]);
        // Slow: they come before they are made.
        check(&[(0, hours_ms, 0, 0), (1, hours_ms + 1000, 1400, 400)]);
    }

    #[test]
    fn a_clock_that_is_set_is_soon_believed() {
        // Forward by an hour: more than anybody waits.
        check(&[(0, 0, 0, 0), (1, 1000, 3_601_000, 0)]);
        // Forward by two seconds: for two minutes at the most.
        check(&[
            (0, 0, 0, 0),
            (1, 1000, 3000, 2000),
            (61, 61_000, 63_000, 2000),
            (122, 122_000, 124_000, 0),
        ]);
        // Backward.
        check(&[(0, 0, 5000, 0), (1, 1000, 1000, 0), (2, 2000, 2000, 0)]);
    }
}
