//! Places that refuse the bot: what was refused in a channel is not asked there again before something has changed.
//!
//! Every such answer counts towards Discord's ban of the whole host, so one closed channel must not cost more of them
//! than a few, whoever asks and however often. The gateway tells when a channel has changed; whoever presses something
//! there may know it sooner; and after an hour it is tried again in any case.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::request::Request;
use super::send::SendFailure;
use crate::tables::ChannelId;

/// A refusal is remembered for so long.
pub const REMEMBERED: Duration = Duration::from_secs(60 * 60);
/// A press opens a place at once; if it was refused again, the next one does only after this, and each further one after
/// twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(60);
/// Above so many places, those that nobody was refused at lately are forgotten.
const MANY_PLACES: usize = 4096;

/// The channels and threads that refused something.
#[derive(Default)]
pub struct Closed(Mutex<HashMap<String, Place>>);

#[derive(Default)]
struct Place {
    /// What each route was answered, and when.
    refused: HashMap<&'static str, (SendFailure, Instant)>,
    /// How often presses have opened it in vain, and when the last did.
    presses: u32,
    pressed_at: Option<Instant>,
}

impl Place {
    fn is_forgotten(&self, now: Instant) -> bool {
        let is_long_ago = |at: &Instant| now.duration_since(*at) >= REMEMBERED;
        let mut refused = self.refused.values().map(|(_, at)| at);
        refused.all(is_long_ago) && self.pressed_at.as_ref().is_none_or(is_long_ago)
    }

    fn opens_by_press(&mut self, now: Instant) -> bool {
        let pause = match self.presses {
            0 => Duration::ZERO,
            presses => (FIRST_PAUSE * 2u32.pow((presses - 1).min(16))).min(REMEMBERED),
        };
        if let Some(at) = self.pressed_at
            && now.duration_since(at) < pause
        {
            return false;
        }
        self.refused.clear();
        self.presses += 1;
        self.pressed_at = Some(now);
        true
    }
}

/// The channel of a request that needs the right to do something there.
fn place_of(request: &Request) -> Option<&str> {
    let place = request.major.as_str();
    (request.with_bot_token && !place.is_empty()).then_some(place)
}

impl Closed {
    /// What this request would be answered, if that is known.
    pub fn remembered(&self, request: &Request, now: Instant) -> Option<SendFailure> {
        let places = self.places();
        let (failure, at) = places.get(place_of(request)?)?.refused.get(request.route)?;
        (now.duration_since(*at) < REMEMBERED).then(|| failure.clone())
    }

    /// This request was refused.
    pub fn note_refused(&self, request: &Request, failure: &SendFailure, now: Instant) {
        let Some(place) = place_of(request).filter(|_| failure.closes_place()) else {
            return;
        };
        let mut places = self.places();
        if places.len() >= MANY_PLACES {
            places.retain(|_, place| !place.is_forgotten(now));
        }
        let place = places.entry(place.to_owned()).or_default();
        place.refused.insert(request.route, (failure.clone(), now));
    }

    /// This request was obeyed: if nothing else is refused there, the place is as good as any other.
    pub fn note_obeyed(&self, request: &Request) {
        let mut places = self.places();
        if let Some(name) = place_of(request)
            && places
                .get(name)
                .is_some_and(|place| place.refused.is_empty())
        {
            places.remove(name);
        }
    }

    /// Something has changed in a channel: it may be asked again.
    pub fn open(&self, channel: ChannelId) {
        self.places().remove(&channel.to_string());
    }

    /// The same because of a press that says so; answers whether it may, since some are wrong.
    pub fn opens_by_press(&self, channel: ChannelId, now: Instant) -> bool {
        let mut places = self.places();
        let place = places.entry(channel.to_string()).or_default();
        place.opens_by_press(now)
    }

    /// Whether something was refused there.
    pub fn has_refused(&self, channel: ChannelId) -> bool {
        let places = self.places();
        let place = places.get(&channel.to_string());
        place.is_some_and(|place| !place.refused.is_empty())
    }

    fn places(&self) -> MutexGuard<'_, HashMap<String, Place>> {
        // Every change under this lock is a single insertion or removal.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use reqwest::Method;

    use super::*;

    fn edit(channel: u64) -> Request {
        Request::bot("edit message", Method::PATCH, "/x".into()).of(channel)
    }

    fn answered(status: u16, code: u64) -> SendFailure {
        let route = "edit message";
        SendFailure::Answered {
            route,
            status,
            code,
        }
    }

    #[test]
    fn a_refusal_is_remembered_for_its_route_in_its_place() {
        let (closed, now) = (Closed::default(), Instant::now());
        let refusal = answered(403, 50_001);
        closed.note_refused(&edit(1), &refusal, now);
        assert_eq!(closed.remembered(&edit(1), now), Some(refusal.clone()));
        assert_eq!(closed.remembered(&edit(2), now), None);
        let post = Request::bot("post message", Method::POST, "/x".into()).of(1);
        assert_eq!(closed.remembered(&post, now), None);
        assert_eq!(closed.remembered(&edit(1), now + REMEMBERED), None);
        closed.open(ChannelId::new(1));
        assert_eq!(closed.remembered(&edit(1), now), None);
    }

    #[test]
    fn only_a_lost_right_closes_a_place() {
        let now = Instant::now();
        for (status, code, closes) in [
            (403, 50_001, true),
            (403, 50_013, true),
            (403, 160_005, true),
            (404, 10_003, true),
            (404, 10_008, false),
            (403, 40_333, false),
            (400, 50_035, false),
            (429, 30_046, false),
            (500, 0, false),
        ] {
            let closed = Closed::default();
            closed.note_refused(&edit(1), &answered(status, code), now);
            assert_eq!(closed.has_refused(ChannelId::new(1)), closes, "{code}");
        }
    }

    #[test]
    fn presses_that_are_wrong_open_a_place_less_and_less_often() {
        let (closed, now) = (Closed::default(), Instant::now());
        let channel = ChannelId::new(1);
        let mut tries = 0;
        // Somebody presses every second for two hours.
        for second in 0..7200 {
            let now = now + Duration::from_secs(second);
            if closed.remembered(&edit(1), now).is_none() {
                tries += 1;
                closed.note_refused(&edit(1), &answered(403, 50_013), now);
            }
            closed.opens_by_press(channel, now);
        }
        assert!((5..12).contains(&tries), "{tries}");
        // Once it was right, the next one counts at once again.
        closed.open(channel);
        assert!(closed.opens_by_press(channel, now));
        closed.note_obeyed(&edit(1));
        assert!(closed.opens_by_press(channel, now));
    }
}
