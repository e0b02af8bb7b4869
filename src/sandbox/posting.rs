//! Drafts become messages: new ones, edits with their keep-and-replace rules for files, and filled "thinking" messages.

use std::collections::HashMap;

use axum::body::Bytes;
use serde_json::Value;

use super::check::mentions::{Allowed, names_everyone};
use super::check::message::{Draft, Listed, Upload};
use super::id::Id;
use super::message::{
    Attachment, COMPONENTS_V2, EPHEMERAL, Kind, LOADING, Message, SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS, content_type, picture_shape,
};
use super::place::permission;
use super::refusal::{Refusal, Unknown};
use super::world::{File, World};

/// Where and as what a draft is posted.
#[derive(Clone, Debug)]
pub(super) struct Post {
    pub(super) channel: Id,
    pub(super) author: Id,
    pub(super) kind: Kind,
    /// The one reader of an ephemeral message.
    pub(super) only_for: Option<Id>,
    /// `interaction_metadata`.
    pub(super) answers: Option<Value>,
}

impl World {
    /// Posts a new message.
    pub(super) fn post(&mut self, draft: Draft, place: Post) -> Result<Id, Refusal> {
        if draft.is_empty() {
            return Err(Refusal::empty_message());
        }
        let id = self.next_id();
        let mut message = Message::new(id, place.channel, place.author, self.clock.now_ms());
        message.kind = place.kind;
        message.only_for = place.only_for;
        message.answers = place.answers;
        message.flags =
            draft.flags.unwrap_or(0) & (SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS | COMPONENTS_V2);
        if place.only_for.is_some() {
            message.flags |= EPHEMERAL;
        }
        if let Some(to) = draft.reply_to {
            if !self
                .messages
                .get(&to)
                .is_some_and(|to| to.channel == place.channel && to.only_for.is_none())
            {
                let (path, code) = ("message_reference", "REPLIES_UNKNOWN_MESSAGE");
                return Err(Refusal::form(path, code, "Unknown message"));
            }
            message.kind = Kind::Reply;
            message.reference = Some((place.channel, Some(to)));
        }
        message.nonce.clone_from(&draft.nonce);
        self.fill(&mut message, draft)?;
        self.add_message(message);
        Ok(id)
    }

    /// Edits a message; what the draft does not mention stays.
    pub(super) fn rewrite(&mut self, id: Id, draft: Draft) -> Result<(), Refusal> {
        let mut message = self
            .messages
            .get(&id)
            .cloned()
            .ok_or(Refusal::unknown(Unknown::Message))?;
        let was_loading = message.is_loading();
        message.flags &= !LOADING;
        if let Some(flags) = draft.flags {
            message.flags =
                message.flags & !SUPPRESS_EMBEDS | flags & (SUPPRESS_EMBEDS | COMPONENTS_V2);
        }
        self.fill(&mut message, draft)?;
        message.edited_ms = (!was_loading).then(|| self.clock.now_ms());
        let before = self.messages.insert(id, message);
        let kept = |file: Id| {
            self.messages[&id]
                .attachments
                .iter()
                .any(|kept| kept.id == file)
        };
        let gone: Vec<Id> = before
            .into_iter()
            .flat_map(|before| before.attachments)
            .map(|file| file.id)
            .filter(|file| !kept(*file))
            .collect();
        gone.into_iter().for_each(|file| self.let_go_of(file));
        self.tell_edit(id);
        Ok(())
    }

    /// Applies a draft to a message that is not in the world (yet, or at the moment).
    fn fill(&mut self, message: &mut Message, draft: Draft) -> Result<(), Refusal> {
        let at = draft.at;
        if let Some(parts) = &draft.components {
            self.check_emojis(parts, &format!("{at}components"))?;
        }
        let (sent_embeds, sent_parts) = (draft.embeds.is_some(), draft.components.is_some());
        if let Some(content) = draft.content {
            self.set_content(message, content, &draft.allowed);
        }
        message.embeds = draft.embeds.unwrap_or(std::mem::take(&mut message.embeds));
        message.components = draft
            .components
            .unwrap_or(std::mem::take(&mut message.components));
        let path = format!("{at}attachments");
        let files = self.files_after(message, draft.listed, draft.files, &path)?;
        let names: Vec<&str> = files
            .iter()
            .map(|(file, _)| file.filename.as_str())
            .collect();
        if sent_embeds {
            let code = "SANDBOX_ATTACHMENT_UNKNOWN";
            names_are_known(&message.embeds, &names, &format!("{at}embeds"), code)?;
        }
        if sent_parts {
            let code = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND";
            names_are_known(
                &message.components,
                &names,
                &format!("{at}components"),
                code,
            )?;
        }
        let parts_too = message.embeds.is_empty() && message.components.is_empty();
        if message.content.is_empty() && parts_too && files.is_empty() {
            return Err(Refusal::empty_message());
        }
        message.attachments = self.keep(files);
        Ok(())
    }

    /// Keeps the bytes of those files that are new.
    fn keep(&mut self, files: Vec<(Attachment, Option<Bytes>)>) -> Vec<Attachment> {
        let keep = |(file, bytes): (Attachment, Option<Bytes>)| {
            if let Some(bytes) = bytes {
                let content_type = file.content_type.clone();
                let kept = File {
                    bytes,
                    content_type,
                };
                self.files.insert(file.id, kept);
            }
            file
        };
        files.into_iter().map(keep).collect()
    }

