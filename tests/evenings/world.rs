//! Where a sandbox is: in this process, or behind the JSON API of another one. The calls are the same.

use std::sync::{Arc, Mutex};

use istaka::discord::Rest;
use istaka::sandbox::{Failure, Sandbox};
use serde_json::Value;

use crate::people::PATIENCE;
use crate::record::Deeds;

/// A sandbox, wherever it runs.
#[derive(Clone)]
pub enum World {
    /// In this process.
    Here(Here),
    /// In another one, at this URL.
    There(String, reqwest::Client),
}

/// A sandbox in this process.
#[derive(Clone)]
pub struct Here {
    sandbox: Sandbox,
    /// What was done is remembered.
    pub deeds: Deeds,
    /// Tells when the bot that is connected has said all that it has to say.
    rest: Arc<Mutex<Option<Rest>>>,
}

impl World {
    /// A sandbox of this process, so far without a bot.
    pub fn here(sandbox: &Sandbox) -> Self {
        Self::Here(Here {
            sandbox: sandbox.clone(),
            deeds: Deeds::default(),
            rest: Arc::default(),
        })
    }

    /// This bot is there from now on, or none.
    pub fn has_a_bot(&self, rest: Option<Rest>) {
        if let Self::Here(here) = self {
            *here.rest.lock().expect("nobody falls over with this lock") = rest;
        }
    }

    /// Waits until the bot has said all that it has to say. A bot of another process does not tell: `false`.
    pub async fn settles(&self) -> bool {
        let Self::Here(here) = self else {
            return false;
        };
        let rest = here.rest.lock();
        let rest = rest.expect("nobody falls over with this lock").clone();
        if let Some(rest) = rest {
            let settled = tokio::time::timeout(PATIENCE, rest.reached()).await;
            settled.expect("the bot comes to rest");
        }
        true
    }

    /// The sandbox of another process.
    pub fn there(url: &str) -> Self {
        Self::There(url.to_owned(), reqwest::Client::new())
    }

    /// One of the people's calls; the error is the sentence that refuses it.
    pub async fn call(&self, method: &str, path: &str, body: Value) -> Result<Value, String> {
        match self {
            Self::Here(here) => {
                let wish = body.clone();
                let done = here.sandbox.call(method, path, body).await;
                let done = done.map_err(|failure| match failure {
                    Failure::Refused { sentence, .. } => sentence,
                    other => other.to_string(),
                })?;
                here.deeds.note(path, wish, &done);
                Ok(done)
            }
            Self::There(url, client) => {
                let method = method.parse().expect("a method of HTTP");
                let request = client.request(method, format!("{url}/sandbox{path}"));
                let request = match body {
                    Value::Null => request,
                    body => request.json(&body),
                };
                let answer = request.send().await.expect("the sandbox answers");
                let is_good = answer.status().is_success();
                let bytes = answer.bytes().await.expect("the sandbox answers in full");
                let answer: Value = serde_json::from_slice(&bytes).expect("the sandbox says JSON");
                if is_good {
                    Ok(answer)
                } else {
                    Err(answer["error"].as_str().unwrap_or_default().to_owned())
                }
            }
        }
    }

    /// A call that cannot be refused.
    pub async fn ask(&self, method: &str, path: &str, body: Value) -> Value {
        self.call(method, path, body)
            .await
            .unwrap_or_else(|sentence| panic!("{method} {path}: {sentence}"))
    }

    /// Moves the clock on, when the bot has said all that it has to say before.
    pub async fn passes(&self, seconds: u64) {
        self.settles().await;
        let wish = serde_json::json!({"ms": seconds * 1000});
        self.ask("POST", "/clock/advance", wish).await;
    }
}
