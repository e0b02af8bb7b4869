//! Records forged in every way there is, each with its digest made anew: whatever is believed is told by the page.
//!
//! `ISTAKA_ROUNDS=1000 cargo test -p istaka-arena forged` forges so many values of each kind; the seed is printed.

mod named;

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::{Value, json};

use super::leaves;
use super::whole::{OPENED_AT, Played, record_of};
use crate::computers::Level;
use crate::rules::any::{AnyGame, GameId};
use crate::rules::record::{Cause, Change, Record, Step, written};
use crate::rules::{Dice, Game, Seat, Viewer};
use crate::tests::rounds;
use crate::verifier::verify;

/// What a forger can change unseen, as the page lists it.
const PAGE: &str = include_str!("../../../../docs/fair-dealing.md");
const SECTION: &str = "## What a forger can change";

/// What decides which values are forged; another one comes with `ISTAKA_SEED`.
fn seed() -> u64 {
    let told = std::env::var("ISTAKA_SEED").ok();
    told.map_or(18, |text| text.parse().expect("ISTAKA_SEED is a number"))
}

fn move_on(played: &mut Played, seat: Seat, dice: &mut Dice) {
    let view = played.game.view(Viewer::Seat(seat));
    let actions = played.game.actions(seat);
    let chosen = match seat.index() {
        0 => Level::Easy.choose(&view, &actions, dice),
        _ => actions
            .get(dice.below(actions.len() as u32) as usize)
            .cloned(),
    };
    let chosen = chosen.expect("who is to act has an action");
    assert!(played.act(seat, &chosen), "{chosen:?}");
}

/// A short game of people and computers, with what happens beside it.
fn lived(game: GameId, set: &[(&str, &str)], seats: usize) -> Record {
    let mut options = game.default_options();
    for (name, value) in set {
        options.set(name, value).expect("an option");
    }
    let mut record = record_of(&options, (seats, 2), 5, move_on);
    let beside = |change: Value| Step {
        revision: 0,
        at: 0,
        cause: Cause::Press,
        seat: Seat::new(0),
        changes: vec![change],
    };
    let opening = [
        json!({"sat": {"seat": 0}}),
        json!({"sat": {"seat": 1}}),
        json!({"computer": {"seat": 2, "level": "easy"}}),
        json!({"hosts": {"seat": 0}}),
        json!({"options": {"options": options}}),
        json!({"counts": {"rated": true}}),
        json!({"free_seats": {"filled": false}}),
        json!({"starting": {"casual": true}}),
    ];
    record.steps.splice(0..0, opening.map(beside));
    if Seat::new(seats).is_some() {
        let closed = json!({"seats_closed": {"seats": [seats]}});
        record.steps[7].changes.insert(0, closed);
    }
    let later = [
        json!({"slept": {"seat": 0}}),
        json!({"went_away": {"seat": 0}}),
        json!({"came_back": {"seat": 0}}),
        json!({"voted": {"seat": 1}}),
        json!({"left": {"seat": 1, "level": "medium"}}),
        json!({"sat": {"seat": 1}}),
    ];
    let last = record.steps.len() - 1;
    record.steps.splice(last..last, later.map(beside));
    number(&mut record.steps);
    record
}

/// Whoever forges steps numbers them, and gives them times.
fn number(steps: &mut [Step]) {
    for (revision, step) in (1..).zip(steps) {
        (step.revision, step.at) = (revision, OPENED_AT + revision);
    }
}

/// One way to forge a record.
#[derive(Clone, Debug)]
enum Forge {
    /// Another value there.
    Set(String, Value),
    /// One field more in this object.
    Add(String),
    /// Without this field or element.
    Drop(String, String),
    /// This element twice.
    Twice(String, usize),
    /// This element and the next one exchanged.
    Swap(String, usize),
    /// Two steps in one.
    Gather(usize),
    /// The game ended before this step.
    CutShort(usize),
}

