//! Whole games at real tables, of all kinds and with any house rules, played by people who leave and step in, and by
//! computers: all their records are right, for `istaka verify`, for the script and for the second engines, and the same
//! after a restart. Steps of them that are changed are refused by `istaka verify` and the second engines alike.
//!
//! `ISTAKA_ROUNDS=1000 cargo test --lib tables::tests::verified` plays so many games; `ISTAKA_SEED` plays others.

use std::collections::BTreeSet;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

use super::*;
use crate::arena::verifier::verify;
use crate::rules::Dice;
use crate::rules::any::GameId;
use crate::rules::options::Kind;
use crate::rules::record::{Cause, Record, Sitting, written};
use crate::tables::change::Change;
use crate::tables::record::record;
use crate::tables::terms::READING;

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
    let options = any_options(number, seats, &mut dice);
    // Where there may be one seat more, nobody sits there, and the game begins without it.
    let is_left_out = options.check(seats + 1).is_ok() && number % 8 < 4;
    let table = scene
        .open(Opening {
            host: person(first),
            ..opening(
                options,
                seats + usize::from(is_left_out),
                seats - people as usize,
            )
        })
        .await;
    for number in first + 1..first + people {
        done(table.take_seat(person(number), press()).await);
    }
    if is_left_out {
        let free = FreeSeats::LeftOut;
        let chosen = table.choose_for_free_seats(person(first), press(), free);
        shown(&table, chosen.await).await;
        scene.time.advance(READING);
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

/// What a script of ours says of these files; `None` where there is no Python.
fn python(script: &str, files: &[PathBuf]) -> Option<Output> {
    let ran = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join(script))
        .args(files)
        .stdin(Stdio::null())
        .output();
    if ran.is_err() {
        // Past the capture of what tests print. A reader who closed the pipe does not want to know.
        let told = format!("LEFT OUT: there is no python3, {script} was not tried");
        let _ = writeln!(std::io::stderr(), "{told}");
    }
    ran.ok()
}

/// Whether the script finds all of them right; `None` where there is no Python.
fn script(files: &[PathBuf]) -> Option<bool> {
    let told = python("docs/verify_deal.py", files)?;
    Some(told.status.success())
}

/// What the second engines say of each of these files, in one process; `None` where there is no Python.
fn second_engines(files: &[PathBuf]) -> Option<Vec<String>> {
    let told = python("tests/second_engine/judge.py", files)?;
    let all = String::from_utf8(told.stdout).expect("it writes UTF-8");
    let said = files.iter().map(|file| {
        let opening = format!("{}: ", file.display());
        let said = all.lines().find_map(|line| line.strip_prefix(&opening));
        let errors = || String::from_utf8_lossy(&told.stderr).into_owned();
        said.map_or_else(errors, str::to_owned)
    });
    Some(said.collect())
}

fn is_right(said: &str) -> bool {
    said.starts_with("ok, ")
}

/// How a step is changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Changed {
    NotAtAll,
    LeftOut,
    MadeTwice,
    ByAnotherSeat,
    WithAnotherPiece,
}

const CHANGED: [Changed; 5] = [
    Changed::NotAtAll,
    Changed::LeftOut,
    Changed::MadeTwice,
    Changed::ByAnotherSeat,
    Changed::WithAnotherPiece,
];

/// All texts in it that name one of these pieces.
fn pieces<'a>(told: &'a mut Value, deck: &[Value]) -> Vec<&'a mut Value> {
    match told {
        Value::Array(all) => all.iter_mut().flat_map(|one| pieces(one, deck)).collect(),
        Value::Object(all) => {
            let values = all.values_mut();
            values.flat_map(|one| pieces(one, deck)).collect()
        }
        piece if deck.contains(piece) => vec![piece],
        _ => Vec::new(),
    }
}

fn is_played(step: &Value) -> bool {
    step["changes"][0]["played"].is_object()
}

