//! What a start finds of the time before it: until when people were reached, whether the clock can be right, and which tables are
//! to live again.

use std::time::Duration;

use super::due::{KEPT_AFTER_END, KEPT_BARRED};
use super::house::House;
use super::{Moment, TableId, unshown};
use crate::store::Failure;

/// A clock that is behind by no more was set gently.
const SET_GENTLY: Duration = Duration::from_secs(5);

/// Few hosts are away for longer than this: a clock that says so may be wrong.
const LONG_AWAY: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// What a clock seems to be, compared with the moment at which the process before lived last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Seems {
    Right,
    Behind(Duration),
    FarAhead(Duration),
}

fn compared(lived: Moment, now: Moment) -> Seems {
    let (behind, ahead) = (lived.since(now), now.since(lived));
    if behind > SET_GENTLY {
        Seems::Behind(behind)
    } else if ahead > LONG_AWAY {
        Seems::FarAhead(ahead)
    } else {
        Seems::Right
    }
}

/// Tells in the log if this machine's clock seems to be wrong: what it says becomes the date of all that is noted, and nobody
/// would look there for the cause.
pub(super) fn tell_of_clock(lived: Option<Moment>, now: Moment) {
    match lived.map_or(Seems::Right, |lived| compared(lived, now)) {
        Seems::Right => {}
        Seems::Behind(behind) => {
            let seconds = behind.as_secs();
            tracing::warn!(
                seconds,
                "the clock of this machine is behind the moment at which the bot lived last: is it set? What is played until the \
                 next start is noted under a wrong date"
            );
        }
        Seems::FarAhead(ahead) => {
            let days = ahead.as_secs() / (24 * 60 * 60);
            tracing::warn!(
                days,
                "the bot lived last a long time ago, or the clock of this machine is ahead: is it set? What is played until the \
                 next start may be noted under a wrong date"
            );
        }
    }
}

/// The tables that live, and those that ended lately when people were last reached, or behind a barrier, or of which it is known
/// that their end is not shown: perhaps nobody was told their end before the process stopped, however long ago that was.
pub(super) async fn to_reopen(
    house: &House,
    lived: Option<Moment>,
) -> Result<Vec<TableId>, Failure> {
    let now = house.began_at;
    let reached_until = lived.map_or(now, |lived| lived.min(now));
    let [lately, barred] = [KEPT_AFTER_END, KEPT_BARRED].map(|kept| reached_until.minus(kept));
    let mut tables = house.store.live_tables().await?;
    tables.extend(unshown::ended(house, lately, barred).await?);
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_is_doubted_that_is_behind_or_far_ahead_of_the_last_sign_of_life() {
        let day_s = 24 * 60 * 60;
        let at = |s: u64| Moment::from_unix_ms(1_790_000_000_000 + s * 1000);
        let seconds = Duration::from_secs;
        for (lived_s, now_s, seems) in [
            (100, 100, Seems::Right),
            (100, 95, Seems::Right),
            (100, 94, Seems::Behind(seconds(6))),
            (100, 100 + 30 * day_s, Seems::Right),
            (
                100,
                101 + 30 * day_s,
                Seems::FarAhead(seconds(1 + 30 * day_s)),
            ),
        ] {
            assert_eq!(compared(at(lived_s), at(now_s)), seems, "{now_s}");
        }
        let never_set = Moment::from_unix_ms(0);
        assert!(matches!(compared(at(0), never_set), Seems::Behind(_)));
    }
}
