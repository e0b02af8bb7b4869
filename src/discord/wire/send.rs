//! Sending to Discord: one door for every request of ours.
//!
//! serenity's limiter ignores a proxy, buckets follow-ups per application and never forgets, so it is off
//! everywhere and this room keeps to the headers and `Retry-After` itself: per bucket, and globally.
//! Failures carry status, code and the name of the route, never a URL: tokens are part of URLs.

use std::time::{Duration, Instant};

use reqwest::header::{AUTHORIZATION, CONTENT_TYPE, HeaderValue, USER_AGENT};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

use super::client::{authorization, client};
use super::closed::Closed;
pub(crate) use super::failure::SendFailure;
use super::failure::{ALREADY_ANSWERED, DELETE, FIRST_ANSWER, POST, root_of};
use super::homes::Homes;
use super::identity::Identity;
use super::limits::{Limits, Permit, Told, Verdict};
use super::note::{FirstAnswer, Note, Post};
use super::pace::Pace;
pub(crate) use super::request::Token;
use super::request::{Repeat, Request, Urgency};
use super::trust::Trust;
use crate::meters;
use crate::tables::{ChannelId, Lines, MessageId};

/// How Discord wants a bot to name itself.
pub(super) const AGENT: &str = concat!(
    "DiscordBot (https://github.com/istaka, ",
    env!("CARGO_PKG_VERSION"),
    ")"
);
/// How often one request is tried.
const TRIES: u32 = 5;
/// Before a try that nobody may wait for.
const SHORT_PAUSE: Duration = Duration::from_millis(50);
/// Discord shows so many messages at once.
const MOST_READ: u8 = 100;
/// What is asked although nobody needs the answer holds back what people wait for no longer than this.
const QUESTION_PATIENCE: Duration = Duration::from_secs(1);

/// How an interaction is answered first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Callback {
    /// With a new message.
    Message,
    /// By changing the message that was pressed.
    Update,
    /// With the promise of a message.
    Later,
    /// With silence: the pressed message stays, or is changed later.
    Quiet,
}

impl Callback {
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Message => 4,
            Self::Later => 5,
            Self::Quiet => 6,
            Self::Update => 7,
        }
    }
}

/// The message of an interaction that is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// The first answer, or the pressed message.
    Original,
    /// A follow-up.
    FollowUp(MessageId),
}

/// Sends everything that the bot says.
pub(crate) struct Sender {
    /// Repetitions take turns: a line that is dead without saying so would swallow them, too.
    clients: [Client; 2],
    base: String,
    authorization: HeaderValue,
    identity: Identity,
    pub(crate) pace: Pace,
    pub(crate) limits: Limits,
    /// What was refused where.
    pub closed: Closed,
    /// Whether Discord takes the bot's token.
    pub(super) trust: Trust,
    /// In which servers channels lie.
    pub homes: Homes,
    /// Hear whether anything goes out.
    pub(super) lines: Option<Lines>,
}

impl Sender {
    /// A sender for the service at `base`, for instance `https://discord.com`; the bot's token stays inside.
    pub(crate) fn new(base: &str, bot_token: &str, pace: Pace) -> Result<Self, SendFailure> {
        Ok(Self {
            clients: [client(base)?, client(base)?],
            base: base.trim_end_matches('/').to_owned(),
            authorization: authorization(bot_token)?,
            identity: Identity::default(),
            pace,
            limits: Limits::new(pace.requests),
            closed: Closed::new(pace),
            trust: Trust::default(),
            homes: Homes::default(),
            lines: None,
        })
    }

    /// Speaks as these from now on.
    pub(crate) fn speak_as(&mut self, identity: Identity) {
        self.identity = identity;
    }

    /// The id of the application.
    pub(crate) fn application(&self) -> u64 {
        self.identity.application
    }

    /// The id of the bot's user.
    pub(crate) fn user(&self) -> u64 {
        self.identity.user
    }

