//! Settings: what people and servers want.
//!
//! All that was ever said is kept in memory beside the disk, so that reading it costs no wait; a change is on the
//! disk before it counts.

use std::sync::Arc;

use crate::discord::pages::settings::Change;
use crate::discord::speech::words::Words;
use crate::drawing::packs::cards::Inks;
use crate::store::{AllSaid, Failure, NotWritten, PersonSettings, ServerSettings, Store, Written};
use crate::tables::{PersonId, ServerId};

/// So many people, and so many servers, may have said something: what they say takes some hundred bytes each. Whoever
/// would be one more reads that it was not stored.
const MOST: usize = 1_000_000;

/// What everybody and every server has said.
pub(crate) struct Settings {
    store: Store,
    said: Arc<AllSaid>,
}

impl Settings {
    /// Reads what was said before.
    pub(crate) async fn load(store: Store) -> Result<Self, Failure> {
        Ok(Self {
            said: store.said().await?,
            store,
        })
    }

    /// What a person wants.
    pub(crate) fn person(&self, person: PersonId) -> PersonSettings {
        self.said.people.of(&person)
    }

    /// What a server wants; outside servers nobody has said anything.
    pub(crate) fn server(&self, server: Option<ServerId>) -> ServerSettings {
        server.map_or_else(ServerSettings::default, |server| {
            self.said.servers.of(&server)
        })
    }

    /// The locale in which a person is spoken to: the one they have chosen, else that of their Discord.
    pub(crate) fn locale_of(&self, person: PersonId, discords: &str) -> String {
        let chosen = spoken(self.person(person).language);
        chosen.unwrap_or_else(|| discords.to_owned())
    }

    /// The locale of what everybody in a server reads, if the server has chosen one.
    pub(crate) fn locale_in(&self, server: Option<ServerId>) -> Option<String> {
        spoken(self.server(server).language)
    }

    /// In which inks cards are printed for a person at a table of this server.
    pub(crate) fn inks_of(&self, person: PersonId, server: Option<ServerId>) -> Inks {
        self.person(person).inks(&self.server(server))
    }

    /// Those of these people who want to be called.
    pub(crate) fn who_is_called(&self, people: &[PersonId]) -> Vec<PersonId> {
        let wants = |person: &&PersonId| self.person(**person).pings != Some(false);
        people.iter().filter(wants).copied().collect()
    }

    /// What a person said was deleted, or perhaps not: what counts is what is stored. Where that cannot be read, what was deleted
    /// counts no more all the same.
    pub(crate) async fn forgets(&self, person: PersonId, deleted: &Result<Written, NotWritten>) {
        match (self.store.person_settings(person).await, deleted) {
            (Ok(now), _) => self.said.people.now(person, now),
            (Err(_), Ok(_)) => self.said.people.now(person, PersonSettings::default()),
            (Err(_), Err(_)) => {}
        }
    }

    /// Writes down what a person wants, or wants for this server.
    pub(crate) async fn change(
        &self,
        person: PersonId,
        server: Option<ServerId>,
        change: Change,
    ) -> Result<(), Unchanged> {
        match (change, server) {
            (Change::Person(_), _) if !self.said.people.has_room(&person, MOST) => {
                return Err(Unchanged::Full);
            }
            (Change::Server(_), Some(server)) if !self.said.servers.has_room(&server, MOST) => {
                return Err(Unchanged::Full);
            }
            (Change::Person(setting), _) => {
                let stored = self.store.set_person_setting(person, setting).await;
                let now = self.store.person_settings(person).await?;
                self.said.people.now(person, now);
                stored?;
            }
            (Change::Server(setting), Some(server)) => {
                let stored = self.store.set_server_setting(server, setting).await;
                let now = self.store.server_settings(server).await?;
                self.said.servers.now(server, now);
                stored?;
            }
            (Change::Server(_), None) => {}
        }
        Ok(())
    }
}

/// A language that was chosen, unless this version has no such one.
fn spoken(language: Option<String>) -> Option<String> {
    language.filter(|language| Words::is_known(language))
}

/// Why a change does not count.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Unchanged {
    /// Too many have said something already.
    #[error("too many have settings of their own")]
    Full,
    /// It was not written.
    #[error("{0}")]
    NotWritten(#[from] NotWritten),
    /// What counts now could not be read.
    #[error("{0}")]
    NotRead(#[from] Failure),
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::store::{Folder, PersonSetting, Said, ServerSetting};

    #[test]
    fn whoever_is_one_too_many_has_no_room_and_who_wants_the_usual_makes_some() {
        let said = Said::new(HashMap::new());
        for who in 0..3 {
            assert!(said.has_room(&who, 3));
            said.now(who, "said");
        }
        assert!(!said.has_room(&3, 3), "one too many");
        assert!(
            said.has_room(&2, 3),
            "who has said something may say something else"
        );
        said.now(1, "");
        assert!(said.has_room(&3, 3));
    }

    #[tokio::test]
    async fn what_was_deleted_counts_no_more_also_where_nothing_can_be_read() {
        let folder = Folder::new();
        let store = Store::open(&folder.file()).await.expect("a database");
        let settings = Settings::load(store.clone()).await.expect("no settings");
        let person = PersonId::new(1);
        let silent = Change::Person(PersonSetting::Pings(Some(false)));
        let changed = settings.change(person, None, silent).await;
        changed.expect("a database that can be written");
        let refused = Err(NotWritten::Refused);
        // It is stored still.
        settings.forgets(person, &refused).await;
        assert_eq!(settings.person(person).pings, Some(false));
        let deleted = store.forget(person).await;
        store.close().await;
        for (deleted, expected) in [(refused, Some(false)), (deleted, None)] {
            settings.forgets(person, &deleted).await;
            assert_eq!(settings.person(person).pings, expected, "{deleted:?}");
        }
    }

    #[tokio::test]
    async fn a_language_that_was_chosen_counts_as_long_as_there_is_one() {
        let folder = Folder::new();
        let store = Store::open(&folder.file()).await.expect("a database");
        let settings = Settings::load(store).await.expect("no settings");
        let (person, server) = (PersonId::new(1), ServerId::new(2));
        assert_eq!(settings.locale_of(person, "tr"), "tr");
        for (language, own, everybodys) in [("en", "en", Some("en")), ("tlh", "tr", None)] {
            let text = || Some(language.to_owned());
            let wishes = [
                Change::Person(PersonSetting::Language(text())),
                Change::Server(ServerSetting::Language(text())),
            ];
            for wish in wishes {
                let changed = settings.change(person, Some(server), wish).await;
                changed.expect("a database that can be written");
            }
            assert_eq!(settings.locale_of(person, "tr"), own);
            assert_eq!(settings.locale_in(Some(server)).as_deref(), everybodys);
            assert_eq!(settings.locale_in(None), None);
        }
    }
}
