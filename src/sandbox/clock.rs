//! The sandbox's own clock: it flows like real time or stands still, and can be pushed forward, never back: whoever sets
//! the machine's clock while it runs changes nothing here.
//! Snowflakes, timestamps, the three seconds and the fifteen minutes read it; sockets keep real time.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// A shared clock in unix milliseconds. Clones are the same clock.
#[derive(Clone, Debug)]
pub struct Clock {
    base: Base,
    offset_ms: Arc<watch::Sender<u64>>,
}

/// What the offset is added to.
#[derive(Clone, Copy, Debug)]
enum Base {
    /// What the machine's clock said, and since when time has passed.
    Real(u64, Instant),
    Frozen(u64),
}

/// How a clock stood when its world was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Standing {
    pub(super) offset_ms: u64,
    /// What it showed, if it stood still by itself.
    pub(super) frozen_ms: Option<u64>,
}

/// The furthest the clock may be from its base: three years. Beyond it snowflakes lose their meaning.
const FURTHEST_MS: u64 = 3 * 366 * 24 * 3600 * 1000;

impl Clock {
    /// Real time plus whatever was advanced.
    #[must_use]
    pub fn flowing() -> Self {
        let since = SystemTime::now().duration_since(UNIX_EPOCH);
        Self::with(Base::Real(since.map_or(0, whole_ms), Instant::now()))
    }

    /// Stands at `at_ms` (unix milliseconds) and moves only by [`Clock::advance`].
    #[must_use]
    pub fn frozen(at_ms: u64) -> Self {
        Self::with(Base::Frozen(at_ms))
    }

    /// Goes on where a kept world stood: as far from real time, and if it stood still then and stands still now, at the
    /// same moment.
    pub(super) fn gone_on(self, kept: Standing) -> Self {
        let base = match (self.base, kept.frozen_ms) {
            (Base::Frozen(_), Some(now_ms)) => Base::Frozen(now_ms.saturating_sub(kept.offset_ms)),
            (base, _) => base,
        };
        let offset_ms = kept.offset_ms.min(FURTHEST_MS);
        self.offset_ms.send_replace(offset_ms);
        Self {
            base,
            offset_ms: self.offset_ms,
        }
    }

    /// How it stands, for a world that is kept.
    pub(super) fn standing(&self) -> Standing {
        Standing {
            offset_ms: *self.offset_ms.borrow(),
            frozen_ms: self.is_frozen().then(|| self.now_ms()),
        }
    }

    fn with(base: Base) -> Self {
        Self {
            base,
            offset_ms: Arc::new(watch::Sender::new(0)),
        }
    }

    /// Unix milliseconds now.
    #[must_use]
    pub fn now_ms(&self) -> u64 {
        let base = match self.base {
            Base::Real(at, since) => at.saturating_add(whole_ms(since.elapsed())),
            Base::Frozen(at) => at,
        };
        base.saturating_add(*self.offset_ms.borrow())
    }

    /// Pushes the clock forward, at most to three years from its base.
    pub fn advance(&self, by: Duration) {
        let by = whole_ms(by);
        self.offset_ms
            .send_modify(|offset| *offset = offset.saturating_add(by).min(FURTHEST_MS));
    }

    /// How far the clock was pushed.
    #[must_use]
    pub fn offset(&self) -> Duration {
        Duration::from_millis(*self.offset_ms.borrow())
    }

    /// Whether it stands still by itself.
    #[must_use]
    pub fn is_frozen(&self) -> bool {
        matches!(self.base, Base::Frozen(_))
    }

    /// Waits until the clock shows `at_ms` or later.
    pub async fn reached(&self, at_ms: u64) {
        let mut offset = self.offset_ms.subscribe();
        loop {
            let now = self.now_ms();
            if now >= at_ms {
                return;
            }
            let pushed = offset.changed();
            if self.is_frozen() {
                // The sender lives in `self`, so it cannot be gone.
                let _ = pushed.await;
            } else {
                let _ = tokio::time::timeout(Duration::from_millis(at_ms - now), pushed).await;
            }
        }
    }

    /// Waits until the offset differs from `known_ms`.
    pub async fn pushed_from(&self, known_ms: u64) {
        let mut offset = self.offset_ms.subscribe();
        // The sender lives in `self`, so it cannot be gone.
        let _ = offset.wait_for(|offset| *offset != known_ms).await;
    }
}

/// In whole milliseconds.
pub(crate) fn whole_ms(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// Discord's form of a time: ISO 8601 in UTC with microseconds.
#[must_use]
pub(super) fn timestamp(ms: u64) -> String {
    let (days, rest) = (ms / 86_400_000, ms % 86_400_000);
    let (year, month, day) = civil(days);
    let (hour, minute, second, milli) = (
        rest / 3_600_000,
        rest / 60_000 % 60,
        rest / 1000 % 60,
        rest % 1000,
    );
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{milli:03}000+00:00")
}

/// The date that lies `days` after 1970-01-01, counted in eras of 400 years that begin in March.
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 {
        from_march + 3
    } else {
        from_march - 9
    };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}
