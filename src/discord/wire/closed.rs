//! Places that refuse the bot: what was refused in a channel is not asked there again before something has changed.
//!
//! Every such answer counts towards Discord's ban of the whole host, so one closed channel must not cost more of them
//! than a few, whoever asks and however often. The gateway tells when a channel has changed; whoever presses something
//! there may know it sooner; and after an hour it is tried again in any case. Word that comes too often is kept, and the
//! place opens once its pause is over. A refusal that was on its way when a place opened is of before: it is not remembered.
//!
//! A server with many tables has a share of that: whoever takes and gives a right there over and over must not silence the bot
//! in all others.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::failure::SendFailure;
use super::pace::Pace;
use super::request::Request;
use crate::tables::{ChannelId, ServerId};

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
/// So many places of one server open within [`WINDOW`], whatever opens them: with those that it closes for the first time that is
/// less than half of what stops all sending. Of more, word is kept until then; a press opens its place all the same.
const OPENINGS_OF_A_SERVER: usize = 200;
/// The window of that: Discord's own, in which refused requests are counted.
const WINDOW: Duration = Duration::from_secs(600);
/// Of so many servers that is counted. Of more, none is held back before others are ten minutes old.
const MOST_SERVERS: usize = 1024;

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
    /// What each server has had of its share.
    servers: HashMap<ServerId, Share>,
}

/// When places of a server opened, oldest first.
#[derive(Default)]
struct Share(VecDeque<Instant>);

impl Share {
    fn forget(&mut self, now: Instant) {
        let is_old = |at: &Instant| now.duration_since(*at) >= WINDOW;
        while self.0.front().is_some_and(is_old) {
            self.0.pop_front();
        }
    }

    /// Until when no more of its places open; `None` if they may.
    fn is_used_until(&mut self, now: Instant) -> Option<Instant> {
        self.forget(now);
        let too_many = self.0.len().checked_sub(OPENINGS_OF_A_SERVER)?;
        self.0.get(too_many).map(|at| *at + WINDOW)
    }
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
    /// The server in which it lies, if anybody said so.
    server: Option<ServerId>,
}

/// How often something has opened a place, and when it did last.
#[derive(Default)]
struct Knocks {
    count: u32,
    last: Option<Instant>,
    /// Something wanted to open it when it was too soon for that.
    has_waiting: bool,
    /// Until then its server has had its share.
    held_until: Option<Instant>,
}

impl Knocks {
    fn is_forgotten(&self, now: Instant) -> bool {
        self.last
            .is_none_or(|at| now.duration_since(at) >= REMEMBERED)
    }

    /// Whether the place opens now; so many times it does at once.
    fn opens(&mut self, at_once: u32, pause: Duration, now: Instant) -> bool {
        if self.is_forgotten(now) {
            (self.count, self.last) = (0, None);
        }
        self.has_waiting = self.not_before(at_once, pause).is_some_and(|at| now < at);
        if self.has_waiting {
            return false;
        }
        self.count += 1;
        self.last = Some(now);
        self.held_until = None;
        true
    }

    /// It does not open before this; `None` if nothing holds it back.
    fn not_before(&self, at_once: u32, pause: Duration) -> Option<Instant> {
        let pause = match self.count.checked_sub(at_once) {
            None => Duration::ZERO,
            Some(beyond) => (pause * 2u32.pow(beyond.min(16))).min(REMEMBERED),
        };
        self.last.map(|at| at + pause).max(self.held_until)
    }
}

impl Place {
    /// What this route would be answered there.
    fn refusal(
        &self,
        route: &'static str,
        remembered: Duration,
        now: Instant,
    ) -> Option<&SendFailure> {
        let all = self.refused.iter();
        // Who may not even see a place can do nothing there.
        let mut known = all.filter(|(of, (failure, _))| **of == route || failure.shuts_out());
        let is_fresh = |at: &Instant| now.duration_since(*at) < remembered;
        known.find_map(|(_, (failure, at))| is_fresh(at).then_some(failure))
    }

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
        place.refusal(request.route, self.remembered, now).cloned()
    }

    /// This place lies in this server. What is being asked there may be refused in a moment, and then that counts as well.
    pub(crate) fn lies_in(&self, channel: ChannelId, server: ServerId, now: Instant) {
        let (mut known, channel) = (self.known(), channel.to_string());
        if known.places.contains_key(&channel) || known.asked.contains_key(&channel) {
            entry(&mut known.places, channel, now).server = Some(server);
        }
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
        let place = known.places.get(&channel);
        let is_refusing = place.is_some_and(|place| !place.refused.is_empty());
        let opens = !is_refusing || known.is_opened_by_news(&channel, self.pause, now);
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

    /// As [`Self::opens_by_news`], because of a press that says so, since some are wrong.
    pub(crate) fn opens_by_press(&self, channel: ChannelId, now: Instant) -> bool {
        let (mut known, channel) = (self.known(), channel.to_string());
        let place = entry(&mut known.places, channel.clone(), now);
        let opens = place.by_press.opens(PRESSES_AT_ONCE, self.pause, now);
        let server = place.server;
        if opens {
            known.counts(server, now);
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
        let place = self.places.get(name);
        let is_due = |news: &Knocks| {
            let not_before = news.not_before(NEWS_AT_ONCE, pause);
            news.has_waiting && not_before.is_none_or(|at| at <= now)
        };
        if place.is_some_and(|place| is_due(&place.by_news))
            && self.is_opened_by_news(name, pause, now)
        {
            self.opens(name);
        }
    }

    /// Whether word of this place is believed now; if its server has had its share, it is kept until there is something left.
    fn is_opened_by_news(&mut self, name: &str, pause: Duration, now: Instant) -> bool {
        let Some(place) = self.places.get_mut(name) else {
            return true;
        };
        let server = place.server;
        let share = server.and_then(|server| self.servers.get_mut(&server));
        place.by_news.held_until = share.and_then(|share| share.is_used_until(now));
        let opens = place.by_news.opens(NEWS_AT_ONCE, pause, now);
        if opens {
            self.counts(server, now);
        }
        opens
    }

    /// A place of this server opens.
    fn counts(&mut self, server: Option<ServerId>, now: Instant) {
        let Some(server) = server else {
            return;
        };
        if self.servers.len() >= MOST_SERVERS && !self.servers.contains_key(&server) {
            self.servers.retain(|_, share| {
                share.forget(now);
                !share.0.is_empty()
            });
            if self.servers.len() >= MOST_SERVERS {
                return;
            }
        }
        let share = self.servers.entry(server).or_default();
        share.forget(now);
        share.0.push_back(now);
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
        entry(&mut known.places, name.clone(), now);
        let holds = !(has_opened && known.is_opened_by_news(name, self.closed.pause, now));
        if holds {
            let place = entry(&mut known.places, name.clone(), now);
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
mod tests;
