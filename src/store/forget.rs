//! What is kept of one person, and forgetting it: their settings go, their games stay whole and are nobody's.
//!
//! Nobody has a negative number, another one at each table for each person forgotten there: rows of one person at two tables
//! are no longer told to be of the same. Where somebody is to be forgotten is written down first, so that nobody has to ask
//! again whom a crash cut off. A table that still lives knows its people until it ends, and forgets them in the transaction that
//! ends it.

use std::collections::BTreeSet;

use serde::Serialize;
use sqlx::SqliteConnection;

use super::chain::Digest;
use super::id::{PersonId, TableId};
use super::journal::Sat;
use super::writer::{Work, Written};
use super::{Failure, NotWritten, PersonSettings, Store};

impl PersonId {
    /// Whether that is nobody any more: the data of whoever it was were deleted.
    pub fn is_nobody(self) -> bool {
        self.to_row() < 0
    }
}

/// Everything that is kept with the id of a person, and of nobody else.
#[derive(Serialize)]
pub struct Personal {
    /// Their own id.
    pub person: String,
    /// What they have said in `/settings`.
    pub settings: OwnSettings,
    /// What finished games were for them.
    pub results: Vec<OwnResult>,
    /// Where they sat down.
    pub seats: Vec<OwnSeat>,
    /// What lies on their desks, at tables that go on or have ended lately.
    pub desks: Vec<OwnDesk>,
}

impl Personal {
    /// At which tables they sat down.
    pub fn tables(&self) -> BTreeSet<TableId> {
        let tables = self.seats.iter().map(|seat| seat.table.parse());
        tables.filter_map(Result::ok).collect()
    }
}

/// What a person has said; a field is null where they have not.
#[derive(Serialize)]
pub struct OwnSettings {
    language: Option<String>,
    arrangement: Option<String>,
    auto_draw: Option<bool>,
    pings: Option<bool>,
    four_colours: Option<bool>,
    face: Option<bool>,
}

/// What a finished game was for a person.
#[derive(Serialize)]
pub struct OwnResult {
    table: String,
    server: Option<String>,
    game: String,
    seat: i64,
    place: i64,
    seats: i64,
    /// How many sides played against each other: a place counts seats.
    sides: i64,
    outcome: String,
    points: i64,
    casual: bool,
    part: String,
    finished_at_ms: i64,
}

/// A seat that a person took.
#[derive(Serialize)]
pub struct OwnSeat {
    table: String,
    server: Option<String>,
    channel: String,
    game: String,
    seat: i64,
    from_step: i64,
    opened_at_ms: i64,
    ended_at_ms: Option<i64>,
}

/// What somebody has arranged and prepared at a table.
#[derive(Serialize)]
pub struct OwnDesk {
    table: String,
    seat: i64,
    arrangement: String,
    auto_draw: bool,
    prepared: Option<String>,
}

impl From<PersonSettings> for OwnSettings {
    fn from(said: PersonSettings) -> Self {
        Self {
            language: said.language,
            arrangement: said.arrangement,
            auto_draw: said.auto_draw,
            pings: said.pings,
            four_colours: said.four_colours,
            face: said.face,
        }
    }
}

fn id_text(id: i64) -> String {
    id.cast_unsigned().to_string()
}

impl Store {
    /// Everything that is kept of a person. Nothing of a game is in it: what lies where is in the records of those that are over.
    pub async fn personal(&self, person: PersonId) -> Result<Personal, Failure> {
        let _turn = self.turn_for_list().await?;
        Ok(Personal {
            person: person.to_string(),
            settings: self.person_settings(person).await?.into(),
            results: self.own_results(person).await?,
            seats: self.own_seats(person).await?,
            desks: self.own_desks(person).await?,
        })
    }

