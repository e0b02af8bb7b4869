//! How an exchange ends: the injected fault, the records of the traffic, and the answer's way to the bot.

use std::io;
use std::time::Instant;

use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use super::Call;
use crate::Shared;
use crate::faults::{Fate, Harm, LimitScope, Moment};
use crate::rates::Counted;
use crate::traffic::describe;
use crate::watching::{Kept, RestSeen};

/// A request and what it came to.
pub(super) struct Exchange {
    pub(super) call: Call,
    pub(super) status: u16,
    pub(super) answer: Option<Value>,
    pub(super) counted: Option<Counted>,
    pub(super) fate: Fate,
    pub(super) began: Instant,
}

impl Exchange {
    /// Records the exchange and answers as its fate wants it.
    pub(super) async fn end(mut self, shared: &Shared) -> Response {
        shared.kept().await;
        if let Some(Harm::Error {
            status,
            code,
            message,
            ..
        }) = &self.fate.harm
        {
            self.status = *status;
            self.answer = Some(error_body(*code, message));
            // What fails this way never came to where limits are counted.
            self.counted = None;
        }
        self.count_invalid(shared);
        self.note(shared);
        let content = Content::of(self.answer.as_ref());
        let delay = self.fate.delay;
        self.show(shared, &content);
        let response = match &self.fate.harm {
            Some(Harm::Lost(_)) => broken_off(),
            _ => respond(self.status, content, self.counted.as_ref()),
        };
        // The fault itself: an answer that comes late, as on a slow line.
        shared.late(delay).await;
        response
    }

    /// The exchange goes to those who watch the traffic, before a delay in which the bot may give up waiting.
    fn show(&mut self, shared: &Shared, content: &Content) {
        let is_lost = matches!(self.fate.harm, Some(Harm::Lost(_)));
        let after = self.began.elapsed() + self.fate.delay;
        let call = &mut self.call;
        let files = std::mem::take(&mut call.files).into_iter();
        let seen = RestSeen {
            fault: self.fate.word(),
            method: std::mem::take(&mut call.method),
            path: std::mem::take(&mut call.path),
            content_type: call.content_type.take(),
            request: Kept::of(&call.text),
            attachments: files
                .map(|file| (file.index, file.filename, file.bytes.len()))
                .collect(),
            status: (!is_lost).then_some(self.status),
            response: Kept::of(if is_lost {
                b""
            } else {
                content.text.as_bytes()
            }),
            after_us: u64::try_from(after.as_micros()).unwrap_or(u64::MAX),
        };
        shared.watching.rest(shared.clock.now_ms(), seen);
    }

    fn count_invalid(&self, shared: &Shared) {
        let refused = self.counted.as_ref().and_then(|counted| counted.refused);
        let injected = matches!(self.fate.harm, Some(Harm::Limited { .. }));
        if refused.is_some() && !injected {
            shared.faults.note(|counts| counts.over_limit += 1);
        }
        let is_lost = matches!(self.fate.harm, Some(Harm::Lost(_)));
        let is_shared = refused == Some(LimitScope::Shared);
        if matches!(self.status, 401 | 403 | 429) && !is_shared && !is_lost {
            shared.faults.note_invalid();
        }
    }

    /// A line of the traffic file. What was never obeyed has no answer to tell.
    fn note(&self, shared: &Shared) {
        let Some(traffic) = &shared.traffic else {
            return;
        };
        let call = &self.call;
        let mut line = json!({
            "method": call.method, "path": call.path, "content_type": call.content_type, "body": call.body,
            "attachments": call.files.iter().map(describe).collect::<Vec<_>>(),
        });
        if self.fate.harm != Some(Harm::Lost(Moment::Before)) {
            line["status"] = self.status.into();
            line["response"] = self.answer.clone().into();
        }
        if let Some(word) = self.fate.word() {
            line["fault"] = word.into();
        }
        traffic.note(&line);
    }
}

/// Discord's error object; what begins like a page is one, as its edge answers when nobody stands behind it.
fn error_body(code: u32, message: &str) -> Value {
    if message.starts_with('<') {
        message.into()
    } else {
        json!({"message": message, "code": code})
    }
}

/// A body that fails before its first byte: the server then closes the connection without having said anything.
fn broken_off() -> Response {
    let failure = Err::<Bytes, _>(io::Error::other("the answer is lost on purpose"));
    Response::new(Body::from_stream(futures::stream::iter([failure])))
}

/// The body of an answer.
struct Content {
    kind: Option<&'static str>,
    text: String,
}

impl Content {
    fn of(answer: Option<&Value>) -> Self {
        let (kind, text) = match answer {
            None => (None, String::new()),
            Some(Value::String(page)) => (Some("text/html"), page.clone()),
            Some(body) => (Some("application/json"), body.to_string()),
        };
        Self { kind, text }
    }
}

fn respond(status: u16, content: Content, counted: Option<&Counted>) -> Response {
    let mut response = Response::new(Body::from(content.text));
    *response.status_mut() =
        StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let headers = response.headers_mut();
    if let Some(kind) = content.kind {
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    }
    for (name, value) in counted.map(Counted::headers).unwrap_or_default() {
        if let Ok(value) = HeaderValue::from_str(&value) {
            headers.insert(HeaderName::from_static(name), value);
        }
    }
    response
}
