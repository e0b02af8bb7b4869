//! READY and GUILD_CREATE, and the objects of application and server that REST answers too.

use serde_json::{Value, json};

use super::intent;
use crate::clock::timestamp;
use crate::id::Id;
use crate::news::Happened;
use crate::place::permission;
use crate::world::World;

impl World {
    /// Sends READY and, to those who asked for it, the server.
    pub(super) fn greet(&mut self, session: &str, shard: (u64, u64)) {
        let servers = self.bots_servers();
        let own = servers.iter().map(|(id, _)| *id);
        let own = own.filter(|id| id.shard(shard.1) == shard.0);
        let guilds = own.chain(self.crowd.in_shard(shard));
        let guilds: Value = guilds
            .map(|guild| json!({"id": guild, "unavailable": true}))
            .collect();
        let ready = json!({
            "v": 10, "user": self.current_user(), "session_id": session,
            "resume_gateway_url": self.gateway_url(), "shard": [shard.0, shard.1],
            "guilds": guilds,
            "application": {"id": self.application, "flags": self.application_flags()},
            "session_type": "normal", "private_channels": [], "relationships": [], "presences": [], "guild_join_requests": [],
            "geo_ordered_rtc_regions": [], "user_settings": {}, "auth": {}, "_trace": [],
        });
        self.sessions.send_to(session, "READY", &ready);
        let there = servers.into_iter().filter(|(_, is_away)| !is_away);
        for (server, _) in there {
            let guild = self.whole_guild(server);
            self.sessions.greet_with_guild(session, &guild);
        }
    }

    /// Tells people that the bot came or went.
    pub(super) fn tell_bot(&mut self) {
        let online = self.sessions.is_online();
        self.news.tell(Happened::Bot { online }, None);
    }

    /// Where the gateway is.
    pub(crate) fn gateway_url(&self) -> String {
        format!("{}/gateway", self.url.replacen("http", "ws", 1))
    }

    /// The bot's own user object.
    pub(crate) fn current_user(&self) -> Value {
        let mut user = self.user(self.bot_user);
        let own = json!({"mfa_enabled": true, "verified": true, "email": null, "locale": "en-US", "premium_type": 0});
        if let (Value::Object(user), Value::Object(own)) = (&mut user, own) {
            user.extend(own);
        }
        user
    }

    /// The roles of a server: everyone's is the only one.
    pub(crate) fn roles(&self, server: Id) -> Value {
        let role = |id: Value, name: &str, permissions: u64, position: u8| {
            json!({
                "id": id, "name": name, "permissions": permissions.to_string(), "position": position, "color": 0,
                "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null}, "hoist": false,
                "managed": false, "mentionable": false, "icon": null, "unicode_emoji": null, "flags": 0,
            })
        };
        let everyone = if server == self.guild {
            self.everyone
        } else {
            permission::INVITED
        };
        json!([role(server.into(), "@everyone", everyone, 0)])
    }

    /// What a server is called.
    pub(crate) fn name_of(&self, server: Id) -> &str {
        let further = self.further.get(&server);
        further.map_or("Sandbox", |further| &further.name)
    }

    /// A server as `GET /guilds/{id}` answers it.
    pub(crate) fn guild_object(&self, server: Id) -> Value {
        json!({
            "id": server, "name": self.name_of(server), "icon": null, "description": null, "home_header": null, "splash": null,
            "discovery_splash": null, "features": [], "banner": null, "owner_id": self.owner, "application_id": null,
            "region": "us-west", "afk_channel_id": null, "afk_timeout": 300, "system_channel_id": null,
            "system_channel_flags": 0, "widget_enabled": false, "widget_channel_id": null, "verification_level": 0,
            "roles": self.roles(server), "default_message_notifications": 1, "mfa_level": 0, "explicit_content_filter": 0,
            "max_presences": null, "max_members": 500_000, "max_stage_video_channel_users": 50,
            "max_video_channel_users": 25, "vanity_url_code": null, "premium_tier": 0, "premium_subscription_count": 0,
            "preferred_locale": "en-US", "rules_channel_id": null, "safety_alerts_channel_id": null,
            "public_updates_channel_id": null, "premium_progress_bar_enabled": false, "nsfw": false, "nsfw_level": 0,
            "emojis": [], "stickers": [], "incidents_data": null,
        })
    }

    /// A server as GUILD_CREATE brings it.
    pub(crate) fn whole_guild(&self, server: Id) -> Value {
        let mut guild = self.guild_object(server);
        let channels = |threads: bool| -> Vec<Value> {
            let fits = self
                .channels
                .values()
                .filter(|place| place.is_in(server, self) && place.is_thread() == threads);
            fits.filter(|place| !place.archived && !place.is_kept_from_bot())
                .map(|place| place.show(self))
                .collect()
        };
        let people = self.people.values();
        let members = people.filter(|person| !person.is_outside).count();
        let more = json!({
            "joined_at": timestamp(self.born_ms), "large": false, "unavailable": false,
            "member_count": members + 1, "voice_states": [],
            "members": [self.member(self.bot_user)],
            "channels": channels(false), "threads": channels(true), "presences": [], "stage_instances": [],
            "guild_scheduled_events": [], "soundboard_sounds": [],
        });
        if let (Value::Object(guild), Value::Object(more)) = (&mut guild, more) {
            guild.extend(more);
        }
        guild
    }

    /// The application's flags: which privileged intents it was granted (the forms for applications in few servers).
    fn application_flags(&self) -> u64 {
        let granted = |intent: u64, flag: u64| match self.granted_intents & intent {
            0 => 0,
            _ => flag,
        };
        granted(intent::PRESENCES, 1 << 13)
            | granted(intent::MEMBERS, 1 << 15)
            | granted(intent::CONTENT, 1 << 19)
    }

    /// The application as `/applications/@me` answers it.
    pub(crate) fn application_object(&self) -> Value {
        let mut application = json!({
            "id": self.application, "name": self.bot_name, "icon": null, "description": "", "type": null,
            "bot": self.user(self.bot_user), "bot_public": true, "bot_require_code_grant": false,
            "verify_key": "0".repeat(64), "flags": self.application_flags(), "flags_new": self.application_flags().to_string(), "redirect_uris": [], "tags": [],
            "interactions_endpoint_url": null, "role_connections_verification_url": null,
            "owner": self.user(self.owner), "approximate_guild_count": self.logins.servers, "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "team": null,
            "eligible_oauth2_scopes": [], "integration_types_config": {"0": {}, "1": {}}, "rpc_origins": [], "summary": "",
        });
        if let (Value::Object(application), Value::Object(own)) =
            (&mut application, &self.application_text)
        {
            application.extend(own.clone());
        }
        application
    }
}
