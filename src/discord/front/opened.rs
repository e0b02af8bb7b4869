//! Opening a table where somebody asks for it, and what is told of tables that were, or were not, opened.

use serenity::all::Permissions;

use super::Front;
use super::asked::Asked;
use super::leaving::ways_out;
use crate::discord::pages::kit::rows::{IN_A_ROW, ROWS, in_wide_rows};
use crate::discord::wire::note::{Button, Note};
use crate::discord::wire::send::SendFailure;
use crate::meters;
use crate::tables::{Declined, Life, Look, Opening, Preset, Shared, Table};

impl Front {
    /// Opens a table in the place where this is asked, in a thread of its own where there can be one, or says why not.
    pub(crate) async fn opens(&self, asked: &Asked, opening: Opening) -> Result<(), SendFailure> {
        if asked.is_in_locked_thread() {
            // Whoever manages threads uses commands there all the same, and nobody could sit down.
            return asked.tell(&self.sender, asked.words.locked_here()).await;
        }
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
                self.answer_with_new_lobby(asked, &look, &note).await;
                Ok(())
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

    /// Somebody asks for a table, and is led to a message of which nobody tells whether it was deleted: a lobby, or a board that
    /// no move may change for a day. It comes back if it is lost.
    pub(crate) fn seek_message(&self, asked: &Asked, look: &Look) {
        match look.life {
            Life::Lobby | Life::Starting => self.keepers.seek_lobby(&look.table, asked.at),
            Life::Playing if look.preset == Preset::Days => {
                self.keepers.seek_board(&look.table, asked.at);
            }
            _ => {}
        }
    }

    /// Says why no table was opened; with ways to leave those in other servers that are in the way, for nobody may be able to go
    /// there.
    pub(crate) async fn tell_not_opened(
        &self,
        asked: &Asked,
        declined: &Declined,
    ) -> Result<(), SendFailure> {
        let sentence = declined_sentence(self, asked, declined).await;
        let ways = self.ways_to_leave(asked, declined).await;
        if ways.is_empty() {
            return asked.tell(&self.sender, sentence).await;
        }
        let text = format!("{sentence}\n{}", asked.words.leave_elsewhere());
        let note = Note {
            rows: in_wide_rows(&ways, ROWS),
            ..Note::private(text)
        };
        asked.answer(&self.sender, &note).await
    }

    /// Ways to leave the tables in other servers that count for a person where one more was wanted: a lobby goes on to count for
    /// whoever opened it.
    async fn ways_to_leave(&self, asked: &Asked, declined: &Declined) -> Vec<Button> {
        let Declined::ShareUsed {
            shared, elsewhere, ..
        } = declined
        else {
            return Vec::new();
        };
        let mut seats = Vec::new();
        for table in elsewhere.iter().filter_map(|id| self.hall.table(id)) {
            let look = table.look(Some(asked.person), None).await.ok();
            let makes_room = |look: &Look| *shared == Shared::Seats || look.life == Life::Playing;
            let sits = |look: &Look| look.viewer.seat().is_some();
            seats.extend(look.filter(|look| sits(look) && makes_room(look)));
        }
        seats.truncate(ROWS * IN_A_ROW);
        ways_out(asked.words, &seats)
    }
}

/// The names of the rights that the bot lacks where this is asked, to open a table there; `None` if it has all it needs.
pub(crate) fn missing_permissions(front: &Front, asked: &Asked) -> Option<String> {
    // Where it makes a thread it writes in that.
    let speaks_elsewhere = !asked.is_in_thread() && front.makes_thread(asked);
    missing_to_play(asked, (!speaks_elsewhere).then(|| speaking(asked)))
}

/// The same at a table that stands where this is asked.
pub(crate) fn missing_rights(asked: &Asked) -> Option<String> {
    missing_to_play(asked, Some(speaking(asked)))
}

/// The names of the rights that the bot lacks where this is asked, and without which a table opens there all the same; `None` if
/// it lacks none that are wanted.
pub(crate) fn missing_besides(front: &Front, asked: &Asked) -> Option<String> {
    let wants_threads = front.settings.server(asked.server).threads != Some(false);
    let threads = [
        (Permissions::CREATE_PUBLIC_THREADS, "threads"),
        (Permissions::SEND_MESSAGES_IN_THREADS, "send_threads"),
    ];
    let threads = threads
        .into_iter()
        .filter(|_| asked.is_in_text_channel() && wants_threads);
    let shown = [
        (Permissions::EMBED_LINKS, "embed"),
        (Permissions::READ_MESSAGE_HISTORY, "history"),
    ];
    missing(asked, threads.chain(shown))
}

/// A right, and its name in our sentences.
type Right = (Permissions, &'static str);

/// The right to write where this is asked.
fn speaking(asked: &Asked) -> Right {
    if asked.is_in_thread() {
        (Permissions::SEND_MESSAGES_IN_THREADS, "send_threads")
    } else {
        (Permissions::SEND_MESSAGES, "send")
    }
}

/// The names of the rights that the bot lacks to play where it also needs this one.
fn missing_to_play(asked: &Asked, speaking: Option<Right>) -> Option<String> {
    let view = (Permissions::VIEW_CHANNEL, "view");
    let attach = (Permissions::ATTACH_FILES, "attach");
    let needed = [Some(view), speaking, Some(attach)];
    missing(asked, needed.into_iter().flatten())
}

/// The names of those of these rights that the bot lacks; `None` if it lacks none, as far as is told.
fn missing(asked: &Asked, needed: impl Iterator<Item = Right>) -> Option<String> {
    let may = asked.bot_may?;
    if may.contains(Permissions::ADMINISTRATOR) {
        return None;
    }
    let missing: Vec<String> = needed
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
    front.seek_message(asked, &look);
    let channel = || format!("<#{}>", look.places.channel);
    look.places.link().unwrap_or_else(channel)
}

/// Where the newest message of a table stands.
pub(crate) async fn link(table: &Table) -> Option<String> {
    table.look(None, None).await.ok()?.places.link()
}
