//! The task that owns one table: it serves the mailbox, watches the clock and lets computers play.
//!
//! The order of things: decide on the present affairs, apply to a clone, commit, swap the clone in, tell.

use std::hash::RandomState;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};

use super::affairs::Affairs;
use super::change::{Cause, Change, Step};
use super::desk::{self, Desks};
use super::house::House;
use super::lines;
use super::lobby::{No, Verdict};
use super::presses::Presses;
use super::restore::{Restored, entry_of};
use super::slow::Spared;
use super::table::{Request, What, Wish};
use super::thinking::Thought;
use super::{
    Answer, Declined, Life, Look, Moment, PersonId, PlacesChange, Plan, PressId, Revision,
};
use crate::rules::{PerSeat, Seat};
use crate::store::{NotWritten, PlaceRow, StepRow, Written};

/// After the disk refused something that fell due, it is tried again after this.
pub(super) const TRY_AGAIN: Duration = Duration::from_secs(1);

/// *Start* pressed again within this is a doubled press, later it asks the front to post the message again.
const START_AGAIN: Duration = Duration::from_secs(10);

/// The owner of one table.
pub(super) struct Keeper {
    pub(super) house: Arc<House>,
    pub(super) affairs: Affairs,
    pub(super) messages: PlaceRow,
    pub(super) desks: Desks,
    pub(super) presses: Presses,
    /// Whom a slow disk has given time.
    pub(super) spared: Spared,
    /// A step whose commit may or may not have happened. In a box: hardly any table has one, and it is as large as the table.
    doubt: Option<Box<Doubt>>,
    /// A computer that is thinking.
    pub(super) thought: Option<Thought>,
    /// The revision of each seat at which its computer had nothing to say out of turn.
    pub(super) asked: PerSeat<Option<Revision>>,
    /// Nothing that falls due is tried before this.
    pub(super) hold_until: Option<Moment>,
    /// How many outages of this process were looked at, and the last of them that was this table's.
    seen_outages: u64,
    pub(super) given_back: u64,
    /// Tells when the people of a line are cut off, and when they are back; what becomes of its server comes by the mailbox.
    lines: watch::Receiver<lines::State>,
    /// Turns true, or loses its sender, when the hall closes.
    stop: watch::Receiver<bool>,
    /// When the front was asked to post the start message.
    start_asked_at: Option<Moment>,
    /// What is in memory is not what is on the disk: only the disk counts.
    pub(super) must_reload: bool,
    /// Once the table has ended it is read again: somebody is nobody there.
    pub(super) has_to_forget: bool,
    /// It has ended, and is not looked at any more.
    pub(super) is_let_go: bool,
    /// It has ended, and is kept longer than usual: until then.
    pub(super) kept_on: Option<Moment>,
    /// What the pauses of desks follow from, with the revision: nobody outside can compute them.
    pub(super) rhythm: RandomState,
    /// They wait until nothing is left to be done before the clock moves on.
    resting: Vec<oneshot::Sender<()>>,
}

struct Doubt {
    row: StepRow,
    /// When it was made, and began to be written.
    made_at: Moment,
    next: Affairs,
    desks: Desks,
}

/// A step to be made.
pub(super) struct Draft {
    pub cause: Cause,
    pub actor: Option<Seat>,
    pub press: Option<PressId>,
    pub sat: Option<PersonId>,
    pub changes: Vec<Change>,
    /// What becomes of the move that the owner of a seat has prepared.
    pub plan: Option<(Seat, Plan)>,
}

impl Draft {
    /// A step that no press caused.
    pub(super) fn unpressed(cause: Cause, actor: Option<Seat>, changes: Vec<Change>) -> Self {
        Self {
            cause,
            actor,
            press: None,
            sat: None,
            changes,
            plan: None,
        }
    }
}

/// Whether a table's task goes on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Onward {
    /// It does.
    On,
    /// The hall closes, or the table ended a while ago.
    Forget,
    /// From what is on the disk.
    Reload,
}