impl Forge {
    /// Everything that can be done to this value, gathered by what is alike: places in lists do not count.
    fn all(value: &Value, path: &str, found: &mut BTreeMap<String, Vec<Self>>) {
        let mut add = |forge: Self| {
            let alike: String = format!("{forge:?}")
                .split(['/', '"', ' ', '(', ')', ','])
                .filter(|part| !part.is_empty() && part.parse::<u64>().is_err())
                .collect::<Vec<_>>()
                .join("/");
            // What a leaf becomes does not count either.
            let kind = match &forge {
                Self::Set(..) => format!("{:?}", names(path)),
                _ => alike,
            };
            found.entry(kind).or_default().push(forge);
        };
        match value {
            Value::Object(fields) => {
                add(Self::Add(path.to_owned()));
                for name in fields.keys() {
                    add(Self::Drop(path.to_owned(), name.clone()));
                }
                for (name, value) in fields {
                    Self::all(value, &format!("{path}/{name}"), found);
                }
            }
            Value::Array(values) => {
                for place in 0..values.len() {
                    add(Self::Drop(path.to_owned(), place.to_string()));
                    add(Self::Twice(path.to_owned(), place));
                }
                for place in 1..values.len() {
                    add(Self::Swap(path.to_owned(), place - 1));
                }
                for (place, value) in values.iter().enumerate() {
                    Self::all(value, &format!("{path}/{place}"), found);
                }
            }
            leaf => {
                for other in others(leaf) {
                    add(Self::Set(path.to_owned(), other));
                }
            }
        }
    }

    /// Words that records do have in the place of others, gathered by what is alike; they come after all other kinds.
    fn words(whole: &Value, found: &mut BTreeMap<String, Vec<Self>>) {
        let mut paths = Vec::new();
        leaves(whole, String::new(), &mut paths);
        for path in paths {
            let told = whole.pointer(&path).and_then(Value::as_str);
            let word = match (names(&path).pop(), told) {
                (Some("cause"), _) => "clock",
                (Some("level"), Some("medium")) => "easy",
                (Some("level"), _) => "medium",
                _ => continue,
            };
            let kind = format!("word {:?}", names(&path));
            let forge = Self::Set(path, json!(word));
            found.entry(kind).or_default().push(forge);
        }
    }

    /// The forged record as JSON; `None` where there is nothing to forge.
    fn done(&self, whole: &Value) -> Option<Value> {
        let mut forged = whole.clone();
        let at = |forged: &mut Value, path: &str| forged.pointer_mut(path).map(std::mem::take);
        let path = match self {
            Self::Set(path, value) => {
                *forged.pointer_mut(path)? = value.clone();
                return Some(forged);
            }
            Self::Add(path) => {
                forged.pointer_mut(path)?["noise"] = json!(1);
                return Some(forged);
            }
            Self::Drop(path, _) | Self::Twice(path, _) | Self::Swap(path, _) => path.as_str(),
            Self::Gather(_) | Self::CutShort(_) => "/steps",
        };
        let mut there = at(&mut forged, path)?;
        match (self, &mut there) {
            (Self::Drop(_, name), Value::Object(fields)) => drop(fields.remove(name)),
            (Self::Drop(_, place), Value::Array(values)) => {
                values.remove(place.parse().ok()?);
            }
            (Self::Twice(_, place), Value::Array(values)) => {
                values.insert(*place, values[*place].clone());
            }
            (Self::Swap(_, place), Value::Array(values)) => values.swap(*place, place + 1),
            (Self::Gather(place), Value::Array(steps)) => {
                let next = steps.remove(place + 1);
                let changes = next["changes"].as_array()?.clone();
                steps[*place]["changes"].as_array_mut()?.extend(changes);
            }
            (Self::CutShort(place), Value::Array(steps)) => {
                steps.truncate(*place);
                let step = json!({"revision": 0, "at": 0, "cause": "press", "seat": 0,
                                  "changes": [{"abandoned": {"why": "voted"}}]});
                steps.push(step);
                forged["standing"] = Value::Null;
            }
            _ => return None,
        }
        if path == "/steps" {
            let steps = there.as_array_mut()?;
            for (number, step) in steps.iter_mut().enumerate() {
                step["revision"] = json!(number + 1);
                step["at"] = json!(OPENED_AT + number as u64 + 1);
            }
        }
        *forged.pointer_mut(path)? = there;
        Some(forged)
    }
}

