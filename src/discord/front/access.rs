//! Lost access: tables whose place the bot cannot reach are set aside, and come back with the access.
//!
//! The table lives on: its clock runs, panels and commands work wherever they can be asked for. Only what the bot
//! would have to post or change in that place rests, until the gateway or somebody who presses there says that it may.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use serde_json::Value;
use serenity::all::Permissions;

use super::Front;
use super::asked::Asked;
use super::kept::bell::Ear;
use crate::discord::speech::words::Words;
use crate::discord::wire::closed::REMEMBERED;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::tables::{
    Area, Barrier, ChannelId, Life, Look, PlacesChange, ServerId, Sitter, Table, TableId,
};

/// The tables that are set aside.
#[derive(Default)]
pub struct Asides(Mutex<HashMap<TableId, Barrier>>);

impl Asides {
    /// Why this table is set aside; `None` if it is not.
    pub fn of(&self, table: &TableId) -> Option<Barrier> {
        self.tables().get(table).copied()
    }

    /// Whether this table is set aside.
    pub fn holds(&self, table: &TableId) -> bool {
        self.tables().contains_key(table)
    }

    /// Whether this table is set aside, and its place may open again.
    pub fn comes_back(&self, table: &TableId) -> bool {
        self.of(table).is_some_and(Barrier::may_open)
    }

    /// Sets a table aside; answers whether that is new.
    pub fn add(&self, table: &TableId, barrier: Barrier) -> bool {
        self.tables().insert(table.clone(), barrier) != Some(barrier)
    }

    /// Brings a table back; answers whether it was set aside.
    pub fn remove(&self, table: &TableId) -> bool {
        self.tables().remove(table).is_some()
    }

    fn tables(&self) -> MutexGuard<'_, HashMap<TableId, Barrier>> {
        // Every change under this lock is a single insertion or removal.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What the gateway tells of places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceNews {
    /// The bot is not in this server any more.
    ThrownOut(ServerId),
    /// The bot is in this server, or its rights there have changed.
    Invited(ServerId),
    /// This channel or thread is gone.
    Gone(ChannelId),
    /// This channel or thread has changed: perhaps the bot may write there again.
    Changed(ChannelId),
}

impl PlaceNews {
    /// Reads an event of the gateway: mostly it is about something else.
    pub fn read(event: &str, told: &Value) -> Vec<Self> {
        match (event, told.get("channel_ids").and_then(Value::as_array)) {
            // The bot has been let into these channels.
            ("THREAD_LIST_SYNC", Some(channels)) => {
                let ids = channels.iter().filter_map(|id| id.as_str()?.parse().ok());
                ids.map(|id| Self::Changed(ChannelId::new(id))).collect()
            }
            _ => Self::read_one(event, told).into_iter().collect(),
        }
    }

    fn read_one(event: &str, told: &Value) -> Option<Self> {
        let id = |key: &str| told.get(key)?.as_str()?.parse::<u64>().ok();
        let server = |key| id(key).map(ServerId::new);
        let channel = || id("id").map(ChannelId::new);
        // An outage of Discord's takes no right away.
        let is_outage = told.get("unavailable") == Some(&Value::Bool(true));
        let is_locked = told.pointer("/thread_metadata/locked") == Some(&Value::Bool(true));
        match event {
            "GUILD_CREATE" if !is_outage => server("id").map(Self::Invited),
            "GUILD_DELETE" if !is_outage => server("id").map(Self::ThrownOut),
            // Without the members' intent the only member that is told of is the bot itself.
            "GUILD_ROLE_UPDATE"
            | "GUILD_ROLE_DELETE"
            | "GUILD_MEMBER_UPDATE"
            | "THREAD_LIST_SYNC" => server("guild_id").map(Self::Invited),
            "CHANNEL_DELETE" | "THREAD_DELETE" => channel().map(Self::Gone),
            "CHANNEL_CREATE" | "CHANNEL_UPDATE" => channel().map(Self::Changed),
            // A locked one shows by itself whether the bot may write there all the same.
            "THREAD_CREATE" | "THREAD_UPDATE" if !is_locked => channel().map(Self::Changed),
            _ => None,
        }
    }
}

impl Front {
    /// The gateway tells of a place.
    pub fn hears_of_place(&self, news: PlaceNews) {
        match news {
            PlaceNews::ThrownOut(server) => {
                self.set_all_aside(Area::Server(server), Barrier::ThrownOut);
            }
            PlaceNews::Gone(channel) => self.set_all_aside(Area::Channel(channel), Barrier::Gone),
            PlaceNews::Invited(server) => self.bring_all_back(Area::Server(server), None),
            PlaceNews::Changed(channel) => {
                self.bring_all_back(Area::Channel(channel), Some(channel));
            }
        }
    }

