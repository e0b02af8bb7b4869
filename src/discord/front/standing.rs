//! The board of a table as it stands in its channel, and how it is kept true.
//!
//! Discord takes some 35 changes a second for all boards of a bot. So a board waits for its turn first, and is looked at and
//! drawn only then: it is never older than its sending, and one change tells everything that happened since the one
//! before.

use std::time::{Duration, Instant};

use super::Front;
use super::faces::with_faces_at;
use super::kept::easels::Rank;
use super::repost::{Age, Talk, was_said_before};
use crate::discord::pages::board;
use crate::discord::pages::games;
use crate::discord::pages::imprint::Imprint;
use crate::discord::pages::kit::board::Told;
use crate::discord::pages::reader::FacesThere;
use crate::discord::pages::table_words::Body;
use crate::discord::wire::failure::POST;
use crate::discord::wire::note::Note;
use crate::discord::wire::request::{Urgency, written};
use crate::discord::wire::send::SendFailure;
use crate::meters;
use crate::rules::Seats;
use crate::tables::{Aside, Look, MessageId, Moment, PlacesChange, Table, record};

/// What is known of the board that stands.
#[derive(Default)]
pub(crate) struct Standing {
    /// Which message it is.
    pub message: Option<MessageId>,
    /// `None` if what it shows is not known.
    shows: Option<Shows>,
    /// One that was posted and may stand, for all that is known. In a box: hardly any table has one.
    unheard: Option<Box<Unheard>>,
    /// Somebody asks for it, and it may have been deleted.
    is_doubted: bool,
    /// At which seats there are faces on it. The faces are not kept: each takes as much as a table, and there would be more of
    /// them than are remembered.
    faces: Option<Seats>,
    /// Up to which move was told before that, and with that.
    told_before: Option<Told>,
    told: Option<Told>,
    /// The digest of the game's record, once it is over.
    record: Option<String>,
    /// When it was posted or changed last.
    told_at: Option<Instant>,
    /// Since when something may have happened that it does not show.
    stale_since: Option<Instant>,
    talk: Talk,
    age: Age,
}

/// So often a board that may stand in the place of another is looked for although nothing happens: with the pauses in between
/// that is as long as Discord knows what it has posted.
const LOOKED_FOR: u32 = 8;

/// A board that was posted and to which no answer came: by its nonce Discord tells which one it is, for some minutes.
struct Unheard {
    nonce: String,
    /// How often it was looked for in vain.
    looked_for: u32,
}

/// A board before its picture is painted.
struct Draft {
    body: Body,
    note: Note,
    told: Told,
    faces: Seats,
}

impl Draft {
    /// `None` before anything was dealt. The moves after `told` are told, and some before them if they are few.
    fn of(
        front: &Front,
        look: &Look,
        told: Option<Told>,
        faces: &FacesThere,
        record: Option<&str>,
    ) -> Option<Self> {
        let reader = front.all_read(look).facing(faces);
        let body = games::standing(reader, told)?;
        let note = board::note(reader, &body);
        let is_silent = look.is_live() && front.keepers.asides.is_silent(&look.table);
        Some(Self {
            note: match record {
                Some(digest) => board::recorded(reader, note, digest),
                None if is_silent => board::silent(reader, note),
                None => note,
            },
            body,
            told: games::told(look)?,
            faces: seats_of(faces),
        })
    }

    /// The imprint of the words and buttons.
    fn words(&self) -> Imprint {
        Imprint::of(&written(&self.note.change()))
    }
}

/// At which seats there are faces.
fn seats_of(faces: &FacesThere) -> Seats {
    let there = faces.iter().filter(|(_, face)| face.is_some());
    there.map(|(seat, _)| seat).collect()
}

/// What is kept of a board to tell whether another one shows the same.
#[derive(Clone, Copy)]
struct Shows {
    picture: Imprint,
    /// The same whoever's faces are on it.
    of_anybody: Imprint,
    /// Its words and buttons.
    words: Imprint,
}

impl Shows {
    fn of(draft: &Draft) -> Self {
        Self {
            picture: draft.body.picture(),
            of_anybody: draft.body.picture_of_anybody(),
            words: draft.words(),
        }
    }

    fn is(&self, draft: &Draft) -> bool {
        self.picture == draft.body.picture() && self.words == draft.words()
    }

    fn is_but_for_faces(&self, draft: &Draft) -> bool {
        self.of_anybody == draft.body.picture_of_anybody() && self.words == draft.words()
    }
}

