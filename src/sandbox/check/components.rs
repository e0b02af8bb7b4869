//! Components of messages: rows, buttons and selects. `layout.rs` has what newer messages may hold beside them.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{kind, list, number, text, url};
use crate::message::COMPONENTS_V2;
use crate::refusal::Faults;

pub(super) const ROW: i64 = 1;
pub(super) const BUTTON: i64 = 2;
const STRING_SELECT: i64 = 3;

/// Whether this type is one of the selects.
pub(super) fn is_select(kind: i64) -> bool {
    kind == STRING_SELECT || (5..=8).contains(&kind)
}

/// What is known of a message's components so far.
pub(super) struct Walk<'a> {
    pub(super) faults: &'a mut Faults,
    custom_ids: HashSet<String>,
    ids: HashSet<i64>,
    next_id: i64,
    count: usize,
    pub(super) text: usize,
    layout: bool,
}

/// Checks the components of a message and completes them as Discord answers them, with an `id` each.
pub(super) fn components(faults: &mut Faults, holder: &Value, at: &str, flags: u64) -> Vec<Value> {
    let path = format!("{at}components");
    let given = list(faults, holder, "components", &path);
    let layout = flags & COMPONENTS_V2 != 0;
    if !layout {
        faults.count(&path, given.len(), 0, 5);
    }
    let mut walk = Walk {
        faults,
        custom_ids: HashSet::new(),
        ids: HashSet::new(),
        next_id: 0,
        count: 0,
        text: 0,
        layout,
    };
    let mut kept = Vec::new();
    for (place, part) in given.iter().enumerate() {
        kept.push(walk.top(part, &format!("{path}/{place}")));
    }
    let (count, letters) = (walk.count, walk.text);
    if layout && count > 40 {
        faults.add(
            &path,
            "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED",
            "The total number of components cannot exceed 40",
        );
    }
    if letters > 4000 {
        faults.add(
            &path,
            "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED",
            "The total text of components cannot exceed 4000 characters",
        );
    }
    kept
}