/// A game that is given up behind a step that is not as it was, with its digest made anew. It goes on by one move at most, and
/// not to its end.
fn forged(record: &Record, how: Changed, dice: &mut Dice) -> String {
    let mut told: Value = serde_json::from_str(&record.to_text()).unwrap();
    told.as_object_mut().unwrap().remove("digest");
    let game = told["game"].as_str().unwrap().to_owned();
    let seats = told["seats"].as_array().unwrap().len() as u64;
    let steps = told["steps"].as_array_mut().unwrap();
    let dealt = steps
        .iter()
        .find_map(|step| step["changes"][0]["dealt"]["events"][0][&game].get("dealt"));
    let dealt = dealt.expect("something is dealt");
    let deck = dealt.get("deck").or_else(|| dealt.get("pack"));
    let deck = deck.and_then(Value::as_array).expect("a deck").clone();
    let moves: Vec<usize> = (0..steps.len())
        .filter(|at| is_played(&steps[*at]))
        .collect();
    let which = dice.below(moves.len() as u32 - 2) as usize;
    let (at, next) = (moves[which], moves[which + 1]);
    steps.truncate(next + 1);
    match how {
        Changed::LeftOut => drop(steps.remove(at)),
        Changed::MadeTwice => {
            let again = steps[at].clone();
            steps.insert(at, again);
        }
        Changed::NotAtAll => (),
        Changed::ByAnotherSeat => {
            steps.truncate(at + 1);
            let seat = (steps[at]["seat"].as_u64().unwrap() + 1) % seats;
            steps[at]["seat"] = json!(seat);
            let played = &mut steps[at]["changes"][0]["played"];
            played["seat"] = json!(seat);
            let event = played["events"][0][&game].as_object_mut().unwrap();
            event.values_mut().next().unwrap()["seat"] = json!(seat);
        }
        Changed::WithAnotherPiece => {
            steps.truncate(at + 1);
            let mut named = pieces(&mut steps[at]["changes"][0]["played"], &deck);
            if !named.is_empty() {
                let which = dice.below(named.len() as u32) as usize;
                *named[which] = deck[dice.below(deck.len() as u32) as usize].clone();
            }
        }
    }
    let time = steps.last().expect("it was played")["at"].clone();
    let end = json!([{"abandoned": {"why": "all_away"}}]);
    steps.push(json!({"at": time, "cause": "house", "seat": null, "changes": end}));
    for (number, step) in steps.iter_mut().enumerate() {
        step["revision"] = json!(number + 1);
    }
    told["standing"] = Value::Null;
    written(&told)
}

/// What `istaka verify` has against it.
fn fault(text: &str) -> Option<String> {
    match Record::read(text) {
        Ok(record) => verify(&record).err().map(|fault| fault.to_string()),
        Err(fault) => Some(fault.to_string()),
    }
}

