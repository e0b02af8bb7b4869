//! Threads: where a channel lets the bot make one, each table gets its own, and the channel one line with a link.
//!
//! The thread begins at that line, the answer to the command, so that Discord writes none of its own. The lobby is
//! a message of its own in the thread: what is pressed there is answered there. The token of the command belongs to
//! the channel, so no panel is ever pushed with it.

use std::time::Duration;

use serenity::all::Permissions;

use super::Front;
use super::asked::Asked;
use super::keeper::line::opened_line;
use super::opened::declined_sentence;
use super::repost::was_said_before;
use crate::discord::pages::lobby;
use crate::discord::pages::reader::Reader;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::tables::{
    ChannelId, Claim, Declined, Look, MessageId, Opening, PlacesChange, Preset, PressId, TableId,
};

/// A table that is wanted: its place is kept.
struct Wanted {
    opening: Opening,
    claim: Claim,
}

/// A thread nobody writes in is put away by Discord after so many minutes: a day.
const PUT_AWAY_MIN: u16 = 1440;
/// A turn of `days` lasts a day: a week.
const PUT_AWAY_DAYS_MIN: u16 = 10_080;

/// A thread that is not made in this time is done without: people wait for their table.
const THREAD_PATIENCE: Duration = Duration::from_secs(5);

/// The signs of a thread's code: such that are not mistaken for each other.
const SIGNS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// A few signs that tell the threads of a channel apart; the low bits of an id are the same for most of them.
fn code(press: PressId) -> String {
    let ms = press.get() >> 22;
    let sign = |place: u32| char::from(SIGNS[(ms >> (5 * place)) as usize % SIGNS.len()]);
    (0..4).rev().map(sign).collect()
}

/// Discord puts a thread away that nobody writes in.
fn put_away_min(preset: Preset) -> u16 {
    match preset {
        Preset::Days => PUT_AWAY_DAYS_MIN,
        Preset::Fast | Preset::Normal | Preset::Relaxed => PUT_AWAY_MIN,
    }
}

/// Whether the bot may delete threads where this was asked.
fn may_delete(asked: &Asked) -> bool {
    let may = asked.bot_may.unwrap_or_default();
    may.intersects(Permissions::MANAGE_THREADS | Permissions::ADMINISTRATOR)
}

/// Whether a thread that was to go needs nobody any more: it went, or was put away, or the bot was thrown out of that server.
/// A right that it lacks may come back, and whatever else is answered says nothing of the thread.
fn is_settled(ended: &Result<(), SendFailure>) -> bool {
    match ended {
        Ok(()) => true,
        Err(failure) => failure.is_gone() || failure.is_shut_out() || failure.is_put_away(),
    }
}

impl Front {
    /// Whether a table that is opened here gets a thread.
    pub(crate) fn makes_thread(&self, asked: &Asked) -> bool {
        let may = asked.bot_may.unwrap_or_default();
        let needed = Permissions::CREATE_PUBLIC_THREADS | Permissions::SEND_MESSAGES_IN_THREADS;
        let may = may.contains(needed) || may.contains(Permissions::ADMINISTRATOR);
        let wanted = self.settings.server(asked.server).threads != Some(false);
        asked.is_in_text_channel() && may && wanted
    }

    /// Opens a table in a thread of this channel; if there can be none, in the channel.
    pub(crate) async fn open_in_thread(
        &self,
        asked: &Asked,
        opening: Opening,
    ) -> Result<(), SendFailure> {
        // Before anything is said in public, and before there is a thread that nobody needs.
        let claim = match self.hall.claim(&opening).await {
            Ok(claim) => claim,
            Err(declined) => return self.tell_not_opened(asked, &declined).await,
        };
        let words = Words::of(&opening.language);
        let game = words.game_name(opening.options.game().id());
        let line = Note::public(words.thread_opens(&format!("<@{}>", asked.person), &game));
        let line = asked.answer_for_id(&self.sender, &line).await?;
        let expected = ChannelId::new(line.get());
        if let Err(declined) = self.hall.asks_for_thread(expected, asked.channel).await {
            // Nothing is known of a line that stands then.
            let _ = self.take_line_back(asked, &declined).await;
            return Ok(());
        }
        let name = words.thread_name(&game, &code(asked.press));
        let minutes = put_away_min(opening.preset);
        let started = self
            .sender
            .start_thread(asked.channel, line, &name, minutes);
        let started = tokio::time::timeout(THREAD_PATIENCE, started).await;
        let wanted = Wanted { opening, claim };
        match started.unwrap_or(Err(SendFailure::NoAnswer { route: "thread" })) {
            Ok(thread) => self.open_there(asked, wanted, thread).await,
            Err(failure) => {
                tracing::warn!(%failure, "a thread could not be made");
                let opened = self.open_here(asked, wanted, line, &failure).await;
                let is_no = matches!(
                    failure,
                    SendFailure::Answered {
                        status: 400..500,
                        ..
                    }
                );
                if !is_no || failure.is_unsure() {
                    // It may have been made all the same, or will be. That takes its time, and people wait for their table.
                    self.end_perhaps(expected, may_delete(asked)).await;
                } else if opened.is_ok() {
                    // A line that could not be taken back goes at the next start.
                    self.hall.settles_thread(expected).await;
                }
                Ok(())
            }
        }
    }

