//! The statements of the writer.

use sqlx::SqliteConnection;

use super::barrier::Barrier;
use super::chain::Digest;
use super::desks;
use super::forget;
use super::id::{Moment, TableId};
use super::journal::{Entry, PlaceRow, TableRow};
use super::results::{KeptResult, ResultRow};
use super::steps::{self, Ends};
use super::writer::Written;

/// Outages are kept as long as a deadline can lie before them: a turn of `days`, seven days of absence, and some. Time in which no
/// process ran does not count, and as long as a table lives that was opened before their end they are kept all the same.
const OUTAGES_KEPT_MS: u64 = 60 * 24 * 60 * 60 * 1000;
/// So many of them are kept: where a line breaks more often, a turn of `days` is not as old as the first of these.
pub(super) const MOST_OUTAGES: i64 = 1_000;

/// The step decides whether the rest is written: it comes before everything but its own table.
pub(super) async fn write_entry(
    connection: &mut SqliteConnection,
    ends: &mut Ends,
    entry: &Entry,
) -> Result<Written, sqlx::Error> {
    let table = entry.table.as_str();
    if let Some(row) = &entry.opening {
        write_table(connection, row).await?;
    }
    if steps::write(connection, ends, entry).await? == Written::Duplicate {
        return Ok(Written::Duplicate);
    }
    if let Some(sat) = &entry.sat {
        let (seat, from, person) = (
            i64::from(u8::from(sat.seat)),
            sat.from.to_row(),
            sat.person.to_row(),
        );
        let digest = Digest::of_sitting(table, sat).to_row();
        sqlx::query!(
            "insert into seatings (table_id, seat, from_revision, person, digest) values (?, ?, ?, ?, ?)",
            table,
            seat,
            from,
            person,
            digest
        )
        .execute(&mut *connection)
        .await?;
        forget::comes_back(connection, &entry.table, sat.person).await?;
    }
    if let Some(start) = entry.start {
        let start = start.to_row();
        sqlx::query!("update tables set start = ? where id = ?", start, table)
            .execute(&mut *connection)
            .await?;
    }
    if entry.ends {
        ends.forget(&entry.table);
        let at = entry.step.at.to_row();
        sqlx::query!("update tables set ended_at = ? where id = ?", at, table)
            .execute(&mut *connection)
            .await?;
    }
    for result in &entry.results {
        write_result(connection, table, entry.step.at, result).await?;
    }
    for desk in &entry.desks {
        desks::write(connection, &entry.table, desk).await?;
    }
    if entry.ends {
        forget::at_the_end(connection, &entry.table).await?;
    }
    Ok(Written::Done)
}

async fn write_table(connection: &mut SqliteConnection, row: &TableRow) -> Result<(), sqlx::Error> {
    let (id, game) = (row.id.as_str(), row.game.id());
    let seats = row.seats as i64;
    let secret = &row.secret.bytes()[..];
    let server = row.server.map(|id| id.to_row());
    let channel = row.channel.to_row();
    let parent = row.parent.map(|id| id.to_row());
    let (own_thread, rated) = (i64::from(row.own_thread), i64::from(row.rated));
    let again = row.again.as_ref().map(TableId::as_str);
    let opened_at = row.opened_at.to_row();
    sqlx::query!(
        "insert into tables (id, game, rules_version, options, seats, level, preset, language, secret,
                             server, channel, parent, own_thread, again, rated, opened_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        id,
        game,
        row.rules_version,
        row.options,
        seats,
        row.level,
        row.preset,
        row.language,
        secret,
        server,
        channel,
        parent,
        own_thread,
        again,
        rated,
        opened_at
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_result(
    connection: &mut SqliteConnection,
    table: &str,
    at: Moment,
    result: &ResultRow,
) -> Result<(), sqlx::Error> {
    let (kept, at) = (KeptResult::from(result), at.to_row());
    sqlx::query!(
        "insert into results (table_id, seat, person, server, game, place, outcome, points, casual, part,
                              seats, sides, finished_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        table,
        kept.seat,
        kept.person,
        kept.server,
        kept.game,
        kept.place,
        kept.outcome,
        kept.points,
        kept.casual,
        kept.part,
        kept.seats,
        kept.sides,
        at
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn write_places(
    connection: &mut SqliteConnection,
    table: &TableId,
    places: &PlaceRow,
) -> Result<(), sqlx::Error> {
    let table = table.as_str();
    let board = places.board.map(|id| id.to_row());
    let former = places.former.map(|id| id.to_row());
    let lobby = places.lobby.map(|id| id.to_row());
    let ping = places.ping.map(|id| id.to_row());
    let barrier = places.barrier.map(Barrier::name);
    let word = places.word.map(|id| id.to_row());
    sqlx::query!(
        "update tables set board = ?, former = ?, lobby = ?, ping = ?, barrier = ?, word = ? where id = ?",
        board,
        former,
        lobby,
        ping,
        barrier,
        word,
        table
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Notes that a table is damaged.
pub(super) async fn write_damaged(
    connection: &mut SqliteConnection,
    table: &TableId,
) -> Result<Written, sqlx::Error> {
    let table = table.as_str();
    let noted = sqlx::query!(
        "insert into damaged (table_id) values (?) on conflict (table_id) do nothing",
        table
    )
    .execute(connection)
    .await?;
    Ok(match noted.rows_affected() {
        0 => Written::Duplicate,
        _ => Written::Done,
    })
}

/// Notes that the process lives. Something is written each time: SQLite writes no row that stays as it is, and whoever waits for
/// this wants to know that the disk takes something.
pub(super) async fn write_alive(
    connection: &mut SqliteConnection,
    now: Moment,
) -> Result<(), sqlx::Error> {
    let now = now.to_row();
    sqlx::query!(
        "insert into process (id, alive_at) values (1, ?)
         on conflict (id) do update set alive_at = excluded.alive_at, beats = beats + 1",
        now
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Nothing lasts beyond `now`: a run whose clock was ahead noted outages that end in what was the future.
pub(super) async fn end_outages(
    connection: &mut SqliteConnection,
    now: Moment,
) -> Result<(), sqlx::Error> {
    let now = now.to_row();
    sqlx::query!("delete from outages where began_at >= ?", now)
        .execute(&mut *connection)
        .await?;
    sqlx::query!(
        "update outages set ended_at = ? where ended_at > ?",
        now,
        now
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn write_outage(
    connection: &mut SqliteConnection,
    began: Moment,
    ended: Moment,
) -> Result<(), sqlx::Error> {
    let forgotten = Moment::from_unix_ms(began.unix_ms().saturating_sub(OUTAGES_KEPT_MS)).to_row();
    sqlx::query!(
        "delete from outages
         where ended_at < ?
             and not exists (select 1 from tables where tables.ended_at is null and opened_at < outages.ended_at)",
        forgotten
    )
    .execute(&mut *connection)
    .await?;
    let (began, ended) = (began.to_row(), ended.to_row());
    sqlx::query!(
        "insert into outages (began_at, ended_at) values (?, ?)
         on conflict (began_at) do update set ended_at = max(ended_at, excluded.ended_at)",
        began,
        ended
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from outages where began_at <= (select began_at from outages order by began_at desc limit 1 offset ?)",
        MOST_OUTAGES
    )
    .execute(connection)
    .await?;
    Ok(())
}
