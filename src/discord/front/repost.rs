//! Boards that talk has pushed away, and such that are nearly an hour old: they are posted anew, and the old ones go.
//!
//! Discord takes only a few edits of messages that are older than an hour. For the talk, the channel is asked at a change of turn, and not often. First the new board is posted, then its place and that
//! of the old one are written down, then the old one goes: whenever the process is killed, at most one board is too
//! many, and the next start removes it.

use std::time::Duration;

use super::Front;
use crate::discord::wire::delay::{first_id, made_ms};
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::discord::wire::turn_to_post::PostTurn;
use crate::tables::{Life, Look, MessageId, Moment, Places, PlacesChange, Table};

/// Posting takes no longer.
const POSTED_WITHIN: Duration = Duration::from_secs(2);
/// A board of this age is posted anew instead of being changed.
const OLD: Duration = Duration::from_secs(50 * 60);

/// The channel is asked at most so often.
const PACE: Duration = Duration::from_secs(30);
/// The channel is not asked while boards wait longer than this for their turn.
const CALM: Duration = Duration::from_secs(1);
/// So many messages of others below it push a board out of sight of a phone.
const PUSHED_BY: usize = 5;
/// So many messages below the board are looked at.
const LOOKED_AT: u8 = 20;

/// What is known of the talk below a board.
#[derive(Clone, Copy, Default)]
pub(crate) struct Talk {
    /// The turn in which the board was looked at last.
    turn: Option<(Life, u32)>,
    asked_at: Option<Moment>,
    /// The board below which the bot could not read: it asks again when another one stands.
    hidden: Option<MessageId>,
    /// The board that was pushed away, until another one stands.
    pushed: Option<MessageId>,
}

impl Talk {
    /// Whether the board that stands, if there is one, should be posted anew.
    pub(crate) async fn has_pushed_away(
        &mut self,
        front: &Front,
        look: &Look,
        board: Option<MessageId>,
    ) -> bool {
        if !matches!(look.life, Life::Playing | Life::Finished) {
            return false;
        }
        let turn = (look.life, look.waiting.map_or(0, |waiting| waiting.turn));
        let before = self.turn.replace(turn);
        let now = front.clock.now();
        let is_soon = self.asked_at.is_some_and(|asked| now.since(asked) < PACE);
        let Some(board) = board else {
            return false;
        };
        if self.pushed == Some(board) {
            return true;
        }
        // Boards wait for each other already: the question would take the turn of one.
        if front.sender.line_takes() >= CALM {
            return false;
        }
        if before.is_none_or(|before| before == turn) || is_soon || self.is_hidden(board) {
            return false;
        }
        self.asked_at = Some(now);
        let channel = look.places.channel;
        match front.sender.others_after(channel, board, LOOKED_AT).await {
            Ok(others) => self.hears(board, others),
            Err(failure) => {
                self.hidden = failure.is_forbidden().then_some(board);
                tracing::debug!(table = %look.table, %failure, "the talk below a board could not be read");
                false
            }
        }
    }

    fn is_hidden(&self, board: MessageId) -> bool {
        self.hidden == Some(board)
    }

    /// Whether so many messages of others push this board away. `None`: the bot may not read here, or the board was
    /// deleted and nothing is below it. The next change finds out, and another one stands then.
    fn hears(&mut self, board: MessageId, others: Option<usize>) -> bool {
        self.hidden = others.is_none().then_some(board);
        let is_pushed = others.is_some_and(|others| others >= PUSHED_BY);
        self.pushed = is_pushed.then_some(board);
        is_pushed
    }

    /// No other board can be posted here: this one stays where it is until the next look.
    pub(crate) fn stays(&mut self) {
        self.pushed = None;
    }
}

/// Since when a board stands, by this host's clock: if that is wrong, a board is posted anew once, and not each time.
#[derive(Clone, Copy, Default)]
pub(crate) struct Age(Option<(MessageId, Moment)>);

impl Age {
    /// Whether the board that stands, if there is one, should be posted anew.
    pub(crate) fn is_old(&mut self, board: Option<MessageId>, now: Moment) -> bool {
        let Some(board) = board else {
            return false;
        };
        let (_, since) = match self.0 {
            Some(known) if known.0 == board => known,
            // It was posted by the process before this one.
            _ => *self.0.insert((board, said_at(board).min(now))),
        };
        now.since(since) >= OLD
    }

    /// This board stands now, and since now if it is a new one.
    pub(crate) fn stands(&mut self, board: MessageId, now: Moment) {
        if self.0.is_none_or(|(known, _)| known != board) {
            self.0 = Some((board, now));
        }
    }
}

/// When a message was posted: its id tells.
pub(super) fn said_at(message: MessageId) -> Moment {
    Moment::from_unix_ms(made_ms(message.get()))
}

