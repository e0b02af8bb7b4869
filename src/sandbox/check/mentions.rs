//! Whom a message would ping, and `allowed_mentions`.

use serde_json::Value;

use super::list;
use crate::sandbox::id::Id;
use crate::sandbox::refusal::Faults;

/// Whom a message may ping.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::sandbox) struct Allowed {
    all_users: bool,
    users: Vec<Id>,
    pub(in crate::sandbox) everyone: bool,
}

impl Allowed {
    /// Everybody the text names: what people's own messages do.
    pub(in crate::sandbox) fn everybody_named() -> Self {
        Self {
            all_users: true,
            users: Vec::new(),
            everyone: false,
        }
    }

    /// The users named in the text whom it may ping.
    pub(in crate::sandbox) fn pinged(&self, words: &str) -> Vec<Id> {
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
pub(in crate::sandbox) fn names_everyone(words: &str) -> bool {
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

/// Checks `allowed_mentions`; a text that would ping and says nothing about it is refused, because Discord's default would ping.
pub(super) fn allowed(faults: &mut Faults, body: &Value, at: &str, words: &str) -> Allowed {
    let path = format!("{at}allowed_mentions");
    let Some(given) = body
        .get("allowed_mentions")
        .filter(|given| !given.is_null())
    else {
        if would_ping(words) {
            let message = "The sandbox refuses a text that would ping somebody without saying so: set allowed_mentions, on edits too.";
            faults.add(&path, "SANDBOX_MENTIONS_UNSAID", message);
        }
        return Allowed::default();
    };
    if !given.is_object() {
        faults.add(
            &path,
            "MODEL_TYPE_CONVERT",
            "Only dictionaries may be used in a ModelType",
        );
        return Allowed::default();
    }
    let mut allowed = Allowed::default();
    for (place, word) in list(faults, given, "parse", &format!("{path}/parse"))
        .iter()
        .enumerate()
    {
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
        let place = format!("{path}/{kind}");
        let ids = list(faults, given, kind, &place);
        faults.count(&place, ids.len(), 0, 100);
        for (number, id) in ids.iter().enumerate() {
            match Id::read(id) {
                Some(id) if kind == "users" => allowed.users.push(id),
                Some(_) => {}
                None => faults.add(
                    &format!("{place}/{number}"),
                    "NUMBER_TYPE_COERCE",
                    "Value is not snowflake.",
                ),
            }
        }
        let in_parse = given["parse"]
            .as_array()
            .is_some_and(|parse| parse.iter().any(|word| word == kind));
        if in_parse && !ids.is_empty() {
            let message =
                format!("parse:[\"{kind}\"] and {kind}: [ids...] are mutually exclusive.");
            faults.add(&path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", &message);
        }
    }
    allowed
}
