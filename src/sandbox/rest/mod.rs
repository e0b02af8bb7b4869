//! Discord's REST face: reads a request, checks token and rate, lets a route answer, and records the exchange.

mod application;
mod body;
mod channels;
mod commands;
mod ending;
mod guild;
mod known;
mod messages;
mod threads;
mod webhooks;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::http::request::Parts;
use axum::response::Response;
use serde_json::{Value, json};

use self::ending::Exchange;
use super::Shared;
use super::check::message::Upload;
use super::faults::{Fate, Harm};
use super::id::Id;
use super::rates::{Counted, Reach, bucket};
use super::refusal::Refusal;
use super::world::World;

/// A request, read.
pub(super) struct Call {
    method: String,
    /// Path and query below the version, as it was sent.
    path: String,
    segments: Vec<String>,
    query: HashMap<String, String>,
    content_type: Option<String>,
    body: Option<Value>,
    /// The body as it was written.
    text: Bytes,
    files: Vec<Upload>,
}

/// A success.
pub(super) struct Answer {
    status: u16,
    body: Option<Value>,
}

impl Answer {
    fn ok(body: Value) -> Self {
        Self {
            status: 200,
            body: Some(body),
        }
    }

    fn created(body: Value) -> Self {
        Self {
            status: 201,
            body: Some(body),
        }
    }

    fn nothing() -> Self {
        Self {
            status: 204,
            body: None,
        }
    }
}

impl Call {
    /// The head of a request; its body is read later.
    fn begun(head: &Parts, path: &str) -> Self {
        let (bare, query) = path.split_once('?').unwrap_or((path, ""));
        let segments = bare.split('/').filter(|part| !part.is_empty());
        Self {
            method: head.method.as_str().to_owned(),
            segments: segments.map(percent_decoded).collect(),
            query: query_of(query),
            content_type: header_text(&head.headers, "content-type"),
            body: None,
            text: Bytes::new(),
            files: Vec::new(),
            path: path.to_owned(),
        }
    }

    /// The JSON body; a route that needs one gets an empty object if there is none.
    fn body(&self) -> Value {
        self.body.clone().unwrap_or_else(|| json!({}))
    }

    fn flag(&self, name: &str) -> bool {
        self.query
            .get(name)
            .is_some_and(|value| matches!(value.as_str(), "true" | "True" | "1"))
    }
}

/// Answers one request below `/api`.
pub(super) async fn handle(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let began = Instant::now();
    let (parts, content) = request.into_parts();
    let whole = parts.uri.path_and_query();
    let (path, version) = below_version(whole.map_or("/", |whole| whole.as_str()));
    let mut call = Call::begun(&parts, path);
    let fate = shared.faults.fate(&call.method, &call.segments);
    let segments: Vec<&str> = call.segments.iter().map(String::as_str).collect();
    let exists = version.and_then(|()| known::check(&call.method, &segments));
    note_unsigned(&shared, &parts.headers, &segments);
    let read = match exists {
        Ok(()) => read(&shared, &call, &parts, content).await,
        Err(refusal) => Err(refusal),
    };
    // The fault itself: a request that is long on its way in real time.
    shared.late(fate.held).await;
    let mut counted = None;
    let result = match read {
        Err(refusal) if refusal.code == 0 || refusal.code == BAD_VERSION => Err(refusal),
        Ok(read) => {
            (call.body, call.text, call.files) = (read.body, read.text, read.files);
            if fate.strikes_before() {
                Ok(Answer::nothing())
            } else {
                admit(&shared, &parts.headers, &call, &fate, &mut counted)
            }
        }
        Err(refusal) => Err(authorized(&shared, &parts.headers, &call)
            .err()
            .unwrap_or(refusal)),
    };
    let (status, answer) = match result {
        Ok(answer) => (answer.status, answer.body),
        Err(refusal) if refusal.status == 429 => (429, counted.as_ref().map(Counted::body)),
        Err(refusal) => (refusal.status, Some(refusal.body())),
    };
    let exchange = Exchange {
        call,
        status,
        answer,
        counted,
        fate,
        began,
    };
    exchange.end(&shared).await
}

/// The body of a request. Whatever strangers send, nobody keeps it.
async fn read(
    shared: &Shared,
    call: &Call,
    parts: &Parts,
    content: Body,
) -> Result<body::Content, Refusal> {
    if !is_known(shared, &parts.headers, call) {
        return Ok(body::Content::default());
    }
    body::read(call, parts, content).await
}

/// Token, rate, route.
fn admit(
    shared: &Shared,
    headers: &HeaderMap,
    call: &Call,
    fate: &Fate,
    counted: &mut Option<Counted>,
) -> Result<Answer, Refusal> {
    authorized(shared, headers, call)?;
    let segments: Vec<&str> = call.segments.iter().map(String::as_str).collect();
    *counted = count(shared, call, fate, &segments);
    if let Some(refused) = refuse_old_edit(shared, call, &segments) {
        *counted = Some(refused);
    }
    if counted
        .as_ref()
        .is_some_and(|counted| counted.refused.is_some())
    {
        return Err(Refusal::new(429, 0, "You are being rate limited."));
    }
    route(&mut shared.world(), call, &segments)
}

fn count(shared: &Shared, call: &Call, fate: &Fate, segments: &[&str]) -> Option<Counted> {
    let bucket = bucket(&call.method, segments);
    let mut rates = shared.rates();
    match fate.harm {
        Some(Harm::Limited { scope, ms }) => {
            Some(rates.pause(&bucket, scope, Duration::from_millis(ms)))
        }
        _ => rates.count(&bucket, Reach::of(segments), Instant::now()),
    }
}

/// How old a message is whose edits are limited further.
const OLD_MS: u64 = 60 * 60 * 1000;

