//! What every table of a hall shares: the store, the clock, the news, and the list of tables.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{broadcast, mpsc, watch};

use super::affairs::Affairs;
use super::lines::Lines;
use super::shares::{Lately, Seating, Sharers, Shares, opens_again_at, places, room_for};
use super::thinking::Thinkers;
use super::tidy::Heard;
use super::unshown::Noted;
use super::{
    ChannelId, Clock, Declined, Life, Moment, News, Opening, PersonId, Revision, ServerId, Shared,
    Sharer, Table, TableId,
};
use crate::store::{NotWritten, ServerSettings, Store};

/// What a table's task needs of the hall, one for all tables. It does not keep the hall alive.
pub(super) struct House {
    pub store: Store,
    pub clock: Clock,
    /// When this process began with its tables.
    pub began_at: Moment,
    pub pace: Duration,
    pub news: Arc<Newsroom>,
    pub cards: Weak<Cards>,
    /// Whose ends are not shown yet, as the database says.
    pub noted: Noted,
    pub lines: Lines,
    pub thinkers: Thinkers,
    pub heard: Heard,
    /// Turns true, or loses its sender, when the hall closes.
    pub stop: watch::Receiver<bool>,
    /// Each task holds one: the hall waits for the last when it closes.
    pub running: mpsc::WeakSender<Infallible>,
}

impl House {
    /// Notes that the process lives, and until when people were reached; so also whether the disk takes something.
    pub(super) async fn alive(&self) -> Result<(), NotWritten> {
        self.store.alive(self.lines.reached_until()).await
    }

    /// Whether games with stakes are played for units there.
    pub(super) async fn has_units(&self, server: Option<ServerId>) -> Result<bool, Declined> {
        Ok(self.wanted_by(server).await?.has_units())
    }

    /// What a server wants; nothing outside servers. Where that is not known nothing is opened that it may not want.
    pub(super) async fn wanted_by(
        &self,
        server: Option<ServerId>,
    ) -> Result<ServerSettings, Declined> {
        let Some(server) = server else {
            return Ok(ServerSettings::default());
        };
        let said = self.store.said_in_server(server).await;
        said.map_err(|error| {
            tracing::warn!(%error, "what a server wants cannot be read");
            Declined::DiskRefused
        })
    }
}

/// Where news goes out.
pub(super) struct Newsroom {
    sender: broadcast::Sender<News>,
    /// How much was told. Held while something is told, so that numbers stand in the order of the news.
    told: Mutex<u64>,
}

impl Newsroom {
    /// Keeps so much news for receivers that are slow.
    pub(super) fn new(kept: usize) -> Self {
        Self {
            sender: broadcast::Sender::new(kept),
            told: Mutex::default(),
        }
    }

    /// Whoever shows this table should look again.
    pub(super) fn tell(&self, table: TableId, revision: Revision) {
        let mut told = self.counted();
        *told += 1;
        // Nobody listens: nobody needs to know.
        let _ = self.sender.send(News {
            table,
            revision,
            number: *told,
        });
    }

    /// The number of the last news.
    pub(super) fn told(&self) -> u64 {
        *self.counted()
    }

    /// What is told from now on.
    pub(super) fn subscribe(&self) -> broadcast::Receiver<News> {
        self.sender.subscribe()
    }

    fn counted(&self) -> MutexGuard<'_, u64> {
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A part of Discord in which tables stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Area {
    /// A server.
    Server(ServerId),
    /// A channel with its threads, or a thread.
    Channel(ChannelId),
}

/// A table and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Whereabouts {
    /// Which table.
    pub table: TableId,
    /// The channel or thread.
    pub channel: ChannelId,
    /// The channel whose thread it is; `None` if the table stands in a channel.
    pub parent: Option<ChannelId>,
    /// The server in which it stands.
    pub server: Option<ServerId>,
}

