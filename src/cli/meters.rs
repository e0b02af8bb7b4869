//! What a running bot tells whoever watches it, on a port of this machine only: `/metrics` and `/health`.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::net::Ipv4Addr;
use std::time::Duration;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use super::CliFailure;
use crate::discord::require_loopback;
use crate::meters::{self, Health, Now};
use crate::store::Store;
use crate::tables::Hall;

/// The text form that Prometheus reads.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// So many connections are open at once. Whoever comes then takes the place of the oldest: those who say nothing keep nobody out.
const MOST_CONNECTIONS: usize = 32;

/// So long a connection may take until it has said what it asks for, also for the next time.
const PATIENCE: Duration = Duration::from_secs(30);

/// How long a system that has no more files to give is let alone: without a pause it would be asked again and again meanwhile.
const RECOVERY: Duration = Duration::from_secs(1);

/// Tells until it is dropped.
pub(super) struct Telling(JoinHandle<()>);

impl Drop for Telling {
    fn drop(&mut self) {
        self.0.abort();
    }
}

#[derive(Clone)]
struct House {
    hall: Hall,
    store: Store,
}

impl House {
    fn now(&self) -> Now {
        Now {
            tables: self.hall.live(),
            waiting: self.store.waiting(),
            tasks: Handle::current().metrics().num_alive_tasks(),
            do_clocks_stand: self.hall.lines().do_all_clocks_stand(),
        }
    }
}

/// Takes this port of this machine; 0 takes a free one.
pub(super) async fn listen(port: u16) -> Result<std::net::TcpListener, CliFailure> {
    let taken = |error| not_taken(port, &error);
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    let listener = listener.map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    tracing::info!("metrics are told at http://{address}/metrics");
    listener.into_std().map_err(taken)
}

/// Why there is no such port. One that another program has may be free later; one that this user may not take is not.
fn not_taken(port: u16, error: &io::Error) -> CliFailure {
    let reason = format!("the port {port} for metrics: {error}");
    match error.kind() {
        ErrorKind::PermissionDenied => CliFailure::lasting(reason),
        _ => CliFailure::passing(reason),
    }
}

/// Tells there.
pub(super) fn tell(
    listener: &std::net::TcpListener,
    hall: Hall,
    store: Store,
) -> Result<Telling, CliFailure> {
    let listener = listener.try_clone().and_then(TcpListener::from_std);
    let listener = listener.map_err(CliFailure::passing)?;
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/health", get(health))
        .with_state(House { hall, store });
    Ok(Telling(tokio::spawn(serve(listener, router, PATIENCE))))
}

/// The usual server of axum waits for a first request for ever, of however many; this one does not.
async fn serve(listener: TcpListener, routes: Router, patience: Duration) {
    let routes = routes.layer(from_fn(only_here));
    let mut connections: VecDeque<Telling> = VecDeque::new();
    loop {
        match listener.accept().await {
            Ok((socket, _)) => {
                connections.retain(|connection| !connection.0.is_finished());
                if connections.len() >= MOST_CONNECTIONS {
                    connections.pop_front();
                }
                let attending = attend(socket, routes.clone(), patience);
                connections.push_back(Telling(tokio::spawn(attending)));
            }
            // Mostly too many files are open, and nothing tells when some are closed.
            Err(_) => tokio::time::sleep(RECOVERY).await,
        }
    }
}

async fn attend(socket: TcpStream, routes: Router, patience: Duration) {
    let mut builder = http1::Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(patience);
    let service = TowerToHyperService::new(routes);
    // How a single connection ended is its own affair.
    let _ = builder
        .serve_connection(TokioIo::new(socket), service)
        .await;
}

/// Lets a request through whose `Host` is this machine: a page whose name suddenly means this machine is given away by that alone.
async fn only_here(request: Request, next: Next) -> Response {
    let mut named = request.headers().get_all(header::HOST).iter();
    let is_here = |host: &HeaderValue| {
        let host = host.to_str().unwrap_or_default();
        require_loopback(&format!("http://{host}")).is_ok()
    };
    if named.all(is_here) {
        return next.run(request).await;
    }
    let sentence = "metrics are told to localhost, 127.0.0.1 and [::1] only, not to other names";
    (StatusCode::FORBIDDEN, sentence).into_response()
}

async fn metrics(State(house): State<House>) -> impl IntoResponse {
    ([(CONTENT_TYPE, OPEN_METRICS)], meters::told(house.now()))
}

async fn health(State(house): State<House>) -> impl IntoResponse {
    let (status, told) = judged(meters::health(), house.now());
    (status, axum::Json(told))
}