/// The names on the way, without the places in lists.
fn names(path: &str) -> Vec<&str> {
    let parts = path.split('/');
    parts.filter(|part| part.parse::<u64>().is_err()).collect()
}

/// Other values for a leaf: near ones, far ones, and those of other kinds.
fn others(leaf: &Value) -> Vec<Value> {
    match leaf {
        Value::Bool(is_so) => vec![json!(!is_so), json!(null)],
        Value::Number(number) => {
            let number = number.as_i64().unwrap_or_default();
            vec![
                json!(number + 1),
                json!(number - 1),
                json!(0),
                json!(u64::MAX),
                json!(0.5),
            ]
        }
        Value::String(text) => {
            let pieces = [
                "R5", "K13", "h9", "Jk", "P-1", "O-Sun", "person", "computer",
            ];
            let mut others: Vec<Value> = pieces.iter().map(|piece| json!(piece)).collect();
            others.push(json!(format!("{text} ")));
            others.push(super::other(leaf));
            others
        }
        _ => vec![json!(1), json!({})],
    }
}

/// The record with the digest made anew, if it is believed.
fn believed(forged: &Value) -> Option<Record> {
    let record = Record::deserialize(forged).ok()?;
    // What a forger writes need not be what our struct writes of it.
    let read = || Record::read(&written(forged)).ok();
    verify(&record).is_ok().then(read)?
}

/// What follows from secret and moves, in its order, and what stands beside it.
#[derive(PartialEq)]
enum Said {
    Decides(Value),
    Beside(Value),
}

fn said(record: &Record) -> Vec<Vec<Said>> {
    let of = |step: &Step| {
        let read = step.read_changes().expect("it was believed");
        let pairs = read.into_iter().zip(&step.changes);
        let said = pairs.map(|(change, told)| match change {
            // Nobody played there.
            Change::Beside { .. } | Change::SeatsClosed { .. } => Said::Beside(told.clone()),
            _ => Said::Decides(told.clone()),
        });
        said.collect()
    };
    record.steps.iter().map(of).collect()
}

/// What everybody chose, in its order.
fn chosen(record: &Record) -> Vec<(Seat, Value)> {
    let mut chosen = Vec::new();
    for change in record
        .steps
        .iter()
        .flat_map(|step| step.read_changes().expect("read"))
    {
        if let Change::Played { seat, events } = change {
            let wishes = events.iter().filter_map(AnyGame::wish);
            chosen.extend(wishes.map(|wish| (seat, serde_json::to_value(wish).expect("JSON"))));
        }
    }
    chosen
}

