//! Settings: what people and servers want, and the pages of `/settings` on which they say it.
//!
//! All that was ever said is kept in memory beside the disk, so that reading it costs no wait; a change is on the
//! disk before it counts.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{PoisonError, RwLock};

use serenity::all::Permissions;

use super::press::{Field, Page, SettingsPress};
use crate::computers::Level;
use crate::discord::front::Front;
use crate::discord::front::asked::Asked;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Choice, Menu, Note, Tone};
use crate::discord::wire::send::SendFailure;
use crate::store::{
    Failure, NotWritten, PersonSetting, PersonSettings, ServerSetting, ServerSettings, Store,
};
use crate::tables::{PersonId, Preset, ServerId};

/// The value of a menu that takes back what was said.
const UNSAID: &str = "-";

/// The orders of a rack, the usual one first.
const ARRANGEMENTS: [&str; 2] = ["melds", "colours"];

/// How many tables at once a server may choose, where the host of the bot allows so many.
const MOST_TABLES: [usize; 9] = [1, 2, 3, 5, 10, 20, 30, 50, 100];

/// What everybody and every server has said.
pub struct Settings {
    store: Store,
    people: Said<PersonId, PersonSettings>,
    servers: Said<ServerId, ServerSettings>,
}

struct Said<K, V>(RwLock<HashMap<K, V>>);

impl<K: Eq + Hash, V: Clone + Default> Said<K, V> {
    fn of(&self, key: &K) -> V {
        // Every change under the lock is a single insertion.
        let said = self.0.read().unwrap_or_else(PoisonError::into_inner);
        said.get(key).cloned().unwrap_or_default()
    }

    fn now(&self, key: K, value: V) {
        let mut said = self.0.write().unwrap_or_else(PoisonError::into_inner);
        said.insert(key, value);
    }
}

impl Settings {
    /// Reads what was said before.
    pub async fn load(store: Store) -> Result<Self, Failure> {
        Ok(Self {
            people: Said(RwLock::new(store.settings_of_people().await?)),
            servers: Said(RwLock::new(store.settings_of_servers().await?)),
            store,
        })
    }

    /// What a person wants.
    pub fn person(&self, person: PersonId) -> PersonSettings {
        self.people.of(&person)
    }

    /// What a server wants; outside servers nobody has said anything.
    pub fn server(&self, server: Option<ServerId>) -> ServerSettings {
        server.map_or_else(ServerSettings::default, |server| self.servers.of(&server))
    }

    /// Those of these people who want to be called.
    pub fn who_is_called(&self, people: &[PersonId]) -> Vec<PersonId> {
        let wants = |person: &&PersonId| self.person(**person).pings != Some(false);
        people.iter().filter(wants).copied().collect()
    }

    async fn change(&self, asked: &Asked, change: Change) -> Result<(), Unchanged> {
        match (change, asked.server) {
            (Change::Person(setting), _) => {
                let stored = self.store.set_person_setting(asked.person, setting).await;
                let now = self.store.person_settings(asked.person).await?;
                self.people.now(asked.person, now);
                stored?;
            }
            (Change::Server(setting), Some(server)) => {
                let stored = self.store.set_server_setting(server, setting).await;
                let now = self.store.server_settings(server).await?;
                self.servers.now(server, now);
                stored?;
            }
            (Change::Server(_), None) => {}
        }
        Ok(())
    }
}

