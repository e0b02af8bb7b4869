//! `/settings`, and presses on its pages.

use serenity::all::Permissions;

use super::Front;
use super::asked::Asked;
use super::kept::settings::Unchanged;
use super::kept::switched::Switch;
use super::opened::{missing_besides, missing_permissions};
use crate::discord::pages::press::{Field, Page, SettingsPress};
use crate::discord::pages::settings::{
    DrawnFor, Reach, chosen, own_page, pictures_page, server_page, switched,
};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::store::NotWritten;
use crate::tables::{Area, TableId};

impl Asked {
    /// Whose settings the person may change.
    fn reach(&self) -> Reach {
        let may = self.person_may.unwrap_or_default();
        let manages = may.intersects(Permissions::MANAGE_GUILD | Permissions::ADMINISTRATOR);
        if manages && self.is_in_server_with_bot() {
            Reach::Server
        } else {
            Reach::Own
        }
    }
}

impl Front {
    /// `/settings`: the person's own page.
    pub(crate) async fn show_settings(&self, asked: &Asked) -> Result<(), SendFailure> {
        let page = self.settings_page(asked, Page::Own, None);
        asked.answer(&self.sender, &page).await
    }

    /// A press on a page of settings.
    pub(crate) async fn settings_pressed(
        &self,
        asked: &Asked,
        press: SettingsPress,
    ) -> Result<(), SendFailure> {
        let words = asked.words;
        let page = press.page();
        let is_of_server = page != Page::Own;
        if is_of_server && !asked.is_in_server_with_bot() {
            return asked.tell(&self.sender, words.only_in_server()).await;
        }
        if is_of_server && asked.reach() == Reach::Own {
            return asked.tell(&self.sender, words.settings_not_allowed()).await;
        }
        let change = match press {
            SettingsPress::See(_) => None,
            SettingsPress::Switch(..) if self.is_second_tap(asked, &Switch::Setting(press)) => None,
            SettingsPress::Switch(field, on) => Some(switched(field, on)),
            SettingsPress::Choose(field, _) => {
                let value = asked.chosen.as_deref();
                Some(value.and_then(|value| chosen(field, value)))
            }
        };
        let notice = match change {
            None => None,
            Some(None) => return asked.tell(&self.sender, words.unreadable_button()).await,
            Some(Some(change)) => match self
                .settings
                .change(asked.person, asked.server, change)
                .await
            {
                Ok(()) => {
                    self.shows_anew(asked, press);
                    None
                }
                Err(failure) => {
                    tracing::warn!(%failure, "a setting was not stored");
                    Some(match failure {
                        Unchanged::NotWritten(NotWritten::Unknown) => words.settings_unsure(),
                        _ => words.settings_not_stored(),
                    })
                }
            },
        };
        // Who manages the server hears of it here: what is wanted for a table `/okey` tells, and without the rest tables open.
        let missing = || match missing_permissions(self, asked) {
            Some(names) => Some(words.missing_permissions(&names)),
            None => Some(words.settings_missing(&missing_besides(self, asked)?)),
        };
        let missing = (page == Page::Server).then(missing).flatten();
        let notices: Vec<String> = notice.into_iter().chain(missing).collect();
        let notice = (!notices.is_empty()).then(|| notices.join("\n"));
        let page = self.settings_page(asked, page, notice);
        if asked.is_on_private_message() {
            asked.update(&self.sender, &page).await
        } else {
            asked.answer(&self.sender, &page).await
        }
    }

    /// What is on pictures that stand already, for everybody to see, is changed there.
    fn shows_anew(&self, asked: &Asked, press: SettingsPress) {
        let (SettingsPress::Switch(field, _), server) = (press, asked.server) else {
            return;
        };
        let tables: Vec<TableId> = match (field, server) {
            (Field::Face, _) => {
                let theirs = self.hall.everywhere_of(asked.person);
                theirs.into_iter().map(|table| table.id).collect()
            }
            (Field::ServerFaces | Field::ServerFourColours, Some(server)) => {
                let there = self.hall.whereabouts(Area::Server(server));
                there.into_iter().map(|one| one.table).collect()
            }
            _ => return,
        };
        for table in tables {
            self.keepers.nudge(&table);
        }
    }

    fn settings_page(&self, asked: &Asked, page: Page, notice: Option<String>) -> Note {
        let own = self.settings.person(asked.person);
        let server = self.settings.server(asked.server);
        // The language may be what was just changed.
        let words = Words::of(&self.settings.locale_of(asked.person, &asked.locale));
        let [theirs, everybodys] = [&asked.locale, &asked.public_locale].map(|one| Words::of(one));
        let drawn_for = DrawnFor {
            words,
            press: asked.press,
            likely: &[theirs.code(), everybodys.code(), Words::of("").code()],
        };
        let mut note = match page {
            Page::Own => {
                let inks = own.inks(&server);
                own_page(drawn_for, asked.reach(), &own, inks)
            }
            Page::Server => {
                let most = self.hall.shares().tables.server;
                server_page(drawn_for, &server, most)
            }
            Page::Pictures => pictures_page(words, &server),
        };
        if let Some(notice) = notice {
            note.text = format!("{notice}\n{}", note.text);
        }
        note
    }
}
