//! Desks: what belongs to the owner of a seat and not to the game. They raise no revision and are no steps.
//!
//! A row is text here; the tables give it its meaning. No `Debug`: an own order of tiles is a rack.

use sqlx::SqliteConnection;

use super::id::{PersonId, TableId};
use super::writer::Work;
use super::{NotWritten, Store};
use crate::rules::Seat;

/// The desk of one seat.
#[derive(Clone, PartialEq, Eq)]
pub struct DeskRow {
    /// Where.
    pub seat: Seat,
    /// Whose it is.
    pub person: PersonId,
    /// In which order the tiles stand.
    pub arrangement: String,
    /// Whether the table draws for them.
    pub auto_draw: bool,
    /// What is tried when their turn comes, as JSON.
    pub prepared: Option<String>,
}

/// What becomes of a desk together with a step.
#[derive(Clone, PartialEq, Eq)]
pub enum DeskWrite {
    /// It is like this now.
    Keep(DeskRow),
    /// Its owner is gone.
    Clear(Seat),
}

impl Store {
    /// Writes a desk; it is on the disk when this says so.
    pub async fn keep_desk(&self, table: TableId, desk: DeskRow) -> Result<(), NotWritten> {
        let work = Work::Desk(table, Box::new(desk));
        self.write(work).await.map(drop)
    }
}

pub(super) async fn write(
    connection: &mut SqliteConnection,
    table: &TableId,
    desk: &DeskWrite,
) -> Result<(), sqlx::Error> {
    match desk {
        DeskWrite::Keep(row) => keep(connection, table, row).await,
        DeskWrite::Clear(seat) => clear(connection, table, *seat).await,
    }
}

pub(super) async fn keep(
    connection: &mut SqliteConnection,
    table: &TableId,
    desk: &DeskRow,
) -> Result<(), sqlx::Error> {
    let (table, seat) = (table.as_str(), i64::from(u8::from(desk.seat)));
    let person = desk.person.to_row();
    let auto_draw = i64::from(desk.auto_draw);
    sqlx::query!(
        "insert into desks (table_id, seat, person, arrangement, auto_draw, prepared)
         values (?, ?, ?, ?, ?, ?)
         on conflict (table_id, seat) do update set person = excluded.person,
         arrangement = excluded.arrangement, auto_draw = excluded.auto_draw, prepared = excluded.prepared",
        table,
        seat,
        person,
        desk.arrangement,
        auto_draw,
        desk.prepared
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn clear(
    connection: &mut SqliteConnection,
    table: &TableId,
    seat: Seat,
) -> Result<(), sqlx::Error> {
    let (table, seat) = (table.as_str(), i64::from(u8::from(seat)));
    sqlx::query!(
        "delete from desks where table_id = ? and seat = ?",
        table,
        seat
    )
    .execute(connection)
    .await?;
    Ok(())
}