    /// The first answer to an interaction.
    pub(crate) async fn answer(
        &self,
        interaction: u64,
        token: &Token,
        kind: Callback,
        note: Option<&Note>,
    ) -> Result<(), SendFailure> {
        let request = self.callback(interaction, token, kind, note, "");
        self.send(request).await.map(|_| ())
    }

    /// The first answer to an interaction, when the id of its message is wanted.
    pub(crate) async fn answer_for_id(
        &self,
        interaction: u64,
        token: &Token,
        note: &Note,
    ) -> Result<MessageId, SendFailure> {
        let kind = Callback::Message;
        let request = self.callback(interaction, token, kind, Some(note), "?with_response=true");
        let mut message = self.send(request).await?;
        if message.is_null() {
            // The answer to the first try got lost, and with it the id.
            return self.read_answer(token).await;
        }
        message = message["resource"]["message"].take();
        id_in(&message)
            .map(MessageId::new)
            .ok_or(SendFailure::Unreadable {
                route: FIRST_ANSWER,
            })
    }

    /// Answers what is being typed with what it may become.
    pub(crate) async fn offer(
        &self,
        interaction: u64,
        token: &Token,
        choices: Value,
    ) -> Result<(), SendFailure> {
        let path = callback_path(interaction, token, "");
        let body = json!({ "type": CHOICES, "data": choices });
        let request = Request::first_answer(path, token, &self.pace).json(&body);
        self.send(request).await.map(drop)
    }

    pub(super) fn callback(
        &self,
        interaction: u64,
        token: &Token,
        kind: Callback,
        note: Option<&Note>,
        query: &str,
    ) -> Request {
        let path = callback_path(interaction, token, query);
        let data = note.map(|note| match kind {
            Callback::Update => note.change(),
            Callback::Message | Callback::Later | Callback::Quiet => note.payload(),
        });
        let body = FirstAnswer {
            kind: kind.number(),
            data,
        };
        let request = Request::first_answer(path, token, &self.pace).json(&body);
        match note {
            Some(note) => request.files_of(note),
            None => request,
        }
    }

    /// A further message of an interaction.
    pub(crate) async fn follow_up(
        &self,
        token: &Token,
        note: &Note,
    ) -> Result<MessageId, SendFailure> {
        let route = "follow-up";
        let path = format!("/webhooks/{}/{}", self.application(), token.key());
        let answer = self
            .send(Request::token(route, Method::POST, path, token).note(note))
            .await?;
        id_in(&answer)
            .map(MessageId::new)
            .ok_or(SendFailure::Unreadable { route })
    }

    /// Changes a message of an interaction.
    pub(crate) async fn change_answer(
        &self,
        token: &Token,
        answer: Answer,
        note: &Note,
    ) -> Result<(), SendFailure> {
        let path = self.answer_path(token, answer);
        let request = Request::token("edit answer", Method::PATCH, path, token);
        self.send(request.unread().json(&note.change()).files_of(note))
            .await
            .map(|_| ())
    }

    /// Takes a message of an interaction away.
    pub(crate) async fn delete_answer(
        &self,
        token: &Token,
        answer: Answer,
    ) -> Result<(), SendFailure> {
        let path = self.answer_path(token, answer);
        self.send(Request::token("delete answer", Method::DELETE, path, token))
            .await
            .map(|_| ())
    }

    pub(crate) fn answer_path(&self, token: &Token, answer: Answer) -> String {
        let message = match answer {
            Answer::Original => "@original".to_owned(),
            Answer::FollowUp(message) => message.to_string(),
        };
        format!(
            "/webhooks/{}/{}/messages/{message}",
            self.application(),
            token.key()
        )
    }

