//! Judges records: the seal, the decks, every move and the result follow from what the record itself tells.
//!
//! Nothing of a record is believed: each event is compared with what the rules give before it is applied.

use thiserror::Error;

use crate::rules::any::{AnyEvent, AnyGame, AnyRefusal};
use crate::rules::chance::{Chance, Contributions, Secret};
use crate::rules::record::{Cause, Change, Record, Sitting, Step, contributions};
use crate::rules::{Game, Impossible, PerSeat, Seat};

/// What was found right.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Verified {
    /// How many deals.
    pub deals: u32,
    /// How many moves.
    pub moves: u32,
}

/// What is wrong with a record: told in numbers and places.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum Fault {
    /// The moves were judged by other rules.
    #[error(
        "the game was played by version {version} of the rules, which this istaka does not know"
    )]
    OtherRules {
        /// Which version.
        version: String,
    },
    /// The options are those of another game.
    #[error("the options are those of another game")]
    OtherGame,
    /// The secret cannot be read.
    #[error("the secret is not 256 hexadecimal digits")]
    Secret,
    /// The seal is of another secret.
    #[error("the seal does not fit the secret")]
    Seal,
    /// The contributions cannot be read.
    #[error("the contributions are not written as they are hashed")]
    Contributions,
    /// A contribution for a seat on which no person sat.
    #[error("a contribution names seat {0}, on which no person sat")]
    Contributor(Seat),
    /// The options make no game for so many.
    #[error("the options make no game: {0}")]
    Options(AnyRefusal),
    /// A step is missing.
    #[error("revision {0} is missing")]
    Gap(u64),
    /// A step happened before the one that precedes it.
    #[error("revision {0} lies before the one that precedes it in time")]
    Time(u64),
    /// A step cannot be read.
    #[error("revision {0} cannot be read")]
    Unreadable(u64),
    /// The game begins with another message than the contributions say, twice, or never.
    #[error("revision {0}: the game does not begin as the contributions say")]
    Began(u64),
    /// Seats left out that are none, or at another time.
    #[error("revision {0}: seats are left out that the table does not have, or too late")]
    Closed(u64),
    /// Seats that were not drawn as secret and contributions give it, or at another time.
    #[error("revision {0}: the seats are not drawn as secret and contributions give it")]
    Seats(u64),
    /// A deal that is not the one of secret and contributions.
    #[error("revision {0}: the deal is not the one that secret and contributions give")]
    Deal(u64),
    /// A move that the rules do not accept, or that does something else.
    #[error("revision {0}: the rules do not lead to what is recorded")]
    Move(u64),
    /// A move in the name of another seat.
    #[error("revision {0}: the seats of the step and of its move differ")]
    Actor(u64),
    /// A step by, or a change of, a seat that the table does not have.
    #[error("revision {0} names a seat that the table does not have")]
    NoSeat(u64),
    /// An end where there is none, or something after it.
    #[error("revision {0}: the game does not end like that")]
    Ending(u64),
    /// No end.
    #[error("the record has no end")]
    Endless,
    /// Another result.
    #[error("the standing is not the one that the moves lead to")]
    Standing,
}

/// Replays a record; the first fault ends it.
pub fn verify(record: &Record) -> Result<Verified, Fault> {
    let mut replay = Replay::of(record)?;
    let mut last_at = record.opened_at;
    for (revision, step) in (1..).zip(&record.steps) {
        if step.revision != revision {
            return Err(Fault::Gap(revision));
        }
        if step.at < last_at {
            return Err(Fault::Time(revision));
        }
        last_at = step.at;
        replay.step(step)?;
    }
    if replay.stage != Stage::Ended {
        return Err(Fault::Endless);
    }
    if replay.game.standing() != record.standing {
        return Err(Fault::Standing);
    }
    Ok(replay.verified)
}

fn unsealed(record: &Record) -> Result<Secret, Fault> {
    let secret = Secret::from_hex(&record.secret).map_err(|_| Fault::Secret)?;
    let seal = secret.seal(&record.table, record.game.id(), &record.rules_version);
    if seal.to_string() == record.seal {
        Ok(secret)
    } else {
        Err(Fault::Seal)
    }
}

