//! Tests of the sandbox over real sockets: a bot made of an HTTP client and a WebSocket, and people.

mod answers;
mod bot;
mod faults;
mod gateway;
mod gateway_faults;
mod limits;
#[path = "../../../tests/support/openapi.rs"]
mod openapi;
mod people;
mod rest;
mod watching;

use serde_json::{Value, json};

use super::{Clock, Sandbox, Settings, start};

/// 2026-01-01, where the tests' clocks stand.
const NOON_MS: u64 = 1_767_268_800_000;

/// A sandbox whose clock stands still.
async fn frozen() -> Sandbox {
    let clock = Clock::frozen(NOON_MS);
    start(Settings {
        clock,
        ..Settings::default()
    })
    .await
    .expect("a free port on loopback")
}

/// A person's id.
async fn person(sandbox: &Sandbox, name: &str) -> String {
    let person = sandbox
        .person(json!({"name": name}))
        .await
        .expect("a good name");
    text(&person["id"])
}

fn text(value: &Value) -> String {
    value.as_str().expect("text").to_owned()
}
