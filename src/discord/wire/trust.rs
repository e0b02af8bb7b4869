//! Whether Discord takes the bot's token.
//!
//! A token that it has never taken is wrong when it says so twice. One that it took before it refuses in some of its outages, for
//! seconds or minutes: then nothing is sent with it, and it is asked with growing pauses whether it takes it again, as long as
//! [`Pace::doubts`](super::pace::Pace::doubts) says. A gateway that refuses the token ends the bot at once; that is not for this room.

use std::convert::Infallible;
use std::time::{Duration, Instant};

use reqwest::{Method, StatusCode};
use tokio::sync::{Mutex, watch};

use super::failure::SendFailure;
use super::request::{Request, Urgency};
use super::send::{Outcome, Sender};
use crate::meters;

/// Between a refusal of the bot's token and the question whether that was meant.
const SECOND_THOUGHTS: Duration = Duration::from_secs(1);
/// The longest pause between two questions, in first ones ([`Pace::again`](super::pace::Pace::again)).
const LONGEST_IN_FIRST: u32 = 60;

/// What Discord says of the token.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Word {
    /// Nothing yet.
    #[default]
    Unknown,
    /// It took it.
    Taken,
    /// It took it before, and refuses it now.
    Doubted,
    /// It is wrong: nothing more is sent with it.
    Refused,
}

/// What is known of the token.
#[derive(Default)]
pub(super) struct Trust {
    word: watch::Sender<Word>,
    /// Whoever asks holds this.
    asking: Mutex<Asking>,
}

#[derive(Default)]
struct Asking {
    /// When Discord last said that the token is good after all.
    good_at: Option<Instant>,
    doubt: Option<Doubt>,
}

#[derive(Clone, Copy)]
struct Doubt {
    since: Instant,
    /// How often it was asked since then.
    asked: u32,
    /// When it is asked again.
    next: Instant,
}

impl Trust {
    fn word(&self) -> Word {
        *self.word.borrow()
    }

    /// Something that was sent with the token was obeyed.
    pub(super) fn is_taken(&self) {
        let is_first = self.word.send_if_modified(|word| {
            let is_first = *word == Word::Unknown;
            if is_first {
                *word = Word::Taken;
            }
            is_first
        });
        if is_first {
            meters::token_doubted(false);
        }
    }

    /// Why nothing is sent with the token; `None` if it is.
    pub(super) fn objection(&self, route: &'static str) -> Option<SendFailure> {
        match self.word() {
            Word::Unknown | Word::Taken => None,
            Word::Doubted => Some(SendFailure::Doubted { route }),
            Word::Refused => Some(SendFailure::Answered {
                route,
                status: StatusCode::UNAUTHORIZED.as_u16(),
                code: 0,
            }),
        }
    }
}

impl Trust {
    /// When it is asked next whether Discord takes the token, if nothing is sent with it until then.
    pub(super) fn doubted_until(&self, now: Instant) -> Option<Instant> {
        if !matches!(self.word(), Word::Doubted | Word::Refused) {
            return None;
        }
        // Whoever holds it asks just now.
        let asking = self.asking.try_lock().ok();
        let next = asking.and_then(|asking| asking.doubt.map(|doubt| doubt.next));
        Some(next.map_or(now, |next| next.max(now)))
    }
}

impl Sender {
    /// Done when Discord has refused the bot's token for good.
    pub(crate) async fn refused(&self) {
        let mut word = self.trust.word.subscribe();
        // The sender lives in `self`, so it cannot be gone.
        let _ = word.wait_for(|word| *word == Word::Refused).await;
    }

    /// Asks once more after a refusal of the token: Discord has refused good ones for a moment, and a bot that stops
    /// for that is gone for the night.
    pub(super) async fn thinks_again(&self) {
        let refused = Instant::now();
        let mut asking = self.trust.asking.lock().await;
        // Somebody else was refused, too, and has asked meanwhile.
        let was_asked = asking.good_at.is_some_and(|at| at > refused);
        if was_asked || matches!(self.trust.word(), Word::Doubted | Word::Refused) {
            return;
        }
        // A pause towards Discord: the host's own time.
        tokio::time::sleep(SECOND_THOUGHTS).await;
        match self.once(&question(), Urgency::First, 0, None).await {
            Some(Outcome::Refused(failure)) if failure.is_unauthorized() => {
                self.is_refused_twice(&mut asking);
            }
            Some(Outcome::Done(_)) => {
                tracing::warn!("Discord refused the token once, but not a second time");
                asking.good_at = Some(Instant::now());
            }
            // Nobody knows: whatever is asked next will tell.
            _ => {}
        }
    }

