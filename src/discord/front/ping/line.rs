//! Calls in the line to Discord: after a restart or an outage a thousand tables may have somebody to call.

use std::time::Duration;

use crate::discord::wire::request::Urgency;
use crate::tables::{Moment, Preset, TableId};

/// The pauses before each further try of a call that failed and may go better; after the last it counts as done.
const BUSY: [Duration; 4] = [
    Duration::from_secs(60),
    Duration::from_secs(4 * 60),
    Duration::from_secs(15 * 60),
    Duration::from_secs(60 * 60),
];

/// Discord knows for so long that it has posted something already: for some minutes, it says.
pub(super) const REMEMBERED: Duration = Duration::from_secs(120);

/// A call that may stand, or names the end of a turn as it was, is seen to at least so often.
const LONGEST_PAUSE: Duration = Duration::from_secs(5 * 60);

/// The pause after this one.
pub(super) fn longer(pause: Duration) -> Duration {
    (pause * 2).min(LONGEST_PAUSE)
}

/// After a restart or an outage turns of days are called for within a hundredth of them.
const SPREAD: u32 = 100;

/// Whether a turn lasts so long that a call can come minutes later.
pub(super) fn has_days(preset: Preset) -> bool {
    match preset {
        Preset::Days => true,
        Preset::Fast | Preset::Normal | Preset::Relaxed => false,
    }
}

/// Where a turn lasts days nobody waits for its call: what people wait for goes first.
pub(super) fn urgency(preset: Preset) -> Urgency {
    if has_days(preset) {
        Urgency::CanWait
    } else {
        Urgency::Urgent
    }
}

/// The tries to make a call in a turn.
#[derive(Clone, Copy, Default)]
pub(super) struct Tries {
    failed: usize,
    /// When the next one comes.
    next: Option<Moment>,
}

impl Tries {
    /// One has failed now; answers whether there is another.
    pub(super) fn again_after(&mut self, now: Moment) -> bool {
        self.next = BUSY.get(self.failed).map(|pause| now.plus(*pause));
        self.failed += 1;
        self.next.is_some()
    }

    /// When somebody is called who would be at this moment.
    pub(super) fn not_before(self, at: Moment) -> Moment {
        self.next.map_or(at, |next| at.max(next))
    }
}

/// How much later than it might a table calls after a restart or an outage, or all of them would in the same second. It
/// follows from the table's id, so it is the same for all who sit there.
pub(super) fn spread(table: &TableId, preset: Preset) -> Duration {
    if !has_days(preset) {
        return Duration::ZERO;
    }
    let sum = |sum: u32, sign: u8| sum.wrapping_mul(31).wrapping_add(sign.into());
    let part = table.as_str().bytes().fold(0, sum) % 1_000;
    preset.patience() / SPREAD * part / 1_000
}
