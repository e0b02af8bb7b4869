//! Whole games at real tables, of all kinds and with any house rules, played by people who leave and step in, and by
//! computers: all their records are right, for `istaka verify` and for the script, and the same after a restart.
//!
//! `ISTAKA_ROUNDS=1000 cargo test --lib tables::tests::verified` plays so many games; `ISTAKA_SEED` plays others.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use super::*;
use crate::arena::verifier::verify;
use crate::rules::Dice;
use crate::rules::any::GameId;
use crate::rules::options::Kind;
use crate::rules::record::{Cause, Record, Sitting};
use crate::tables::change::Change;
use crate::tables::record::record;

/// The house rule that keeps a game short.
fn short(game: GameId) -> (&'static str, &'static str) {
    match game.id() {
        "okey" => ("max_hands", "2"),
        "okey101" => ("rounds", "1"),
        "kaluki" => ("match_mode", "single_deal"),
        "meri" => ("match_length", "hitomaki"),
        other => panic!("what keeps {other} short?"),
    }
}

/// The game of this number: each in turn.
fn game_of(number: u64) -> GameId {
    GameId::RELEASED[number as usize % GameId::RELEASED.len()]
}

fn told(name: &str, usual: u64) -> u64 {
    let told = std::env::var(name).ok();
    told.map_or(usual, |text| text.parse().expect("a whole number"))
}

/// Some house rules, any value of them, that make a short game for so many.
fn any_options(number: u64, seats: usize, dice: &mut Dice) -> AnyOptions {
    let game = game_of(number);
    loop {
        let mut options = game.default_options();
        for row in game.options() {
            let values: Vec<String> = match row.kind {
                _ if dice.below(3) > 0 => continue,
                Kind::Switch => ["true", "false"].map(str::to_owned).to_vec(),
                Kind::Choice(values) => values.iter().map(|value| (*value).to_owned()).collect(),
                Kind::Number { offered, .. } => offered.iter().map(u32::to_string).collect(),
                Kind::Dealer | Kind::Rows { .. } => continue,
            };
            let value = &values[dice.below(values.len() as u32) as usize];
            options.set(row.name, value).unwrap();
        }
        let (name, value) = short(game);
        options.set(name, value).unwrap();
        if options.check(seats).is_ok() {
            return options;
        }
    }
}

/// What some of the people at a table do until the game is over: they play on, leave, and others step in.
struct Evening<'a> {
    scene: &'a mut Scene,
    table: Table,
    dice: Dice,
    newcomer: u64,
}

impl Evening<'_> {
    async fn plays_out(&mut self) {
        loop {
            let ready = |look: &Look| {
                let waiting = look.waiting.is_some_and(|waiting| {
                    let mut seats = waiting.seats.iter();
                    seats.any(|seat| look.seats[seat].person().is_some())
                });
                is_over(look) || look.next_round_at.is_some() || waiting
            };
            let look = self.scene.until(&self.table, 0, ready).await;
            if is_over(&look) {
                return;
            }
            let people: Vec<PersonId> = look.seats.values().filter_map(Sitter::person).collect();
            for person in people {
                self.moves(person).await;
            }
        }
    }

    async fn moves(&mut self, person: PersonId) {
        let own = self.table.look(Some(person), None).await.unwrap();
        if is_over(&own) || own.seat_of(person).is_none() {
            return;
        }
        if self.dice.below(80) == 0 {
            let _ = self.table.leave(person, press()).await.unwrap();
            return self.steps_in().await;
        }
        if is_to_act(&own) {
            let (view, actions) = (own.view.as_ref().unwrap(), &own.actions);
            let action = match self.dice.below(3) {
                0 => actions[self.dice.below(actions.len() as u32) as usize].clone(),
                _ => Level::Easy.choose(view, actions, &mut self.dice).unwrap(),
            };
            let act = Act {
                person,
                press: press(),
                drawn_from: Some(own.seen_revision),
                actions: vec![action],
            };
            let _ = self.table.act(act).await.unwrap();
        } else if own.next_round_at.is_some() {
            let _ = self.table.next(person, press()).await.unwrap();
        }
    }

    /// Half of the time somebody plays on for the one who left.
    async fn steps_in(&mut self) {
        if self.dice.below(2) == 0 {
            self.newcomer += 1;
            // The game may be over, or the seat have no part in the rest of it.
            let _ = self.table.take_seat(person(self.newcomer), press()).await;
        }
    }
}

async fn plays(scene: &mut Scene, number: u64, seed: u64) -> Record {
    let mut dice = Dice::from_seed(seed.wrapping_mul(1_000_003).wrapping_add(number));
    let game = game_of(number);
    let (least, most) = (*game.seats().start(), *game.seats().end());
    let seats = least + dice.below((most - least + 1) as u32) as usize;
    let people = 1 + dice.below(seats.min(4) as u32) as u64;
    let first = 1 + 100 * number;
    let table = scene
        .open(Opening {
            host: person(first),
            ..opening(
                any_options(number, seats, &mut dice),
                seats,
                seats - people as usize,
            )
        })
        .await;
    for number in first + 1..first + people {
        done(table.take_seat(person(number), press()).await);
    }
    done(table.start(person(first), press()).await);
    done(table.begin(MessageId::new(9_000 + number)).await);
    let mut evening = Evening {
        scene,
        table: table.clone(),
        dice,
        newcomer: first + people,
    };
    evening.plays_out().await;
    record(&scene.store, &table.id)
        .await
        .unwrap()
        .expect("it has ended")
}

