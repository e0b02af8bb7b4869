//! All tables: opening them, finding them, and bringing them back after a restart.

mod strays;

use std::collections::HashSet;
use std::convert::Infallible;
use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use futures::FutureExt;
use futures::stream::{self, StreamExt, TryStreamExt};
use tokio::sync::{broadcast, mpsc, watch};

use super::affairs::{Affairs, Fixed};
use super::change::{Cause, Change, Step};
use super::desk;
use super::guard;
use super::house::{Area, Cards, Claim, House, Newsroom, Whereabouts};
use super::lines::Lines;
use super::placing::tell_places;
use super::restore::{Restored, entry_of, row_of};
use super::thinking::Thinkers;
use super::tidy::{Heard, Retention, keep_tidy};
use super::unshown::Noted;
use super::waking::{tell_of_clock, to_reopen};
use super::{
    Aside, ChannelId, Clock, Declined, Life, Look, Moment, News, Opening, PersonId, PressId,
    ServerId, Shares, Table, TableId,
};
use crate::computers::Level;
use crate::rules::Seat;
use crate::rules::chance::Secret;
use crate::store::{Failure, Known, NotWritten, PlaceRow, Store, StrayThread, Woken, Written};

/// How the tables of a hall behave.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HallSettings {
    /// The least time between a visible move and a computer's; zero in load and tests.
    pub pace: Duration,
    /// How many tables may be open at once.
    pub shares: Shares,
    /// How long journals of tables that have ended stay as they are.
    pub retention: Retention,
}

impl Default for HallSettings {
    fn default() -> Self {
        Self {
            pace: Duration::from_secs(1),
            shares: Shares::default(),
            retention: Retention::default(),
        }
    }
}

/// All tables. Copies are handles to the same hall; with the last one all tasks end.
#[derive(Clone)]
pub struct Hall(Arc<Inner>);

struct Inner {
    house: Arc<House>,
    cards: Arc<Cards>,
    shares: Shares,
    retention: Retention,
    stop: watch::Sender<bool>,
    /// Closes when the last task has ended.
    ended: tokio::sync::Mutex<mpsc::Receiver<Infallible>>,
    /// What processes before this one have left.
    stray_threads: std::sync::Mutex<Vec<StrayThread>>,
    /// The hall's own part of what the tasks hold, given up when it closes.
    running: std::sync::Mutex<Option<mpsc::Sender<Infallible>>>,
}

/// Receivers that fall so far behind look at everything again.
pub(super) const NEWS: usize = 1024;

/// How often the store notes that the process lives.
const ALIVE: Duration = Duration::from_secs(10);

/// Tasks end within this real time when the hall closes; the disk's own limit is well below.
const CLOSING: Duration = Duration::from_secs(10);

/// A finished table offers a rematch for so long.
pub const REMATCH: Duration = Duration::from_secs(24 * 60 * 60);

/// So many tables are read together at a restart.
const TOGETHER: usize = 32;

/// Another table with the same random id is so unlikely that more tries mean something else.
const IDS_TRIED: u32 = 3;

impl Hall {
    /// Starts, or restarts: every lobby and unfinished game lives again, and whoever has the hall reaches them. Tests and benches
    /// call it, where nobody can be cut off; the bot calls [`Hall::reopen_unreached`].
    ///
    /// # Errors
    ///
    /// The database cannot be read, or not be written.
    pub async fn reopen(
        store: Store,
        clock: Clock,
        settings: HallSettings,
    ) -> Result<Self, Failure> {
        Self::reopen_with(store, clock, settings, |_| {}).await
    }

    /// The same for people who come by [lines](Self::lines) that are still to be opened: until then their clocks stand, while
    /// the first tables live again and the last are still read, too.
    pub async fn reopen_unreached(
        store: Store,
        clock: Clock,
        settings: HallSettings,
    ) -> Result<Self, Failure> {
        Self::reopen_with(store, clock, settings, |lines| lines.are(1)).await
    }

