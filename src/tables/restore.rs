//! From rows to a table and back: what a restart, and a fall of a table's task, reads.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::affairs::{Affairs, Fixed};
use super::change::{Change, Step, Unsound};
use super::desk::{self, Desks};
use super::look::{Aside, Life};
use super::own::Scout;
use super::presses::Presses;
use super::timing::{Outage, Outages};
use super::{Moment, Preset, Revision};
use crate::computers::Level;
use crate::rules::seat::MOST_SEATS;
use crate::store::{Chain, Entry, PlaceRow, Sat, StoredTable, TableRow};

/// A table as its rows tell it.
pub(super) struct Restored {
    pub affairs: Affairs,
    pub messages: PlaceRow,
    pub presses: Presses,
    pub desks: Desks,
    /// How many outages of this process are given back.
    pub given_back: u64,
}

/// Reads a table back and gives it the time that was lost. A journal that makes the rules fall over is unsound.
pub(super) fn restore(
    stored: &StoredTable,
    outages: &[Outage],
    now: Moment,
) -> Result<Restored, Unsound> {
    restore_sparing(stored, outages, now, now)
}

/// The same for people who are spared from another moment on.
pub(super) fn restore_sparing(
    stored: &StoredTable,
    outages: &[Outage],
    now: Moment,
    spared_from: Moment,
) -> Result<Restored, Unsound> {
    check_chain(stored)?;
    let mut outages = Outages::since(stored.row.opened_at, outages);
    let mut affairs = replayed(stored, &mut outages)?;
    if stored.chain == Chain::WholeIfOver && affairs.life.is_live() {
        return Err(Unsound::CutShort);
    }
    affairs.give_back(outages.left(), now, spared_from);
    Ok(Restored {
        desks: desk::from_rows(&stored.desks, affairs.places.len()),
        affairs,
        messages: messages_of(&stored.row),
        presses: stored.steps.iter().filter_map(|row| row.press).collect(),
        given_back: 0,
    })
}

/// Whether the journal is the one that was written, as far as that is known without reading it. A gap is told as one.
pub(super) fn check_chain(stored: &StoredTable) -> Result<(), Unsound> {
    let unsound = match stored.chain {
        Chain::Whole | Chain::WholeIfOver => return Ok(()),
        Chain::BrokenAt(revision) => {
            gap_before(stored, revision).map_or(Unsound::Broken(revision), Unsound::Gap)
        }
        Chain::CutShort => Unsound::CutShort,
        Chain::Unreadable => Unsound::Unreadable,
    };
    Err(unsound)
}

/// The revision that is missing before this one.
fn gap_before(stored: &StoredTable, revision: Revision) -> Option<Revision> {
    let before = stored.steps.iter().map(|step| step.revision);
    let last = before.filter(|before| *before < revision).max();
    let wanted = last.unwrap_or_default().next();
    (wanted != revision).then_some(wanted)
}

/// What follows from a journal: it is gone through twice, so that games are only asked for what is not asked for again.
///
/// What an outage took is given back before the step that came after it, as it was when that was played: a move leaves the
/// time of its turn as it is if there is enough of it, and that counts what was given back.
fn replayed(stored: &StoredTable, outages: &mut Outages) -> Result<Affairs, Unsound> {
    let mut affairs = before_first(&stored.row)?;
    let mut scout = Scout::new(affairs.clone());
    let mut steps = Vec::with_capacity(stored.steps.len());
    for row in &stored.steps {
        let sat = stored.sat.iter().find(|sat| sat.from == row.revision);
        let step = Step::from_row(row, sat.map(|sat| sat.person))?;
        caught(&step, || scout.follow(&step))?;
        steps.push(step);
    }
    if steps.is_empty() {
        return Err(Unsound::Gap(affairs.revision.next()));
    }
    let known = scout.known();
    for step in &steps {
        while let Some(outage) = outages.next_before(step.at) {
            affairs.give_back(&[outage], outage.1, outage.1);
        }
        caught(step, || affairs.replay(step, &known))?;
    }
    Ok(affairs)
}

/// What comes of a step, at which the rules may fall over.
fn caught(step: &Step, replay: impl FnOnce() -> Result<(), Unsound>) -> Result<(), Unsound> {
    catch_unwind(AssertUnwindSafe(replay)).unwrap_or(Err(Unsound::OutOfPlace(step.revision)))
}

