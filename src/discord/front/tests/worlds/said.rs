//! All that a viewer would be told of a state, sorted by what of it a leak could ride on.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

use super::planted::{Plant, Spot};
use crate::computers::hint;
use crate::discord::front::commands::choices;
use crate::discord::pages::games::{self, AnyPress};
use crate::discord::pages::kit::face::Pressed;
use crate::discord::pages::press::{Press, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, who};
use crate::discord::pages::{board, declined, desk, hint as hints, panel};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Note, Picture};
use crate::drawing::paint;
use crate::rules::any::{AnyAction, AnyGame};
use crate::rules::{Chance, Game, Refused, Seat};
use crate::tables::{Declined, Look};

/// What a leak could ride on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Room {
    Words,
    Ids,
    Buttons,
    Alt,
    FileNames,
    Pictures,
    Flags,
    Messages,
    Completions,
    Refusals,
    Hints,
    Presses,
    Log,
}

impl Room {
    pub(super) const ALL: [(&str, Self); 13] = [
        ("words", Self::Words),
        ("ids", Self::Ids),
        ("buttons", Self::Buttons),
        ("alt", Self::Alt),
        ("file names", Self::FileNames),
        ("pictures", Self::Pictures),
        ("flags", Self::Flags),
        ("messages", Self::Messages),
        ("completions", Self::Completions),
        ("refusals", Self::Refusals),
        ("hints", Self::Hints),
        ("presses", Self::Presses),
        ("log", Self::Log),
    ];
}

/// Everything said, room by room, in its order.
#[derive(Default)]
pub(super) struct Said(BTreeMap<Room, Vec<Vec<u8>>>);

impl Said {
    fn say(&mut self, room: Room, said: impl Into<Vec<u8>>) {
        self.0.entry(room).or_default().push(said.into());
    }

    /// The rooms in which something was said at all.
    pub(super) fn rooms(&self) -> impl Iterator<Item = Room> {
        let said = self.0.iter();
        let heard = said.filter(|(_, said)| said.iter().any(|said| !said.is_empty()));
        heard.map(|(room, _)| *room)
    }
}

/// The rooms in which something differs.
pub(super) fn differing(one: &Said, other: &Said) -> Vec<Room> {
    let rooms = Room::ALL.into_iter().map(|(_, room)| room);
    rooms
        .filter(|room| one.0.get(room) != other.0.get(room))
        .collect()
}

/// A message on its way: what it is, and to be painted.
pub(super) struct Message {
    pub kind: &'static str,
    pub body: Option<Body>,
    pub note: Note,
}

/// What people try at this state: everything that is possible for anybody.
pub(super) fn tried(truth: &AnyGame, seats: usize) -> Vec<AnyAction> {
    let all = Seat::all(seats).flat_map(|seat| truth.actions(seat).into_iter().take(6));
    all.take(12).collect()
}

/// What is typed of a move, of which some finds moves in every game.
const TYPED: [&str; 4] = ["", "throw", "red", "clubs"];

/// All that whoever has this look would be told; beside it is the look of everybody.
pub(super) fn said(
    world: &AnyGame,
    (look, public): (&Look, &Look),
    tried: &[AnyAction],
    plant: Option<&Plant>,
) -> Said {
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::INFO)
        .without_time()
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    let mut said = tracing::subscriber::with_default(subscriber, || {
        let (mut look, mut public) = (look.clone(), public.clone());
        let fact = plant.map(|plant| plant.fact.told(world, look.viewer));
        let leak = plant.zip(fact.as_deref());
        if let Some((plant, fact)) = leak {
            plant.in_look(&mut look, fact);
            plant.in_look(&mut public, fact);
        }
        sayings(world, (&look, &public), tried, leak)
    });
    let lines = log.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    said.say(Room::Log, lines);
    said
}

type Leak<'a> = Option<(&'a Plant, &'a str)>;

fn sayings(
    world: &AnyGame,
    (look, public): (&Look, &Look),
    tried: &[AnyAction],
    leak: Leak<'_>,
) -> Said {
    let mut said = Said::default();
    let words = Words::of(&look.language);
    let reader = Reader::new(words, look);
    let mut messages = messages(reader, Reader::public(public), &mut said);
    if let Some((plant, fact)) = leak {
        plant.in_messages(&mut messages, fact);
    }
    for message in messages {
        tell(&mut said, message, leak);
    }
    let mut completions: Vec<(String, Value)> = TYPED
        .into_iter()
        .flat_map(|typed| choices(look, words, typed))
        .map(|choice| serde_json::to_value(choice).expect("a choice is JSON"))
        .map(|choice| (choice["name"].to_string(), choice["value"].clone()))
        .collect();
    let mut hinted = hint_of(words, look);
    let mut refusals = refusals(world, look, tried);
    if let Some((plant, fact)) = leak {
        plant.in_answers(&mut completions, &mut hinted, &mut refusals, fact);
    }
    said.say(Room::Completions, format!("{completions:?}"));
    said.say(Room::Hints, hinted);
    said.say(Room::Refusals, refusals.join("\n"));
    said
}

