//! Sending to Discord: one door for every request of ours.
//!
//! serenity's limiter ignores a proxy, buckets follow-ups per application and never forgets, so it is off
//! everywhere and this room keeps to the headers and `Retry-After` itself: per bucket, and globally.
//! Failures carry status, code and the name of the route, never a URL: tokens are part of URLs.

use std::time::Duration;

use reqwest::header::{AUTHORIZATION, USER_AGENT};
use reqwest::multipart::{Form, Part};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};
use thiserror::Error;

use super::limits::{Limits, Verdict};
use super::note::{File, Note};
use crate::tables::{ChannelId, MessageId};

/// How Discord wants a bot to name itself.
const AGENT: &str = concat!(
    "DiscordBot (https://github.com/istaka, ",
    env!("CARGO_PKG_VERSION"),
    ")"
);
/// An answer to an interaction is worthless after its 3 s; other requests may take longer.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often one request is tried.
const TRIES: u32 = 4;

/// Discord's code of a channel or thread that is not there.
const UNKNOWN_CHANNEL: u64 = 10_003;
/// Discord's code for a message that is not there.
const UNKNOWN_MESSAGE: u64 = 10_008;
/// Discord's code of an edit in a thread that is put away.
const THREAD_ARCHIVED: u64 = 50_083;
/// Discord's code of a message that has a thread already.
const THREAD_EXISTS: u64 = 160_004;

/// A request that did not succeed. It never carries a token.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SendFailure {
    /// Discord answered, but not with success.
    #[error("{route}: answered {status} (code {code})")]
    Answered {
        /// The name of the route.
        route: &'static str,
        /// The HTTP status.
        status: u16,
        /// Discord's own code, 0 if there is none.
        code: u64,
    },
    /// No answer came.
    #[error("{route}: no answer")]
    NoAnswer {
        /// The name of the route.
        route: &'static str,
    },
    /// The answer was not what the route gives.
    #[error("{route}: the answer could not be read")]
    Unreadable {
        /// The name of the route.
        route: &'static str,
    },
    /// So many requests were refused lately that sending stopped, to spare the host from a ban.
    #[error("{route}: not sent, too many requests were refused lately")]
    Broken {
        /// The name of the route.
        route: &'static str,
    },
}

impl SendFailure {
    /// Whether the message or channel in question is gone.
    pub fn is_gone(&self) -> bool {
        matches!(self, Self::Answered { status: 404, .. })
    }

    /// Whether a message is gone, but not the interaction that wants to change it.
    pub fn is_message_gone(&self) -> bool {
        self.code() == UNKNOWN_MESSAGE
    }

    /// Whether the channel itself is gone.
    pub fn is_channel_gone(&self) -> bool {
        self.code() == UNKNOWN_CHANNEL
    }

    /// Whether the thread is put away: a new message brings it back, an edit does not.
    pub fn is_put_away(&self) -> bool {
        self.code() == THREAD_ARCHIVED
    }

    /// Discord's own code; 0 without one.
    pub fn code(&self) -> u64 {
        match self {
            Self::Answered { code, .. } => *code,
            Self::NoAnswer { .. } | Self::Unreadable { .. } | Self::Broken { .. } => 0,
        }
    }

    /// Whether the bot lacks a right there.
    pub fn is_forbidden(&self) -> bool {
        matches!(self, Self::Answered { status: 403, .. })
    }

    /// Whether the token is wrong.
    pub fn is_unauthorized(&self) -> bool {
        matches!(self, Self::Answered { status: 401, .. })
    }
}

/// The token of one interaction: what its answers are sent with. No `Debug`, it is a key.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(String);

impl Token {
    /// Wraps what an interaction carries.
    pub fn new(token: impl Into<String>) -> Self {
        Self(token.into())
    }
}

/// How an interaction is answered first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Callback {
    /// With a new message.
    Message,
    /// By changing the message that was pressed.
    Update,
    /// With silence: the pressed message stays, or is changed later.
    Quiet,
}

impl Callback {
    fn number(self) -> u8 {
        match self {
            Self::Message => 4,
            Self::Quiet => 6,
            Self::Update => 7,
        }
    }
}