impl Walk<'_> {
    fn top(&mut self, part: &Value, path: &str) -> Value {
        if self.layout {
            return self.layout_top(part, path);
        }
        if kind(part) == ROW {
            return self.row(part, path);
        }
        let words = "Value of field \"type\" must be one of (1,).";
        self.faults.add(path, "UNION_TYPE_CHOICES", words);
        Value::Null
    }

    pub(super) fn row(&mut self, part: &Value, path: &str) -> Value {
        let id = self.id(part, path);
        let path = format!("{path}/components");
        let given = list(self.faults, part, "components", &path);
        self.faults.count(&path, given.len(), 1, 5);
        let selects = given.iter().filter(|part| is_select(kind(part))).count();
        if selects > 0 && given.len() > 1 {
            self.faults.add(
                &path,
                "COMPONENT_LAYOUT_WIDTH_EXCEEDED",
                "The specified component exceeds the maximum width",
            );
        }
        let kept: Vec<_> = given
            .iter()
            .enumerate()
            .map(|(place, part)| {
                let path = format!("{path}/{place}");
                match kind(part) {
                    BUTTON => self.button(part, &path),
                    kind if is_select(kind) => self.select(part, &path),
                    _ => {
                        self.faults.add(
                            &path,
                            "UNION_TYPE_CHOICES",
                            "Value of field \"type\" must be one of (2, 3, 5, 6, 7, 8).",
                        );
                        Value::Null
                    }
                }
            })
            .collect();
        json!({"type": ROW, "id": id, "components": kept})
    }

    /// Counts the component and gives it the id it asks for, or the next free one.
    pub(super) fn id(&mut self, part: &Value, path: &str) -> i64 {
        self.count += 1;
        let wanted = number(
            self.faults,
            part,
            "id",
            &format!("{path}/id"),
            0..=i64::from(i32::MAX),
        )
        .filter(|id| *id > 0);
        if let Some(id) = wanted {
            if !self.ids.insert(id) {
                self.faults.add(
                    &format!("{path}/id"),
                    "COMPONENT_ID_DUPLICATED",
                    "Component id cannot be duplicated",
                );
            }
            return id;
        }
        while !self.ids.insert(self.next_id.max(1)) {
            self.next_id = self.next_id.max(1) + 1;
        }
        self.next_id.max(1)
    }

    fn custom_id(&mut self, part: &Value, path: &str) -> Value {
        let path = format!("{path}/custom_id");
        let Some(id) = text(self.faults, part, "custom_id", &path) else {
            self.faults.required(&path);
            return Value::Null;
        };
        self.faults.length(&path, id, 1, 100);
        if !self.custom_ids.insert(id.to_owned()) {
            self.faults.add(
                &path,
                "COMPONENT_CUSTOM_ID_DUPLICATED",
                "Component custom id cannot be duplicated",
            );
        }
        id.into()
    }

    pub(super) fn button(&mut self, part: &Value, path: &str) -> Value {
        let mut kept = json!({"type": BUTTON, "id": self.id(part, path)});
        let style = number(self.faults, part, "style", &format!("{path}/style"), 1..=6);
        let Some(style) = style else {
            self.faults.required(&format!("{path}/style"));
            return kept;
        };
        kept["style"] = style.into();
        let has = |key: &str| part.get(key).is_some_and(|value| !value.is_null());
        match style {
            5 => {
                let place = format!("{path}/url");
                let address = text(self.faults, part, "url", &place).unwrap_or_default();
                self.faults.length(&place, address, 1, 512);
                url(self.faults, address, &place, &["http", "https", "discord"]);
                kept["url"] = address.into();
                if has("custom_id") {
                    self.faults.add(
                        path,
                        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                        "A custom id and url cannot both be specified",
                    );
                }
            }
            6 => kept["sku_id"] = part.get("sku_id").cloned().unwrap_or_default(),
            _ => {
                kept["custom_id"] = self.custom_id(part, path);
                if has("url") {
                    self.faults.add(
                        path,
                        "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE",
                        "A custom id and url cannot both be specified",
                    );
                }
            }
        }
        self.face(part, path, &mut kept, style);
        kept
    }

    /// Label, emoji and whether it is disabled.
    fn face(&mut self, part: &Value, path: &str, kept: &mut Value, style: i64) {
        let label = text(self.faults, part, "label", &format!("{path}/label")).unwrap_or_default();
        self.faults.length(&format!("{path}/label"), label, 0, 80);
        if !label.is_empty() {
            kept["label"] = label.into();
        }
        if let Some(emoji) = self.emoji(part, path) {
            kept["emoji"] = emoji;
        }
        if style != 6 && kept.get("label").is_none() && kept.get("emoji").is_none() {
            self.faults.add(
                path,
                "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED",
                "A button must have a label or an emoji",
            );
        }
        if part
            .get("disabled")
            .and_then(Value::as_bool)
            .unwrap_or(false)
        {
            kept["disabled"] = true.into();
        }
    }

    fn emoji(&mut self, part: &Value, path: &str) -> Option<Value> {
        let emoji = part.get("emoji").filter(|emoji| !emoji.is_null())?;
        let name =
            text(self.faults, emoji, "name", &format!("{path}/emoji/name")).unwrap_or_default();
        let id = emoji.get("id").filter(|id| !id.is_null());
        if id.is_none() && emojis::get(name).is_none() {
            self.faults.add(
                &format!("{path}/emoji/name"),
                "BUTTON_COMPONENT_INVALID_EMOJI",
                "Invalid emoji",
            );
        }
        let mut kept = json!({"name": name});
        if let Some(id) = id {
            kept["id"] = id
                .as_str()
                .map_or_else(|| id.to_string(), str::to_owned)
                .into();
        }
        if emoji
            .get("animated")
            .and_then(Value::as_bool)
            .unwrap_or(false)
        {
            kept["animated"] = true.into();
        }
        Some(kept)
    }

    fn select(&mut self, part: &Value, path: &str) -> Value {
        let kind = kind(part);
        let mut kept = json!({"type": kind, "id": self.id(part, path), "custom_id": self.custom_id(part, path)});
        let place = format!("{path}/placeholder");
        if let Some(words) = text(self.faults, part, "placeholder", &place) {
            self.faults.length(&place, words, 0, 150);
            kept["placeholder"] = words.into();
        }
        let (least, most) = self.bounds(part, path);
        kept["min_values"] = least.into();
        kept["max_values"] = most.into();
        if part.get("disabled").and_then(Value::as_bool) == Some(true) {
            kept["disabled"] = true.into();
        }
        if kind == STRING_SELECT {
            kept["options"] = self.options(part, path, most).into();
        }
        for key in ["channel_types", "default_values"] {
            if let Some(Value::Array(values)) = part.get(key) {
                kept[key] = values.clone().into();
            }
        }
        kept
    }

    /// How few and how many of its options a select wants chosen.
    fn bounds(&mut self, part: &Value, path: &str) -> (i64, i64) {
        let fewest = format!("{path}/min_values");
        let least = number(self.faults, part, "min_values", &fewest, 0..=25).unwrap_or(1);
        let largest = format!("{path}/max_values");
        let most = number(self.faults, part, "max_values", &largest, 1..=25).unwrap_or(1);
        if least > most {
            self.faults.add(
                &fewest,
                "BASE_TYPE_BAD_RANGE",
                "min_values must not exceed max_values",
            );
        }
        (least, most)
    }

    fn options(&mut self, part: &Value, path: &str, most: i64) -> Vec<Value> {
        let path = format!("{path}/options");
        let given = list(self.faults, part, "options", &path);
        self.faults.count(&path, given.len(), 1, 25);
        if usize::try_from(most).is_ok_and(|most| most > given.len()) {
            self.faults.add(
                &path,
                "BASE_TYPE_BAD_LENGTH",
                "max_values is above the number of options",
            );
        }
        let mut values = HashSet::new();
        let mut kept = Vec::new();
        for (place, option) in given.iter().enumerate() {
            let path = format!("{path}/{place}");
            let mut one = json!({});
            for (key, least) in [("label", 1), ("value", 1), ("description", 0)] {
                let words =
                    text(self.faults, option, key, &format!("{path}/{key}")).unwrap_or_default();
                self.faults
                    .length(&format!("{path}/{key}"), words, least, 100);
                if !words.is_empty() {
                    one[key] = words.into();
                }
            }
            if !values.insert(one["value"].clone().to_string()) {
                self.faults.add(
                    &format!("{path}/value"),
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                );
            }
            if let Some(emoji) = self.emoji(option, &path) {
                one["emoji"] = emoji;
            }
            if option
                .get("default")
                .and_then(Value::as_bool)
                .unwrap_or(false)
            {
                one["default"] = true.into();
            }
            kept.push(one);
        }
        kept
    }
}
