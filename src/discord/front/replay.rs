//! Games that have ended, read move by move by whoever asks, and shown to nobody else: where the game was played to everybody
//! who is there, anywhere else in its server to those who played. To others there is no such game.

use std::sync::Arc;

use super::Front;
use super::asked::Asked;
use super::kept::easels::Rank;
use super::kept::replays::NoTurn;
use crate::discord::pages::panel::in_words;
use crate::discord::pages::press::{ReplayPress, ReplayWish, Spot};
use crate::discord::pages::replay::{self, Follower, Moment, Page};
use crate::discord::wire::note::Note;
use crate::discord::wire::send::SendFailure;
use crate::store::{Asking, Failure, Openness};
use crate::tables::{Order, Replay, TableId};

/// Why there is nothing to be read.
enum Unread {
    /// There is no such game for whoever asks here, it has not ended, or it is not kept any more.
    Unknown,
    /// The game has no such place or seat.
    Nowhere,
    /// It is not their turn.
    Waits(NoTurn),
    /// It could not be read.
    Failed(Failure),
}

impl From<Failure> for Unread {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

impl Front {
    /// Begins the replay of a table, in a message of its own; with `none` where there is no such game.
    pub(crate) async fn begin_replay(
        &self,
        asked: &Asked,
        table: Option<TableId>,
        none: String,
    ) -> Result<(), SendFailure> {
        let read = match table {
            Some(table) => self.replayed(asked, &table, None).await,
            None => Err(Unread::Unknown),
        };
        match read {
            Ok(note) => asked.answer(&self.sender, &note).await,
            Err(unread) => self.tell_no_replay(asked, unread, none).await,
        }
    }

    /// A press in a replay, or on the way to one: on whatever else others see a message of its own begins.
    pub(crate) async fn replay_pressed(
        &self,
        asked: &Asked,
        press: &ReplayPress,
    ) -> Result<(), SendFailure> {
        let is_open = press.wants == ReplayWish::Open;
        let spot = replay::led(press.wants, asked.chosen.as_deref());
        let read = match spot {
            None if !is_open => Err(Unread::Nowhere),
            spot => self.replayed(asked, &press.table, spot).await,
        };
        match read {
            Ok(note) if !is_open && asked.is_on_private_message() => {
                asked.update(&self.sender, &note).await
            }
            Ok(note) => asked.answer(&self.sender, &note).await,
            Err(unread) => {
                let none = asked.words.replay_unknown();
                self.tell_no_replay(asked, unread, none).await
            }
        }
    }

    async fn tell_no_replay(
        &self,
        asked: &Asked,
        unread: Unread,
        none: String,
    ) -> Result<(), SendFailure> {
        let words = asked.words;
        let sentence = match unread {
            _ if asked.server.is_none() => words.only_in_server(),
            Unread::Unknown => none,
            Unread::Nowhere => words.replay_nowhere(),
            Unread::Waits(NoTurn::Already) => asked.too_quick(),
            Unread::Waits(NoTurn::Crowded) => words.replay_crowded(),
            Unread::Failed(failure) => {
                tracing::warn!(%failure, "a game could not be replayed");
                if failure.is_damage() {
                    words.replay_damaged()
                } else {
                    words.failure()
                }
            }
        };
        asked.tell(&self.sender, sentence).await
    }

    /// The page of a place; at the beginning without one.
    async fn replayed(
        &self,
        asked: &Asked,
        table: &TableId,
        spot: Option<Spot>,
    ) -> Result<Note, Unread> {
        let follower = self.follower(asked);
        let moment = self.moment(asked, table, follower, spot).await?;
        let faces = self.faces_at(moment.public());
        let page = moment.page(follower, &faces).ok_or(Unread::Nowhere)?;
        Ok(self.replay_note(asked, page).await)
    }

    /// What the page is made of, once it is the turn of whoever asks.
    async fn moment(
        &self,
        asked: &Asked,
        table: &TableId,
        follower: Follower,
        spot: Option<Spot>,
    ) -> Result<Moment, Unread> {
        let by = asked.token.came() + self.pace.words;
        let turn = self.replays.turn(asked.person, by).await;
        let turn = turn.map_err(Unread::Waits)?;
        let openness = self.openness(asked, table).await?;
        let openness = openness.ok_or(Unread::Unknown)?;
        let see = move |replay: &Arc<Replay>| {
            if openness == Openness::Players && !replay.is_of(follower.person) {
                return Err(Unread::Unknown);
            }
            let spot = spot.or_else(|| replay::beginning(replay, follower.person));
            let moment = spot.and_then(|spot| replay::moment(follower, replay, spot));
            moment.ok_or(Unread::Nowhere)
        };
        let seen = self.replays.read(turn, &self.store, table, see).await?;
        seen.ok_or(Unread::Unknown)?
    }

    /// To whom there is such a game where this is asked; `None` if there is none.
    pub(crate) async fn openness(
        &self,
        asked: &Asked,
        table: &TableId,
    ) -> Result<Option<Openness>, Failure> {
        let Some(server) = asked.server else {
            return Ok(None);
        };
        let asking = Asking {
            person: asked.person,
            server,
            channel: asked.channel,
        };
        self.store.openness(asking, table).await
    }

    fn follower(&self, asked: &Asked) -> Follower {
        let own = self.settings.person(asked.person);
        let order = own.arrangement.as_deref().and_then(Order::from_word);
        Follower {
            person: asked.person,
            words: asked.words,
            inks: self.settings.inks_of(asked.person, asked.server),
            order: order.unwrap_or_default(),
        }
    }

    /// A page with its picture; in words alone if that does not come in time.
    async fn replay_note(&self, asked: &Asked, page: Page) -> Note {
        let Page { body, menus } = page;
        let picture = self.picture_in_time(asked, Rank::Asking, body.scene, body.alt.clone());
        let picture = picture.await;
        let text = match picture {
            Some(_) => body.text,
            None => in_words(&body.text, &body.alt),
        };
        Note {
            is_bare: picture.is_none(),
            picture,
            menus,
            rows: body.rows,
            ..Note::private(text)
        }
    }
}
