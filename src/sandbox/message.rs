//! A message as the sandbox keeps it, and Discord's object made of it.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::clock::timestamp;
use super::id::Id;
use super::world::World;

/// Flags that the sandbox itself understands.
pub(super) const SUPPRESS_EMBEDS: u64 = 1 << 2;
pub(super) const EPHEMERAL: u64 = 1 << 6;
pub(super) const LOADING: u64 = 1 << 7;
pub(super) const SUPPRESS_NOTIFICATIONS: u64 = 1 << 12;
pub(super) const COMPONENTS_V2: u64 = 1 << 15;

/// Discord's message types, as far as they occur here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Kind {
    Plain = 0,
    ThreadMade = 18,
    Reply = 19,
    Command = 20,
}

/// One message of a channel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Message {
    pub(super) id: Id,
    pub(super) channel: Id,
    pub(super) author: Id,
    pub(super) kind: Kind,
    pub(super) born_ms: u64,
    pub(super) edited_ms: Option<u64>,
    pub(super) content: String,
    pub(super) embeds: Vec<Value>,
    pub(super) components: Vec<Value>,
    pub(super) attachments: Vec<Attachment>,
    pub(super) flags: u64,
    /// Users it mentions with leave to ping them.
    pub(super) mentions: Vec<Id>,
    /// Whether it pings everyone.
    pub(super) everyone: bool,
    /// The message or thread it points at: channel, message.
    pub(super) reference: Option<(Id, Option<Id>)>,
    /// `interaction_metadata` when it answers one.
    pub(super) answers: Option<Value>,
    /// The thread that was started from it.
    pub(super) thread: Option<Id>,
    /// The one person who sees an ephemeral message.
    pub(super) only_for: Option<Id>,
    /// A local note of the person's client, never seen by the bot: the interaction that failed.
    pub(super) note: Option<Id>,
    pub(super) nonce: Option<Value>,
}

/// A file of a message; its bytes lie in the world's files.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Attachment {
    pub(super) id: Id,
    pub(super) filename: String,
    pub(super) description: Option<String>,
    pub(super) content_type: String,
    pub(super) size: usize,
    /// Width and height of a picture.
    pub(super) shape: Option<(u32, u32)>,
}

impl Message {
    /// An empty message, to be filled in.
    pub(super) fn new(id: Id, channel: Id, author: Id, born_ms: u64) -> Self {
        Self {
            id,
            channel,
            author,
            kind: Kind::Plain,
            born_ms,
            edited_ms: None,
            content: String::new(),
            embeds: Vec::new(),
            components: Vec::new(),
            attachments: Vec::new(),
            flags: 0,
            mentions: Vec::new(),
            everyone: false,
            reference: None,
            answers: None,
            thread: None,
            only_for: None,
            note: None,
            nonce: None,
        }
    }

    /// Whether this person may see it.
    pub(super) fn is_seen_by(&self, person: Id) -> bool {
        self.only_for.is_none_or(|only| only == person)
    }

    /// Whether the "thinking" state still shows.
    pub(super) fn is_loading(&self) -> bool {
        self.flags & LOADING != 0
    }

    /// Whether it pings this person.
    pub(super) fn pings(&self, person: Id) -> bool {
        self.author != person && (self.everyone || self.mentions.contains(&person))
    }

    /// Discord's message object.
    pub(super) fn show(&self, world: &World) -> Value {
        let mut shown = json!({
            "id": self.id, "channel_id": self.channel, "type": self.kind as u8,
            "content": self.content, "timestamp": timestamp(self.born_ms),
            "edited_timestamp": self.edited_ms.map(timestamp), "flags": self.flags, "pinned": false, "tts": false,
            "mention_everyone": self.everyone, "mention_roles": [],
        });
        // What is a tree already is moved in: `json!` would copy it leaf by leaf, for every message that somebody reads.
        let all_with_urls = |parts: &[Value]| {
            parts
                .iter()
                .filter_map(|part| self.with_urls(part, world))
                .collect()
        };
        shown["author"] = world.user(self.author);
        shown["mentions"] = self.mentions.iter().map(|id| world.user(*id)).collect();
        shown["attachments"] = self
            .attachments
            .iter()
            .map(|file| file.show(self, world))
            .collect();
        shown["embeds"] = all_with_urls(&self.embeds);
        shown["components"] = all_with_urls(&self.components);
        self.show_origin(world, &mut shown);
        shown
    }

    /// The fields that only some messages have.
    fn show_origin(&self, world: &World, shown: &mut Value) {
        if let Some(answers) = &self.answers {
            shown["interaction_metadata"] = answers.clone();
            shown["webhook_id"] = world.application.into();
            shown["application_id"] = world.application.into();
        }
        if let Some((channel, message)) = self.reference {
            shown["message_reference"] = json!({"type": 0, "channel_id": channel});
            let place = world.channels.get(&channel);
            if let Some(guild) = place.and_then(|place| place.guild(world)) {
                shown["message_reference"]["guild_id"] = guild.into();
            }
            if let Some(message) = message {
                shown["message_reference"]["message_id"] = message.into();
            }
        }
        if let Some(thread) = self.thread.and_then(|id| world.channels.get(&id)) {
            shown["thread"] = thread.show(world);
        }
        if let Some(interaction) = self.note {
            shown["sandbox"] = json!({"note": "failed", "interaction": interaction});
        }
        if let Some(nonce) = &self.nonce {
            shown["nonce"] = nonce.clone();
        }
    }