/// A table of which only the row is believed.
pub(super) fn row_only(stored: &StoredTable) -> Restored {
    let seats = stored.row.seats.clamp(1, MOST_SEATS);
    let fixed = fixed(&stored.row).unwrap_or_else(|_| told_only(&stored.row));
    let mut affairs = Affairs::new(Arc::new(fixed), seats);
    if let Some(first) = stored.sat.iter().min_by_key(|sat| sat.from) {
        affairs.host_person = first.person;
        affairs.opener = Some(first.person);
    }
    Restored {
        desks: desk::from_rows(&[], affairs.places.len()),
        affairs,
        messages: messages_of(&stored.row),
        presses: Presses::default(),
        given_back: 0,
    }
}

/// A table that is read no further: nobody can act, and the game is not looked at.
pub(super) fn set_aside(mut restored: Restored, why: Aside) -> Restored {
    let affairs = &mut restored.affairs;
    affairs.life = Life::SetAside(why);
    affairs.game = None;
    affairs.deadlines.values_mut().for_each(|span| *span = None);
    (affairs.pause, affairs.absence) = (None, None);
    restored
}

/// The messages of a table.
fn messages_of(row: &TableRow) -> PlaceRow {
    PlaceRow {
        board: row.board,
        former: row.former,
        lobby: row.lobby,
        ping: row.ping,
        barrier: row.barrier,
        word: row.word,
    }
}

pub(super) fn before_first(row: &TableRow) -> Result<Affairs, Unsound> {
    if !(1..=MOST_SEATS).contains(&row.seats) {
        return Err(Unsound::NoTable);
    }
    Ok(Affairs::new(Arc::new(fixed(row)?), row.seats))
}

fn fixed(row: &TableRow) -> Result<Fixed, Unsound> {
    Ok(Fixed {
        id: row.id.clone(),
        opened_with: serde_json::from_str(&row.options).map_err(|_| Unsound::NoTable)?,
        rules_version: row.rules_version.clone(),
        level: Level::from_name(&row.level).ok_or(Unsound::NoTable)?,
        preset: row.preset.parse().map_err(|_| Unsound::NoTable)?,
        language: row.language.clone(),
        server: row.server,
        channel: row.channel,
        rated: row.rated,
        parent: row.parent,
        own_thread: row.own_thread,
        again: row.again.clone(),
        secret: row.secret.clone(),
        opened_at: row.opened_at,
    })
}

/// What is fixed of a table that is only told of: what does not read is what it usually is.
fn told_only(row: &TableRow) -> Fixed {
    let options = serde_json::from_str(&row.options);
    Fixed {
        id: row.id.clone(),
        opened_with: options.unwrap_or_else(|_| row.game.default_options()),
        rules_version: row.rules_version.clone(),
        level: Level::from_name(&row.level).unwrap_or_default(),
        preset: row.preset.parse().unwrap_or(Preset::Normal),
        language: row.language.clone(),
        server: row.server,
        channel: row.channel,
        rated: row.rated,
        parent: row.parent,
        own_thread: row.own_thread,
        again: row.again.clone(),
        secret: row.secret.clone(),
        opened_at: row.opened_at,
    }
}

/// The row of a table that opens.
pub(super) fn row_of(fixed: &Fixed, seats: usize) -> TableRow {
    TableRow {
        id: fixed.id.clone(),
        game: fixed.game(),
        rules_version: fixed.rules_version.clone(),
        options: serde_json::to_string(&fixed.opened_with)
            .expect("options are plain structs with text keys"),
        seats,
        level: fixed.level.name().to_owned(),
        preset: fixed.preset.to_string(),
        language: fixed.language.clone(),
        secret: fixed.secret.clone(),
        server: fixed.server,
        channel: fixed.channel,
        parent: fixed.parent,
        own_thread: fixed.own_thread,
        again: fixed.again.clone(),
        board: None,
        former: None,
        lobby: None,
        start: None,
        ping: None,
        barrier: None,
        word: None,
        rated: fixed.rated,
        opened_at: fixed.opened_at,
    }
}

/// All that a step writes; `next` are the affairs after it.
pub(super) fn entry_of(next: &Affairs, step: &Step, opening: Option<TableRow>) -> Entry {
    let mut entry = Entry {
        table: next.fixed.id.clone(),
        opening,
        step: step.to_row(),
        sat: None,
        start: None,
        ends: !next.life.is_live(),
        results: Vec::new(),
        desks: Vec::new(),
    };
    for change in &step.changes {
        match change {
            Change::Sat { seat } => {
                entry.sat = step.sat.map(|person| Sat {
                    seat: *seat,
                    from: step.revision,
                    person,
                });
            }
            Change::Began { start } => entry.start = Some(*start),
            Change::Finished => entry.results = next.results(),
            Change::Abandoned { why } => entry.results = next.losses_at(*why),
            _ => {}
        }
    }
    entry
}
