//! The journals: what is written of a table, and how it is read back.
//!
//! Rows are texts and numbers here; the tables give them their meaning. No `Debug`: they hold racks and secrets.

use super::barrier::Barrier;
use super::desks::{DeskRow, DeskWrite};
use super::id::{ChannelId, MessageId, Moment, PersonId, PressId, Revision, ServerId, TableId};
use super::results::ResultRow;
use super::writer::{Work, Written};
use super::{Failure, NotWritten, Store};
use crate::rules::Seat;
use crate::rules::any::GameId;
use crate::rules::chance::Secret;

/// What is fixed when a table opens, and its places.
#[derive(Clone)]
pub struct TableRow {
    /// Its id.
    pub id: TableId,
    /// Which game.
    pub game: GameId,
    /// The version of the game's rules: part of the seal.
    pub rules_version: String,
    /// The house rules, as JSON.
    pub options: String,
    /// How many seats it opened with.
    pub seats: usize,
    /// How well computers play that fill seats.
    pub level: String,
    /// How long a turn may last.
    pub preset: String,
    /// The language of its public words.
    pub language: String,
    /// Its secret.
    pub secret: Secret,
    /// The server.
    pub server: Option<ServerId>,
    /// The channel, or the thread.
    pub channel: ChannelId,
    /// The channel whose thread it is.
    pub parent: Option<ChannelId>,
    /// The board.
    pub board: Option<MessageId>,
    /// The board before it, as long as it stands.
    pub former: Option<MessageId>,
    /// The lobby's message.
    pub lobby: Option<MessageId>,
    /// The message that the game begins.
    pub start: Option<MessageId>,
    /// The ping.
    pub ping: Option<MessageId>,
    /// Why its people were told that its place cannot be reached; `None` if it can.
    pub barrier: Option<Barrier>,
    /// Whether its result counts for the leaderboard if two people or more play.
    pub rated: bool,
    /// When it opened.
    pub opened_at: Moment,
}

/// One accepted change of a table.
#[derive(Clone, PartialEq)]
pub struct StepRow {
    /// Its number.
    pub revision: Revision,
    /// The version of its stored form.
    pub format: u32,
    /// What caused it, in one word.
    pub cause: String,
    /// The seat that caused it.
    pub actor: Option<Seat>,
    /// The interaction that caused it.
    pub press: Option<PressId>,
    /// What changed, as JSON.
    pub changes: String,
    /// When.
    pub at: Moment,
}

/// Somebody sat down with a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sat {
    /// Where.
    pub seat: Seat,
    /// With which step.
    pub from: Revision,
    /// Who.
    pub person: PersonId,
}

/// All that one step writes, in one transaction.
pub struct Entry {
    /// Whose step.
    pub table: TableId,
    /// The table itself, with its first step.
    pub opening: Option<TableRow>,
    /// The step.
    pub step: StepRow,
    /// Who sat down with it.
    pub sat: Option<Sat>,
    /// The message that the game begins, known with it.
    pub start: Option<MessageId>,
    /// Whether the table's life ends with it.
    pub ends: bool,
    /// What the game was for its people, with the last step.
    pub results: Vec<ResultRow>,
    /// The desks that change with it.
    pub desks: Vec<DeskWrite>,
}

impl Entry {
    /// Nothing is written but the step.
    pub(super) fn is_plain(&self) -> bool {
        let alone = self.opening.is_none() && self.sat.is_none() && self.start.is_none();
        alone && !self.ends && self.results.is_empty() && self.desks.is_empty()
    }
}

/// Messages of a table, to be remembered as a whole, and what keeps the bot from them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlaceRow {
    /// The board.
    pub board: Option<MessageId>,
    /// The board before it, as long as it stands.
    pub former: Option<MessageId>,
    /// The lobby's message.
    pub lobby: Option<MessageId>,
    /// The ping.
    pub ping: Option<MessageId>,
    /// Why its people were told that its place cannot be reached; `None` if it can.
    pub barrier: Option<Barrier>,
}

/// A ping of a table that has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrayPing {
    /// Whose ping.
    pub table: TableId,
    /// Where it stands.
    pub channel: ChannelId,
    /// The ping.
    pub message: MessageId,
    /// What is to be remembered once it is gone.
    pub without_ping: PlaceRow,
}

/// A table with its whole journal.
pub struct StoredTable {
    /// What is fixed.
    pub row: TableRow,
    /// Its steps in their order.
    pub steps: Vec<StepRow>,
    /// Who sat down when.
    pub sat: Vec<Sat>,
    /// What belongs to the owners of its seats.
    pub desks: Vec<DeskRow>,
}

