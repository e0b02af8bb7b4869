//! Places that refuse the bot: what was refused in a channel is not asked there again before something has changed.
//!
//! Every such answer counts towards Discord's ban of the whole host, so one closed channel must not cost more of them
//! than a few, whoever asks and however often. The gateway tells when a channel has changed; whoever presses something
//! there may know it sooner; and after an hour it is tried again in any case. Word that comes too often is kept, and the
//! place opens once its pause is over. A refusal that was on its way when a place opened is of before: it is not remembered.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::failure::SendFailure;
use super::pace::Pace;
use super::request::Request;
use crate::tables::ChannelId;

/// How often a place was opened is remembered for so long.
const REMEMBERED: Duration = Duration::from_secs(60 * 60);
/// A press opens a place once at once: it says what the bot may do, but not whether a thread is locked.
const PRESSES_AT_ONCE: u32 = 1;
/// Word from the gateway does so more often: whoever gives rights back does so in several steps. Somebody who takes and
/// gives them over and over makes the bot collect refusals, so here too there is an end.
const NEWS_AT_ONCE: u32 = 6;
/// So many places are remembered. Of more, those go first that nobody was refused at lately, then those that something
/// happened at longest ago: they are asked once more.
const MOST_PLACES: usize = 4096;

/// The channels and threads that refused something.
pub(crate) struct Closed {
    known: Mutex<Known>,
    /// Whoever opens a place too often is heard only after this, and then after twice as long each time.
    pause: Duration,
    /// A refusal is remembered for so long.
    remembered: Duration,
}

#[derive(Default)]
struct Known {
    /// What is known of each place.
    places: HashMap<String, Place>,
    /// The places that are asked for something just now.
    asked: HashMap<String, Asked>,
}

/// What happened at a place while it was asked.
#[derive(Default)]
struct Asked {
    /// So many requests are under way.
    under_way: usize,
    /// How often the place opened since the first of them.
    opened: u64,
}

/// A request that is under way to a place, until this is dropped.
pub(crate) struct Asking<'a> {
    closed: &'a Closed,
    /// The place, and how often it had opened before; `None` if the request is not about one.
    place: Option<(String, u64)>,
}

#[derive(Default)]
struct Place {
    /// What each route was answered, and when.
    refused: HashMap<&'static str, (SendFailure, Instant)>,
    by_press: Knocks,
    by_news: Knocks,
}

/// How often something has opened a place, and when it did last.
#[derive(Default)]
struct Knocks {
    count: u32,
    last: Option<Instant>,
    /// Something wanted to open it when it was too soon for that.
    has_waiting: bool,
}

impl Knocks {
    fn is_forgotten(&self, now: Instant) -> bool {
        self.last
            .is_none_or(|at| now.duration_since(at) >= REMEMBERED)
    }

    /// Whether the place opens now; so many times it does at once.
    fn opens(&mut self, at_once: u32, pause: Duration, now: Instant) -> bool {
        if self.is_forgotten(now) {
            *self = Self::default();
        }
        self.has_waiting = self.not_before(at_once, pause).is_some_and(|at| now < at);
        if self.has_waiting {
            return false;
        }
        self.count += 1;
        self.last = Some(now);
        true
    }

    /// It does not open before this; `None` if it never has.
    fn not_before(&self, at_once: u32, pause: Duration) -> Option<Instant> {
        let pause = match self.count.checked_sub(at_once) {
            None => Duration::ZERO,
            Some(beyond) => (pause * 2u32.pow(beyond.min(16))).min(REMEMBERED),
        };
        self.last.map(|at| at + pause)
    }
}

impl Place {
    /// When something last happened there.
    fn last(&self) -> Option<Instant> {
        let refused = self.refused.values().map(|(_, at)| *at);
        refused
            .chain(self.by_press.last)
            .chain(self.by_news.last)
            .max()
    }

    fn is_forgotten(&self, now: Instant) -> bool {
        let is_long_ago = |at: &Instant| now.duration_since(*at) >= REMEMBERED;
        let mut refused = self.refused.values().map(|(_, at)| at);
        refused.all(is_long_ago)
            && self.by_press.is_forgotten(now)
            && self.by_news.is_forgotten(now)
    }
}