fn told_contributions(record: &Record) -> Result<Contributions, Fault> {
    let told = contributions(&record.contributions).ok_or(Fault::Contributions)?;
    let stranger = told
        .seats
        .iter()
        .find(|(seat, _)| record.seats.get(*seat) != Some(&Sitting::Person));
    match stranger {
        Some((seat, _)) => Err(Fault::Contributor(*seat)),
        None => Ok(told),
    }
}

/// How many seats were left out at the start.
fn closed(record: &Record) -> usize {
    let changes = record.steps.iter().filter_map(Step::read_changes).flatten();
    let begins = |change: &Change| !matches!(change, Change::Began { .. });
    let closed = changes.take_while(begins).map(|change| match change {
        Change::SeatsClosed { seats } => seats.len(),
        _ => 0,
    });
    closed.sum()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    Before,
    Playing,
    Ended,
}

struct Replay {
    chance: Chance,
    start: u64,
    /// How many a table of the game can have.
    most_seats: usize,
    /// How many there are at this step: before the start there may be some that are left out then.
    seats: usize,
    /// Whether some were left out.
    has_closed: bool,
    game: AnyGame,
    /// Where everybody has still to move before the first deal.
    to_draw: Option<PerSeat<Seat>>,
    stage: Stage,
    /// A person has made a move.
    has_moved: bool,
    verified: Verified,
}

impl Replay {
    /// The game before its first step, if the head of the record is right.
    fn of(record: &Record) -> Result<Self, Fault> {
        if record.rules_version != record.game.rules_version() {
            return Err(Fault::OtherRules {
                version: record.rules_version.clone(),
            });
        }
        if record.options.meant().game() != record.game {
            return Err(Fault::OtherGame);
        }
        let told = told_contributions(record)?;
        let secret = unsealed(record)?;
        let options = record.options.meant();
        let seats = record.seats.len();
        options.check(seats).map_err(Fault::Options)?;
        let chance = Chance::new(&secret, &record.table, record.game.id(), &told);
        Ok(Self {
            start: told.start,
            most_seats: *record.game.seats().end(),
            seats: seats + closed(record),
            has_closed: false,
            game: AnyGame::new(options, seats),
            to_draw: AnyGame::seat_draw(options, seats, &chance),
            chance,
            stage: Stage::Before,
            has_moved: false,
            verified: Verified::default(),
        })
    }

    fn step(&mut self, step: &Step) -> Result<(), Fault> {
        let revision = step.revision;
        let changes = step.read_changes().ok_or(Fault::Unreadable(revision))?;
        let is_missing = |seat: Seat| seat.index() >= self.seats;
        if step.seat.is_some_and(is_missing) {
            return Err(Fault::NoSeat(revision));
        }
        for change in &changes {
            if self.stage == Stage::Ended {
                return Err(Fault::Ending(revision));
            }
            match change {
                Change::Began { start } => self.began(*start, revision)?,
                Change::SeatsClosed { seats } => self.closed(seats, revision)?,
                Change::SeatsDrawn { seats } => self.drawn(seats, revision)?,
                Change::Dealt { events } => self.dealt(events, revision)?,
                Change::Played { seat, .. } if step.seat != Some(*seat) => {
                    return Err(Fault::Actor(revision));
                }
                Change::Played { seat, events } => {
                    self.has_moved |= matches!(step.cause, Cause::Press | Cause::Prepared);
                    self.played(*seat, events, revision)?;
                }
                Change::Finished | Change::Abandoned => self.ended(change, revision)?,
                Change::Beside { seat: Some(seat) } if seat.index() >= self.seats => {
                    return Err(Fault::NoSeat(revision));
                }
                Change::Beside { .. } => {}
            }
        }
        // They are drawn in the step with which the game begins.
        if self.stage != Stage::Before && self.to_draw.is_some() {
            return Err(Fault::Seats(revision));
        }
        Ok(())
    }