    fn is_refused_twice(&self, asking: &mut Asking) {
        if self.trust.word() == Word::Unknown {
            self.trust.word.send_replace(Word::Refused);
            return;
        }
        tracing::warn!(
            "Discord refuses the token that it took before: nothing but answers to presses is sent until it takes it again"
        );
        let now = Instant::now();
        asking.doubt = Some(Doubt {
            since: now,
            asked: 0,
            next: now + self.pause_of_doubt(0),
        });
        meters::token_doubted(true);
        self.trust.word.send_replace(Word::Doubted);
    }

    /// Asks whether Discord takes the token again, whenever that is due. Never done.
    pub(crate) async fn keeps_asking(&self) -> Infallible {
        let mut word = self.trust.word.subscribe();
        loop {
            // The sender lives in `self`, so it cannot be gone.
            let _ = word.wait_for(|word| *word == Word::Doubted).await;
            let next = self.trust.asking.lock().await.doubt;
            let next = next.map_or_else(Instant::now, |doubt| doubt.next);
            // A pause towards Discord: the host's own time.
            tokio::time::sleep_until(next.into()).await;
            self.asks_if_due().await;
        }
    }

    /// Asks whether Discord takes the token again, if it is doubted and nobody has just asked.
    pub(crate) async fn asks_if_due(&self) {
        let mut asking = self.trust.asking.lock().await;
        let Some(mut doubt) = asking.doubt else {
            return;
        };
        if Instant::now() < doubt.next {
            return;
        }
        let question = question();
        let answer = if self.limits.is_broken(&question) {
            None
        } else {
            self.once(&question, Urgency::First, 0, None).await
        };
        let lasted = doubt.since.elapsed();
        match answer {
            Some(Outcome::Done(_)) => {
                let seconds = lasted.as_secs();
                tracing::info!(seconds, "Discord takes the token again");
                *asking = Asking {
                    good_at: Some(Instant::now()),
                    doubt: None,
                };
                meters::token_doubted(false);
                self.trust.word.send_replace(Word::Taken);
            }
            Some(Outcome::Refused(failure))
                if failure.is_unauthorized() && lasted >= self.pace.doubts =>
            {
                asking.doubt = None;
                self.trust.word.send_replace(Word::Refused);
            }
            _ => {
                doubt.asked += 1;
                doubt.next = Instant::now() + self.pause_of_doubt(doubt.asked);
                asking.doubt = Some(doubt);
            }
        }
    }

    /// The pause after so many questions.
    fn pause_of_doubt(&self, asked: u32) -> Duration {
        let grown = 2u32.pow(asked.min(16)).min(LONGEST_IN_FIRST);
        (self.pace.again * grown).mul_f64(0.5 + rand::random::<f64>())
    }
}

/// Nothing is as cheap to ask with the token.
fn question() -> Request {
    Request::bot("users/@me", Method::GET, "/users/@me".into()).first()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn while_the_token_is_doubted_nothing_is_sent_with_it_until_the_next_question() {
        let (trust, now) = (Trust::default(), Instant::now());
        for word in [Word::Unknown, Word::Taken] {
            trust.word.send_replace(word);
            assert_eq!(trust.doubted_until(now), None);
        }
        trust.word.send_replace(Word::Doubted);
        let next = now + SECOND_THOUGHTS;
        let doubt = Doubt {
            since: now,
            asked: 0,
            next,
        };
        let mut asking = trust.asking.try_lock().expect("nobody asks");
        asking.doubt = Some(doubt);
        assert_eq!(trust.doubted_until(now), Some(now), "it is asked now");
        drop(asking);
        assert_eq!(trust.doubted_until(now), Some(next));
        let late = next + SECOND_THOUGHTS;
        assert_eq!(trust.doubted_until(late), Some(late));
    }
}