/// Steps of these records that are changed: whatever one reading of the rules refuses the other one refuses, too.
fn changed_steps_are_judged_alike(records: &[Record], folder: &Folder, seed: u64) {
    let mut dice = Dice::from_seed(seed);
    let (mut files, mut forgeries) = (Vec::new(), Vec::new());
    for record in records {
        for how in CHANGED.repeat(4) {
            let text = forged(record, how, &mut dice);
            let file = folder.0.join(format!("changed-{}.json", files.len()));
            std::fs::write(&file, &text).unwrap();
            files.push(file);
            forgeries.push((record.game, how, fault(&text)));
        }
    }
    let Some(said) = second_engines(&files) else {
        return;
    };
    let mut refused = BTreeSet::new();
    for ((game, how, fault), said) in forgeries.iter().zip(&said) {
        let what = format!("seed {seed}, {} {how:?}: {fault:?}, {said}", game.id());
        assert_eq!(fault.is_none(), is_right(said), "{what}");
        assert!(*how != Changed::NotAtAll || fault.is_none(), "{what}");
        if fault.is_some() {
            refused.insert(game.id());
        }
    }
    let games = records.iter().map(|record| record.game.id());
    assert_eq!(refused, games.collect(), "seed {seed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_was_played_is_found_right() {
    let (games, seed) = (told("ISTAKA_ROUNDS", 8), told("ISTAKA_SEED", 1));
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let (mut files, mut digests, mut records) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = BTreeSet::new();
    for number in 0..games {
        let record = plays(&mut scene, number, seed).await;
        let what = format!("seed {seed}, game {number}, {:?}", record.options);
        let read = Record::read(&record.to_text());
        let read = read.unwrap_or_else(|fault| panic!("{what}: {fault}"));
        verify(&read).unwrap_or_else(|fault| panic!("{what}: {fault}"));
        // Who plays together is told before the game as it is after it.
        let standing = record.standing.iter();
        for (seat, side) in standing.flat_map(|standing| standing.sides.iter()) {
            assert_eq!(record.options.meant().side(seat), *side, "{what}: {seat}");
        }
        let file = folder.0.join(format!("{number}.json"));
        std::fs::write(&file, record.to_text()).unwrap();
        files.push(file);
        seen.extend(changes(&record));
        digests.push((record.table.parse().unwrap(), record.digest()));
        records.push(record);
    }
    for some in files.chunks(500) {
        assert!(script(some).is_none_or(|is_right| is_right), "seed {seed}");
        for (file, said) in some.iter().zip(second_engines(some).unwrap_or_default()) {
            let what = format!("seed {seed}, {}: {said}", file.display());
            assert!(is_right(&said), "{what}");
        }
    }
    for some in records.chunks(100) {
        changed_steps_are_judged_alike(some, &folder, seed);
    }
    for change in ["left", "dealt", "seats_closed"] {
        assert!(seen.contains(change), "{seen:?}");
    }

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

/// A rated game that nobody played counts for nobody, and has a standing all the same.
#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_everybody_slept_through_is_found_right() {
    let folder = Folder::new();
    let scene = Scene::new(&folder).await;
    let game = GameId::RELEASED.iter().find(|game| game.id() == "meri");
    let mut options = game.expect("it is offered").default_options();
    options.set("match_length", "hitomaki").unwrap();
    // Drawn teams may put both on one side, and then it does not count.
    options.set("team_assign", "chosen").unwrap();
    let table = scene.open(opening(options, 8, 6)).await;
    done(table.take_seat(person(2), press()).await);
    done(table.start(person(1), press()).await);
    done(table.begin(MessageId::new(9_000)).await);
    while !is_over(&table.look(None, None).await.unwrap()) {
        scene.time.advance(Duration::from_secs(61));
        in_time(table.rests()).await;
    }
    let record = record(&scene.store, &table.id).await.unwrap().unwrap();
    let last = record.steps.last().and_then(|step| step.changes.last());
    let is_void = json!({"abandoned": {"why": "all_away"}});
    assert_eq!(last, Some(&is_void));
    assert!(record.standing.is_some());
    verify(&Record::read(&record.to_text()).unwrap()).unwrap();
    // Nobody gives up like this a game that somebody played.
    let mut told: Value = serde_json::from_str(&record.to_text()).unwrap();
    told.as_object_mut().unwrap().remove("digest");
    let mut steps = told["steps"].as_array_mut().unwrap().iter_mut();
    let by_clock = |step: &&mut Value| is_played(step) && step["cause"] == "clock";
    steps.find(by_clock).expect("the clock played")["cause"] = json!("press");
    let texts = [record.to_text(), written(&told)];
    let files = (0..).zip(&texts).map(|(number, text)| {
        let file = folder.0.join(format!("{number}.json"));
        std::fs::write(&file, text).unwrap();
        file
    });
    let files: Vec<_> = files.collect();
    assert!(fault(&texts[1]).is_some());
    assert!(script(&files[..1]).is_none_or(|is_right| is_right));
    if let Some(said) = second_engines(&files) {
        assert!(is_right(&said[0]) && !is_right(&said[1]), "{said:?}");
    }
}

/// The exit status of `istaka verify`.
fn status(text: &str) -> i32 {
    match Record::read(text) {
        Ok(record) => i32::from(verify(&record).is_err()),
        Err(fault) => 2 - i32::from(fault.is_verdict()),
    }
}

/// Beside the game, too, a record says what records say and nothing else: for all who judge it.
#[tokio::test(flavor = "multi_thread")]
async fn a_record_in_another_form_is_judged_alike() {
    let folder = Folder::new();
    let mut scene = Scene::new(&folder).await;
    let record = plays(&mut scene, 0, 1).await;
    let mut whole: Value = serde_json::from_str(&record.to_text()).unwrap();
    whole.as_object_mut().unwrap().remove("digest");
    let file = folder.0.join("formed.json");
    for (parent, field, value, expected) in [
        ("", "format", json!(1), 0),
        ("", "format", json!(2), 2),
        ("", "format", json!("1"), 1),
        ("", "remark", json!(1), 1),
        ("", "opened_at", json!(-1), 1),
        ("", "game", json!("chess"), 1),
        ("", "rules_version", json!(1), 1),
        ("", "secret", Value::Null, 1),
        ("", "steps", Value::Null, 1),
        ("", "options", json!({}), 1),
        ("/seats/0", "level", json!("easy"), 1),
        ("/steps/1", "remark", json!(1), 1),
        ("/steps/1", "at", json!(-1), 1),
        ("/steps/1", "cause", json!("magic"), 1),
        ("/steps/1", "cause", json!("clock"), 0),
        ("/steps/1", "seat", json!(9), 1),
        ("/steps/1", "seat", json!(256), 1),
        ("/steps/1", "seat", json!(true), 1),
        ("/steps/1", "seat", Value::Null, 1),
        ("/steps/1", "changes", json!(null), 1),
        ("/steps/1", "changes", json!(["sat"]), 1),
        (
            "/steps/1",
            "changes",
            json!([{"sat": {"seat": 0}, "voted": {"seat": 0}}]),
            1,
        ),
        (
            "/steps/1",
            "changes",
            json!([{"left": {"seat": 0, "level": "hard"}}]),
            1,
        ),
        (
            "/steps/1",
            "changes",
            json!([{"abandoned": {"why": "bored"}}]),
            1,
        ),
    ] {
        let mut told = whole.clone();
        let fields = told.pointer_mut(parent).and_then(Value::as_object_mut);
        let fields = fields.expect("fields");
        match &value {
            Value::Null => drop(fields.remove(field)),
            value => drop(fields.insert(field.to_owned(), value.clone())),
        }
        let text = written(&told);
        let what = format!("{parent} {field}: {value}");
        assert_eq!(status(&text), expected, "{what}");
        std::fs::write(&file, text).unwrap();
        for judge in ["docs/verify_deal.py", "tests/second_engine/judge.py"] {
            let said = python(judge, std::slice::from_ref(&file));
            let found = said.map_or(Some(expected), |said| said.status.code());
            assert_eq!(found, Some(expected), "{judge}, {what}");
        }
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
        Change::FreeSeats { filled: false },
        Change::SeatsClosed { seats: vec![seat] },
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