/// Whether a message is not there any more, or is not the bot's (see [`SendFailure::is_anothers`]): another one can take its
/// place, and what was there is left alone.
pub(crate) fn is_missing(failure: &SendFailure) -> bool {
    failure.is_anothers() || failure.is_gone() && !failure.is_channel_gone()
}

/// Whether a message stands, but cannot be changed: another one takes its place, and then it goes.
pub(crate) fn gives_way(failure: &SendFailure) -> bool {
    failure.is_too_old() || failure.is_put_away()
}

impl Standing {
    /// Something may have happened that it does not show.
    pub(crate) fn turned_stale(&mut self) {
        self.stale_since.get_or_insert_with(Instant::now);
    }

    /// What it shows is not known: the next change says everything anew.
    pub(crate) fn turned_unknown(&mut self) {
        self.shows = None;
    }

    /// Somebody asks for it: the next look changes it once more, which shows whether it stands.
    pub(crate) fn came_in_doubt(&mut self) {
        self.is_doubted = true;
    }

    /// Before which moment it is not changed again.
    pub(crate) fn rests_until(&self, pace: Duration) -> Option<Instant> {
        Some(self.told_at? + pace)
    }

    /// Shows what is.
    pub(crate) async fn shows(
        &mut self,
        front: &Front,
        table: &Table,
        look: &Look,
    ) -> Result<(), SendFailure> {
        if let Some(message) = self.message.filter(|now| look.places.board != Some(*now)) {
            // The disk has refused that before.
            remember(table, message).await;
        }
        let now = front.faces_at(look);
        // A face that has come changes no board: it is shown with what happens next. Nobody learns from it when somebody
        // has answered unseen. One that somebody has just taken away goes at once.
        let without = front.seats_without_faces(look);
        let before = self.faces.map(|seats| {
            let seats = seats.iter().filter(|seat| !without.contains(*seat));
            with_faces_at(seats.collect(), &now)
        });
        let before = before.as_ref().unwrap_or(&now);
        self.record = self.record_of(front, look).await;
        let record = self.record.as_deref();
        let Some(draft) = Draft::of(front, look, self.told_before, before, record) else {
            return Ok(());
        };
        let standing = self.message.or(look.places.board);
        let is_shown = self
            .shows
            .is_some_and(|shows| shows.is_but_for_faces(&draft));
        // An old board moves only with what changes on it: it would tell when somebody has answered unseen.
        let is_due = look.is_live() && !is_shown;
        let moves = self.talk.has_pushed_away(front, look, standing).await
            || (is_due && self.age.is_old(standing, front.clock.now()))
            || self.may_have_moved(look, standing);
        if !moves && is_shown && !self.is_doubted {
            self.stale_since = None;
            return Ok(());
        }
        self.is_doubted = false;
        let mut not_moved = None;
        // Each in a box: only one of them happens, and a thousand boards may wait for their turns.
        let shown = match standing {
            Some(message) if !moves => Box::pin(self.change(front, table, look, message)).await?,
            Some(old) => {
                let told = self.told_before;
                let moved = Box::pin(self.repost(front, table, look, told, old)).await;
                if moved.as_ref().is_err_and(|failure| !failure.may_pass()) {
                    self.talk.stays();
                }
                match moved {
                    // What has changed is told all the same, and it moves with the next change.
                    Err(failure) if !is_shown && self.message.is_none_or(|now| now == old) => {
                        not_moved = Some(failure);
                        Box::pin(self.change(front, table, look, old)).await?
                    }
                    moved => Some(moved?),
                }
            }
            None => {
                let Some(draft) = Draft::of(front, look, self.told_before, &now, record) else {
                    return Ok(());
                };
                // Always the same, also by the process after this one: a table has one first board.
                let nonce = format!("{}-board", look.table);
                Some(Box::pin(self.post(front, table, look, draft, nonce)).await?)
            }
        };
        let Some((draft, message)) = shown else {
            self.stale_since = None;
            return Ok(());
        };
        self.age.stands(message, front.clock.now());
        self.stands(draft, message);
        match not_moved {
            // The other one would stand beside it, as it was then, for ever.
            Some(failure) if self.may_have_moved(look, Some(message)) => Err(failure),
            _ => Ok(()),
        }
    }

    /// Whether another one may stand in the place of this board that nobody has heard of, and is still looked for.
    fn may_have_moved(&self, look: &Look, standing: Option<MessageId>) -> bool {
        let nonce = standing.map(|standing| nonce_instead_of(look, standing));
        self.unheard.as_ref().is_some_and(|unheard| {
            Some(&unheard.nonce) == nonce.as_ref() && unheard.looked_for < LOOKED_FOR
        })
    }

