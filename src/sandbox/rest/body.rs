//! Bodies of requests: JSON, or multipart with a JSON part and files.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::request::Parts;
use serde_json::{Map, Value};

use super::{Call, query_of};
use crate::check::message::Upload;
use crate::refusal::Refusal;

/// The largest request (limits: "Files"), with some room for headers of parts.
const MOST_BYTES: usize = 25 * 1024 * 1024 + 64 * 1024;

/// What a request carries.
#[derive(Default)]
pub(super) struct Content {
    pub(super) body: Option<Value>,
    /// The body as it was written.
    pub(super) text: Bytes,
    pub(super) files: Vec<Upload>,
}

/// Reads the body of a request.
pub(super) async fn read(call: &Call, head: &Parts, content: Body) -> Result<Content, Refusal> {
    if matches!(call.method.as_str(), "GET" | "DELETE" | "HEAD") {
        return Ok(Content::default());
    }
    let bytes = to_bytes(content, MOST_BYTES)
        .await
        .map_err(|_| Refusal::too_large())?;
    if bytes.is_empty() {
        return Ok(Content::default());
    }
    let kind = call
        .content_type
        .as_deref()
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default()
        .trim();
    let content = match kind.to_ascii_lowercase().as_str() {
        "application/json" => json(bytes)?,
        "multipart/form-data" => multipart(head, bytes).await?,
        "application/x-www-form-urlencoded" => form(&bytes)?,
        _ => {
            let message = "Expected \"Content-Type\" header to be one of {'application/json', \
                'application/x-www-form-urlencoded', 'multipart/form-data'}.";
            return Err(Refusal::form("", "CONTENT_TYPE_INVALID", message));
        }
    };
    shaped(call, content)
}

fn json(bytes: Bytes) -> Result<Content, Refusal> {
    Ok(Content {
        body: Some(serde_json::from_slice(&bytes).map_err(|_| Refusal::not_json())?),
        text: bytes,
        files: Vec::new(),
    })
}

/// aiohttp writes forms without files like this, and so do libraries built on it.
fn form(bytes: &[u8]) -> Result<Content, Refusal> {
    let mut fields = query_of(&String::from_utf8_lossy(bytes));
    let body: Value = match fields.remove("payload_json") {
        Some(payload) => serde_json::from_str(&payload).map_err(|_| Refusal::not_json())?,
        None => fields
            .into_iter()
            .map(|(name, text)| (name, Value::from(text)))
            .collect(),
    };
    Ok(Content {
        text: body.to_string().into(),
        body: Some(body),
        files: Vec::new(),
    })
}

/// Only a PUT may carry anything but an object: the list of all commands.
fn shaped(call: &Call, content: Content) -> Result<Content, Refusal> {
    let body = content.body.as_ref();
    if call.method != "PUT" && body.is_some_and(|body| !body.is_object()) {
        return Err(Refusal::not_object(""));
    }
    Ok(content)
}

async fn multipart(head: &Parts, bytes: Bytes) -> Result<Content, Refusal> {
    let broken = || {
        Refusal::form(
            "",
            "MULTIPART_INVALID",
            "The multipart body cannot be read.",
        )
    };
    // With its extensions, in which the server's body limit travels.
    let request = Request::from_parts(head.clone(), Body::from(bytes));
    let mut parts = Multipart::from_request(request, &())
        .await
        .map_err(|_| broken())?;
    let (mut content, mut fields) = (Content::default(), Map::new());
    while let Some(part) = parts.next_field().await.map_err(|_| broken())? {
        let name = part.name().unwrap_or_default().to_owned();
        let filename = part.file_name().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|_| broken())?;
        if name == "payload_json" {
            let payload = serde_json::from_slice(&bytes).map_err(|_| Refusal::not_json())?;
            (content.body, content.text) = (Some(payload), bytes);
        } else if let Some(filename) = filename {
            let index = name
                .strip_prefix("files[")
                .and_then(|rest| rest.strip_suffix(']'))
                .and_then(|n| n.parse().ok());
            let next = u64::try_from(content.files.len()).unwrap_or(0);
            content.files.push(Upload {
                index: index.unwrap_or(next),
                filename,
                bytes,
            });
        } else {
            fields.insert(name, String::from_utf8_lossy(&bytes).into_owned().into());
        }
    }
    if content.body.is_none() && !fields.is_empty() {
        let fields = Value::Object(fields);
        content.text = fields.to_string().into();
        content.body = Some(fields);
    }
    Ok(content)
}
