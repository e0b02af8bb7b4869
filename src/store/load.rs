//! Reading tables back with their whole journals, many at once: a restart asks for all that live.
//!
//! What does not read costs the table to which it belongs: where many are read together and one of them spoils that, each is
//! read alone.

use std::collections::HashMap;

use sqlx::{SqliteConnection, SqliteExecutor};

use super::barrier::Barrier;
use super::chain::{Chain, Digest, Link, judge, judge_packed};
use super::desks::DeskRow;
use super::failure::is_damage;
use super::id::{ChannelId, MessageId, Moment, PersonId, PressId, Revision, ServerId, TableId};
use super::journal::{Sat, StepRow, StoredTable, TableRow, seat_from, unreadable};
use super::pack::Sealed;
use super::{Failure, Store};
use crate::rules::any::GameId;
use crate::rules::chance::Secret;

/// What was read of many tables, by their ids; a failure is that of its table alone.
type ByTable<T> = HashMap<String, Result<Vec<T>, Failure>>;

impl Store {
    /// A table with its whole journal.
    pub async fn load(&self, table: &TableId) -> Result<StoredTable, Failure> {
        self.load_unjudged(table).await.map(Unjudged::judged)
    }

    /// The same, not judged yet.
    pub(super) async fn load_unjudged(&self, table: &TableId) -> Result<Unjudged, Failure> {
        match self.load_together(std::slice::from_ref(table)).await {
            Ok(loaded) => loaded.into_iter().next().unwrap_or(Err(nowhere())),
            Err(failure @ Failure::Database(_)) if failure.is_damage() => {
                self.notice(&failure);
                self.load_alone(table).await
            }
            Err(failure) => Err(failure),
        }
    }

    /// The same of many tables, in their order: each, or why it cannot be read.
    pub async fn load_all(
        &self,
        tables: &[TableId],
    ) -> Result<Vec<Result<StoredTable, Failure>>, Failure> {
        match self.load_together(tables).await {
            Err(failure @ Failure::Database(_)) if failure.is_damage() => self.notice(&failure),
            Err(failure) => return Err(failure),
            Ok(loaded) => {
                let judged = loaded.into_iter().map(|table| table.map(Unjudged::judged));
                return Ok(judged.collect());
            }
        }
        let mut loaded = Vec::with_capacity(tables.len());
        for table in tables {
            loaded.push(match self.load(table).await {
                Err(failure) if !failure.is_damage() => return Err(failure),
                loaded => loaded,
            });
        }
        Ok(loaded)
    }

    /// Who sat down at a table: what may change of one that has ended, for people are forgotten.
    pub async fn sat_down_at(&self, table: &TableId) -> Result<Vec<Sat>, Failure> {
        let ids = serde_json::to_string(&[table.as_str()]).expect("texts are always JSON");
        all_of(sat_at(&self.0.readers, &ids).await)
    }

    async fn load_together(
        &self,
        tables: &[TableId],
    ) -> Result<Vec<Result<Unjudged, Failure>>, Failure> {
        let ids: Vec<_> = tables.iter().map(TableId::as_str).collect();
        let ids = serde_json::to_string(&ids).expect("texts are always JSON");
        let mut rows = by_table(rows_of(&self.0.readers, &ids).await?.into_iter());
        let mut links = by_table(self.links_of(&ids).await?.into_iter());
        let mut sat = by_table(sat_at(&self.0.readers, &ids).await?.into_iter());
        let mut desks = by_table(self.desks_at(&ids).await?.into_iter());
        let heads = self.heads_of(&ids).await?;
        // Tables that ended long ago have theirs elsewhere.
        let is_elsewhere = |id: &TableId| !links.contains_key(id.as_str());
        let mut packed = if tables.iter().any(is_elsewhere) {
            by_table(self.parcels_of(&ids).await?.into_iter())
        } else {
            ByTable::new()
        };
        let loaded = tables.iter().map(TableId::as_str).map(|id| {
            let row = taken(&mut rows, id)?.pop().ok_or_else(nowhere)?;
            let parts = Parts {
                links: taken(&mut links, id),
                packed: taken(&mut packed, id),
                sat: taken(&mut sat, id),
                desks: taken(&mut desks, id),
                head: Ok(heads.get(id).copied()),
            };
            Ok(Unjudged { row, parts })
        });
        Ok(loaded.collect())
    }

