//! Places that are their own trouble: what the bot says is not taken there, while it is taken elsewhere. A board that fails for good must
//! not stop the tables of everybody who is quiet, again and again.
//!
//! A place whose failures tell nothing any more tells again as soon as anything is taken there: in an outage that comes and goes that is
//! so of every place that has had something to say in between.

use std::collections::HashMap;
use std::time::Duration;

use super::GRACE;
use super::outgoing::Said;
use crate::tables::{Moment, ServerId};

/// So many places are remembered at which something failed. Of more, those go first that are no trouble of their own, and then those at
/// which it was longest ago: they tell of others once more.
const MOST_PLACES: usize = 256;

/// A place that is its own trouble is so for as long after its last failure.
const REMEMBERED: Duration = Duration::from_secs(60 * 60);

/// Failures that lie further apart are not one trouble.
const APART: Duration = Duration::from_secs(5 * 60);

/// Where something is said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The server, if anybody knows it: what its threads show and what its people are answered often fails together.
    server: Option<ServerId>,
    /// The channel or thread, or what is answered in a server, by some number.
    spot: u64,
}

impl Place {
    /// At this spot, in this server.
    pub fn new(server: Option<ServerId>, spot: u64) -> Self {
        Self { server, spot }
    }

    pub(super) fn server(self) -> Option<ServerId> {
        self.server
    }

    /// Whether that is one place.
    pub(super) fn is_same(self, other: Self) -> bool {
        self.spot == other.spot
    }

    /// Whether what fails at both may be one trouble that no other place knows of.
    pub(super) fn is_with(self, other: Self) -> bool {
        self.is_same(other) || (self.server.is_some() && self.server == other.server)
    }
}

/// Where something failed, and nothing of its kind was taken since.
#[derive(Default)]
pub(super) struct Places(HashMap<u64, Failing>);

struct Failing {
    place: Place,
    since: Moment,
    last: Moment,
    is_by_itself: bool,
    /// Whether anything was taken elsewhere since.
    is_passed_over: bool,
    is_own: bool,
}

impl Failing {
    fn begins(place: Place, now: Moment) -> Self {
        Self {
            place,
            since: now,
            last: now,
            is_by_itself: false,
            is_passed_over: false,
            is_own: false,
        }
    }

    fn is_forgotten(&self, now: Moment) -> bool {
        now.since(self.last) >= if self.is_own { REMEMBERED } else { APART }
    }
}

impl Places {
    /// Something failed there; answers whether that is its own trouble, and says nothing of others.
    pub(super) fn fails(&mut self, place: Place, said: Said, now: Moment) -> bool {
        let failing = self.at(place, now);
        failing.last = now;
        failing.is_by_itself |= said == Said::ByItself;
        failing.is_own |= failing.is_passed_over && now.since(failing.since) >= GRACE;
        failing.is_own
    }

    /// Something is taken there.
    pub(super) fn takes(&mut self, place: Place, said: Said) {
        let shows = |failing: &Failing| said.shows_that_goes(failing.is_by_itself);
        self.0
            .retain(|_, failing| failing.place.spot != place.spot || !shows(failing));
        let others = self.0.values_mut().filter(|failing| shows(failing));
        others.for_each(|failing| failing.is_passed_over = true);
    }

    /// It has failed alone for so long, with whatever failed beside it there, that it tells nothing of others.
    pub(super) fn lets_go(&mut self, place: Place, now: Moment) {
        self.at(place, now).is_own = true;
        let there = self.0.values_mut();
        let there = there.filter(|failing| failing.place.is_with(place));
        there.for_each(|failing| failing.is_own = true);
    }

