//! What the outcome of a request tells of people: whether anything that the bot says is taken.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use reqwest::Method;

use super::request::{Request, Urgency};
use super::send::{Outcome, Sender};
use crate::tables::Lines;

impl Sender {
    /// From now on these hear whether anything goes out.
    pub(crate) fn tells(&mut self, lines: Lines) {
        self.lines = Some(lines);
    }

    /// Whom it is told that this was taken, or not. Only what says something tells, so no question does, and no taking away; and nothing
    /// of a login: without it people are cut off anyway.
    fn told_of(&self, request: &Request) -> Option<&Lines> {
        let says = [Method::POST, Method::PATCH, Method::PUT].contains(&request.method);
        let lines = self.lines.as_ref();
        lines.filter(|_| says && request.urgency != Urgency::First)
    }

    /// Tells that this is not even tried, as nothing is.
    pub(super) fn tells_that_all_stops(&self, request: &Request) {
        if let Some(lines) = self.told_of(request) {
            lines.nothing_goes_out(None, None);
        }
    }

    /// Tells what became of one try. A limit of one bucket says nothing, nor does a refusal of the token, or what is answered beside a
    /// limit over all, which keeps every board from its people.
    pub(super) fn tells_outcome(&self, request: &Request, outcome: &Outcome) {
        let Some(lines) = self.told_of(request) else {
            return;
        };
        let mut place = DefaultHasher::new();
        request.major.hash(&mut place);
        let place = Some(place.finish());
        let silent_until = self.limits.silent_until(Instant::now());
        match outcome {
            Outcome::Done(_) if silent_until.is_none() => lines.something_goes_out(),
            Outcome::Refused(failure) if failure.code() != 0 && silent_until.is_none() => {
                lines.something_goes_out();
            }
            Outcome::Unobeyed(_) | Outcome::Unknown(_) => {
                lines.nothing_goes_out(place, silent_until);
            }
            Outcome::Refused(failure) if failure.is_of_a_page() => {
                lines.nothing_goes_out(place, silent_until);
            }
            Outcome::Limited(_) if silent_until.is_some() => {
                lines.nothing_goes_out(None, silent_until);
            }
            Outcome::Done(_) | Outcome::Refused(_) | Outcome::Limited(_) => {}
        }
    }
}