/// Which of the page's words tell how a believed record differs from the true one.
fn told_by_the_page(truth: &Record, forged: &Record, is_numbered: bool) -> BTreeSet<&'static str> {
    let mut words = BTreeSet::new();
    let mut tell = |word, differs: bool| {
        if differs {
            words.insert(word);
        }
    };
    let [true_said, forged_said] = [truth, forged].map(said);
    let times = |record: &Record| {
        let at = record.steps.iter().map(|step| step.at);
        (record.opened_at, at.collect::<Vec<_>>())
    };
    let is_decisive = |said: &&Said| matches!(said, Said::Decides(_));
    let decisive = |said: &'_ [Vec<Said>]| -> Vec<Value> {
        let all = said.iter().flatten().filter(is_decisive);
        all.map(|said| match said {
            Said::Decides(value) | Said::Beside(value) => value.clone(),
        })
        .collect()
    };
    let causes = |record: &Record, said: &[Vec<Said>]| -> Vec<(Cause, Option<Seat>)> {
        let mut pairs = record.steps.iter().zip(said);
        let of_game = pairs
            .by_ref()
            .filter(|(_, said)| said.iter().any(|one| is_decisive(&one)));
        of_game.map(|(step, _)| (step.cause, step.seat)).collect()
    };
    let is_ended = |record: &Record| record.standing.is_some();
    let is_cut = is_ended(truth) != is_ended(forged);
    let chose_else = chosen(truth) != chosen(forged);
    tell("Times", !is_numbered && times(truth) != times(forged));
    tell("Kinds of players", truth.seats != forged.seats);
    tell("Options", truth.options != forged.options);
    tell("The end", is_cut);
    tell("Choices", chose_else && !is_cut);
    let is_same_game = decisive(&true_said) == decisive(&forged_said);
    tell("Failed openings", !is_same_game && !chose_else && !is_cut);
    let is_in_order = true_said.iter().flatten().eq(forged_said.iter().flatten());
    tell("Steps beside the game", is_same_game && !is_in_order);
    tell("Gathering", is_in_order && true_said != forged_said);
    let is_caused_else = causes(truth, &true_said) != causes(forged, &forged_said);
    tell(
        "Causes",
        true_said == forged_said && (is_caused_else || is_caused_beside(truth, forged)),
    );
    // All that follows from the secret is the same, or the record would not have been believed.
    let fixed = |record: &Record| {
        let of = [
            &record.table,
            &record.rules_version,
            &record.seal,
            &record.secret,
        ];
        (
            of.map(String::clone),
            record.game,
            record.contributions.clone(),
        )
    };
    assert!(fixed(truth) == fixed(forged), "the deal follows from these");
    words
}

/// Whether some step has another cause or another seat that caused it.
fn is_caused_beside(truth: &Record, forged: &Record) -> bool {
    let causes = |record: &Record| -> Vec<_> {
        let steps = record.steps.iter();
        steps.map(|step| (step.cause, step.seat)).collect()
    };
    causes(truth) != causes(forged)
}

/// The words in bold at the beginning of the page's lines.
fn page() -> BTreeSet<&'static str> {
    let (_, section) = PAGE.split_once(SECTION).expect("the page has it");
    let section = section.split("\n## ").next().unwrap_or_default();
    let lines = section.lines().filter_map(|line| line.strip_prefix("- **"));
    lines
        .filter_map(|line| Some(line.split_once(".**")?.0))
        .collect()
}

fn first_game() -> Record {
    lived(GameId::Okey, &[("max_hands", "1")], 3)
}

/// A game of each kind.
fn games() -> [Record; 4] {
    let games = [
        first_game(),
        lived(
            GameId::Okey101,
            &[("rounds", "1"), ("penalties", "strict"), ("open_min", "30")],
            3,
        ),
        lived(
            GameId::Kaluki,
            &[("match_mode", "fixed_deals:1"), ("initial_min", "20")],
            3,
        ),
        lived(
            GameId::Meri,
            &[("match_length", "hitomaki"), ("split", "random")],
            8,
        ),
    ];
    for game in GameId::RELEASED {
        let is_there = games.iter().any(|record| record.game == *game);
        assert!(is_there, "{} is left out", game.id());
    }
    games
}

/// Some of these, chosen by the dice.
fn some<T: Clone>(from: &[T], most: u64, dice: &mut Dice) -> Vec<T> {
    let mut from = from.to_vec();
    dice.shuffle(&mut from);
    from.truncate(most as usize);
    from
}