    async fn open_there(
        &self,
        asked: &Asked,
        wanted: Wanted,
        thread: ChannelId,
    ) -> Result<(), SendFailure> {
        let opening = Opening {
            channel: thread,
            parent: Some(asked.channel),
            own_thread: true,
            ..wanted.opening
        };
        let look = match self.hall.open_claimed(opening, wanted.claim).await {
            Ok(look) => look,
            Err(declined) => {
                let gone = self.take_line_back(asked, &declined).await;
                let ended = self.try_to_end(thread, may_delete(asked)).await;
                // A line that could not be taken back goes at the next start.
                if gone.is_ok() && is_settled(&ended) {
                    self.hall.settles_thread(thread).await;
                }
                return Ok(());
            }
        };
        let opening = self.keepers.opens(&look.table);
        self.hall.settles_thread(thread).await;
        let lobby = self.lobby_that_calls(asked, &look);
        if let Err(failure) = self.post_lobby_as(&look, &lobby).await {
            tracing::warn!(table = %look.table, %failure, "a lobby could not be posted in its thread");
            self.keepers.lobby_is_missing(&look.table);
            self.keepers.nudge(&look.table);
            if !self.is_over(&look.table).await {
                self.tell_lobby_not_shown(asked, &look).await;
            }
        }
        // Of one that was closed meanwhile the keeper tells that.
        if !self.is_over(&look.table).await {
            self.tell_opened(asked, &look).await;
        }
        drop(opening);
        Ok(())
    }

    /// Whether a table has ended, as far as is known.
    async fn is_over(&self, table: &TableId) -> bool {
        let Some(table) = self.hall.table(table) else {
            return true;
        };
        let newest = table.look(None, None).await;
        newest.is_ok_and(|newest| newest.life.has_ended())
    }

    /// The line in the channel gets the link to the thread.
    async fn tell_opened(&self, asked: &Asked, look: &Look) {
        let line = opened_line(look, asked.person);
        let told = self
            .sender
            .change_answer(&asked.token, asked.answered(), &line)
            .await;
        if let Err(failure) = told {
            tracing::warn!(table = %look.table, %failure, "a line does not tell yet that its table is open");
            self.keepers.line_is_untold(&look.table, asked.person);
            self.keepers.nudge(&look.table);
        }
    }

    /// The table is open, and its lobby may not be seen: whoever opened it is told so, as far as they can be.
    async fn tell_lobby_not_shown(&self, asked: &Asked, look: &Look) {
        let link = format!("<#{}>", look.places.channel);
        let sentence = asked.words.lobby_not_shown(&link);
        if let Err(failure) = asked.tell(&self.sender, sentence).await {
            tracing::warn!(table = %look.table, %failure, "a missing lobby could not be told");
        }
    }

