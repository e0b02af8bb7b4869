//! A crowd of servers around the one in which people play: the bot is in them, and hears of them what Discord tells of
//! servers as large as real ones. They are there towards the gateway alone: nobody is in them, and REST knows none.

use std::ops::Range;

use serde_json::{Value, json};

use super::clock::timestamp;
use super::id::Id;
use super::place::permission;
use super::world::{Further, World};

/// The most servers of a crowd.
pub(super) const MOST_SERVERS: u64 = 10_000;

/// What stands in written forms for the digits with which all ids of a server begin.
const DIGITS: &str = "{server}";
/// So many ids a server has, the last digits of each.
const IDS: u64 = 100_000;
/// So far apart are those digits: the servers were made in different milliseconds, as their shards go by that.
const APART: u64 = 42;
/// Where the ids of a kind begin in each server; before them are the server itself and its roles.
const CHANNELS: u64 = 1_000;
const THREADS: u64 = 2_000;
const EMOJIS: u64 = 3_000;
const MESSAGES: u64 = 4_000;

/// How large each server is, and how quickly they come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) channels: u64,
    pub(super) roles: u64,
    pub(super) threads: u64,
    pub(super) emojis: u64,
    pub(super) members: u64,
    /// Between two GUILD_CREATEs, in real time.
    pub(super) pace_ms: u64,
}

impl Default for Size {
    fn default() -> Self {
        Self {
            channels: 60,
            roles: 40,
            threads: 8,
            emojis: 40,
            members: 500,
            pace_ms: 1,
        }
    }
}

/// The servers of a crowd. It ends with the program, like connections and moods.
#[derive(Debug, Default)]
pub(super) struct Crowd {
    pub(super) size: Size,
    pub(super) count: u64,
    /// An outage keeps the first so many from the bot.
    pub(super) away: u64,
    /// How much news they have sent.
    pub(super) told: u64,
    /// The digits of the first.
    first: u64,
    /// What GUILD_CREATE says of any of them.
    whole: String,
    /// What is told of any of them, with the names of the events.
    news: Vec<(&'static str, String)>,
}

impl Crowd {
    /// The digits with which all ids of a server begin.
    fn digits(&self, number: u64) -> u64 {
        self.first + APART * number
    }

    pub(super) fn id(&self, number: u64) -> Id {
        Id::of(self.digits(number) * IDS)
    }

    fn of(&self, number: u64, form: &str) -> String {
        form.replace(DIGITS, &self.digits(number).to_string())
    }

    /// Those of a shard that READY names.
    pub(super) fn in_shard(&self, (number, count): (u64, u64)) -> impl Iterator<Item = Id> + '_ {
        let all = (0..self.count).map(|server| self.id(server));
        all.filter(move |id| id.shard(count) == number)
    }
}

/// An id of a server, as it is written in forms.
fn id(last: u64) -> String {
    format!("{DIGITS}{last:05}")
}

fn role(number: u64, permissions: u64) -> Value {
    let name = match number {
        0 => "@everyone".to_owned(),
        _ => format!("Players of table {number}"),
    };
    json!({
        "id": id(number), "name": name, "permissions": permissions.to_string(), "position": number, "color": 3_447_003,
        "colors": {"primary_color": 3_447_003, "secondary_color": null, "tertiary_color": null}, "hoist": false,
        "managed": false, "mentionable": false, "icon": null, "unicode_emoji": null, "flags": 0,
    })
}

fn channel(number: u64, size: Size) -> Value {
    let is_category = number.is_multiple_of(10);
    let overwrite = |role: u64, allow: u64, deny: u64| json!({"id": id(role), "type": 0, "allow": allow.to_string(), "deny": deny.to_string()});
    let mut overwrites = vec![overwrite(0, 0, permission::MENTION_EVERYONE)];
    overwrites
        .extend((1..=size.roles.min(2)).map(|role| overwrite(role, permission::MODERATOR, 0)));
    json!({
        "id": id(CHANNELS + number), "type": if is_category { 4 } else { 0 }, "flags": 0, "name": format!("channel-{number}"),
        "parent_id": (!is_category).then(|| id(CHANNELS + number / 10 * 10)), "position": number,
        "permission_overwrites": overwrites, "nsfw": false, "rate_limit_per_user": 0,
        "topic": (!is_category).then_some("What is said here, what is not, and where to ask for everything else."),
        "last_message_id": (!is_category).then(|| id(MESSAGES + number)),
    })
}

fn thread(number: u64, born_ms: u64) -> Value {
    let born = timestamp(born_ms);
    json!({
        "id": id(THREADS + number), "type": 11, "flags": 0, "guild_id": id(0), "name": format!("thread {number}"),
        "parent_id": id(CHANNELS + 1), "owner_id": id(IDS - 1), "last_message_id": id(MESSAGES + 500 + number),
        "rate_limit_per_user": 0, "message_count": 12, "total_message_sent": 12, "member_count": 3,
        "thread_metadata": {
            "archived": false, "locked": false, "auto_archive_duration": 1440, "archive_timestamp": born, "create_timestamp": born,
        },
    })
}

fn emoji(number: u64) -> Value {
    json!({
        "id": id(EMOJIS + number), "name": format!("emoji_{number}"), "roles": [], "require_colons": true, "managed": false,
        "animated": false, "available": true,
    })
}

/// Something that was told with its server, as an event of its own.
fn with_server(mut told: Value) -> String {
    told["guild_id"] = id(0).into();
    told.to_string()
}