    /// Each of them is there, and was named once, as such a table has them.
    fn closed(&mut self, seats: &[Seat], revision: u64) -> Result<(), Fault> {
        if std::mem::replace(&mut self.has_closed, true) || self.seats > self.most_seats {
            return Err(Fault::Closed(revision));
        }
        let rises = seats.is_sorted_by(|one, other| one < other);
        let are_there = seats.iter().all(|seat| seat.index() < self.seats);
        if self.stage != Stage::Before || seats.is_empty() || !rises || !are_there {
            return Err(Fault::Closed(revision));
        }
        self.seats -= seats.len();
        Ok(())
    }

    fn drawn(&mut self, seats: &PerSeat<Seat>, revision: u64) -> Result<(), Fault> {
        let is_due = self.stage == Stage::Playing && self.to_draw.as_ref() == Some(seats);
        self.to_draw = None;
        is_due.then_some(()).ok_or(Fault::Seats(revision))
    }

    fn began(&mut self, start: u64, revision: u64) -> Result<(), Fault> {
        if self.stage != Stage::Before || start != self.start {
            return Err(Fault::Began(revision));
        }
        self.stage = Stage::Playing;
        Ok(())
    }

    fn dealt(&mut self, events: &[AnyEvent], revision: u64) -> Result<(), Fault> {
        let is_due = self.stage == Stage::Playing
            && self.game.waiting().seats.is_empty()
            && self.game.standing().is_none();
        if !is_due || self.game.deal(&self.chance) != events {
            return Err(Fault::Deal(revision));
        }
        let dealt = self.game.apply_all(events);
        dealt.map_err(|Impossible| Fault::Deal(revision))?;
        self.verified.deals += 1;
        Ok(())
    }

    /// One action, or the several that the rules make for a sleeper.
    fn played(&mut self, seat: Seat, events: &[AnyEvent], revision: u64) -> Result<(), Fault> {
        if self.stage != Stage::Playing || events.is_empty() {
            return Err(Fault::Move(revision));
        }
        let mut left = events;
        while !left.is_empty() {
            let done = self.action(seat, left).ok_or(Fault::Move(revision))?;
            let moved = self.game.apply_all(&left[..done]);
            moved.map_err(|Impossible| Fault::Move(revision))?;
            self.verified.moves += 1;
            left = &left[done..];
        }
        Ok(())
    }

    /// How many of these events one action of the seat gives.
    fn action(&self, seat: Seat, events: &[AnyEvent]) -> Option<usize> {
        let action = AnyGame::wish(events.first()?)?;
        let given = self.game.answer(seat, &action, &self.chance).ok()?;
        let told = events.get(..given.len())?;
        let mut pairs = given.iter().zip(told);
        pairs
            .all(|(given, told)| AnyGame::is_same(given, told))
            .then_some(given.len())
    }

    fn ended(&mut self, change: &Change, revision: u64) -> Result<(), Fault> {
        let is_over = self.game.standing().is_some();
        // What nobody has played may be over without a result.
        let is_due = match change {
            Change::Finished => is_over,
            _ => !is_over || !self.has_moved,
        };
        if self.stage != Stage::Playing || !is_due {
            return Err(Fault::Ending(revision));
        }
        self.stage = Stage::Ended;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    mod forged;
    mod of_101;
    mod of_kaluki;
    mod of_meri;
    mod whole;

    use serde_json::{Value, json};

    use super::*;
    use crate::rules::record::ReadFault;

    /// The record of a whole game; it stays right for ever.
    const GOLDEN: &str = include_str!("../../tests/data/okey/record-1.json");

    /// The fields that only the digest guards: the game itself does not depend on them.
    fn is_beside(path: &str) -> bool {
        let decides = [
            "/table",
            "/game",
            "/rules_version",
            "/seal",
            "/secret",
            "/contributions/",
            "/standing/",
        ];
        let in_a_step = ["/began/", "/dealt/", "/played/"];
        let is_decisive = decides.iter().any(|start| path.starts_with(start))
            || in_a_step.iter().any(|part| path.contains(part))
            || path.ends_with("/revision");
        !is_decisive
    }

    fn leaves(value: &Value, path: String, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => fields
                .iter()
                .for_each(|(name, value)| leaves(value, format!("{path}/{name}"), found)),
            Value::Array(values) => values
                .iter()
                .enumerate()
                .for_each(|(place, value)| leaves(value, format!("{path}/{place}"), found)),
            _ => found.push(path),
        }
    }