    /// A table of whose rows some do not read.
    async fn load_alone(&self, table: &TableId) -> Result<Unjudged, Failure> {
        let ids = serde_json::to_string(&[table.as_str()]).expect("texts are always JSON");
        let rows = rows_of(&self.0.readers, &ids).await;
        let mut rows = by_table(damage_told(rows, "tables")?.into_iter());
        let row = taken(&mut rows, table.as_str())?.pop();
        let links = damage_told(self.links_of(&ids).await, "steps");
        let packed = damage_told(self.parcels_of(&ids).await, "packed");
        let sat = damage_told(sat_at(&self.0.readers, &ids).await, "seatings");
        let desks = damage_told(self.desks_at(&ids).await, "desks");
        let heads = damage_told(self.heads_of(&ids).await, "heads");
        let parts = Parts {
            links: all_of(links),
            packed: all_of(packed),
            sat: all_of(sat),
            desks: all_of(desks),
            head: heads.map(|heads| heads.get(table.as_str()).copied()),
        };
        let row = row.ok_or_else(nowhere)?;
        Ok(Unjudged { row, parts })
    }

    /// The steps of these tables: those that come first, then those that follow them, and so on; each once and only forwards,
    /// or a damaged index could lead in a circle. Being forwards does not suffice: where the entries of an index are out of
    /// order SQLite does not look again whether one is.
    async fn links_of(&self, ids: &str) -> Result<Vec<Of<Link>>, Failure> {
        let rows = sqlx::query_as!(
            RawStep,
            r#"with recursive journal (id) as (
                   select id from steps where follows is null and table_id in (select value from json_each(?))
                   union select steps.id from steps join journal on steps.follows = journal.id and steps.id > journal.id
               )
               select steps.id as "id!", steps.follows, table_id as "table_id!", revision as "revision!", format as "format!",
                      cause as "cause!", actor, press, changes as "changes!", at as "at!", digest
               from journal join steps on steps.id = journal.id"#,
            ids
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(rows.into_iter().map(RawStep::read).collect())
    }

    /// The last steps of these tables, of those that live.
    async fn heads_of(&self, ids: &str) -> Result<HashMap<String, i64>, Failure> {
        let rows = sqlx::query!(
            "select table_id, last from heads where table_id in (select value from json_each(?))",
            ids
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| (row.table_id, row.last))
            .collect())
    }

    async fn desks_at(&self, ids: &str) -> Result<Vec<Of<DeskRow>>, Failure> {
        let rows = sqlx::query!(
            "select table_id, seat, person, arrangement, auto_draw, prepared from desks
             where table_id in (select value from json_each(?))",
            ids
        )
        .fetch_all(&self.0.readers)
        .await?;
        let read = rows.into_iter().map(|row| {
            let seat = seat_from(row.seat).ok_or_else(|| unreadable("desks"));
            let desk = seat.map(|seat| DeskRow {
                seat,
                person: PersonId::from_row(row.person),
                arrangement: row.arrangement,
                auto_draw: row.auto_draw != 0,
                prepared: row.prepared,
            });
            (row.table_id, desk)
        });
        Ok(read.collect())
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
                   union select steps.id from steps join journal on steps.follows = journal.id and steps.id > journal.id
               )
               select steps.id as "id!", steps.follows, table_id as "table_id!", revision as "revision!", format as "format!",
                      cause as "cause!", actor, press, changes as "changes!", at as "at!", digest
               from journal join steps on steps.id = journal.id where revision = ?"#,
            id,
            number
        )
        .fetch_optional(&self.0.readers)
        .await?;
        row.map(|row| Ok(row.read().1?.step)).transpose()
    }
}

/// A row, or why it does not read, and to which table it belongs.
type Of<T> = (String, Result<T, Failure>);