/// What the hall knows of a table without asking it.
pub(super) struct Card {
    pub table: Table,
    pub server: Option<ServerId>,
    pub channel: ChannelId,
    pub parent: Option<ChannelId>,
    pub opened_at: Moment,
    pub people: Vec<PersonId>,
    /// Everybody whom a look at it may name.
    pub known: Vec<PersonId>,
    /// For whom it counts.
    pub sharers: Sharers,
    pub life: Life,
    pub is_live: bool,
}

impl Card {
    pub(super) fn new(table: Table, affairs: &Affairs) -> Self {
        Self {
            table,
            server: affairs.fixed.server,
            channel: affairs.fixed.channel,
            parent: affairs.fixed.parent,
            opened_at: affairs.fixed.opened_at,
            people: affairs.people().map(|(_, person)| person).collect(),
            known: affairs.known(),
            sharers: Sharers::of_table(affairs),
            life: affairs.life,
            is_live: affairs.life.is_live(),
        }
    }

    /// Whether the table stands in one of these servers.
    pub(super) fn is_in_one_of(&self, servers: &HashSet<ServerId>) -> bool {
        self.server.is_some_and(|server| servers.contains(&server))
    }
}

/// A place that is kept for a table about to be opened. Dropped, it is free again.
pub struct Claim {
    cards: Arc<Cards>,
    number: u64,
}

impl Drop for Claim {
    fn drop(&mut self) {
        self.cards.list().claims.remove(&self.number);
    }
}

/// A seat that is kept for somebody who is about to sit down. Dropped, it counts no longer.
pub(super) struct SeatClaim {
    cards: Arc<Cards>,
    number: u64,
}

impl Drop for SeatClaim {
    fn drop(&mut self) {
        self.cards.list().seats.remove(&self.number);
    }
}

/// The list of tables. The lock is held for a look or a change, never across a wait.
pub(super) struct Cards {
    list: Mutex<List>,
    /// At how many tables one person sits at once.
    most_seats: usize,
    /// Which servers have thrown the bot out.
    lines: Lines,
}

#[derive(Default)]
struct List {
    cards: HashMap<TableId, Card>,
    /// How many of them are in each server that has any: most servers have none, and of all of them Discord tells much.
    in_servers: HashMap<ServerId, usize>,
    /// Channels in which a table is being opened, with its id.
    opening: HashMap<ChannelId, TableId>,
    /// Which tables that ended are played once more, and at which.
    again: HashMap<TableId, TableId>,
    /// What is being opened, by the numbers of the claims.
    claims: HashMap<u64, Sharers>,
    /// Who is about to sit down where, by the same numbers.
    seats: HashMap<u64, Seating>,
    /// The lobbies that ended without a game. Each was claimed, and with every claim those of long ago go.
    unstarted: HashMap<TableId, Lately>,
    /// The tables that were opened, and so long ago at the most.
    opened: HashMap<TableId, Lately>,
    last_claim: u64,
}

impl List {
    fn put(&mut self, card: Card) {
        let server = card.server;
        let before = self.cards.insert(card.table.id.clone(), card);
        if let (None, Some(server)) = (before, server) {
            *self.in_servers.entry(server).or_default() += 1;
        }
    }

    fn take(&mut self, id: &TableId) {
        let server = self.cards.remove(id).and_then(|card| card.server);
        let Some(server) = server else { return };
        if let Some(count) = self.in_servers.get_mut(&server) {
            *count -= 1;
            if *count == 0 {
                self.in_servers.remove(&server);
            }
        }
    }

    /// Of those who press *Rematch* one opens a table, and the others find it, as long as it lives.
    fn check_again(&self, opening: &Opening) -> Result<(), Declined> {
        let ended = opening.again.as_ref();
        match ended.and_then(|ended| self.again.get(&ended.table)) {
            Some(table) if self.is_open(table) => Err(Declined::PlayedAgain {
                table: table.clone(),
            }),
            Some(_) | None => Ok(()),
        }
    }