    async fn own_results(&self, person: PersonId) -> Result<Vec<OwnResult>, Failure> {
        let person = person.to_row();
        let rows = sqlx::query!(
            r#"select table_id, server, game, seat as "seat!: i64", place, seats, sides, outcome, points, casual, part, finished_at
               from results where person = ? order by finished_at"#,
            person
        )
        .fetch_all(&self.0.readers)
        .await?;
        let read = rows.into_iter().map(|row| OwnResult {
            table: row.table_id,
            server: row.server.map(id_text),
            game: row.game,
            seat: row.seat,
            place: row.place,
            seats: row.seats,
            sides: row.sides,
            outcome: row.outcome,
            points: row.points,
            casual: row.casual != 0,
            part: row.part,
            finished_at_ms: row.finished_at,
        });
        Ok(read.collect())
    }

    async fn own_desks(&self, person: PersonId) -> Result<Vec<OwnDesk>, Failure> {
        let person = person.to_row();
        let rows = sqlx::query!(
            r#"select table_id, seat as "seat!: i64", arrangement, auto_draw, prepared from desks
               where person = ?1 and table_id in (select table_id from seatings where person = ?1)
               order by table_id, seat"#,
            person
        )
        .fetch_all(&self.0.readers)
        .await?;
        let read = rows.into_iter().map(|row| OwnDesk {
            table: row.table_id,
            seat: row.seat,
            arrangement: row.arrangement,
            auto_draw: row.auto_draw != 0,
            prepared: row.prepared,
        });
        Ok(read.collect())
    }

    async fn own_seats(&self, person: PersonId) -> Result<Vec<OwnSeat>, Failure> {
        let person = person.to_row();
        let rows = sqlx::query!(
            r#"select table_id, server, channel, game, seat as "seat!: i64", from_revision as "from_revision!: i64", opened_at, ended_at
               from seatings join tables on tables.id = seatings.table_id where person = ? order by opened_at, from_revision"#,
            person
        )
        .fetch_all(&self.0.readers)
        .await?;
        let read = rows.into_iter().map(|row| OwnSeat {
            table: row.table_id,
            server: row.server.map(id_text),
            channel: id_text(row.channel),
            game: row.game,
            seat: row.seat,
            from_step: row.from_revision,
            opened_at_ms: row.opened_at,
            ended_at_ms: row.ended_at,
        });
        Ok(read.collect())
    }

    /// Forgets a person; [`Written::Duplicate`] if nothing was kept of them that is not to be forgotten already. A long
    /// history goes in portions, between which others write.
    pub async fn forget(&self, person: PersonId) -> Result<Written, NotWritten> {
        let noted = self.write(Work::Forget(person)).await?;
        match self.forget_on().await? {
            Written::Duplicate => Ok(noted),
            Written::Done => Ok(Written::Done),
        }
    }

    /// Forgets whoever is still to be forgotten at tables that have ended, as a process left them that ended in between;
    /// [`Written::Duplicate`] if there is nobody.
    pub async fn forget_on(&self) -> Result<Written, NotWritten> {
        let mut forgotten = Written::Duplicate;
        while self.write(Work::ForgetOn).await? == Written::Done {
            forgotten = Written::Done;
        }
        Ok(forgotten)
    }
}

impl Store {
    /// Whether somebody wants to be forgotten at a table as soon as it ends.
    pub async fn has_to_forget_at(&self, table: &TableId) -> Result<bool, Failure> {
        let table = table.as_str();
        let people = sqlx::query_scalar!(
            "select person from leaving_no_trace where table_id = ?",
            table
        )
        .fetch_all(&self.0.readers)
        .await?;
        Ok(!people.is_empty())
    }
}

/// So many tables forget somebody in one transaction.
pub(super) const PORTION: i64 = 64;

/// Notes where a person is to be forgotten, and forgets their settings; [`Written::Duplicate`] if there is nothing more to be
/// forgotten than was noted before.
pub(super) async fn forget(
    connection: &mut SqliteConnection,
    person: PersonId,
) -> Result<Written, sqlx::Error> {
    let person = person.to_row();
    let noted = sqlx::query!(
        "insert into leaving_no_trace (table_id, person)
         select table_id, person from seatings where person = ?1
         union select table_id, person from results where person = ?1
         on conflict do nothing",
        person
    )
    .execute(&mut *connection)
    .await?;
    let settings = sqlx::query!("delete from person_settings where person = ?", person)
        .execute(connection)
        .await?;
    let is_nothing = noted.rows_affected() + settings.rows_affected() == 0;
    Ok(if is_nothing {
        Written::Duplicate
    } else {
        Written::Done
    })
}