/// A table with its whole journal, of which is not known yet whether it is the one that was written.
pub struct Unjudged {
    row: TableRow,
    parts: Parts,
}

impl Unjudged {
    /// Unpacks the journal and goes through its chain. A long one takes some milliseconds.
    pub fn judged(self) -> StoredTable {
        self.parts.of(self.row)
    }
}

/// What a table is made of, beside its row.
struct Parts {
    links: Result<Vec<Link>, Failure>,
    /// The whole journal, if it was packed.
    packed: Result<Vec<Sealed>, Failure>,
    sat: Result<Vec<Sat>, Failure>,
    desks: Result<Vec<DeskRow>, Failure>,
    head: Result<Option<i64>, Failure>,
}

impl Parts {
    /// The table with this row, and whether it is the one that was written. Of the journal nothing is told that does not read.
    fn of(self, row: TableRow) -> StoredTable {
        // They keep no game: whoever had put something on a desk finds an empty one.
        let desks = self.desks.unwrap_or_default();
        let packed = self.packed.and_then(|mut packed| {
            let sealed = packed.pop().map(Sealed::opened);
            sealed.transpose()
        });
        let (Ok(mut links), Ok(packed), Ok(sat), Ok(head)) =
            (self.links, packed, self.sat, self.head)
        else {
            return StoredTable {
                row,
                steps: Vec::new(),
                sat: Vec::new(),
                desks,
                chain: Chain::Unreadable,
            };
        };
        if let Some(journal) = packed {
            return StoredTable {
                chain: judge_packed(&row, &journal.steps, &sat, journal.last),
                row,
                steps: journal.steps,
                sat,
                desks,
            };
        }
        // They come in this order, unless somebody changed them by hand.
        links.sort_by_key(|link| link.step.revision);
        StoredTable {
            chain: judge(&row, &links, &sat, head),
            row,
            steps: links.into_iter().map(|link| link.step).collect(),
            sat,
            desks,
        }
    }
}

/// Rows that do not read are told as such.
fn damage_told<T>(read: Result<T, Failure>, table: &'static str) -> Result<T, Failure> {
    read.map_err(|failure| match failure {
        Failure::Database(error) if is_damage(&error) => unreadable(table),
        failure => failure,
    })
}

/// The rows of a single table.
fn all_of<T>(rows: Result<Vec<Of<T>>, Failure>) -> Result<Vec<T>, Failure> {
    rows?.into_iter().map(|(_, row)| row).collect()
}

async fn rows_of<'e>(
    executor: impl SqliteExecutor<'e>,
    ids: &str,
) -> Result<Vec<Of<TableRow>>, Failure> {
    let rows = sqlx::query_as!(
        RawTable,
        "select id, game, rules_version, options, seats, level, preset, language, secret, server, channel, parent, own_thread, again,
                board, former, lobby, start, ping, barrier, word, rated, opened_at
         from tables where id in (select value from json_each(?))",
        ids
    )
    .fetch_all(executor)
    .await?;
    let read = rows.into_iter().map(|row| (row.id.clone(), row.read()));
    Ok(read.collect())
}

async fn sat_at<'e>(executor: impl SqliteExecutor<'e>, ids: &str) -> Result<Vec<Of<Sat>>, Failure> {
    let rows = sqlx::query!(
        "select table_id, seat, from_revision, person, digest from seatings
         where table_id in (select value from json_each(?))",
        ids
    )
    .fetch_all(executor)
    .await?;
    let read = rows.into_iter().map(|row| {
        let sat = Sat::from_row(row.seat, row.from_revision, row.person);
        // Of an older version, and not chained yet, if there is none.
        let is_written = |sat: &Sat| {
            let digest = row.digest.as_deref();
            digest.is_none()
                || Digest::from_row(digest) == Some(Digest::of_sitting(&row.table_id, sat))
        };
        let sat = sat.filter(is_written).ok_or_else(|| unreadable("seatings"));
        (row.table_id, sat)
    });
    Ok(read.collect())
}

