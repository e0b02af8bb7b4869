//! What somebody at a table of Hachinin-meri has before them, without what differs from evening to evening: told twice, it can
//! be compared.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use serde_json::{Value, json};

use crate::message::Message;
use crate::people::{Person, panel};

/// Ids, seals and addresses are runs of so many letters and digits, and nothing else is.
const LONG: usize = 16;

/// What one person has before them when the bot has said all that it has to say, and what `/play` offers them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    messages: Vec<String>,
    offered: Vec<(String, String)>,
}

/// Everything that this person is told, from their panel on; the others are named by their places in this list.
pub async fn told(person: &Person, people: &[&Person]) -> Told {
    let seen = person.sees().await;
    let table = table(&seen);
    let panel = panel(&seen);
    let is_old = |message: &&Message| {
        let mut newer = seen.iter().skip_while(|other| other != message).skip(1);
        message.is_private() && newer.any(|other| Some(other) == panel.as_ref())
    };
    let mut messages = Vec::new();
    for message in seen.iter().filter(|message| !is_old(message)) {
        messages.push(without_names(&shown(message).await, &table, people));
    }
    Told {
        messages,
        offered: person.offered("").await,
    }
}

/// An answer, told the same way.
pub async fn answered(message: &Message, people: &[&Person]) -> String {
    let table = table(std::slice::from_ref(message));
    without_names(&shown(message).await, &table, people)
}

/// The same was told; else what differs first is shown.
pub fn same(one: &Told, other: &Told, what: &str) {
    for (one, other) in one.messages.iter().zip(&other.messages) {
        assert_eq!(one, other, "{what}");
    }
    let counts = [one, other].map(|told| told.messages.len());
    assert_eq!(counts[0], counts[1], "{what}");
    assert_eq!(one.offered, other.offered, "{what}");
}

/// The id of the table on these messages.
fn table(seen: &[Message]) -> String {
    let buttons = seen.iter().flat_map(Message::buttons);
    let mut tables = buttons.map(|button| button.table().to_owned());
    tables.next().unwrap_or_default()
}

/// What a message shows, its picture by what it is made of.
async fn shown(message: &Message) -> Value {
    let Message(whole) = message;
    let mut pictures = Vec::new();
    for attachment in whole["attachments"].as_array().into_iter().flatten() {
        let url = attachment["url"].as_str().expect("a file has an address");
        let file = reqwest::get(url).await.expect("the sandbox serves files");
        let bytes = file.bytes().await.expect("a whole file");
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        let made_of = format!("{} bytes, {:x}", bytes.len(), hasher.finish());
        pictures.push(json!([
            attachment["filename"],
            attachment["description"],
            made_of
        ]));
    }
    let mentions = whole["mentions"].as_array().into_iter().flatten();
    let mentions: Vec<&Value> = mentions.map(|person| &person["id"]).collect();
    let parts = ["content", "components", "embeds", "flags"];
    let parts: Vec<&Value> = parts.iter().map(|part| &whole[*part]).collect();
    json!([parts, mentions, pictures])
}

/// A text without the ids of this evening.
fn without_names(shown: &Value, table: &str, people: &[&Person]) -> String {
    let mut text = shown.to_string();
    if !table.is_empty() {
        text = text.replace(table, "table");
    }
    for (number, person) in people.iter().enumerate() {
        text = text.replace(&person.id, &format!("person {number}"));
    }
    let is_other = |letter: char| !letter.is_ascii_alphanumeric();
    let long: Vec<String> = text
        .split(is_other)
        .filter(|run| run.len() >= LONG)
        .map(str::to_owned)
        .collect();
    for run in long {
        text = text.replace(&run, "#");
    }
    text
}
