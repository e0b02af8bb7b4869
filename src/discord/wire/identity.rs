//! Who the bot is at Discord, and what Discord says to it alone: its application and its user, where the gateway is,
//! and whether its token is still good.

use std::time::Duration;

use reqwest::Method;
use serde_json::Value;

use super::request::Request;
use super::send::{SendFailure, Sender, id_in};

/// The name of the route by which commands are registered.
pub(crate) const COMMANDS: &str = "commands";

/// The kind of the command that opens an application's Activity.
const ENTRY_POINT: u64 = 4;
/// What a command is registered with, of what is answered about it.
const WRITTEN: [&str; 11] = [
    "id",
    "type",
    "name",
    "name_localizations",
    "description",
    "description_localizations",
    "default_member_permissions",
    "integration_types",
    "contexts",
    "nsfw",
    "handler",
];

/// No wait for another count of sessions is longer: Discord counts over a day.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// Whom a token belongs to. In applications of today both ids are the same, in older ones they are not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Identity {
    /// The application: commands are registered for it, and interactions are its own.
    pub application: u64,
    /// The user who writes its messages.
    pub user: u64,
}

/// Where the gateway is, and what Discord allows there.
pub(crate) struct Gateway {
    /// Its address.
    pub url: String,
    /// How many connections Discord advises: one at least.
    pub shards: u64,
    /// How many of them may log in at once: one at least, and no more than there are.
    pub logins: u64,
    /// How many sessions may be opened before the count begins anew; `None` if Discord did not say.
    pub sessions_left: Option<u64>,
    /// When it does.
    pub sessions_again: Duration,
}

impl Sender {
    /// Finds out whom the token belongs to: also the proof that it is right.
    pub(crate) async fn identify(&self) -> Result<Identity, SendFailure> {
        let route = "applications/@me";
        let told = self.ask(route, "/applications/@me").await?;
        let application = id_in(&told).ok_or(SendFailure::Unreadable { route })?;
        // The bot's user may be left out there.
        let user = match id_in(&told["bot"]) {
            Some(user) => user,
            None => {
                let route = "users/@me";
                let told = self.ask(route, "/users/@me").await?;
                id_in(&told).ok_or(SendFailure::Unreadable { route })?
            }
        };
        Ok(Identity { application, user })
    }

    /// Where the gateway is.
    pub(crate) async fn gateway(&self) -> Result<Gateway, SendFailure> {
        let route = "gateway";
        let request = Request::bot(route, Method::GET, "/gateway/bot".to_owned());
        // At a start a thousand tables may have something to say at once, and nobody can play before this.
        let told = self.send(request.first()).await?;
        gateway_in(&told).ok_or(SendFailure::Unreadable { route })
    }

    /// Replaces all global commands but the one that opens an Activity: whoever turns Activities on for an application has that
    /// one as well, and Discord takes no list without it.
    pub(crate) async fn register(&self, commands: &Value) -> Result<(), SendFailure> {
        let refused = match self.overwrite(commands).await {
            Err(failure) if failure.lacks_entry_point() => failure,
            done => return done,
        };
        let path = format!("{}?with_localizations=true", self.commands());
        let entries = entry_points(&self.ask(COMMANDS, &path).await?);
        if entries.is_empty() {
            return Err(refused);
        }
        let ours = commands.as_array().into_iter().flatten().cloned();
        self.overwrite(&ours.chain(entries).collect()).await
    }

    async fn overwrite(&self, commands: &Value) -> Result<(), SendFailure> {
        let request = Request::bot(COMMANDS, Method::PUT, self.commands()).json(commands);
        self.send(request.first()).await?;
        Ok(())
    }

    fn commands(&self) -> String {
        format!("/applications/{}/commands", self.application())
    }

    async fn ask(&self, route: &'static str, path: &str) -> Result<Value, SendFailure> {
        let request = Request::bot(route, Method::GET, path.to_owned());
        self.send(request.first()).await
    }
}

/// Of all commands of an application those that open its Activity, as they are registered once more.
fn entry_points(told: &Value) -> Vec<Value> {
    let all = told.as_array().into_iter().flatten();
    all.filter(|one| one["type"] == ENTRY_POINT)
        .map(as_written)
        .collect()
}

fn as_written(told: &Value) -> Value {
    let fields = WRITTEN.iter().filter_map(|name| {
        let value = told.get(*name).filter(|value| !value.is_null())?;
        // It is told as text and wanted as a number.
        let rights = value.as_str().filter(|_| name.ends_with("permissions"));
        let rights = rights.and_then(|rights| rights.parse::<u64>().ok());
        let value = rights.map_or_else(|| value.clone(), Value::from);
        Some(((*name).to_owned(), value))
    });
    Value::Object(fields.collect())
}

/// Numbers that cannot be are taken as one; that there are too many is for others to judge.
fn gateway_in(told: &Value) -> Option<Gateway> {
    let limit = &told["session_start_limit"];
    let shards = told["shards"].as_u64().unwrap_or(1).max(1);
    let logins = limit["max_concurrency"].as_u64().unwrap_or(1);
    let again_ms = limit["reset_after"].as_u64().unwrap_or(0);
    Some(Gateway {
        url: told["url"].as_str()?.to_owned(),
        shards,
        logins: logins.clamp(1, shards),
        sessions_left: limit["remaining"].as_u64(),
        sessions_again: Duration::from_millis(again_ms).min(DAY),
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_command_of_an_activity_is_registered_as_it_is_told() {
        let launch = json!({
            "id": "5", "application_id": "1", "version": "7", "type": 4, "name": "launch",
            "description": "", "default_member_permissions": "8192", "nsfw": true, "handler": 2,
            "integration_types": [0, 1], "contexts": null,
        });
        let others = json!([{"type": 1, "name": "okey"}, launch, {"type": 2, "name": "who"}]);
        let written = json!({
            "id": "5", "type": 4, "name": "launch", "description": "", "nsfw": true, "handler": 2,
            "default_member_permissions": 8192, "integration_types": [0, 1],
        });
        assert_eq!(entry_points(&others), [written]);
        for page in [json!(null), json!([]), json!({"type": 4}), json!("<html>")] {
            assert!(entry_points(&page).is_empty(), "{page}");
        }
    }

    #[test]
    fn shards_and_logins_are_read_whatever_numbers_come() {
        let read = |shards: Value, logins: Value| {
            let limit = json!({"remaining": 7, "reset_after": u64::MAX, "max_concurrency": logins});
            let told = json!({"url": "wss://x", "shards": shards, "session_start_limit": limit});
            let gateway = gateway_in(&told).expect("there is an address");
            assert_eq!(gateway.sessions_left, Some(7));
            assert_eq!(gateway.sessions_again, DAY);
            (gateway.shards, gateway.logins)
        };
        assert_eq!(read(json!(1), json!(1)), (1, 1));
        assert_eq!(read(json!(4), json!(2)), (4, 2));
        assert_eq!(read(json!(2), json!(16)), (2, 2));
        assert_eq!(read(json!(0), json!(0)), (1, 1));
        assert_eq!(read(json!(-3), json!("many")), (1, 1));
        assert_eq!(read(json!(u64::MAX), json!(1)), (u64::MAX, 1));
        for page in [json!(null), json!("<html>"), json!({}), json!({"url": 5})] {
            assert!(gateway_in(&page).is_none(), "{page}");
        }
    }
}