    /// What is done with the lines is done before the first table lives.
    async fn reopen_with(
        store: Store,
        clock: Clock,
        settings: HallSettings,
        prepare: fn(&Lines),
    ) -> Result<Self, Failure> {
        let now = clock.now();
        let Woken {
            reached_until,
            outages,
        } = store.wake(now).await?;
        tell_of_clock(reached_until, now);
        let stray_threads = store.stray_threads().await.unwrap_or_else(|error| {
            tracing::warn!(%error, "left-over threads cannot be read");
            Vec::new()
        });
        let (stop, stopped) = watch::channel(false);
        let (running, ended) = mpsc::channel(1);
        let lines = Lines::new(store.clone(), clock.clone(), stopped.clone(), outages, now);
        let cards = Arc::new(Cards::new(settings.shares.most_seats(), lines.clone()));
        lines.concern(&cards);
        prepare(&lines);
        let house = Arc::new(House {
            store,
            clock,
            began_at: now,
            pace: settings.pace,
            news: Arc::new(Newsroom::new(NEWS)),
            cards: Arc::downgrade(&cards),
            noted: Noted::default(),
            lines,
            thinkers: Thinkers::default(),
            heard: Heard::default(),
            stop: stopped,
            running: running.downgrade(),
        });
        let hall = Self(Arc::new(Inner {
            house,
            cards,
            shares: settings.shares,
            retention: settings.retention,
            stop,
            ended: tokio::sync::Mutex::new(ended),
            // Before anybody can ask for one of this process.
            stray_threads: std::sync::Mutex::new(stray_threads),
            running: std::sync::Mutex::new(Some(running)),
        }));
        // Whoever asked for it before a crash: no table is read with them.
        if let Err(failure) = hall.0.house.store.forget_on().await {
            tracing::warn!(%failure, "somebody is not forgotten yet; later once more");
        }
        tokio::spawn(hall.lines().beat());
        let tables = to_reopen(&hall.0.house, reached_until).await?;
        hall.revive(&tables).await?;
        tokio::spawn(note_alive(Arc::clone(&hall.0.house)));
        tokio::spawn(hall.lines().tell());
        tokio::spawn(hall.lines().watch_outgoing());
        tokio::spawn(tell_places(Arc::clone(&hall.0.house)));
        tokio::spawn(keep_tidy(Arc::clone(&hall.0.house), settings.retention));
        Ok(hall)
    }

    /// Brings the tables back in their order, some together, as many of those side by side as there are processors.
    async fn revive(&self, tables: &[TableId]) -> Result<(), Failure> {
        let house = &self.0.house;
        let processors = std::thread::available_parallelism().map_or(1, NonZero::get);
        let revived = tables.chunks(TOGETHER).map(|ids| guard::revive(house, ids));
        let mut revived = stream::iter(revived).buffered(processors);
        let mut is_damaged = false;
        while let Some(some) = revived.try_next().await? {
            is_damaged |= some.is_damaged;
            for restored in some.tables {
                self.keep(restored, None);
            }
        }
        if is_damaged {
            house.store.examine().await;
        }
        Ok(())
    }

    /// The lines by which people come: one that is open, unless somebody who serves them says what there is.
    pub fn lines(&self) -> Lines {
        self.0.house.lines.clone()
    }

    /// It is at least that late by Discord's clock: what cannot be undone goes by that as well.
    pub fn hears_time(&self, at: Moment) {
        self.0.house.heard.hears(at);
    }

    /// How many tables may be open at once.
    pub fn shares(&self) -> Shares {
        self.0.shares
    }

    /// Keeps a place for a table, or says what is in its way: before anything of it is shown in public.
    pub async fn claim(&self, opening: &Opening) -> Result<Claim, Declined> {
        opening.check()?;
        let wanted = self.0.house.wanted_by(opening.server).await?.most_tables;
        let most = wanted.and_then(|most| usize::try_from(most).ok());
        let shares = self.0.shares.in_server(most);
        let claim = self.0.cards.claim(opening, &shares, &self.0.house.clock)?;
        // A disk that refuses now would refuse the table as well, when there is a thread for it already.
        match self.0.house.alive().await {
            Err(NotWritten::Refused) => Err(Declined::DiskRefused),
            Ok(()) | Err(NotWritten::Taken | NotWritten::Unknown) => Ok(claim),
        }
    }

