//! What people see: messages, their buttons, and how an interaction came out.

use std::collections::BTreeMap;
use std::fmt;

use istaka::rules::tile::{Colour, Face, Tile};
use serde_json::Value;

/// A message as one person sees it.
#[derive(Clone, PartialEq)]
pub struct Message(pub Value);

/// A button of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Button {
    /// `version:table:revision:verb:argument`.
    pub id: String,
    pub label: String,
    pub is_enabled: bool,
    /// Its emoji, on a coloured tile the sign of the colour.
    pub emoji: String,
    /// The number of its style; 4 is the red one.
    pub style: u64,
}

impl Button {
    fn part(&self, place: usize) -> &str {
        self.id.split(':').nth(place).unwrap_or_default()
    }

    pub fn table(&self) -> &str {
        self.part(1)
    }

    pub fn revision(&self) -> u64 {
        self.part(2).parse().expect("a revision")
    }

    pub fn verb(&self) -> &str {
        self.part(3)
    }

    pub fn argument(&self) -> &str {
        self.part(4)
    }

    /// The tile on a button of a rack.
    pub fn tile(&self) -> Option<Tile> {
        let argument = self.argument();
        let text = argument.rsplit_once('.').map_or(argument, |(_, tile)| tile);
        text.parse().ok()
    }
}

impl Message {
    pub fn id(&self) -> &str {
        self.0["id"].as_str().expect("a message has an id")
    }

    pub fn content(&self) -> &str {
        self.0["content"].as_str().unwrap_or_default()
    }

    /// Whether one person alone sees it.
    pub fn is_private(&self) -> bool {
        self.0["flags"].as_u64().unwrap_or_default() & 64 != 0
    }

    pub fn buttons(&self) -> Vec<Button> {
        let rows = self.0["components"].as_array().into_iter().flatten();
        rows.flat_map(|row| row["components"].as_array().into_iter().flatten())
            // A point rests where a piece was.
            .filter(|part| part["label"] != "·")
            .filter_map(|part| {
                Some(Button {
                    id: part["custom_id"].as_str()?.to_owned(),
                    label: part["label"].as_str().unwrap_or_default().to_owned(),
                    is_enabled: part["disabled"] != true,
                    emoji: part["emoji"]["name"]
                        .as_str()
                        .unwrap_or_default()
                        .to_owned(),
                    style: part["style"].as_u64().unwrap_or_default(),
                })
            })
            .collect()
    }

    /// What can be pressed, by its row and column.
    pub fn places(&self) -> BTreeMap<(usize, usize), String> {
        let rows = self.0["components"].as_array().into_iter().flatten();
        let mut places = BTreeMap::new();
        for (row, buttons) in rows.enumerate() {
            let buttons = buttons["components"].as_array().into_iter().flatten();
            for (column, button) in buttons.enumerate() {
                if let Some(id) = button["custom_id"].as_str()
                    && button["disabled"] != true
                {
                    places.insert((row, column), id.to_owned());
                }
            }
        }
        places
    }

    /// The first menu with an id like that, as Discord has it.
    pub fn menu(&self, is_meant: impl Fn(&str) -> bool) -> Option<Value> {
        let rows = self.0["components"].as_array().into_iter().flatten();
        let mut parts = rows.flat_map(|row| row["components"].as_array().into_iter().flatten());
        let is_menu = |part: &&Value| {
            part["type"] == 3 && is_meant(part["custom_id"].as_str().unwrap_or_default())
        };
        parts.find(is_menu).cloned()
    }

    /// The first button with this verb that can be pressed.
    pub fn can(&self, verb: &str) -> Option<Button> {
        let meant = |button: &Button| button.is_enabled && button.verb() == verb;
        self.buttons().into_iter().find(meant)
    }

    /// The buttons that can be pressed.
    pub fn enabled(&self) -> Vec<Button> {
        let mut buttons = self.buttons();
        buttons.retain(|button| button.is_enabled);
        buttons
    }

    /// Whether nothing can be done any more at the table that it shows: at most it can be read once more.
    pub fn is_done_with(&self) -> bool {
        self.enabled().iter().all(|button| button.verb() == "open")
    }

    pub fn has_picture(&self) -> bool {
        self.0["attachments"]
            .as_array()
            .is_some_and(|all| !all.is_empty())
    }

    /// The id of the picture: each that is sent has its own.
    pub fn picture_id(&self) -> &str {
        self.0["attachments"][0]["id"].as_str().unwrap_or_default()
    }

    /// The picture in words.
    pub fn alt(&self) -> &str {
        self.0["attachments"][0]["description"]
            .as_str()
            .unwrap_or_default()
    }

    /// The tiles on the buttons of a panel or a desk: the rack, in the order of the picture.
    pub fn rack(&self) -> Vec<Tile> {
        let buttons = self.buttons().into_iter();
        buttons
            .filter(|button| {
                let argument = button.argument();
                let on_desk = argument.starts_with("prepare.") || argument.starts_with("pick.");
                button.verb() == "discard" || on_desk
            })
            .filter_map(|button| button.tile())
            .collect()
    }

    /// The okey, as the alt text names it.
    pub fn okey(&self) -> Option<Face> {
        let (_, named) = self.alt().split_once(", okey ")?;
        let mut words = named.split(['.', ' ']);
        let colour = match words.next()? {
            "red" => Colour::Red,
            "yellow" => Colour::Yellow,
            "green" => Colour::Green,
            "black" => Colour::Black,
            _ => return None,
        };
        Face::new(colour, words.next()?.parse().ok()?)
    }
}

impl fmt::Debug for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let privacy = if self.is_private() { " private" } else { "" };
        // Where there is none, the test that wanted one is about to say so.
        let id = self.0["id"].as_str().unwrap_or("no message");
        writeln!(f, "[{id}{privacy}] {}", self.content())?;
        let named = |button: &Button| {
            let sign = if button.is_enabled { "" } else { "-" };
            format!("{sign}{}:{}", button.verb(), button.argument())
        };
        let buttons: Vec<String> = self.buttons().iter().map(named).collect();
        write!(f, "   {}", buttons.join(" "))
    }
}

/// How an interaction came out.
#[derive(Clone, Debug)]
pub struct Outcome(pub Value);

impl Outcome {
    pub fn is_answered(&self) -> bool {
        self.0["state"] == "answered"
    }

    /// The type of the bot's first answer: 4 a new message, 7 the pressed message changed.
    pub fn kind(&self) -> u64 {
        self.0["kind"].as_u64().unwrap_or_default()
    }

    pub fn message(&self) -> Message {
        assert!(self.is_answered(), "not answered: {:?}", self.0);
        Message(self.0["message"].clone())
    }

    /// Its id.
    pub fn interaction(&self) -> String {
        let id = self.0["interaction"].as_str();
        id.expect("an interaction has an id").to_owned()
    }

    /// What it says.
    pub fn says(&self) -> String {
        self.message().content().to_owned()
    }
}
