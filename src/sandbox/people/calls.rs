//! The people's calls as methods, for tests: named like the HTTP calls, taking and giving the same JSON.

use std::time::Duration;

use serde_json::{Value, json};

use crate::{Failure, Sandbox};

impl Sandbox {
    /// `GET /sandbox/world`.
    pub async fn world(&self) -> Result<Value, Failure> {
        self.call("GET", "/world", Value::Null).await
    }

    /// `POST /sandbox/people`.
    pub async fn person(&self, wish: Value) -> Result<Value, Failure> {
        self.call("POST", "/people", wish).await
    }

    /// `POST /sandbox/channels`.
    pub async fn open(&self, wish: Value) -> Result<Value, Failure> {
        self.call("POST", "/channels", wish).await
    }

    /// `GET /sandbox/channels/{id}/messages`: what this person sees there.
    pub async fn see(&self, person: &str, channel: &str) -> Result<Value, Failure> {
        self.call(
            "GET",
            &format!("/channels/{channel}/messages?person={person}"),
            Value::Null,
        )
        .await
    }

    /// `GET /sandbox/commands`.
    pub async fn commands(&self, person: &str, channel: &str) -> Result<Value, Failure> {
        self.call(
            "GET",
            &format!("/commands?person={person}&channel={channel}"),
            Value::Null,
        )
        .await
    }

    /// `POST /sandbox/complete`.
    pub async fn complete(&self, wish: Value) -> Result<Value, Failure> {
        self.call("POST", "/complete", wish).await
    }

    /// `POST /sandbox/run`.
    pub async fn run(&self, wish: Value) -> Result<Value, Failure> {
        self.call("POST", "/run", wish).await
    }

    /// `POST /sandbox/press`.
    pub async fn press(&self, wish: Value) -> Result<Value, Failure> {
        self.call("POST", "/press", wish).await
    }

    /// `POST /sandbox/select`.
    pub async fn select(&self, wish: Value) -> Result<Value, Failure> {
        self.call("POST", "/select", wish).await
    }

    /// `POST /sandbox/submit`.
    pub async fn submit(&self, wish: Value) -> Result<Value, Failure> {
        self.call("POST", "/submit", wish).await
    }

    /// `POST /sandbox/dismiss`.
    pub async fn dismiss(&self, person: &str, message: &str) -> Result<Value, Failure> {
        self.call(
            "POST",
            "/dismiss",
            json!({"person": person, "message": message}),
        )
        .await
    }

    /// `POST /sandbox/say`.
    pub async fn say(&self, person: &str, channel: &str, text: &str) -> Result<Value, Failure> {
        self.call(
            "POST",
            "/say",
            json!({"person": person, "channel": channel, "text": text}),
        )
        .await
    }

    /// `GET /sandbox/interactions/{id}`, for the person whose interaction it is.
    pub async fn interaction(&self, person: &str, id: &str) -> Result<Value, Failure> {
        let path = format!("/interactions/{id}?person={person}");
        self.call("GET", &path, Value::Null).await
    }

    /// `GET /sandbox/news`: what this person may know of what came after `after`; waits at most `wait` (30 s) for some.
    pub async fn news(&self, person: &str, after: u64, wait: Duration) -> Result<Value, Failure> {
        let wait = wait.as_secs_f64();
        self.call(
            "GET",
            &format!("/news?person={person}&after={after}&wait={wait}"),
            Value::Null,
        )
        .await
    }

    /// Waits until a bot is logged in, at most this long in real time; false if none came.
    pub async fn bot_came(&self, within: Duration) -> bool {
        let mut news = self.shared.world().news.subscribe();
        let arrival = async {
            while !self.shared.world().sessions.is_online() {
                // The sender lives in the world; an error would mean it is gone, and then nobody comes.
                if news.changed().await.is_err() {
                    return;
                }
            }
        };
        let _ = tokio::time::timeout(within, arrival).await;
        self.shared.world().sessions.is_online()
    }

    /// Waits until the bot's connection has ended.
    pub async fn bot_went(&self) {
        let mut news = self.shared.world().news.subscribe();
        while self.shared.world().sessions.is_online() {
            // The sender lives in the world; an error would mean it is gone, and the bot with it.
            if news.changed().await.is_err() {
                return;
            }
        }
    }
}