    /// Opens a table; the host sits on the first seat, computers on the last ones.
    pub async fn open(&self, opening: Opening) -> Result<Look, Declined> {
        let claim = self.claim(&opening).await?;
        self.open_claimed(opening, claim).await
    }

    /// Opens a table for which a place was kept.
    pub async fn open_claimed(&self, opening: Opening, claim: Claim) -> Result<Look, Declined> {
        let hall = self.clone();
        // A task of its own: whoever stops waiting must not leave a table that is on the disk and nowhere else.
        tokio::spawn(async move {
            let opening = hall.at_stake(opening).await?;
            hall.open_now(opening, &claim).await
        })
        .await
        .unwrap_or(Err(Declined::Unsure))
    }

    /// The same table, for nothing where the server plays without units.
    async fn at_stake(&self, opening: Opening) -> Result<Opening, Declined> {
        match opening.options.without_stakes() {
            Some(options) if !self.0.house.has_units(opening.server).await? => {
                Ok(Opening { options, ..opening })
            }
            _ => Ok(opening),
        }
    }

    async fn open_now(&self, opening: Opening, claim: &Claim) -> Result<Look, Declined> {
        for _ in 0..IDS_TRIED {
            let id = TableId::from_system().map_err(|_| Declined::NoRandomness)?;
            self.0.cards.reserve(&opening, &id)?;
            let opened = self.write_opening(id, &opening, claim).await;
            self.0.cards.release(opening.channel);
            if let Some(look) = opened? {
                return Ok(look);
            }
        }
        Err(Declined::NoRandomness)
    }

    /// A new table like one that has finished, in the same place unless it is opened elsewhere. Whoever asks must have played
    /// there, and is its host.
    pub async fn rematch(
        &self,
        id: &TableId,
        person: PersonId,
        press: PressId,
    ) -> Result<Opening, Declined> {
        let house = &self.0.house;
        let Some(Restored { affairs, .. }) = guard::read_ended(house, id).await else {
            return Err(self.why_none(id).await);
        };
        let until = affairs.last_step_at.plus(REMATCH);
        if affairs.life != Life::Finished || house.clock.now() > until {
            return Err(Declined::NoRematch);
        }
        if !affairs.all_players().contains(&person) {
            return Err(Declined::DidNotPlay);
        }
        Ok(affairs.once_more(person, press))
    }

    /// A table that has finished, as everybody sees it, as long as its journal is there; `None` for any other.
    pub async fn finished(&self, id: &TableId) -> Option<Look> {
        let house = &self.0.house;
        let Restored {
            affairs, messages, ..
        } = guard::read_ended(house, id).await?;
        let look = affairs.look(None, &messages);
        (look.life == Life::Finished).then(|| Look {
            ahead: house.clock.ahead(),
            ..look
        })
    }

    /// Writes a new table; `None` if its id is taken.
    async fn write_opening(
        &self,
        id: TableId,
        opening: &Opening,
        claim: &Claim,
    ) -> Result<Option<Look>, Declined> {
        let house = &self.0.house;
        let given_back = house.lines.count();
        let fixed = Arc::new(fixed(id, opening, house.clock.now())?);
        let mut step = first_step(opening, fixed.opened_at);
        let row = row_of(&fixed, opening.seats);
        let mut affairs = Affairs::new(fixed, opening.seats)
            .after(&mut step)
            .map_err(|_| Declined::Unsure)?;
        affairs.called = opening.called();
        let entry = entry_of(&affairs, &step, Some(row));
        let table = entry.table.clone();
        match house.store.append(entry).await {
            Ok(Written::Done) => {}
            Ok(Written::Duplicate) | Err(NotWritten::Taken) => return Ok(None),
            Err(NotWritten::Refused) => return Err(Declined::DiskRefused),
            Err(NotWritten::Unknown) => match house.store.step(&table, step.revision).await {
                Ok(Some(_)) => {}
                // Only what is written over it makes certain that no restart finds it.
                Ok(None) if house.alive().await.is_ok() => {
                    return Err(Declined::DiskRefused);
                }
                Ok(None) | Err(_) => return Err(Declined::Unsure),
            },
        }
        let messages = PlaceRow::default();
        let look = affairs.look(Some(opening.host), &messages);
        let opened = Restored {
            desks: desk::from_rows(&[], opening.seats),
            affairs,
            messages,
            presses: [opening.press].into_iter().collect(),
            given_back,
        };
        self.keep(opened, Some(claim));
        house.news.tell(table, look.revision);
        Ok(Some(look))
    }