impl Store {
    /// Writes a step; it is on the disk when this says so.
    pub async fn append(&self, entry: Entry) -> Result<Written, NotWritten> {
        self.write(Work::Step(Box::new(entry))).await
    }

    /// Writes where a table's messages stand.
    pub async fn remember(&self, table: TableId, places: PlaceRow) -> Result<(), NotWritten> {
        self.write(Work::Places(table, places)).await.map(drop)
    }

    /// Notes that the process lives.
    pub async fn alive(&self, now: Moment) -> Result<(), NotWritten> {
        self.write(Work::Alive(now)).await.map(drop)
    }

    /// Notes when no process ran before `now`, and gives all such spans that may still matter.
    pub async fn wake(&self, now: Moment) -> Result<Vec<(Moment, Moment)>, Failure> {
        let last = sqlx::query_scalar!("select alive_at from process where id = 1")
            .fetch_optional(&self.0.readers)
            .await?
            .map(Moment::from_row);
        let outage = last.filter(|last| *last < now).map(|last| (last, now));
        // Not noted: the deadlines of this run are right all the same, for it is in the answer.
        let _ = self.write(Work::Wake(outage, now)).await;
        let rows = sqlx::query!("select began_at, ended_at from outages order by began_at")
            .fetch_all(&self.0.readers)
            .await?;
        let mut spans: Vec<_> = rows
            .into_iter()
            .map(|row| {
                (
                    Moment::from_row(row.began_at),
                    Moment::from_row(row.ended_at),
                )
            })
            .collect();
        if let Some(outage) = outage.filter(|outage| !spans.contains(outage)) {
            spans.push(outage);
        }
        Ok(spans)
    }

    /// Every table whose life has not ended, the oldest first.
    pub async fn live_tables(&self) -> Result<Vec<TableId>, Failure> {
        let ids = sqlx::query_scalar!(
            "select id from tables where ended_at is null order by opened_at, id"
        )
        .fetch_all(&self.0.readers)
        .await?;
        ids.into_iter()
            .map(|id| id.parse().map_err(|_| unreadable("tables")))
            .collect()
    }

    /// Every table whose life has ended since then, the oldest first; of those that could not be shown in their place,
    /// which may open again, every one that ended since `barred`.
    pub async fn tables_ended_since(
        &self,
        since: Moment,
        barred: Moment,
    ) -> Result<Vec<TableId>, Failure> {
        let (since, barred) = (since.to_row(), barred.to_row());
        let ids = sqlx::query_scalar!(
            "select id from tables
             where ended_at >= ? or (ended_at >= ? and barrier is not null and barrier <> 'gone')
             order by opened_at, id",
            since,
            barred
        )
        .fetch_all(&self.0.readers)
        .await?;
        ids.into_iter()
            .map(|id| id.parse().map_err(|_| unreadable("tables")))
            .collect()
    }

    /// The pings of tables that have ended.
    pub async fn stray_pings(&self) -> Result<Vec<StrayPing>, Failure> {
        let rows = sqlx::query!(
            r#"select id, channel, board, former, lobby, barrier, ping as "ping!" from tables
               where ping is not null and ended_at is not null"#
        )
        .fetch_all(&self.0.readers)
        .await?;
        rows.into_iter()
            .map(|row| {
                Ok(StrayPing {
                    table: row.id.parse().map_err(|_| unreadable("tables"))?,
                    channel: ChannelId::from_row(row.channel),
                    message: MessageId::from_row(row.ping),
                    without_ping: PlaceRow {
                        board: row.board.map(MessageId::from_row),
                        former: row.former.map(MessageId::from_row),
                        lobby: row.lobby.map(MessageId::from_row),
                        ping: None,
                        barrier: row.barrier.as_deref().and_then(Barrier::from_name),
                    },
                })
            })
            .collect()
    }

