//! Leaks planted on purpose: a front that tells too much, in every place there is. The list is `tests/data/leaks.txt`.

use serde_json::Value;

use super::facts::{Fact, is_odd, number};
use super::said::{Message, Room, concerns};
use crate::discord::wire::note::{Button, Choice, Document, Menu, Note, Tone};
use crate::rules::Seat;
use crate::tables::{Look, Moment, PersonId, Revision, Sitter};

/// A line for each: the spot, the fact that it tells, and the room in which it is found.
const LIST: &str = include_str!("../../../../../tests/data/leaks.txt");

/// A leak.
#[derive(Clone, Debug)]
pub(super) struct Plant {
    pub spot: Spot,
    pub fact: Fact,
    pub room: Room,
}

macro_rules! spots {
    ($($spot:ident $name:literal,)+) => {
        /// Where it is planted.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Spot { $($spot,)+ }

        impl Spot {
            const ALL: &'static [Self] = &[$(Self::$spot,)+];

            pub(super) fn name(self) -> &'static str {
                match self { $(Self::$spot => $name,)+ }
            }
        }
    };
}

spots! {
    LookActions "look actions",
    LookWaiting "look waiting",
    LookDeadline "look deadline",
    LookRevision "look revision",
    LookSeen "look seen revision",
    LookHeld "look held back",
    LookAway "look away",
    LookVotes "look votes",
    BoardWords "board words",
    BoardAlt "board alt",
    BoardScene "board scene",
    BoardPng "board picture",
    BoardName "board file name",
    BoardId "board id",
    BoardButton "board button",
    BoardPings "board pings",
    PingWords "ping words",
    PingSilent "ping silent",
    PanelWords "panel words",
    PanelAlt "panel alt",
    PanelScene "panel scene",
    PanelPng "panel picture",
    PanelName "panel file name",
    PanelId "panel id",
    PanelOrder "panel order",
    PanelEnabled "panel enabled",
    PanelLabel "panel label",
    PanelTone "panel tone",
    PanelEmoji "panel sign",
    PanelMenu "panel menu",
    PanelFile "panel file",
    DeskWords "desk words",
    DeskAlt "desk alt",
    DeskScene "desk scene",
    DeskOrder "desk order",
    DeskId "desk id",
    PageWords "page words",
    PageId "page id",
    PageOrder "page order",
    OneMore "messages one more",
    OneLess "messages one less",
    Otherwise "messages order",
    CompletionWords "completion words",
    CompletionValue "completion value",
    CompletionOrder "completion order",
    CompletionLess "completion less",
    HintWords "hint words",
    HintNone "hint none",
    RefusalWords "refusal words",
    RefusalDone "refusal done",
    LogLine "log line",
    LogCount "log count",
}

/// All that the list names; each spot is in it.
pub(super) fn all() -> Vec<Plant> {
    let lines = LIST.lines().map(str::trim);
    let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    let plants: Vec<Plant> = lines.map(plant).collect();
    for spot in Spot::ALL {
        let is_listed = plants.iter().any(|plant| plant.spot == *spot);
        assert!(is_listed, "{spot:?} is not in tests/data/leaks.txt");
    }
    plants
}

fn plant(line: &str) -> Plant {
    let parts: Vec<&str> = line.split('|').map(str::trim).collect();
    let [spot, fact, room] = parts[..] else {
        panic!("spot | fact | room, not {line:?}");
    };
    let spots = Spot::ALL.iter().find(|one| one.name() == spot);
    let facts = Fact::ALL.iter().find(|(name, _)| *name == fact);
    let rooms = Room::ALL.iter().find(|(name, _)| *name == room);
    Plant {
        spot: *spots.unwrap_or_else(|| panic!("there is no {spot:?}")),
        fact: facts.unwrap_or_else(|| panic!("there is no {fact:?}")).1,
        room: rooms.unwrap_or_else(|| panic!("there is no {room:?}")).1,
    }
}

impl Plant {
    /// What the table tells of itself.
    pub(super) fn in_look(&self, look: &mut Look, fact: &str) {
        let few = number(fact) % 50;
        match self.spot {
            Spot::LookActions if is_odd(fact) => look.actions.reverse(),
            Spot::LookWaiting => {
                if let Some(waiting) = &mut look.waiting {
                    waiting.seats = Seat::new((few % 4) as usize).into_iter().collect();
                }
            }
            Spot::LookDeadline => {
                look.deadline = Some(Moment::from_unix_ms(1_790_000_000_000 + few * 1_000));
            }
            Spot::LookRevision => look.seat_revision = Some(Revision::new(few)),
            Spot::LookSeen => look.seen_revision = Revision::new(few),
            Spot::LookHeld if is_odd(fact) => {
                look.held_back = Some(crate::rules::unasked::Held::StockEmpty);
            }
            Spot::LookAway => {
                let thinks = few as usize % look.seats.len();
                look.seats = look.seats.map(|seat, sitter| match sitter {
                    Sitter::Person { person, .. } => Sitter::Person {
                        person: *person,
                        away: seat.index() == thinks,
                    },
                    other => *other,
                });
            }
            Spot::LookVotes if is_odd(fact) => look.votes = Seat::all(look.seats.len()).collect(),
            _ => {}
        }
    }

