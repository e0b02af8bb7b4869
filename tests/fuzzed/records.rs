//! Records that somebody hands to `/verify`.

use serde_json::Value;

use super::Came;
use crate::arena::verifier::verify;
use crate::rules::Game;
use crate::rules::any::{AnyEvent, AnyGame};
use crate::rules::chance::{Chance, Secret};
use crate::rules::record::{Change, Record, contributions, written};

/// A record is read as it was handed out or not at all; whatever else is changed in it, with its digest made anew, is
/// believed only if secret and moves say the same without the judge: the seal is the secret's, every deal is the one that
/// secret and contributions give, the result is what the moves come to.
pub(super) fn records(input: &[u8]) -> Came {
    let Ok(text) = std::str::from_utf8(input) else {
        return Came::ToTheDoor;
    };
    if let Ok(record) = Record::read(text) {
        let line = text.trim_end_matches(['\n', '\r']);
        let is_same = record.to_text().trim_end() == line;
        assert!(is_same, "a record is told otherwise than it was read");
        judge(&record);
    }
    let Ok(mut value) = serde_json::from_str::<Value>(text) else {
        return Came::ToTheDoor;
    };
    let Some(fields) = value.as_object_mut() else {
        return Came::ToTheDoor;
    };
    fields.remove("digest");
    let forged = written(&value);
    let Ok(record) = Record::read(&forged) else {
        return Came::ToTheDoor;
    };
    let again = Record::read(&record.to_text());
    assert!(
        again.is_ok_and(|again| again == record),
        "a record does not read back"
    );
    judge(&record)
}

fn judge(record: &Record) -> Came {
    let judged = verify(record);
    assert!(
        judged == verify(record),
        "the same record is judged in two ways"
    );
    let Ok(found) = judged else {
        return Came::Inside;
    };
    let replayed = Replayed::of(record).expect("what is believed follows from the record");
    assert_eq!(found.deals, replayed.deals);
    assert!(
        found.moves >= replayed.moves,
        "{} of {}",
        found.moves,
        replayed.moves
    );
    assert!(
        replayed.game.standing() == record.standing,
        "another result is believed"
    );
    assert!(
        replayed.game.faults().is_empty(),
        "{:?}",
        replayed.game.faults()
    );
    Came::IntoA(record.game)
}

/// A record played through, event by event, without asking what the rules would allow.
struct Replayed {
    game: AnyGame,
    deals: u32,
    moves: u32,
}

impl Replayed {
    fn of(record: &Record) -> Option<Self> {
        let secret = Secret::from_hex(&record.secret).ok()?;
        let seal = secret.seal(&record.table, record.game.id(), &record.rules_version);
        assert_eq!(
            record.seal,
            seal.to_string(),
            "a seal of another secret is believed"
        );
        let told = contributions(&record.contributions)?;
        let chance = Chance::new(&secret, &record.table, record.game.id(), &told);
        let mut replayed = Self {
            game: AnyGame::new(record.options.meant(), record.seats.len()),
            deals: 0,
            moves: 0,
        };
        for step in &record.steps {
            for change in step.read_changes()? {
                replayed.follow(&change, &chance)?;
            }
        }
        Some(replayed)
    }

    fn follow(&mut self, change: &Change, chance: &Chance) -> Option<()> {
        match change {
            Change::Dealt { events } => {
                assert!(
                    self.game.deal(chance) == *events,
                    "another deal is believed"
                );
                self.deals += 1;
                self.happen(events)
            }
            Change::Played { events, .. } => {
                self.moves += 1;
                self.happen(events)
            }
            _ => Some(()),
        }
    }

    fn happen(&mut self, events: &[AnyEvent]) -> Option<()> {
        self.game.apply_all(events).ok()
    }
}
