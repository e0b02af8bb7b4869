//! The people's side: a JSON API for the page and for scripts, and the same calls from Rust.
//! `docs/sandbox.md` describes every call; here they are read, checked and handed to the world.

mod access;
mod acting;
mod calls;
mod completion;
mod faults;
mod moderating;
mod options;
mod places;
mod reading;
mod servers;
mod traffic;

pub(super) use acting::watch;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde_json::{Value, json};

use super::Failure;
use super::Shared;
use super::id::Id;
use super::person::Person;
use super::place::Channel;
use super::rest::{percent_decoded, query_of};
use super::world::World;

/// The longest wait of a call, in real time.
const LONGEST_WAIT: Duration = Duration::from_secs(30);
/// Nobody presses within this time what has just appeared, but scripts do, and some bots' libraries remember a button or a
/// dialog only after they have read that their answer was taken: over HTTP an outcome is told this much later.
const HUMAN: Duration = Duration::from_millis(15);
/// The calls that have outcomes.
const ACTS: [&str; 4] = ["/run", "/press", "/select", "/submit"];
/// The largest body of a call.
const MOST_BYTES: usize = 1024 * 1024;

/// Something a person may not or cannot do, said in a sentence.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Trouble {
    status: u16,
    sentence: String,
}

impl Trouble {
    /// Bad input.
    fn bad(sentence: impl Into<String>) -> Self {
        Self {
            status: 400,
            sentence: sentence.into(),
        }
    }

    /// There is no such thing.
    fn absent(sentence: impl Into<String>) -> Self {
        Self {
            status: 404,
            sentence: sentence.into(),
        }
    }

    /// A page of another server asks.
    fn foreign() -> Self {
        Self {
            status: 403,
            sentence: "pages of other servers may not act here".to_owned(),
        }
    }

    /// Not possible now.
    fn conflict(sentence: impl Into<String>) -> Self {
        Self {
            status: 409,
            sentence: sentence.into(),
        }
    }
}

impl From<Trouble> for Failure {
    fn from(trouble: Trouble) -> Self {
        Self::Refused {
            status: trouble.status,
            sentence: trouble.sentence,
        }
    }
}

/// One call, read.
struct Wish<'a> {
    shared: &'a Arc<Shared>,
    query: HashMap<String, String>,
    body: &'a Value,
}

/// Answers one HTTP request below `/sandbox`.
pub(super) async fn handle(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let (parts, content) = request.into_parts();
    let path = parts
        .uri
        .path_and_query()
        .map_or("/", |whole| whole.as_str());
    let path = path.strip_prefix("/sandbox").unwrap_or(path).to_owned();
    let read = if is_foreign(&parts.headers) {
        Err(Trouble::foreign())
    } else {
        read_body(content).await
    };
    let result = match read {
        Err(trouble) => Err(trouble),
        Ok(body) => answer(&shared, parts.method.as_str(), &path, &body).await,
    };
    if ACTS.contains(&path.as_str()) {
        tokio::time::sleep(HUMAN).await;
    }
    let (status, body) = match result {
        Ok(body) => (200, body),
        Err(trouble) => (trouble.status, json!({"error": trouble.sentence})),
    };
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    response.headers_mut().insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("application/json"),
    );
    response
}

/// Whether a page of another server asks: browsers say where a page is from, scripts need not. Whatever else is open in
/// somebody's browser has no business at their tables.
fn is_foreign(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let place = |origin: &'_ str| origin.split_once("://").map(|(_, place)| place.to_owned());
    text(header::ORIGIN).is_some_and(|origin| place(origin).as_deref() != text(header::HOST))
}

async fn read_body(content: Body) -> Result<Value, Trouble> {
    let bytes = to_bytes(content, MOST_BYTES)
        .await
        .map_err(|_| Trouble::bad("the request is too long"))?;
    if bytes.is_empty() {
        return Ok(Value::Null);
    }
    serde_json::from_slice(&bytes).map_err(|_| Trouble::bad("the request is not JSON"))
}

/// One call from Rust.
pub(super) async fn call(
    shared: &Arc<Shared>,
    method: &str,
    path: &str,
    body: &Value,
) -> Result<Value, Failure> {
    answer(shared, method, path, body)
        .await
        .map_err(Failure::from)
}