    fn set_all_aside(&self, area: Area, barrier: Barrier) {
        for standing in self.hall.standing(area) {
            self.set_aside(&standing.table, barrier);
        }
    }

    /// Opens the places of this area and brings their tables back; `changed` is the channel that is told of by name.
    fn bring_all_back(&self, area: Area, changed: Option<ChannelId>) {
        let tables = self.hall.standing(area);
        let places = tables
            .iter()
            .flat_map(|one| [Some(one.channel), one.parent]);
        // Each of them once: opening a place over and over is what somebody does who wants to harm.
        let places: BTreeSet<ChannelId> = places.chain([changed]).flatten().collect();
        let now = Instant::now();
        let is_open = |place: &ChannelId| self.sender.closed.opens_by_news(*place, now);
        let open: BTreeSet<ChannelId> = places.into_iter().filter(is_open).collect();
        for standing in tables {
            // Only word of the very channel shows that one is not gone after all.
            let is_gone = self.keepers.asides.of(&standing.table) == Some(Barrier::Gone)
                && changed != Some(standing.channel);
            if open.contains(&standing.channel) && !is_gone {
                self.bring_back(&standing.table);
            }
        }
    }

    /// Somebody asks from a place: if the bot may write there, whatever stands there comes back.
    pub fn hears_from(&self, asked: &Asked) {
        let channel = asked.channel;
        let aside = self.hall.in_channel(channel);
        let aside = aside.filter(|table| self.keepers.asides.holds(&table.id));
        let is_closed = aside.is_some() || self.sender.closed.has_refused(channel);
        if !is_closed || !may_write(asked) {
            return;
        }
        if self.sender.closed.opens_by_press(channel, Instant::now())
            && let Some(table) = aside
        {
            self.bring_back(&table.id);
        }
    }

    /// Sets a table aside, whose place cannot be reached.
    pub fn set_aside(&self, table: &TableId, barrier: Barrier) {
        if self.keepers.is_kept(table) && self.keepers.asides.add(table, barrier) {
            tracing::warn!(%table, ?barrier, "a table is set aside: its place cannot be reached");
            self.keepers.nudge(table);
        }
    }

    /// Brings a table back that was set aside.
    pub fn bring_back(&self, table: &TableId) {
        if self.keepers.asides.remove(table) {
            tracing::info!(%table, "a table that was set aside comes back");
            self.keepers.nudge(table);
        }
    }

    /// Waits at a table that is set aside, until something is told of it; after a long time its place is tried again.
    pub async fn rest_aside(&self, table: &Table, ear: &mut Ear) {
        // Towards Discord, not felt by players: the host's own time. The dice keep tables apart that were closed together.
        let long = REMEMBERED.mul_f64(1.0 + rand::random::<f64>());
        tokio::select! {
            () = ear.hears() => {}
            () = tokio::time::sleep(long) => {
                if self.keepers.asides.of(&table.id) == Some(Barrier::Closed) {
                    self.bring_back(&table.id);
                }
            }
        }
    }

    /// Tells the people of a table once why it is not shown in its place, and writes down that they know. `told` is
    /// what this process has told them: a disk that refuses lets nobody be called twice.
    pub async fn show_aside(
        &self,
        table: &Table,
        look: &Look,
        barrier: Barrier,
        told: &mut Option<Barrier>,
    ) {
        if told.or(look.places.barrier) != Some(barrier) {
            match self.tell_aside(look, barrier).await {
                // It is tried again with whatever happens next at the table.
                Err(failure) if failure.may_pass() => return,
                Err(_) | Ok(()) => *told = Some(barrier),
            }
        }
        if look.places.barrier != Some(barrier) {
            remember(table, PlacesChange::barrier(barrier)).await;
        }
    }

    /// Everything is shown in its place: the next time it is not, people are told again.
    pub async fn is_shown_again(&self, table: &Table, look: &Look) {
        if look.places.barrier.is_some() {
            remember(table, PlacesChange::barrier(None)).await;
        }
    }

