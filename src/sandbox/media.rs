//! What layout components say of their pictures and files: a bot sends an address, and is answered with what lies there.

use serde_json::{Value, json};

use super::message::{Attachment, Message};
use super::world::World;

const THUMBNAIL: u64 = 11;
const GALLERY: u64 = 12;
const FILE: u64 = 13;

impl Message {
    /// A component with everything that Discord adds to its media, also in what it holds.
    pub(super) fn with_media(&self, mut part: Value, world: &World) -> Value {
        match part["type"].as_u64() {
            Some(THUMBNAIL) => self.complete_picture(&mut part, world),
            Some(GALLERY) => {
                for item in part["items"].as_array_mut().into_iter().flatten() {
                    self.complete_picture(item, world);
                }
            }
            Some(FILE) => self.complete_file(&mut part, world),
            _ => {}
        }
        if let Some(inside) = part.get_mut("components").and_then(Value::as_array_mut) {
            for part in inside {
                *part = self.with_media(part.take(), world);
            }
        }
        if let Some(accessory) = part.get_mut("accessory") {
            *accessory = self.with_media(accessory.take(), world);
        }
        part
    }

    fn complete_picture(&self, holder: &mut Value, world: &World) {
        self.complete_media(&mut holder["media"], world);
        holder["spoiler"] = (holder["spoiler"] == true).into();
        // Null if nothing is said.
        holder["description"] = holder["description"].take();
    }

    fn complete_file(&self, part: &mut Value, world: &World) {
        let file = self.complete_media(&mut part["file"], world);
        part["name"] = file.map(|file| file.filename.clone()).into();
        part["size"] = file.map(|file| file.size).into();
        part["spoiler"] = (part["spoiler"] == true).into();
    }

    /// Completes `{"url"}`; the attachment that it is, if it is one of this message.
    fn complete_media(&self, media: &mut Value, world: &World) -> Option<&Attachment> {
        let address = media["url"].clone();
        let file = self
            .attachments
            .iter()
            .find(|file| address == file.url(world));
        let (width, height) = file.and_then(|file| file.shape).unzip();
        // Media from elsewhere has an id as well, of no use to anybody.
        *media = json!({
            "id": file.map_or(self.id, |file| file.id), "url": address, "proxy_url": address,
            "width": width, "height": height, "content_type": file.map(|file| &file.content_type),
        });
        if let Some(file) = file {
            media["attachment_id"] = file.id.into();
        }
        file
    }
}
