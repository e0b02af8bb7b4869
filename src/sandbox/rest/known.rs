//! Which paths there are and which methods each takes: what else is asked for is 404 or 405, whoever asks.

use crate::refusal::Refusal;

/// Patterns, most special first; `*` is any one segment.
const PATHS: [(&str, &str); 40] = [
    ("gateway", "GET"),
    ("gateway/bot", "GET"),
    ("oauth2/applications/@me", "GET"),
    ("soundboard-default-sounds", "GET"),
    ("voice/regions", "GET"),
    ("guilds/*/emojis", "GET"),
    ("guilds/*/stickers", "GET"),
    ("users/@me", "GET PATCH"),
    ("users/@me/guilds", "GET"),
    ("users/@me/channels", "POST"),
    ("users/*", "GET"),
    ("applications/*", "GET PATCH"),
    ("applications/*/emojis", "GET POST"),
    ("applications/*/emojis/*", "GET PATCH DELETE"),
    ("applications/*/entitlements", "GET"),
    ("applications/*/skus", "GET"),
    ("applications/*/commands", "GET PUT POST"),
    ("applications/*/commands/*", "GET PATCH DELETE"),
    ("applications/*/guilds/*/commands", "GET PUT POST"),
    ("applications/*/guilds/*/commands/permissions", "GET"),
    ("applications/*/guilds/*/commands/*", "GET PATCH DELETE"),
    ("guilds/*", "GET"),
    ("guilds/*/channels", "GET POST"),
    ("guilds/*/roles", "GET"),
    ("guilds/*/roles/*", "GET"),
    ("guilds/*/members", "GET"),
    ("guilds/*/members/*", "GET"),
    ("guilds/*/threads/active", "GET"),
    ("channels/*", "GET PATCH DELETE"),
    ("channels/*/typing", "POST"),
    ("channels/*/threads", "POST"),
    ("channels/*/thread-members", "GET"),
    ("channels/*/thread-members/*", "GET PUT DELETE"),
    ("channels/*/messages", "GET POST"),
    ("channels/*/messages/*", "GET PATCH DELETE"),
    ("channels/*/messages/*/threads", "POST"),
    ("interactions/*/*/callback", "POST"),
    ("webhooks/*/*", "POST"),
    ("webhooks/*/*/messages/@original", "GET PATCH DELETE"),
    ("webhooks/*/*/messages/*", "GET PATCH DELETE"),
];

/// `Ok` when something answers this method at this path.
pub(super) fn check(method: &str, segments: &[&str]) -> Result<(), Refusal> {
    let fits = |pattern: &str| {
        let parts = pattern.split('/');
        parts.clone().count() == segments.len()
            && parts
                .zip(segments)
                .all(|(part, segment)| part == "*" || part == *segment)
    };
    let found = PATHS.iter().find(|(pattern, _)| fits(pattern));
    let Some((_, methods)) = found else {
        return Err(Refusal::no_route());
    };
    if methods.split(' ').any(|known| known == method) {
        Ok(())
    } else {
        Err(Refusal::wrong_method())
    }
}