    /// A new message in a channel. `nonce` makes a repetition harmless for some minutes.
    pub(crate) async fn post(
        &self,
        channel: ChannelId,
        nonce: &str,
        note: &Note,
    ) -> Result<MessageId, SendFailure> {
        let route = POST;
        let path = format!("/channels/{channel}/messages");
        let body = Post {
            message: note.payload(),
            nonce,
            enforce_nonce: true,
        };
        let request = Request::bot(route, Method::POST, path)
            .of(channel)
            .repeatable()
            .json(&body)
            .files_of(note);
        let answer = self.send(request).await?;
        id_in(&answer)
            .map(MessageId::new)
            .ok_or(SendFailure::Unreadable { route })
    }

    /// Changes a message in a channel.
    pub(crate) async fn change(
        &self,
        channel: ChannelId,
        message: MessageId,
        note: &Note,
    ) -> Result<(), SendFailure> {
        let request = Request::edit(channel, message)
            .json(&note.change())
            .files_of(note);
        self.send(request).await.map(|_| ())
    }

    /// How many of the messages after this one, of `most` at the most, are not ours; `None` where the bot may not read. It is
    /// asked once: a failure says that nobody knows.
    pub(crate) async fn others_after(
        &self,
        channel: ChannelId,
        message: MessageId,
        most: u8,
    ) -> Result<Option<usize>, SendFailure> {
        let request = messages_from(channel, message, most.saturating_add(1));
        let messages = list(self.send(request.optional(QUESTION_PATIENCE)).await?)?;
        let others = messages.iter().filter(|message| !self.is_ours(message));
        Ok((!messages.is_empty()).then(|| others.count()))
    }