    /// So there are never more than there are open tables.
    fn forget_again(&mut self) {
        let mut again = std::mem::take(&mut self.again);
        again.retain(|_, table| self.is_open(table));
        self.again = again;
    }

    /// Notes a lobby that has ended without a game: as it ended first, whoever is forgotten there later.
    fn note_unstarted(&mut self, affairs: &Affairs) {
        if let Some(unstarted) = Lately::unstarted(affairs) {
            let id = affairs.fixed.id.clone();
            self.unstarted.entry(id).or_insert(unstarted);
        }
    }

    /// Whether somebody may open one table more so soon after others.
    fn check_lately(
        &mut self,
        opener: PersonId,
        shares: &Shares,
        clock: &Clock,
    ) -> Result<(), Declined> {
        let now = clock.now();
        for noted in [&mut self.unstarted, &mut self.opened] {
            noted.retain(|_, lately| lately.is_lately(now));
        }
        let opening = self.claims.values().filter(|claim| claim.opener == opener);
        let (unstarted, opened) = (self.unstarted.values(), self.opened.values());
        let most = shares.unstarted;
        if let Some(again_at) = opens_again_at(most, opener, unstarted, 0, clock) {
            return Err(Declined::EndedTooOften { most, again_at });
        }
        let most = shares.most_opened();
        match opens_again_at(most, opener, opened, opening.count(), clock) {
            Some(again_at) => Err(Declined::OpenedTooOften { most, again_at }),
            None => Ok(()),
        }
    }

    /// Whether somebody may have one seat more, at this table or at one that is being opened, in this server. Those in servers
    /// that have thrown the bot out do not count.
    fn check_seats(
        &self,
        person: PersonId,
        at: Option<&TableId>,
        server: Option<ServerId>,
        most: usize,
        thrown_out: &HashSet<ServerId>,
    ) -> Result<(), Declined> {
        let is_other = |table: &TableId| Some(table) != at;
        let sits = |card: &&Card| {
            card.is_live && card.people.contains(&person) && is_other(&card.table.id)
        };
        let in_reach = |card: &&Card| !card.is_in_one_of(thrown_out);
        let sitting = self.cards.values().filter(sits).filter(in_reach);
        let opening = self.claims.values().filter(|claim| claim.opener == person);
        // Who has just sat down still holds the place that was kept for that: it counts once.
        let sits_there = |table: &TableId| self.cards.get(table).is_some_and(|card| sits(&card));
        let claims = |seat: &&Seating| {
            seat.person == person && is_other(&seat.table) && !sits_there(&seat.table)
        };
        let claimed = self.seats.values().filter(claims);
        if sitting.clone().count() + opening.count() + claimed.count() < most {
            return Ok(());
        }
        let (channels, elsewhere) = places(sitting, server);
        Err(Declined::ShareUsed {
            shared: Shared::Seats,
            sharer: Sharer::Person,
            most,
            channels,
            elsewhere,
        })
    }

    fn next_number(&mut self) -> u64 {
        self.last_claim += 1;
        self.last_claim
    }

    fn is_open(&self, table: &TableId) -> bool {
        let is_live = self.cards.get(table).is_some_and(|card| card.is_live);
        is_live || self.opening.values().any(|opening| opening == table)
    }
}

impl Cards {
    /// No table yet; one person has so many seats at once.
    pub(super) fn new(most_seats: usize, lines: Lines) -> Self {
        Self {
            list: Mutex::default(),
            most_seats,
            lines,
        }
    }

    /// From now on the table counts, and the claim no longer.
    pub(super) fn insert(&self, table: Table, affairs: &Affairs, claim: Option<&Claim>) {
        let card = Card::new(table, affairs);
        let mut list = self.list();
        list.note_unstarted(affairs);
        let (id, opened) = (card.table.id.clone(), Lately::opened(affairs));
        list.opened.entry(id).or_insert(opened);
        list.opening.remove(&card.channel);
        if let Some(claim) = claim {
            list.claims.remove(&claim.number);
        }
        // After a restart it is found again by those who press *Rematch*.
        if let Some(ended) = affairs.fixed.again.clone().filter(|_| card.is_live) {
            list.again.insert(ended, card.table.id.clone());
        }
        list.put(card);
    }