/// Forgets a portion of what was noted; [`Written::Duplicate`] once nothing is left at tables that have ended.
pub(super) async fn forget_on(connection: &mut SqliteConnection) -> Result<Written, sqlx::Error> {
    // From those who are to be forgotten to their tables: the other way round every table that has ended is looked at.
    let noted = sqlx::query!(
        "select table_id, person from leaving_no_trace cross join tables on tables.id = leaving_no_trace.table_id
         where ended_at is not null limit ?",
        PORTION
    )
    .fetch_all(&mut *connection)
    .await?;
    for row in &noted {
        forget_at(connection, &row.table_id, row.person).await?;
        sqlx::query!(
            "delete from leaving_no_trace where table_id = ? and person = ?",
            row.table_id,
            row.person
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(if noted.is_empty() {
        Written::Duplicate
    } else {
        Written::Done
    })
}

/// Makes somebody nobody at a table that has ended.
async fn forget_at(
    connection: &mut SqliteConnection,
    table: &str,
    person: i64,
) -> Result<(), sqlx::Error> {
    let nobody = sqlx::query_scalar!(
        r#"select min(0, coalesce((select min(person) from results where table_id = ?1), 0),
                      coalesce((select min(person) from seatings where table_id = ?1), 0)) - 1 as "nobody!: i64""#,
        table
    )
    .fetch_one(&mut *connection)
    .await?;
    sqlx::query!(
        "update results set person = ? where table_id = ? and person = ?",
        nobody,
        table,
        person
    )
    .execute(&mut *connection)
    .await?;
    stands_up(connection, table, person, nobody).await?;
    sqlx::query!(
        "delete from desks where table_id = ? and person = ?",
        table,
        person
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Nobody sat where somebody did. What was damaged before stays so.
async fn stands_up(
    connection: &mut SqliteConnection,
    table: &str,
    person: i64,
    nobody: i64,
) -> Result<(), sqlx::Error> {
    let rows = sqlx::query!(
        r#"select seat as "seat!: i64", from_revision as "from_revision!: i64", digest from seatings where table_id = ? and person = ?"#,
        table,
        person
    )
    .fetch_all(&mut *connection)
    .await?;
    for row in rows {
        let of = |person: i64| {
            let sat = Sat::from_row(row.seat, row.from_revision, person);
            sat.map(|sat| Digest::of_sitting(table, &sat).to_row())
        };
        let is_whole = row.digest.is_some() && row.digest == of(person);
        let digest = if is_whole { of(nobody) } else { row.digest };
        sqlx::query!(
            "update seatings set person = ?, digest = ? where table_id = ? and seat = ? and from_revision = ?",
            nobody,
            digest,
            table,
            row.seat,
            row.from_revision
        )
        .execute(&mut *connection)
        .await?;
    }
    Ok(())
}

/// Forgets at a table that ends just now whoever wanted that.
pub(super) async fn at_the_end(
    connection: &mut SqliteConnection,
    table: &TableId,
) -> Result<(), sqlx::Error> {
    let table = table.as_str();
    let people = sqlx::query_scalar!(
        "select person from leaving_no_trace where table_id = ?",
        table
    )
    .fetch_all(&mut *connection)
    .await?;
    for person in people {
        forget_at(connection, table, person).await?;
    }
    sqlx::query!("delete from leaving_no_trace where table_id = ?", table)
        .execute(connection)
        .await?;
    Ok(())
}

/// Somebody comes back to the very table that was to forget them.
pub(super) async fn comes_back(
    connection: &mut SqliteConnection,
    table: &TableId,
    person: PersonId,
) -> Result<(), sqlx::Error> {
    let (table, person) = (table.as_str(), person.to_row());
    sqlx::query!(
        "delete from leaving_no_trace where table_id = ? and person = ?",
        table,
        person
    )
    .execute(connection)
    .await?;
    Ok(())
}
