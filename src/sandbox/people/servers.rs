//! The crowd of servers in which nobody plays: how many there are, which are out of reach, and what happens in them.

use serde_json::{Value, json};

use super::{Trouble, Wish};
use crate::crowd::{MOST_SERVERS, Size};
use crate::gateway::come;
use crate::world::World;

/// So much news is sent with one call.
const MOST_NEWS: u64 = 1000;

impl Wish<'_> {
    /// `POST /sandbox/servers`: the crowd becomes larger or smaller, or an outage takes a part of it.
    pub(super) fn change_crowd(&self) -> Result<Value, Trouble> {
        let (joined, back, shown) = {
            let mut world = self.shared.world();
            let (count, away) = (world.crowd.count, world.crowd.away);
            let count = self.number("count", MOST_SERVERS)?.unwrap_or(count);
            let away = self
                .number("unavailable", count)?
                .unwrap_or(away.min(count));
            let size = self.size(world.crowd.size)?;
            let joined = world.crowd_is(count, size);
            let back = world.crowd_misses(away);
            (joined, back, show(&world))
        };
        for servers in [joined, back] {
            come(self.shared, Some(servers), None);
        }
        Ok(shown)
    }

    /// `POST /sandbox/servers/news`: so much happens in it.
    pub(super) fn crowd_news(&self) -> Result<Value, Trouble> {
        let count = self.number("count", MOST_NEWS)?;
        let count = count.ok_or_else(|| Trouble::bad("\"count\" is missing"))?;
        let mut world = self.shared.world();
        world.crowd_tells(count);
        Ok(show(&world))
    }

    fn size(&self, before: Size) -> Result<Size, Trouble> {
        let or = |key: &str, most, before| Ok(self.number(key, most)?.unwrap_or(before));
        Ok(Size {
            channels: or("channels", 500, before.channels)?,
            roles: or("roles", 249, before.roles)?,
            threads: or("threads", 500, before.threads)?,
            emojis: or("emojis", 500, before.emojis)?,
            members: or("members", 500_000, before.members)?,
            pace_ms: or("pace_ms", 10_000, before.pace_ms)?,
        })
    }

    fn number(&self, key: &str, most: u64) -> Result<Option<u64>, Trouble> {
        let Some(given) = self.body.get(key) else {
            return Ok(None);
        };
        let fits = given.as_u64().filter(|number| *number <= most);
        let told = || Trouble::bad(format!("\"{key}\" is a whole number from 0 to {most}"));
        fits.map(Some).ok_or_else(told)
    }
}

fn show(world: &World) -> Value {
    let crowd = &world.crowd;
    let size = crowd.size;
    json!({
        "count": crowd.count, "unavailable": crowd.away, "told": crowd.told, "channels": size.channels, "roles": size.roles,
        "threads": size.threads, "emojis": size.emojis, "members": size.members, "pace_ms": size.pace_ms,
    })
}
