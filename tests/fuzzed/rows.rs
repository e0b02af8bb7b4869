//! The rows of a table in the database, as texts and numbers that anything may stand in.
//!
//! The first line is the row of the table, with who sat down and whose desks there are; each other one is a step: JSON, as in
//! the golden journals (`src/tables/tests/golden`).

use serde::Deserialize;

use super::change::Step;
use super::look::Aside;
use super::record::record_of;
use super::restore::{Restored, restore, row_only, set_aside};
use super::{ChannelId, Life, Look, MessageId, Moment, PersonId, PressId, Revision};
use crate::arena::verifier::verify;
use crate::fuzzed::Came;
use crate::rules::any::GameId;
use crate::rules::chance::Secret;
use crate::rules::record::Record;
use crate::rules::{Game, Seat};
use crate::store::{Chain, DeskRow, Sat, StepRow, StoredTable, TableRow};

/// Longer journals than this are not tried.
const MOST_STEPS: usize = 2_000;

/// A row of `tables`, and what else is not a step.
#[derive(Deserialize)]
struct Table {
    id: String,
    game: Option<String>,
    #[serde(default)]
    rules_version: String,
    options: String,
    seats: usize,
    #[serde(default)]
    level: String,
    #[serde(default)]
    preset: String,
    #[serde(default)]
    language: String,
    #[serde(default)]
    secret: String,
    #[serde(default)]
    opened_at: u64,
    #[serde(default)]
    rated: bool,
    #[serde(default)]
    sat: Vec<(u8, u64, u64)>,
    /// Seat, person, arrangement, whether the table draws, what is prepared.
    #[serde(default)]
    desks: Vec<(u8, u64, String, bool, Option<String>)>,
    /// What the chain of digests says; without it all is well.
    #[serde(default)]
    chain: String,
}

/// A row of `steps`.
#[derive(Deserialize)]
struct Row {
    revision: u64,
    #[serde(default)]
    format: Option<u32>,
    cause: String,
    actor: Option<u8>,
    press: Option<u64>,
    changes: String,
    at: u64,
}

/// A journal is played on as it was written, or its table is set aside: then nobody sees a game and nobody can act. What is
/// played on comes out the same each time, is seen by everybody who sits there, and makes a record that reads back if it is
/// over.
pub(crate) fn rows(input: &[u8]) -> Came {
    let Some(stored) = std::str::from_utf8(input).ok().and_then(stored) else {
        return Came::ToTheDoor;
    };
    let at = |ms: u64| Moment::from_unix_ms(ms);
    let outages = [(at(1_700_000_000_000), at(1_700_000_900_000))];
    let now = at(1_790_000_000_000);
    let Ok(restored) = restore(&stored, &outages, now) else {
        is_set_aside(&stored);
        return Came::Inside;
    };
    steps_read_back(&stored);
    let looks = looks(&restored);
    let again = restore(&stored, &outages, now);
    let again = again.ok().map(|again| self::looks(&again));
    assert!(
        again.as_ref() == Some(&looks),
        "the same journal comes out in two ways"
    );
    assert!(restored.desks.len() == restored.affairs.places.len());
    if let Some(game) = &restored.affairs.game {
        game.most_steps();
        game.standing();
    }
    if let Ok(Some(record)) = record_of(&stored) {
        // Nobody has chained these steps: the judge may say anything, but it answers.
        let _ = verify(&record);
        let read = Record::read(&record.to_text());
        assert!(
            read.is_ok_and(|read| read == record),
            "a record does not read back"
        );
    }
    Came::IntoA(stored.row.game)
}

/// What everybody at the table sees, and a watcher.
fn looks(restored: &Restored) -> Vec<Look> {
    let affairs = &restored.affairs;
    let sitters = affairs.places.values();
    let people = sitters.filter_map(|place| place.sitter.person());
    let viewers = people.map(Some).chain([None]);
    let looks = viewers.map(|who| affairs.look(who, &restored.messages));
    looks.collect()
}

