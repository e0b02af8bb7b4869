//! Journals of tables that ended a good while ago, each packed into one row: the very same steps in far less room.
//!
//! Everything that reads a journal reads a packed one likewise. The packed form is JSON under zlib; a field that is not there is
//! one that the version which packed it did not know.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use sqlx::SqliteConnection;

use super::chain::Digest;
use super::id::{Moment, PressId, Revision, TableId};
use super::journal::{StepRow, StoredTable, seat_from, unreadable};
use super::steps::Ends;
use super::writer::{Work, Written};
use super::{Failure, NotWritten, Store};

/// No journal is longer; reading ends somewhere, whatever a row holds.
const MOST_BYTES: u64 = 64 << 20;

/// A step in its packed form.
#[derive(Serialize, Deserialize)]
struct Packed {
    revision: i64,
    format: u32,
    cause: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    actor: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    press: Option<i64>,
    changes: String,
    at: i64,
}

impl Packed {
    fn of(step: &StepRow) -> Self {
        Self {
            revision: step.revision.to_row(),
            format: step.format,
            cause: step.cause.clone(),
            actor: step.actor.map(u8::from),
            press: step.press.map(PressId::to_row),
            changes: step.changes.clone(),
            at: step.at.to_row(),
        }
    }

    fn read(self) -> Option<StepRow> {
        let actor = match self.actor {
            Some(number) => Some(seat_from(number.into())?),
            None => None,
        };
        Some(StepRow {
            revision: Revision::from_row(self.revision),
            format: self.format,
            cause: self.cause,
            actor,
            press: self.press.map(PressId::from_row),
            changes: self.changes,
            at: Moment::from_row(self.at),
        })
    }
}

/// Packs steps; `None` if they do not come out again as they were.
fn pack(steps: &[StepRow]) -> Option<Vec<u8>> {
    let text = serde_json::to_vec(&steps.iter().map(Packed::of).collect::<Vec<_>>()).ok()?;
    let mut packing = ZlibEncoder::new(Vec::new(), Compression::best());
    packing.write_all(&text).ok()?;
    let packed = packing.finish().ok()?;
    (unpack(&packed)? == steps).then_some(packed)
}

/// The steps of a packed journal.
fn unpack(packed: &[u8]) -> Option<Vec<StepRow>> {
    let mut text = Vec::new();
    let mut unpacking = ZlibDecoder::new(packed).take(MOST_BYTES);
    unpacking.read_to_end(&mut text).ok()?;
    let steps: Vec<Packed> = serde_json::from_slice(&text).ok()?;
    steps.into_iter().map(Packed::read).collect()
}

/// A table that has ended, and when, as its row has it.
struct Ended {
    id: String,
    ended_at: i64,
}

impl Ended {
    fn read(self) -> Result<(Moment, TableId), Failure> {
        let id = self.id.parse().map_err(|_| unreadable("tables"))?;
        Ok((Moment::from_row(self.ended_at), id))
    }
}

/// A journal as it was packed.
pub(super) struct PackedJournal {
    pub steps: Vec<StepRow>,
    /// The digest of the last step.
    pub last: Digest,
}

/// The same as its row has it.
pub(super) struct Sealed {
    digest: Vec<u8>,
    journal: Vec<u8>,
}

impl Sealed {
    pub(super) fn opened(self) -> Result<PackedJournal, Failure> {
        let steps = unpack(&self.journal).zip(Digest::from_row(Some(&self.digest)));
        let journal = steps.map(|(steps, last)| PackedJournal { steps, last });
        journal.ok_or_else(|| unreadable("packed"))
    }
}

/// A journal that is ready to be packed.
pub struct Parcel {
    pub(super) table: TableId,
    pub(super) steps: i64,
    pub(super) digest: Vec<u8>,
    pub(super) journal: Vec<u8>,
}

impl Parcel {
    /// Packs the journal of a table; `None` if it would not come out again as it was.
    pub fn of(stored: &StoredTable) -> Option<Self> {
        Some(Self {
            table: stored.row.id.clone(),
            steps: i64::try_from(stored.steps.len()).ok()?,
            digest: Digest::of_journal(&stored.row, &stored.steps, &stored.sat).to_row(),
            journal: pack(&stored.steps)?,
        })
    }

    /// How many bytes it has.
    pub fn bytes(&self) -> u64 {
        self.journal.len() as u64
    }
}

impl Store {
    /// Some tables that ended before this moment and after this one of them, whose journals are not packed; the oldest first.
    pub async fn not_packed(
        &self,
        before: Moment,
        (after, last): (Moment, &str),
        most: u32,
    ) -> Result<Vec<(Moment, TableId)>, Failure> {
        let (before, after) = (before.to_row(), after.to_row());
        let rows = sqlx::query_as!(
            Ended,
            r#"select id, ended_at as "ended_at!" from tables
               where ended_at is not null and journal is null and ended_at < ?1 and (ended_at, id) > (?2, ?3)
               order by ended_at, id limit ?4"#,
            before,
            after,
            last,
            most
        )
        .fetch_all(&self.0.readers)
        .await?;
        rows.into_iter().map(Ended::read).collect()
    }

