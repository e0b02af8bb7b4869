//! Whom the host shuts out. Nothing that they do comes past the door but what concerns their own data; a seat that they have is
//! played for as if they were away.

use serenity::all::{CommandInteraction, ComponentInteraction, GuildId, UserId};

use super::Front;
use crate::discord::pages::press::PrivacyPress;
use crate::tables::PersonId;

/// The command that tells somebody what is kept of them.
const PRIVACY: &str = "privacy";

impl Front {
    /// Who of those that have to do with a command is shut out, in a word for a sentence; `None` if it is let in.
    pub(crate) fn shuts_out_command(&self, command: &CommandInteraction) -> Option<&'static str> {
        let whom = self.shuts_out(command.user.id, command.guild_id);
        whom.filter(|_| command.data.name != PRIVACY)
    }

    /// Who of those that have to do with a press is shut out; `None` if it is let in.
    pub(crate) fn shuts_out_press(&self, press: &ComponentInteraction) -> Option<&'static str> {
        let whom = self.shuts_out(press.user.id, press.guild_id);
        whom.filter(|_| press.data.custom_id.parse::<PrivacyPress>().is_err())
    }

    fn shuts_out(&self, person: UserId, server: Option<GuildId>) -> Option<&'static str> {
        if self.is_named(person.get()) {
            Some("person")
        } else {
            server
                .filter(|id| self.is_named(id.get()))
                .map(|_| "server")
        }
    }

    fn is_named(&self, id: u64) -> bool {
        self.shut_out.binary_search(&id).is_ok()
    }

    /// Whether a person is shut out wherever they are.
    pub(crate) fn is_shut_out(&self, person: PersonId) -> bool {
        self.is_named(person.get())
    }

    /// Those of these people who are called: who want to be, and could come.
    pub(crate) fn who_is_called(&self, people: &[PersonId]) -> Vec<PersonId> {
        let mut called = self.settings.who_is_called(people);
        called.retain(|person| !self.is_shut_out(*person));
        called
    }
}