/// The channel of a request that needs the right to do something there.
fn place_of(request: &Request) -> Option<&str> {
    let place = request.major.as_str();
    (request.with_bot_token && !place.is_empty()).then_some(place)
}

impl Closed {
    /// Nothing was refused yet.
    pub(crate) fn new(pace: Pace) -> Self {
        Self {
            known: Mutex::default(),
            pause: pace.knocks,
            remembered: pace.refusals,
        }
    }

    /// What this request would be answered, if that is known. A place of which word came too often opens for the first that
    /// asks when it may.
    pub(crate) fn remembered(&self, request: &Request, now: Instant) -> Option<SendFailure> {
        let (mut known, name) = (self.known(), place_of(request)?);
        known.hears_what_was_kept(name, self.pause, now);
        let place = known.places.get(name)?;
        let (failure, at) = place.refused.get(request.route)?;
        (now.duration_since(*at) < self.remembered).then(|| failure.clone())
    }

    /// This request is under way from now on.
    pub(crate) fn asks(&self, request: &Request) -> Asking<'_> {
        let place = place_of(request).map(|place| {
            let mut known = self.known();
            let asked = known.asked.entry(place.to_owned()).or_default();
            asked.under_way += 1;
            (place.to_owned(), asked.opened)
        });
        Asking {
            closed: self,
            place,
        }
    }

    /// The gateway tells that something has changed in a channel; answers whether it may be asked again.
    pub(crate) fn opens_by_news(&self, channel: ChannelId, now: Instant) -> bool {
        let (mut known, channel) = (self.known(), channel.to_string());
        // Nobody counts how often a place opens that has refused nothing, or nothing since it opened last; one that is being
        // asked may be about to.
        let place = known.places.get_mut(&channel);
        let refusing = place.filter(|place| !place.refused.is_empty());
        let opens = refusing.is_none_or(|place| place.by_news.opens(NEWS_AT_ONCE, self.pause, now));
        if opens {
            known.opens(&channel);
        }
        opens
    }

    /// The places at which something was refused, or is being asked: at any other there is nothing to open.
    pub(crate) fn known_places(&self) -> HashSet<ChannelId> {
        let known = self.known();
        let is_closed = |place: &Place| !place.refused.is_empty() || place.by_news.has_waiting;
        let closed = known.places.iter().filter(|(_, place)| is_closed(place));
        let names = closed.map(|(name, _)| name).chain(known.asked.keys());
        let ids = names.filter_map(|name| name.parse().ok());
        ids.map(ChannelId::new).collect()
    }

    /// When a place opens by itself, of which word came too soon after others; `None` if none is kept. If that moment has come,
    /// it opens now: nobody who waits for it waits for what is past.
    pub(crate) fn opens_later(&self, channel: ChannelId, now: Instant) -> Option<Instant> {
        let (mut known, name) = (self.known(), channel.to_string());
        known.hears_what_was_kept(&name, self.pause, now);
        let news = &known.places.get(&name)?.by_news;
        let later = news.not_before(NEWS_AT_ONCE, self.pause);
        later.filter(|_| news.has_waiting)
    }

    /// The same because of a press that says so, since some are wrong.
    pub(crate) fn opens_by_press(&self, channel: ChannelId, now: Instant) -> bool {
        let (mut known, channel) = (self.known(), channel.to_string());
        let place = entry(&mut known.places, channel.clone(), now);
        let opens = place.by_press.opens(PRESSES_AT_ONCE, self.pause, now);
        if opens {
            known.opens(&channel);
        }
        opens
    }

    /// Whether something was refused there that is remembered.
    pub(crate) fn has_refused(&self, channel: ChannelId, now: Instant) -> bool {
        self.forgets_at(channel, now).is_some()
    }

    /// When all is forgotten that was refused there; `None` if it is, or nothing was.
    pub(crate) fn forgets_at(&self, channel: ChannelId, now: Instant) -> Option<Instant> {
        let known = self.known();
        let place = known.places.get(&channel.to_string())?;
        let last = place.refused.values().map(|(_, at)| *at).max()?;
        Some(last + self.remembered).filter(|forgotten| now < *forgotten)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        // What a panic under this lock would leave undone costs a request more or fewer.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Known {
    /// Word of a place that came too soon opens it once it may.
    fn hears_what_was_kept(&mut self, name: &str, pause: Duration, now: Instant) {
        let place = self.places.get_mut(name);
        let news = place.map(|place| &mut place.by_news);
        let waiting = news.filter(|news| news.has_waiting);
        if waiting.is_some_and(|news| news.opens(NEWS_AT_ONCE, pause, now)) {
            self.opens(name);
        }
    }

    /// Whatever was refused there, or is being refused, may be asked again.
    fn opens(&mut self, place: &str) {
        if let Some(place) = self.places.get_mut(place) {
            place.refused.clear();
            place.by_news.has_waiting = false;
        }
        if let Some(asked) = self.asked.get_mut(place) {
            asked.opened += 1;
        }
    }
}