    fn other(value: &Value) -> Value {
        match value {
            Value::Bool(is_so) => json!(!is_so),
            Value::Number(number) => json!(number.as_i64().unwrap_or_default() + 1),
            Value::String(text) => {
                let mut text = text.clone();
                let last = text.pop();
                text.push(if last == Some('1') { '2' } else { '1' });
                json!(text)
            }
            _ => json!(1),
        }
    }

    #[test]
    fn every_changed_value_is_refused() {
        let whole: Value = serde_json::from_str(GOLDEN).expect("a record is JSON");
        let mut paths = Vec::new();
        leaves(&whole, String::new(), &mut paths);
        assert!(paths.len() > 1000, "{} values", paths.len());
        for path in paths {
            let mut changed = whole.clone();
            let value = changed.pointer_mut(&path).expect("the path was found");
            *value = other(value);
            let read = Record::read(&changed.to_string()).err();
            assert_eq!(read, Some(ReadFault::Changed), "{path}");
            if is_beside(&path) {
                continue;
            }
            // Whoever forges a record can make a digest, too: the game itself has to give the lie away.
            changed.as_object_mut().expect("an object").remove("digest");
            let forged = serde_json::from_value::<Record>(changed).ok();
            assert!(
                forged.is_none_or(|forged| verify(&forged).is_err()),
                "{path}"
            );
        }
    }

    #[test]
    fn every_flipped_bit_is_refused() {
        let text = GOLDEN.trim_end().as_bytes();
        for at in (0..text.len()).step_by(37) {
            let mut changed = text.to_vec();
            changed[at] ^= 1 << (at % 7);
            let Ok(changed) = String::from_utf8(changed) else {
                continue;
            };
            assert!(Record::read(&changed).is_err(), "byte {at}");
        }
    }

    fn golden() -> Record {
        Record::read(GOLDEN).expect("the record reads")
    }

    #[track_caller]
    fn check(change: impl Fn(&mut Record), fault: Fault) {
        let mut record = golden();
        change(&mut record);
        assert_eq!(verify(&record), Err(fault));
    }

    #[test]
    fn a_game_that_is_over_has_a_result_unless_nobody_played_it() {
        let ends = |cause: Cause| {
            let mut record = golden();
            for step in &mut record.steps {
                step.cause = cause;
                let ends = step
                    .changes
                    .iter_mut()
                    .filter(|change| **change == "finished");
                ends.for_each(|change| *change = json!({"abandoned": {"why": "all_away"}}));
            }
            verify(&record).err()
        };
        for cause in [Cause::Clock, Cause::Computer, Cause::AutoDraw] {
            assert_eq!(ends(cause), None);
        }
        for cause in [Cause::Press, Cause::Prepared] {
            assert!(matches!(ends(cause), Some(Fault::Ending(_))));
        }
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(verify(&golden()).is_ok_and(|verified| verified.moves > 20));
        check(|record| record.seal.replace_range(..1, "z"), Fault::Seal);
        check(|record| record.secret.push('0'), Fault::Secret);
        check(
            |record| record.rules_version = "99".to_owned(),
            Fault::OtherRules {
                version: "99".to_owned(),
            },
        );
        for lines in [
            &["start"][..],
            &[],
            &["1 5", "0 6", "start 7"],
            &["0 05", "start 7"],
        ] {
            check(
                |record| record.contributions = lines.iter().map(|line| (*line).into()).collect(),
                Fault::Contributions,
            );
        }
        check(|record| drop(record.steps.remove(3)), Fault::Gap(4));
        check(|record| drop(record.steps.pop()), Fault::Endless);
        check(|record| record.standing = None, Fault::Standing);
        check(
            |record| record.steps[1].changes.push(json!({"sat": {"seat": 7}})),
            Fault::NoSeat(2),
        );
        check(
            |record| record.steps[1].seat = Seat::new(3),
            Fault::NoSeat(2),
        );
        check(|record| record.opened_at = u64::MAX, Fault::Time(1));
    }
}