    /// What became of a post: which message stands, and whether it may be one of before, which shows what was then.
    fn hears(
        &mut self,
        nonce: String,
        posted: Result<MessageId, SendFailure>,
    ) -> Result<(MessageId, bool), SendFailure> {
        let before = self.unheard.take();
        let before = before.filter(|unheard| unheard.nonce == nonce);
        let failure = match posted {
            Ok(message) => return Ok((message, before.is_some())),
            Err(failure) => failure,
        };
        if before.is_some() || failure.is_unsure() {
            let looked_for = match before {
                Some(_) if !failure.may_pass() => LOOKED_FOR,
                Some(before) => before.looked_for + 1,
                None => 0,
            };
            self.unheard = Some(Box::new(Unheard { nonce, looked_for }));
        }
        Err(failure)
    }

    /// The digest of the game's record once the game is over: it is the same whenever it is asked for.
    async fn record_of(&self, front: &Front, look: &Look) -> Option<String> {
        if self.record.is_some() || look.life.is_live() {
            return self.record.clone();
        }
        match record(&front.store, &look.table).await {
            Ok(record) => record.map(|record| record.digest()),
            Err(failure) => {
                tracing::warn!(table = %look.table, %failure, "a board is without the digest of its record");
                None
            }
        }
    }

    /// Says in the place of the board that the table is set aside, and why: once, wherever the board stands. Nobody is told
    /// again whose moderators have deleted that.
    pub(crate) async fn tells_aside(
        &mut self,
        front: &Front,
        table: &Table,
        look: &Look,
        why: Aside,
    ) -> Result<(), SendFailure> {
        let note = board::aside_note(front.all_read(look).words, why);
        let (channel, places) = (look.places.channel, &look.places);
        let Some(message) = self.message.or(places.board).or(places.lobby) else {
            let nonce = format!("{}-aside", look.table);
            let message = front.sender.post(channel, &nonce, &note).await?;
            self.message = Some(message);
            remember(table, message).await;
            return Ok(());
        };
        self.message = Some(message);
        let turn = front.sender.turn_to_change(channel, message).await?;
        match turn.change(&note).await {
            Err(failure) if is_missing(&failure) || gives_way(&failure) => Ok(()),
            told => told,
        }
    }

    fn stands(&mut self, draft: Draft, message: MessageId) {
        self.message = Some(message);
        self.shows = Some(Shows::of(&draft));
        self.faces = Some(draft.faces);
        (self.told_before, self.told) = (self.told, Some(draft.told));
        let now = Instant::now();
        self.told_at = Some(now);
        if let Some(since) = self.stale_since.take() {
            meters::board_shown(now.duration_since(since));
        }
    }

    /// Changes the board when its turn has come; tells what it shows then, and which message it is. `None`: it shows all that is,
    /// and stands; or the table was over before this process began, and its board has gone or cannot be changed. Nobody waits for
    /// another one there, unless its place was closed to the bot and its end is untold.
    async fn change(
        &mut self,
        front: &Front,
        table: &Table,
        look: &Look,
        message: MessageId,
    ) -> Result<Option<(Draft, MessageId)>, SendFailure> {
        let channel = look.places.channel;
        let turn = front.sender.turn_to_change(channel, message).await?;
        let (look, draft) = Box::pin(self.newest(front, table, look, self.told)).await;
        let Some(draft) = draft else {
            turn.give_back();
            return Err(SendFailure::TooBusy {
                route: "edit message",
            });
        };
        let known = self.shows.filter(|_| self.message.is_some());
        let (draft, note) = match known {
            Some(shows) if shows.picture == draft.body.picture() => {
                let note = draft.note.clone();
                (draft, note)
            }
            _ => self.whole(front, draft).await,
        };
        let is_untold = look.places.barrier.is_some();
        let was_over = !look.is_live() && self.message.is_none() && !is_untold;
        let is_shown = self.shows.is_some_and(|shows| shows.is(&draft));
        let changed = match turn.change(&note).await {
            Ok(()) => Ok((draft, message)),
            Err(failure) if was_over && (gives_way(&failure) || is_missing(&failure)) => {
                return Ok(None);
            }
            // Somebody has asked for it, and it stands: nothing else was to be told.
            Err(failure) if is_shown && gives_way(&failure) => return Ok(None),
            // The new one opens a thread that was put away, and only there the old one can go.
            Err(failure) if gives_way(&failure) => {
                Box::pin(self.repost(front, table, &look, self.told, message)).await
            }
            Err(failure) if is_missing(&failure) => {
                // Somebody deleted the board, or it is not the bot's. Another nonce than its own, or Discord would answer
                // with that one.
                let nonce = nonce_instead_of(&look, message);
                Box::pin(self.post(front, table, &look, draft, nonce)).await
            }
            Err(failure) => Err(failure),
        };
        changed.map(Some)
    }

