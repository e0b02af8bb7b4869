//! One time for the bot and the sandbox: when the sandbox's clock is advanced, the bot's is too.

use std::pin::Pin;
use std::time::Duration;

use clap::Args;
use serde_json::Value;
use tokio::sync::watch;

use super::CliFailure;
use crate::sandbox;
use crate::tables::{Clock, Moment, Time};

/// Which clock a sandbox has.
#[derive(Args, Clone, Debug)]
pub(super) struct ClockArgs {
    /// Let the sandbox's clock stand still until it is advanced: nobody is late then, however slow this machine is
    #[arg(long)]
    frozen_clock: bool,
}

impl ClockArgs {
    /// The clock of a sandbox that begins now.
    pub(super) fn of_the_sandbox(&self) -> sandbox::Clock {
        let flowing = sandbox::Clock::flowing();
        if self.frozen_clock {
            sandbox::Clock::frozen(flowing.now_ms())
        } else {
            flowing
        }
    }
}

/// A sandbox in this process.
struct Local(sandbox::Clock);

impl Time for Local {
    fn now(&self) -> Moment {
        Moment::from_unix_ms(self.0.now_ms())
    }

    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(self.0.reached(at.unix_ms()))
    }
}

/// The time of a sandbox in this process.
pub(super) fn local(clock: sandbox::Clock) -> Clock {
    Clock::new(Local(clock))
}

/// How long one question for the sandbox's time waits for news.
const PATIENCE_S: u64 = 20;
/// How long to wait before a sandbox that did not answer is asked again.
const PAUSE: Duration = Duration::from_millis(500);

/// How long nobody looks at a clock that stands still, unless there is news of it.
const LONGEST_NAP: Duration = Duration::from_secs(3600);

/// The time of a sandbox in another process: this machine's time, and what the sandbox has been advanced by.
///
/// A sandbox whose clock is frozen moves only when it is advanced, and so does this one.
pub(super) async fn of_sandbox(url: &str) -> Result<Clock, CliFailure> {
    let url = format!("{}/sandbox/clock", url.trim_end_matches('/'));
    // What is on this machine is asked itself, whatever proxy is set.
    let client = reqwest::Client::builder()
        .no_proxy()
        .timeout(Duration::from_secs(2 * PATIENCE_S))
        .build()
        .map_err(|_| CliFailure::passing("no connection can be made on this machine"))?;
    let reading = read(&client, &url, None)
        .await
        .ok_or_else(|| CliFailure::passing("there is no sandbox at that address"))?;
    let (sender, receiver) = watch::channel(reading);
    tokio::spawn(follow(client, url, sender));
    Ok(Clock::new(Remote(receiver)))
}

/// What the sandbox said of its time.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Reading {
    now_ms: u64,
    offset_ms: u64,
    is_frozen: bool,
    /// Our own time when it said so.
    heard_at: std::time::Instant,
}

async fn read(client: &reqwest::Client, url: &str, after: Option<u64>) -> Option<Reading> {
    let url = match after {
        Some(offset) => format!("{url}?after={offset}&wait={PATIENCE_S}"),
        None => url.to_owned(),
    };
    let body = client.get(url).send().await.ok()?.bytes().await.ok()?;
    let answer: Value = serde_json::from_slice(&body).ok()?;
    Some(Reading {
        now_ms: answer.get("now")?.as_u64()?,
        offset_ms: answer.get("offset")?.as_u64()?,
        is_frozen: answer.get("frozen")?.as_bool()?,
        heard_at: std::time::Instant::now(),
    })
}

async fn follow(client: reqwest::Client, url: String, sender: watch::Sender<Reading>) {
    while !sender.is_closed() {
        let after = sender.borrow().offset_ms;
        match read(&client, &url, Some(after)).await {
            Some(reading) => {
                sender.send_replace(reading);
            }
            None => tokio::time::sleep(PAUSE).await,
        }
    }
}

struct Remote(watch::Receiver<Reading>);

impl Time for Remote {
    fn now(&self) -> Moment {
        let reading = *self.0.borrow();
        let passed = if reading.is_frozen {
            Duration::ZERO
        } else {
            reading.heard_at.elapsed()
        };
        Moment::from_unix_ms(reading.now_ms).plus(passed)
    }

    fn reached(&self, at: Moment) -> Pin<Box<dyn Future<Output = ()> + Send + '_>> {
        Box::pin(async move {
            let mut readings = self.0.clone();
            loop {
                let left = at.since(self.now());
                if left.is_zero() {
                    return;
                }
                // A clock that runs does so with real time, and nothing tells when a moment of it is there.
                let is_frozen = readings.borrow_and_update().is_frozen;
                let nap = if is_frozen { LONGEST_NAP } else { left };
                let changed = tokio::time::timeout(nap, readings.changed()).await;
                // Without a sandbox there is no more news of its time; then only our own goes on.
                if let Ok(Err(_)) = changed {
                    return std::future::pending().await;
                }
            }
        })
    }
}