fn is_set_aside(stored: &StoredTable) {
    let aside = set_aside(row_only(stored), Aside::Damaged);
    for look in looks(&aside) {
        assert!(look.life == Life::SetAside(Aside::Damaged));
        assert!(look.view.is_none() && look.actions.is_empty() && look.waiting.is_none());
        assert!(!look.life.is_live() && look.deadline.is_none());
    }
}

fn steps_read_back(stored: &StoredTable) {
    for (number, row) in (1..).zip(&stored.steps) {
        assert_eq!(row.revision, Revision::new(number), "a gap was played over");
        let step = Step::from_row(row, None).expect("it was replayed");
        let again = Step::from_row(&step.to_row(), None).expect("what was written reads");
        assert!(
            again.changes == step.changes,
            "revision {number} is written otherwise"
        );
        assert!(
            again.to_row() == step.to_row(),
            "revision {number} is written otherwise twice"
        );
    }
}

fn stored(text: &str) -> Option<StoredTable> {
    let mut lines = text.lines();
    let table: Table = serde_json::from_str(lines.next()?).ok()?;
    let steps = lines.take(MOST_STEPS).map(|line| {
        let row: Row = serde_json::from_str(line).ok()?;
        row.read()
    });
    table.with(steps.collect::<Option<_>>()?)
}

impl Row {
    fn read(self) -> Option<StepRow> {
        Some(StepRow {
            revision: Revision::new(self.revision),
            format: self.format.unwrap_or(1),
            cause: self.cause,
            // The store reads no other seats (see `seat_from`).
            actor: self
                .actor
                .map(seat)
                .map_or(Some(None), |seat| seat.map(Some))?,
            press: self.press.map(PressId::new),
            changes: self.changes,
            at: Moment::from_unix_ms(self.at),
        })
    }
}

fn seat(number: u8) -> Option<Seat> {
    Seat::new(usize::from(number))
}

impl Table {
    fn with(self, steps: Vec<StepRow>) -> Option<StoredTable> {
        let sat = self.sat.iter().map(|(at, from, person)| {
            Some(Sat {
                seat: seat(*at)?,
                from: Revision::new(*from),
                person: PersonId::new(*person),
            })
        });
        let sat = sat.collect::<Option<_>>()?;
        let desks = self.desks.into_iter();
        let desks = desks.map(|(at, person, arrangement, auto_draw, prepared)| {
            Some(DeskRow {
                seat: seat(at)?,
                person: PersonId::new(person),
                arrangement,
                auto_draw,
                prepared,
            })
        });
        let desks = desks.collect::<Option<_>>()?;
        let secret = Secret::from_hex(&self.secret);
        let row = TableRow {
            id: self.id.parse().ok()?,
            game: GameId::from_id(self.game.as_deref().unwrap_or("okey"))?,
            rules_version: self.rules_version,
            options: self.options,
            seats: self.seats,
            level: self.level,
            preset: self.preset,
            language: self.language,
            secret: secret.unwrap_or_else(|_| Secret::from_bytes([9; Secret::BYTES])),
            server: None,
            channel: ChannelId::new(1),
            parent: None,
            own_thread: false,
            again: None,
            board: Some(MessageId::new(5)),
            former: None,
            lobby: None,
            start: None,
            ping: None,
            barrier: None,
            word: None,
            rated: self.rated,
            opened_at: Moment::from_unix_ms(self.opened_at),
        };
        Some(StoredTable {
            row,
            steps,
            sat,
            desks,
            chain: chain(&self.chain),
        })
    }
}

/// What is said of the chain; a revision is where it breaks.
fn chain(told: &str) -> Chain {
    match (told, told.parse()) {
        ("", _) => Chain::Whole,
        ("over", _) => Chain::WholeIfOver,
        ("short", _) => Chain::CutShort,
        (_, Ok(revision)) => Chain::BrokenAt(revision),
        (_, Err(_)) => Chain::Unreadable,
    }
}
