//! Boards that talk has pushed away: they are posted anew below it, and the old ones go.
//!
//! The channel is asked at a change of turn, and not often. First the new board is posted, then its place and that
//! of the old one are written down, then the old one goes: whenever the process is killed, at most one board is too
//! many, and the next start removes it.

use std::time::Duration;

use super::Front;
use super::note::Note;
use super::send::SendFailure;
use crate::tables::{Life, Look, MessageId, Moment, Places, PlacesChange, Table};

/// The channel is asked at most so often (design 7).
const PACE: Duration = Duration::from_secs(30);
/// So many messages of others below it push a board out of sight of a phone.
const PUSHED_BY: usize = 5;
/// So many messages below the board are looked at.
const LOOKED_AT: u8 = 20;

/// What is known of the talk below a board.
#[derive(Clone, Copy, Default)]
pub struct Talk {
    /// The turn in which the board was looked at last.
    turn: Option<(Life, u32)>,
    asked_at: Option<Moment>,
    /// The bot may not read here: it does not ask again.
    is_hidden: bool,
}

impl Talk {
    /// Whether the board that stands, if there is one, should be posted anew.
    pub async fn has_pushed_away(
        &mut self,
        front: &Front,
        look: &Look,
        board: Option<MessageId>,
    ) -> bool {
        if !matches!(look.life, Life::Playing | Life::Finished) || self.is_hidden {
            return false;
        }
        let turn = (look.life, look.waiting.map_or(0, |waiting| waiting.turn));
        let before = self.turn.replace(turn);
        let now = front.clock.now();
        let is_soon = self.asked_at.is_some_and(|asked| now.since(asked) < PACE);
        let Some(board) = board else {
            return false;
        };
        if before.is_none_or(|before| before == turn) || is_soon {
            return false;
        }
        self.asked_at = Some(now);
        let channel = look.places.channel;
        match front.sender.others_after(channel, board, LOOKED_AT).await {
            Ok(others) => others >= PUSHED_BY,
            Err(failure) => {
                self.is_hidden = failure.is_forbidden();
                tracing::debug!(table = %look.table, %failure, "the talk below a board could not be read");
                false
            }
        }
    }
}

impl Front {
    /// Posts a board below the talk, in the place of the old one; answers which one stands now.
    pub async fn repost(
        &self,
        table: &Table,
        look: &Look,
        note: &Note,
        old: MessageId,
    ) -> Result<MessageId, SendFailure> {
        let channel = look.places.channel;
        // Killed before it is written down, the next process gets the same message for some minutes.
        let nonce = format!("{}t{:x}", look.table, old.get());
        let new = self.sender.post(channel, &nonce, note).await?;
        if let Err(declined) = table.remember(PlacesChange::moved(new, old)).await {
            tracing::warn!(table = %look.table, %declined, "the place of a board was not remembered");
            self.sender.delete(channel, new).await?;
            self.sender.change(channel, old, note).await?;
            return Ok(old);
        }
        let places = Places {
            former: Some(old),
            ..look.places
        };
        self.remove_former(table, &places).await;
        Ok(new)
    }

    /// Deletes the board that stood before the present one, then forgets it.
    pub async fn remove_former(&self, table: &Table, places: &Places) {
        let Some(old) = places.former else { return };
        match self.sender.delete(places.channel, old).await {
            Ok(()) => {}
            Err(failure) if failure.is_gone() => {}
            Err(failure) => {
                tracing::warn!(table = %table.id, %failure, "an old board was not deleted");
                return;
            }
        }
        if let Err(declined) = table.remember(PlacesChange::former(None)).await {
            tracing::warn!(table = %table.id, %declined, "a board that is gone was not forgotten");
        }
    }
}
