//! Whom a message would ping, and `allowed_mentions`.

use serde_json::Value;

use super::list;
use crate::id::Id;
use crate::refusal::Faults;

/// Whom a message may ping.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Allowed {
    all_users: bool,
    users: Vec<Id>,
    pub(crate) everyone: bool,
}

impl Allowed {
    /// Everybody the text names: what people's own messages do.
    pub(crate) fn everybody_named() -> Self {
        Self {
            all_users: true,
            users: Vec::new(),
            everyone: false,
        }
    }

    /// The users named in the text whom it may ping.
    pub(crate) fn pinged(&self, words: &str) -> Vec<Id> {
        let mut pinged: Vec<Id> = Vec::new();
        for id in users_named(words) {
            if (self.all_users || self.users.contains(&id)) && !pinged.contains(&id) {
                pinged.push(id);
            }
        }
        pinged
    }
}

/// Whether the text names everyone.
pub(crate) fn names_everyone(words: &str) -> bool {
    words.contains("@everyone") || words.contains("@here")
}

/// The users a text names: `<@id>` or `<@!id>`.
fn users_named(words: &str) -> impl Iterator<Item = Id> {
    words.split("<@").skip(1).filter_map(|rest| {
        let (id, _) = rest.split_once('>')?;
        Id::parse(id.strip_prefix('!').unwrap_or(id))
    })
}

fn would_ping(words: &str) -> bool {
    let role = |rest: &str| {
        rest.split_once('>')
            .is_some_and(|(id, _)| Id::parse(id).is_some())
    };
    names_everyone(words)
        || users_named(words).next().is_some()
        || words.split("<@&").skip(1).any(role)
}

/// Checks `allowed_mentions`. A text that would ping and says nothing about it is refused, because
/// Discord's default would ping.
pub(super) fn allowed(faults: &mut Faults, body: &Value, at: &str, words: &str) -> Allowed {
    let path = format!("{at}allowed_mentions");
    let Some(given) = body
        .get("allowed_mentions")
        .filter(|given| !given.is_null())
    else {
        if would_ping(words) {
            let words = "The sandbox refuses a text that would ping somebody and says nothing \
                about it: set allowed_mentions, on edits too.";
            faults.add(&path, "SANDBOX_MENTIONS_UNSAID", words);
        }
        return Allowed::default();
    };
    if !given.is_object() {
        let words = "Only dictionaries may be used in a ModelType";
        faults.add(&path, "MODEL_TYPE_CONVERT", words);
        return Allowed::default();
    }
    let mut allowed = Allowed::default();
    let parse = list(faults, given, "parse", &format!("{path}/parse"));
    for (place, word) in parse.iter().enumerate() {
        match word.as_str() {
            Some("users") => allowed.all_users = true,
            Some("everyone") => allowed.everyone = true,
            Some("roles") => {}
            _ => faults.choice(
                &format!("{path}/parse/{place}"),
                "('users', 'roles', 'everyone')",
            ),
        }
    }
    for kind in ["users", "roles"] {
        let ids = ids(faults, given, kind, &format!("{path}/{kind}"));
        if !ids.is_empty() && parse.iter().any(|word| word == kind) {
            let words = format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
            faults.add(&path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", &words);
        }
        if kind == "users" {
            allowed.users = ids;
        }
    }
    allowed
}

fn ids(faults: &mut Faults, given: &Value, kind: &str, path: &str) -> Vec<Id> {
    let listed = list(faults, given, kind, path);
    faults.count(path, listed.len(), 0, 100);
    let mut ids = Vec::new();
    for (place, id) in listed.iter().enumerate() {
        match Id::read(id) {
            Some(id) => ids.push(id),
            None => faults.add(
                &format!("{path}/{place}"),
                "NUMBER_TYPE_COERCE",
                "Value is not snowflake.",
            ),
        }
    }
    ids
}
