//! The handle to a table: every wish goes into its bounded mailbox and is answered within a limit.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{mpsc, oneshot, watch};

use super::house::{Cards, SeatClaim};
use super::lobby::{Counting, FreeSeats};
use super::{
    Act, Answer, Declined, DeskChange, Ender, Look, MessageId, PersonId, PlacesChange, PressId,
    Revision, TableId,
};
use crate::computers::Level;
use crate::rules::Seat;
use crate::rules::any::GameId;

/// More waiting wishes than this are more than people can press; further ones are told so.
pub(super) const MAILBOX: usize = 64;

/// An answer is expected within this real time; the disk's own limit is well below.
const LIMIT: Duration = Duration::from_secs(60);

/// The handle to one table. A table that ends stays readable for a while.
#[derive(Clone)]
pub struct Table {
    /// Which table.
    pub id: TableId,
    /// What is played there.
    pub game: GameId,
    /// A mailbox is made for 32 letters at once, so each is in an envelope of its own.
    mailbox: mpsc::Sender<Box<Request>>,
    /// Tells a table that is gone from a house that is closing.
    closing: watch::Receiver<bool>,
    /// Where everybody's seats are counted.
    cards: Weak<Cards>,
    shows: Arc<Shows>,
}

/// How far the table is shown.
#[derive(Default)]
struct Shows {
    /// How many have looked at it and not shown yet what they saw.
    unshown: AtomicUsize,
    /// Whether everybody there can see how it ended.
    is_end_shown: AtomicBool,
}

/// Somebody has looked at a table to show it, and has not done so yet: a table that is over is not forgotten until this is dropped,
/// for as long as that may take.
pub struct Unshown(Arc<Shows>);

impl Drop for Unshown {
    fn drop(&mut self) {
        self.0.unshown.fetch_sub(1, Ordering::Relaxed);
    }
}

/// What lies in a table's mailbox.
pub(super) enum Request {
    /// Somebody wants to see the table.
    Look {
        who: Option<PersonId>,
        press: Option<PressId>,
        reply: oneshot::Sender<Result<Look, Declined>>,
    },
    /// Somebody wants to change something.
    Wish {
        wish: Wish,
        reply: oneshot::Sender<Result<Answer, Declined>>,
    },
    /// The owner of a seat changes their desk.
    Desk {
        person: PersonId,
        press: PressId,
        change: DeskChange,
        reply: oneshot::Sender<Result<Answer, Declined>>,
    },
    /// The front has put a message somewhere.
    Remember {
        change: PlacesChange,
        reply: oneshot::Sender<Result<(), Declined>>,
    },
    /// Somebody was forgotten in the store.
    Forget {
        person: PersonId,
        reply: oneshot::Sender<Result<(), Declined>>,
    },
    /// Something has become of its server: it looks.
    Heed,
    /// The lobby shows the table as it was after this step.
    LobbyShown {
        revision: Revision,
        reply: oneshot::Sender<()>,
    },
    /// The message that the game begins could not be posted.
    NotAnnounced,
    /// Somebody waits until nothing is left to be done.
    Rest { reply: oneshot::Sender<()> },
}

/// A change that somebody wants, and who.
pub(super) enum Wish {
    Act(Act),
    Begin(MessageId),
    Set {
        person: PersonId,
        press: PressId,
        name: String,
        value: String,
    },
    Of {
        person: PersonId,
        press: PressId,
        what: What,
    },
}

/// What a person may want beside a move.
#[derive(Clone, Copy)]
pub(super) enum What {
    TakeSeat,
    JoinRematch,
    TakeOver(Seat),
    ChangeSeat { drawn_from: Revision },
    Leave,
    LeaveLobby,
    AddComputer(Level),
    RemoveComputer,
    Count(Counting),
    FreeSeats(FreeSeats),
    Kick(Option<Seat>),
    KickPerson(PersonId),
    Invite(PersonId),
    Start,
    Next,
    End { by: Ender },
}