/// Every message that can come of this state: what is kept true, and what any press leads to.
fn messages(reader: Reader<'_>, public: Reader<'_>, said: &mut Said) -> Vec<Message> {
    let mut messages = Vec::new();
    if let Some(body) = games::standing(public, None) {
        let note = board::note(public, &body);
        let body = Some(body);
        messages.push(Message {
            kind: "board",
            body,
            note,
        });
    }
    let called = public.look.waiting.map(|waiting| {
        let names = waiting.seats.iter().map(|seat| who(public, seat));
        names.collect::<Vec<_>>().join(" ")
    });
    let called = called.unwrap_or_default();
    let asked = games::called(reader.words, public.look, "nudge", (&called, ""));
    let called = asked.unwrap_or_else(|| reader.words.ping_turn(&called, ""));
    messages.push(Message {
        kind: "ping",
        body: None,
        note: Note::public(called),
    });
    let own = games::panel(reader, None);
    let presses = own.as_ref().map(own_presses).unwrap_or_default();
    let mut page = |kind, body: Option<Body>| {
        let Some(body) = body else { return };
        let note = panel::note(&body, None);
        let body = Some(body);
        messages.push(Message { kind, body, note });
    };
    page("panel", own);
    page("desk", games::desk(reader, desk::Page::Whole));
    page("desk", games::desk(reader, desk::Page::Preparing));
    page("desk", games::desk(reader, desk::Page::Moving(None)));
    for id in presses {
        page("page", pressed(reader, &id, said));
    }
    messages
}

/// The ids of the buttons of the game itself.
fn own_presses(body: &Body) -> Vec<String> {
    let buttons = body.rows.iter().flatten();
    buttons.map(|button| button.id.clone()).collect()
}

/// The page that a press leads to; what else it does is said.
fn pressed(reader: Reader<'_>, id: &str, said: &mut Said) -> Option<Body> {
    let press: Press = id.parse().ok()?;
    let Verb::Own(own) = press.verb else {
        return None;
    };
    let own = AnyPress::read(reader.look.game, &own)?;
    let (does, page) = match games::pressed(reader, own)?.whole() {
        Pressed::Page(body, notice) => (format!("page {notice:?}"), Some(body)),
        Pressed::Moves(moves, page) => {
            let asked = moves
                .first()
                .and_then(|action| games::asks_first(reader, action));
            (format!("moves {moves:?} {asked:?}"), page)
        }
        Pressed::Ask(slot) => (format!("asks {slot:?}"), games::panel(reader, Some(slot))),
        Pressed::Half(_) | Pressed::Late => ("late".to_owned(), None),
    };
    let since = reader.look.seat_revision;
    let is_late = since.is_some_and(|since| since > press.revision);
    said.say(Room::Presses, format!("{id} {does} {is_late}"));
    page
}

/// One message, as the request that would be sent.
fn tell(said: &mut Said, message: Message, leak: Leak<'_>) {
    let Message {
        kind,
        body,
        mut note,
    } = message;
    said.say(Room::Messages, kind);
    if let Some(body) = body {
        // The board, the panel and the pages are painted alike; each picture costs some milliseconds.
        let png = match kind {
            "board" | "panel" => paint(&body.scene),
            _ => format!("{:?}", body.scene).into_bytes(),
        };
        note.picture = Some(Picture { png, alt: body.alt });
    }
    if let Some((plant, fact)) = leak {
        plant.in_note(kind, &mut note, fact);
    }
    let mut payload = json!(note.payload());
    let mut files: Vec<(String, Vec<u8>)> = note
        .files()
        .into_iter()
        .map(|file| (file.name, file.bytes))
        .collect();
    if let Some((plant, fact)) = leak {
        plant.in_request(kind, &mut files, fact);
    }
    said.say(Room::Words, payload["content"].take().to_string());
    let components = payload["components"].take();
    said.say(Room::Ids, ids(&components).join(" "));
    said.say(Room::Buttons, without_ids(components).to_string());
    let attachments = payload["attachments"].take();
    said.say(Room::Alt, attachments.to_string());
    for (name, bytes) in files {
        said.say(Room::FileNames, name);
        said.say(Room::Pictures, bytes);
    }
    said.say(Room::Flags, payload.to_string());
}

fn ids(components: &Value) -> Vec<String> {
    let rows = components.as_array().into_iter().flatten();
    let parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
    let ids = parts.filter_map(|part| part["custom_id"].as_str());
    let mut ids: Vec<String> = ids.map(str::to_owned).collect();
    ids.sort_unstable();
    ids
}

/// Labels, signs, colours and order: what is seen of buttons.
fn without_ids(mut components: Value) -> Value {
    for row in components.as_array_mut().into_iter().flatten() {
        for part in row["components"].as_array_mut().into_iter().flatten() {
            part["custom_id"] = Value::Null;
        }
    }
    components
}

fn hint_of(words: Words, look: &Look) -> String {
    let found = look.view.as_ref().and_then(|view| {
        let found = hint(view, &look.actions)?;
        Some(hints::told(Reader::new(words, look), &found))
    });
    found.unwrap_or_default()
}

fn refusals(world: &AnyGame, look: &Look, tried: &[AnyAction]) -> Vec<String> {
    let words = Words::of(&look.language);
    let Some(seat) = look.viewer.seat() else {
        return vec![declined::sentence(words, &Declined::NotSeated, Some(look))];
    };
    let chance = Chance::from_seed(0);
    let refused = |action| match world.answer(seat, action, &chance) {
        Ok(_) => "done".to_owned(),
        Err(refused) => {
            let refused = match refused {
                // Who is waited for is told as far as the asker may see.
                Refused::NotYourTurn { .. } => Refused::NotYourTurn {
                    waiting: world.waiting().seen_by(look.viewer).seats,
                },
                other => other,
            };
            declined::sentence(words, &Declined::Refused(refused), Some(look))
        }
    };
    tried.iter().map(refused).collect()
}

/// Lines of the log.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl io::Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut lines = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        lines.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Which messages a leak in this spot concerns.
pub(super) fn concerns(spot: Spot, kind: &str) -> bool {
    spot.name().starts_with(kind)
}
