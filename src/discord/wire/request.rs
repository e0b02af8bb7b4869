//! One request before it is sent: where it goes, what it carries, and whether it may be repeated.

use std::time::{Duration, Instant};

use reqwest::Method;
use reqwest::multipart::{Form, Part};
use serde::Serialize;

use super::failure::{EDIT, FIRST_ANSWER, POST};
use super::note::{File, Note};
use super::pace::Pace;
use crate::tables::{ChannelId, MessageId, ServerId};

/// Nothing is waited for longer, but files.
const PATIENCE: Duration = Duration::from_secs(5);
/// Files take longer on a slow line.
const PATIENCE_WITH_FILES: Duration = Duration::from_secs(10);
/// The least that a repetition is given.
const LEAST_PATIENCE: Duration = Duration::from_millis(600);

/// The token of one interaction: what its answers are sent with. No `Debug`, it is a key.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token {
    key: String,
    came: Instant,
    /// Where it comes from; `None` if from no server.
    server: Option<ServerId>,
}

impl Token {
    /// Wraps what an interaction carries that has just come.
    pub(crate) fn new(token: impl Into<String>) -> Self {
        Self::since(token, Instant::now())
    }

    /// Wraps what an interaction carries that Discord waits for since then.
    pub(crate) fn since(token: impl Into<String>, came: Instant) -> Self {
        Self {
            key: token.into(),
            came,
            server: None,
        }
    }

    /// The same from a server.
    pub(crate) fn of(self, server: Option<ServerId>) -> Self {
        Self { server, ..self }
    }

    /// Since when Discord waits for an answer.
    pub(crate) fn came(&self) -> Instant {
        self.came
    }

    /// The token itself.
    pub(crate) fn key(&self) -> &str {
        &self.key
    }
}

/// Whether a request may be sent again when it is not known what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Repeat {
    /// The second time does nothing, or the same.
    Harmless,
    /// The second time might do it twice: only if the first was surely not obeyed.
    Risky,
}

/// Which requests go first when there are more than Discord allows in a second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Urgency {
    /// Without it the bot hears nobody: it stands in no line of others.
    First,
    /// Somebody waits for it.
    Urgent,
    /// The next one of its kind says it better anyway, or there are days for it.
    CanWait,
}

/// One request before it is built.
pub(crate) struct Request {
    pub route: &'static str,
    pub method: Method,
    pub path: String,
    /// What the limits of its route are counted for: a channel, or a token.
    pub major: String,
    /// Where its interaction comes from, if that is a server.
    pub server: Option<ServerId>,
    /// As it is sent: JSON.
    pub body: Option<String>,
    pub files: Vec<File>,
    pub repeat: Repeat,
    /// Whether the bot may have answered before: that something was answered already does not say that this was obeyed.
    pub may_be_second: bool,
    pub urgency: Urgency,
    /// Whether its turn has come before it was made.
    has_waited: bool,
    pub with_bot_token: bool,
    /// Whether anybody wants to know what Discord says if it is obeyed.
    pub is_answer_read: bool,
    /// When the interaction came that it is the first answer to.
    came: Option<Instant>,
    /// When it is worthless.
    pub until: Option<Instant>,
    patience: Option<Duration>,
}

impl Request {
    /// A request with the bot's token.
    pub(crate) fn bot(route: &'static str, method: Method, path: String) -> Self {
        let repeat = if method == Method::POST {
            Repeat::Risky
        } else {
            Repeat::Harmless
        };
        Self {
            route,
            method,
            path,
            major: String::new(),
            server: None,
            body: None,
            files: Vec::new(),
            repeat,
            may_be_second: false,
            urgency: Urgency::Urgent,
            has_waited: false,
            with_bot_token: true,
            is_answer_read: true,
            came: None,
            until: None,
            patience: None,
        }
    }

    /// A new message in a channel; its nonce makes a repetition harmless.
    pub(crate) fn post(channel: ChannelId, urgency: Urgency) -> Self {
        let path = format!("/channels/{channel}/messages");
        Self {
            urgency,
            ..Self::bot(POST, Method::POST, path).of(channel).repeatable()
        }
    }

    /// A change of a message in a channel; others go first.
    pub(crate) fn edit(channel: ChannelId, message: MessageId) -> Self {
        let path = format!("/channels/{channel}/messages/{message}");
        Self::bot(EDIT, Method::PATCH, path)
            .of(channel)
            .can_wait()
            .unread()
    }

    /// A request of an interaction's token: limited per token, outside the global limit.
    pub(crate) fn token(route: &'static str, method: Method, path: String, token: &Token) -> Self {
        Self {
            major: token.key.clone(),
            server: token.server,
            with_bot_token: false,
            ..Self::bot(route, method, path)
        }
    }

