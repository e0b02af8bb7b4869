//! The journals: what is written of a table, and how it is read back.
//!
//! Rows are texts and numbers here; the tables give them their meaning. No `Debug`: they hold racks and secrets.

use std::collections::HashSet;

use futures::Stream;

use super::barrier::Barrier;
use super::chain::Chain;
use super::desks::{DeskRow, DeskWrite};
use super::id::{ChannelId, MessageId, Moment, PersonId, PressId, Revision, ServerId, TableId};
use super::readable::readable;
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
    /// Whether the bot made that thread, at a line of its own in the channel: both have one id.
    pub own_thread: bool,
    /// The table that it plays once more.
    pub again: Option<TableId>,
    /// The board.
    pub board: Option<MessageId>,
    /// The board before it, or a ping before the present one, as long as it stands.
    pub former: Option<MessageId>,
    /// The lobby's message.
    pub lobby: Option<MessageId>,
    /// The message that the game begins.
    pub start: Option<MessageId>,
    /// The ping.
    pub ping: Option<MessageId>,
    /// Why its people were told that its place cannot be reached; `None` if it can.
    pub barrier: Option<Barrier>,
    /// The word of that in the channel above, as long as it stands.
    pub word: Option<MessageId>,
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

impl Sat {
    /// As its row has it; nothing if no seat has that number.
    pub(super) fn from_row(seat: i64, from: i64, person: i64) -> Option<Self> {
        Some(Self {
            seat: seat_from(seat)?,
            from: Revision::from_row(from),
            person: PersonId::from_row(person),
        })
    }
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
    /// The board before it, or a ping before the present one, as long as it stands.
    pub former: Option<MessageId>,
    /// The lobby's message.
    pub lobby: Option<MessageId>,
    /// The ping.
    pub ping: Option<MessageId>,
    /// Why its people were told that its place cannot be reached; `None` if it can.
    pub barrier: Option<Barrier>,
    /// The word of that in the channel above, as long as it stands.
    pub word: Option<MessageId>,
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

/// What a start finds of the time before it.
pub struct Woken {
    /// Until when people were reached by the process before, as far as is known; `None` at the first start. The clock that said
    /// so may have been another.
    pub reached_until: Option<Moment>,
    /// All spans without people that may still matter, also the one that ends now; none of them ends later.
    pub outages: Vec<(Moment, Moment)>,
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
    /// Whether its journal is the one that was written.
    pub chain: Chain,
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

    /// Notes that a table is damaged; [`Written::Duplicate`] if that was noted before.
    pub async fn note_damaged(&self, table: TableId) -> Result<Written, NotWritten> {
        self.write(Work::Damaged(table)).await
    }

    /// Notes that the process lives, and that people were reached until `now`.
    pub async fn alive(&self, now: Moment) -> Result<(), NotWritten> {
        self.write(Work::Alive(now)).await.map(drop)
    }

    /// Notes that people were cut off from their tables for this span, and that they were reached until `alive`.
    pub async fn note_outage(
        &self,
        began: Moment,
        ended: Moment,
        alive: Moment,
    ) -> Result<(), NotWritten> {
        let noted = self.write(Work::Outage((began, ended), alive));
        noted.await.map(drop)
    }

    /// Until when people were reached by the process that ran last; `None` if none ever did.
    pub async fn reached_until(&self) -> Result<Option<Moment>, Failure> {
        let last = sqlx::query_scalar!("select alive_at from process where id = 1");
        let last = readable("process", last.fetch(&self.0.readers)).await?;
        Ok(last.first().copied().map(Moment::from_row))
    }

    /// Notes when no process ran before `now`, and tells what is known of the time before it.
    pub async fn wake(&self, now: Moment) -> Result<Woken, Failure> {
        let last = self.reached_until().await?;
        let outage = last.filter(|last| *last < now).map(|last| (last, now));
        // Not noted: the deadlines of this run are right all the same, for it is in the answer.
        let _ = self.write(Work::Wake(outage, now)).await;
        let rows = sqlx::query!("select began_at, ended_at from outages order by began_at");
        let rows = readable("outages", rows.fetch(&self.0.readers)).await?;
        let spans = rows.into_iter().map(|row| {
            let ended = Moment::from_row(row.ended_at);
            (Moment::from_row(row.began_at), ended.min(now))
        });
        // Cut to the present here too, for where that could not be written.
        let mut spans: Vec<_> = spans.filter(|(began, ended)| began < ended).collect();
        if let Some(outage) = outage.filter(|outage| !spans.contains(outage)) {
            spans.push(outage);
        }
        Ok(Woken {
            reached_until: last,
            outages: spans,
        })
    }

    /// Every table whose life has not ended, the oldest first; and those of whose lives only a last step is known.
    pub async fn live_tables(&self) -> Result<Vec<TableId>, Failure> {
        let by_row = sqlx::query_scalar!(
            "select id from tables where ended_at is null order by opened_at, id"
        )
        .fetch(&self.0.readers);
        let mut tables = ids_of(by_row).await?;
        let by_head = sqlx::query_scalar!("select table_id from heads order by table_id");
        let known: HashSet<TableId> = tables.iter().cloned().collect();
        let by_head = ids_of(by_head.fetch(&self.0.readers)).await?;
        tables.extend(by_head.into_iter().filter(|table| !known.contains(table)));
        Ok(tables)
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
             where (ended_at >= ? or (ended_at >= ? and barrier is not null and barrier <> 'gone'))
                 and (journal is null or journal = 'packed')
             order by opened_at, id",
            since,
            barred
        )
        .fetch(&self.0.readers);
        ids_of(ids).await
    }

    /// The pings of tables that have ended, the oldest first.
    pub async fn stray_pings(&self) -> Result<Vec<StrayPing>, Failure> {
        let rows = sqlx::query!(
            r#"select id, channel, board, former, lobby, barrier, word, ping as "ping!" from tables
               where ping is not null and ended_at is not null order by ping"#
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
                        word: row.word.map(MessageId::from_row),
                    },
                })
            })
            .collect()
    }
}

/// The ids of tables that can be read.
async fn ids_of(
    ids: impl Stream<Item = Result<String, sqlx::Error>> + Unpin,
) -> Result<Vec<TableId>, Failure> {
    let read = readable("tables", ids).await?;
    Ok(read.into_iter().filter_map(|id| id.parse().ok()).collect())
}

pub(super) fn unreadable(table: &'static str) -> Failure {
    Failure::Unreadable { table }
}

pub(super) fn seat_from(number: i64) -> Option<Seat> {
    Seat::new(usize::try_from(number).ok()?)
}