impl Wish {
    /// Who pressed, and what.
    pub(super) fn pressed(&self) -> (Option<PersonId>, Option<PressId>) {
        match self {
            Self::Act(act) => (Some(act.person), Some(act.press)),
            Self::Begin(_) => (None, None),
            Self::Set { person, press, .. } | Self::Of { person, press, .. } => {
                (Some(*person), Some(*press))
            }
        }
    }
}

impl Request {
    /// Answers that nothing comes of it.
    pub(super) fn decline(self, declined: Declined) {
        // Whoever does not wait any more need not know.
        match self {
            Self::Look { reply, .. } => drop(reply.send(Err(declined))),
            Self::Wish { reply, .. } => drop(reply.send(Err(declined))),
            Self::Desk { reply, .. } => drop(reply.send(Err(declined))),
            Self::Remember { reply, .. } => drop(reply.send(Err(declined))),
            Self::Forget { reply, .. } => drop(reply.send(Err(declined))),
            Self::LobbyShown { reply, .. } | Self::Rest { reply } => drop(reply),
            Self::Heed | Self::NotAnnounced => {}
        }
    }
}

impl Table {
    pub(super) fn new(
        id: TableId,
        game: GameId,
        closing: watch::Receiver<bool>,
        cards: Weak<Cards>,
    ) -> (Self, mpsc::Receiver<Box<Request>>) {
        let (mailbox, requests) = mpsc::channel(MAILBOX);
        let table = Self {
            id,
            game,
            mailbox,
            closing,
            cards,
            shows: Arc::default(),
        };
        (table, requests)
    }

    /// Whoever is about to show the table says so as long as they have not.
    pub fn unshown(&self) -> Unshown {
        self.shows.unshown.fetch_add(1, Ordering::Relaxed);
        Unshown(Arc::clone(&self.shows))
    }

    /// Whether anybody is about to.
    pub(super) fn is_unshown(&self) -> bool {
        self.shows.unshown.load(Ordering::Relaxed) > 0
    }

    /// Everybody there can see how it ended, or never will: no start has to look for it any more.
    pub fn end_is_shown(&self) {
        self.shows.is_end_shown.store(true, Ordering::Relaxed);
        self.heeds();
    }

    /// Whether that is so.
    pub(super) fn is_end_shown(&self) -> bool {
        self.shows.is_end_shown.load(Ordering::Relaxed)
    }

    /// The table as this person, or a watcher, may see it. A press of an away owner brings them back.
    pub async fn look(
        &self,
        who: Option<PersonId>,
        press: Option<PressId>,
    ) -> Result<Look, Declined> {
        self.ask(|reply| Request::Look { who, press, reply }).await
    }

    /// A move.
    pub async fn act(&self, act: Act) -> Result<Answer, Declined> {
        self.wish(Wish::Act(act)).await
    }

    /// Sits down in the lobby, on the first free seat.
    pub async fn take_seat(&self, person: PersonId, press: PressId) -> Result<Answer, Declined> {
        let _kept = self.keep_seat(person)?;
        self.want(person, press, What::TakeSeat).await
    }

    /// The same for somebody who played at the table before, and presses *Rematch* there; declined if this one has other terms.
    pub async fn join_rematch(&self, person: PersonId, press: PressId) -> Result<Answer, Declined> {
        let _kept = self.keep_seat(person)?;
        self.want(person, press, What::JoinRematch).await
    }

    /// Takes the seat of a game that somebody left to a computer; late if it is not such a seat any more.
    pub async fn take_over(
        &self,
        person: PersonId,
        press: PressId,
        seat: Seat,
    ) -> Result<Answer, Declined> {
        let _kept = self.keep_seat(person)?;
        self.want(person, press, What::TakeOver(seat)).await
    }

    /// What is held until it is known whether somebody sits here: a seat counts before it is taken.
    fn keep_seat(&self, person: PersonId) -> Result<Option<SeatClaim>, Declined> {
        // Without a hall nobody sits down anywhere.
        let cards = self.cards.upgrade();
        cards
            .map(|cards| cards.claim_seat(person, &self.id))
            .transpose()
    }

