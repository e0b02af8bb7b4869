//! All addresses of the sandbox, and the page: static files that are part of the program.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, Path, RawQuery, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware;
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use include_dir::{Dir, include_dir};

use super::id::Id;
use super::{Shared, avatar, gateway, people, rest, serving};

/// The page: every file of its folder is served under its own name, and the start page as `/` too.
pub(super) static FILES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../assets/page");

/// What the page may load and run: the files of this server, and nothing that a message brings along.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What a bot uploaded may be looked at, but is never run in the page's name.
const UPLOAD_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/// The routes of everything.
pub(super) fn routes(shared: Arc<Shared>) -> Router {
    let mut routes = Router::new()
        .route("/api", any(rest::handle))
        .route("/api/", any(rest::handle))
        .route("/api/{*rest}", any(rest::handle))
        .route("/gateway", get(socket))
        .route("/gateway/", get(socket))
        .route("/sandbox/{*rest}", any(people::handle))
        .route("/files/{id}/{name}", get(file))
        .route("/emojis/{name}", get(emoji))
        .route("/avatars/{person}/{file}", get(face));
    if shared.page {
        for file in FILES.files() {
            let (name, content) = (file.path().to_string_lossy(), file.contents());
            let kind = content_type(&name);
            let serve = move || async move { asset(kind, content) };
            if name == "index.html" {
                routes = routes.route("/", get(serve));
            }
            routes = routes.route(&format!("/{name}"), get(serve));
        }
    }
    routes
        .layer(DefaultBodyLimit::disable())
        .layer(middleware::from_fn(serving::only_here))
        .with_state(shared)
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}

fn asset(kind: &'static str, content: &'static [u8]) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
        (header::CACHE_CONTROL, "no-cache"),
    ];
    (headers, content).into_response()
}

async fn socket(
    State(shared): State<Arc<Shared>>,
    RawQuery(query): RawQuery,
    upgrade: WebSocketUpgrade,
) -> Response {
    let query = rest::query_of(query.as_deref().unwrap_or_default());
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

/// Somebody's face.
async fn face(
    State(shared): State<Arc<Shared>>,
    Path((person, file)): Path<(String, String)>,
    request: axum::extract::Request,
) -> Response {
    let (head, _) = request.into_parts();
    avatar::serve(&shared, &person, &file, &head).await
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
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(UPLOAD_POLICY),
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