/// Why a change does not count.
#[derive(Debug, thiserror::Error)]
enum Unchanged {
    #[error("{0}")]
    NotWritten(#[from] NotWritten),
    #[error("{0}")]
    NotRead(#[from] Failure),
}

impl ServerSettings {
    /// The clock of a table whose opener says nothing.
    pub fn usual_preset(&self) -> Preset {
        let said = self.preset.as_deref().map(str::parse);
        said.and_then(Result::ok).unwrap_or(Preset::Normal)
    }

    /// The computers of a table whose opener says nothing.
    pub fn usual_level(&self) -> Level {
        let said = self.level.as_deref().and_then(Level::from_name);
        said.unwrap_or(Level::Medium)
    }

    /// Whether a table counts whose opener says nothing.
    pub fn usual_rated(&self) -> bool {
        self.rated.unwrap_or(true)
    }
}

/// A change that makes sense.
enum Change {
    Person(PersonSetting),
    Server(ServerSetting),
}

/// The change that a choice asks for; `None` for what no menu of ours offers.
fn chosen(field: Field, value: &str) -> Option<Change> {
    let text = (value != UNSAID).then(|| value.to_owned());
    let is_offered = match field {
        Field::Language | Field::ServerLanguage => {
            value == UNSAID || Words::all().any(|words| words.code() == value)
        }
        Field::Arrangement => ARRANGEMENTS.contains(&value),
        Field::Preset => value.parse::<Preset>().is_ok(),
        Field::Level => Level::from_name(value).is_some(),
        Field::MostTables => value == UNSAID || tables_from(value).is_some(),
        Field::AutoDraw | Field::Pings | Field::Rated | Field::Threads => false,
    };
    let change = match field {
        Field::Language => Change::Person(PersonSetting::Language(text)),
        Field::Arrangement => Change::Person(PersonSetting::Arrangement(text)),
        Field::ServerLanguage => Change::Server(ServerSetting::Language(text)),
        Field::Preset => Change::Server(ServerSetting::Preset(text)),
        Field::Level => Change::Server(ServerSetting::Level(text)),
        Field::MostTables => Change::Server(ServerSetting::MostTables(tables_from(value))),
        Field::AutoDraw | Field::Pings | Field::Rated | Field::Threads => return None,
    };
    is_offered.then_some(change)
}

/// A number of tables that the menu offers.
fn tables_from(value: &str) -> Option<i64> {
    let number: usize = value.parse().ok()?;
    let is_offered = MOST_TABLES.contains(&number);
    i64::try_from(number).ok().filter(|_| is_offered)
}

/// The change that a switch asks for; `None` for what is no switch.
fn switched(field: Field, on: bool) -> Option<Change> {
    let on = Some(on);
    match field {
        Field::AutoDraw => Some(Change::Person(PersonSetting::AutoDraw(on))),
        Field::Pings => Some(Change::Person(PersonSetting::Pings(on))),
        Field::Rated => Some(Change::Server(ServerSetting::Rated(on))),
        Field::Threads => Some(Change::Server(ServerSetting::Threads(on))),
        Field::Language
        | Field::Arrangement
        | Field::ServerLanguage
        | Field::Preset
        | Field::Level
        | Field::MostTables => None,
    }
}

impl Asked {
    /// Whether the person may say what the server wants.
    fn may_manage_server(&self) -> bool {
        let may = self.person_may.unwrap_or_default();
        self.server.is_some()
            && may.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR)
    }
}

impl Front {
    /// `/settings`: the person's own page.
    pub async fn show_settings(&self, asked: &Asked) -> Result<(), SendFailure> {
        let page = self.settings_page(asked, Page::Own, None);
        asked.answer(&self.sender, &page).await
    }

    /// A press on a page of settings.
    pub async fn settings_pressed(
        &self,
        asked: &Asked,
        press: SettingsPress,
    ) -> Result<(), SendFailure> {
        let words = asked.words;
        let page = press.page();
        if page == Page::Server && asked.server.is_none() {
            return asked.tell(&self.sender, words.only_in_server()).await;
        }
        if page == Page::Server && !asked.may_manage_server() {
            return asked.tell(&self.sender, words.settings_not_allowed()).await;
        }
        let change = match press {
            SettingsPress::See(_) => None,
            SettingsPress::Switch(field, on) => Some(switched(field, on)),
            SettingsPress::Choose(field, _) => {
                let value = asked.chosen.as_deref();
                Some(value.and_then(|value| chosen(field, value)))
            }
        };
        let notice = match change {
            None => None,
            Some(None) => return asked.tell(&self.sender, words.unreadable_button()).await,
            Some(Some(change)) => match self.settings.change(asked, change).await {
                Ok(()) => None,
                Err(failure) => {
                    tracing::warn!(%failure, "a setting was not stored");
                    Some(words.settings_not_stored())
                }
            },
        };
        let page = self.settings_page(asked, page, notice);
        match asked.is_on_private_message() {
            true => asked.update(&self.sender, &page).await,
            false => asked.answer(&self.sender, &page).await,
        }
    }