impl Asking<'_> {
    /// The request was refused. Answers whether that holds: if the place has opened meanwhile, nobody knows. That is believed
    /// as often as any news: whoever changes a place all the time makes the bot collect refusals.
    pub(crate) fn is_refused(
        &self,
        route: &'static str,
        failure: &SendFailure,
        now: Instant,
    ) -> bool {
        let Some((name, before)) = &self.place else {
            return true;
        };
        if !failure.closes_place() {
            return true;
        }
        let mut known = self.closed.known();
        let asked = known.asked.get(name);
        let has_opened = asked.is_some_and(|asked| asked.opened != *before);
        let place = entry(&mut known.places, name.clone(), now);
        let pause = self.closed.pause;
        let holds = !(has_opened && place.by_news.opens(NEWS_AT_ONCE, pause, now));
        if holds {
            place.refused.insert(route, (failure.clone(), now));
        }
        holds
    }
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        let Some((place, _)) = &self.place else {
            return;
        };
        let mut known = self.closed.known();
        if let Some(asked) = known.asked.get_mut(place) {
            asked.under_way -= 1;
            if asked.under_way == 0 {
                known.asked.remove(place);
            }
        }
    }
}

/// What is known of a place, for which there is room.
fn entry(places: &mut HashMap<String, Place>, place: String, now: Instant) -> &mut Place {
    if places.len() >= MOST_PLACES && !places.contains_key(&place) {
        places.retain(|_, place| !place.is_forgotten(now));
        forget_oldest(places);
    }
    places.entry(place).or_default()
}

/// An eighth goes at once, so that whoever comes does not pay for the search each time.
fn forget_oldest(places: &mut HashMap<String, Place>) {
    let mut all: Vec<_> = places.values().map(Place::last).collect();
    all.sort_unstable();
    let gone = all.len().saturating_sub(MOST_PLACES - MOST_PLACES / 8);
    if let Some(last) = gone
        .checked_sub(1)
        .and_then(|place| all.get(place).copied())
    {
        places.retain(|_, place| place.last() > last);
    }
}

#[cfg(test)]
mod tests {
    use reqwest::Method;

    use super::*;
    use crate::discord::wire::pace::Pace;

    /// With the pauses that Discord's are.
    fn closed() -> Closed {
        Closed::new(Pace::DISCORD)
    }

    fn edit(channel: u64) -> Request {
        Request::bot("edit message", Method::PATCH, "/x".into()).of(channel)
    }

    fn answered(status: u16, code: u64) -> SendFailure {
        answered_on("edit message", status, code)
    }

    fn answered_on(route: &'static str, status: u16, code: u64) -> SendFailure {
        SendFailure::Answered {
            route,
            status,
            code,
        }
    }

    /// Something is refused there.
    fn refused(closed: &Closed, channel: u64, failure: &SendFailure, now: Instant) {
        let request = edit(channel);
        let asking = closed.asks(&request);
        assert!(asking.is_refused(failure.route(), failure, now));
    }