/// The message of an interaction that is meant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The first answer, or the pressed message.
    Original,
    /// A follow-up.
    FollowUp(MessageId),
}

/// Sends everything that the bot says.
pub struct Sender {
    client: Client,
    base: String,
    authorization: String,
    application: u64,
    limits: Limits,
}

/// One request before it is built.
struct Request {
    route: &'static str,
    method: Method,
    path: String,
    bucket: String,
    body: Option<Value>,
    files: Vec<File>,
    /// Whether a repetition could do something twice.
    repeatable: bool,
    with_bot_token: bool,
}

impl Request {
    fn bot(route: &'static str, method: Method, path: String) -> Self {
        let repeatable = method != Method::POST;
        Self {
            route,
            bucket: format!("{method} {path}"),
            method,
            path,
            body: None,
            files: Vec::new(),
            repeatable,
            with_bot_token: true,
        }
    }

    /// A request of an interaction's token: limited per token, outside the global limit.
    fn token(route: &'static str, method: Method, path: String, token: &Token) -> Self {
        Self {
            bucket: format!("{route} {}", token.0),
            with_bot_token: false,
            ..Self::bot(route, method, path)
        }
    }

    fn bucket(mut self, bucket: String) -> Self {
        self.bucket = bucket;
        self
    }

    fn repeatable(mut self) -> Self {
        self.repeatable = true;
        self
    }

    fn json(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    fn note(self, note: &Note) -> Self {
        self.json(note.payload()).files_of(note)
    }

    fn files_of(mut self, note: &Note) -> Self {
        self.files = note.files();
        self
    }
}

impl Sender {
    /// A sender for the service at `base`, for instance `https://discord.com`; the bot's token stays inside.
    pub fn new(base: &str, bot_token: &str, application: u64) -> Result<Self, SendFailure> {
        let client = Client::builder()
            .timeout(PATIENCE)
            .build()
            .map_err(|_| SendFailure::NoAnswer { route: "client" })?;
        Ok(Self {
            client,
            base: base.trim_end_matches('/').to_owned(),
            authorization: format!("Bot {bot_token}"),
            application,
            limits: Limits::default(),
        })
    }

    /// The application that the token belongs to, with its id: also the proof that the token is right.
    pub async fn identify(&mut self) -> Result<u64, SendFailure> {
        let route = "applications/@me";
        let answer = self
            .send(Request::bot(route, Method::GET, "/applications/@me".into()))
            .await?;
        self.application = id_in(&answer).ok_or(SendFailure::Unreadable { route })?;
        Ok(self.application)
    }

    /// Where the gateway is.
    pub async fn gateway(&self) -> Result<String, SendFailure> {
        let route = "gateway";
        let answer = self
            .send(Request::bot(route, Method::GET, "/gateway".into()))
            .await?;
        let url = answer.get("url").and_then(Value::as_str);
        url.map(str::to_owned)
            .ok_or(SendFailure::Unreadable { route })
    }

    /// Replaces all global commands.
    pub async fn register(&self, commands: Value) -> Result<(), SendFailure> {
        let path = format!("/applications/{}/commands", self.application);
        self.send(Request::bot("commands", Method::PUT, path).json(commands))
            .await?;
        Ok(())
    }