    /// A copy in which every `attachment://name` is the address of that file; a picture whose file is gone is left out.
    fn with_urls(&self, part: &Value, world: &World) -> Option<Value> {
        let Value::Object(map) = part else {
            return Some(match part {
                Value::Array(list) => list
                    .iter()
                    .filter_map(|item| self.with_urls(item, world))
                    .collect(),
                other => other.clone(),
            });
        };
        let mut copy = serde_json::Map::new();
        for (key, value) in map {
            // Pictures and files of layout components are told with all that is known of them.
            if matches!(key.as_str(), "media" | "file") && value["url"].is_string() {
                copy.insert(key.clone(), self.unfurled(&value["url"], world)?);
                continue;
            }
            match self.file_of(value) {
                FileOf::This(file) => {
                    copy.insert(key.clone(), file.url(world).into());
                }
                FileOf::Gone if key == "url" => return None,
                FileOf::Gone => {}
                FileOf::NoFile => {
                    if let Some(value) = self.with_urls(value, world) {
                        copy.insert(key.clone(), value);
                    }
                }
            }
        }
        // A file component tells name and size as well.
        if let Some(FileOf::This(file)) = map.get("file").map(|file| self.file_of(&file["url"])) {
            copy.insert("name".to_owned(), file.filename.clone().into());
            copy.insert("size".to_owned(), file.size.into());
        }
        Some(Value::Object(copy))
    }

    /// A picture or file of a layout component, or nothing once its file is gone.
    fn unfurled(&self, address: &Value, world: &World) -> Option<Value> {
        let file = match self.file_of(address) {
            FileOf::This(file) => file,
            FileOf::Gone => return None,
            FileOf::NoFile => {
                return Some(json!({
                    "id": self.id, "url": address, "proxy_url": address, "width": null, "height": null, "content_type": null,
                }));
            }
        };
        let (width, height) = file.shape.unzip();
        Some(json!({
            "id": file.id, "url": file.url(world), "proxy_url": file.url(world), "width": width, "height": height,
            "content_type": file.content_type, "attachment_id": file.id,
        }))
    }

    fn file_of(&self, value: &Value) -> FileOf<'_> {
        let Some(name) = value
            .as_str()
            .and_then(|text| text.strip_prefix("attachment://"))
        else {
            return FileOf::NoFile;
        };
        self.attachments
            .iter()
            .find(|file| file.filename == name)
            .map_or(FileOf::Gone, FileOf::This)
    }
}

/// What an embed's address points at.
enum FileOf<'a> {
    NoFile,
    This(&'a Attachment),
    Gone,
}

impl Attachment {
    /// Where the bytes are served.
    pub(super) fn url(&self, world: &World) -> String {
        format!("{}/files/{}/{}", world.url, self.id, self.filename)
    }

    fn show(&self, message: &Message, world: &World) -> Value {
        let url = self.url(world);
        let mut shown = json!({
            "id": self.id, "filename": self.filename, "size": self.size, "url": url, "proxy_url": url,
            "content_type": self.content_type,
        });
        if let Some(description) = &self.description {
            shown["description"] = description.clone().into();
        }
        if let Some((width, height)) = self.shape {
            shown["width"] = width.into();
            shown["height"] = height.into();
        }
        if message.flags & EPHEMERAL != 0 {
            shown["ephemeral"] = true.into();
        }
        shown
    }
}

/// The type by which a file is served, told from its name; `text/html` and the like are never served as such.
pub(super) fn content_type(filename: &str) -> &'static str {
    let ending = filename
        .rsplit('.')
        .next()
        .unwrap_or_default()
        .to_ascii_lowercase();
    match ending.as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "json" => "application/json",
        "txt" | "md" | "log" | "csv" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Width and height, read from the head of a PNG or GIF.
pub(super) fn picture_shape(bytes: &[u8]) -> Option<(u32, u32)> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        let head: [u8; 8] = bytes.get(16..24)?.try_into().ok()?;
        let [a, b, c, d, e, f, g, h] = head;
        return Some((
            u32::from_be_bytes([a, b, c, d]),
            u32::from_be_bytes([e, f, g, h]),
        ));
    }
    if bytes.starts_with(b"GIF8") {
        let head: [u8; 4] = bytes.get(6..10)?.try_into().ok()?;
        let [a, b, c, d] = head;
        return Some((
            u16::from_le_bytes([a, b]).into(),
            u16::from_le_bytes([c, d]).into(),
        ));
    }
    None
}
