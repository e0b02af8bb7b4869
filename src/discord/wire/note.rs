//! What the bot says: a message with its picture, its buttons and exactly the people it may ping.

use std::borrow::Cow;

use serde::Serialize;
use serenity::all::{
    ButtonStyle, CreateActionRow, CreateButton, CreateSelectMenu, CreateSelectMenuKind,
    CreateSelectMenuOption, ReactionType,
};

use crate::tables::PersonId;

/// The flag of a message that one person sees.
const EPHEMERAL: u64 = 64;
/// The flag of a message that notifies nobody whom it does not ping.
const SILENT: u64 = 1 << 12;
/// Discord's limit for alt text, in characters.
pub(crate) const MOST_ALT_TEXT: usize = 1024;
/// Discord's limit for a message, in characters.
pub(crate) const MOST_TEXT: usize = 2000;
/// Discord's limit for the label of a button, in characters.
const MOST_LABEL: usize = 80;
/// Discord's limit for each text of a choice, of a menu or of a command, and for the description of a command, in characters.
pub(crate) const MOST_CHOICE_TEXT: usize = 100;
/// Discord's limit for the choices of a menu, and for those that are offered to whoever types.
pub(crate) const MOST_CHOICES: usize = 25;

/// A message before it is sent.
#[derive(Clone, Default)]
pub(crate) struct Note {
    /// The text, in Discord's markdown; user text in it is escaped.
    pub text: String,
    /// A picture; on a change, `None` keeps the picture that is there.
    pub picture: Option<Picture>,
    /// The picture that is there does not belong to these words: it goes, if no other one comes.
    pub is_bare: bool,
    /// A file to keep; a change that brings one replaces what was attached.
    pub document: Option<Document>,
    /// Menus, each a row of its own, above the buttons.
    pub menus: Vec<Menu>,
    /// Rows of buttons, at most five of five, menus counted.
    pub rows: Vec<Vec<Button>>,
    /// Who is pinged: nobody else, whatever the text names.
    pub pings: Vec<PersonId>,
    /// Who sees it.
    pub privacy: Privacy,
    /// Whether phones stay silent when it is posted.
    pub is_silent: bool,
}

/// Who sees a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Privacy {
    /// Everybody in the channel.
    Public,
    /// The person who asked. The safe one to forget.
    #[default]
    Private,
}

/// A PNG and what it shows, in words.
#[derive(Clone)]
pub struct Picture {
    /// Encoded.
    pub png: Vec<u8>,
    /// For people who do not see it.
    pub alt: String,
}

impl Picture {
    /// The same name for every picture: it must tell nothing.
    pub fn name(&self) -> String {
        "istaka.png".to_owned()
    }
}

/// A file of JSON.
#[derive(Clone)]
pub(crate) struct Document {
    /// What it is called.
    pub name: String,
    /// The text.
    pub bytes: Vec<u8>,
}

/// A message as Discord reads it.
#[derive(Serialize)]
pub(crate) struct Payload<'a> {
    content: Cow<'a, str>,
    allowed_mentions: Mentions,
    components: Vec<CreateActionRow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    attachments: Option<Vec<Attachment<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flags: Option<u64>,
}

/// The body of a first answer.
#[derive(Serialize)]
pub(super) struct FirstAnswer<'a> {
    #[serde(rename = "type")]
    pub(super) kind: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<Payload<'a>>,
}

/// The body of a new message in a channel.
#[derive(Serialize)]
pub(super) struct Post<'a> {
    #[serde(flatten)]
    pub(super) message: Payload<'a>,
    pub(super) nonce: &'a str,
    pub(super) enforce_nonce: bool,
}

/// Who is pinged: of all that a text names, only these.
#[derive(Serialize)]
struct Mentions {
    parse: [(); 0],
    users: Vec<String>,
}

/// What is said of a file.
#[derive(Serialize)]
struct Attachment<'a> {
    id: usize,
    filename: Cow<'a, str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<Cow<'a, str>>,
}

/// A file as it is sent; its place in the list is its id.
pub(crate) struct File {
    /// What it is called.
    pub name: String,
    /// Its media type.
    pub kind: &'static str,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// A button.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Button {
    /// What is sent back when it is pressed.
    pub id: String,
    /// Its words.
    pub label: String,
    /// A sign before them.
    pub emoji: Option<&'static str>,
    /// How much it stands out.
    pub tone: Tone,
    /// Whether it can be pressed.
    pub enabled: bool,
}

