//! Where a sandbox is: in this process, or behind the JSON API of another one. The calls are the same.

use istaka::sandbox::{Failure, Sandbox};
use serde_json::Value;

use crate::record::Deeds;

/// A sandbox, wherever it runs.
#[derive(Clone)]
pub enum World {
    /// In this process; what was done is remembered.
    Here(Sandbox, Deeds),
    /// In another one, at this URL.
    There(String, reqwest::Client),
}

impl World {
    /// The sandbox of another process.
    pub fn there(url: &str) -> Self {
        Self::There(url.to_owned(), reqwest::Client::new())
    }

    /// One of the people's calls; the error is the sentence that refuses it.
    pub async fn call(&self, method: &str, path: &str, body: Value) -> Result<Value, String> {
        match self {
            Self::Here(sandbox, deeds) => {
                let wish = body.clone();
                let done = sandbox.call(method, path, body).await;
                let done = done.map_err(|failure| match failure {
                    Failure::Refused { sentence, .. } => sentence,
                    other => other.to_string(),
                })?;
                deeds.note(path, wish, &done);
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
                match is_good {
                    true => Ok(answer),
                    false => Err(answer["error"].as_str().unwrap_or_default().to_owned()),
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

    /// Moves the clock on.
    pub async fn passes(&self, seconds: u64) {
        let wish = serde_json::json!({"ms": seconds * 1000});
        self.ask("POST", "/clock/advance", wish).await;
    }
}