    /// The first answer to an interaction: soon, or never. Discord refuses a second one, so it may be repeated.
    pub(crate) fn first_answer(path: String, token: &Token, pace: &Pace) -> Self {
        Self {
            came: Some(token.came),
            until: Some(token.came + pace.answers),
            patience: Some(pace.first_try),
            repeat: Repeat::Harmless,
            ..Self::token(FIRST_ANSWER, Method::POST, path, token)
        }
    }

    /// Of this channel.
    pub(crate) fn of(mut self, major: impl ToString) -> Self {
        self.major = major.to_string();
        self
    }

    /// A repetition does no harm.
    pub(crate) fn repeatable(mut self) -> Self {
        self.repeat = Repeat::Harmless;
        self
    }

    /// Something else may have been answered before.
    pub(crate) fn perhaps_second(mut self) -> Self {
        self.may_be_second = true;
        self
    }

    /// In no line of others.
    pub(crate) fn first(mut self) -> Self {
        self.urgency = Urgency::First;
        self
    }

    /// Its turn has come and it is made.
    pub(crate) fn has_waited(mut self) -> Self {
        self.has_waited = true;
        self
    }

    /// In which line it stands at first, and when a limit lets it be sent again: what has waited for its turn would grow old in the one of
    /// others that can wait.
    pub(crate) fn urgency_of_its_turn(&self) -> Urgency {
        if self.has_waited {
            Urgency::Urgent
        } else {
            self.urgency
        }
    }

    /// In which line it stands after a failure: in its own. Where a whole server does not answer, what is sent there again and again would
    /// take the places of everybody who waits.
    pub(crate) fn urgency_after_failure(&self) -> Urgency {
        self.urgency
    }

    /// Others go first.
    pub(crate) fn can_wait(mut self) -> Self {
        self.urgency = Urgency::CanWait;
        self
    }

    /// Nobody reads its answer, such as a changed message, which comes back as a whole.
    pub(crate) fn unread(mut self) -> Self {
        self.is_answer_read = false;
        self
    }

    /// It is repeated after this time without an answer.
    pub(crate) fn patience(mut self, patience: Duration) -> Self {
        self.patience = Some(patience);
        self
    }

    /// Asked once, and worth nothing after this time: nobody misses an answer.
    pub(crate) fn optional(mut self, within: Duration) -> Self {
        self.repeat = Repeat::Risky;
        self.until = Some(Instant::now() + within);
        self.patience(within)
    }

    /// With this body.
    pub(crate) fn json(mut self, body: &impl Serialize) -> Self {
        self.body = Some(written(body));
        self
    }

    /// With this new message.
    pub(crate) fn note(self, note: &Note) -> Self {
        self.json(&note.payload()).files_of(note)
    }

    /// With the files of this message.
    pub(crate) fn files_of(mut self, note: &Note) -> Self {
        self.files = note.files();
        self
    }

    /// Whether the bot's token goes with it. Routes of a webhook need none, but what comes without one may be counted by
    /// address, together with everybody else's there.
    pub(crate) fn shows_bot_token(&self) -> bool {
        self.with_bot_token || self.path.starts_with("/webhooks/")
    }

    /// How long an answer is waited for, in the first try or in a later one.
    pub(crate) fn patience_of(&self, attempt: u32, now: Instant) -> Duration {
        match (self.until, self.patience) {
            (Some(until), _) if attempt > 0 => {
                until.saturating_duration_since(now).max(LEAST_PATIENCE)
            }
            (_, Some(patience)) => patience,
            (_, None) if self.files.is_empty() => PATIENCE,
            (_, None) => PATIENCE_WITH_FILES,
        }
    }

    /// How long its interaction has waited, if it is a first answer.
    pub(crate) fn waited(&self, now: Instant) -> Option<Duration> {
        Some(now.saturating_duration_since(self.came?))
    }

    /// Whether it is still worth something after this pause.
    pub(crate) fn is_worth(&self, pause: Duration, now: Instant) -> bool {
        self.until.is_none_or(|until| now + pause < until)
    }

    /// The files and the body as Discord wants them together.
    pub(crate) fn form(&self) -> Form {
        let mut form = Form::new();
        for (id, file) in self.files.iter().enumerate() {
            let part = Part::bytes(file.bytes.clone()).file_name(file.name.clone());
            let part = part
                .mime_str(file.kind)
                .expect("the media types of a PNG and of JSON are well formed");
            form = form.part(format!("files[{id}]"), part);
        }
        match &self.body {
            Some(body) => form.text("payload_json", body.clone()),
            None => form,
        }
    }
}

/// As JSON. No tree is built of it: a panel has some hundred parts, and each would be a piece of memory of its own.
pub(crate) fn written(body: &impl Serialize) -> String {
    serde_json::to_string(body).expect("all that is sent has texts for keys")
}
