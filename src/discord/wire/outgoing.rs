//! What the outcome of a request tells of people: whether anything that the bot says is taken.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use super::request::{Request, Urgency};
use super::send::{Outcome, Sender};
use crate::tables::{ChannelId, Lines, Place, Said, ServerId};

impl Sender {
    /// From now on these hear whether anything goes out.
    pub(crate) fn tells(&mut self, lines: Lines) {
        self.lines = Some(lines);
    }

    /// Whom it is told that this was taken, or not. Questions of a login say nothing: without it people are cut off anyway.
    fn told_of(&self, request: &Request) -> Option<&Lines> {
        let lines = self.lines.as_ref();
        lines.filter(|_| request.urgency != Urgency::First)
    }

    /// Until when nothing is sent with the bot's token, if that is so: no board, no call and no lobby, whatever else is taken.
    fn stops_until(&self, now: Instant) -> Option<Instant> {
        let silent_until = self.limits.silent_until(now);
        silent_until.max(self.trust.doubted_until(now))
    }

    /// Tells that this is not even tried, as nothing is.
    pub(super) fn tells_that_all_stops(&self, request: &Request) {
        if let Some(lines) = self.told_of(request) {
            lines.nothing_goes_out(None, Said::ByItself, self.stops_until(Instant::now()));
        }
    }

    /// Where this is said. What is answered in a server is one spot: there are as many tokens as presses.
    fn place_of(&self, request: &Request, lines: &Lines) -> Place {
        let mut spot = DefaultHasher::new();
        if let Some(server) = request.server {
            server.hash(&mut spot);
            return Place::new(Some(server), spot.finish());
        }
        if !request.with_bot_token {
            // What is answered outside of servers is one spot as well.
            return Place::new(None, spot.finish());
        }
        request.major.hash(&mut spot);
        let channel = request.major.parse().ok().map(ChannelId::new);
        let server = channel.and_then(|channel| self.server_at(channel, lines));
        Place::new(server, spot.finish())
    }

    /// The server of a channel, as far as what came from there tells it, or the tables that stand there.
    fn server_at(&self, channel: ChannelId, lines: &Lines) -> Option<ServerId> {
        let known = self.homes.of(channel);
        known.or_else(|| {
            let server = lines.server_at(channel)?;
            self.homes.lies_in(channel, server);
            Some(server)
        })
    }

    /// Tells what became of one try.
    pub(super) fn tells_outcome(&self, request: &Request, outcome: &Outcome) {
        let Some(lines) = self.told_of(request) else {
            return;
        };
        let stops_until = self.stops_until(Instant::now());
        let said = if request.with_bot_token {
            Said::ByItself
        } else {
            Said::InAnswer
        };
        let place = self.place_of(request, lines);
        match Word::of(outcome, stops_until.is_some()) {
            Some(Word::Taken) => lines.something_goes_out(place, said),
            Some(Word::FailsThere) => lines.nothing_goes_out(Some(place), said, stops_until),
            Some(Word::FailsEverywhere) => {
                lines.nothing_goes_out(None, Said::ByItself, stops_until)
            }
            None => {}
        }
    }
}

/// What one try tells of what the bot says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    /// It is taken.
    Taken,
    /// It is not taken at that place, of which others know nothing.
    FailsThere,
    /// It is taken nowhere.
    FailsEverywhere,
}

impl Word {
    /// A limit of one bucket says nothing, nor does a refusal of the token, or what is taken while nothing is sent with the bot's token,
    /// which keeps every board from its people.
    fn of(outcome: &Outcome, all_stops: bool) -> Option<Self> {
        match outcome {
            Outcome::Done(_) => (!all_stops).then_some(Self::Taken),
            Outcome::Unobeyed(_) | Outcome::Unknown(_) => Some(Self::FailsThere),
            Outcome::Refused(failure) if failure.is_of_a_page() => Some(Self::FailsThere),
            Outcome::Refused(failure) => (failure.code() != 0 && !all_stops).then_some(Self::Taken),
            Outcome::Limited(_) => all_stops.then_some(Self::FailsEverywhere),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;
    use crate::discord::wire::send::SendFailure;

    fn answered(status: u16, code: u64) -> SendFailure {
        let route = "edit message";
        SendFailure::Answered {
            route,
            status,
            code,
        }
    }

    #[test]
    fn what_discord_takes_or_not_is_told_of_each_outcome() {
        let route = "edit message";
        let no_answer = || SendFailure::NoAnswer { route };
        let everywhere = Some(Word::FailsEverywhere);
        for (outcome, word, while_all_stops) in [
            (Outcome::Done(Value::Null), Some(Word::Taken), None),
            (
                Outcome::Refused(answered(403, 50_001)),
                Some(Word::Taken),
                None,
            ),
            (Outcome::Refused(answered(401, 0)), None, None),
            (Outcome::Limited(answered(429, 0)), None, everywhere),
        ] {
            assert_eq!(Word::of(&outcome, false), word);
            assert_eq!(Word::of(&outcome, true), while_all_stops);
        }
        for outcome in [
            Outcome::Refused(answered(403, 0)),
            Outcome::Unobeyed(answered(503, 0)),
            Outcome::Unknown(no_answer()),
        ] {
            assert_eq!(Word::of(&outcome, false), Some(Word::FailsThere));
            assert_eq!(Word::of(&outcome, true), Some(Word::FailsThere));
        }
    }
}