    /// Which messages there are.
    pub(super) fn in_messages(&self, messages: &mut Vec<Message>, fact: &str) {
        for message in &mut *messages {
            let is_scene = matches!(
                self.spot,
                Spot::BoardScene | Spot::PanelScene | Spot::DeskScene
            );
            if let Some(body) = message.body.as_mut().filter(|_| is_scene)
                && concerns(self.spot, message.kind)
            {
                let places = body.scene.items.len();
                body.scene.items.swap_remove(number(fact) as usize % places);
            }
        }
        match self.spot {
            Spot::OneMore if is_odd(fact) => messages.push(Message {
                kind: "ping",
                body: None,
                note: Note::public("…"),
            }),
            Spot::OneLess if is_odd(fact) => drop(messages.pop()),
            Spot::Otherwise if is_odd(fact) => messages.reverse(),
            _ => {}
        }
    }

    /// A message before it becomes a request.
    pub(super) fn in_note(&self, kind: &str, note: &mut Note, fact: &str) {
        if self.spot == Spot::LogLine {
            tracing::info!(kind, told = number(fact), "a message is sent");
        }
        if self.spot == Spot::LogCount && is_odd(fact) {
            tracing::info!(kind, "a message is sent");
        }
        if !concerns(self.spot, kind) {
            return;
        }
        let told = format!(" {}", number(fact));
        match self.spot {
            Spot::BoardWords
            | Spot::PingWords
            | Spot::PanelWords
            | Spot::DeskWords
            | Spot::PageWords => {
                note.text = format!("{told}{}", note.text);
            }
            Spot::BoardAlt | Spot::PanelAlt | Spot::DeskAlt => {
                let picture = note.picture.as_mut();
                picture
                    .into_iter()
                    .for_each(|picture| picture.alt = told.clone() + &picture.alt);
            }
            Spot::PingSilent => note.is_silent = is_odd(fact),
            Spot::BoardPings => note.pings = vec![PersonId::new(number(fact).max(1))],
            Spot::PanelMenu => note.menus.push(menu(&told)),
            Spot::PanelFile => {
                note.document = Some(Document {
                    name: "istaka.json".to_owned(),
                    bytes: told.into_bytes(),
                });
            }
            _ => self.in_buttons(note, fact),
        }
    }

    fn in_buttons(&self, note: &mut Note, fact: &str) {
        let all = || note.rows.iter().flatten().count().max(1);
        let place = number(fact) as usize % all();
        let one = |note: &mut Note, change: &dyn Fn(&mut Button)| {
            let mut buttons = note.rows.iter_mut().flatten();
            buttons.nth(place).into_iter().for_each(change);
        };
        match self.spot {
            Spot::BoardId | Spot::PanelId | Spot::DeskId | Spot::PageId => {
                let told = number(fact) % 10_000;
                note.rows
                    .iter_mut()
                    .flatten()
                    .for_each(|button| button.id = format!("{}:{told}", button.id));
            }
            Spot::PanelOrder | Spot::DeskOrder | Spot::PageOrder if is_odd(fact) => {
                note.rows.iter_mut().for_each(|row| row.reverse());
                note.rows.reverse();
            }
            Spot::PanelEnabled => one(note, &|button| button.enabled = !button.enabled),
            Spot::PanelLabel => one(note, &|button| button.label.push('.')),
            Spot::PanelTone => one(note, &|button| button.tone = Tone::Grave),
            Spot::PanelEmoji => one(note, &|button| button.emoji = Some("🃏")),
            Spot::BoardButton if is_odd(fact) => {
                note.rows
                    .push(vec![Button::new("1:more".to_owned(), "More")]);
            }
            _ => {}
        }
    }

    /// The files of a request.
    pub(super) fn in_request(&self, kind: &str, files: &mut [(String, Vec<u8>)], fact: &str) {
        if !concerns(self.spot, kind) {
            return;
        }
        for (name, bytes) in files {
            match self.spot {
                Spot::BoardName | Spot::PanelName => *name = format!("istaka-{}.png", number(fact)),
                // Behind the end of the picture, where nobody sees it.
                Spot::BoardPng | Spot::PanelPng => bytes.push(number(fact) as u8),
                _ => {}
            }
        }
    }

    /// What is answered at once.
    pub(super) fn in_answers(
        &self,
        completions: &mut Vec<(String, Value)>,
        hint: &mut String,
        refusals: &mut Vec<String>,
        fact: &str,
    ) {
        match self.spot {
            Spot::CompletionWords => completions.push((number(fact).to_string(), Value::Null)),
            Spot::CompletionValue => completions.push(("Draw".to_owned(), number(fact).into())),
            Spot::CompletionOrder if is_odd(fact) => completions.reverse(),
            Spot::CompletionLess if is_odd(fact) => drop(completions.pop()),
            Spot::HintWords => hint.push_str(&number(fact).to_string()),
            Spot::HintNone if is_odd(fact) => "There is nothing to do.".clone_into(hint),
            Spot::RefusalWords => refusals.push(number(fact).to_string()),
            Spot::RefusalDone if is_odd(fact) => {
                refusals.iter_mut().for_each(|told| "done".clone_into(told));
            }
            _ => {}
        }
    }
}

fn menu(told: &str) -> Menu {
    Menu {
        id: "1:menu".to_owned(),
        title: "…".to_owned(),
        choices: vec![Choice {
            value: "1".to_owned(),
            label: told.to_owned(),
            about: String::new(),
            is_now: false,
        }],
    }
}