#[test]
fn what_a_forger_can_change_unseen_is_what_the_page_says() {
    let (seed, each) = (seed(), rounds(1));
    let mut unseen = BTreeMap::<&str, String>::new();
    for truth in games() {
        let id = truth.game.id();
        assert!(verify(&truth).is_ok(), "{id}");
        let whole = serde_json::to_value(&truth).expect("a record is JSON");
        let mut found = BTreeMap::new();
        Forge::all(&whole, "", &mut found);
        Forge::words(&whole, &mut found);
        let steps = truth.steps.len();
        found.insert(
            "gather".to_owned(),
            (0..steps - 1).map(Forge::Gather).collect(),
        );
        found.insert(
            "cut short".to_owned(),
            (1..steps).map(Forge::CutShort).collect(),
        );
        let mut dice = Dice::from_seed(seed);
        for forge in found
            .values()
            .flat_map(|alike| some(alike, each, &mut dice))
        {
            let Some(forged) = forge.done(&whole).filter(|forged| *forged != whole) else {
                continue;
            };
            let Some(forged) = believed(&forged) else {
                continue;
            };
            let is_numbered = forged.steps.len() != steps || is_about_steps(&forge);
            let words = told_by_the_page(&truth, &forged, is_numbered);
            let is_default = forged == truth;
            assert!(
                is_default || !words.is_empty(),
                "seed {seed}: {id} is believed with {forge:?}"
            );
            for word in words {
                unseen
                    .entry(word)
                    .or_insert_with(|| format!("{id}: {forge:?}"));
            }
        }
    }
    let seen: BTreeSet<&str> = unseen.keys().copied().collect();
    assert_eq!(seen, page(), "seed {seed}: {unseen:#?}");
}

fn is_about_steps(forge: &Forge) -> bool {
    match forge {
        Forge::Drop(path, _) | Forge::Twice(path, _) | Forge::Swap(path, _) => path == "/steps",
        Forge::Gather(_) | Forge::CutShort(_) => true,
        Forge::Set(..) | Forge::Add(_) => false,
    }
}

/// One byte more, less, or another one; `None` where no text comes of it.
fn with_another_byte(text: &str, dice: &mut Dice) -> Option<String> {
    let mut bytes = text.as_bytes().to_vec();
    let at = dice.below(bytes.len() as u32) as usize;
    match dice.below(4) {
        0 => drop(bytes.remove(at)),
        1 => bytes.insert(at, dice.below(128) as u8),
        2 => bytes[at] ^= 1 << dice.below(7),
        _ => bytes[at] = b"0123456789 ,:\"{}[]"[dice.below(18) as usize],
    }
    String::from_utf8(bytes).ok()
}

#[test]
fn no_changed_byte_is_believed() {
    let seed = seed();
    let mut dice = Dice::from_seed(seed);
    for truth in games() {
        let (text, id) = (truth.to_text(), truth.game.id());
        for _ in 0..rounds(60) {
            let changed = with_another_byte(&text, &mut dice);
            let Some(changed) = changed.filter(|changed| *changed != text) else {
                continue;
            };
            // The line end may be missing: there is nothing in it.
            let is_whole = changed.trim_end_matches(['\r', '\n']) == text.trim_end();
            let read = Record::read(&changed);
            assert!(
                is_whole || read.is_err(),
                "seed {seed}: {id} {:?}",
                first_difference(&text, &changed)
            );
            let Ok(mut value) = serde_json::from_str::<Value>(&changed) else {
                continue;
            };
            let Some(fields) = value.as_object_mut() else {
                continue;
            };
            fields.remove("digest");
            if let Some(forged) = believed(&value).filter(|forged| *forged != truth) {
                let words = told_by_the_page(&truth, &forged, false);
                let page = page();
                assert!(
                    !words.is_empty() && words.iter().all(|word| page.contains(word)),
                    "seed {seed}: {id} {:?}",
                    first_difference(&text, &changed)
                );
            }
        }
    }
}

fn first_difference<'a>(one: &'a str, other: &'a str) -> (&'a str, &'a str) {
    let at = one
        .bytes()
        .zip(other.bytes())
        .position(|(one, other)| one != other);
    let from = at.unwrap_or_default().saturating_sub(30);
    let part = |text: &'a str| text.get(from..(from + 60).min(text.len())).unwrap_or(text);
    (part(one), part(other))
}
