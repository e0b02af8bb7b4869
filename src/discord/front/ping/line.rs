//! Calls in the line to Discord: after a restart or an outage a thousand tables may have somebody to call.

use std::time::Duration;

use crate::discord::wire::request::Urgency;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Preset, TableId};

/// The pauses before each further try of a call that the line was too busy for; after the last it counts as done.
pub(super) const BUSY: [Duration; 4] = [
    Duration::from_secs(60),
    Duration::from_secs(4 * 60),
    Duration::from_secs(15 * 60),
    Duration::from_secs(60 * 60),
];

/// After a restart or an outage turns of days are called for within a hundredth of them.
const SPREAD: u32 = 100;

/// Where a turn lasts days nobody waits for its call: what people wait for goes first.
pub(super) fn urgency(preset: Preset) -> Urgency {
    match preset {
        Preset::Days => Urgency::CanWait,
        Preset::Fast | Preset::Normal | Preset::Relaxed => Urgency::Urgent,
    }
}

/// How much later than it might a table calls after a restart or an outage, or all of them would in the same second. It
/// follows from the table's id, so it is the same for all who sit there.
pub(super) fn spread(table: &TableId, preset: Preset) -> Duration {
    if urgency(preset) != Urgency::CanWait {
        return Duration::ZERO;
    }
    let sum = |sum: u32, sign: u8| sum.wrapping_mul(31).wrapping_add(sign.into());
    let part = table.as_str().bytes().fold(0, sum) % 1_000;
    preset.patience() / SPREAD * part / 1_000
}

/// Whether a failure says nothing of the channel, but that too much was to be sent.
pub(super) fn is_of_the_line(failure: &SendFailure) -> bool {
    matches!(
        failure,
        SendFailure::TooBusy { .. } | SendFailure::Answered { status: 429, .. }
    )
}
