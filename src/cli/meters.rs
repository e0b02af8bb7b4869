//! What a running bot tells whoever watches it, on a port of this machine only: `/metrics` and `/health`.

use std::net::Ipv4Addr;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use tokio::net::TcpListener;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

use super::CliFailure;
use crate::meters::{self, Now};
use crate::store::Store;
use crate::tables::Hall;

/// The text form that Prometheus reads.
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

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
        }
    }
}

/// Takes this port of this machine; 0 takes a free one.
pub(super) async fn listen(port: u16) -> Result<std::net::TcpListener, CliFailure> {
    let taken = |error| CliFailure::passing(format!("the port {port} for metrics: {error}"));
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await;
    let listener = listener.map_err(taken)?;
    let address = listener.local_addr().map_err(taken)?;
    tracing::info!("metrics are told at http://{address}/metrics");
    listener.into_std().map_err(taken)
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
    Ok(Telling(tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::warn!(%error, "metrics are not told any more");
        }
    })))
}

async fn metrics(State(house): State<House>) -> impl IntoResponse {
    ([(CONTENT_TYPE, OPEN_METRICS)], meters::told(house.now()))
}

async fn health(State(house): State<House>) -> impl IntoResponse {
    let health = meters::health();
    let is_well = health.is_connected && health.is_disk_well && health.is_heard;
    let status = if is_well {
        StatusCode::OK
    } else {
        StatusCode::SERVICE_UNAVAILABLE
    };
    let now = house.now();
    let told = serde_json::json!({
        "ok": is_well,
        "connected": health.is_connected,
        "disk": health.is_disk_well,
        "heard": health.is_heard,
        "tables": now.tables,
        "waiting": now.waiting,
    });
    (status, axum::Json(told))
}