    /// A table with its whole journal.
    pub async fn load(&self, table: &TableId) -> Result<StoredTable, Failure> {
        let id = table.as_str();
        let row = sqlx::query_as!(RawTable, "select * from tables where id = ?", id)
            .fetch_one(&self.0.readers)
            .await?
            .read()?;
        let steps = sqlx::query_as!(
            RawStep,
            r#"with recursive journal (id) as (
                   select id from steps where table_id = ? and follows is null
                   union all select steps.id from steps join journal on steps.follows = journal.id
               )
               select revision as "revision!", format as "format!", cause as "cause!", actor, press,
                      changes as "changes!", at as "at!"
               from journal join steps on steps.id = journal.id"#,
            id
        )
        .fetch_all(&self.0.readers)
        .await?;
        let sat = sqlx::query!(
            "select seat, from_revision, person from seatings where table_id = ?",
            id
        )
        .fetch_all(&self.0.readers)
        .await?;
        let sat = sat.into_iter().map(|row| {
            Ok(Sat {
                seat: seat_from(row.seat).ok_or_else(|| unreadable("seatings"))?,
                from: Revision::from_row(row.from_revision),
                person: PersonId::from_row(row.person),
            })
        });
        let steps = steps.into_iter().map(RawStep::read);
        let mut steps: Vec<_> = steps.collect::<Result<_, Failure>>()?;
        // They are, unless somebody changed them by hand.
        steps.sort_by_key(|step| step.revision);
        Ok(StoredTable {
            row,
            steps,
            sat: sat.collect::<Result<_, Failure>>()?,
            desks: self.desks(table).await?,
        })
    }

    /// One step of a table, if there is one of this number.
    pub async fn step(
        &self,
        table: &TableId,
        revision: Revision,
    ) -> Result<Option<StepRow>, Failure> {
        let (id, number) = (table.as_str(), revision.to_row());
        sqlx::query_as!(
            RawStep,
            r#"with recursive journal (id) as (
                   select id from steps where table_id = ? and follows is null
                   union all select steps.id from steps join journal on steps.follows = journal.id
               )
               select revision as "revision!", format as "format!", cause as "cause!", actor, press,
                      changes as "changes!", at as "at!"
               from journal join steps on steps.id = journal.id where revision = ?"#,
            id,
            number
        )
        .fetch_optional(&self.0.readers)
        .await?
        .map(RawStep::read)
        .transpose()
    }
}

pub(super) fn unreadable(table: &'static str) -> Failure {
    Failure::Unreadable { table }
}

pub(super) fn seat_from(number: i64) -> Option<Seat> {
    Seat::new(usize::try_from(number).ok()?)
}

struct RawTable {
    id: String,
    game: String,
    rules_version: String,
    options: String,
    seats: i64,
    level: String,
    preset: String,
    language: String,
    secret: Vec<u8>,
    server: Option<i64>,
    channel: i64,
    board: Option<i64>,
    lobby: Option<i64>,
    start: Option<i64>,
    ping: Option<i64>,
    opened_at: i64,
    #[allow(dead_code, reason = "the select names every column")]
    ended_at: Option<i64>,
    parent: Option<i64>,
    former: Option<i64>,
    rated: i64,
    barrier: Option<String>,
}

impl RawTable {
    fn read(self) -> Result<TableRow, Failure> {
        let message = |id: Option<i64>| id.map(MessageId::from_row);
        self.read_with(message).ok_or_else(|| unreadable("tables"))
    }

    fn read_with(self, message: impl Fn(Option<i64>) -> Option<MessageId>) -> Option<TableRow> {
        Some(TableRow {
            id: self.id.parse().ok()?,
            game: GameId::from_id(&self.game)?,
            rules_version: self.rules_version,
            options: self.options,
            seats: usize::try_from(self.seats).ok()?,
            level: self.level,
            preset: self.preset,
            language: self.language,
            secret: Secret::from_bytes(self.secret.try_into().ok()?),
            server: self.server.map(ServerId::from_row),
            channel: ChannelId::from_row(self.channel),
            parent: self.parent.map(ChannelId::from_row),
            board: message(self.board),
            former: message(self.former),
            lobby: message(self.lobby),
            start: message(self.start),
            ping: message(self.ping),
            barrier: self.barrier.as_deref().and_then(Barrier::from_name),
            rated: self.rated != 0,
            opened_at: Moment::from_row(self.opened_at),
        })
    }
}

struct RawStep {
    revision: i64,
    format: i64,
    cause: String,
    actor: Option<i64>,
    press: Option<i64>,
    changes: String,
    at: i64,
}

impl RawStep {
    fn read(self) -> Result<StepRow, Failure> {
        let actor = match self.actor {
            Some(number) => Some(seat_from(number).ok_or_else(|| unreadable("steps"))?),
            None => None,
        };
        Ok(StepRow {
            revision: Revision::from_row(self.revision),
            format: u32::try_from(self.format).map_err(|_| unreadable("steps"))?,
            cause: self.cause,
            actor,
            press: self.press.map(PressId::from_row),
            changes: self.changes,
            at: Moment::from_row(self.at),
        })
    }
}