    fn settings_page(&self, asked: &Asked, page: Page, notice: Option<String>) -> Note {
        let own = self.settings.person(asked.person);
        // The language may be what was just changed.
        let words = Words::of(own.language.as_deref().unwrap_or(&asked.locale));
        let mut note = match page {
            Page::Own => own_page(words, asked, &own),
            Page::Server => {
                let most = self.hall.shares().tables.server;
                server_page(words, asked, &self.settings.server(asked.server), most)
            }
        };
        if let Some(notice) = notice {
            note.text = format!("{notice}\n{}", note.text);
        }
        note
    }
}

fn own_page(words: Words, asked: &Asked, own: &PersonSettings) -> Note {
    let arrangement = own.arrangement.as_deref().unwrap_or(ARRANGEMENTS[0]);
    let arrangements = ARRANGEMENTS.map(|name| (name, words.settings_arrangement_name(name)));
    let mut rows = vec![
        vec![switch(
            Field::AutoDraw,
            own.auto_draw == Some(true),
            |state| words.settings_auto_draw(state),
        )],
        vec![switch(Field::Pings, own.pings != Some(false), |state| {
            words.settings_pings(state)
        })],
    ];
    if asked.may_manage_server() {
        let to = SettingsPress::See(Page::Server).id();
        rows.push(vec![
            Button::new(to, words.button_server_settings()).emoji("⚙️"),
        ]);
    }
    Note {
        menus: vec![
            menu(
                asked,
                Field::Language,
                words.settings_language(),
                languages(words.settings_language_unsaid()),
                own.language.as_deref().unwrap_or(UNSAID),
            ),
            menu(
                asked,
                Field::Arrangement,
                words.settings_arrangement(),
                arrangements,
                arrangement,
            ),
        ],
        rows,
        ..Note::private(words.settings_title())
    }
}

/// `most` tables at once is what the host of the bot allows every server.
fn server_page(words: Words, asked: &Asked, server: &ServerSettings, most: usize) -> Note {
    let presets = Preset::ALL.map(|preset| {
        let name = preset.to_string();
        let label = words.clock(&name);
        (name, label)
    });
    let levels = Level::ALL
        .iter()
        .map(|level| (level.name(), words.settings_level_name(level.name())));
    let rated = switch(Field::Rated, server.rated != Some(false), |state| {
        words.settings_rated(state)
    });
    let threads = switch(Field::Threads, server.threads != Some(false), |state| {
        words.settings_threads(state)
    });
    let back = SettingsPress::See(Page::Own).id();
    let back = Button::new(back, words.button_own_settings()).emoji("◀️");
    Note {
        menus: vec![
            menu(
                asked,
                Field::ServerLanguage,
                words.settings_server_language(),
                languages(words.settings_server_language_unsaid()),
                server.language.as_deref().unwrap_or(UNSAID),
            ),
            menu(
                asked,
                Field::Preset,
                words.settings_preset(),
                presets,
                &server.usual_preset().to_string(),
            ),
            menu(
                asked,
                Field::Level,
                words.settings_level(),
                levels,
                server.usual_level().name(),
            ),
            tables_menu(words, asked, server, most),
        ],
        rows: vec![vec![rated, threads, back]],
        ..Note::private(words.settings_server_title())
    }
}

/// The menu of how many tables may be open at once.
fn tables_menu(words: Words, asked: &Asked, server: &ServerSettings, most: usize) -> Menu {
    let unsaid = (UNSAID.to_owned(), words.settings_most_tables_unsaid(most));
    let offered = MOST_TABLES.into_iter().filter(|count| *count <= most);
    let counts = offered.map(|count| {
        let label = words.settings_most_tables_count(count);
        (count.to_string(), label)
    });
    let said = server.most_tables.map(|said| said.to_string());
    let now = said.filter(|said| said.parse().is_ok_and(|said: usize| said <= most));
    menu(
        asked,
        Field::MostTables,
        words.settings_most_tables(),
        [unsaid].into_iter().chain(counts),
        now.as_deref().unwrap_or(UNSAID),
    )
}

/// Every language there is, by its own name.
fn languages(unsaid: String) -> impl Iterator<Item = (&'static str, String)> {
    let named = Words::all().map(|words| (words.code(), words.language_name()));
    [(UNSAID, unsaid)].into_iter().chain(named)
}

/// The id differs each time it is drawn, so that clients forget what was chosen in the old one.
fn menu<V: Into<String>>(
    asked: &Asked,
    field: Field,
    title: String,
    choices: impl IntoIterator<Item = (V, String)>,
    now: &str,
) -> Menu {
    let choice = |(value, label): (V, String)| {
        let value = value.into();
        Choice {
            label,
            about: title.clone(),
            is_now: value == now,
            value,
        }
    };
    Menu {
        id: SettingsPress::Choose(field, asked.press).id(),
        choices: choices.into_iter().map(choice).collect(),
        title: title.clone(),
    }
}

/// A button that says how it is and makes it the other way.
fn switch(field: Field, is_on: bool, label: impl Fn(&str) -> String) -> Button {
    let id = SettingsPress::Switch(field, !is_on).id();
    match is_on {
        true => Button::new(id, label("on")).tone(Tone::Good).emoji("✅"),
        false => Button::new(id, label("off")).emoji("⬜"),
    }
}
