//! Bodies of requests: JSON, or multipart with a JSON part and files.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::request::Parts;
use serde_json::{Map, Value};

use super::Call;
use crate::sandbox::check::message::Upload;
use crate::sandbox::refusal::Refusal;

/// The largest request (limits: "Files"), with some room for headers of parts.
const MOST_BYTES: usize = 25 * 1024 * 1024 + 64 * 1024;

/// Reads the body of a request.
pub(super) async fn read(
    call: &Call,
    head: &Parts,
    content: Body,
) -> Result<(Option<Value>, Vec<Upload>), Refusal> {
    let bytes = to_bytes(content, MOST_BYTES)
        .await
        .map_err(|_| Refusal::too_large())?;
    if bytes.is_empty() || matches!(call.method.as_str(), "GET" | "DELETE" | "HEAD") {
        return Ok((None, Vec::new()));
    }
    let kind = call
        .content_type
        .as_deref()
        .unwrap_or_default()
        .split(';')
        .next()
        .unwrap_or_default()
        .trim();
    match kind.to_ascii_lowercase().as_str() {
        "application/json" => {
            let body = serde_json::from_slice(&bytes).map_err(|_| Refusal::not_json())?;
            shaped(call, Some(body), Vec::new())
        }
        "multipart/form-data" => {
            let (body, files) = multipart(head, bytes).await?;
            shaped(call, body, files)
        }
        _ => {
            let message = "Expected \"Content-Type\" header to be one of {'application/json', 'multipart/form-data'}.";
            Err(Refusal::form("", "CONTENT_TYPE_INVALID", message))
        }
    }
}

/// Only a PUT may carry anything but an object: the list of all commands.
fn shaped(
    call: &Call,
    body: Option<Value>,
    files: Vec<Upload>,
) -> Result<(Option<Value>, Vec<Upload>), Refusal> {
    if call.method != "PUT" && body.as_ref().is_some_and(|body| !body.is_object()) {
        return Err(Refusal::not_object(""));
    }
    Ok((body, files))
}

async fn multipart(head: &Parts, bytes: Bytes) -> Result<(Option<Value>, Vec<Upload>), Refusal> {
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
    let (mut payload, mut fields, mut files) = (None, Map::new(), Vec::new());
    while let Some(part) = parts.next_field().await.map_err(|_| broken())? {
        let name = part.name().unwrap_or_default().to_owned();
        let filename = part.file_name().map(str::to_owned);
        let bytes = part.bytes().await.map_err(|_| broken())?;
        if name == "payload_json" {
            payload = Some(serde_json::from_slice(&bytes).map_err(|_| Refusal::not_json())?);
        } else if let Some(filename) = filename {
            let index = name
                .strip_prefix("files[")
                .and_then(|rest| rest.strip_suffix(']'))
                .and_then(|n| n.parse().ok());
            let next = u64::try_from(files.len()).unwrap_or(0);
            files.push(Upload {
                index: index.unwrap_or(next),
                filename,
                bytes,
            });
        } else {
            fields.insert(name, String::from_utf8_lossy(&bytes).into_owned().into());
        }
    }
    let payload = payload.or_else(|| (!fields.is_empty()).then_some(Value::Object(fields)));
    Ok((payload, files))
}