    /// Moves to the next seat of the lobby on which no person sits; late where chance seats people, and where the lobby was
    /// drawn before they sat down where they are.
    pub async fn change_seat(
        &self,
        person: PersonId,
        press: PressId,
        drawn_from: Revision,
    ) -> Result<Answer, Declined> {
        self.want(person, press, What::ChangeSeat { drawn_from })
            .await
    }

    /// The owner of a seat changes their desk. Raises no revision.
    pub async fn desk(
        &self,
        person: PersonId,
        press: PressId,
        change: DeskChange,
    ) -> Result<Answer, Declined> {
        self.ask(|reply| Request::Desk {
            person,
            press,
            change,
            reply,
        })
        .await
    }

    /// Gets up: in the lobby the seat is free again, in the game a computer takes it.
    pub async fn leave(&self, person: PersonId, press: PressId) -> Result<Answer, Declined> {
        self.want(person, press, What::Leave).await
    }

    /// Gives up a seat before the game begins; late for whoever sits at one that has begun.
    pub async fn leave_lobby(&self, person: PersonId, press: PressId) -> Result<Answer, Declined> {
        self.want(person, press, What::LeaveLobby).await
    }

    /// The host gives the last free seat to a computer.
    pub async fn add_computer(
        &self,
        person: PersonId,
        press: PressId,
        level: Level,
    ) -> Result<Answer, Declined> {
        self.want(person, press, What::AddComputer(level)).await
    }

    /// The host sends the computer away that sat down last.
    pub async fn remove_computer(
        &self,
        person: PersonId,
        press: PressId,
    ) -> Result<Answer, Declined> {
        self.want(person, press, What::RemoveComputer).await
    }

    /// The host changes one of the house rules, both name and value as the written rules spell them.
    pub async fn set_option(
        &self,
        person: PersonId,
        press: PressId,
        name: &str,
        value: &str,
    ) -> Result<Answer, Declined> {
        self.wish(Wish::Set {
            person,
            press,
            name: name.to_owned(),
            value: value.to_owned(),
        })
        .await
    }

    /// The host chooses whether the result counts if two people or more play.
    pub async fn count(
        &self,
        person: PersonId,
        press: PressId,
        counting: Counting,
    ) -> Result<Answer, Declined> {
        self.want(person, press, What::Count(counting)).await
    }

    /// The host chooses what becomes of seats that are free at the start.
    pub async fn choose_for_free_seats(
        &self,
        person: PersonId,
        press: PressId,
        free: FreeSeats,
    ) -> Result<Answer, Declined> {
        self.want(person, press, What::FreeSeats(free)).await
    }

    /// The host empties somebody else's seat before the start; none is that of whoever has no seat.
    pub async fn kick(
        &self,
        person: PersonId,
        press: PressId,
        seat: Option<Seat>,
    ) -> Result<Answer, Declined> {
        self.want(person, press, What::Kick(seat)).await
    }

    /// The host removes somebody before the start, wherever they sit by then: whoever has their seat now is not meant.
    pub async fn kick_person(
        &self,
        person: PersonId,
        press: PressId,
        whom: PersonId,
    ) -> Result<Answer, Declined> {
        self.want(person, press, What::KickPerson(whom)).await
    }

    /// The host invites somebody, who may sit down again if they were removed. Nothing else changes, and no step is made.
    pub async fn invite(
        &self,
        person: PersonId,
        press: PressId,
        guest: PersonId,
    ) -> Result<Answer, Declined> {
        self.want(person, press, What::Invite(guest)).await
    }

    /// The host fixes the seats; free ones go to computers, or are left out. `Done` asks the front to post the message that the
    /// game begins and to call [`Table::begin`]; pressed again after a while, or once that [failed](Table::was_not_announced), it
    /// asks again; too soon it is `Late`.
    pub async fn start(&self, person: PersonId, press: PressId) -> Result<Answer, Declined> {
        self.want(person, press, What::Start).await
    }