/// The id that a message would have at the least which was posted then.
pub(super) fn said_from(moment: Moment) -> MessageId {
    MessageId::new(first_id(moment.unix_ms()))
}

/// Whether a message with which Discord has answered a post of now is an older one: the process before this one has posted it, and
/// it shows what was then.
pub(super) fn was_said_before(message: MessageId, began: Moment) -> bool {
    said_at(message).plus(POSTED_WITHIN) < began
}

impl Front {
    /// Posts a board below the talk, in the place of the old one, now that it is its turn; answers which one stands then. That may
    /// be one of before ([`was_said_before`]).
    pub(crate) async fn repost(
        &self,
        turn: PostTurn<'_>,
        table: &Table,
        look: &Look,
        (nonce, note): (&str, &Note),
        old: MessageId,
    ) -> Result<MessageId, SendFailure> {
        let channel = look.places.channel;
        let new = turn.post(nonce, note).await?;
        // Where a thread was put away, nothing could be deleted before this post has opened it; what stands there still
        // would be forgotten now.
        let _ = self.remove_former(table, &look.places).await;
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
        // What fails is tried again by whoever keeps the board.
        let _ = self.remove_former(table, &places).await;
        Ok(new)
    }

    /// Another lobby stands now, and this one still does: it goes with the next look.
    pub(crate) async fn leaves_behind(&self, look: &Look, old: MessageId) {
        if let Some(table) = self.hall.table(&look.table)
            && let Err(declined) = table.remember(PlacesChange::former(old)).await
        {
            tracing::warn!(table = %look.table, %declined, "the place of an old lobby was not remembered");
        }
        self.keepers.nudge(&look.table);
    }

    /// Deletes the board that stood before the present one, then forgets it.
    pub(crate) async fn remove_former(
        &self,
        table: &Table,
        places: &Places,
    ) -> Result<(), SendFailure> {
        let Some(old) = places.former else {
            return Ok(());
        };
        match self.sender.delete(places.channel, old).await {
            Ok(()) => {}
            // One that is not the bot's stays.
            Err(failure) if failure.is_gone() || failure.is_anothers() => {}
            Err(failure) => {
                tracing::warn!(table = %table.id, %failure, "an old board was not deleted");
                return Err(failure);
            }
        }
        // A ping that waits to be deleted may have its place there by now.
        let newest = table.look(None, None).await;
        if newest.is_ok_and(|newest| newest.places.former == Some(old))
            && let Err(declined) = table.remember(PlacesChange::former(None)).await
        {
            tracing::warn!(table = %table.id, %declined, "a board that is gone was not forgotten");
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::wire::delay::DISCORDS_BEGINNING_MS;

    const NOW_MS: u64 = 1_790_000_000_000;

    fn said(at_ms: u64) -> MessageId {
        MessageId::new((at_ms - DISCORDS_BEGINNING_MS) << 22)
    }

    fn at(minutes: u64) -> Moment {
        Moment::from_unix_ms(NOW_MS + minutes * 60_000)
    }

    #[test]
    fn a_board_of_the_process_before_tells_its_age() {
        let mut age = Age::default();
        let board = Some(said(NOW_MS));
        assert!(!age.is_old(None, at(500)));
        assert!(!age.is_old(board, at(49)));
        assert!(age.is_old(board, at(50)));
    }

    #[test]
    fn who_could_not_read_below_a_board_asks_again_below_the_next_one() {
        let [first, second] = [said(NOW_MS), said(NOW_MS + 1000)];
        let mut talk = Talk::default();
        assert!(!talk.hears(first, None));
        assert!(talk.is_hidden(first) && !talk.is_hidden(second));
        assert!(!talk.hears(second, Some(PUSHED_BY - 1)));
        assert!(talk.hears(second, Some(PUSHED_BY)));
        assert!(!talk.is_hidden(second));
    }

    #[test]
    fn a_wrong_clock_posts_a_board_anew_once() {
        // Two days fast.
        let wrong = at(2 * 24 * 60);
        let mut age = Age::default();
        assert!(age.is_old(Some(said(NOW_MS)), wrong));
        let new = said(NOW_MS + 1000);
        age.stands(new, wrong);
        assert!(!age.is_old(Some(new), wrong));
        // Slow: the board seems to come from the future.
        let slow = Moment::from_unix_ms(NOW_MS - 24 * 60 * 60_000);
        let mut age = Age::default();
        assert!(!age.is_old(Some(new), slow));
        assert!(age.is_old(Some(new), slow.plus(OLD)));
        // Changing it makes it no younger.
        age.stands(new, slow.plus(OLD));
        assert!(age.is_old(Some(new), slow.plus(OLD)));
    }
}
