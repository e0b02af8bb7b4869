//! People of the sandbox and Discord's user object.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::avatar::Avatar;
use super::id::Id;
use super::place::permission;

/// Discord's locales (limits: "Locales").
pub(super) const LOCALES: [&str; 32] = [
    "id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl",
    "no", "pl", "pt-BR", "ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th",
    "zh-CN", "ja", "zh-TW", "ko",
];

/// Somebody who uses the sandbox.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Person {
    pub(super) id: Id,
    pub(super) name: String,
    pub(super) locale: String,
    pub(super) permissions: u64,
    pub(super) born_ms: u64,
    /// The server's owner is nobody's seat: not listed among the people.
    pub(super) is_owner: bool,
    /// Whether they have the application themselves, wherever they are.
    pub(super) has_installed: bool,
    /// Their face; worlds of before say nothing of it.
    #[serde(default)]
    pub(super) avatar: Avatar,
    /// Whether they are a member of no server.
    #[serde(default)]
    pub(super) is_outside: bool,
    /// Until when a moderator keeps them from doing anything in servers.
    #[serde(default)]
    pub(super) timed_out_until_ms: Option<u64>,
}

impl Person {
    /// The owner every server has.
    pub(super) fn owner(id: Id, born_ms: u64) -> Self {
        let (name, locale) = ("Owner".to_owned(), "en-US".to_owned());
        Self {
            id,
            name,
            locale,
            permissions: permission::ADMINISTRATOR,
            born_ms,
            is_owner: true,
            has_installed: false,
            avatar: Avatar::default(),
            is_outside: false,
            timed_out_until_ms: None,
        }
    }

    /// Whether all of these permissions are given.
    pub(super) fn may(&self, needed: u64) -> bool {
        self.permissions & permission::ADMINISTRATOR != 0 || self.permissions & needed == needed
    }

    /// Whether a moderator keeps them silent at this moment; whoever may do everything cannot be.
    pub(super) fn is_timed_out(&self, now_ms: u64) -> bool {
        let is_so = self.timed_out_until_ms.is_some_and(|until| until > now_ms);
        is_so && !self.may(permission::ADMINISTRATOR)
    }

    /// The object of the people's API.
    pub(super) fn show(&self) -> Value {
        json!({
            "id": self.id, "name": self.name, "locale": self.locale, "permissions": self.permissions.to_string(),
            "installed": self.has_installed, "avatar": self.avatar.hash(self.id), "member": !self.is_outside,
            "timed_out_until": self.timed_out_until_ms,
        })
    }

    /// Discord's user object.
    pub(super) fn user(&self) -> Value {
        let mut username: String = self
            .name
            .to_lowercase()
            .chars()
            .filter(|c| c.is_ascii_alphanumeric() || "._".contains(*c))
            .collect();
        if username.len() < 2 {
            username = format!("user{}", self.id);
        }
        let mut user = user(self.id, &username, &self.name);
        user["avatar"] = self.avatar.hash(self.id).into();
        user
    }
}

/// A user object with everything Discord's schema demands.
pub(super) fn user(id: Id, username: &str, name: &str) -> Value {
    json!({
        "id": id, "username": username, "global_name": name, "discriminator": "0", "avatar": null, "banner": null,
        "accent_color": null, "public_flags": 0, "flags": 0, "primary_guild": null, "avatar_decoration_data": null,
        "bot": false,
    })
}
