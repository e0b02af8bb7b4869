//! What of a world lies in its file: every thing as a line of JSON under its kind and id, files as they are.
//!
//! Connections, logins, moods and the news of the moment do not: they end with the process, as Discord's would.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::time::Duration;

use axum::body::Bytes;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::WorldTrouble;
use crate::LoginPace;
use crate::clock::{Clock, Standing, whole_ms};
use crate::crowd::Crowd;
use crate::gateway::{Logins, Sessions};
use crate::id::{Id, Snowflakes};
use crate::interaction::{Interaction, Interactions, TOKEN_LIFE_MS};
use crate::message::Message;
use crate::news::News;
use crate::person::Person;
use crate::place::Channel;
use crate::shelf::{Noted, Shelf};
use crate::world::{Emoji, File, Further, World};

/// The kinds of things; their numbers stand in files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Person = 1,
    Channel = 2,
    Message = 3,
    Interaction = 4,
    Emoji = 5,
}

/// What is to be written.
pub(crate) struct Changes {
    /// What there is once in a world, if it changed.
    pub(super) frame: Option<String>,
    pub(super) commands: Option<String>,
    /// Things as they are now, or that they are gone.
    pub(super) things: Vec<(Kind, Id, Option<String>)>,
    pub(super) files: Vec<(Id, Option<KeptFile>)>,
    /// Of older interactions no token is taken any more.
    pub(super) dead_before: Id,
}

/// A file of a message or an emoji.
pub(super) struct KeptFile {
    pub(super) bytes: Bytes,
    pub(super) content_type: String,
    /// Whether it is an emoji's: those stay, however old they are.
    pub(super) lasts: bool,
}

impl Changes {
    pub(super) fn is_empty(&self) -> bool {
        let texts = [&self.frame, &self.commands];
        texts.iter().all(|text| text.is_none()) && self.things.is_empty() && self.files.is_empty()
    }
}

/// What there is once in a world.
#[derive(Serialize, Deserialize)]
struct Frame {
    clock: Standing,
    last_id: Id,
    token: String,
    application: Id,
    bot_user: Id,
    application_text: Value,
    bot_name: String,
    guild: Id,
    has_bot: bool,
    everyone: u64,
    owner: Id,
    born_ms: u64,
    main_channel: Id,
    other_servers: BTreeMap<Id, String>,
    #[serde(default)]
    further: BTreeMap<Id, Further>,
    granted_intents: u64,
    login_pace_ms: u64,
    shards: u64,
    least_shards: u64,
    max_concurrency: u64,
    /// The number of the last news.
    news: u64,
    /// Open dialogs, and who opened them.
    dialogs: BTreeMap<Id, Id>,
}

impl Frame {
    fn of(world: &World) -> Self {
        let pace = match world.logins.pace {
            LoginPace::Free => Duration::ZERO,
            LoginPace::Every(pace) => pace,
        };
        Self {
            clock: world.clock.standing(),
            last_id: world.ids.last(),
            token: world.token.clone(),
            application: world.application,
            bot_user: world.bot_user,
            application_text: world.application_text.clone(),
            bot_name: world.bot_name.clone(),
            guild: world.guild,
            has_bot: world.has_bot,
            everyone: world.everyone,
            owner: world.owner,
            born_ms: world.born_ms,
            main_channel: world.main_channel,
            other_servers: world.other_servers.clone(),
            further: world.further.clone(),
            granted_intents: world.granted_intents,
            login_pace_ms: whole_ms(pace),
            shards: world.logins.shards,
            least_shards: world.logins.least_shards,
            max_concurrency: world.logins.max_concurrency,
            news: world.news.seq(),
            dialogs: world.interactions.dialogs().clone(),
        }
    }

    fn logins(&self) -> Logins {
        let pace = match self.login_pace_ms {
            0 => LoginPace::Free,
            ms => LoginPace::Every(Duration::from_millis(ms)),
        };
        let mut logins = Logins::new(pace);
        logins.shards = self.shards;
        logins.least_shards = self.least_shards;
        logins.max_concurrency = self.max_concurrency;
        logins
    }
}

/// What a file held.
#[derive(Default)]
pub(crate) struct Found {
    pub(super) frame: String,
    pub(super) commands: String,
    pub(super) things: Vec<(i64, i64, String)>,
    pub(super) files: Vec<(i64, String, Vec<u8>)>,
}

