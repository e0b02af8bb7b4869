//! Intents: which events a client asked for, and which of them only a permitted application gets.

use serde_json::Value;

pub(super) const GUILDS: u64 = 1;
pub(super) const MEMBERS: u64 = 1 << 1;
pub(super) const PRESENCES: u64 = 1 << 8;
pub(super) const MESSAGES: u64 = 1 << 9;
pub(super) const TYPING: u64 = 1 << 11;
pub(super) const DIRECT_MESSAGES: u64 = 1 << 12;
pub(super) const DIRECT_TYPING: u64 = 1 << 14;
pub(super) const CONTENT: u64 = 1 << 15;

/// Privileged intents, for which an application asks in the developer portal.
pub(super) const PRIVILEGED: u64 = MEMBERS | PRESENCES | CONTENT;
/// All intents Discord knows: 0 to 16, auto moderation (20, 21), polls (24, 25).
pub(super) const KNOWN: u64 = 0x0331_FFFF;

/// The intents without which this event is not sent; 0 when it needs none.
pub(super) fn needed(event: &str, d: &Value) -> u64 {
    let direct = d.get("guild_id").is_none();
    match event {
        "GUILD_MEMBERS_CHUNK" => 0,
        "GUILD_MEMBER_ADD" | "GUILD_MEMBER_REMOVE" | "GUILD_MEMBER_UPDATE" => MEMBERS,
        "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" if direct => DIRECT_MESSAGES,
        "MESSAGE_CREATE" | "MESSAGE_UPDATE" | "MESSAGE_DELETE" => MESSAGES,
        "TYPING_START" if direct => DIRECT_TYPING,
        "TYPING_START" => TYPING,
        _ if ["GUILD_", "CHANNEL_", "THREAD_"]
            .iter()
            .any(|kind| event.starts_with(kind)) =>
        {
            GUILDS
        }
        _ => 0,
    }
}