impl Keeper {
    pub(super) fn new(house: Arc<House>, restored: Restored) -> Self {
        let seats = restored.affairs.places.len();
        Self {
            seen_outages: restored.given_back,
            given_back: restored.given_back,
            lines: house.lines.subscribe(),
            stop: house.stop.clone(),
            house,
            affairs: restored.affairs,
            messages: restored.messages,
            desks: restored.desks,
            presses: restored.presses,
            spared: Spared::default(),
            doubt: None,
            thought: None,
            asked: PerSeat::new(seats, |_| None),
            hold_until: None,
            start_asked_at: None,
            must_reload: false,
            has_to_forget: false,
            is_let_go: false,
            kept_on: None,
            rhythm: RandomState::new(),
            resting: Vec::new(),
        }
    }

    /// What is known of a table whose task fell over.
    pub(super) fn into_restored(self) -> Restored {
        Restored {
            affairs: self.affairs,
            messages: self.messages,
            desks: self.desks,
            presses: self.presses,
            given_back: self.seen_outages,
        }
    }

    /// Works until the hall closes, or the table ended a while ago, or must be read again.
    ///
    /// Tables mostly wait: what they do when they do something is in boxes, so that waiting costs little memory.
    pub(super) async fn run(&mut self, mailbox: &mut mpsc::Receiver<Box<Request>>) -> Onward {
        loop {
            Box::pin(self.forget_if_ended()).await;
            if self.is_let_go {
                return Onward::Forget;
            }
            if self.must_reload {
                return Onward::Reload;
            }
            self.furnish().await;
            self.give_back();
            let due = self.due();
            let clock = self.house.clock.clone();
            if !self.resting.is_empty() && self.is_at_rest(due.as_ref().map(|(at, _)| *at)) {
                for waiting in self.resting.drain(..) {
                    // Whoever does not wait any more need not know.
                    let _ = waiting.send(());
                }
            }
            let onward = tokio::select! {
                request = mailbox.recv() => match request {
                    Some(request) => {
                        Box::pin(self.serve(*request)).await;
                        Onward::On
                    }
                    None => Onward::Forget,
                },
                () = async {
                    match &due {
                        Some((at, _)) => clock.reached(*at).await,
                        None => std::future::pending().await,
                    }
                } => {
                    self.give_back();
                    match due {
                        // Whoever was cut off just now, or is just back, is not late.
                        Some((_, what)) if due == self.due() => Box::pin(self.meet(what)).await,
                        Some(_) | None => Onward::On,
                    }
                }
                thought = Thought::done(&mut self.thought) => {
                    Box::pin(self.play_thought(thought)).await;
                    Onward::On
                }
                _ = self.lines.changed() => Onward::On,
                _ = self.stop.changed() => Onward::Forget,
            };
            if onward == Onward::Forget {
                return Onward::Forget;
            }
            if self.must_reload {
                return Onward::Reload;
            }
        }
    }

    /// Gives back what people have lost since that was done last, also in a step whose commit may have happened.
    fn give_back(&mut self) {
        let server = self.affairs.fixed.server;
        let lost = self.house.lines.lost_after(self.seen_outages, server);
        let Some((lost, seen)) = lost else { return };
        self.seen_outages = seen;
        if lost.is_empty() {
            return;
        }
        self.given_back = seen;
        let now = self.house.clock.now();
        let spared_from = self.house.lines.spared_from(server);
        let doubted = self.doubt.as_mut().map(|doubt| &mut doubt.next);
        for affairs in [Some(&mut self.affairs), doubted].into_iter().flatten() {
            affairs.give_back(&lost, now, spared_from);
        }
        self.tell();
    }

    /// Whether people who have to do with this table cannot reach it now.
    pub(super) fn is_cut_off(&self) -> bool {
        self.house.lines.is_cut_off(self.affairs.fixed.server)
    }

    /// Whether nothing is left to be done before the clock moves on, if the next thing falls due then.
    fn is_at_rest(&self, due_at: Option<Moment>) -> bool {
        self.thought.is_none() && due_at.is_none_or(|at| at > self.house.clock.now())
    }