/// A menu: one of its choices can be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Menu {
    /// What is sent back when a choice is made.
    pub id: String,
    /// What it is about, shown while nothing is chosen.
    pub title: String,
    /// With values that differ; of more than 25 the last are not offered.
    pub choices: Vec<Choice>,
}

/// A choice of a menu.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Choice {
    /// What is sent back when it is made.
    pub value: String,
    /// Its words.
    pub label: String,
    /// Smaller words below them.
    pub about: String,
    /// Whether it is what counts now.
    pub is_now: bool,
}

/// How much a button stands out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tone {
    /// What one would press now.
    Main,
    /// One of several.
    Plain,
    /// Something good.
    Good,
    /// Something that cannot be undone.
    Grave,
    /// What has gone, and only keeps its place.
    Gone,
}

impl Button {
    /// A plain button that can be pressed.
    pub(crate) fn new(id: String, label: impl Into<String>) -> Self {
        Self {
            id,
            label: label.into(),
            emoji: None,
            tone: Tone::Plain,
            enabled: true,
        }
    }

    /// With a sign before its words.
    #[must_use]
    pub(crate) fn emoji(mut self, emoji: &'static str) -> Self {
        self.emoji = Some(emoji);
        self
    }

    /// With another tone.
    #[must_use]
    pub(crate) fn tone(mut self, tone: Tone) -> Self {
        self.tone = tone;
        self
    }

    /// Shown, but only to be pressed if `enabled`.
    #[must_use]
    pub(crate) fn enabled(mut self, enabled: bool) -> Self {
        self.enabled = enabled;
        self
    }

    fn build(&self) -> CreateButton {
        let style = match self.tone {
            Tone::Main => ButtonStyle::Primary,
            Tone::Plain | Tone::Gone => ButtonStyle::Secondary,
            Tone::Good => ButtonStyle::Success,
            Tone::Grave => ButtonStyle::Danger,
        };
        let button = CreateButton::new(&self.id)
            .style(style)
            .label(shortened(&self.label, MOST_LABEL))
            .disabled(!self.enabled);
        match self.emoji {
            Some(emoji) => button.emoji(ReactionType::Unicode(emoji.to_owned())),
            None => button,
        }
    }
}

impl Menu {
    fn build(&self) -> CreateSelectMenu {
        let options = self
            .choices
            .iter()
            .take(MOST_CHOICES)
            .map(|choice| {
                CreateSelectMenuOption::new(
                    shortened(&choice.label, MOST_CHOICE_TEXT),
                    &choice.value,
                )
                .description(shortened(&choice.about, MOST_CHOICE_TEXT))
                .default_selection(choice.is_now)
            })
            .collect();
        CreateSelectMenu::new(&self.id, CreateSelectMenuKind::String { options })
            .placeholder(shortened(&self.title, MOST_CHOICE_TEXT))
    }
}

impl Note {
    /// A sentence for one person.
    pub(crate) fn private(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// A message for everybody in the channel; it pings nobody.
    pub(crate) fn public(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            privacy: Privacy::Public,
            ..Self::default()
        }
    }

