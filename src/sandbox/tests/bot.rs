//! A bot for tests: it speaks HTTP and WebSocket itself, no client library between.

use futures::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use super::{in_time, openapi};
use crate::Sandbox;

/// A logged-in bot.
pub(super) struct Bot {
    base: String,
    token: String,
    pub(super) application: String,
    http: reqwest::Client,
    pub(super) socket: Socket,
}

/// A WebSocket to the gateway.
pub(super) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

/// An answer: status, headers, body.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) headers: reqwest::header::HeaderMap,
    pub(super) body: Value,
}

impl Socket {
    pub(super) async fn open(sandbox: &Sandbox) -> Self {
        let url = format!(
            "{}/gateway?v=10&encoding=json",
            sandbox.url().replace("http", "ws")
        );
        Self(connect_async(url).await.expect("the gateway accepts").0)
    }

    /// The next payload; a closed socket answers `{"close": code}`.
    pub(super) async fn next(&mut self) -> Value {
        loop {
            match in_time(self.0.next()).await {
                Some(Ok(Message::Text(text))) => return serde_json::from_str(&text).expect("JSON"),
                Some(Ok(Message::Close(frame))) => {
                    return json!({"close": frame.map(|frame| u16::from(frame.code))});
                }
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return json!({"close": null}),
            }
        }
    }

    /// The next event with this name.
    pub(super) async fn event(&mut self, name: &str) -> Value {
        loop {
            let payload = self.next().await;
            assert!(
                payload.get("close").is_none(),
                "closed while waiting for {name}: {payload}"
            );
            if payload["t"] == name {
                return payload;
            }
        }
    }

    pub(super) async fn send(&mut self, payload: Value) {
        self.send_raw(Message::Text(payload.to_string().into()))
            .await;
    }

    /// Sends to a gateway that may have cut the connection meanwhile.
    pub(super) async fn offer(&mut self, payload: Value) {
        let _ = self.0.send(Message::Text(payload.to_string().into())).await;
    }

    pub(super) async fn send_raw(&mut self, message: Message) {
        self.0.send(message).await.expect("the gateway reads");
    }
}

pub(super) fn identify(token: &str) -> Value {
    json!({"op": 2, "d": {"token": token, "intents": 1, "properties": {"os": "x", "browser": "x", "device": "x"}}})
}

impl Bot {
    /// Connects and identifies.
    pub(super) async fn login(sandbox: &Sandbox) -> Self {
        let mut socket = Socket::open(sandbox).await;
        assert_eq!(socket.next().await["op"], 10);
        socket.send(identify(&sandbox.token())).await;
        socket.event("GUILD_CREATE").await;
        Self {
            base: format!("{}/api/v10", sandbox.url()),
            token: sandbox.token(),
            application: sandbox.application(),
            http: reqwest::Client::new(),
            socket,
        }
    }

    pub(super) async fn interaction(&mut self) -> Value {
        self.socket.event("INTERACTION_CREATE").await["d"].take()
    }

    pub(super) async fn call(&self, method: &str, path: &str, body: Value) -> Reply {
        self.try_call(method, path, body).await.expect("an answer")
    }

    /// The same; `None` when the connection ends without an answer.
    pub(super) async fn try_call(&self, method: &str, path: &str, body: Value) -> Option<Reply> {
        let request = self.request(method, path);
        let request = if body.is_null() {
            request
        } else {
            request
                .header("Content-Type", "application/json")
                .body(body.to_string())
        };
        let reply = reply(request).await?;
        judge(method, path, "application/json", &body, 0, &reply);
        Some(reply)
    }

    /// The same with files, as multipart.
    pub(super) async fn upload(
        &self,
        method: &str,
        path: &str,
        body: Value,
        files: &[(&str, &[u8])],
    ) -> Reply {
        let mut content = Vec::new();
        let mut part = |head: &str, bytes: &[u8]| {
            content.extend_from_slice(
                format!("--edge\r\nContent-Disposition: form-data; {head}\r\n\r\n").as_bytes(),
            );
            content.extend_from_slice(bytes);
            content.extend_from_slice(b"\r\n");
        };
        part("name=\"payload_json\"", body.to_string().as_bytes());
        for (number, (name, bytes)) in files.iter().enumerate() {
            part(
                &format!("name=\"files[{number}]\"; filename=\"{name}\""),
                bytes,
            );
        }
        content.extend_from_slice(b"--edge--\r\n");
        let request = self.request(method, path);
        let request = request
            .header("Content-Type", "multipart/form-data; boundary=edge")
            .body(content);
        let reply = reply(request).await.expect("an answer");
        judge(
            method,
            path,
            "multipart/form-data",
            &body,
            files.len(),
            &reply,
        );
        reply
    }

    /// Answers an interaction.
    pub(super) async fn answer(&self, interaction: &Value, body: Value) -> Reply {
        let (id, token) = (
            interaction["id"].as_str().expect("id"),
            interaction["token"].as_str().expect("token"),
        );
        self.call(
            "POST",
            &format!("/interactions/{id}/{token}/callback"),
            body,
        )
        .await
    }

    /// The webhook path of an interaction.
    pub(super) fn hook(&self, interaction: &Value, rest: &str) -> String {
        format!(
            "/webhooks/{}/{}{rest}",
            self.application,
            interaction["token"].as_str().expect("token")
        )
    }

    /// Registers a command that takes a text with completion and a number.
    pub(super) async fn register(&self) {
        let play = json!({"name": "play", "description": "Play", "options": [
            {"type": 3, "name": "move", "description": "Which", "autocomplete": true},
            {"type": 4, "name": "seats", "description": "How many", "min_value": 2, "max_value": 4},
        ]});
        let table = json!({"name": "table", "description": "Table", "options": [
            {"type": 1, "name": "show", "description": "Show it", "name_localizations": {"tr": "göster"}},
        ]});
        let path = format!("/applications/{}/commands", self.application);
        assert_eq!(
            self.call("PUT", &path, json!([play, table])).await.status,
            200
        );
    }

    fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = method.parse().expect("a method");
        self.http
            .request(method, format!("{}{path}", self.base))
            .header("Authorization", format!("Bot {}", self.token))
    }
}

async fn reply(request: reqwest::RequestBuilder) -> Option<Reply> {
    let response = request.send().await.ok()?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let content = response.text().await.expect("text");
    Some(Reply {
        status,
        headers,
        body: serde_json::from_str(&content).unwrap_or(Value::Null),
    })
}

/// Every exchange is held against Discord's description. Tests ask for what is wrong on purpose: a request counts only if the
/// sandbox took it.
fn judge(method: &str, path: &str, kind: &str, body: &Value, files: usize, reply: &Reply) {
    let exchange = json!({
        "method": method, "path": path, "content_type": kind, "body": body, "attachments": vec![Value::Null; files],
        "status": reply.status, "response": reply.body,
    });
    let mut faults = openapi::answer_faults(&exchange);
    if reply.status < 300 {
        faults.extend(openapi::request_faults(&exchange));
    }
    assert!(faults.is_empty(), "{faults:#?}\n{exchange}");
}