    async fn serve(&mut self, request: Request) {
        self.give_back();
        // Whoever does not wait for the answer any more will look again.
        match request {
            Request::Look { who, press, reply } => {
                let _ = reply.send(self.look(who, press).await);
            }
            Request::Wish { wish, reply } => {
                let _ = reply.send(self.fulfil(wish).await);
            }
            Request::Desk {
                person,
                press,
                change,
                reply,
            } => {
                let _ = reply.send(self.change_desk(person, press, change).await);
            }
            Request::Remember { change, reply } => {
                let _ = reply.send(self.remember(change).await);
            }
            Request::Forget { person, reply } => {
                self.forget(person);
                Box::pin(self.forget_if_ended()).await;
                let _ = reply.send(Ok(()));
            }
            Request::Rest { reply } => self.resting.push(reply),
            Request::LobbyShown { revision, reply } => {
                self.lobby_shows(revision);
                let _ = reply.send(());
            }
            Request::NotAnnounced => self.start_asked_at = None,
            // It has looked, and looks with whatever it does next.
            Request::Heed => {}
        }
    }

    async fn look(
        &mut self,
        who: Option<PersonId>,
        press: Option<PressId>,
    ) -> Result<Look, Declined> {
        self.settle_doubt().await?;
        if press.is_some() {
            self.touch();
            self.come_back(who).await;
        }
        Ok(self.look_as(who))
    }

    async fn fulfil(&mut self, wish: Wish) -> Result<Answer, Declined> {
        let answer = self.try_to_fulfil(wish).await;
        if answer.as_ref().is_err_and(Declined::is_for_the_disk) {
            self.spare();
        }
        answer
    }

    async fn try_to_fulfil(&mut self, wish: Wish) -> Result<Answer, Declined> {
        self.settle_doubt().await?;
        if let Life::SetAside(why) = self.affairs.life {
            return Err(Declined::SetAside(why));
        }
        let (who, press) = wish.pressed();
        if press.is_some() {
            self.touch();
        }
        let outcome = match press {
            Some(press) if self.presses.contains(press) => Err(No::Late),
            _ => match self.verdict(&wish) {
                Ok(changes) if changes.is_empty() => Ok(()),
                Ok(changes) => match self.check_units(&changes).await {
                    Ok(()) => self.commit(self.draft(&wish, changes)).await,
                    Err(declined) => Err(declined.into()),
                },
                Err(no) => self.keep_if_early(&wish, no).await,
            },
        };
        if outcome.is_err() && press.is_some() {
            self.come_back(who).await;
        }
        if outcome.is_ok() {
            self.furnish().await;
            self.deal_if_asked().await;
        }
        let look = || Box::new(self.look_as(who));
        match outcome {
            Ok(()) => Ok(Answer::Done(look())),
            Err(No::Late) => Ok(Answer::Late(look())),
            Err(No::Declined(declined)) => Err(declined),
        }
    }

    fn verdict(&mut self, wish: &Wish) -> Verdict {
        let affairs = &self.affairs;
        let (person, what) = match wish {
            Wish::Act(act) => return affairs.act(act),
            Wish::Begin(message) => return affairs.begin_with(*message),
            Wish::Set {
                person,
                name,
                value,
                ..
            } => return affairs.set_option(*person, name, value),
            Wish::Of { person, what, .. } => (*person, *what),
        };
        match what {
            What::TakeSeat => affairs.take_seat(person),
            What::JoinRematch => affairs.join_rematch(person),
            What::TakeOver(seat) => affairs.take_over(person, seat),
            What::ChangeSeat { drawn_from } => affairs.change_seat(person, drawn_from),
            What::Leave => affairs.leave(person),
            What::LeaveLobby => affairs.leave_lobby(person),
            What::AddComputer(level) => affairs.add_computer(person, level),
            What::RemoveComputer => affairs.remove_computer(person),
            What::Count(counting) => affairs.count(person, counting),
            What::FreeSeats(free) => affairs.choose_for_free_seats(person, free),
            What::Kick(seat) => affairs.kick(person, seat),
            What::KickPerson(whom) => affairs.kick(person, affairs.seat_of(whom)),
            What::Invite(guest) => self.affairs.welcome_back(person, guest),
            What::Start => self.start(person),
            What::Next => affairs.next(person),
            What::End { by } => affairs.end(person, by),
        }
    }

