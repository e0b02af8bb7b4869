//! Reading tables back with their whole journals, many at once: a restart asks for all that live.

use std::collections::HashMap;

use super::barrier::Barrier;
use super::desks::DeskRow;
use super::id::{ChannelId, MessageId, Moment, PersonId, PressId, Revision, ServerId, TableId};
use super::journal::{Sat, StepRow, StoredTable, TableRow, seat_from, unreadable};
use super::{Failure, Store};
use crate::rules::any::GameId;
use crate::rules::chance::Secret;

/// What was read of many tables, by their ids; a failure is that of its table alone.
type ByTable<T> = HashMap<String, Result<Vec<T>, Failure>>;

impl Store {
    /// A table with its whole journal.
    pub async fn load(&self, table: &TableId) -> Result<StoredTable, Failure> {
        let loaded = self.load_all(std::slice::from_ref(table)).await?;
        loaded.into_iter().next().unwrap_or(Err(nowhere()))
    }

    /// The same of many tables, in their order: each, or why it cannot be read.
    pub async fn load_all(
        &self,
        tables: &[TableId],
    ) -> Result<Vec<Result<StoredTable, Failure>>, Failure> {
        let ids: Vec<_> = tables.iter().map(TableId::as_str).collect();
        let ids = serde_json::to_string(&ids).expect("texts are always JSON");
        let mut rows = self.rows_of(&ids).await?;
        let mut steps = self.steps_of(&ids).await?;
        let mut sat = self.sat_at(&ids).await?;
        let mut desks = self.desks_at(&ids).await?;
        let loaded = tables.iter().map(TableId::as_str).map(|id| {
            let row = taken(&mut rows, id)?.pop().ok_or_else(nowhere)?;
            let mut steps = taken(&mut steps, id)?;
            // They come in this order, unless somebody changed them by hand.
            steps.sort_by_key(|step| step.revision);
            Ok(StoredTable {
                row,
                steps,
                sat: taken(&mut sat, id)?,
                desks: taken(&mut desks, id)?,
            })
        });
        Ok(loaded.collect())
    }

    async fn rows_of(&self, ids: &str) -> Result<ByTable<TableRow>, Failure> {
        let rows = sqlx::query_as!(
            RawTable,
            "select id, game, rules_version, options, seats, level, preset, language, secret, server, channel, parent, board, former,
                    lobby, start, ping, barrier, rated, opened_at
             from tables where id in (select value from json_each(?))",
            ids
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(by_table(
            rows.into_iter().map(|row| (row.id.clone(), row.read())),
        ))
    }

    /// The steps of these tables: those that come first, then those that follow them, and so on.
    async fn steps_of(&self, ids: &str) -> Result<ByTable<StepRow>, Failure> {
        let rows = sqlx::query_as!(
            RawStep,
            r#"with recursive journal (id) as (
                   select id from steps where follows is null and table_id in (select value from json_each(?))
                   union all select steps.id from steps join journal on steps.follows = journal.id
               )
               select table_id as "table_id!", revision as "revision!", format as "format!", cause as "cause!", actor, press,
                      changes as "changes!", at as "at!"
               from journal join steps on steps.id = journal.id"#,
            ids
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(by_table(rows.into_iter().map(RawStep::read)))
    }

    async fn sat_at(&self, ids: &str) -> Result<ByTable<Sat>, Failure> {
        let rows = sqlx::query!(
            "select table_id, seat, from_revision, person from seatings
             where table_id in (select value from json_each(?))",
            ids
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(by_table(rows.into_iter().map(|row| {
            let seat = seat_from(row.seat).ok_or_else(|| unreadable("seatings"));
            let sat = seat.map(|seat| Sat {
                seat,
                from: Revision::from_row(row.from_revision),
                person: PersonId::from_row(row.person),
            });
            (row.table_id, sat)
        })))
    }

    async fn desks_at(&self, ids: &str) -> Result<ByTable<DeskRow>, Failure> {
        let rows = sqlx::query!(
            "select table_id, seat, person, arrangement, auto_draw, prepared from desks
             where table_id in (select value from json_each(?))",
            ids
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(by_table(rows.into_iter().map(|row| {
            let seat = seat_from(row.seat).ok_or_else(|| unreadable("desks"));
            let desk = seat.map(|seat| DeskRow {
                seat,
                person: PersonId::from_row(row.person),
                arrangement: row.arrangement,
                auto_draw: row.auto_draw != 0,
                prepared: row.prepared,
            });
            (row.table_id, desk)
        })))
    }

    /// One step of a table, if there is one of this number.
    pub async fn step(
        &self,
        table: &TableId,
        revision: Revision,
    ) -> Result<Option<StepRow>, Failure> {
        let (id, number) = (table.as_str(), revision.to_row());
        let row = sqlx::query_as!(
            RawStep,
            r#"with recursive journal (id) as (
                   select id from steps where table_id = ? and follows is null
                   union all select steps.id from steps join journal on steps.follows = journal.id
               )
               select table_id as "table_id!", revision as "revision!", format as "format!", cause as "cause!", actor, press,
                      changes as "changes!", at as "at!"
               from journal join steps on steps.id = journal.id where revision = ?"#,
            id,
            number
        )
        .fetch_optional(&self.0.readers)
        .await?;
        row.map(|row| row.read().1).transpose()
    }
}

fn nowhere() -> Failure {
    Failure::Database(sqlx::Error::RowNotFound)
}

/// Sorts what was read by its tables. Where one row cannot be read, nothing of its table can.
fn by_table<T>(rows: impl Iterator<Item = (String, Result<T, Failure>)>) -> ByTable<T> {
    let mut sorted = ByTable::new();
    for (table, row) in rows {
        let all = sorted.entry(table).or_insert_with(|| Ok(Vec::new()));
        match (all, row) {
            (Ok(all), Ok(row)) => all.push(row),
            (all, Err(failure)) => *all = Err(failure),
            (Err(_), Ok(_)) => {}
        }
    }
    sorted
}

/// What was read of a table, which may be nothing.
fn taken<T>(read: &mut ByTable<T>, table: &str) -> Result<Vec<T>, Failure> {
    read.remove(table).unwrap_or_else(|| Ok(Vec::new()))
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
    table_id: String,
    revision: i64,
    format: i64,
    cause: String,
    actor: Option<i64>,
    press: Option<i64>,
    changes: String,
    at: i64,
}

impl RawStep {
    /// A step, and of which table.
    fn read(self) -> (String, Result<StepRow, Failure>) {
        let actor = self
            .actor
            .map(|number| seat_from(number).ok_or_else(|| unreadable("steps")));
        let format = u32::try_from(self.format).map_err(|_| unreadable("steps"));
        let step = actor.transpose().and_then(|actor| {
            Ok(StepRow {
                revision: Revision::from_row(self.revision),
                format: format?,
                cause: self.cause,
                actor,
                press: self.press.map(PressId::from_row),
                changes: self.changes,
                at: Moment::from_row(self.at),
            })
        });
        (self.table_id, step)
    }
}