    /// Gives a table its task.
    fn keep(&self, restored: Restored, claim: Option<&Claim>) {
        let house = &self.0.house;
        let Some(running) = house.running.upgrade() else {
            return;
        };
        let id = restored.affairs.fixed.id.clone();
        let (game, cards) = (restored.affairs.fixed.game(), house.cards.clone());
        let (table, mailbox) = Table::new(id, game, house.stop.clone(), cards);
        self.0.cards.insert(table, &restored.affairs, claim);
        // No `async` block, which would keep what it waits for twice.
        let runs = guard::run(Arc::clone(house), restored, mailbox);
        tokio::spawn(runs.map(move |()| drop(running)));
    }

    /// The table with this id, unless it ended a while ago.
    pub fn table(&self, id: &TableId) -> Option<Table> {
        self.0.cards.get(id)
    }

    /// Why nothing can be done at a table of which there is no [`Hall::table`]: it ended a while ago, or this database has never
    /// known it, for rows of tables stay for ever.
    pub async fn why_none(&self, id: &TableId) -> Declined {
        let house = &self.0.house;
        match house.store.known(id).await {
            Ok(None) => Declined::Unknown,
            Ok(Some(Known::Ended)) => Declined::Gone,
            // The hall closes, or it is there: whoever asks once more is told by itself.
            Ok(Some(Known::Alive)) if *house.stop.borrow() || self.table(id).is_some() => {
                Declined::Busy
            }
            // No more of it reads than that.
            Ok(Some(Known::Alive)) => Declined::SetAside(Aside::Damaged),
            Err(failure) => {
                tracing::warn!(table = %id, %failure, "whether there was a table cannot be read");
                Declined::DiskRefused
            }
        }
    }

    /// The lobby or running game in a channel.
    pub fn in_channel(&self, channel: ChannelId) -> Option<Table> {
        let tables = self
            .0
            .cards
            .find(|card| card.is_live && card.channel == channel);
        tables.into_iter().next()
    }

    /// The table in a channel that was set aside, where none lives: of several the one that was opened last.
    pub fn set_aside_in(&self, channel: ChannelId) -> Option<Table> {
        self.0.cards.set_aside_in(channel)
    }

    /// The live tables in the threads of a channel.
    pub fn in_threads_of(&self, channel: ChannelId) -> Vec<Table> {
        self.0
            .cards
            .find(|card| card.is_live && card.parent == Some(channel))
    }

    /// The live tables in a server (or outside servers) at which a person sits.
    pub fn of_person(&self, server: Option<ServerId>, person: PersonId) -> Vec<Table> {
        self.0
            .cards
            .find(|card| card.is_live && card.server == server && card.people.contains(&person))
    }

    /// The live tables at which a person sits, wherever.
    pub fn everywhere_of(&self, person: PersonId) -> Vec<Table> {
        self.0
            .cards
            .find(|card| card.is_live && card.people.contains(&person))
    }

    /// Somebody was forgotten in the store: tables that have ended and can still be looked at name them no more, nor does a
    /// lobby wait for them. Answers which tables these are, for what shows them.
    pub async fn forgets(&self, person: PersonId) -> Vec<TableId> {
        let known = self.0.cards.find(|card| card.known.contains(&person));
        for table in &known {
            // One that is gone names nobody.
            if let Err(Declined::Busy | Declined::Unsure) = table.forgets(person).await {
                tracing::warn!(table = %table.id, "a table that has ended may name somebody who was forgotten");
            }
        }
        known.into_iter().map(|table| table.id).collect()
    }

    /// Where those tables are.
    pub fn places_of(&self, person: PersonId) -> Vec<ChannelId> {
        self.0.cards.channels_of(person)
    }

    /// How long journals of tables that have ended stay as they are.
    pub fn retention(&self) -> Retention {
        self.0.retention
    }