    /// A table has changed.
    pub(super) fn update(&self, affairs: &Affairs) {
        let mut list = self.list();
        list.note_unstarted(affairs);
        if let Some(card) = list.cards.get_mut(&affairs.fixed.id) {
            *card = Card::new(card.table.clone(), affairs);
        }
    }

    pub(super) fn remove(&self, id: &TableId) {
        self.list().take(id);
    }

    pub(super) fn get(&self, id: &TableId) -> Option<Table> {
        Some(self.list().cards.get(id)?.table.clone())
    }

    pub(super) fn is_live(&self, id: &TableId) -> bool {
        self.list().cards.get(id).is_some_and(|card| card.is_live)
    }

    /// The tables whose cards are like that, in the order of their ids.
    pub(super) fn find(&self, is_meant: impl Fn(&Card) -> bool) -> Vec<Table> {
        let list = self.list();
        let meant = list.cards.values().filter(|card| is_meant(card));
        let mut tables: Vec<Table> = meant.map(|card| card.table.clone()).collect();
        tables.sort_unstable_by(|a, b| a.id.cmp(&b.id));
        tables
    }

    /// The servers in which tables live.
    pub(super) fn servers(&self) -> HashSet<ServerId> {
        let list = self.list();
        let live = list.cards.values().filter(|card| card.is_live);
        live.filter_map(|card| card.server).collect()
    }

    /// The server of a channel or thread in which a table stands, or of one above it.
    pub(super) fn server_at(&self, channel: ChannelId) -> Option<ServerId> {
        let list = self.list();
        let stands_there = |card: &&Card| card.channel == channel || card.parent == Some(channel);
        list.cards.values().find(stands_there)?.server
    }

    /// Something has become of a server: its tables look, and no others.
    pub(super) fn heed(&self, server: ServerId) {
        let list = self.list();
        if list.in_servers.contains_key(&server) {
            let cards = list.cards.values();
            let there = cards.filter(|card| card.server == Some(server));
            there.for_each(|card| card.table.heeds());
        }
    }

    /// The table in this channel that was set aside; of several the one that was opened last.
    pub(super) fn set_aside_in(&self, channel: ChannelId) -> Option<Table> {
        let list = self.list();
        let is_meant =
            |card: &&Card| card.channel == channel && matches!(card.life, Life::SetAside(_));
        let aside = list.cards.values().filter(is_meant);
        let last = aside.max_by_key(|card| card.opened_at)?;
        Some(last.table.clone())
    }

    /// Where the live tables are at which a person sits.
    pub(super) fn channels_of(&self, person: PersonId) -> Vec<ChannelId> {
        let list = self.list();
        let cards = list.cards.values();
        let theirs = cards.filter(|card| card.is_live && card.people.contains(&person));
        let mut channels: Vec<ChannelId> = theirs.map(|card| card.channel).collect();
        channels.sort_unstable();
        channels
    }

    /// Where the tables stand in a part of Discord, in the order of their ids.
    pub(super) fn whereabouts(&self, area: Area) -> Vec<Whereabouts> {
        let list = self.list();
        if let Area::Server(server) = area
            && !list.in_servers.contains_key(&server)
        {
            return Vec::new();
        }
        let is_meant = |card: &&Card| match area {
            Area::Server(server) => card.server == Some(server),
            Area::Channel(channel) => card.channel == channel || card.parent == Some(channel),
        };
        let meant = list.cards.values().filter(is_meant);
        let mut whereabouts: Vec<Whereabouts> = meant
            .map(|card| Whereabouts {
                table: card.table.id.clone(),
                channel: card.channel,
                parent: card.parent,
                server: card.server,
            })
            .collect();
        whereabouts.sort_unstable_by(|a, b| a.table.cmp(&b.table));
        whereabouts
    }