async fn answer(
    shared: &Arc<Shared>,
    method: &str,
    path: &str,
    body: &Value,
) -> Result<Value, Trouble> {
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let segments: Vec<String> = path
        .split('/')
        .filter(|part| !part.is_empty())
        .map(percent_decoded)
        .collect();
    let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
    let wish = Wish {
        shared,
        query: query_of(query),
        body,
    };
    let told = wish.obey(method, &segments).await;
    shared.kept().await;
    told
}

impl Wish<'_> {
    async fn obey(&self, method: &str, segments: &[&str]) -> Result<Value, Trouble> {
        match (method, segments) {
            ("GET", ["world"]) => self.world(),
            ("POST", ["people"]) => self.add_person(),
            ("POST", ["people", person]) => self.change_person(person),
            ("POST", ["install"]) => self.install(),
            ("POST", ["type"]) => self.types(),
            ("POST", ["application"]) => self.change_application(),
            ("POST", ["channels"]) => self.add_channel(),
            ("POST", ["channels", channel]) => self.change_channel(channel),
            ("POST", ["channels", channel, "delete"]) => self.delete_channel(channel),
            ("POST", ["messages", message, "delete"]) => self.delete_message(message),
            ("POST", ["server"]) => self.change_server(),
            ("POST", ["servers"]) => self.change_crowd(),
            ("POST", ["servers", "news"]) => self.crowd_news(),
            ("GET", ["channels", channel, "messages"]) => self.messages(channel),
            ("GET", ["commands"]) => self.commands(),
            ("POST", ["complete"]) => self.complete().await,
            ("POST", ["run"]) => self.run().await,
            ("POST", ["press"]) => self.press().await,
            ("POST", ["select"]) => self.select().await,
            ("POST", ["submit"]) => self.submit().await,
            ("POST", ["dismiss"]) => self.dismiss(),
            ("POST", ["say"]) => self.say(),
            ("GET", ["interactions", id]) => self.outcome(id),
            ("GET", ["news"]) => self.news().await,
            ("GET", ["clock"]) => self.clock().await,
            ("POST", ["clock", "advance"]) => self.advance(),
            ("GET", ["traffic"]) => self.traffic().await,
            ("GET", ["faults"]) => Ok(self.faults()),
            ("POST", ["faults"]) => self.set_faults(),
            ("POST", ["faults", "clear"]) => Ok(self.clear_faults()),
            ("POST", ["faults", "next"]) => self.aim_fault(),
            ("GET", ["gateway"]) => Ok(self.gateway()),
            ("POST", ["gateway"]) => self.gateway_deed(),
            _ => Err(Trouble::absent(
                "there is no such call; docs/sandbox.md lists them",
            )),
        }
    }
}

impl Wish<'_> {
    /// A text field of the body.
    fn text(&self, key: &str) -> Result<&str, Trouble> {
        match self.body.get(key) {
            Some(Value::String(text)) => Ok(text),
            Some(_) => Err(Trouble::bad(format!("\"{key}\" must be text"))),
            None => Err(Trouble::bad(format!("\"{key}\" is missing"))),
        }
    }

    /// An id in the body.
    fn id(&self, key: &str) -> Result<Id, Trouble> {
        let found = self
            .body
            .get(key)
            .ok_or_else(|| Trouble::bad(format!("\"{key}\" is missing")))?;
        Id::read(found).ok_or_else(|| Trouble::bad(format!("\"{key}\" must be an id")))
    }

    /// The person of the body or the query.
    fn person(&self, world: &World) -> Result<Person, Trouble> {
        let given = self.body.get("person").and_then(Id::read);
        let given = given.or_else(|| self.query.get("person").and_then(|id| Id::parse(id)));
        let id = given.ok_or_else(|| Trouble::bad("\"person\" must be the id of a person"))?;
        world
            .people
            .get(&id)
            .cloned()
            .ok_or_else(|| Trouble::absent("there is no such person"))
    }

    /// How long the caller waits, in real time.
    fn patience(&self) -> Duration {
        let seconds = self
            .query
            .get("wait")
            .and_then(|text| text.parse::<f64>().ok())
            .unwrap_or(0.0);
        Duration::try_from_secs_f64(seconds)
            .unwrap_or_default()
            .min(LONGEST_WAIT)
    }
}

/// A channel that this person may look into.
fn open_place<'a>(
    world: &'a World,
    id: Option<Id>,
    person: &Person,
) -> Result<&'a Channel, Trouble> {
    let place = id
        .and_then(|id| world.channels.get(&id))
        .filter(|place| place.is_open_to(person));
    place.ok_or_else(|| Trouble::absent("there is no such channel"))
}
