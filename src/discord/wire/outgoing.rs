//! What the outcome of a request tells of people: whether anything that the bot says is taken.

use std::time::Instant;

use super::request::{Request, Urgency};
use super::send::{Outcome, Sender};
use crate::tables::Lines;

impl Sender {
    /// From now on these hear whether anything goes out.
    pub(crate) fn tells(&mut self, lines: Lines) {
        self.lines = Some(lines);
    }

    /// Tells what became of one try. Questions of a login say nothing: without it people are cut off anyway. Nor does a limit of one
    /// bucket, a refusal of the token, or what is answered beside a limit over all, which keeps every board from its people.
    pub(super) fn tells_outcome(&self, request: &Request, outcome: &Outcome) {
        let lines = self
            .lines
            .as_ref()
            .filter(|_| request.urgency != Urgency::First);
        let Some(lines) = lines else { return };
        let silent_until = self.limits.silent_until(Instant::now());
        match outcome {
            Outcome::Done(_) if silent_until.is_none() => lines.something_goes_out(),
            Outcome::Refused(failure) if failure.code() != 0 && silent_until.is_none() => {
                lines.something_goes_out();
            }
            Outcome::Unobeyed(_) | Outcome::Unknown(_) => lines.nothing_goes_out(silent_until),
            Outcome::Refused(failure) if failure.is_of_a_page() => {
                lines.nothing_goes_out(silent_until);
            }
            Outcome::Limited(_) if silent_until.is_some() => lines.nothing_goes_out(silent_until),
            Outcome::Done(_) | Outcome::Refused(_) | Outcome::Limited(_) => {}
        }
    }
}