    /// Keeps a place for a table, if it is within all shares.
    pub(super) fn claim(
        self: &Arc<Self>,
        opening: &Opening,
        shares: &Shares,
        clock: &Clock,
    ) -> Result<Claim, Declined> {
        let out = self.lines.thrown_out();
        let mut list = self.list();
        list.check_again(opening)?;
        let wanted = Sharers::of(opening);
        let (cards, claims) = (list.cards.values(), list.claims.values());
        room_for(shares, &wanted, cards, claims, &out)?;
        list.check_seats(wanted.opener, None, wanted.server, self.most_seats, &out)?;
        list.check_lately(wanted.opener, shares, clock)?;
        let number = list.next_number();
        list.claims.insert(number, wanted);
        Ok(Claim {
            cards: Arc::clone(self),
            number,
        })
    }

    /// Keeps a seat for somebody who is about to sit down at a table, if they may sit at one more.
    pub(super) fn claim_seat(
        self: &Arc<Self>,
        person: PersonId,
        table: &TableId,
    ) -> Result<SeatClaim, Declined> {
        let out = self.lines.thrown_out();
        let mut list = self.list();
        let card = list.cards.get(table);
        let server = card.and_then(|card| card.server);
        // Whoever sits there gets no other seat, and reads so.
        if !card.is_some_and(|card| card.people.contains(&person)) {
            list.check_seats(person, Some(table), server, self.most_seats, &out)?;
        }
        let number = list.next_number();
        let table = table.clone();
        list.seats.insert(number, Seating { person, table });
        Ok(SeatClaim {
            cards: Arc::clone(self),
            number,
        })
    }

    /// Keeps a channel for a table that is being opened.
    pub(super) fn reserve(&self, opening: &Opening, id: &TableId) -> Result<(), Declined> {
        let mut list = self.list();
        let channel = opening.channel;
        list.check_again(opening)?;
        let live = list
            .cards
            .values()
            .find(|card| card.is_live && card.channel == channel)
            .map(|card| &card.table.id);
        if let Some(table) = live.or_else(|| list.opening.get(&channel)) {
            let table = table.clone();
            return Err(Declined::ChannelBusy { table });
        }
        list.opening.insert(channel, id.clone());
        if let Some(ended) = &opening.again {
            list.forget_again();
            list.again.insert(ended.table.clone(), id.clone());
        }
        Ok(())
    }

    /// The table was not opened after all.
    pub(super) fn release(&self, channel: ChannelId) {
        self.list().opening.remove(&channel);
    }

    fn list(&self) -> MutexGuard<'_, List> {
        // Nothing is left half-done when a holder falls over.
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::broadcast::error::TryRecvError;

    use super::*;
    use crate::tables::hall::NEWS;

    #[test]
    fn so_much_news_is_kept_and_whoever_is_further_behind_is_told_so() {
        let newsroom = Newsroom::new(NEWS);
        let mut slow = newsroom.subscribe();
        let table: TableId = "aaaaaaaa".parse().expect("an id");
        let missed = 7;
        for revision in 1..=(NEWS + missed) as u64 {
            newsroom.tell(table.clone(), Revision::new(revision));
        }
        assert_eq!(newsroom.sender.len(), NEWS);
        let lag = slow.try_recv().expect_err("it missed some");
        assert_eq!(lag, TryRecvError::Lagged(missed as u64));
        for number in missed + 1..=NEWS + missed {
            let news = slow.try_recv().expect("what is kept");
            assert_eq!(news.number, number as u64);
        }
        let last = slow.try_recv().expect_err("nothing is left");
        assert_eq!(last, TryRecvError::Empty);
    }
}