    /// Everybody can see the lobby as it was after this step: what changed there until then the others read from now on, and until
    /// that is told no game starts over it.
    pub async fn lobby_is_shown(&self, revision: Revision) {
        let (reply, heard) = oneshot::channel();
        let request = Box::new(Request::LobbyShown { revision, reply });
        // A table that is no more need not know, and one that is rebuilt, or waits for the disk for so long, is shown again.
        let told = async {
            if self.mailbox.send(request).await.is_ok() {
                let _ = heard.await;
            }
        };
        let _ = tokio::time::timeout(LIMIT, told).await;
    }

    /// The message that the game begins could not be posted: whoever is told so can press *Start* again at once.
    pub async fn was_not_announced(&self) {
        // A table that is no more need not know.
        let _ = self.mailbox.send(Box::new(Request::NotAnnounced)).await;
    }

    /// The message that the game begins stands there: it is stored, then the first round is dealt.
    pub async fn begin(&self, message: MessageId) -> Result<Answer, Declined> {
        self.wish(Wish::Begin(message)).await
    }

    /// Ready for the next round.
    pub async fn next(&self, person: PersonId, press: PressId) -> Result<Answer, Declined> {
        self.want(person, press, What::Next).await
    }

    /// Ends the table without a result: the host a lobby or a casual game, a moderator any but a rated game of their own. Whoever
    /// else plays votes for it, and more than half of the people end it; a second vote is late.
    pub async fn end(
        &self,
        person: PersonId,
        press: PressId,
        by: Ender,
    ) -> Result<Answer, Declined> {
        self.want(person, press, What::End { by }).await
    }

    /// Remembers where messages stand. Raises no revision.
    pub async fn remember(&self, change: PlacesChange) -> Result<(), Declined> {
        self.ask(|reply| Request::Remember { change, reply }).await
    }

    /// Somebody was forgotten in the store: a table that has ended names them no more.
    pub(super) async fn forgets(&self, person: PersonId) -> Result<(), Declined> {
        self.ask(|reply| Request::Forget { person, reply }).await
    }

    /// Done when nothing is left to be done here before the clock moves on or somebody presses something; also when the
    /// table is no more.
    pub async fn rests(&self) {
        loop {
            let (reply, rest) = oneshot::channel();
            let request = Box::new(Request::Rest { reply });
            let is_gone = self.mailbox.send(request).await.is_err();
            // Nobody answers if the table is rebuilt meanwhile: then it is asked once more.
            if is_gone || rest.await.is_ok() {
                return;
            }
        }
    }

    /// Done when the hall closes: nothing succeeds here any more.
    pub async fn closes(&self) {
        // A hall that is gone has closed.
        let _ = self.closing.clone().wait_for(|closing| *closing).await;
    }

    /// Something has become of its server: it looks.
    pub(super) fn heeds(&self) {
        // Where too much is waiting, it looks with each of that; one that is no more need not know.
        let _ = self.mailbox.try_send(Box::new(Request::Heed));
    }

    /// How much lies in its mailbox.
    #[cfg(test)]
    pub(super) fn unread(&self) -> usize {
        MAILBOX - self.mailbox.capacity()
    }

    async fn want(&self, person: PersonId, press: PressId, what: What) -> Result<Answer, Declined> {
        self.wish(Wish::Of {
            person,
            press,
            what,
        })
        .await
    }

    async fn wish(&self, wish: Wish) -> Result<Answer, Declined> {
        self.ask(|reply| Request::Wish { wish, reply }).await
    }

    async fn ask<T>(
        &self,
        request: impl FnOnce(oneshot::Sender<Result<T, Declined>>) -> Request,
    ) -> Result<T, Declined> {
        let (reply, answer) = oneshot::channel();
        self.mailbox
            .try_send(Box::new(request(reply)))
            .map_err(|refused| match refused {
                TrySendError::Closed(_) if !*self.closing.borrow() => Declined::Gone,
                TrySendError::Full(_) | TrySendError::Closed(_) => Declined::Busy,
            })?;
        match tokio::time::timeout(LIMIT, answer).await {
            Ok(Ok(answer)) => answer,
            // Too slow, or the task fell over this wish: it may have been committed.
            Ok(Err(_)) | Err(_) => Err(Declined::Unsure),
        }
    }
}