    #[test]
    fn a_refusal_from_before_a_place_opened_is_not_remembered() {
        type Opens = fn(&Closed, ChannelId, Instant) -> bool;
        for opens in [Closed::opens_by_news as Opens, Closed::opens_by_press] {
            let (closed, now) = (closed(), Instant::now());
            let (request, refusal) = (edit(1), answered(403, 50_001));
            let [first, other] = [1, 2].map(|place| closed.asks(&edit(place)));
            assert!(opens(&closed, ChannelId::new(1), now));
            let later = closed.asks(&request);
            assert!(!first.is_refused(request.route, &refusal, now));
            assert_eq!(closed.remembered(&request, now), None);
            assert!(other.is_refused(request.route, &refusal, now));
            assert!(later.is_refused(request.route, &refusal, now));
            assert_eq!(closed.remembered(&request, now), Some(refusal));
            drop((first, other, later));
            assert!(closed.known().asked.is_empty());
        }
    }

    #[test]
    fn a_place_that_changes_all_the_time_costs_no_more_while_it_is_asked() {
        let (closed, began) = (closed(), Instant::now());
        let (request, refusal) = (edit(1), answered(403, 50_013));
        let mut tries = 0;
        // Every second for two hours; what is asked is always refused after some news.
        for second in 0..7200 {
            let now = began + Duration::from_secs(second);
            while closed.remembered(&request, now).is_none() {
                tries += 1;
                let asking = closed.asks(&request);
                closed.opens_by_news(ChannelId::new(1), now);
                asking.is_refused(request.route, &refusal, now);
            }
            closed.opens_by_news(ChannelId::new(1), now);
        }
        assert!((6..24).contains(&tries), "{tries}");
        // News of a place that refuses nothing are not counted.
        for second in 0..100 {
            let asking = closed.asks(&edit(2));
            assert!(closed.known_places().contains(&ChannelId::new(2)));
            assert!(closed.opens_by_news(ChannelId::new(2), began + Duration::from_secs(second)));
            drop(asking);
        }
        assert!(!closed.known().places.contains_key("2"));
    }

    #[test]
    fn a_refusal_is_remembered_for_its_route_in_its_place() {
        let (closed, now) = (closed(), Instant::now());
        let refusal = answered(403, 50_001);
        refused(&closed, 1, &refusal, now);
        assert_eq!(closed.remembered(&edit(1), now), Some(refusal.clone()));
        assert_eq!(closed.remembered(&edit(2), now), None);
        let post = Request::bot("post message", Method::POST, "/x".into()).of(1);
        assert_eq!(closed.remembered(&post, now), None);
        assert_eq!(closed.remembered(&edit(1), now + REMEMBERED), None);
        let place = ChannelId::new(1);
        let forgotten = now + REMEMBERED;
        assert_eq!(closed.forgets_at(place, now), Some(forgotten));
        assert!(closed.has_refused(place, now) && !closed.has_refused(place, forgotten));
        assert_eq!(closed.forgets_at(place, forgotten), None);
        assert_eq!(closed.known_places(), [ChannelId::new(1)].into());
        assert!(closed.opens_by_news(ChannelId::new(1), now));
        assert_eq!(closed.remembered(&edit(1), now), None);
        assert!(closed.known_places().is_empty());
    }

    #[test]
    fn only_a_lost_right_closes_a_place() {
        let now = Instant::now();
        let [edit, delete, post] = ["edit message", "delete message", "post message"];
        for (route, status, code, closes) in [
            (edit, 403, 50_001, true),
            (edit, 403, 50_013, true),
            (edit, 403, 160_005, true),
            (edit, 404, 10_003, true),
            (post, 400, 160_006, true),
            // There is no new thread, and the channel is open.
            ("start thread", 400, 160_006, false),
            (edit, 404, 10_008, false),
            (edit, 403, 40_333, false),
            (edit, 400, 50_035, false),
            (edit, 429, 30_046, false),
            (edit, 500, 0, false),
            (delete, 403, 50_001, true),
            (delete, 403, 160_005, true),
            // Messages of the application that served this database before.
            (edit, 403, 50_005, false),
            (delete, 403, 50_013, false),
        ] {
            let closed = closed();
            let failure = answered_on(route, status, code);
            refused(&closed, 1, &failure, now);
            let is_closed = closed.has_refused(ChannelId::new(1), now);
            assert_eq!(is_closed, closes, "{failure}");
            assert_eq!(failure.barrier().is_some(), closes, "{failure}");
        }
    }

