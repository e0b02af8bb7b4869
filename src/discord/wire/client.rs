//! The client of HTTP under every request, and the header that proves who speaks.

use std::time::Duration;

use reqwest::Client;
use reqwest::header::HeaderValue;

use super::failure::{SendFailure, root_of};
use super::service::is_here;

/// A kept connection is tried so often, and given up when that is not answered.
const HEARTBEAT: Duration = Duration::from_secs(5);
const HEARTBEAT_PATIENCE: Duration = Duration::from_secs(3);
/// So many connections are kept that nothing is asked over: each holds some twenty kilobytes. Over HTTP/2 one does.
const MOST_IDLE: usize = 32;

/// The header that proves who speaks; whatever logs requests below us does not see it.
pub(super) fn authorization(bot_token: &str) -> Result<HeaderValue, SendFailure> {
    let header = HeaderValue::from_str(&format!("Bot {bot_token}"));
    let mut header = header.map_err(|_| SendFailure::Unreached {
        route: "client",
        why: "the token holds signs that no token has".to_owned(),
    })?;
    header.set_sensitive(true);
    Ok(header)
}

/// A client that keeps its connections. Over TLS it speaks HTTP/2 if the other side does, so that many requests share
/// one; a line that is dead is noticed.
pub(super) fn client(base: &str) -> Result<Client, SendFailure> {
    let mut builder = Client::builder()
        .tcp_keepalive(4 * HEARTBEAT)
        .pool_max_idle_per_host(MOST_IDLE)
        .http2_keep_alive_interval(HEARTBEAT)
        .http2_keep_alive_timeout(HEARTBEAT_PATIENCE)
        .http2_keep_alive_while_idle(true);
    // What is on this machine is asked itself, whatever proxy is set.
    if is_here(base) {
        builder = builder.no_proxy();
    }
    let route = "client";
    builder.build().map_err(|error| SendFailure::Unreached {
        route,
        why: root_of(&error),
    })
}