    /// There is no thread: the line becomes the lobby, the others are called by a message of its own, for an edit makes no
    /// sound, and its opener reads why.
    async fn open_here(
        &self,
        asked: &Asked,
        wanted: Wanted,
        line: MessageId,
        failure: &SendFailure,
    ) -> Result<(), SendFailure> {
        let look = match self.hall.open_claimed(wanted.opening, wanted.claim).await {
            Ok(look) => look,
            Err(declined) => return self.take_line_back(asked, &declined).await,
        };
        self.panels.offer(&look.table, asked);
        let answering = self.keepers.answers_lobby(&look.table);
        self.keepers.lobby_told(&look);
        let note = lobby::note(Reader::public(&look));
        // The line is the lobby from now on; if it does not look like one yet, the keeper changes it.
        self.remember_lobby(&look, line).await;
        let changed = self
            .sender
            .change_answer(&asked.token, asked.answered(), &note)
            .await;
        if let Err(failure) = changed {
            tracing::warn!(table = %look.table, %failure, "a line could not be made a lobby");
            self.keepers.lobby_not_told(&look.table);
        }
        drop(answering);
        if let Some(call) = self.rematch_call(asked, &look)
            && let Err(failure) = self.sender.follow_up(&asked.token, &call).await
        {
            tracing::warn!(table = %look.table, %failure, "nobody could be called to a rematch");
        }
        let why = match failure {
            failure if failure.has_no_room() => "many",
            failure if failure.has_no_threads() => "kind",
            // Who may not look in learns nothing of the right.
            failure if failure.is_missing_right() => "forbidden",
            _ => "other",
        };
        let note = Note::private(asked.words.thread_refused(why));
        // The table is open, whether its opener reads that or not.
        if let Err(failure) = self.sender.follow_up(&asked.token, &note).await {
            tracing::warn!(table = %look.table, %failure, "why there is no thread could not be told");
        }
        Ok(())
    }

    /// No table was opened in a thread of which nobody knows whether it was made: one that is not there may still come. What cannot
    /// be taken away now, but perhaps later, is looked after at the next start.
    async fn end_perhaps(&self, thread: ChannelId, may_delete: bool) {
        let ended = self.try_to_end(thread, may_delete).await;
        let is_there = !ended.as_ref().is_err_and(SendFailure::is_gone);
        if is_there && is_settled(&ended) {
            self.hall.settles_thread(thread).await;
        }
    }

    async fn try_to_end(&self, thread: ChannelId, may_delete: bool) -> Result<(), SendFailure> {
        let ended = match self.sender.end_thread(thread, may_delete).await {
            // Its own it may at least put away.
            Err(failure) if may_delete && failure.is_forbidden() => {
                self.sender.end_thread(thread, false).await
            }
            ended => ended,
        };
        if let Err(failure) = &ended
            && !failure.is_gone()
        {
            tracing::warn!(%failure, "a thread without a table could not be taken away");
        }
        ended
    }

    /// Takes away the threads that the process before this one had asked for, without a table for them, and the lines at
    /// which they begin, where these did not become the lobby.
    pub(crate) async fn remove_stray_threads(&self) {
        for stray in self.hall.stray_threads() {
            if stray.has_table {
                self.hall.settles_thread(stray.thread).await;
                continue;
            }
            if self.keeps_stray(stray.thread).await || stray.line_is_in_use {
                continue;
            }
            let line = MessageId::new(stray.thread.get());
            if let Err(failure) = self.sender.delete(stray.channel, line).await {
                tracing::warn!(%failure, "a line without a table could not be deleted");
            }
        }
    }

    /// Takes a thread away that nobody needs. People may have found it meanwhile, or made one of their own at the line: theirs
    /// stay. Answers whether it does, or may.
    async fn keeps_stray(&self, thread: ChannelId) -> bool {
        let (ended, stays) = match self.sender.is_peoples(thread).await {
            Ok(true) => (Ok(()), true),
            Ok(false) => (self.try_to_end(thread, true).await, false),
            Err(failure) => {
                let stays = !failure.is_gone();
                (Err(failure), stays)
            }
        };
        if is_settled(&ended) {
            self.hall.settles_thread(thread).await;
        }
        stays
    }

    /// No table was opened after all: its opener reads why, and the line goes, unless this fails.
    async fn take_line_back(&self, asked: &Asked, declined: &Declined) -> Result<(), SendFailure> {
        let sentence = declined_sentence(self, asked, declined).await;
        let gone = self
            .sender
            .delete_answer(&asked.token, asked.answered())
            .await;
        if let Err(failure) = &gone {
            tracing::warn!(%failure, "a line without a table could not be deleted");
        }
        let note = Note::private(sentence);
        if let Err(failure) = self.sender.follow_up(&asked.token, &note).await {
            tracing::warn!(%failure, "why there is no table could not be told");
        }
        gone
    }

    /// Answers with the lobby of a table that was just opened in this channel.
    pub(crate) async fn answer_with_new_lobby(&self, asked: &Asked, look: &Look, note: &Note) {
        // Whoever sees it may do something there before it is known where it stands.
        let answering = self.keepers.answers_lobby(&look.table);
        match asked.answer_for_id(&self.sender, note).await {
            Ok(message) => self.remember_lobby(look, message).await,
            Err(failure) => {
                tracing::warn!(table = %look.table, %failure, "a lobby could not be answered with");
                failure.warn_of_another();
                // The table is open: the keeper shows it.
                self.keepers.lobby_is_missing(&look.table);
                drop(answering);
                self.tell_lobby_not_shown(asked, look).await;
            }
        }
    }

