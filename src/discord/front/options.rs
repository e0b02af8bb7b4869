//! Presses on the pages of options.

use super::Front;
use super::asked::Asked;
use crate::discord::pages::options::{page, page_of};
use crate::discord::pages::press::Setting;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Declined, Life, Table};

impl Front {
    /// *Options* in the lobby, or another page of them.
    pub(crate) async fn options_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        number: u8,
    ) -> Result<(), SendFailure> {
        let look = match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) => look,
            Err(declined) => return self.answer_declined(asked, table, &declined).await,
        };
        let declined = match look.life {
            Life::Lobby if look.seat_of(asked.person).is_none() => Some(Declined::NotSeated),
            Life::Lobby if look.host != asked.person => Some(Declined::NotHost),
            Life::Lobby => None,
            _ => Some(Declined::OnlyInLobby),
        };
        if let Some(declined) = declined {
            let sentence = asked.declined(&declined, Some(&look));
            return asked.tell(&self.sender, sentence).await;
        }
        let page = page(asked.words, &look, number.into(), asked.press, None);
        self.answer_with_page(asked, &page).await
    }

    /// A choice in a menu: it counts at once, or the page says why not.
    pub(crate) async fn option_chosen(
        &self,
        asked: &Asked,
        table: &Table,
        setting: Setting,
    ) -> Result<(), SendFailure> {
        let Some(value) = &asked.chosen else {
            let sentence = asked.words.unreadable_button();
            return asked.tell(&self.sender, sentence).await;
        };
        let answer = table
            .set_option(asked.person, asked.press, setting.name, value)
            .await;
        let (look, notice) = match answer {
            Ok(answer) => (answer.look().clone(), None),
            Err(declined) => match table.look(Some(asked.person), None).await {
                Ok(look) => {
                    let why = asked.declined(&declined, Some(&look));
                    (look, Some(asked.words.option_refused(&why)))
                }
                Err(_) => return self.answer_declined(asked, table, &declined).await,
            },
        };
        // Whoever is not host (any more) reads why, and gets no menus.
        if let Some(notice) = &notice
            && look.host != asked.person
        {
            return asked.tell(&self.sender, notice.clone()).await;
        }
        let number = page_of(asked.words, &look, setting.name);
        let page = page(asked.words, &look, number, asked.press, notice);
        self.answer_with_page(asked, &page).await
    }

    async fn answer_with_page(&self, asked: &Asked, page: &Note) -> Result<(), SendFailure> {
        match asked.is_on_private_message() {
            true => asked.update(&self.sender, page).await,
            false => asked.answer(&self.sender, page).await,
        }
    }
}