    /// No units are put at stake that the server does not have.
    async fn check_units(&self, changes: &[Change]) -> Result<(), Declined> {
        let puts_at_stake =
            |change: &Change| matches!(change, Change::Options { options } if options.has_stakes());
        if !changes.iter().any(puts_at_stake) {
            return Ok(());
        }
        let has_units = self.house.has_units(self.affairs.fixed.server).await?;
        has_units.then_some(()).ok_or(Declined::NoUnits)
    }

    /// Asks the front to post the start message, but not twice for a doubled press.
    fn start(&mut self, person: PersonId) -> Verdict {
        let now = self.house.clock.now();
        let changes = self.affairs.start(person, now)?;
        let too_soon = |asked: Moment| now < asked.plus(START_AGAIN);
        if changes.is_empty() && self.start_asked_at.is_some_and(too_soon) {
            return Err(No::Late);
        }
        self.start_asked_at = Some(now);
        Ok(changes)
    }

    fn draft(&self, wish: &Wish, changes: Vec<Change>) -> Draft {
        let (who, press) = wish.pressed();
        Draft {
            cause: match wish {
                Wish::Begin(_) => Cause::House,
                Wish::Act(_) | Wish::Set { .. } | Wish::Of { .. } => Cause::Press,
            },
            actor: who.and_then(|person| self.affairs.seat_of(person)),
            press,
            sat: who.filter(|_| {
                changes
                    .iter()
                    .any(|change| matches!(change, Change::Sat { .. }))
            }),
            changes,
            plan: None,
        }
    }

    /// Commits a step and swaps its affairs in; nothing has changed if this says no.
    pub(super) async fn commit(&mut self, draft: Draft) -> Result<(), No> {
        let began = self.house.clock.now();
        let mut step = Step {
            revision: self.affairs.revision.next(),
            // A clock that was set back does not make a journal run backwards.
            at: began.max(self.affairs.last_step_at),
            cause: draft.cause,
            actor: draft.actor,
            press: draft.press,
            sat: draft.sat,
            changes: draft.changes,
        };
        let mut next = self.affairs.after(&mut step).map_err(|unsound| {
            tracing::error!(table = %self.affairs.fixed.id, %unsound, "a step does not follow");
            No::Declined(Declined::Unsure)
        })?;
        let desks = self.desks_after(&next, &step, draft.plan.as_ref());
        if next.life.has_ended() {
            self.note_who_wants_no_trace().await;
        }
        let mut entry = entry_of(&next, &step, None);
        entry.desks = desk::writes(&self.desks, &desks);
        let row = entry.step.clone();
        let written = self.house.store.append(entry).await;
        self.make_good(began, written, &mut next);
        match written {
            Ok(Written::Done) => {
                self.adopt(next, desks, step.press);
                Box::pin(self.forget_if_ended()).await;
                Ok(())
            }
            Ok(Written::Duplicate) => Err(No::Late),
            Err(NotWritten::Refused) => Err(Declined::DiskRefused.into()),
            Err(NotWritten::Taken | NotWritten::Unknown) => {
                let made_at = began;
                self.doubt = Some(Box::new(Doubt {
                    row,
                    made_at,
                    next,
                    desks,
                }));
                self.settle_doubt().await?;
                // Settled: either it is there, or it is certain that it is not.
                if self.affairs.revision == step.revision {
                    Ok(())
                } else {
                    Err(Declined::DiskRefused.into())
                }
            }
        }
    }

    /// Reads the journal before a step of unknown outcome is believed or forgotten.
    pub(super) async fn settle_doubt(&mut self) -> Result<(), Declined> {
        let Some(mut doubt) = self.doubt.take() else {
            return Ok(());
        };
        let table = &self.affairs.fixed.id;
        // A commit that was not promised may lie in the log of the database and be found there by a restart. Only what is
        // written over it makes certain that it is not.
        let is_written_over = self.house.alive().await.is_ok();
        match self.house.store.step(table, doubt.row.revision).await {
            Ok(Some(row)) if row == doubt.row => {
                self.make_good(doubt.made_at, Ok(Written::Done), &mut doubt.next);
                self.adopt(doubt.next, doubt.desks, row.press);
                Ok(())
            }
            Ok(None) if is_written_over => Ok(()),
            Ok(None) => {
                self.doubt = Some(doubt);
                Err(Declined::Unsure)
            }
            Ok(Some(_)) => {
                tracing::error!(%table, "the journal has a step that its owner did not make");
                self.must_reload = true;
                Err(Declined::Unsure)
            }
            Err(error) => {
                tracing::warn!(%table, %error, "the journal cannot be read");
                self.doubt = Some(doubt);
                Err(Declined::Unsure)
            }
        }
    }

