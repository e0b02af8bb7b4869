//! The newer layout components: sections, texts, galleries, files, separators, containers (limits: "Components v2").

use serde_json::{Value, json};

use super::components::{BUTTON, ROW, Walk};
use super::{kind, list, number, text, url};

const SECTION: i64 = 9;
const TEXT: i64 = 10;
const THUMBNAIL: i64 = 11;
const GALLERY: i64 = 12;
const FILE: i64 = 13;
const SEPARATOR: i64 = 14;
const CONTAINER: i64 = 17;

impl Walk<'_> {
    /// A component that stands by itself in a message of this kind.
    pub(super) fn layout_top(&mut self, part: &Value, path: &str) -> Value {
        match kind(part) {
            CONTAINER => self.container(part, path),
            _ => self.inner(part, path, "(1, 9, 10, 12, 13, 14, 17)"),
        }
    }

    /// What may stand in a container as well as outside.
    fn inner(&mut self, part: &Value, path: &str, allowed: &str) -> Value {
        match kind(part) {
            ROW => self.row(part, path),
            SECTION => self.section(part, path),
            TEXT => self.words(part, path),
            GALLERY => self.gallery(part, path),
            FILE => self.file(part, path),
            SEPARATOR => self.separator(part, path),
            _ => self.misplaced(path, allowed),
        }
    }

    fn misplaced(&mut self, path: &str, allowed: &str) -> Value {
        let words = format!("Value of field \"type\" must be one of {allowed}.");
        self.faults.add(path, "UNION_TYPE_CHOICES", &words);
        Value::Null
    }

    fn container(&mut self, part: &Value, path: &str) -> Value {
        let mut kept = json!({"type": CONTAINER, "id": self.id(part, path)});
        let place = format!("{path}/accent_color");
        let colour = number(self.faults, part, "accent_color", &place, 0..=0xff_ffff);
        kept["accent_color"] = colour.into();
        kept["spoiler"] = self.is_spoiler(part, path);
        let path = format!("{path}/components");
        let given = list(self.faults, part, "components", &path);
        self.faults.count(&path, given.len(), 1, 40);
        let inside = given.iter().enumerate();
        kept["components"] = inside
            .map(|(place, part)| {
                self.inner(part, &format!("{path}/{place}"), "(1, 9, 10, 12, 13, 14)")
            })
            .collect();
        kept
    }

    fn section(&mut self, part: &Value, path: &str) -> Value {
        let mut kept = json!({"type": SECTION, "id": self.id(part, path)});
        let inside = format!("{path}/components");
        let given = list(self.faults, part, "components", &inside);
        self.faults.count(&inside, given.len(), 1, 3);
        let mut texts = Vec::new();
        for (place, part) in given.iter().enumerate() {
            let path = format!("{inside}/{place}");
            texts.push(match kind(part) {
                TEXT => self.words(part, &path),
                _ => self.misplaced(&path, "(10,)"),
            });
        }
        kept["components"] = texts.into();
        let beside = format!("{path}/accessory");
        kept["accessory"] = match part.get("accessory") {
            Some(accessory) if kind(accessory) == BUTTON => self.button(accessory, &beside),
            Some(accessory) if kind(accessory) == THUMBNAIL => self.thumbnail(accessory, &beside),
            Some(accessory) if !accessory.is_null() => self.misplaced(&beside, "(2, 11)"),
            _ => {
                self.faults.required(&beside);
                Value::Null
            }
        };
        kept
    }

    fn words(&mut self, part: &Value, path: &str) -> Value {
        let id = self.id(part, path);
        let path = format!("{path}/content");
        let words = text(self.faults, part, "content", &path).unwrap_or_default();
        self.faults.length(&path, words, 1, 4000);
        self.text += words.chars().count();
        json!({"type": TEXT, "id": id, "content": words})
    }

    fn thumbnail(&mut self, part: &Value, path: &str) -> Value {
        let mut kept = self.picture(part, path);
        kept["type"] = THUMBNAIL.into();
        kept["id"] = self.id(part, path).into();
        kept
    }

    fn gallery(&mut self, part: &Value, path: &str) -> Value {
        let id = self.id(part, path);
        let path = format!("{path}/items");
        let given = list(self.faults, part, "items", &path);
        self.faults.count(&path, given.len(), 1, 10);
        let items = given.iter().enumerate();
        let items: Vec<Value> = items
            .map(|(place, item)| self.picture(item, &format!("{path}/{place}")))
            .collect();
        json!({"type": GALLERY, "id": id, "items": items})
    }

    fn file(&mut self, part: &Value, path: &str) -> Value {
        let id = self.id(part, path);
        let spoiler = self.is_spoiler(part, path);
        let file = self.media(part, "file", path, &["attachment"]);
        json!({"type": FILE, "id": id, "file": file, "name": null, "size": null, "spoiler": spoiler})
    }

    fn separator(&mut self, part: &Value, path: &str) -> Value {
        let spacing = number(
            self.faults,
            part,
            "spacing",
            &format!("{path}/spacing"),
            1..=2,
        );
        json!({
            "type": SEPARATOR, "id": self.id(part, path), "spacing": spacing.unwrap_or(1),
            "divider": part.get("divider").and_then(Value::as_bool).unwrap_or(true),
        })
    }

    /// A picture with its alt text.
    fn picture(&mut self, part: &Value, path: &str) -> Value {
        let place = format!("{path}/description");
        let description = text(self.faults, part, "description", &place);
        self.faults
            .length(&place, description.unwrap_or_default(), 0, 1024);
        let media = self.media(part, "media", path, &["http", "https", "attachment"]);
        json!({"media": media, "description": description, "spoiler": self.is_spoiler(part, path)})
    }

    /// The address of a picture or file: of all that may be sent only that counts.
    fn media(&mut self, part: &Value, key: &str, path: &str, schemes: &[&str]) -> Value {
        let path = format!("{path}/{key}/url");
        let media = part.get(key).unwrap_or(&Value::Null);
        let address = text(self.faults, media, "url", &path).unwrap_or_default();
        self.faults.length(&path, address, 1, 2048);
        url(self.faults, address, &path, schemes);
        json!({"url": address})
    }

    fn is_spoiler(&mut self, part: &Value, path: &str) -> Value {
        match part.get("spoiler") {
            None | Some(Value::Null) => false.into(),
            Some(Value::Bool(spoiler)) => (*spoiler).into(),
            Some(_) => {
                let words = "Must be either true or false.";
                self.faults
                    .add(&format!("{path}/spoiler"), "BOOLEAN_TYPE_CONVERT", words);
                Value::Null
            }
        }
    }
}