/// The limit for edits of messages older than an hour, if that mood is on.
fn refuse_old_edit(shared: &Shared, call: &Call, segments: &[&str]) -> Option<Counted> {
    if call.method != "PATCH" {
        return None;
    }
    let (most, length_ms) = shared.faults.old_edits()?;
    let channel = {
        let world = shared.world();
        let message = match segments {
            ["channels", _, "messages", id] => Id::parse(id),
            ["webhooks", application, token, "messages", name] => {
                let one = world.with_live_token(application, token).ok()?;
                world.reached_by(one, name).ok()
            }
            _ => None,
        };
        let message = world.messages.get(&message?)?;
        let is_old = world.clock.now_ms() > message.born_ms + OLD_MS;
        is_old.then_some(message.channel)?
    };
    let bucket = bucket(&call.method, segments);
    let length = Duration::from_millis(length_ms);
    shared
        .rates()
        .refuse_old_edit(&bucket, channel, most, length)
}

fn authorized(shared: &Shared, headers: &HeaderMap, call: &Call) -> Result<(), Refusal> {
    let segments: Vec<&str> = call.segments.iter().map(String::as_str).collect();
    let free = matches!(
        segments[..],
        ["interactions", _, _, "callback"] | ["webhooks", _, _, ..] | ["gateway"]
    );
    let given = header_text(headers, "authorization").unwrap_or_default();
    let right = given
        .strip_prefix("Bot ")
        .is_some_and(|token| token == shared.world().token);
    if free || right {
        Ok(())
    } else {
        Err(Refusal::unauthorized())
    }
}

/// Whether the token of a request is one of ours: the bot's, or an interaction's in the path.
fn is_known(shared: &Shared, headers: &HeaderMap, call: &Call) -> bool {
    let segments: Vec<&str> = call.segments.iter().map(String::as_str).collect();
    match segments[..] {
        ["interactions", _, token, "callback"] | ["webhooks", _, token, ..] => {
            shared.world().interactions.with_token(token).is_some()
        }
        _ => authorized(shared, headers, call).is_ok(),
    }
}

/// Requests of webhook routes without the bot's token are counted: Discord counts those by address, with everybody's there.
fn note_unsigned(shared: &Shared, headers: &HeaderMap, segments: &[&str]) {
    if matches!(segments, ["webhooks", ..]) && !headers.contains_key("authorization") {
        shared.faults.note(|counts| counts.unsigned += 1);
    }
}

/// The map of all routes.
fn route(world: &mut World, call: &Call, segments: &[&str]) -> Result<Answer, Refusal> {
    match segments {
        // Some libraries ask for these before they say that they are ready.
        ["soundboard-default-sounds"] | ["voice", "regions"] => Ok(Answer::ok(json!([]))),
        ["gateway", ..] | ["users", ..] | ["oauth2", ..] => {
            application::identity(world, call, segments)
        }
        ["applications", application, "commands", rest @ ..] => {
            world.must_be_own(application)?;
            commands::route(world, call, None, rest)
        }
        [
            "applications",
            application,
            "guilds",
            guild,
            "commands",
            rest @ ..,
        ] => {
            world.must_be_own(application)?;
            let guild = world.must_be_guild(guild)?;
            commands::route(world, call, Some(guild), rest)
        }
        ["applications", application, rest @ ..] => {
            if *application != "@me" {
                world.must_be_own(application)?;
            }
            application::route(world, call, rest)
        }
        ["guilds", guild, rest @ ..] => {
            let guild = world.must_be_guild(guild)?;
            guild::route(world, call, guild, rest)
        }
        ["channels", channel, "messages", rest @ ..] => messages::route(world, call, channel, rest),
        ["channels", channel, rest @ ..] => channels::route(world, call, channel, rest),
        ["interactions", id, token, "callback"] => webhooks::callback(world, call, id, token),
        ["webhooks", application, token, rest @ ..] => {
            webhooks::route(world, call, application, token, rest)
        }
        _ => Err(Refusal::no_route()),
    }
}

/// The code of an address with a version that there is not.
const BAD_VERSION: u32 = 50_041;

/// The path without `/api` and the version, and whether there is such a version.
fn below_version(path: &str) -> (&str, Result<(), Refusal>) {
    let path = path.strip_prefix("/api").unwrap_or(path);
    let Some(rest) = path.strip_prefix("/v") else {
        return (path, Ok(()));
    };
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (version, below) = rest.split_at(digits);
    if digits == 0 || !(below.is_empty() || below.starts_with(['/', '?'])) {
        return (path, Ok(()));
    }
    let known = version
        .parse()
        .is_ok_and(|version: u64| (6..=10).contains(&version));
    let refusal = || Refusal::new(400, BAD_VERSION, "Invalid API version");
    (below, known.then_some(()).ok_or_else(refusal))
}

fn header_text(headers: &HeaderMap, name: &str) -> Option<String> {
    headers
        .get(name)
        .and_then(|value| value.to_str().ok())
        .map(str::to_owned)
}

/// The pairs of a query string, decoded.
pub(super) fn query_of(query: &str) -> HashMap<String, String> {
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs
        .map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (
                percent_decoded(&name.replace('+', " ")),
                percent_decoded(&value.replace('+', " ")),
            )
        })
        .collect()
}

/// Decodes `%40` and the like; what is no escape stays as it is.
pub(super) fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, others)) = rest.split_first() {
        let digits = others
            .get(..2)
            .and_then(|digits| std::str::from_utf8(digits).ok());
        let escaped = digits
            .filter(|_| *first == b'%')
            .and_then(|digits| u8::from_str_radix(digits, 16).ok());
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() {
            &others[2..]
        } else {
            others
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