impl World {
    /// From now on everything that changes is marked, and what is there already.
    pub(crate) fn mark_all(&mut self) {
        self.channels.mark_all();
        self.people.mark_all();
        self.messages.mark_all();
        self.files.mark_all();
        self.emojis.mark_all();
        self.interactions.shelf().mark_all();
    }

    /// From now on everything that changes is marked.
    fn mark_changes(&mut self) {
        self.channels.mark_changes();
        self.people.mark_changes();
        self.messages.mark_changes();
        self.files.mark_changes();
        self.emojis.mark_changes();
        self.interactions.shelf().mark_changes();
    }

    /// What has changed since the last time.
    pub(super) fn take_changes(&mut self) -> Changes {
        let mut things = Vec::new();
        taken(&mut things, Kind::Person, &mut self.people);
        taken(&mut things, Kind::Channel, &mut self.channels);
        taken(&mut things, Kind::Message, &mut self.messages);
        taken(&mut things, Kind::Emoji, &mut self.emojis);
        taken(&mut things, Kind::Interaction, self.interactions.shelf());
        let frame = text(&Frame::of(self));
        let is_same = frame == self.kept_frame;
        if !is_same {
            self.kept_frame.clone_from(&frame);
        }
        Changes {
            frame: (!is_same).then_some(frame),
            commands: self.commands.take_touched().then(|| text(&*self.commands)),
            things,
            files: self.take_files(),
            dead_before: Id::first_of(self.clock.now_ms().saturating_sub(TOKEN_LIFE_MS)),
        }
    }

    fn take_files(&mut self) -> Vec<(Id, Option<KeptFile>)> {
        let touched = self.files.take_touched().into_iter();
        let kept = |id| {
            let file: &File = self.files.get(&id)?;
            Some(KeptFile {
                bytes: file.bytes.clone(),
                content_type: file.content_type.clone(),
                lasts: self.emojis.contains_key(&id),
            })
        };
        touched.map(|id| (id, kept(id))).collect()
    }

    /// What could not be written has changed still.
    pub(super) fn touch_again(&mut self, changes: &Changes) {
        for (kind, id, _) in &changes.things {
            match kind {
                Kind::Person => self.people.touch(*id),
                Kind::Channel => self.channels.touch(*id),
                Kind::Message => self.messages.touch(*id),
                Kind::Interaction => self.interactions.shelf().touch(*id),
                Kind::Emoji => self.emojis.touch(*id),
            }
        }
        for (id, _) in &changes.files {
            self.files.touch(*id);
        }
        if changes.frame.is_some() {
            self.kept_frame.clear();
        }
        if changes.commands.is_some() {
            // To be touched is all that it takes.
            let _ = &mut *self.commands;
        }
    }

    /// The world that a file held, at this address; its clock goes on where it stood.
    pub(crate) fn again(url: String, clock: Clock, found: Found) -> Result<Self, WorldTrouble> {
        let frame: Frame = read(&found.frame, "frame")?;
        let commands = match found.commands.as_str() {
            "" => Vec::new(),
            commands => read(commands, "commands")?,
        };
        let mut of_kind = Sorted::of(found.things)?;
        let people: BTreeMap<Id, Person> = of_kind.read(Kind::Person, "person")?;
        let mut channels: BTreeMap<Id, Channel> = of_kind.read(Kind::Channel, "channel")?;
        let messages: BTreeMap<Id, Message> = of_kind.read(Kind::Message, "message")?;
        let emojis: BTreeMap<Id, Emoji> = of_kind.read(Kind::Emoji, "emoji")?;
        let deeds: BTreeMap<Id, Interaction> = of_kind.read(Kind::Interaction, "interaction")?;
        if !people.contains_key(&frame.owner) {
            return Err(WorldTrouble::Damaged("its owner is missing".to_owned()));
        }
        for (id, message) in &messages {
            let place = channels.get_mut(&message.channel);
            let place = place.ok_or_else(|| damaged("a message without its channel"))?;
            place.messages.insert(*id);
        }
        let files = files_of(found.files)?;
        let loose_files = loose(&files, &messages, &emojis);
        let mut world = Self {
            url,
            clock: clock.gone_on(frame.clock),
            ids: Snowflakes::after(frame.last_id),
            logins: frame.logins(),
            token: frame.token,
            application: frame.application,
            bot_user: frame.bot_user,
            application_text: frame.application_text,
            bot_name: frame.bot_name,
            guild: frame.guild,
            has_bot: frame.has_bot,
            is_unavailable: false,
            everyone: frame.everyone,
            owner: frame.owner,
            born_ms: frame.born_ms,
            main_channel: frame.main_channel,
            other_servers: frame.other_servers,
            further: frame.further,
            crowd: Crowd::default(),
            channels: Shelf::of(channels),
            people: Shelf::of(people),
            faces_asked: BTreeMap::new(),
            messages: Shelf::of(messages),
            files: Shelf::of(files),
            loose_files,
            commands: Noted::of(commands),
            emojis: Shelf::of(emojis),
            interactions: Interactions::again(deeds, frame.dialogs),
            sessions: Sessions::default(),
            granted_intents: frame.granted_intents,
            // One further: a page that was open until the end has missed something, too.
            news: News::after_restart(frame.news + 1),
            kept_frame: String::new(),
        };
        world.mark_changes();
        Ok(world)
    }
}