    /// Some tables that ended before this moment and after this one of them, whose journals are packed; the oldest first.
    pub async fn packed(
        &self,
        before: Moment,
        (after, last): (Moment, &str),
        most: u32,
    ) -> Result<Vec<(Moment, TableId)>, Failure> {
        let (before, after) = (before.to_row(), after.to_row());
        let rows = sqlx::query_as!(
            Ended,
            r#"select id, ended_at as "ended_at!" from tables
               where ended_at is not null and journal = 'packed' and ended_at < ?1 and (ended_at, id) > (?2, ?3)
               order by ended_at, id limit ?4"#,
            before,
            after,
            last,
            most
        )
        .fetch_all(&self.0.readers)
        .await?;
        rows.into_iter().map(Ended::read).collect()
    }

    /// Puts a packed journal in the place of its steps, all or nothing. [`Written::Duplicate`] if the table has no such journal
    /// any more.
    pub async fn put_away(&self, parcel: Parcel) -> Result<Written, NotWritten> {
        self.write(Work::PutAway(Box::new(parcel))).await
    }

    /// Deletes a packed journal and who sat there; the results of the table stay.
    pub async fn discard_journal(&self, table: TableId) -> Result<Written, NotWritten> {
        self.write(Work::Discard(table)).await
    }

    /// Whether the journal of this table was deleted.
    pub async fn is_journal_gone(&self, table: &TableId) -> Result<bool, Failure> {
        let id = table.as_str();
        let found = sqlx::query_scalar!(
            "select id from tables where id = ? and journal = 'gone'",
            id
        )
        .fetch_optional(&self.0.readers)
        .await?;
        Ok(found.is_some())
    }

    /// The packed journals of these tables, where there are any.
    pub(super) async fn parcels_of(
        &self,
        ids: &str,
    ) -> Result<Vec<(String, Result<Sealed, Failure>)>, Failure> {
        let rows = sqlx::query!(
            "select table_id, digest, journal from packed where table_id in (select value from json_each(?))",
            ids
        )
        .fetch_all(&self.0.readers)
        .await?;
        let sealed = rows.into_iter().map(|row| {
            let (digest, journal) = (row.digest, row.journal);
            (row.table_id, Ok(Sealed { digest, journal }))
        });
        Ok(sealed.collect())
    }
}

pub(super) async fn put_away(
    connection: &mut SqliteConnection,
    ends: &mut Ends,
    parcel: &Parcel,
) -> Result<Written, sqlx::Error> {
    let (table, journal) = (parcel.table.as_str(), &parcel.journal[..]);
    let digest = &parcel.digest[..];
    let done = sqlx::query!(
        "with recursive journal (id) as (
             select id from steps where table_id = ?1 and follows is null
             union select steps.id from steps join journal on steps.follows = journal.id
         )
         insert into packed (table_id, steps, journal, digest)
         select id, ?2, ?3, ?4 from tables
         where id = ?1 and ended_at is not null and journal is null and (select count(*) from journal) = ?2",
        table,
        parcel.steps,
        journal,
        digest
    )
    .execute(&mut *connection)
    .await?;
    if done.rows_affected() == 0 {
        return Ok(Written::Duplicate);
    }
    sqlx::query!(
        "with recursive journal (id) as (
             select id from steps where table_id = ? and follows is null
             union select steps.id from steps join journal on steps.follows = journal.id
         )
         delete from steps where id in (select id from journal)",
        table
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!("delete from desks where table_id = ?", table)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("update tables set journal = 'packed' where id = ?", table)
        .execute(&mut *connection)
        .await?;
    ends.forget(&parcel.table);
    Ok(Written::Done)
}

pub(super) async fn discard(
    connection: &mut SqliteConnection,
    table: &TableId,
) -> Result<Written, sqlx::Error> {
    let table = table.as_str();
    let done = sqlx::query!("delete from packed where table_id = ?", table)
        .execute(&mut *connection)
        .await?;
    if done.rows_affected() == 0 {
        return Ok(Written::Duplicate);
    }
    sqlx::query!("delete from seatings where table_id = ?", table)
        .execute(&mut *connection)
        .await?;
    sqlx::query!("update tables set journal = 'gone' where id = ?", table)
        .execute(connection)
        .await?;
    Ok(Written::Done)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Seat;

    /// Two steps as version 1 packed them.
    const PACKED: &str = "78da7d8db10ec2300c44ffe5e60c4e2584f0afb41d4c654a0712140796aaff5e0731744078ba3b59eff52b8abe175b72\
        02c7805b2e0fa99f38c9cb148c67513304c854730177e1bb703c11f9db5dd2ac5ed1af03ae3a4b1ac01ead4aa91e2f44\
        b46d632334f0b975bfd8e670d4777ff507cf6fd6b803531c3d14";

    /// Journals that were packed by an older version read for as long as they are kept.
    #[test]
    fn what_was_packed_once_is_unpacked_for_ever() {
        let step = |revision, who: Option<usize>, changes: &str| StepRow {
            revision: Revision::new(revision),
            format: 1,
            cause: "press".to_owned(),
            actor: who.and_then(Seat::new),
            press: who.map(|_| PressId::new(1_500)),
            changes: changes.to_owned(),
            at: Moment::from_unix_ms(1_790_000_001_000),
        };
        let steps = [
            step(1, Some(2), r#"[{"began":{"start":9000}}]"#),
            step(2, None, "[]"),
        ];
        let bytes = |pair: &[u8]| {
            let digits = std::str::from_utf8(pair).expect("digits");
            u8::from_str_radix(digits, 16).expect("a byte")
        };
        let packed: Vec<u8> = PACKED.as_bytes().chunks(2).map(bytes).collect();
        assert!(unpack(&packed).expect("it reads") == steps);
    }
}
