//! The record of a table that has ended, made from its journal when somebody asks.

use super::affairs::Affairs;
use super::restore::restore;
use super::{Life, Moment, PersonId, Sitter, TableId};
use crate::computers::Level;
use crate::rules::chance::Contributions;
use crate::rules::record::{Cause, FORMAT, HouseRules, Level as ToldLevel, Record, Sitting, Step};
use crate::rules::{Game, PerSeat};
use crate::store::{Chain, Failure, StepRow, Store, StoredTable};

/// The record of a table; `None` unless its game had begun and its life has ended: until then the secret stays one.
pub async fn record(store: &Store, table: &TableId) -> Result<Option<Record>, Failure> {
    match store.load_ended(table).await? {
        Some(stored) => record_of(&stored.judged()),
        None => Ok(None),
    }
}

/// Whether somebody played at a table whose life has ended, for a while or to the end.
pub async fn has_played(store: &Store, table: &TableId, person: PersonId) -> Result<bool, Failure> {
    match store.load_ended(table).await? {
        Some(stored) => Ok(affairs_of(&stored.judged())?.has_played(person)),
        None => Ok(false),
    }
}

pub(super) fn record_of(stored: &StoredTable) -> Result<Option<Record>, Failure> {
    let ended = affairs_of(stored)?;
    if !matches!(ended.life, Life::Finished | Life::Abandoned(_)) {
        return Ok(None);
    }
    let (Some(start), Some(seats)) = (ended.start, seats_at_the_beginning(stored)?) else {
        return Ok(None);
    };
    let fixed = &ended.fixed;
    let contributions = Contributions {
        seats: ended.fixed_presses(),
        start: start.get(),
    };
    let steps: Vec<Step> = stored.steps.iter().map(step_of).collect::<Result<_, _>>()?;
    Ok(Some(Record {
        format: FORMAT,
        table: fixed.id.to_string(),
        game: fixed.game(),
        rules_version: fixed.rules_version.clone(),
        seal: fixed.seal(),
        secret: fixed.secret.to_hex(),
        contributions: contributions.lines().lines().map(str::to_owned).collect(),
        options: house_rules(stored, &steps, &ended)?,
        seats,
        opened_at: fixed.opened_at.unix_ms(),
        steps,
        standing: ended.game.as_ref().and_then(Game::standing),
    }))
}

fn affairs_of(stored: &StoredTable) -> Result<Affairs, Failure> {
    match restore(stored, &[], Moment::from_unix_ms(0)) {
        Ok(restored) => Ok(restored.affairs),
        Err(unsound) => {
            tracing::warn!(table = %stored.row.id, %unsound, "a journal gives no record");
            Err(Failure::Unreadable { table: "steps" })
        }
    }
}

/// The house rules as they were stored when they were chosen, by whatever version: another text is another digest.
fn house_rules(
    stored: &StoredTable,
    steps: &[Step],
    ended: &Affairs,
) -> Result<HouseRules, Failure> {
    let unreadable = Failure::Unreadable { table: "tables" };
    let changes = steps.iter().flat_map(|step| &step.changes);
    let mut chosen = changes.filter_map(|change| change.get("options")?.get("options"));
    let told = match chosen.next_back() {
        Some(last) => Some(last.clone()),
        None => serde_json::from_str(&stored.row.options).ok(),
    };
    told.and_then(HouseRules::told)
        .filter(|rules| *rules.meant() == ended.options)
        .ok_or(unreadable)
}

/// Who sat where when seats and contributions were fixed; `None` if they never were. Who has left since, and which seats
/// were drawn, is among the steps.
fn seats_at_the_beginning(stored: &StoredTable) -> Result<Option<PerSeat<Sitting>>, Failure> {
    let mut early = StoredTable {
        row: stored.row.clone(),
        steps: Vec::new(),
        sat: stored.sat.clone(),
        desks: Vec::new(),
        chain: Chain::Whole,
    };
    let fixes = |step: &StepRow| step.changes.contains(r#"{"starting":"#);
    let Some(last) = stored.steps.iter().position(fixes) else {
        return Ok(None);
    };
    early.steps.extend_from_slice(&stored.steps[..=last]);
    let places = affairs_of(&early)?.places;
    Ok(Some(places.map(|_, place| sitting(&place.sitter))))
}

fn sitting(sitter: &Sitter) -> Sitting {
    match sitter {
        Sitter::Empty => Sitting::Empty,
        Sitter::Person { .. } => Sitting::Person,
        Sitter::Computer { level, .. } => Sitting::Computer {
            level: told_level(*level),
        },
    }
}

fn told_level(level: Level) -> ToldLevel {
    match level {
        Level::Easy => ToldLevel::Easy,
        Level::Medium => ToldLevel::Medium,
    }
}

fn step_of(row: &StepRow) -> Result<Step, Failure> {
    let unreadable = || Failure::Unreadable { table: "steps" };
    Ok(Step {
        revision: row.revision.get(),
        at: row.at.unix_ms(),
        cause: Cause::from_word(&row.cause).ok_or_else(unreadable)?,
        seat: row.actor,
        // Changes name seats, never people; presses and who sat down are kept beside them and left out.
        changes: serde_json::from_str(&row.changes).map_err(|_| unreadable())?,
    })
}