fn taken<V: Serialize>(
    things: &mut Vec<(Kind, Id, Option<String>)>,
    kind: Kind,
    shelf: &mut Shelf<V>,
) {
    let touched = shelf.take_touched().into_iter();
    things.extend(touched.map(|id| (kind, id, shelf.get(&id).map(text))));
}

fn text(thing: &impl Serialize) -> String {
    serde_json::to_string(thing).expect("what a world is made of has texts as keys")
}

fn damaged(what: impl Into<String>) -> WorldTrouble {
    WorldTrouble::Damaged(what.into())
}

fn read<V: DeserializeOwned>(text: &str, what: &str) -> Result<V, WorldTrouble> {
    // Where in the text the fault lies says nothing to anybody, and the text may be what one person alone may read.
    serde_json::from_str(text).map_err(|_| damaged(format!("its {what} cannot be read")))
}

/// Things by their kind.
struct Sorted(BTreeMap<i64, Vec<(Id, String)>>);

impl Sorted {
    fn of(things: Vec<(i64, i64, String)>) -> Result<Self, WorldTrouble> {
        let mut sorted: BTreeMap<i64, Vec<_>> = BTreeMap::new();
        for (kind, id, body) in things {
            let id = Id::of_number(id).ok_or_else(|| damaged("an id below zero"))?;
            sorted.entry(kind).or_default().push((id, body));
        }
        Ok(Self(sorted))
    }

    fn read<V: DeserializeOwned>(
        &mut self,
        kind: Kind,
        what: &str,
    ) -> Result<BTreeMap<Id, V>, WorldTrouble> {
        let bodies = self.0.remove(&(kind as i64)).unwrap_or_default();
        let read = bodies.into_iter();
        read.map(|(id, body)| Ok((id, read_one(&body, what, id)?)))
            .collect()
    }
}

fn read_one<V: DeserializeOwned>(body: &str, what: &str, id: Id) -> Result<V, WorldTrouble> {
    read(body, &format!("{what} {id}"))
}

fn files_of(found: Vec<(i64, String, Vec<u8>)>) -> Result<BTreeMap<Id, File>, WorldTrouble> {
    let file = |(id, content_type, bytes): (i64, String, Vec<u8>)| {
        let id = Id::of_number(id).ok_or_else(|| damaged("a file's id below zero"))?;
        let bytes = bytes.into();
        Ok((
            id,
            File {
                bytes,
                content_type,
            },
        ))
    };
    found.into_iter().map(file).collect()
}

/// The files that belong to nothing any more, oldest first.
fn loose(
    files: &BTreeMap<Id, File>,
    messages: &BTreeMap<Id, Message>,
    emojis: &BTreeMap<Id, Emoji>,
) -> VecDeque<Id> {
    let of_messages = messages.values().flat_map(|message| &message.attachments);
    let used: BTreeSet<Id> = of_messages.map(|file| file.id).collect();
    let is_loose = |id: &Id| !used.contains(id) && !emojis.contains_key(id);
    files.keys().copied().filter(is_loose).collect()
}
