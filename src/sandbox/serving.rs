//! Serving connections: whoever stays silent is let go, and names that are not this machine's are refused.
//!
//! The usual server of axum waits for a first request for ever; this one has a clock. And a page of another server whose
//! name suddenly means this machine speaks to the sandbox as if it were its own: only the name in `Host` gives it away.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use super::Shared;

/// How long a system that has no more files to give is let alone.
const RECOVERY: Duration = Duration::from_secs(1);

/// Serves until the sandbox stops, and then until every connection has said what it was saying.
pub(super) async fn serve(listener: TcpListener, routes: Router, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            () = shared.stopped() => break,
            // Those that ended need no more of our memory.
            Some(_) = connections.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        match accepted {
            Ok((socket, _)) => {
                connections.spawn(attend(socket, routes.clone(), Arc::clone(&shared)));
            }
            // Mostly too many files are open, and nothing tells when some are closed.
            Err(_) => tokio::time::sleep(RECOVERY).await,
        }
    }
    drop(listener);
    while connections.join_next().await.is_some() {}
}

async fn attend(socket: TcpStream, routes: Router, shared: Arc<Shared>) {
    // Small answers must not wait for an acknowledgement; without it they are merely slower.
    let _ = socket.set_nodelay(true);
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(shared.patience);
    let connection = builder
        .serve_connection(TokioIo::new(socket), TowerToHyperService::new(routes))
        .with_upgrades();
    let mut connection = pin!(connection);
    // How a single connection ended is its own affair.
    tokio::select! {
        _ = connection.as_mut() => return,
        () = shared.stopped() => connection.as_mut().graceful_shutdown(),
    }
    let _ = connection.await;
}

/// Lets a request through whose `Host` is this machine.
pub(super) async fn only_here(request: Request, next: Next) -> Response {
    let named = request.headers().get_all(header::HOST).iter();
    let is_here = named
        .map(HeaderValue::to_str)
        .all(|host| host.is_ok_and(is_loopback))
        && request.uri().host().is_none_or(is_loopback_host);
    if is_here {
        return next.run(request).await;
    }
    let sentence =
        "this sandbox answers to localhost, 127.0.0.1 and [::1] only, not to other names";
    (
        StatusCode::FORBIDDEN,
        axum::Json(json!({"error": sentence})),
    )
        .into_response()
}

/// Whether this is a name of this machine, with any port.
fn is_loopback(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let named = match authority.port_u16() {
        Some(port) => format!("{}:{port}", authority.host()),
        None => authority.host().to_owned(),
    };
    // What else is in it, a user or a port that is none, no client of this sandbox says.
    named == host && is_loopback_host(authority.host())
}

fn is_loopback_host(host: &str) -> bool {
    let bare = host
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'))
        .unwrap_or(host);
    let address: Option<IpAddr> = bare.parse().ok();
    host.eq_ignore_ascii_case("localhost") || address.is_some_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        for host in [
            "localhost",
            "LocalHost:4180",
            "127.0.0.1",
            "127.0.0.1:80",
            "127.255.3.4:65535",
            "[::1]",
            "[::1]:4180",
        ] {
            assert!(is_loopback(host), "{host}");
        }
        for host in [
            "",
            "example.com",
            "example.com:4180",
            "127.0.0.1.example.com",
            "localhost.example.com",
            "127.1",
            "0.0.0.0",
            "192.168.0.1:4180",
            "[::2]",
            "[::ffff:8.8.8.8]",
            "localhost@example.com",
            "example.com@localhost",
            "localhost:port",
            "local host",
            "2130706433",
        ] {
            assert!(!is_loopback(host), "{host}");
        }
    }
}