    /// The first answer to an interaction.
    pub async fn answer(
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
    pub async fn answer_for_id(
        &self,
        interaction: u64,
        token: &Token,
        note: &Note,
    ) -> Result<MessageId, SendFailure> {
        let kind = Callback::Message;
        let request = self.callback(interaction, token, kind, Some(note), "?with_response=true");
        let answer = self.send(request).await?;
        let message = answer.pointer("/resource/message").and_then(id_in);
        message
            .map(MessageId::new)
            .ok_or(SendFailure::Unreadable { route: "callback" })
    }

    fn callback(
        &self,
        interaction: u64,
        token: &Token,
        kind: Callback,
        note: Option<&Note>,
        query: &str,
    ) -> Request {
        let path = format!("/interactions/{interaction}/{}/callback{query}", token.0);
        let mut body = json!({ "type": kind.number() });
        if let Some(note) = note {
            body["data"] = match kind {
                Callback::Update => note.change(),
                Callback::Message | Callback::Quiet => note.payload(),
            };
        }
        // A repetition of an answer that did arrive is refused with 40060, so it is safe.
        let request = Request::token("callback", Method::POST, path, token)
            .repeatable()
            .json(body);
        match note {
            Some(note) => request.files_of(note),
            None => request,
        }
    }

    /// A further message of an interaction.
    pub async fn follow_up(&self, token: &Token, note: &Note) -> Result<MessageId, SendFailure> {
        let route = "follow-up";
        let path = format!("/webhooks/{}/{}", self.application, token.0);
        let answer = self
            .send(Request::token(route, Method::POST, path, token).note(note))
            .await?;
        id_in(&answer)
            .map(MessageId::new)
            .ok_or(SendFailure::Unreadable { route })
    }

    /// Changes a message of an interaction.
    pub async fn change_answer(
        &self,
        token: &Token,
        answer: Answer,
        note: &Note,
    ) -> Result<(), SendFailure> {
        let path = self.answer_path(token, answer);
        let request = Request::token("edit answer", Method::PATCH, path, token);
        self.send(request.json(note.change()).files_of(note))
            .await
            .map(|_| ())
    }

    /// Takes a message of an interaction away.
    pub async fn delete_answer(&self, token: &Token, answer: Answer) -> Result<(), SendFailure> {
        let path = self.answer_path(token, answer);
        self.send(Request::token("delete answer", Method::DELETE, path, token))
            .await
            .map(|_| ())
    }

    fn answer_path(&self, token: &Token, answer: Answer) -> String {
        let message = match answer {
            Answer::Original => "@original".to_owned(),
            Answer::FollowUp(message) => message.to_string(),
        };
        format!(
            "/webhooks/{}/{}/messages/{message}",
            self.application, token.0
        )
    }

    /// A new message in a channel. `nonce` makes a repetition harmless for some minutes.
    pub async fn post(
        &self,
        channel: ChannelId,
        nonce: &str,
        note: &Note,
    ) -> Result<MessageId, SendFailure> {
        let route = "post message";
        let path = format!("/channels/{channel}/messages");
        let mut body = note.payload();
        body["nonce"] = json!(nonce);
        body["enforce_nonce"] = json!(true);
        let request = Request::bot(route, Method::POST, path)
            .repeatable()
            .json(body)
            .files_of(note);
        let answer = self.send(request).await?;
        id_in(&answer)
            .map(MessageId::new)
            .ok_or(SendFailure::Unreadable { route })
    }

    /// Changes a message in a channel.
    pub async fn change(
        &self,
        channel: ChannelId,
        message: MessageId,
        note: &Note,
    ) -> Result<(), SendFailure> {
        let path = format!("/channels/{channel}/messages/{message}");
        let request = Request::bot("edit message", Method::PATCH, path)
            .bucket(format!("edit {channel}"))
            .json(note.change())
            .files_of(note);
        self.send(request).await.map(|_| ())
    }

    /// Starts a public thread at a message; its id is the message's.
    pub async fn start_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        name: &str,
        put_away_min: u16,
    ) -> Result<ChannelId, SendFailure> {
        let path = format!("/channels/{channel}/messages/{message}/threads");
        let body = json!({ "name": name, "auto_archive_duration": put_away_min });
        let request = Request::bot("start thread", Method::POST, path)
            .bucket(format!("thread {channel}"))
            .repeatable()
            .json(body);
        match self.send(request).await {
            Ok(_) => Ok(ChannelId::new(message.get())),
            // The answer to the first try got lost.
            Err(failure) if failure.code() == THREAD_EXISTS => Ok(ChannelId::new(message.get())),
            Err(failure) => Err(failure),
        }
    }

    /// How many of the messages after this one, of `most` at the most, are not ours.
    pub async fn others_after(
        &self,
        channel: ChannelId,
        message: MessageId,
        most: u8,
    ) -> Result<usize, SendFailure> {
        let route = "read messages";
        let path = format!("/channels/{channel}/messages?after={message}&limit={most}");
        let request = Request::bot(route, Method::GET, path).bucket(format!("read {channel}"));
        let answer = self.send(request).await?;
        let messages = answer.as_array().ok_or(SendFailure::Unreadable { route })?;
        // A bot's user has the id of its application.
        let is_ours = |message: &&Value| id_in(&message["author"]) == Some(self.application);
        Ok(messages.len() - messages.iter().filter(is_ours).count())
    }