    fn set_content(&self, message: &mut Message, content: String, allowed: &Allowed) {
        message.mentions = allowed.pinged(&content);
        message.mentions.retain(|id| self.people.contains_key(id));
        let named = allowed.everyone && names_everyone(&content);
        message.everyone = named && self.may_name_everyone(message.channel);
        message.content = content;
    }

    /// The files after this draft: those kept, then the new ones with their bytes.
    /// Without a list all old files stay; with one, what it does not name goes.
    fn files_after(
        &mut self,
        message: &Message,
        listed: Option<Vec<Listed>>,
        uploads: Vec<Upload>,
        path: &str,
    ) -> Result<Vec<(Attachment, Option<Bytes>)>, Refusal> {
        let mut files = Vec::new();
        let Some(listed) = listed else {
            files.extend(message.attachments.iter().cloned().map(|old| (old, None)));
            files.extend(
                uploads
                    .into_iter()
                    .map(|upload| self.new_file(upload, None)),
            );
            return at_most_ten(files, path);
        };
        let mut uploads: HashMap<String, Upload> = uploads
            .into_iter()
            .map(|upload| (upload.index.to_string(), upload))
            .collect();
        for (place, entry) in listed.into_iter().enumerate() {
            if let Some(old) = message.attachments.iter().find(|old| old.id == entry.id) {
                let mut old = old.clone();
                old.description = entry.description.or(old.description);
                files.push((old, None));
            } else if let Some(upload) = uploads.remove(&entry.id.to_string()) {
                files.push(self.new_file(upload, Some(entry)));
            } else {
                let (path, words) = (format!("{path}/{place}"), "Attachment data cannot be found");
                return Err(Refusal::form(&path, "MESSAGE_ATTACHMENT_NOT_FOUND", words));
            }
        }
        at_most_ten(files, path)
    }

    fn new_file(&mut self, upload: Upload, entry: Option<Listed>) -> (Attachment, Option<Bytes>) {
        let (filename, description) =
            entry.map_or((None, None), |entry| (entry.filename, entry.description));
        let filename = clean(&filename.unwrap_or(upload.filename));
        let attachment = Attachment {
            id: self.next_id(),
            content_type: content_type(&filename).to_owned(),
            filename,
            description: description.filter(|words| !words.is_empty()),
            size: upload.bytes.len(),
            shape: picture_shape(&upload.bytes),
        };
        (attachment, Some(upload.bytes))
    }

    /// Custom emojis must be the application's own.
    fn check_emojis(&self, parts: &[Value], path: &str) -> Result<(), Refusal> {
        for (place, part) in parts.iter().enumerate() {
            let path = format!("{path}/{place}");
            let id = part["emoji"].get("id");
            if id.is_some_and(|id| !Id::read(id).is_some_and(|id| self.emojis.contains_key(&id))) {
                let (path, code) = (format!("{path}/emoji/id"), "BUTTON_COMPONENT_INVALID_EMOJI");
                return Err(Refusal::form(&path, code, "Invalid emoji"));
            }
            for key in ["components", "options"] {
                if let Some(inside) = part[key].as_array() {
                    self.check_emojis(inside, &format!("{path}/{key}"))?;
                }
            }
        }
        Ok(())
    }

    fn may_name_everyone(&self, channel: Id) -> bool {
        let place = self.channels.get(&channel);
        place.is_some_and(|place| place.bot_may(permission::MENTION_EVERYONE).is_ok())
    }
}

fn at_most_ten(
    files: Vec<(Attachment, Option<Bytes>)>,
    path: &str,
) -> Result<Vec<(Attachment, Option<Bytes>)>, Refusal> {
    if files.len() > 10 {
        let words = "Must be 10 or fewer in length.";
        return Err(Refusal::form(path, "BASE_TYPE_MAX_LENGTH", words));
    }
    Ok(files)
}

/// Discord's names of files: letters, digits, `.`, `_` and `-`; everything else becomes `_`.
fn clean(filename: &str) -> String {
    let keep = |letter: char| {
        if letter.is_ascii_alphanumeric() || "._-".contains(letter) {
            letter
        } else {
            '_'
        }
    };
    let name: String = filename.chars().take(255).map(keep).collect();
    if name.is_empty() {
        "file".to_owned()
    } else {
        name
    }
}

/// `Ok` when every file that is named by `attachment://` is one of the message.
fn names_are_known(parts: &[Value], names: &[&str], path: &str, code: &str) -> Result<(), Refusal> {
    let in_vain = parts.iter().position(|part| refers_in_vain(part, names));
    in_vain.map_or(Ok(()), |place| {
        let words = "attachment:// names no file of this message";
        Err(Refusal::form(&format!("{path}/{place}"), code, words))
    })
}

/// Whether something inside names a file that is not there.
fn refers_in_vain(part: &Value, names: &[&str]) -> bool {
    match part {
        Value::String(text) => text
            .strip_prefix("attachment://")
            .is_some_and(|name| !names.contains(&name)),
        Value::Array(list) => list.iter().any(|part| refers_in_vain(part, names)),
        Value::Object(map) => map.values().any(|part| refers_in_vain(part, names)),
        _ => false,
    }
}
