//! The statements of the writer.

use sqlx::SqliteConnection;

use super::barrier::Barrier;
use super::desks;
use super::id::{Moment, TableId};
use super::journal::{Entry, PlaceRow, StepRow, TableRow};
use super::results::{ResultRow, outcome_word};
use super::writer::Written;

/// Outages are kept as long as a deadline can lie before them: a turn of `days`, seven days of absence, and some.
const OUTAGES_KEPT_MS: u64 = 60 * 24 * 60 * 60 * 1000;

/// What became of steps that were written with one statement.
pub(super) enum Together {
    /// All are written.
    All,
    /// Some presses had had their effect; these steps are not written.
    Some,
    /// It was not tried, or nothing is written.
    Not,
}

/// Writes many steps with one statement: a tenth of the work of one statement each.
pub(super) async fn write_steps(
    connection: &mut SqliteConnection,
    entries: &[&Entry],
) -> Result<Together, sqlx::Error> {
    if entries.len() < 2 {
        return Ok(Together::Not);
    }
    let steps: Vec<_> = entries
        .iter()
        .map(|Entry { table, step, .. }| {
            (
                table.as_str(),
                step.revision.to_row(),
                step.format,
                &step.cause,
                step.actor.map(u8::from),
                step.press.map(|press| press.to_row()),
                &step.changes,
                step.at.to_row(),
            )
        })
        .collect();
    let steps = serde_json::to_string(&steps).expect("texts and numbers are always JSON");
    let done = sqlx::query!(
        "insert into steps (table_id, revision, format, cause, actor, press, changes, at)
         select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
         from json_each(?) where true
         on conflict (table_id, press) where press is not null do nothing",
        steps
    )
    .execute(connection)
    .await?;
    Ok(match done.rows_affected() {
        all if all == entries.len() as u64 => Together::All,
        _ => Together::Some,
    })
}

/// Whether a step of [`Together::Some`] is written: if its press was known, its place is free or another's.
pub(super) async fn was_written(
    connection: &mut SqliteConnection,
    entry: &Entry,
) -> Result<Written, sqlx::Error> {
    let (table, revision) = (entry.table.as_str(), entry.step.revision.to_row());
    let (press, at) = (
        entry.step.press.map(|press| press.to_row()),
        entry.step.at.to_row(),
    );
    let found = sqlx::query!(
        "select revision from steps where table_id = ? and revision = ? and press is ? and changes = ? and at = ?",
        table,
        revision,
        press,
        entry.step.changes,
        at
    )
    .fetch_optional(connection)
    .await?;
    Ok(match found {
        Some(_) => Written::Done,
        None => Written::Duplicate,
    })
}

/// The step decides whether the rest is written: it comes before everything but its own table.
pub(super) async fn write_entry(
    connection: &mut SqliteConnection,
    entry: &Entry,
) -> Result<Written, sqlx::Error> {
    let table = entry.table.as_str();
    if let Some(row) = &entry.opening {
        write_table(connection, row).await?;
    }
    if write_step(connection, table, &entry.step).await? == Written::Duplicate {
        return Ok(Written::Duplicate);
    }
    if let Some(sat) = &entry.sat {
        let (seat, from, person) = (
            i64::from(u8::from(sat.seat)),
            sat.from.to_row(),
            sat.person.to_row(),
        );
        sqlx::query!(
            "insert into seatings (table_id, seat, from_revision, person) values (?, ?, ?, ?)",
            table,
            seat,
            from,
            person
        )
        .execute(&mut *connection)
        .await?;
    }
    if let Some(start) = entry.start {
        let start = start.to_row();
        sqlx::query!("update tables set start = ? where id = ?", start, table)
            .execute(&mut *connection)
            .await?;
    }
    if entry.ends {
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
    Ok(Written::Done)
}

async fn write_table(connection: &mut SqliteConnection, row: &TableRow) -> Result<(), sqlx::Error> {
    let (id, game) = (row.id.as_str(), row.game.id());
    let seats = row.seats as i64;
    let secret = &row.secret.bytes()[..];
    let server = row.server.map(|id| id.to_row());
    let channel = row.channel.to_row();
    let parent = row.parent.map(|id| id.to_row());
    let (rated, opened_at) = (i64::from(row.rated), row.opened_at.to_row());
    sqlx::query!(
        "insert into tables (id, game, rules_version, options, seats, level, preset, language, secret,
                             server, channel, parent, rated, opened_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
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
        rated,
        opened_at
    )
    .execute(connection)
    .await?;
    Ok(())
}

async fn write_step(
    connection: &mut SqliteConnection,
    table: &str,
    step: &StepRow,
) -> Result<Written, sqlx::Error> {
    let (revision, format) = (step.revision.to_row(), i64::from(step.format));
    let actor = step.actor.map(|seat| i64::from(u8::from(seat)));
    let press = step.press.map(|press| press.to_row());
    let at = step.at.to_row();
    let done = sqlx::query!(
        "insert into steps (table_id, revision, format, cause, actor, press, changes, at)
         values (?, ?, ?, ?, ?, ?, ?, ?)
         on conflict (table_id, press) where press is not null do nothing",
        table,
        revision,
        format,
        step.cause,
        actor,
        press,
        step.changes,
        at
    )
    .execute(connection)
    .await?;
    Ok(match done.rows_affected() {
        0 => Written::Duplicate,
        _ => Written::Done,
    })
}

async fn write_result(
    connection: &mut SqliteConnection,
    table: &str,
    at: Moment,
    result: &ResultRow,
) -> Result<(), sqlx::Error> {
    let seat = i64::from(u8::from(result.seat));
    let person = result.person.to_row();
    let server = result.server.map(|id| id.to_row());
    let (game, place, outcome) = (
        result.game.id(),
        i64::from(result.place),
        outcome_word(result.outcome),
    );
    let (points, casual, at) = (
        i64::from(result.points),
        i64::from(result.casual),
        at.to_row(),
    );
    let (part, seats) = (result.part.word(), i64::from(result.seats));
    sqlx::query!(
        "insert into results (table_id, seat, person, server, game, place, outcome, points, casual, part,
                              seats, finished_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        table,
        seat,
        person,
        server,
        game,
        place,
        outcome,
        points,
        casual,
        part,
        seats,
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
    sqlx::query!(
        "update tables set board = ?, former = ?, lobby = ?, ping = ?, barrier = ? where id = ?",
        board,
        former,
        lobby,
        ping,
        barrier,
        table
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn write_alive(
    connection: &mut SqliteConnection,
    now: Moment,
) -> Result<(), sqlx::Error> {
    let now = now.to_row();
    sqlx::query!(
        "insert into process (id, alive_at) values (1, ?)
         on conflict (id) do update set alive_at = excluded.alive_at",
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
    let forgotten = Moment::from_unix_ms(ended.unix_ms().saturating_sub(OUTAGES_KEPT_MS)).to_row();
    sqlx::query!("delete from outages where ended_at < ?", forgotten)
        .execute(&mut *connection)
        .await?;
    let (began, ended) = (began.to_row(), ended.to_row());
    sqlx::query!(
        "insert into outages (began_at, ended_at) values (?, ?)
         on conflict (began_at) do update set ended_at = max(ended_at, excluded.ended_at)",
        began,
        ended
    )
    .execute(connection)
    .await?;
    Ok(())
}
