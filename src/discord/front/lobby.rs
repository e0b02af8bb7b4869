//! Presses in the lobby, and the start of a game.

use super::Front;
use super::asked::Asked;
use super::kept::keepers::LobbyChange;
use super::kept::switched::Switch;
use super::leaving::{is_elsewhere, plays};
use super::opened::missing_rights;
use crate::discord::pages::lobby::note;
use crate::discord::pages::press::{Counts, Length, LobbyPress, Press, Verb};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::{lobby, lobby_more};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::tables::{Answer, Counting, Declined, Life, Look, MessageId, Sitter, Table};

fn counting(wanted: Counts) -> Counting {
    match wanted {
        Counts::Rated => Counting::Rated,
        Counts::Casual => Counting::Casual,
    }
}

impl Front {
    /// A press on a button of the lobby.
    pub(crate) async fn lobby_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        press: &Press,
    ) -> Result<(), SendFailure> {
        let answered = self.answer_lobby_press(asked, table, press).await;
        self.takes_doubled_away(asked, table).await;
        answered
    }

    async fn answer_lobby_press(
        &self,
        asked: &Asked,
        table: &Table,
        press: &Press,
    ) -> Result<(), SendFailure> {
        let (person, id) = (asked.person, asked.press);
        // The keeper would tell the same at the same time, and the older of both might arrive last.
        let answering = self.keepers.answers_lobby(&table.id);
        let answer = match press.verb {
            Verb::Join => table.take_seat(person, id).await,
            Verb::Leave => return self.leave_pressed(asked, table, answering).await,
            Verb::ChangeSeat => table.change_seat(person, id, press.revision).await,
            Verb::AddComputer(level) => table.add_computer(person, id, level).await,
            Verb::RemoveComputer => table.remove_computer(person, id).await,
            Verb::Lobby(wanted) if self.is_second_tap_in_lobby(asked, table, wanted) => {
                Self::leaves_as_it_is(asked, table).await
            }
            Verb::Lobby(LobbyPress::Length(length)) => {
                self.choose_length(asked, table, length).await
            }
            Verb::Lobby(LobbyPress::Counts(wanted)) => {
                table.count(person, id, counting(wanted)).await
            }
            Verb::Lobby(LobbyPress::FreeSeats(free)) => {
                table.choose_for_free_seats(person, id, free).await
            }
            _ => return self.start_pressed(asked, table, answering).await,
        };
        match answer {
            Ok(Answer::Late(look)) => self.answer_late(asked, &look).await,
            Ok(answer) => {
                if press.verb == Verb::Join {
                    self.panels.offer(&table.id, asked);
                }
                self.answer_with_lobby(asked, answer.look()).await
            }
            Err(declined) => self.answer_declined(asked, table, &declined).await,
        }
    }

    /// A press that changes nothing in a lobby, and is declined where the others are.
    async fn leaves_as_it_is(asked: &Asked, table: &Table) -> Result<Answer, Declined> {
        let look = table.look(Some(asked.person), Some(asked.press)).await?;
        if look.life == Life::Lobby {
            Ok(Answer::Late(Box::new(look)))
        } else {
            Err(Declined::OnlyInLobby)
        }
    }

    fn is_second_tap_in_lobby(&self, asked: &Asked, table: &Table, wanted: LobbyPress) -> bool {
        self.is_second_tap(asked, &Switch::Lobby(table.id.clone(), wanted))
    }

    /// Whether whoever presses has only tapped twice on what this press would take back.
    pub(crate) fn is_second_tap(&self, asked: &Asked, switch: &Switch) -> bool {
        asked.pressed_message().is_some_and(|message| {
            let switched = &self.switched;
            switched.is_second_tap((asked.person, message), switch, asked.at)
        })
    }

    /// What else there is in a lobby.
    pub(crate) async fn more_pressed(
        &self,
        asked: &Asked,
        table: &Table,
    ) -> Result<(), SendFailure> {
        match table.look(Some(asked.person), Some(asked.press)).await {
            Ok(look) if look.life == Life::Lobby => {
                let page = lobby_more::page(Reader::new(asked.words, &look));
                asked.answer(&self.sender, &page).await
            }
            Ok(look) => {
                let sentence = asked.declined(&Declined::OnlyInLobby, Some(&look));
                asked.tell(&self.sender, sentence).await
            }
            Err(declined) => self.answer_declined(asked, table, &declined).await,
        }
    }

    /// *Make it short*, or back to what was there before.
    async fn choose_length(
        &self,
        asked: &Asked,
        table: &Table,
        length: Length,
    ) -> Result<Answer, Declined> {
        let look = table.look(Some(asked.person), None).await?;
        let (name, value) = lobby_more::option_of(&look.options, &look.former, length)
            .ok_or(Declined::OnlyInLobby)?;
        table
            .set_option(asked.person, asked.press, name, &value)
            .await
    }

    /// *Leave* in the lobby, or where no table more could be opened as long as they sit in another server. Whoever presses it just
    /// as the game begins, or later, is asked like anybody who leaves one.
    async fn leave_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        answering: LobbyChange<'_>,
    ) -> Result<(), SendFailure> {
        match table.leave_lobby(asked.person, asked.press).await {
            Ok(Answer::Late(look)) if plays(&look) || is_elsewhere(asked, &look) => {
                drop(answering);
                self.wants_to_leave(asked, table).await
            }
            Ok(Answer::Late(look)) => self.answer_late(asked, &look).await,
            Ok(Answer::Done(look)) if is_elsewhere(asked, &look) => {
                let told = self.left_elsewhere(asked, &look);
                asked.tell(&self.sender, told).await
            }
            Ok(Answer::Done(look)) => self.answer_with_lobby(asked, &look).await,
            Err(declined) => self.answer_declined(asked, table, &declined).await,
        }
    }

    /// A late press in the lobby is answered with the lobby as it is. Once there is a game, other messages of the table have
    /// buttons as well: what everybody sees there is not replaced.
    async fn answer_late(&self, asked: &Asked, look: &Look) -> Result<(), SendFailure> {
        let is_before = matches!(look.life, Life::Lobby | Life::Starting);
        let is_there = asked.is_on_private_message() || asked.is_on(self.lobby_of(look));
        if is_before || is_there {
            return self.answer_with_lobby(asked, look).await;
        }
        let notice = asked.late();
        self.answer_with_panel(asked, look, Some(notice), None)
            .await
    }

    /// A lobby that was pressed, and was posted before the one that is known to stand: the process before this one did not live to
    /// write down where. It goes.
    async fn takes_doubled_away(&self, asked: &Asked, table: &Table) {
        // Only what is on the message that was pressed is known to be of this table.
        let Some(pressed) = asked.public_message().filter(|_| asked.is_there()) else {
            return;
        };
        let Ok(look) = table.look(None, None).await else {
            return;
        };
        let is_before = self.lobby_of(&look).is_some_and(|lobby| pressed < lobby);
        if is_before && look.places.former.is_none() {
            self.leaves_behind(&look, pressed).await;
        }
    }

    /// Of several answers at once the oldest may arrive last: when all are given the keeper tells what is.
    async fn answer_with_lobby(&self, asked: &Asked, look: &Look) -> Result<(), SendFailure> {
        if asked.is_on_private_message() {
            // It was pressed behind *More*: the lobby itself follows by its keeper.
            let page = lobby_more::page(Reader::new(asked.words, look));
            return asked.update(&self.sender, &page).await;
        }
        let note = note(Reader::public(look));
        let answered = asked.change_there(&self.sender, &note).await.map(drop);
        if answered.as_ref().is_err_and(SendFailure::is_message_gone) {
            // Somebody has just deleted it. The keeper posts it anew: said here as well it would stand there twice.
            self.keepers.lobby_not_told(&look.table);
            asked.takes_time(&self.sender).await;
            return Ok(());
        }
        let lobby = self.lobby_of(look);
        // One that could not be deleted when another took its place can still be pressed.
        let is_former = lobby.is_some() && !asked.is_on(lobby);
        // Once nobody keeps its messages any more, nobody would forget what was told.
        let is_kept = self.keepers.is_kept(&look.table);
        match answered {
            Ok(()) if !is_former && is_kept => self.lobby_shows(look).await,
            Ok(()) | Err(_) => self.keepers.lobby_not_told(&look.table),
        }
        if lobby.is_none() {
            self.finds_lobby(asked, look).await;
        }
        answered
    }

    /// Discord has taken a lobby that shows this: whoever sits there reads it from now on.
    pub(crate) async fn lobby_shows(&self, look: &Look) {
        self.keepers.lobby_told(look);
        self.lobby_is_read(look).await;
    }

    /// The lobby shows this, and its table may not know of it.
    pub(crate) async fn lobby_is_read(&self, look: &Look) {
        if let Some(table) = self.hall.table(&look.table) {
            table.lobby_is_shown(look.revision).await;
        }
    }

    /// Where the lobby stands, as far as is known.
    pub(crate) fn lobby_of(&self, look: &Look) -> Option<MessageId> {
        let unwritten = self.keepers.unwritten_lobby(&look.table);
        unwritten.or(look.places.lobby)
    }

    /// Nobody has heard where the lobby stands, and it was just pressed: it is followed from now on.
    async fn finds_lobby(&self, asked: &Asked, look: &Look) {
        let Some(message) = asked.public_message() else {
            return;
        };
        // It may have become known since that look.
        let table = self.hall.table(&look.table);
        let newest = match &table {
            Some(table) => table.look(None, None).await.ok(),
            None => None,
        };
        if newest.is_some_and(|newest| self.lobby_of(&newest).is_none()) {
            self.keepers.lobby_is_posted(&look.table);
            self.remember_lobby(look, message).await;
        }
    }

    /// Says why something is not possible, and shows the panel if there is one in this server.
    pub(crate) async fn answer_declined(
        &self,
        asked: &Asked,
        table: &Table,
        declined: &Declined,
    ) -> Result<(), SendFailure> {
        let look = table.look(Some(asked.person), None).await.ok();
        let sentence = asked.declined(declined, look.as_ref());
        match look {
            Some(look) if asked.is_on_private_message() && !is_elsewhere(asked, &look) => {
                self.answer_with_panel(asked, &look, Some(sentence), None)
                    .await
            }
            _ => asked.tell(&self.sender, sentence).await,
        }
    }

    async fn start_pressed(
        &self,
        asked: &Asked,
        table: &Table,
        answering: LobbyChange<'_>,
    ) -> Result<(), SendFailure> {
        let look = match table.start(asked.person, asked.press).await {
            Ok(answer @ Answer::Done(_)) => answer,
            Ok(Answer::Late(look)) => return self.answer_late(asked, &look).await,
            Err(declined) => return self.answer_declined(asked, table, &declined).await,
        };
        self.panels.offer(&table.id, asked);
        // Whether the press was answered or not: the table has been told to start.
        let answered = self.answer_with_lobby(asked, look.look()).await;
        drop(answering);
        let starting = self.starts.take(table.id.clone());
        if !starting.is_first() {
            // Its message is on its way or stands, and begins the game: no second one calls everybody once more.
            return answered;
        }
        if let Err(failure) = self.begin(table, look.look()).await {
            tracing::warn!(%failure, "a start message could not be posted");
            // Before anybody is told to press again.
            table.was_not_announced().await;
            drop(starting);
            let note = Note::private(Self::start_failed(asked, &failure));
            self.sender.follow_up(&asked.token, &note).await?;
        }
        answered
    }

    /// Why the message that begins a game could not be posted. Discord names no right that is missing; it tells with the press
    /// which there are.
    fn start_failed(asked: &Asked, failure: &SendFailure) -> String {
        let is_closed = failure.is_missing_right() || failure.is_shut_out() || failure.is_locked();
        if !is_closed {
            return asked.words.failure();
        }
        match missing_rights(asked) {
            Some(missing) => asked.words.missing_permissions(&missing),
            None if asked.is_in_private_thread() && failure.is_shut_out() => {
                asked.words.not_in_thread()
            }
            None => asked.words.shut_out(),
        }
    }

    /// Posts the lasting message that the game begins, whose id is the last contribution, and deals. The message says what
    /// all others were, so that none of them is chosen when its id is known.
    pub(crate) async fn begin(&self, table: &Table, look: &Look) -> Result<(), SendFailure> {
        let words = Words::of(&look.language);
        let people: Vec<_> = look.seats.values().filter_map(Sitter::person).collect();
        let names: Vec<String> = people.iter().map(|person| format!("<@{person}>")).collect();
        let game = words.game_name(look.game.id());
        let presses = look.presses.as_deref();
        let presses = presses.expect("a table that starts has fixed its presses");
        let (names, id) = (names.join(" "), look.table.to_string());
        let terms = lobby::terms(Reader::public(look));
        let text = words.game_begins(&game, &names, &terms, &look.seal, presses, &id);
        let note = Note {
            pings: self.who_is_called(&people),
            ..Note::public(text)
        };
        let nonce = format!("{}-start", look.table);
        let message = self.sender.post(look.places.channel, &nonce, &note).await?;
        if let Err(declined) = self.begin_with(table, message).await {
            self.did_not_begin(table, look, &declined).await;
        }
        Ok(())
    }

    /// The game begins with this message, which stands and has called everybody: what the disk refuses for a while is tried
    /// again, as long as the table is not closed and the bot does not stop.
    async fn begin_with(&self, table: &Table, message: MessageId) -> Result<(), Declined> {
        loop {
            let Err(declined) = table.begin(message).await else {
                return Ok(());
            };
            let waits = match table.look(None, None).await {
                Ok(newest) => newest.life.is_live(),
                Err(unknown) => unknown.may_pass(),
            };
            if !(waits && declined.may_pass()) {
                return Err(declined);
            }
            tokio::select! {
                // Nothing tells that the disk takes something again. A pause towards it: the host's own time.
                () = tokio::time::sleep(self.pace.again) => {}
                () = table.closes() => return Err(declined),
            }
        }
    }

    /// The message that the game begins stands, and stays: whoever was called by it reads below that the table was closed
    /// meanwhile. Anything else is a fault.
    async fn did_not_begin(&self, table: &Table, look: &Look, declined: &Declined) {
        let newest = table.look(None, None).await;
        if !newest.is_ok_and(|newest| newest.life.has_ended()) {
            if declined.may_pass() {
                tracing::info!(table = %table.id, %declined, "a game was announced and had not begun when the bot stopped");
            } else {
                tracing::error!(table = %table.id, %declined, "a game was announced but did not begin");
            }
            return;
        }
        tracing::info!(table = %table.id, "a table was closed while its start was announced");
        let note = Note::public(Words::of(&look.language).closed_before_begin());
        let nonce = format!("{}-unbegun", look.table);
        let posted = self.sender.post(look.places.channel, &nonce, &note).await;
        if let Err(failure) = posted {
            tracing::warn!(table = %table.id, %failure, "a message of a table could not be shown");
        }
    }
}