    /// Takes a message in a channel away.
    pub async fn delete(&self, channel: ChannelId, message: MessageId) -> Result<(), SendFailure> {
        let path = format!("/channels/{channel}/messages/{message}");
        let request = Request::bot("delete message", Method::DELETE, path)
            .bucket(format!("delete {channel}"));
        self.send(request).await.map(|_| ())
    }

    async fn send(&self, request: Request) -> Result<Value, SendFailure> {
        let route = request.route;
        let mut last = SendFailure::NoAnswer { route };
        for attempt in 0..TRIES {
            if self.limits.is_broken() {
                return Err(SendFailure::Broken { route });
            }
            self.limits
                .wait(&request.bucket, request.with_bot_token)
                .await;
            match self.once(&request).await {
                Outcome::Done(answer) => return Ok(answer),
                // The answer to the first try got lost, and the repetition says so.
                Outcome::Refused(SendFailure::Answered { code: 40060, .. }) if attempt > 0 => {
                    return Ok(Value::Null);
                }
                Outcome::Refused(failure) => return Err(failure),
                // Discord waits for nobody: a limit says itself when to come back.
                Outcome::Limited(failure) => last = failure,
                Outcome::Failed(failure) if request.repeatable => {
                    last = failure;
                    tokio::time::sleep(Duration::from_millis(200 << attempt)).await;
                }
                Outcome::Failed(failure) => return Err(failure),
            }
        }
        Err(last)
    }

    async fn once(&self, request: &Request) -> Outcome {
        let route = request.route;
        let Ok(response) = self.build(request).send().await else {
            return Outcome::Failed(SendFailure::NoAnswer { route });
        };
        let status = response.status();
        let verdict = self
            .limits
            .learn(&request.bucket, request.with_bot_token, &response);
        let body = response.bytes().await.unwrap_or_default();
        let answer: Value = serde_json::from_slice(&body).unwrap_or(Value::Null);
        if status.is_success() {
            return Outcome::Done(answer);
        }
        let code = answer.get("code").and_then(Value::as_u64).unwrap_or(0);
        let failure = SendFailure::Answered {
            route,
            status: status.as_u16(),
            code,
        };
        match verdict {
            Verdict::Limited => Outcome::Limited(failure),
            Verdict::Free if status.is_server_error() || status == StatusCode::REQUEST_TIMEOUT => {
                Outcome::Failed(failure)
            }
            Verdict::Free => Outcome::Refused(failure),
        }
    }

    fn build(&self, request: &Request) -> reqwest::RequestBuilder {
        let url = format!("{}/api/v10{}", self.base, request.path);
        let mut built = self
            .client
            .request(request.method.clone(), url)
            .header(USER_AGENT, AGENT);
        if request.with_bot_token {
            built = built.header(AUTHORIZATION, &self.authorization);
        }
        match (&request.files[..], &request.body) {
            ([], Some(body)) => built.json(body),
            ([], None) => built,
            (files, body) => built.multipart(form(files, body.as_ref())),
        }
    }
}

enum Outcome {
    Done(Value),
    /// It will not get better by asking again.
    Refused(SendFailure),
    /// It may be asked again once the limit is over.
    Limited(SendFailure),
    /// It may be asked again if asking twice does no harm.
    Failed(SendFailure),
}

fn form(files: &[File], body: Option<&Value>) -> Form {
    let mut form = Form::new();
    for (id, file) in files.iter().enumerate() {
        let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
        let part = part
            .mime_str(file.kind)
            .expect("the media types of a PNG and of JSON are well formed");
        form = form.part(format!("files[{id}]"), part);
    }
    match body {
        Some(body) => form.text("payload_json", body.to_string()),
        None => form,
    }
}

fn id_in(answer: &Value) -> Option<u64> {
    answer.get("id")?.as_str()?.parse().ok()
}