/// The names of all changes in a record.
fn changes(record: &Record) -> BTreeSet<String> {
    let changes = record.steps.iter().flat_map(|step| &step.changes);
    let names = changes.filter_map(|change| change.as_object()?.keys().next().cloned());
    names.collect()
}

/// Whether the script finds all of them right; `None` where there is no Python.
fn script(files: &[PathBuf]) -> Option<bool> {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/verify_deal.py");
    let ran = Command::new("python3")
        .arg(script)
        .args(files)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status();
    match ran {
        Ok(status) => Some(status.success()),
        Err(_) => {
            eprintln!("LEFT OUT: there is no python3, docs/verify_deal.py was not tried");
            None
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_played_is_found_right() {
    let (games, seed) = (told("ISTAKA_ROUNDS", 8), told("ISTAKA_SEED", 1));
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let (mut files, mut digests) = (Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for number in 0..games {
        let record = plays(&mut scene, number, seed).await;
        let what = format!("seed {seed}, game {number}, {:?}", record.options);
        let read = Record::read(&record.to_text());
        let read = read.unwrap_or_else(|fault| panic!("{what}: {fault}"));
        verify(&read).unwrap_or_else(|fault| panic!("{what}: {fault}"));
        let file = folder.0.join(format!("{number}.json"));
        std::fs::write(&file, record.to_text()).unwrap();
        files.push(file);
        seen.extend(changes(&record));
        digests.push((record.table.parse().unwrap(), record.digest()));
    }
    for some in files.chunks(500) {
        assert!(script(some).is_none_or(|is_right| is_right), "seed {seed}");
    }
    assert!(seen.contains("left") && seen.contains("dealt"), "{seen:?}");

    // Whoever asks after a restart gets the same records.
    let Scene { hall, store, .. } = scene;
    hall.close().await;
    store.close().await;
    let scene = Scene::new(&folder).await;
    for (table, digest) in &digests {
        let again = record(&scene.store, table).await.unwrap();
        assert_eq!(again.map(|record| record.digest()).as_ref(), Some(digest));
    }
}

/// Every change that a journal can tell is one that a record's reader knows.
#[test]
fn every_change_of_a_journal_is_understood_in_a_record() {
    let seat = crate::rules::Seat::new(0).unwrap();
    let level = Level::Easy;
    let mut changes = vec![
        Change::Sat { seat },
        Change::Computer { seat, level },
        Change::Emptied { seat },
        Change::Hosts { seat },
        Change::Options { options: rounds(1) },
        Change::Counts { rated: true },
        Change::Starting { casual: false },
        Change::Began {
            start: MessageId::new(1),
        },
        Change::SeatsDrawn {
            seats: crate::rules::PerSeat::new(2, |seat| seat),
        },
        Change::Dealt { events: Vec::new() },
        Change::Played {
            seat,
            events: Vec::new(),
        },
        Change::Slept { seat },
        Change::WentAway { seat },
        Change::CameBack { seat },
        Change::Ready { seat },
        Change::Left { seat, level },
        Change::Voted { seat },
        Change::Finished,
    ];
    for level in Level::ALL.iter().copied() {
        changes.push(Change::Computer { seat, level });
        changes.push(Change::Left { seat, level });
    }
    let why = [
        Why::Idle,
        Why::Deserted,
        Why::AllAway,
        Why::EndedByHost,
        Why::EndedByModerator,
        Why::Voted,
    ];
    changes.extend(why.map(|why| Change::Abandoned { why }));
    for change in changes {
        let told = serde_json::to_value(&change).unwrap();
        let step = crate::rules::record::Step {
            revision: 1,
            at: 0,
            cause: Cause::Press,
            seat: None,
            changes: vec![told.clone()],
        };
        assert!(step.read_changes().is_some(), "{told}");
    }
}

/// A word that no journal has is none of a record, either.
#[test]
fn a_record_has_the_words_of_journals_and_no_others() {
    for cause in Cause::ALL {
        let word = serde_json::json!(cause.word());
        assert_eq!(serde_json::to_value(cause).unwrap(), word);
        assert_eq!(Cause::from_word(cause.word()), Some(cause));
    }
    assert_eq!(Cause::from_word("host_peeked"), None);
    let computer = |level: &str| {
        let told = serde_json::json!({"kind": "computer", "level": level});
        serde_json::from_value::<Sitting>(told).is_ok()
    };
    assert!(Level::ALL.iter().all(|level| computer(level.name())));
    assert!(!computer("cheating"));
}
