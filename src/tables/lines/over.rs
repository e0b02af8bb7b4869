//! What is remembered of outages of this process that are over.

use super::{State, Whose};
use crate::tables::ServerId;
use crate::tables::timing::Outage;

/// So many outages of this process are remembered, for tables that are read anew.
pub(super) const MOST_KEPT: usize = 1_000;

/// So many of single servers. Discord makes many unavailable at once, and they come back together: each is remembered until its
/// tables have looked.
pub(super) const MOST_OF_SERVERS: usize = 16_384;

/// An outage that is over.
pub(super) struct Over {
    /// From 1 on, over all of them.
    number: u64,
    whose: Whose,
    outage: Outage,
}

impl State {
    /// Notes an outage that is over: whoever has lost time by it finds it here.
    pub(super) fn note(&mut self, whose: Whose, outage: Outage) {
        self.count += 1;
        let (kept, most) = match whose {
            Whose::Line(_) | Whose::Everybody => (&mut self.over, MOST_KEPT),
            Whose::Server(_) => (&mut self.over_of_servers, MOST_OF_SERVERS),
        };
        if kept.len() >= most {
            kept.pop_front();
        }
        kept.push_back(Over {
            number: self.count,
            whose,
            outage,
        });
    }

    /// The outages of a server and of its line after so many of all. What lies in an earlier one of them was lost once, and is
    /// no part of a later one.
    pub(super) fn lost_after(&self, given: u64, server: Option<ServerId>) -> Vec<Outage> {
        let own = |over: &&Over| over.whose.are(server);
        let before = |number: u64| {
            let all = self.over.iter().chain(&self.over_of_servers);
            all.filter(move |over| over.number < number).filter(own)
        };
        let new = [&self.over, &self.over_of_servers]
            .into_iter()
            .flat_map(|kept| {
                let first = kept.partition_point(|over| over.number <= given);
                kept.range(first..)
            });
        new.filter(own)
            .flat_map(|over| {
                let whole = vec![over.outage];
                before(over.number).fold(whole, |left, earlier| without(left, earlier.outage))
            })
            .collect()
    }
}

/// What is left of some spans of time without this one.
fn without(spans: Vec<Outage>, (began, ended): Outage) -> Vec<Outage> {
    if spans
        .iter()
        .all(|(from, to)| *to <= began || ended <= *from)
    {
        return spans;
    }
    let around = |(from, to): Outage| [(from, to.min(began)), (from.max(ended), to)];
    let left = spans.into_iter().flat_map(around);
    left.filter(|(from, to)| from < to).collect()
}