    /// The bot's own messages since this one, among the first hundred; `None` where the bot may not read, or nothing stands there.
    pub(crate) async fn ours_since(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<Option<Ours>, SendFailure> {
        let request = messages_from(channel, message, MOST_READ);
        let messages = list(self.send(request).await?)?;
        let ours = messages.iter().filter(|message| self.is_ours(message));
        let told = ours.filter_map(|message| {
            let text = message["content"].as_str()?.to_owned();
            Some((MessageId::new(id_in(message)?), text))
        });
        Ok((!messages.is_empty()).then(|| Ours {
            ours: told.collect(),
            is_all: messages.len() < usize::from(MOST_READ),
        }))
    }

    fn is_ours(&self, message: &Value) -> bool {
        id_in(&message["author"]) == Some(self.user())
    }

    /// Takes a message in a channel away.
    pub(crate) async fn delete(
        &self,
        channel: ChannelId,
        message: MessageId,
    ) -> Result<(), SendFailure> {
        let path = format!("/channels/{channel}/messages/{message}");
        let request = Request::bot(DELETE, Method::DELETE, path).of(channel);
        self.send(request).await.map(|_| ())
    }

    /// Sends a request, again where that helps and does no harm.
    pub(crate) async fn send(&self, request: Request) -> Result<Value, SendFailure> {
        self.send_with(request, None).await
    }

    /// Sends what may have its place within the limits already. Where nobody knows whether an earlier try has made something,
    /// that is the failure, however the last one failed.
    pub(crate) async fn send_with(
        &self,
        request: Request,
        permit: Option<Permit<'_>>,
    ) -> Result<Value, SendFailure> {
        let mut unsure = None;
        // In a box: whoever may have to send something keeps no room for that while nothing is sent.
        let sent = Box::pin(self.tries(&request, permit, &mut unsure)).await;
        sent.map_err(|failure| match unsure {
            Some(unsure) if !failure.says_it_is_there() => unsure,
            Some(_) | None => failure,
        })
    }

    async fn tries(
        &self,
        request: &Request,
        mut permit: Option<Permit<'_>>,
        unsure: &mut Option<SendFailure>,
    ) -> Result<Value, SendFailure> {
        let route = request.route;
        let mut last = SendFailure::TooBusy { route };
        let mut urgency = request.urgency_of_its_turn();
        for attempt in 0..TRIES {
            if request.with_bot_token
                && let Some(objection) = self.trust.objection(route)
            {
                self.tells_that_all_stops(request);
                return Err(objection);
            }
            if let Some(failure) = self.closed.remembered(request, Instant::now()) {
                return Err(failure);
            }
            if self.limits.is_broken(request) {
                self.tells_that_all_stops(request);
                return Err(SendFailure::Broken { route });
            }
            let asking = self.closed.asks(request);
            let once = self.once(request, urgency, attempt, permit.take());
            let outcome = match once.await {
                Some(outcome) => outcome,
                // Its limit lasts longer than it is worth.
                None => return Err(last),
            };
            self.tells_outcome(request, &outcome);
            let (failure, is_unobeyed) = match outcome {
                Outcome::Done(answer) => {
                    if request.with_bot_token {
                        self.trust.is_taken();
                    }
                    request
                        .waited(Instant::now())
                        .into_iter()
                        .for_each(meters::answered);
                    return Ok(answer);
                }
                // The answer to an earlier try got lost, and the repetition says so.
                Outcome::Refused(failure) if attempt > 0 && was_obeyed(request, &failure) => {
                    return Ok(Value::Null);
                }
                Outcome::Refused(failure)
                    if request.with_bot_token && failure.is_unauthorized() =>
                {
                    self.thinks_again().await;
                    if let Some(objection) = self.trust.objection(route) {
                        self.tells_that_all_stops(request);
                        return Err(objection);
                    }
                    (SendFailure::NoAnswer { route }, true)
                }
                Outcome::Refused(failure) => {
                    if asking.is_refused(route, &failure, Instant::now()) {
                        return Err(failure);
                    }
                    // The place has changed meanwhile.
                    last = failure;
                    continue;
                }
                // A limit says itself when to come back.
                Outcome::Limited(failure) => {
                    last = failure;
                    continue;
                }
                Outcome::Unobeyed(failure) => (failure, true),
                Outcome::Unknown(failure) => {
                    if request.method == Method::POST {
                        unsure.get_or_insert_with(|| failure.clone());
                    }
                    (failure, false)
                }
            };
            let pause = self.pause(request, attempt);
            let may_repeat = is_unobeyed || request.repeat == Repeat::Harmless;
            if !may_repeat || !request.is_worth(pause, Instant::now()) {
                return Err(failure);
            }
            last = failure;
            urgency = request.urgency_after_failure();
            // A pause towards Discord: the host's own time.
            tokio::time::sleep(pause).await;
        }
        Err(last)
    }

    /// How long it waits before it tries once more. The dice keep those apart that failed together.
    fn pause(&self, request: &Request, attempt: u32) -> Duration {
        let pause = match request.until {
            Some(_) => SHORT_PAUSE,
            None => self.pace.repeats * 2u32.pow(attempt.min(16)),
        };
        pause.mul_f64(0.5 + rand::random::<f64>())
    }

    /// One try, for which it stands in this line; `None` if its limits let it not be sent in time.
    pub(super) async fn once(
        &self,
        request: &Request,
        urgency: Urgency,
        attempt: u32,
        permit: Option<Permit<'_>>,
    ) -> Option<Outcome> {
        let route = request.route;
        let mut permit = match permit {
            Some(permit) => permit,
            None => self.limits.permit_as(request, urgency).await?,
        };
        permit.sets_off(Instant::now());
        let patience = request.patience_of(attempt, Instant::now());
        let mut response = match self.build(request, attempt).timeout(patience).send().await {
            Ok(response) => response,
            Err(error) if error.is_connect() => {
                let why = root_of(&error);
                return Some(Outcome::Unobeyed(SendFailure::Unreached { route, why }));
            }
            Err(_) => return Some(Outcome::Unknown(SendFailure::NoAnswer { route })),
        };
        let status = response.status();
        let headers = std::mem::take(response.headers_mut());
        meters::request(route, status.as_u16());
        let body = response.bytes().await;
        let is_whole = body.is_ok();
        let is_read = request.is_answer_read || !status.is_success();
        let read = body.ok().filter(|body| is_read && !body.is_empty());
        let read = read.and_then(|body| serde_json::from_slice(&body).ok());
        let answer: Value = read.unwrap_or_default();
        let code = answer.get("code").and_then(Value::as_u64).unwrap_or(0);
        let verdict = permit.learn(&Told {
            status,
            headers: &headers,
            retry_after: answer.get("retry_after").and_then(Value::as_f64),
            code,
        });
        if status.is_success() {
            return Some(if is_whole {
                Outcome::Done(answer)
            } else {
                Outcome::Unknown(SendFailure::NoAnswer { route })
            });
        }
        let failure = SendFailure::Answered {
            route,
            status: status.as_u16(),
            code,
        };
        Some(match (verdict, status) {
            (Verdict::Limited, _) => Outcome::Limited(failure),
            (Verdict::Free, StatusCode::REQUEST_TIMEOUT) => Outcome::Unknown(failure),
            (Verdict::Free, status) if status.is_server_error() => Outcome::Unknown(failure),
            (Verdict::Free, _) => Outcome::Refused(failure),
        })
    }

    fn build(&self, request: &Request, attempt: u32) -> reqwest::RequestBuilder {
        let url = format!("{}/api/v10{}", self.base, request.path);
        let [first, second] = &self.clients;
        let client = if attempt.is_multiple_of(2) {
            first
        } else {
            second
        };
        let mut built = client
            .request(request.method.clone(), url)
            .header(USER_AGENT, AGENT);
        if request.shows_bot_token() {
            built = built.header(AUTHORIZATION, &self.authorization);
        }
        match (&request.files[..], &request.body) {
            ([], Some(body)) => built
                .header(CONTENT_TYPE, "application/json")
                .body(body.clone()),
            ([], None) => built,
            (_, _) => built.multipart(request.form()),
        }
    }
}

pub(super) enum Outcome {
    Done(Value),
    /// It will not get better by asking again.
    Refused(SendFailure),
    /// It may be asked again once the limit is over.
    Limited(SendFailure),
    /// It was not obeyed: it may be asked again.
    Unobeyed(SendFailure),
    /// Nobody knows whether it was obeyed: it may be asked again if asking twice does no harm.
    Unknown(SendFailure),
}

/// Discord's number of an answer to what is being typed.
const CHOICES: u8 = 8;

pub(crate) fn callback_path(interaction: u64, token: &Token, query: &str) -> String {
    format!(
        "/interactions/{interaction}/{}/callback{query}",
        token.key()
    )
}

/// Whether the refusal of a repetition says that an earlier try was obeyed.
fn was_obeyed(request: &Request, failure: &SendFailure) -> bool {
    (failure.code() == ALREADY_ANSWERED && !request.may_be_second)
        || (request.method == Method::DELETE && failure.is_gone())
}

/// The bot's own messages of a part of a channel.
pub(crate) struct Ours {
    /// Each with its text.
    pub ours: Vec<(MessageId, String)>,
    /// Whether there are no later ones.
    pub is_all: bool,
}

const READ: &str = "read messages";

/// Asks for this message and those after it, so many at the most. Who may not read gets an empty list and no refusal: so the message
/// itself is asked for as well.
fn messages_from(channel: ChannelId, message: MessageId, most: u8) -> Request {
    let after = message.get().saturating_sub(1);
    let path = format!("/channels/{channel}/messages?after={after}&limit={most}");
    Request::bot(READ, Method::GET, path).of(channel)
}

fn list(answer: Value) -> Result<Vec<Value>, SendFailure> {
    match answer {
        Value::Array(all) => Ok(all),
        _ => Err(SendFailure::Unreadable { route: READ }),
    }
}

/// The id in an object of Discord.
pub(crate) fn id_in(answer: &Value) -> Option<u64> {
    answer.get("id")?.as_str()?.parse().ok()
}