    /// The disk takes nothing, and nobody can play: what that takes of a turn is not theirs, so there is a little time left
    /// when it does again. No journal says so; a restart leaves as much.
    pub(super) fn spare(&mut self) {
        let from = self.house.lines.spared_from(self.affairs.fixed.server);
        if let Some(doubt) = &mut self.doubt {
            doubt.next.spare(from);
        }
        if self.affairs.spare(from) {
            self.tell();
        }
    }

    /// The step is on the disk: it is so from now on, and may be told.
    fn adopt(&mut self, next: Affairs, desks: Desks, press: Option<PressId>) {
        self.affairs = next;
        self.affairs.begin_by(self.house.clock.now());
        self.desks = desks;
        if let Some(press) = press {
            self.presses.note(press);
        }
        self.hold_until = None;
        self.thought = None;
        if let Some(cards) = self.house.cards.upgrade() {
            cards.update(&self.affairs);
        }
        self.tell();
    }

    /// Whoever shows this table should look again.
    pub(super) fn tell(&self) {
        let affairs = &self.affairs;
        self.house
            .news
            .tell(affairs.fixed.id.clone(), affairs.revision);
    }

    /// The owner of a seat pressed something: if they were away they are back.
    pub(super) async fn come_back(&mut self, who: Option<PersonId>) {
        let Some(seat) = who.and_then(|person| self.affairs.seat_of(person)) else {
            return;
        };
        let changes = self.affairs.welcome(seat);
        if !changes.is_empty() {
            // Refused by the disk, they are still away and the next press tries again.
            let _ = self
                .commit(Draft::unpressed(Cause::Press, Some(seat), changes))
                .await;
        }
    }

    /// Deals without waiting for the clock when the game has begun, or when everybody is ready.
    async fn deal_if_asked(&mut self) {
        if self.is_deal_asked()
            && let Ok(change) = self.affairs.dealt()
        {
            // Refused by the disk, it falls due again.
            let _ = self
                .commit(Draft::unpressed(Cause::House, None, vec![change]))
                .await;
        }
    }

    /// What others have to read they can see now, also in a step whose commit may have happened.
    fn lobby_shows(&mut self, shown: Revision) {
        let now = self.house.clock.now();
        let doubted = self.doubt.as_mut().map(|doubt| &mut doubt.next);
        for affairs in [Some(&mut self.affairs), doubted].into_iter().flatten() {
            affairs.lobby_shows(shown, now);
        }
    }

    /// Somebody pressed something: a lobby stays open.
    fn touch(&mut self) {
        self.affairs.lobby =
            super::timing::Span::new(self.house.clock.now(), super::timing::LOBBY_PATIENCE);
    }

    async fn remember(&mut self, change: PlacesChange) -> Result<(), Declined> {
        let kept = self.messages;
        let messages = PlaceRow {
            board: change.board.unwrap_or(kept.board),
            former: change.former.unwrap_or(kept.former),
            lobby: change.lobby.unwrap_or(kept.lobby),
            ping: change.ping.unwrap_or(kept.ping),
            barrier: change.barrier.unwrap_or(kept.barrier),
            word: change.word.unwrap_or(kept.word),
        };
        let id = self.affairs.fixed.id.clone();
        let began = self.house.clock.now();
        let written = self.house.store.remember(id, messages).await;
        self.spare_if_slow(began);
        match written {
            Ok(()) => {
                self.messages = messages;
                Ok(())
            }
            Err(NotWritten::Unknown) => Err(Declined::Unsure),
            Err(_) => Err(Declined::DiskRefused),
        }
    }
}
