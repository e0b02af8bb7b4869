//! Tests of the sandbox over real sockets: a bot made of an HTTP client and a WebSocket, and people.

mod access;
mod answers;
mod bad_input;
mod bot;
mod clients;
mod contexts;
mod crowd;
mod faults;
mod gateway;
mod gateway_faults;
mod hostile;
mod judged;
mod keeping;
mod limits;
mod moderated;
#[path = "../../../tests/support/openapi.rs"]
mod openapi;
mod page;
mod people;
mod rest;
mod shards;
mod strangers;
mod watching;

use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde_json::{Value, json};

use super::{Clock, RateLimits, Sandbox, Settings, start};

/// 2026-01-01, where the tests' clocks stand.
const NOON_MS: u64 = 1_767_268_800_000;

/// Whatever a test waits for comes sooner, however slow the machine; only a hang meets this.
const PATIENCE: Duration = Duration::from_secs(600);

/// Longer than any test.
const HOUR: Duration = Duration::from_secs(60 * 60);

/// A clock that stands still, and hearts that need not beat: most bots here leave it, and a slow machine must not lose them
/// for that.
fn settings() -> Settings {
    Settings {
        clock: Clock::frozen(NOON_MS),
        heartbeat: HOUR,
        ..Settings::default()
    }
}

/// The same without rate limits.
fn unlimited() -> Settings {
    Settings {
        rates: RateLimits::Off,
        ..settings()
    }
}

/// A sandbox whose clock stands still.
async fn frozen() -> Sandbox {
    start(settings()).await.expect("a free port on loopback")
}

/// Waits for what must come.
async fn in_time<T>(awaited: impl Future<Output = T>) -> T {
    let awaited = tokio::time::timeout(PATIENCE, awaited).await;
    awaited.expect("it comes in time")
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

/// A folder that goes with the test.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("istaka-sandbox-tests-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        // A process that was killed left what it had, and numbers of processes come again.
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("the temporary folder can be written");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left over in the temporary folder harms nobody.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