    /// Posts the board anew, in the place of the one that stands, when its turn has come: it waits as its changes do, for
    /// after a restart a thousand boards may be old.
    async fn repost(
        &mut self,
        front: &Front,
        table: &Table,
        look: &Look,
        told: Option<Told>,
        old: MessageId,
    ) -> Result<(Draft, MessageId), SendFailure> {
        // One that could not be deleted then would be forgotten. Whoever has a turn waits for no other.
        let _ = front.remove_former(table, &look.places).await;
        let channel = look.places.channel;
        let turn = front.sender.turn_to_post(channel, Urgency::CanWait).await?;
        let (look, draft) = self.newest(front, table, look, told).await;
        let Some(draft) = draft else {
            turn.give_back();
            return Err(SendFailure::TooBusy { route: POST });
        };
        let (draft, mut note) = self.whole(front, draft).await;
        // Nothing has happened that somebody must come for.
        note.is_silent = true;
        let nonce = nonce_instead_of(&look, old);
        let began = front.clock.now();
        let moved = front.repost(turn, table, &look, (&nonce, &note), old).await;
        let message = self.stands_now(front, &look, (nonce, &note), moved, began);
        Ok((draft, message.await?))
    }

    /// A post was answered with this message, or not: now it is the board. One of before shows what was then, so it is changed.
    async fn stands_now(
        &mut self,
        front: &Front,
        look: &Look,
        (nonce, note): (String, &Note),
        posted: Result<MessageId, SendFailure>,
        began: Moment,
    ) -> Result<MessageId, SendFailure> {
        let (message, may_be_of_before) = self.hears(nonce, posted)?;
        self.message = Some(message);
        if may_be_of_before || was_said_before(message, began) {
            let channel = look.places.channel;
            front.sender.change(channel, message, note).await?;
        }
        Ok(message)
    }

    /// What is now, and the board of that: what has happened while it waited for its turn is told as well.
    async fn newest(
        &self,
        front: &Front,
        table: &Table,
        look: &Look,
        told: Option<Told>,
    ) -> (Look, Option<Draft>) {
        let newest = table.look(None, None).await;
        let look = newest.unwrap_or_else(|_| look.clone());
        let faces = front.faces_at(&look);
        let record = self.record_of(front, &look).await;
        let draft = Draft::of(front, &look, told, &faces, record.as_deref());
        (look, draft)
    }

    /// With its picture.
    async fn whole(&self, front: &Front, draft: Draft) -> (Draft, Note) {
        let since = self.stale_since.unwrap_or_else(Instant::now);
        let easel = front.easels.take(Rank::Board, since).await;
        let Body { scene, alt, .. } = draft.body.clone();
        let note = Note {
            picture: easel.paint(scene, alt).await,
            ..draft.note.clone()
        };
        (draft, note)
    }

    /// Posts the board where none stands, as far as is known.
    async fn post(
        &mut self,
        front: &Front,
        table: &Table,
        look: &Look,
        draft: Draft,
        nonce: String,
    ) -> Result<(Draft, MessageId), SendFailure> {
        let (draft, note) = self.whole(front, draft).await;
        let began = front.clock.now();
        let posted = front.sender.post(look.places.channel, &nonce, &note).await;
        if let Ok(message) = posted {
            remember(table, message).await;
        }
        let message = self.stands_now(front, look, (nonce, &note), posted, began);
        Ok((draft, message.await?))
    }
}

/// Writes down where a board stands. If that cannot be done now it is done with the next look.
async fn remember(table: &Table, message: MessageId) {
    if let Err(declined) = table.remember(PlacesChange::board(message)).await {
        tracing::warn!(table = %table.id, %declined, "the place of a board was not remembered");
    }
}

/// With which nonce a board is posted in the place of this one. Killed before that is written down, the next process gets the same
/// message for some minutes.
fn nonce_instead_of(look: &Look, old: MessageId) -> String {
    format!("{}t{:x}", look.table, old.get())
}
