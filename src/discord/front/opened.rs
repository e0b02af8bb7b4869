//! Opening a table where somebody asks for it, and what is told of tables that were, or were not, opened.

use serenity::all::Permissions;

use super::Front;
use super::asked::Asked;
use crate::discord::wire::send::SendFailure;
use crate::meters;
use crate::tables::{Declined, Life, Opening, Table};

impl Front {
    /// Opens a table in the place where this is asked, in a thread of its own where there can be one, or says why not.
    pub(crate) async fn opens(&self, asked: &Asked, opening: Opening) -> Result<(), SendFailure> {
        let opening = Opening {
            own_thread: self.is_in_own_thread(asked).await,
            ..opening
        };
        if self.makes_thread(asked) {
            return self.open_in_thread(asked, opening).await;
        }
        match self.hall.open(opening).await {
            Ok(look) => {
                self.panels.offer(&look.table, asked);
                self.keepers.lobby_told(&look);
                let note = self.lobby_that_calls(asked, &look);
                self.answer_with_new_lobby(asked, &look, &note).await
            }
            Err(declined) => self.tell_not_opened(asked, &declined).await,
        }
    }

    /// Whether this is asked in a thread that the bot has made for a table: the line where it begins tells of the next ones, too.
    async fn is_in_own_thread(&self, asked: &Asked) -> bool {
        if !asked.is_in_thread() {
            return false;
        }
        let made = self.store.is_own_thread(asked.channel).await;
        made.unwrap_or_else(|failure| {
            tracing::warn!(%failure, "whose thread it is could not be read: nothing is told at its line");
            false
        })
    }

    /// Says why no table was opened.
    pub(crate) async fn tell_not_opened(
        &self,
        asked: &Asked,
        declined: &Declined,
    ) -> Result<(), SendFailure> {
        let sentence = declined_sentence(self, asked, declined).await;
        asked.tell(&self.sender, sentence).await
    }
}

/// The names of the rights that the bot lacks where this is asked, to open a table there; `None` if it has all it needs.
pub(crate) fn missing_permissions(front: &Front, asked: &Asked) -> Option<String> {
    let may = asked.bot_may?;
    if may.contains(Permissions::ADMINISTRATOR) {
        return None;
    }
    let mut needed = vec![(Permissions::VIEW_CHANNEL, "view")];
    if asked.is_in_thread() {
        needed.push((Permissions::SEND_MESSAGES_IN_THREADS, "send_threads"));
    } else if !front.makes_thread(asked) {
        needed.push((Permissions::SEND_MESSAGES, "send"));
    }
    needed.push((Permissions::ATTACH_FILES, "attach"));
    let missing: Vec<String> = needed
        .iter()
        .filter(|(right, _)| !may.contains(*right))
        .map(|(_, name)| asked.words.permission(name))
        .collect();
    (!missing.is_empty()).then(|| missing.join(", "))
}

/// Why no table was opened; where there is one already, with its link. A rematch that is there already is joined.
pub(crate) async fn declined_sentence(front: &Front, asked: &Asked, declined: &Declined) -> String {
    let (Declined::ChannelBusy { table: there } | Declined::PlayedAgain { table: there }) =
        declined
    else {
        return match declined {
            // Else it tells of a move.
            Declined::DiskRefused => {
                meters::declined();
                asked.words.table_not_stored()
            }
            _ => asked.declined(declined, None),
        };
    };
    match (front.hall.table(there), declined) {
        (Some(table), Declined::PlayedAgain { .. }) => front.joins_rematch(asked, &table).await,
        (Some(table), _) => asked.words.channel_busy(&place(front, asked, &table).await),
        (None, _) => asked.declined(declined, None),
    }
}

/// The newest message of a table as a link, or its channel as long as no message is known. A lobby that is lost comes back.
pub(crate) async fn place(front: &Front, asked: &Asked, table: &Table) -> String {
    let Ok(look) = table.look(None, None).await else {
        return String::new();
    };
    if matches!(look.life, Life::Lobby | Life::Starting) {
        front.keepers.seek_lobby(&look.table, asked.at);
    }
    let channel = || format!("<#{}>", look.places.channel);
    look.places.link().unwrap_or_else(channel)
}

/// Where the newest message of a table stands.
pub(crate) async fn link(table: &Table) -> Option<String> {
    table.look(None, None).await.ok()?.places.link()
}