    /// The body of a new message.
    pub(crate) fn payload(&self) -> Payload<'_> {
        Payload {
            flags: self.flags(),
            ..self.change()
        }
    }

    /// The flags of a new message; `None` if it has none.
    pub(super) fn flags(&self) -> Option<u64> {
        let mut flags = 0;
        if self.privacy == Privacy::Private {
            flags |= EPHEMERAL;
        }
        if self.is_silent {
            flags |= SILENT;
        }
        (flags != 0).then_some(flags)
    }

    /// The body that changes a message: text and buttons always, the picture only if there is a new one.
    pub(crate) fn change(&self) -> Payload<'_> {
        let menus = self.menus.iter().map(Menu::build);
        let menus = menus.map(CreateActionRow::SelectMenu);
        let buttons = self
            .rows
            .iter()
            .filter(|row| !row.is_empty())
            .map(|row| CreateActionRow::Buttons(row.iter().map(Button::build).collect()));
        let attachments = self.attachments();
        Payload {
            content: shortened(&self.text, MOST_TEXT),
            allowed_mentions: Mentions {
                parse: [],
                users: self.pings.iter().map(ToString::to_string).collect(),
            },
            components: menus.chain(buttons).collect(),
            attachments: (!attachments.is_empty() || self.is_bare).then_some(attachments),
            flags: None,
        }
    }

    /// What is said of the files, in the order of [`Note::files`].
    fn attachments(&self) -> Vec<Attachment<'_>> {
        let picture = self.picture.as_ref().map(|picture| Attachment {
            id: 0,
            filename: picture.name().into(),
            description: Some(shortened(&picture.alt, MOST_ALT_TEXT)),
        });
        let document = self.document.as_ref().map(|document| Attachment {
            id: 0,
            filename: document.name.as_str().into(),
            description: None,
        });
        let attachments = picture.into_iter().chain(document).enumerate();
        attachments
            .map(|(id, attachment)| Attachment { id, ..attachment })
            .collect()
    }

    /// The files that are sent with it.
    pub(crate) fn files(&self) -> Vec<File> {
        let picture = self.picture.as_ref().map(|picture| File {
            name: picture.name(),
            kind: "image/png",
            bytes: picture.png.clone(),
        });
        let document = self.document.as_ref().map(|document| File {
            name: document.name.clone(),
            kind: "application/json",
            bytes: document.bytes.clone(),
        });
        picture.into_iter().chain(document).collect()
    }
}

/// The text within a limit of Discord's, in characters.
pub(crate) fn shortened(text: &str, most: usize) -> Cow<'_, str> {
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// As many whole sentences of a text as a limit has room for, in characters; in the middle of one only where none fits.
pub(crate) fn whole_sentences(text: &str, most: usize) -> Cow<'_, str> {
    let Some((end, _)) = text.char_indices().nth(most) else {
        return text.into();
    };
    // A point with a space behind it, or the point of East Asia.
    let ends = [(". ", ".".len()), ("。", "。".len())];
    let ends = ends.map(|(end_of_one, length)| Some(text[..end].rfind(end_of_one)? + length));
    match ends.into_iter().flatten().max() {
        Some(end) => text[..end].into(),
        None => shortened(text, most),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nobody_is_pinged_who_is_not_named_so() {
        let note = Note::public("<@1> @everyone");
        let body = json!(note.payload());
        assert_eq!(
            body["allowed_mentions"],
            json!({ "parse": [], "users": [] })
        );
        assert_eq!(body.get("flags"), None);
    }

    #[test]
    fn a_note_is_private_unless_it_says_otherwise() {
        assert_eq!(json!(Note::default().payload())["flags"], json!(64));
    }

    #[test]
    fn limits_count_characters_and_not_bytes() {
        let text = "é".repeat(2001);
        let kept = json!(Note::private(text).payload())["content"]
            .as_str()
            .map(|text| text.chars().count());
        assert_eq!(kept, Some(2000));
    }

    #[test]
    fn a_text_that_is_too_long_ends_with_a_sentence() {
        for (text, most, expected) in [
            ("One. Two.", 9, "One. Two."),
            ("One. Two.", 8, "One."),
            ("1.5 is. It", 8, "1.5 is."),
            ("一。二三。四", 5, "一。二三。"),
            ("一。二. 三四", 5, "一。二."),
            ("Onetwothree", 4, "One…"),
        ] {
            assert_eq!(whole_sentences(text, most), expected, "{text}");
        }
    }

    #[test]
    fn files_and_what_is_said_of_them_have_the_same_order() {
        let note = Note {
            picture: Some(Picture {
                png: vec![1],
                alt: "a rack".to_owned(),
            }),
            document: Some(Document {
                name: "istaka-abc.json".to_owned(),
                bytes: vec![2],
            }),
            ..Note::default()
        };
        let said = json!(note.payload())["attachments"].take();
        let files = note.files();
        assert_eq!(files.len(), 2);
        for (id, file) in files.iter().enumerate() {
            assert_eq!(said[id]["id"], json!(id));
            assert_eq!(said[id]["filename"], json!(file.name));
        }
    }

    #[test]
    fn without_a_new_picture_the_old_one_stays() {
        let words = Note::private("…");
        assert_eq!(json!(words.change()).get("attachments"), None);
    }

    #[test]
    fn a_picture_that_does_not_belong_to_the_words_goes() {
        let bare = Note {
            is_bare: true,
            ..Note::private("…")
        };
        assert_eq!(json!(bare.change())["attachments"], json!([]));
    }
}
