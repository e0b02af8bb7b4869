//! Whether this very process stood still: somebody stopped it, or the machine around it. Nobody was heard meanwhile although no line
//! may be cut, and what fell due finds nobody late.
//!
//! A beat in the host's own time tells, for the clock by which people play goes on; it may also be moved on by hand, which is no
//! standstill. From the first moment in which the last beat is too old people count as cut off, so nothing falls due before the
//! next one has noted that. A machine whose steady clock stands still with it lets no time pass for anybody; that people see another
//! time since then the beat notes as well.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use futures::future::join_all;

use super::{GRACE, Line, Lines};
use crate::tables::{Ahead, Clock, Moment};

/// So often, in real time, the process notes that it runs.
const BEAT: Duration = Duration::from_secs(5);

/// Two beats that lie further apart than this, in real time, mean that it did not. A machine that is busy is late by less.
const STANDSTILL: Duration = Duration::from_secs(20);

/// The last beat.
pub(super) struct Pulse {
    last: Mutex<Beat>,
    /// Nobody beats but the test.
    #[cfg(test)]
    is_held: std::sync::atomic::AtomicBool,
}

#[derive(Clone, Copy)]
struct Beat {
    real: Instant,
    at: Moment,
}

impl Beat {
    /// Since when the process stands still, if it is found to at this moment: for no longer than the time that has really passed.
    /// The clock is asked only then.
    fn standstill(self, real: Instant, clock: &Clock) -> Option<Moment> {
        let passed = real.saturating_duration_since(self.real);
        (passed > STANDSTILL).then(|| {
            let now = clock.now();
            self.at.max(now.minus(passed)).min(now)
        })
    }
}

impl Pulse {
    pub(super) fn begins(at: Moment) -> Self {
        let real = Instant::now();
        Self {
            last: Mutex::new(Beat { real, at }),
            #[cfg(test)]
            is_held: std::sync::atomic::AtomicBool::new(false),
        }
    }

    fn last(&self) -> Beat {
        // Every change under this lock is a single one.
        *self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn beats(&self, beat: Beat) {
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = beat;
    }

    fn is_held(&self) -> bool {
        #[cfg(test)]
        return self.is_held.load(std::sync::atomic::Ordering::SeqCst);
        #[cfg(not(test))]
        false
    }
}

impl Lines {
    /// Beats until the hall closes.
    pub(in crate::tables) async fn beat(self) {
        let mut stop = self.0.stop.clone();
        loop {
            tokio::select! {
                () = tokio::time::sleep(BEAT) => {}
                _ = stop.changed() => return,
            }
            if !self.0.pulse.is_held() {
                self.beats(Instant::now()).await;
            }
        }
    }

    /// How far the clocks that people see are ahead of the one by which they play, as far as was noted.
    pub(crate) fn ahead(&self) -> Ahead {
        *self.0.ahead.borrow()
    }

    /// Waits until they are ahead by something else than this, and answers by what: the machine has slept, or its time was set.
    pub(crate) async fn is_ahead_otherwise(&self, known: Ahead) -> Ahead {
        let mut ahead = self.0.ahead.subscribe();
        // The sender lives in `self`, so the wait cannot fail.
        let found = ahead.wait_for(|ahead| *ahead != known).await;
        found.map_or(known, |ahead| *ahead)
    }

    /// The process runs at this moment. If it stood still before, that was an outage of every line that is not cut anyway.
    async fn beats(&self, real: Instant) {
        let ahead = self.0.clock.ahead();
        self.0
            .ahead
            .send_if_modified(|noted| std::mem::replace(noted, ahead) != ahead);
        let standstill = self.0.pulse.last().standstill(real, &self.0.clock);
        let now = self.0.clock.now();
        let cut = standstill.map(|since| self.cuts_open_lines(since));
        // Not before: until then nothing falls due because the last beat is too old.
        self.0.pulse.beats(Beat { real, at: now });
        let (Some(since), Some(cut)) = (standstill, cut) else {
            return;
        };
        let lost = now.since(since);
        if lost > GRACE {
            let seconds = lost.as_secs();
            tracing::warn!(
                seconds,
                "this process, or its machine, stood still: nobody's clock ran meanwhile"
            );
        }
        join_all(cut.into_iter().map(|number| self.opens(number))).await;
    }

    /// Answers which lines that were.
    fn cuts_open_lines(&self, since: Moment) -> Vec<u64> {
        let mut cut = Vec::new();
        self.0.state.send_modify(|state| {
            for (number, line) in (0..).zip(&mut state.lines) {
                if let Line::Open { .. } | Line::Returning { again: None, .. } = line {
                    line.breaks(since);
                    cut.push(number);
                }
            }
        });
        cut
    }

    /// Since when the process stands still, as far as was not noted yet.
    pub(super) fn standstill(&self) -> Option<Moment> {
        let last = self.0.pulse.last();
        last.standstill(Instant::now(), &self.0.clock)
    }

    /// From now on it is as if the process had stood still for so long already, while the clock has not moved on yet.
    #[cfg(test)]
    pub(in crate::tables) fn stand_still_for(&self, passed: Duration) {
        let held = &self.0.pulse.is_held;
        held.store(true, std::sync::atomic::Ordering::SeqCst);
        let at = self.0.clock.now();
        let real = Instant::now().checked_sub(passed);
        let real = real.expect("the machine runs for longer");
        self.0.pulse.beats(Beat { real, at });
    }

    /// It runs again.
    #[cfg(test)]
    pub(in crate::tables) async fn run_again(&self) {
        self.beats(Instant::now()).await;
        let held = &self.0.pulse.is_held;
        held.store(false, std::sync::atomic::Ordering::SeqCst);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::ManualTime;

    #[test]
    fn only_what_really_passed_between_two_beats_is_a_standstill() {
        let (real, began) = (Instant::now(), Moment::from_unix_ms(1_790_000_000_000));
        let seconds = Duration::from_secs;
        let beat = Beat { real, at: began };
        // Real seconds that passed, those of the clock, and after how many of these it stood still.
        for (real_s, clock_s, since_s) in [
            (5, 5, None),
            (20, 20, None),
            (21, 21, Some(0)),
            (40, 40, Some(0)),
            // The clock was moved on by hand.
            (5, 3600, None),
            (40, 3600, Some(3560)),
            // It stands still by itself.
            (40, 0, Some(0)),
        ] {
            let clock = Clock::new(ManualTime::new(began.plus(seconds(clock_s))));
            let found = beat.standstill(real + seconds(real_s), &clock);
            let since = since_s.map(|since_s| began.plus(seconds(since_s)));
            assert_eq!(found, since, "{real_s} {clock_s}");
        }
    }
}