    /// The tables in a part of Discord: live ones, those set aside, and those that ended lately.
    pub fn whereabouts(&self, area: Area) -> Vec<Whereabouts> {
        self.0.cards.whereabouts(area)
    }

    /// Every table that can be looked at: live ones, those set aside, and those that ended lately.
    pub fn all(&self) -> Vec<Table> {
        self.0.cards.find(|_| true)
    }

    /// Whether this is a lobby or a running game.
    pub fn is_live(&self, table: &TableId) -> bool {
        self.0.cards.is_live(table)
    }

    /// The servers in which there are any.
    pub fn servers(&self) -> HashSet<ServerId> {
        self.0.cards.servers()
    }

    /// How many lobbies and running games there are.
    pub fn live(&self) -> usize {
        self.0.cards.find(|card| card.is_live).len()
    }

    /// What is committed from now on. A receiver that lags looks at everything again.
    pub fn news(&self) -> broadcast::Receiver<News> {
        self.0.house.news.subscribe()
    }

    /// The number of the last news.
    pub fn told(&self) -> u64 {
        self.0.house.news.told()
    }

    /// Stops in order: no new requests, everything written, the file closed.
    pub async fn close(&self) {
        self.0.stop.send_replace(true);
        let mine = self
            .0
            .running
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
            .take();
        drop(mine);
        let mut ended = self.0.ended.lock().await;
        if tokio::time::timeout(CLOSING, ended.recv()).await.is_err() {
            tracing::warn!("some tables did not stop in time; their journals are whole");
        }
        let house = &self.0.house;
        // Not noted: the next start gives back a little more time than was lost.
        let _ = house.alive().await;
        house.store.close().await;
    }
}

fn fixed(id: TableId, opening: &Opening, now: Moment) -> Result<Fixed, Declined> {
    Ok(Fixed {
        id,
        opened_with: opening.options.clone(),
        rules_version: opening.options.game().rules_version().to_owned(),
        level: opening.level,
        preset: opening.preset,
        language: opening.language.clone(),
        server: opening.server,
        channel: opening.channel,
        rated: opening.rated,
        parent: opening.parent,
        own_thread: opening.own_thread,
        again: opening.again.as_ref().map(|again| again.table.clone()),
        secret: Secret::from_system().map_err(|_| Declined::NoRandomness)?,
        opened_at: now,
    })
}

/// The host sits down, and with them the computers they asked for.
fn first_step(opening: &Opening, at: Moment) -> Step {
    let seats = opening.seats;
    let leaves_out = opening.again.as_ref().is_some_and(|again| again.leaves_out);
    let free_seats = leaves_out.then_some(Change::FreeSeats { filled: false });
    let again = opening.again.as_ref().map(|again| &again.seating);
    let host = match again {
        Some(seating) => seating.seat_to_open(opening.host, seats),
        None => Seat::all(1).next(),
    };
    let taken = host.into_iter();
    let taken = taken.flat_map(|seat| [Change::Sat { seat }, Change::Hosts { seat }]);
    let computers: Vec<(Seat, Level)> = match again {
        Some(seating) => seating.computers.clone(),
        None => {
            let last = Seat::all(seats).rev().take(opening.computers);
            last.map(|seat| (seat, opening.level)).collect()
        }
    };
    let computers = computers.into_iter();
    let computers = computers.map(|(seat, level)| Change::Computer { seat, level });
    Step {
        revision: super::Revision::default().next(),
        at,
        cause: Cause::Press,
        actor: host,
        press: Some(opening.press),
        sat: Some(opening.host),
        changes: taken.chain(computers).chain(free_seats).collect(),
    }
}

/// Notes that the process lives, until the hall closes.
async fn note_alive(house: Arc<House>) {
    let mut stop = house.stop.clone();
    loop {
        let next = house.clock.now().plus(ALIVE);
        tokio::select! {
            () = house.clock.reached(next) => {}
            _ = stop.changed() => return,
        }
        if house.alive().await.is_err() {
            // The writer says by itself that the disk refuses, and not every time.
            tracing::debug!("it could not be noted that the process lives");
        }
    }
}