    fn at(&mut self, place: Place, now: Moment) -> &mut Failing {
        self.0.retain(|_, failing| !failing.is_forgotten(now));
        if self.0.len() >= MOST_PLACES && !self.0.contains_key(&place.spot) {
            let first = |(_, failing): &(&u64, &Failing)| (failing.is_own, failing.last);
            let oldest = self.0.iter().min_by_key(first).map(|(spot, _)| *spot);
            oldest.and_then(|oldest| self.0.remove(&oldest));
        }
        let there = self.0.entry(place.spot);
        there.or_insert_with(|| Failing::begins(place, now))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Place = spot(1);
    const THERE: Place = spot(2);
    const BOARD: Said = Said::ByItself;

    const fn spot(spot: u64) -> Place {
        Place { server: None, spot }
    }

    fn at(s: u64) -> Moment {
        Moment::from_unix_ms(1_790_000_000_000 + s * 1000)
    }

    #[test]
    fn a_place_that_fails_on_while_something_is_taken_elsewhere_is_its_own_trouble() {
        let mut places = Places::default();
        for s in [0, 5, 20, 60] {
            assert!(!places.fails(HERE, BOARD, at(s)), "nothing is taken");
        }
        places.takes(THERE, BOARD);
        assert!(places.fails(HERE, BOARD, at(100)));
        assert!(!places.fails(THERE, BOARD, at(101)), "it is another");
        // A failure or two beside what is taken are none.
        let mut places = Places::default();
        for s in [0, 3, 9] {
            assert!(!places.fails(HERE, BOARD, at(s)), "{s}");
            places.takes(THERE, BOARD);
        }
        assert!(places.fails(HERE, BOARD, at(10)));
    }

    #[test]
    fn a_place_where_anything_is_taken_tells_of_others_again() {
        let mut places = Places::default();
        places.lets_go(HERE, at(0));
        assert!(places.fails(HERE, BOARD, at(1)));
        places.takes(HERE, Said::InAnswer);
        assert!(places.fails(HERE, BOARD, at(2)), "no board was");
        places.takes(HERE, BOARD);
        assert!(!places.fails(HERE, BOARD, at(3)));
        // Nor is it for ever.
        places.lets_go(HERE, at(10));
        assert!(places.fails(HERE, BOARD, at(3_602)));
        assert!(!places.fails(HERE, BOARD, at(7_202)));
    }

    #[test]
    fn failures_of_different_outages_are_no_trouble_of_one_place() {
        let mut places = Places::default();
        places.fails(HERE, BOARD, at(0));
        places.fails(HERE, BOARD, at(20));
        places.takes(THERE, BOARD);
        assert!(!places.fails(HERE, BOARD, at(320)));
        // Answers that are taken elsewhere say nothing of boards.
        places.fails(HERE, BOARD, at(330));
        places.takes(THERE, Said::InAnswer);
        assert!(!places.fails(HERE, BOARD, at(340)));
        places.takes(THERE, BOARD);
        assert!(places.fails(HERE, BOARD, at(350)));
    }

    #[test]
    fn a_thread_that_fails_is_not_taken_for_its_server_nor_for_another_there() {
        let [here, there] = [1, 2].map(|spot| Place::new(Some(ServerId::new(7)), spot));
        assert!(here.is_with(there) && !here.is_with(THERE) && here.is_with(HERE));
        assert!(!HERE.is_with(THERE));
        let mut places = Places::default();
        for s in [0, 20] {
            assert!(!places.fails(here, BOARD, at(s)));
        }
        places.takes(there, BOARD);
        assert!(places.fails(here, BOARD, at(30)));
        assert!(!places.fails(there, BOARD, at(30)));
        // What failed there together is let go together.
        places.lets_go(here, at(40));
        assert!(places.fails(there, BOARD, at(41)));
    }

    #[test]
    fn so_many_places_are_remembered_and_their_own_troubles_longest() {
        let mut places = Places::default();
        places.lets_go(HERE, at(0));
        for number in 10..10 + 2 * MOST_PLACES as u64 {
            places.fails(spot(number), BOARD, at(1));
            assert!(places.0.len() <= MOST_PLACES);
        }
        assert!(places.fails(HERE, BOARD, at(2)));
        for number in 10_000..10_000 + MOST_PLACES as u64 {
            places.lets_go(spot(number), at(3));
        }
        assert!(!places.fails(HERE, BOARD, at(4)), "the oldest goes");
    }
}