impl World {
    /// The crowd is so large from now on. Answers which servers come, and are to be told of: those that go are told of at once.
    pub(super) fn crowd_is(&mut self, count: u64, size: Size) -> Range<u64> {
        let before = self.crowd.count;
        self.write_crowd(size);
        for number in count..before {
            let gone = json!({"id": self.crowd.id(number)});
            self.sessions.dispatch("GUILD_DELETE", &gone);
        }
        self.crowd.count = count;
        self.crowd.away = self.crowd.away.min(count);
        self.count_servers();
        before..count.max(before)
    }

    /// Another server invites the bot, and people play there as well.
    pub(super) fn add_server(&mut self, name: &str) -> Id {
        let id = self.next_id();
        let further = Further {
            name: name.to_owned(),
            has_bot: true,
            is_unavailable: false,
        };
        self.further.insert(id, further);
        self.count_servers();
        let guild = self.whole_guild(id);
        self.sessions.dispatch("GUILD_CREATE", &guild);
        id
    }

    /// Discord advises as many shards as the bot's servers need.
    pub(super) fn count_servers(&mut self) {
        let further = u64::try_from(self.further.len()).unwrap_or_default();
        self.logins.servers = 1 + further + self.crowd.count;
    }

    /// An outage keeps the first so many from the bot. Answers which are there again, and are to be told of: those that go are
    /// told of at once.
    pub(super) fn crowd_misses(&mut self, away: u64) -> Range<u64> {
        let before = self.crowd.away;
        for number in before..away {
            let gone = json!({"id": self.crowd.id(number), "unavailable": true});
            self.sessions.dispatch("GUILD_DELETE", &gone);
        }
        self.crowd.away = away;
        away..before.max(away)
    }

    /// Something happens so often, in one server after the other: to a role, to a channel, to a thread.
    pub(super) fn crowd_tells(&mut self, times: u64) {
        let there = self.crowd.count - self.crowd.away;
        if there == 0 {
            return;
        }
        for _ in 0..times {
            let crowd = &mut self.crowd;
            let number = crowd.away + crowd.told % there;
            let kinds = crowd.news.len().max(1);
            let kind = usize::try_from(crowd.told).unwrap_or_default() % kinds;
            crowd.told += 1;
            if let Some((event, form)) = crowd.news.get(kind) {
                let (guild, told) = (crowd.id(number), crowd.of(number, form));
                self.sessions.dispatch_of(guild, event, &told);
            }
        }
    }

    /// Tells of a server that is there: to one session, if it is for its shard, or to all. Answers whether anybody can still
    /// hear of others.
    pub(super) fn crowd_comes(&mut self, number: u64, session: Option<&str>) -> bool {
        let crowd = &self.crowd;
        if number < crowd.away || number >= crowd.count {
            return true;
        }
        let (guild, whole) = (crowd.id(number), crowd.of(number, &crowd.whole));
        match session {
            Some(session) => self.sessions.greet_of(session, guild, &whole),
            None => {
                self.sessions.dispatch_of(guild, "GUILD_CREATE", &whole);
                true
            }
        }
    }

    fn write_crowd(&mut self, size: Size) {
        let born = self.born_ms;
        let mut guild = self.whole_guild(self.guild);
        let list = |count: u64, one: &dyn Fn(u64) -> Value| (0..count).map(one).collect::<Value>();
        let more = json!({
            "id": id(0), "name": "A server of the crowd", "member_count": size.members, "large": size.members > 250,
            "features": ["COMMUNITY", "NEWS"], "owner_id": id(IDS - 1),
            "roles": list(1 + size.roles, &|number| role(number, self.everyone)),
            "channels": list(size.channels, &|number| channel(number, size)),
            "threads": list(size.threads, &|number| thread(number, born)), "emojis": list(size.emojis, &emoji),
        });
        if let (Value::Object(guild), Value::Object(more)) = (&mut guild, more) {
            guild.extend(more);
        }
        let role = json!({"guild_id": id(0), "role": role(size.roles, self.everyone)});
        let mut news = vec![("GUILD_ROLE_UPDATE", role.to_string())];
        if size.channels > 1 {
            news.push(("CHANNEL_UPDATE", with_server(channel(1, size))));
        }
        if size.threads > 0 {
            news.push(("THREAD_UPDATE", with_server(thread(0, born))));
        }
        let first = self.guild.digits(IDS).saturating_sub(APART * MOST_SERVERS);
        let crowd = &mut self.crowd;
        (crowd.size, crowd.first, crowd.whole, crowd.news) = (size, first, guild.to_string(), news);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::{BotUser, Clock, LoginPace};

    #[test]
    fn every_server_has_ids_of_its_own_and_they_are_shared_out_evenly() {
        let clock = Clock::frozen(1_790_000_000_000);
        let user = BotUser::OfApplication;
        let mut world = World::new(String::new(), clock, LoginPace::Free, user);
        assert_eq!(world.crowd_is(2000, Size::default()), 0..2000);
        let crowd = &world.crowd;
        let ids: HashSet<Id> = (0..2000).map(|number| crowd.id(number)).collect();
        assert_eq!(ids.len(), 2000);
        assert!(ids.iter().all(|id| *id < world.guild));
        for shard in 0..3 {
            let share = crowd.in_shard((shard, 3)).count();
            assert!((600..=734).contains(&share), "{share}");
        }
        let whole = crowd.of(7, &crowd.whole);
        let told: Value = serde_json::from_str(&whole).expect("JSON");
        assert_eq!(told["id"], crowd.id(7).to_string());
        assert_eq!(told["roles"][0]["id"], told["id"]);
        assert!((40_000..100_000).contains(&whole.len()), "{}", whole.len());
    }
}