/// What is fixed of a table; nothing if it is not there or does not read.
pub(super) async fn row_of(
    connection: &mut SqliteConnection,
    table: &str,
) -> Result<Option<TableRow>, Failure> {
    let ids = serde_json::to_string(&[table]).expect("texts are always JSON");
    let rows = damage_told(rows_of(connection, &ids).await, "tables");
    Ok(unless_unreadable(all_of(rows))?.and_then(|mut rows| rows.pop()))
}

/// Who sat down at a table; nothing if that does not read.
pub(super) async fn sat_of(
    connection: &mut SqliteConnection,
    table: &str,
) -> Result<Option<Vec<Sat>>, Failure> {
    let ids = serde_json::to_string(&[table]).expect("texts are always JSON");
    let sat = damage_told(sat_at(connection, &ids).await, "seatings");
    unless_unreadable(all_of(sat))
}

fn unless_unreadable<T>(read: Result<T, Failure>) -> Result<Option<T>, Failure> {
    match read {
        Ok(read) => Ok(Some(read)),
        Err(Failure::Unreadable { .. }) => Ok(None),
        Err(failure) => Err(failure),
    }
}

fn nowhere() -> Failure {
    Failure::Lost
}

/// Sorts what was read by its tables. Where one row cannot be read, nothing of its table can.
fn by_table<T>(rows: impl Iterator<Item = Of<T>>) -> ByTable<T> {
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
    own_thread: i64,
    again: Option<String>,
    former: Option<i64>,
    rated: i64,
    barrier: Option<String>,
    word: Option<i64>,
}

impl RawTable {
    fn read(self) -> Result<TableRow, Failure> {
        let message = |id: Option<i64>| id.map(MessageId::from_row);
        self.read_with(message).ok_or_else(|| unreadable("tables"))
    }

    /// What does not read is what it usually is: the chain knows that it is not what was written.
    fn read_with(self, message: impl Fn(Option<i64>) -> Option<MessageId>) -> Option<TableRow> {
        Some(TableRow {
            id: self.id.parse().ok()?,
            game: GameId::from_id(&self.game).unwrap_or(GameId::RELEASED[0]),
            rules_version: self.rules_version,
            options: self.options,
            seats: usize::try_from(self.seats).unwrap_or_default(),
            level: self.level,
            preset: self.preset,
            language: self.language,
            secret: Secret::from_bytes(self.secret.try_into().unwrap_or([0; Secret::BYTES])),
            server: self.server.map(ServerId::from_row),
            channel: ChannelId::from_row(self.channel),
            parent: self.parent.map(ChannelId::from_row),
            own_thread: self.own_thread != 0,
            // Without it nobody is called by name.
            again: self.again.and_then(|table| table.parse().ok()),
            board: message(self.board),
            former: message(self.former),
            lobby: message(self.lobby),
            start: message(self.start),
            ping: message(self.ping),
            barrier: self.barrier.as_deref().and_then(Barrier::from_name),
            word: self.word.map(MessageId::from_row),
            rated: self.rated != 0,
            opened_at: Moment::from_row(self.opened_at),
        })
    }
}

/// A step as its row has it.
pub(super) struct RawStep {
    pub id: i64,
    pub follows: Option<i64>,
    pub table_id: String,
    pub revision: i64,
    pub format: i64,
    pub cause: String,
    pub actor: Option<i64>,
    pub press: Option<i64>,
    pub changes: String,
    pub at: i64,
    pub digest: Option<Vec<u8>>,
}

impl RawStep {
    /// A step, and of which table.
    pub(super) fn read(self) -> (String, Result<Link, Failure>) {
        let actor = self
            .actor
            .map(|number| seat_from(number).ok_or_else(|| unreadable("steps")));
        let format = u32::try_from(self.format).map_err(|_| unreadable("steps"));
        let link = actor.transpose().and_then(|actor| {
            let step = StepRow {
                revision: Revision::from_row(self.revision),
                format: format?,
                cause: self.cause,
                actor,
                press: self.press.map(PressId::from_row),
                changes: self.changes,
                at: Moment::from_row(self.at),
            };
            Ok(Link {
                id: self.id,
                digest: Digest::from_row(self.digest.as_deref()),
                step,
            })
        });
        (self.table_id, link)
    }
}
