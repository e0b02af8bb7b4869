//! The record of every REST exchange, one line of JSON each, in the form that the tests hold against Discord's description (`tests/support/openapi.rs`).

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::Failure;
use super::check::message::Upload;

/// The open traffic file.
#[derive(Debug)]
pub(super) struct Traffic {
    file: Mutex<File>,
}

impl Traffic {
    /// Opens the file for appending.
    pub(super) fn open(path: PathBuf) -> Result<Self, Failure> {
        match OpenOptions::new().create(true).append(true).open(&path) {
            Ok(file) => Ok(Self {
                file: Mutex::new(file),
            }),
            Err(source) => Err(Failure::Traffic { path, source }),
        }
    }

    /// Appends one exchange. A full disk must not stop the sandbox: it is only said.
    pub(super) fn note(&self, exchange: &Value) {
        let line = format!("{exchange}\n");
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let Err(failure) = file.write_all(line.as_bytes()) {
            tracing::warn!(%failure, "the traffic file cannot be written");
        }
    }
}

/// What is told of an uploaded file.
pub(super) fn describe(file: &Upload) -> Value {
    let digest: String = Sha256::digest(&file.bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    json!({"id": file.index.to_string(), "filename": file.filename, "size": file.bytes.len(), "sha256": digest})
}
