//! All addresses of the sandbox, and the page: static files that are part of the program.

use std::collections::HashMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};

use super::id::Id;
use super::{Shared, gateway, people, rest};

/// Files of `assets/page`, as their address, content type and content.
macro_rules! files {
    ($($name:literal as $kind:literal),* $(,)?) => {
        &[$((concat!("/", $name), $kind, include_str!(concat!("../../assets/page/", $name)))),*]
    };
}

/// The page. Every file of `assets/page` is listed here; the page is also what `/` shows.
const FILES: &[(&str, &str, &str)] = files![
    "index.html" as "text/html; charset=utf-8",
    "page.css" as "text/css; charset=utf-8",
    "page.js" as "text/javascript; charset=utf-8",
];

/// What the page's scripts and pictures may load: only what this server serves.
const POLICY: &str = "default-src 'self'; img-src 'self' data: blob: http://127.0.0.1:*; style-src 'self' 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The routes of everything.
pub(super) fn routes(shared: Arc<Shared>) -> Router {
    let mut routes = Router::new()
        .route("/api/{*rest}", any(rest::handle))
        .route("/gateway", get(socket))
        .route("/gateway/", get(socket))
        .route("/sandbox/{*rest}", any(people::handle))
        .route("/files/{id}/{name}", get(file))
        .route("/emojis/{name}", get(emoji));
    if shared.page {
        for &(path, kind, content) in FILES {
            let path = if path == "/index.html" { "/" } else { path };
            routes = routes.route(path, get(move || async move { asset(kind, content) }));
        }
    }
    routes.layer(DefaultBodyLimit::disable()).with_state(shared)
}

fn asset(kind: &'static str, content: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, content).into_response()
}

async fn socket(
    State(shared): State<Arc<Shared>>,
    Query(query): Query<HashMap<String, String>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    // A payload over Discord's 4096 bytes is closed by the gateway itself, far beyond it by the socket.
    upgrade
        .max_message_size(64 * 1024)
        .on_upgrade(move |socket| gateway::talk(socket, query, shared))
}

/// The bytes of an attachment, as they were sent.
async fn file(
    State(shared): State<Arc<Shared>>,
    Path((id, _)): Path<(String, String)>,
) -> Response {
    serve(&shared, &id)
}

/// The picture of an application emoji: `{id}.png` or another ending.
async fn emoji(State(shared): State<Arc<Shared>>, Path(name): Path<String>) -> Response {
    serve(&shared, name.split('.').next().unwrap_or_default())
}

fn serve(shared: &Shared, id: &str) -> Response {
    let found = Id::parse(id).and_then(|id| shared.world().files.get(&id).cloned());
    let Some(found) = found else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let mut response = Response::new(Body::from(found.bytes));
    let headers = response.headers_mut();
    let kind = HeaderValue::from_str(&found.content_type);
    headers.insert(
        header::CONTENT_TYPE,
        kind.unwrap_or(HeaderValue::from_static("application/octet-stream")),
    );
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("private, max-age=3600, immutable"),
    );
    response
}
