//! The record of an evening: every REST exchange, judged by Discord's description when the evening is over, and everything
//! that people did.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use serde_json::Value;

use crate::house::Folder;
use crate::{openapi, taps};

/// Names a folder that gets the traffic file of every evening.
const FOLDER: &str = "ISTAKA_TRAFFIC";

/// The traffic file of an evening. It is judged when this is dropped, so that no evening forgets it.
pub struct Record {
    file: PathBuf,
    /// Goes with the record, if the evening did not ask for a file of its own.
    _folder: Folder,
}

impl Record {
    /// In this file, or in one that goes with the record.
    pub fn begins(asked: Option<PathBuf>) -> Self {
        let folder = Folder::new();
        let file = asked.unwrap_or_else(|| folder.file("traffic.jsonl"));
        Self {
            file,
            _folder: folder,
        }
    }

    pub fn file(&self) -> PathBuf {
        self.file.clone()
    }

    /// Every exchange so far.
    pub fn exchanges(&self) -> Vec<Value> {
        let bytes = std::fs::read(&self.file).unwrap_or_default();
        // The bot may be writing the last line just now, in the middle of a letter.
        let whole = bytes
            .split_inclusive(|byte| *byte == b'\n')
            .filter(|line| line.ends_with(b"\n"));
        whole
            .map(|line| serde_json::from_slice(line).expect("a line of JSON"))
            .collect()
    }
}

impl Drop for Record {
    fn drop(&mut self) {
        if let Some(folder) = std::env::var_os(FOLDER) {
            copy(&self.file, Path::new(&folder));
        }
        if std::thread::panicking() {
            return;
        }
        let exchanges = self.exchanges();
        taps::assert_every_edit_keeps_its_places(&exchanges);
        if !openapi::is_at_hand() {
            return;
        }
        let mut faults: Vec<String> = exchanges.iter().flat_map(openapi::faults).collect();
        faults.dedup();
        assert!(
            faults.is_empty(),
            "Discord's description says otherwise:\n{}",
            faults.join("\n")
        );
    }
}

/// Keeps a traffic file under the name of its test, but for a last line without an end: a sandbox that was killed was just
/// writing it.
fn copy(file: &Path, folder: &Path) {
    static NUMBER: AtomicU64 = AtomicU64::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let thread = std::thread::current();
    let test = thread.name().unwrap_or("evening").replace("::", ".");
    let name = format!("{test}-{number}.jsonl");
    std::fs::create_dir_all(folder).expect("the folder for traffic can be made");
    // An evening without a request has no file.
    let bytes = std::fs::read(file).unwrap_or_default();
    let end = bytes.iter().rposition(|byte| *byte == b'\n');
    let whole = &bytes[..end.map_or(0, |end| end + 1)];
    std::fs::write(folder.join(name), whole).expect("the folder for traffic can be written");
}

/// What people did, with what came of it; clones share it.
#[derive(Clone, Default)]
pub struct Deeds(Arc<Mutex<Vec<Deed>>>);

/// One call that started an interaction.
#[derive(Clone, Debug)]
pub struct Deed {
    /// `/run`, `/press` and so on.
    pub call: String,
    pub wish: Value,
    /// The id of the interaction.
    pub interaction: String,
}

impl Deeds {
    /// Remembers it, if it started an interaction.
    pub fn note(&self, call: &str, wish: Value, done: &Value) {
        let id = done["interaction"].as_str();
        if let Some(id) = id.filter(|_| !wish.is_null()) {
            let deed = Deed {
                call: call.to_owned(),
                wish,
                interaction: id.to_owned(),
            };
            self.0
                .lock()
                .expect("nobody falls over with this lock")
                .push(deed);
        }
    }

    pub fn all(&self) -> Vec<Deed> {
        self.0
            .lock()
            .expect("nobody falls over with this lock")
            .clone()
    }
}