    /// Says in the channel of a thread that its table cannot be reached there. The game goes on by commands.
    async fn tell_aside(&self, look: &Look, barrier: Barrier) -> Result<(), SendFailure> {
        let (Some(parent), Life::Playing) = (look.places.parent, look.life) else {
            return Ok(());
        };
        let words = Words::of(&look.language);
        let people: Vec<_> = look.seats.values().filter_map(Sitter::person).collect();
        let names: Vec<String> = people.iter().map(|person| format!("<@{person}>")).collect();
        let (names, game) = (names.join(" "), words.game_name(look.game.id()));
        let (text, kind) = match barrier {
            Barrier::Gone => (words.thread_gone(&names, &game), "gone"),
            Barrier::Closed => (words.thread_closed(&names, &game), "closed"),
            // There is no place left to say it.
            Barrier::ThrownOut => return Ok(()),
        };
        let note = Note {
            pings: self.settings.who_is_called(&people),
            ..Note::public(text)
        };
        let nonce = format!("{}-{kind}", look.table);
        let posted = self.sender.post(parent, &nonce, &note).await;
        posted.map(drop).inspect_err(|failure| {
            tracing::warn!(table = %look.table, %failure, "nobody could be told that a thread cannot be reached");
        })
    }

    /// What stands above the panel of a table that is set aside.
    pub fn aside_notice(&self, words: Words, look: &Look) -> Option<String> {
        let barrier = self.keepers.asides.of(&look.table);
        let notice = match barrier.filter(|_| look.life.is_live())? {
            Barrier::Gone => words.place_gone(),
            Barrier::Closed | Barrier::ThrownOut => words.place_closed(),
        };
        Some(notice)
    }
}

async fn remember(table: &Table, change: PlacesChange) {
    if let Err(declined) = table.remember(change).await {
        tracing::warn!(table = %table.id, %declined, "what keeps a table from its place was not remembered");
    }
}

/// Whether the bot may do here what a table needs, as far as Discord tells.
fn may_write(asked: &Asked) -> bool {
    let may = asked.bot_may.unwrap_or_default();
    let speaking = match asked.is_in_thread() {
        true => Permissions::SEND_MESSAGES_IN_THREADS,
        false => Permissions::SEND_MESSAGES,
    };
    let needed = Permissions::VIEW_CHANNEL | Permissions::ATTACH_FILES | speaking;
    may.contains(needed) || may.contains(Permissions::ADMINISTRATOR)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn events_tell_of_places() {
        use PlaceNews::{Changed, Gone, Invited, ThrownOut};
        let locked =
            |is: bool| json!({"id": "5", "thread_metadata": {"locked": is, "archived": true}});
        let (server, channel) = (ServerId::new(5), ChannelId::new(5));
        for (event, told, news) in [
            ("GUILD_DELETE", json!({"id": "5"}), Some(ThrownOut(server))),
            (
                "GUILD_DELETE",
                json!({"id": "5", "unavailable": true}),
                None,
            ),
            (
                "GUILD_CREATE",
                json!({"id": "5", "unavailable": false}),
                Some(Invited(server)),
            ),
            (
                "GUILD_CREATE",
                json!({"id": "5", "unavailable": true}),
                None,
            ),
            (
                "GUILD_ROLE_UPDATE",
                json!({"guild_id": "5"}),
                Some(Invited(server)),
            ),
            (
                "GUILD_MEMBER_UPDATE",
                json!({"guild_id": "5"}),
                Some(Invited(server)),
            ),
            ("CHANNEL_DELETE", json!({"id": "5"}), Some(Gone(channel))),
            ("THREAD_DELETE", json!({"id": "5"}), Some(Gone(channel))),
            ("CHANNEL_UPDATE", json!({"id": "5"}), Some(Changed(channel))),
            ("THREAD_UPDATE", locked(false), Some(Changed(channel))),
            ("THREAD_UPDATE", locked(true), None),
            ("MESSAGE_DELETE", json!({"id": "5"}), None),
            ("CHANNEL_DELETE", json!({"id": 5}), None),
            ("CHANNEL_DELETE", json!([]), None),
            ("GUILD_DELETE", Value::Null, None),
        ] {
            let news: Vec<_> = news.into_iter().collect();
            assert_eq!(PlaceNews::read(event, &told), news, "{event} {told}");
        }
        let one = json!({"guild_id": "5", "channel_ids": ["5", "6", 7], "threads": []});
        let whole = json!({"guild_id": "5", "threads": []});
        for (told, news) in [
            (one, vec![Changed(channel), Changed(ChannelId::new(6))]),
            (whole, vec![Invited(server)]),
        ] {
            assert_eq!(PlaceNews::read("THREAD_LIST_SYNC", &told), news, "{told}");
        }
    }
}
