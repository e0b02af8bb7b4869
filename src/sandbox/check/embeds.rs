//! Embeds: their limits, and the form in which they are kept.

use serde_json::{Value, json};

use super::time::canonical;
use super::{list, number, text, url};
use crate::refusal::Faults;

/// All embeds of a message together hold at most this many characters.
const MOST_TEXT: usize = 6000;

/// Checks the embeds of a message and completes them as Discord answers them.
pub(super) fn embeds(faults: &mut Faults, holder: &Value, at: &str) -> Vec<Value> {
    let path = format!("{at}embeds");
    let given = list(faults, holder, "embeds", &path);
    faults.count(&path, given.len(), 0, 10);
    let mut total = 0;
    let kept = given
        .iter()
        .enumerate()
        .map(|(place, given)| embed(faults, given, &format!("{path}/{place}"), &mut total))
        .collect();
    if total > MOST_TEXT {
        faults.add(
            &path,
            "MAX_EMBED_SIZE_EXCEEDED",
            "Embed size exceeds maximum size of 6000",
        );
    }
    kept
}

fn embed(faults: &mut Faults, given: &Value, path: &str, total: &mut usize) -> Value {
    let mut kept = json!({"type": "rich"});
    for (key, most) in [("title", 256), ("description", 4096)] {
        let place = format!("{path}/{key}");
        if let Some(words) = text(faults, given, key, &place)
            .map(str::trim)
            .filter(|words| !words.is_empty())
        {
            faults.length(&place, words, 0, most);
            *total += words.chars().count();
            kept[key] = words.into();
        }
    }
    if let Some(address) = text(faults, given, "url", &format!("{path}/url")) {
        url(faults, address, &format!("{path}/url"), &["http", "https"]);
        kept["url"] = address.into();
    }
    if let Some(colour) = number(
        faults,
        given,
        "color",
        &format!("{path}/color"),
        0..=0xFF_FFFF,
    ) {
        kept["color"] = colour.into();
    }
    let place = format!("{path}/timestamp");
    if let Some(time) = text(faults, given, "timestamp", &place) {
        kept["timestamp"] = canonical(time).into();
        if kept["timestamp"].is_null() {
            let words = format!("Could not parse {time}. Should be ISO8601.");
            faults.add(&place, "DATE_TIME_TYPE_PARSE", &words);
        }
    }
    pictures(faults, given, path, &mut kept);
    people(faults, given, path, &mut kept, total);
    let fields = fields(faults, given, path, total);
    if !fields.is_empty() {
        kept["fields"] = fields.into();
    }
    if kept.as_object().is_some_and(|kept| kept.len() == 1) {
        faults.add(path, "EMBED_EMPTY", "An embed needs something to show");
    }
    kept
}

fn pictures(faults: &mut Faults, given: &Value, path: &str, kept: &mut Value) {
    for key in ["image", "thumbnail"] {
        let place = format!("{path}/{key}/url");
        let Some(address) = given
            .get(key)
            .and_then(|picture| text(faults, picture, "url", &place))
        else {
            continue;
        };
        url(faults, address, &place, &["http", "https", "attachment"]);
        kept[key] = json!({"url": address});
    }
}

/// Author and footer: a text with limits and perhaps an icon.
fn people(faults: &mut Faults, given: &Value, path: &str, kept: &mut Value, total: &mut usize) {
    for (key, name, most) in [("author", "name", 256), ("footer", "text", 2048)] {
        let Some(part) = given.get(key).filter(|part| part.is_object()) else {
            continue;
        };
        let place = format!("{path}/{key}/{name}");
        let words = text(faults, part, name, &place).unwrap_or_default().trim();
        faults.length(&place, words, 1, most);
        *total += words.chars().count();
        kept[key] = json!({name: words});
        for address_key in ["url", "icon_url"] {
            let place = format!("{path}/{key}/{address_key}");
            if let Some(address) = text(faults, part, address_key, &place) {
                url(faults, address, &place, &["http", "https", "attachment"]);
                kept[key][address_key] = address.into();
            }
        }
    }
}

fn fields(faults: &mut Faults, given: &Value, path: &str, total: &mut usize) -> Vec<Value> {
    let place = format!("{path}/fields");
    let fields = list(faults, given, "fields", &place);
    faults.count(&place, fields.len(), 0, 25);
    let mut kept = Vec::new();
    for (number, field) in fields.iter().enumerate() {
        let mut one =
            json!({"inline": field.get("inline").and_then(Value::as_bool).unwrap_or(false)});
        for (key, most) in [("name", 256), ("value", 1024)] {
            let place = format!("{place}/{number}/{key}");
            let words = text(faults, field, key, &place).unwrap_or_default().trim();
            faults.length(&place, words, 1, most);
            *total += words.chars().count();
            one[key] = words.into();
        }
        kept.push(one);
    }
    kept
}