    #[test]
    fn whoever_is_wrong_opens_a_place_less_and_less_often() {
        for (opens, least, most) in [
            (Closed::opens_by_press as fn(&_, _, _) -> _, 5, 12),
            (Closed::opens_by_news, 12, 24),
        ] {
            let (closed, began) = (closed(), Instant::now());
            let mut tries = 0;
            // Somebody does it every second for two hours.
            for second in 0..7200 {
                let now = began + Duration::from_secs(second);
                if closed.remembered(&edit(1), now).is_none() {
                    tries += 1;
                    refused(&closed, 1, &answered(403, 50_013), now);
                }
                opens(&closed, ChannelId::new(1), now);
            }
            assert!((least..most).contains(&tries), "{tries}");
        }
    }

    #[test]
    fn so_many_places_are_remembered_and_those_of_longest_ago_asked_again() {
        let (closed, began) = (closed(), Instant::now());
        let (refusal, most) = (answered(403, 50_001), MOST_PLACES as u64);
        let later = |ms: u64| began + Duration::from_millis(ms);
        for channel in 0..2 * most {
            refused(&closed, channel, &refusal, later(channel));
            closed.opens_by_press(ChannelId::new(10 * most + channel), later(channel));
            assert!(closed.known().places.len() <= MOST_PLACES);
        }
        let now = later(2 * most);
        assert_eq!(closed.remembered(&edit(2 * most - 1), now), Some(refusal));
        assert_eq!(closed.remembered(&edit(0), now), None);
    }

    #[test]
    fn a_right_that_is_given_and_taken_over_and_over_costs_little() {
        let (closed, began) = (closed(), Instant::now());
        let mut refusals = 0;
        for second in 0..600 {
            let now = began + Duration::from_secs(second);
            // In every other second the bot may do it.
            let is_refused = second % 2 == 0;
            if closed.remembered(&edit(1), now).is_none() && is_refused {
                refusals += 1;
                refused(&closed, 1, &answered(403, 50_013), now);
            }
            closed.opens_by_news(ChannelId::new(1), now);
        }
        assert!((6..12).contains(&refusals), "{refusals}");
    }

    #[test]
    fn word_that_comes_too_soon_is_kept_and_opens_the_place_by_itself() {
        let (closed, began) = (closed(), Instant::now());
        let (place, refusal) = (ChannelId::new(1), answered(403, 50_013));
        let is_closed = |now| closed.remembered(&edit(1), now).is_some();
        // Somebody drags roles about: each time it is asked again, and refused.
        for number in 0..12 {
            if !is_closed(began) {
                refused(&closed, 1, &refusal, began);
            }
            assert_eq!(closed.opens_by_news(place, began), number < NEWS_AT_ONCE);
        }
        let pause = Pace::DISCORD.knocks;
        let given_back = began + Duration::from_secs(5);
        assert!(is_closed(began), "nothing more is asked for now");
        assert!(!closed.opens_by_news(place, given_back));
        assert_eq!(closed.opens_later(place, began), Some(began + pause));
        assert!(is_closed(began + pause - Duration::from_millis(1)));
        assert!(!is_closed(began + pause));
        let later = closed.opens_later(place, began + pause);
        assert_eq!(later, None, "it was open once");
        // Where it is refused still, the next pause is longer.
        refused(&closed, 1, &refusal, began + pause);
        assert!(!closed.opens_by_news(place, began + pause));
        let second = began + 3 * pause;
        assert_eq!(closed.opens_later(place, began + pause), Some(second));
        // Whoever asks when, and for nothing else, opens it as well: it is never to open in the past.
        assert!(closed.has_refused(place, second));
        assert_eq!(closed.opens_later(place, second), None);
        assert!(!closed.has_refused(place, second));
    }

    #[test]
    fn word_of_a_place_that_refuses_nothing_is_not_counted() {
        let (closed, now) = (closed(), Instant::now());
        let (place, refusal) = (ChannelId::new(1), answered(403, 50_013));
        refused(&closed, 1, &refusal, now);
        for _ in 0..2 * NEWS_AT_ONCE {
            assert!(closed.opens_by_news(place, now));
        }
        refused(&closed, 1, &refusal, now);
        assert!(closed.opens_by_news(place, now));
        assert_eq!(closed.remembered(&edit(1), now), None);
    }
}
