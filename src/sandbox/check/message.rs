//! A message or an edit as a bot sends it, checked against everything that needs no knowledge of the world.

use std::collections::HashSet;

use serde_json::Value;

use super::components::components;
use super::embeds::embeds;
use super::mentions::{Allowed, allowed};
use super::{list, number, text};
use crate::id::Id;
use crate::message::COMPONENTS_V2;
use crate::refusal::{Faults, Refusal};

/// The most bytes of one file (limits: 10 MiB by default).
pub(crate) const MOST_FILE: usize = 10 * 1024 * 1024;

/// An uploaded file: part `files[index]` of a multipart request.
#[derive(Clone, Debug)]
pub(crate) struct Upload {
    pub(crate) index: u64,
    pub(crate) filename: String,
    pub(crate) bytes: axum::body::Bytes,
}

/// An entry of `attachments`: a file to keep or a new one.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    pub(crate) id: Id,
    pub(crate) filename: Option<String>,
    pub(crate) description: Option<String>,
}

/// A checked payload; `None` means the field was not sent.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    /// The path of the message inside the body.
    pub(crate) at: &'static str,
    pub(crate) content: Option<String>,
    pub(crate) embeds: Option<Vec<Value>>,
    pub(crate) components: Option<Vec<Value>>,
    pub(crate) flags: Option<u64>,
    pub(crate) allowed: Allowed,
    pub(crate) listed: Option<Vec<Listed>>,
    pub(crate) files: Vec<Upload>,
    pub(crate) reply_to: Option<Id>,
    pub(crate) nonce: Option<Value>,
}

impl Draft {
    /// Reads a payload; `at` is the path of the message inside the body (`""` or `"data/"`).
    /// `old_flags` are those of the message that is edited.
    pub(crate) fn read(
        body: &Value,
        files: Vec<Upload>,
        at: &'static str,
        old_flags: u64,
    ) -> Result<Self, Refusal> {
        if !body.is_object() {
            return Err(Refusal::not_object(at.trim_end_matches('/')));
        }
        if files.iter().any(|file| file.bytes.len() > MOST_FILE) {
            return Err(Refusal::too_large());
        }
        let mut faults = Faults::default();
        let mut draft = Self {
            at,
            ..Self::default()
        };
        draft.read_options(&mut faults, body);
        let layout = draft.flags.unwrap_or(0) | old_flags;
        let path = format!("{at}content");
        let content = text(&mut faults, body, "content", &path)
            .unwrap_or_default()
            .trim();
        faults.length(&path, content, 0, 2000);
        let shown_embeds = embeds(&mut faults, body, at);
        let parts = components(&mut faults, body, at, layout);
        let mut words = content.to_owned();
        parts.iter().for_each(|part| gather_text(part, &mut words));
        draft.allowed = allowed(&mut faults, body, at, &words);
        draft.listed = listed(&mut faults, body, at, &files);
        draft.files = files;
        if layout & COMPONENTS_V2 != 0 && !(content.is_empty() && shown_embeds.is_empty()) {
            let words = "The 'content' and 'embeds' fields cannot be used when using MessageFlags.IS_COMPONENTS_V2";
            let code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2";
            faults.add(&format!("{at}flags"), code, words);
        }
        let sent = |key: &str| body.get(key).is_some();
        draft.content = sent("content").then(|| content.to_owned());
        draft.embeds = sent("embeds").then_some(shown_embeds);
        draft.components = sent("components").then_some(parts);
        faults.into_result().map(|()| draft)
    }

    /// What is not shown: flags, the message replied to, the nonce.
    fn read_options(&mut self, faults: &mut Faults, body: &Value) {
        self.flags = flags(faults, body, self.at);
        self.reply_to = body["message_reference"]
            .get("message_id")
            .and_then(Id::read);
        let words = body["nonce"].as_str().unwrap_or_default();
        faults.length(&format!("{}nonce", self.at), words, 0, 25);
        let nonce = body
            .get("nonce")
            .filter(|nonce| nonce.is_string() || nonce.is_i64());
        self.nonce = nonce.cloned();
    }

    /// Whether there is nothing in it to show.
    pub(crate) fn is_empty(&self) -> bool {
        let none = |list: &Option<Vec<Value>>| list.as_ref().is_none_or(Vec::is_empty);
        self.content.as_deref().unwrap_or_default().is_empty()
            && none(&self.embeds)
            && none(&self.components)
            && self.files.is_empty()
    }

    /// Whether this flag is asked for.
    pub(crate) fn flag(&self, flag: u64) -> bool {
        self.flags.unwrap_or(0) & flag != 0
    }
}

fn flags(faults: &mut Faults, body: &Value, at: &str) -> Option<u64> {
    let path = format!("{at}flags");
    let flags = number(faults, body, "flags", &path, 0..=i64::from(i32::MAX));
    flags.and_then(|flags| u64::try_from(flags).ok())
}

/// The flags of a payload that has nothing else.
pub(crate) fn flags_of(body: &Value, at: &str) -> Result<u64, Refusal> {
    let mut faults = Faults::default();
    let flags = flags(&mut faults, body, at);
    faults.into_result().map(|()| flags.unwrap_or(0))
}

/// The texts of layout components can ping too.
fn gather_text(part: &Value, words: &mut String) {
    if super::kind(part) == 10 {
        words.push('\n');
        words.push_str(part["content"].as_str().unwrap_or_default());
    }
    for child in part["components"].as_array().into_iter().flatten() {
        gather_text(child, words);
    }
}

/// Checks files and the `attachments` list against each other.
fn listed(faults: &mut Faults, body: &Value, at: &str, files: &[Upload]) -> Option<Vec<Listed>> {
    let path = format!("{at}attachments");
    let mut indexes = HashSet::new();
    for file in files {
        if !indexes.insert(file.index) {
            faults.add(
                &path,
                "DUPLICATE_FILE",
                "two parts share one files[n] index",
            );
        }
    }
    faults.count(&path, files.len(), 0, 10);
    if body.get("attachments").is_none_or(Value::is_null) {
        return None;
    }
    let given = list(faults, body, "attachments", &path);
    faults.count(&path, given.len(), 0, 10);
    let mut listed = Vec::new();
    for (place, entry) in given.iter().enumerate() {
        let path = format!("{path}/{place}");
        let description =
            text(faults, entry, "description", &format!("{path}/description")).map(str::to_owned);
        faults.length(
            &format!("{path}/description"),
            description.as_deref().unwrap_or_default(),
            0,
            1024,
        );
        let filename =
            text(faults, entry, "filename", &format!("{path}/filename")).map(str::to_owned);
        match entry.get("id").and_then(Id::read) {
            Some(id) => listed.push(Listed {
                id,
                filename,
                description,
            }),
            None => faults.required(&format!("{path}/id")),
        }
    }
    Some(listed)
}