    /// Posts the lobby of a table that has none; tells where it stands.
    pub(crate) async fn post_lobby(&self, look: &Look) -> Result<MessageId, SendFailure> {
        let note = lobby::note(Reader::public(look));
        self.post_lobby_as(look, &note).await
    }

    /// Posts the lobby in the place of one that was deleted, or cannot be changed any more. Another nonce than its own, or
    /// Discord would answer with that one.
    pub(crate) async fn post_lobby_for(
        &self,
        look: &Look,
        old: MessageId,
    ) -> Result<(), SendFailure> {
        let note = lobby::note(Reader::public(look));
        let nonce = format!("{}l{:x}", look.table, old.get());
        self.post_lobby_with(look, &nonce, &note).await.map(drop)
    }

    async fn post_lobby_as(&self, look: &Look, note: &Note) -> Result<MessageId, SendFailure> {
        // Always the same, also by the process after this one.
        let nonce = format!("{}-lobby", look.table);
        self.post_lobby_with(look, &nonce, note).await
    }

    async fn post_lobby_with(
        &self,
        look: &Look,
        nonce: &str,
        note: &Note,
    ) -> Result<MessageId, SendFailure> {
        // What may stand already is answered with the message that stands, for some minutes, and that shows what was then.
        let is_unknown = self.lobby_of(look).is_none();
        let unheard = self.keepers.unheard_lobby(&look.table);
        let unheard = unheard.filter(|before| is_unknown || before == nonce);
        let nonce = unheard.as_deref().unwrap_or(nonce);
        self.keepers.lobby_told(look);
        let began = self.clock.now();
        let posted = self.sender.post(look.places.channel, nonce, note).await;
        if let Err(failure) = &posted {
            self.keepers.lobby_not_told(&look.table);
            if failure.is_unsure() {
                self.keepers.lobby_is_unheard(&look.table, nonce);
            }
        }
        let message = posted?;
        if unheard.is_some() || was_said_before(message, began) {
            self.keepers.lobby_not_told(&look.table);
        } else {
            self.lobby_is_read(look).await;
        }
        self.keepers.lobby_is_posted(&look.table);
        self.remember_lobby(look, message).await;
        // Whatever happened meanwhile is shown now.
        self.keepers.nudge(&look.table);
        Ok(message)
    }

    /// Writes down where a lobby stands. If that cannot be done now it is followed all the same, and written down with what happens
    /// next.
    pub(crate) async fn remember_lobby(&self, look: &Look, message: MessageId) {
        let Some(table) = self.hall.table(&look.table) else {
            return;
        };
        match table.remember(PlacesChange::lobby(message)).await {
            Ok(()) => self.keepers.lobby_is_written(&look.table),
            Err(declined) => {
                tracing::warn!(table = %look.table, %declined, "the place of a lobby was not remembered");
                self.keepers.lobby_is_unwritten(&look.table, message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn threads_of_different_seconds_have_different_codes() {
        let press = |s: u64| PressId::new((s * 1000) << 22);
        let codes: std::collections::HashSet<_> = (0..600).map(|s| code(press(s))).collect();
        assert_eq!(codes.len(), 600);
        assert!(codes.iter().all(|code| code.len() == 4));
    }

    #[test]
    fn a_thread_that_the_bot_is_kept_from_is_not_looked_after_at_every_start() {
        let route = "delete thread";
        let refused = |status, code| {
            Err(SendFailure::Answered {
                route,
                status,
                code,
            })
        };
        for (ended, settled) in [
            (Ok(()), true),
            (refused(404, 10_003), true),
            // Thrown out of the server, and put away already.
            (refused(403, 50_001), true),
            (refused(400, 50_083), true),
            // A right may come back.
            (refused(403, 50_013), false),
            (refused(403, 160_005), false),
            // These are not about the thread.
            (refused(403, 0), false),
            (refused(401, 0), false),
            (refused(429, 0), false),
            (refused(503, 0), false),
            (Err(SendFailure::NoAnswer { route }), false),
        ] {
            assert_eq!(is_settled(&ended), settled, "{ended:?}");
        }
    }
}
