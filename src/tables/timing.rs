//! When something falls due at a table, and how outages move it.

use std::time::Duration;

use super::Moment;

/// A lobby without a press closes so long after the last one, or after the last start of the process.
pub(super) const LOBBY_PATIENCE: Duration = Duration::from_secs(60 * 60);
/// A window of the rules for something to be said, at every table (Kaluki rules 7.3).
pub(super) const WINDOW: Duration = Duration::from_secs(8);
/// Each accepted action of a turn leaves at least this for the next, up to a number of them ([`super::deadlines`]).
pub(super) const ACTION_PATIENCE: Duration = Duration::from_secs(15);
/// Where only people who are away are asked what nobody decides in their name they have no more than this for it.
pub(super) const AWAY_PATIENCE: Duration = Duration::from_secs(60 * 60);
/// After a restart a deadline leaves at least this.
pub(super) const RESTART_PATIENCE: Duration = Duration::from_secs(20);
/// The next round is dealt after this even if not everybody pressed *Next*.
pub(super) const ROUND_PAUSE: Duration = Duration::from_secs(10);
/// Computers that are left among themselves play so many rounds without a pause.
pub(super) const ROUNDS_AT_ONCE: u32 = 100;
/// `days`: a table whose people are all away so long is abandoned.
pub(super) const ABSENCE: Duration = Duration::from_secs(7 * 24 * 60 * 60);
/// A server that has thrown the bot out may invite it again for so long after somebody's time would have been up at a table;
/// then that is abandoned.
pub(super) const INVITATION: Duration = Duration::from_secs(24 * 60 * 60);
/// After so many times at zero in a row a seat is away.
pub(super) const ZEROS_TO_AWAY: u8 = 2;

/// A span of time in which nobody reached their tables: no process ran, or it was cut off.
pub(super) type Outage = (Moment, Moment);

/// The outages of a table that are still to be given back, in the order of their ends.
pub(super) struct Outages {
    left: Vec<Outage>,
    given: usize,
}

impl Outages {
    /// Those that ended after this moment, at which the table was opened. What lies in several, of lines that were cut at
    /// the same time, was lost once.
    pub(super) fn since(opened_at: Moment, outages: &[Outage]) -> Self {
        let of_the_table = outages.iter().filter(|(_, ended)| *ended > opened_at);
        let mut all: Vec<Outage> = of_the_table.copied().collect();
        all.sort_unstable_by_key(|(_, ended)| *ended);
        let mut left: Vec<Outage> = Vec::with_capacity(all.len());
        for (began, ended) in all {
            while left.pop_if(|(first, _)| began <= *first).is_some() {}
            let began = left.last().map_or(began, |(_, last)| began.max(*last));
            if began < ended {
                left.push((began, ended));
            }
        }
        Self { left, given: 0 }
    }

    /// The next one if it was over by then: it is given back now.
    pub(super) fn next_before(&mut self, at: Moment) -> Option<Outage> {
        let next = self.left().first().copied();
        let next = next.filter(|(_, ended)| *ended <= at)?;
        self.given += 1;
        Some(next)
    }

    /// Those that were not given back yet.
    pub(super) fn left(&self) -> &[Outage] {
        &self.left[self.given..]
    }
}

/// Something that falls due, and since when it runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub since: Moment,
    pub until: Moment,
}

impl Span {
    pub(super) fn new(since: Moment, length: Duration) -> Self {
        Self {
            since,
            until: since.plus(length),
        }
    }

    /// Moves the end by the time lost since it runs.
    #[must_use]
    pub(super) fn given_back(self, outages: &[Outage]) -> Self {
        let lost: Duration = outages
            .iter()
            .map(|(began, ended)| ended.since((*began).max(self.since)))
            .sum();
        Self {
            until: self.until.plus(lost),
            ..self
        }
    }

    /// Begins now if it would begin later: it was noted by a clock that has been set back since. It is as long as it was.
    #[must_use]
    pub(super) fn begun_by(self, now: Moment) -> Self {
        if self.since <= now {
            return self;
        }
        Self::new(now, self.until.since(self.since))
    }

    /// Does not end before this.
    #[must_use]
    pub(super) fn at_least(self, until: Moment) -> Self {
        Self {
            until: self.until.max(until),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(since: u64, outages: &[(u64, u64)], until: u64) {
        let outages: Vec<Outage> = outages
            .iter()
            .map(|(began, ended)| (at(*began), at(*ended)))
            .collect();
        let span = Span::new(at(since), Duration::from_secs(60));
        assert_eq!(
            span.given_back(&outages).until,
            at(until),
            "{since} {outages:?}"
        );
    }

    fn at(s: u64) -> Moment {
        Moment::from_unix_ms(s * 1000)
    }

    #[test]
    fn outages_are_given_back_one_after_the_other_and_each_once() {
        let outages = [(50, 60), (200, 260), (110, 120), (300, 310)];
        let outages = outages.map(|(began, ended)| (at(began), at(ended)));
        // The first one was over before the table was opened.
        let mut outages = Outages::since(at(100), &outages);
        assert_eq!(outages.next_before(at(115)), None);
        assert_eq!(outages.next_before(at(260)), Some((at(110), at(120))));
        assert_eq!(outages.next_before(at(260)), Some((at(200), at(260))));
        assert_eq!(outages.next_before(at(260)), None);
        assert_eq!(outages.left(), [(at(300), at(310))]);
    }

    #[test]
    fn what_lies_in_several_outages_was_lost_once() {
        for (outages, left) in [
            (vec![(10, 20), (20, 30)], vec![(10, 20), (20, 30)]),
            (vec![(10, 30), (20, 40)], vec![(10, 30), (30, 40)]),
            (vec![(20, 30), (10, 40)], vec![(10, 40)]),
            (vec![(10, 15), (20, 30), (12, 40)], vec![(10, 15), (15, 40)]),
            (vec![(10, 30), (20, 30)], vec![(10, 30)]),
        ] {
            let moments = |(began, ended): &(u64, u64)| (at(*began), at(*ended));
            let all: Vec<Outage> = outages.iter().map(moments).collect();
            let expected: Vec<Outage> = left.iter().map(moments).collect();
            assert_eq!(Outages::since(at(0), &all).left(), expected, "{outages:?}");
        }
    }

    #[test]
    fn a_span_of_a_clock_that_ran_ahead_begins_now() {
        let span = Span::new(at(3700), Duration::from_secs(60));
        assert_eq!(
            span.begun_by(at(100)),
            Span::new(at(100), Duration::from_secs(60))
        );
        assert_eq!(span.begun_by(at(3700)), span);
        assert_eq!(span.begun_by(at(3755)), span);
    }

    #[test]
    fn only_what_was_lost_since_then_is_given_back() {
        check(100, &[], 160);
        check(100, &[(110, 1000)], 160 + 890);
        check(100, &[(50, 90)], 160);
        // The process was last noted alive before it armed this deadline.
        check(100, &[(95, 130)], 160 + 30);
        check(100, &[(50, 90), (110, 120), (130, 135)], 160 + 15);
    }
}