/// How the bot is, and whether that is well. One of which too much was refused is: a restart would make it wait no
/// shorter.
fn judged(health: Health, now: Now) -> (StatusCode, serde_json::Value) {
    let is_well = health.is_connected && health.is_disk_well;
    let status = if is_well {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let told = serde_json::json!({
        "ok": is_well,
        "connected": health.is_connected,
        "disk": health.is_disk_well,
        "heard": health.is_heard,
        "unlimited": health.is_unlimited,
        "answers": health.is_answering,
        "token": health.is_token_taken,
        "clocks": !now.do_clocks_stand,
        "tables": now.tables,
        "waiting": now.waiting,
    });
    (status, told)
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Where somebody tells that all is well.
    async fn told(patience: Duration) -> (Telling, u16) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await;
        let listener = listener.expect("a port");
        let port = listener.local_addr().expect("its address").port();
        let routes = Router::new().route("/health", get(async || "well"));
        (
            Telling(tokio::spawn(serve(listener, routes, patience))),
            port,
        )
    }

    async fn connected(port: u16) -> TcpStream {
        let connected = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).await;
        connected.expect("it listens")
    }

    /// What is told to whoever calls this machine so.
    async fn asked(port: u16, host: &str) -> String {
        let mut socket = connected(port).await;
        let head = format!("GET /health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        let written = socket.write_all(head.as_bytes()).await;
        written.expect("it listens");
        let mut answer = String::new();
        let read = socket.read_to_string(&mut answer).await;
        read.expect("it answers");
        answer
    }

    #[tokio::test]
    async fn those_who_say_nothing_keep_nobody_out() {
        let (_telling, port) = told(Duration::from_secs(600)).await;
        let mut silent = Vec::new();
        for _ in 0..2 * MOST_CONNECTIONS {
            let mut socket = connected(port).await;
            let begun = socket.write_all(b"GET /health HTTP/1.1\r\nX-").await;
            begun.expect("it listens");
            silent.push(socket);
        }
        assert!(asked(port, "127.0.0.1").await.ends_with("well"));
        // The oldest have made room.
        for mut socket in silent.into_iter().take(MOST_CONNECTIONS) {
            let mut rest = Vec::new();
            // It may be told that it was cut off, or nothing any more.
            let _ = socket.read_to_end(&mut rest).await;
        }
    }

    #[tokio::test]
    async fn whoever_says_nothing_is_let_go() {
        let (_telling, port) = told(Duration::from_millis(20)).await;
        let mut silent = connected(port).await;
        let mut rest = Vec::new();
        let _ = silent.read_to_end(&mut rest).await;
    }

    #[tokio::test]
    async fn only_names_of_this_machine_are_answered() {
        let (_telling, port) = told(PATIENCE).await;
        for host in ["127.0.0.1", "localhost:4181", "[::1]:9"] {
            assert!(asked(port, host).await.ends_with("well"), "{host}");
        }
        for host in ["evil.example", "10.0.0.7:4181", "localhost.example", ""] {
            let told = asked(port, host).await;
            assert!(told.starts_with("HTTP/1.1 403"), "{host}: {told}");
        }
    }

    /// A container that is not well is started again, and a bot that is started again waits as long.
    #[test]
    fn a_bot_of_which_too_much_was_refused_says_so_and_asks_for_no_restart() {
        let now = || Now {
            tables: 2,
            waiting: 0,
            tasks: 9,
            do_clocks_stand: true,
        };
        for is_connected in [true, false] {
            for is_disk_well in [true, false] {
                for is_heard in [true, false] {
                    let health = Health {
                        is_connected,
                        is_disk_well,
                        is_heard,
                        is_unlimited: is_heard,
                        is_answering: is_heard,
                        is_token_taken: is_heard,
                    };
                    let (status, told) = judged(health, now());
                    let is_well = is_connected && is_disk_well;
                    assert_eq!(status.is_success(), is_well, "{told}");
                    assert_eq!(told["ok"], is_well, "{told}");
                    assert_eq!(told["heard"], is_heard, "{told}");
                    assert_eq!(told["unlimited"], is_heard, "{told}");
                    assert_eq!(told["answers"], is_heard, "{told}");
                    assert_eq!(told["clocks"], false, "{told}");
                }
            }
        }
    }

    #[test]
    fn a_port_that_may_not_be_taken_is_not_tried_again() {
        let status = |kind: ErrorKind| not_taken(80, &kind.into()).status();
        assert_eq!(status(ErrorKind::PermissionDenied), 78);
        assert_eq!(status(ErrorKind::AddrInUse), 1);
    }
}
