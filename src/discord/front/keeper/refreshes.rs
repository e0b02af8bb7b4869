//! Refreshes of the panels of a table, each person's in its own time: whose panel hangs keeps nobody else waiting.

use std::collections::BTreeSet;
use std::time::Duration;

use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use tokio::time::Instant;

use crate::discord::front::panel::Refreshed;
use crate::tables::PersonId;

/// A panel that could not be brought up to date is tried again after this.
const PANEL_PAUSE: Duration = Duration::from_secs(2);

/// Whose panel was refreshed, and what became of it.
pub(super) type Ended = (PersonId, Refreshed);

/// The refreshes of a table, one for each person at a time.
#[derive(Default)]
pub(super) struct Refreshes<'a> {
    under_way: FuturesUnordered<BoxFuture<'a, Ended>>,
    /// Whose are under way.
    people: BTreeSet<PersonId>,
    /// Whose are still to begin: at once, or when the one that is under way has ended.
    wanted: BTreeSet<PersonId>,
    /// What those that have ended since the last look have left to do.
    left: Refreshed,
    /// When whatever was left for later is tried again.
    later: Option<Instant>,
}

impl<'a> Refreshes<'a> {
    /// The table was looked at: the panels of all these people are to be refreshed, and what was left before is part of that.
    pub(super) fn want(&mut self, people: impl IntoIterator<Item = PersonId>) {
        self.wanted = people.into_iter().collect();
        (self.left, self.later) = (Refreshed::Done, None);
    }

    /// Begins one for everybody who wants one and has none under way.
    pub(super) fn begin(&mut self, refresh: impl Fn(PersonId) -> BoxFuture<'a, Ended>) {
        for person in std::mem::take(&mut self.wanted) {
            if self.people.insert(person) {
                self.under_way.push(refresh(person));
            } else {
                self.wanted.insert(person);
            }
        }
    }

    /// Done when one has ended; never if none is under way.
    pub(super) async fn one_ends(&mut self) {
        let Some((person, refreshed)) = self.under_way.next().await else {
            return std::future::pending().await;
        };
        self.people.remove(&person);
        // Whoever is refreshed once more has nothing left over.
        if self.wanted.contains(&person) {
            return;
        }
        self.left = self.left.max(refreshed);
        if refreshed == Refreshed::Later {
            self.later
                .get_or_insert_with(|| Instant::now() + PANEL_PAUSE);
        }
    }

    /// Does this, and goes on with whatever is under way meanwhile.
    pub(super) async fn go_on_during<T>(&mut self, other: impl Future<Output = T>) -> T {
        let mut other = std::pin::pin!(other);
        loop {
            tokio::select! {
                biased;
                done = other.as_mut() => return done,
                () = self.one_ends() => {}
            }
        }
    }

    /// Done when none is under way.
    pub(super) async fn all_end(&mut self) {
        while !self.are_done() {
            self.one_ends().await;
        }
    }

    /// Whether none is under way.
    pub(super) fn are_done(&self) -> bool {
        self.people.is_empty()
    }

    /// What is left to do for those that have ended.
    pub(super) fn left(&self) -> Refreshed {
        self.left
    }

    /// Done when whatever was left for later is to be tried again; never if nothing was.
    pub(super) fn later(&self) -> impl Future<Output = ()> + use<> {
        let later = self.later;
        async move {
            match later {
                // A pause towards Discord: the host's own time, not one that players feel. In a box: most of the time there is none.
                Some(at) => Box::pin(tokio::time::sleep_until(at)).await,
                None => std::future::pending().await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use futures::FutureExt;
    use tokio::sync::Notify;

    use super::*;

    fn person(number: u64) -> PersonId {
        PersonId::new(number)
    }

    #[tokio::test]
    async fn whose_panel_hangs_keeps_nobody_waiting_and_is_looked_at_once_more() {
        let [ben, cem] = [1, 2].map(person);
        let (answered, begun) = (&Notify::new(), &Mutex::new(Vec::new()));
        let refresh = |person: PersonId| {
            begun.lock().expect("nobody falls over").push(person);
            async move {
                if person == ben {
                    answered.notified().await;
                }
                (person, Refreshed::Done)
            }
            .boxed()
        };
        let begun_so_far = || begun.lock().expect("nobody falls over").clone();
        let mut refreshes = Refreshes::default();
        refreshes.want([ben, cem]);
        refreshes.begin(refresh);
        refreshes.one_ends().await;
        assert_eq!(begun_so_far(), [ben, cem]);
        // News come, and more of them: whoever has none under way is refreshed at once.
        for _ in 0..2 {
            refreshes.want([ben, cem]);
            refreshes.begin(refresh);
            refreshes.one_ends().await;
        }
        assert_eq!(begun_so_far(), [ben, cem, cem, cem]);
        assert!(!refreshes.are_done());
        // It goes on while the table is looked at.
        answered.notify_one();
        let ends = refreshes.go_on_during(std::future::pending::<()>());
        assert!(futures::poll!(std::pin::pin!(ends)).is_pending());
        assert!(refreshes.are_done());
        refreshes.begin(refresh);
        assert_eq!(begun_so_far(), [ben, cem, cem, cem, ben]);
        answered.notify_one();
        refreshes.all_end().await;
        // Once more was enough.
        refreshes.begin(refresh);
        assert!(refreshes.are_done() && refreshes.left() == Refreshed::Done);
    }

    #[tokio::test]
    async fn what_is_left_for_later_waits_for_no_panel_that_hangs_and_is_part_of_the_next_look() {
        let [ben, cem, dan] = [1, 2, 3].map(person);
        let refresh = |person: PersonId| {
            async move {
                if person == ben {
                    std::future::pending::<()>().await;
                }
                let is_left = person == cem;
                let left = is_left.then_some(Refreshed::Later);
                (person, left.unwrap_or_default())
            }
            .boxed()
        };
        let mut refreshes = Refreshes::default();
        refreshes.want([ben, cem, dan]);
        refreshes.begin(refresh);
        for _ in [cem, dan] {
            refreshes.one_ends().await;
        }
        assert!(!refreshes.are_done());
        assert_eq!(refreshes.left(), Refreshed::Later);
        assert!(refreshes.later.is_some());
        refreshes.want([ben, cem, dan]);
        assert_eq!(refreshes.left(), Refreshed::Done);
        assert!(refreshes.later.is_none());
    }
}
