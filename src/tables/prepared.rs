//! What the table does with the desks of its seats: it draws for their owners, makes the moves they have prepared,
//! and lets them change what lies there.
//!
//! A seat whose owner is away is played by a computer; their desk rests until they are back. Nothing that matters is
//! decided for anybody: where drawing is not a plain choice, the desk holds back and its owner is told why. To the
//! others that looks like somebody who thinks.

use super::affairs::Affairs;
use super::change::{Cause, Change, Step};
use super::desk::{self, Desks, Kept};
use super::keeper::{Draft, Keeper};
use super::lobby::No;
use super::table::Wish;
use super::{
    Answer, Declined, Desk, DeskChange, DeskDefaults, Life, Look, Order, PersonId, Plan, PressId,
};
use crate::rules::any::{AnyAction, AnyView};
use crate::rules::piece::Piece;
use crate::rules::unasked::{Dropped, Held};
use crate::rules::{Game, Patience, Refused, Seat, Viewer, Waiting};
use crate::store::NotWritten;

/// More actions than any prepared move has.
const MOST_PREPARED: usize = 8;

/// What came of a prepared move.
enum Tried {
    /// It is made by these changes.
    Made(Vec<Change>),
    /// It is not, or only its beginning is.
    Stopped { changes: Vec<Change>, why: Dropped },
}

impl Affairs {
    /// What may be done for this seat unasked, or what speaks against it; `None` if there is nothing of the kind.
    fn unasked(&self, seat: Seat) -> Option<Result<AnyAction, Held>> {
        let (game, _) = self.running().ok()?;
        game.unasked(seat)
    }

    /// Tries a prepared move on a copy, to the end of its turn.
    fn try_prepared(&self, seat: Seat, piece: Piece) -> Tried {
        let Ok((game, chance)) = self.running() else {
            return Tried::stopped(Dropped::Refused);
        };
        let mut game = game.clone();
        let turn = game.waiting().turn;
        let mut changes = Vec::new();
        for _ in 0..MOST_PREPARED {
            let next = game.prepared(seat, piece);
            match next.map(|next| next.map(|action| game.act(seat, &action, chance))) {
                Some(Ok(Ok(events))) => changes.push(Change::Played { seat, events }),
                // Not even what the turn begins with is made: the owner may rather begin otherwise now.
                Some(Ok(Err(_)) | Err(Dropped::Refused)) | None => break,
                Some(Err(why)) => return Tried::Stopped { changes, why },
            }
            if !game.waiting().is_turn(turn, seat) {
                return Tried::Made(changes);
            }
        }
        Tried::stopped(Dropped::Refused)
    }

    /// Whether it is the moment for a move that the owner of this seat has prepared.
    fn is_moment_for(&self, seat: Seat, piece: Piece) -> bool {
        let running = self.running().ok();
        running.is_some_and(|(game, _)| game.is_moment_for(seat, piece))
    }

    /// Somebody else plays, and the turn of this seat will come.
    fn may_prepare(&self, seat: Seat) -> bool {
        let waiting = self.waiting();
        waiting.is_some_and(|waiting| waiting.lets_prepare(seat)) && !self.is_out(seat)
    }

    /// What becomes of a move if the short window that the rules leave for others passes without a word of theirs; `None` if there
    /// is none, or if it is not for this seat to go on then.
    fn after_window(&self, seat: Seat, action: &AnyAction) -> Option<Result<(), Declined>> {
        let (game, chance) = self.running().ok()?;
        let Waiting {
            seats, patience, ..
        } = game.waiting();
        if patience != Patience::Window || seats.contains(seat) {
            return None;
        }
        let mut game = game.clone();
        for silent in seats.iter() {
            game.act(silent, &game.at_zero(silent), chance).ok()?;
        }
        let answer = game
            .waiting()
            .seats
            .contains(seat)
            .then(|| game.answer(seat, action, chance))?;
        Some(answer.map(drop).map_err(Declined::from))
    }

    fn view_of(&self, seat: Seat) -> Option<AnyView> {
        Some(self.game.as_ref()?.view(Viewer::Seat(seat)))
    }

    fn rack_of(&self, seat: Seat) -> &[Piece] {
        self.own[seat].rack.as_deref().unwrap_or_default()
    }
}

impl Tried {
    fn stopped(why: Dropped) -> Self {
        let changes = Vec::new();
        Self::Stopped { changes, why }
    }
}

impl Keeper {
    /// Puts a desk where somebody sits without one: as they want every desk to be.
    pub(super) async fn furnish(&mut self) {
        let people: Vec<_> = self.affairs.people().collect();
        for (seat, person) in people {
            let kept = self.desks[seat].as_ref();
            if kept.is_none_or(|kept| kept.person != person) {
                let defaults = Box::pin(self.defaults_of(person)).await;
                let desk = Desk::fresh(defaults);
                self.desks[seat] = Some(Kept { person, desk });
            }
        }
    }

    /// What they have said is in memory where a bot runs: the table does not wait for the disk.
    async fn defaults_of(&self, person: PersonId) -> DeskDefaults {
        match self.house.store.said_by_person(person).await {
            Ok(settings) => DeskDefaults {
                order: settings
                    .arrangement
                    .as_deref()
                    .and_then(Order::from_word)
                    .unwrap_or_default(),
                auto_draw: settings.auto_draw.unwrap_or_default(),
            },
            Err(error) => {
                // They can still set everything at this table.
                tracing::warn!(table = %self.affairs.fixed.id, %error, "what a person wants cannot be read");
                DeskDefaults::default()
            }
        }
    }

    /// The table as this person, or a watcher, may see it, with their own desk and nobody else's.
    pub(super) fn look_as(&self, who: Option<PersonId>) -> Look {
        let look = Look {
            ahead: self.house.clock.ahead(),
            given_back: self.given_back,
            ..self.affairs.look(who, &self.messages)
        };
        let Some(seat) = look.viewer.seat() else {
            return look;
        };
        let desk = self.desk(seat);
        let held = desk.auto_draw.then(|| self.affairs.unasked(seat)).flatten();
        Look {
            held_back: held.and_then(Result::err),
            desk: Some(desk),
            ..look
        }
    }

    /// The desk of whoever sits there.
    fn desk(&self, seat: Seat) -> Desk {
        match &self.desks[seat] {
            Some(kept) if self.affairs.person_on(seat) == Some(kept.person) => kept.desk.clone(),
            _ => Desk::fresh(DeskDefaults::default()),
        }
    }

    /// The desks after a step: who leaves takes theirs along, a turn that is played uses up what was prepared for it.
    pub(super) fn desks_after(
        &self,
        next: &Affairs,
        step: &Step,
        plan: Option<&(Seat, Plan)>,
    ) -> Desks {
        let is_dealt = |change: &Change| matches!(change, Change::Dealt { .. });
        let is_dealt = step.changes.iter().any(is_dealt);
        let is_over = next.life != Life::Playing || next.is_between_rounds();
        self.desks.map(|seat, kept| {
            let mut kept = kept.clone()?;
            if next.person_on(seat) != Some(kept.person) {
                return None;
            }
            let desk = &mut kept.desk;
            if is_dealt && let Some(view) = next.view_of(seat) {
                desk.begin_round(&view);
            } else if !is_over {
                desk.follow(next.rack_of(seat));
            }
            // What the table draws is no move of the owner's: they are still to read why theirs was not made.
            let is_told =
                step.cause == Cause::AutoDraw && matches!(desk.plan, Plan::Dropped { .. });
            match plan {
                Some((of, plan)) if *of == seat => desk.plan = plan.clone(),
                _ if is_over || (self.plays_turn(step, seat) && !is_told) => {
                    desk.plan = Plan::Nothing;
                }
                _ => {}
            }
            Some(kept)
        })
    }

    fn plays_turn(&self, step: &Step, seat: Seat) -> bool {
        let plays = |change: &Change| matches!(change, Change::Played { seat: actor, .. } if *actor == seat);
        self.affairs.own[seat].turn.is_some() && step.changes.iter().any(plays)
    }

    /// The seat whose desk makes its owner's move now.
    pub(super) fn desk_to_act(&self) -> Option<Seat> {
        let affairs = &self.affairs;
        let to_act = affairs.waiting()?.seats;
        let acts = |seat: &Seat| {
            let Some(kept) = &self.desks[*seat] else {
                return false;
            };
            match kept.desk.plan {
                Plan::Ready { piece } => affairs.is_moment_for(*seat, piece),
                Plan::Early { .. } => true,
                _ => kept.desk.auto_draw && matches!(affairs.unasked(*seat), Some(Ok(_))),
            }
        };
        let is_playing = affairs.life == Life::Playing;
        let mut present = Seat::all(affairs.places.len())
            .filter(|seat| is_playing && to_act.contains(*seat) && affairs.is_present(*seat));
        present.find(acts)
    }

    /// Whether what is made for the owner of a seat is their own move, which came too early.
    pub(super) fn is_early(&self, seat: Seat) -> bool {
        let kept = self.desks[seat].as_ref();
        kept.is_some_and(|kept| kept.desk.early().is_some())
    }

    /// Draws for the owner of a seat, or makes the move they have prepared, or drops it and tells them.
    pub(super) async fn desk_acts(&mut self, seat: Seat) -> Result<(), No> {
        let desk = self.desk(seat);
        if let Some(action) = desk.early() {
            let played = self.affairs.played(seat, action);
            return self.make_early(seat, played).await;
        }
        let Some(piece) = desk.prepared() else {
            let Some(Ok(action)) = self.affairs.unasked(seat) else {
                return Ok(());
            };
            let changes = vec![self.affairs.played(seat, &action)?];
            let draft = Draft::unpressed(Cause::AutoDraw, Some(seat), changes);
            return self.commit(draft).await;
        };
        let (changes, plan) = match self.affairs.try_prepared(seat, piece) {
            // One after the other, each after its pause: at once it would be seen that it was prepared, and so that what
            // was drawn made no difference.
            Tried::Made(mut changes) if changes.len() > 1 => {
                changes.truncate(1);
                (changes, desk.plan)
            }
            Tried::Made(changes) => (changes, Plan::Made { piece }),
            Tried::Stopped { changes, why } => (changes, Plan::Dropped { piece, why }),
        };
        if changes.is_empty() {
            self.keep_desk(seat, Desk { plan, ..desk }).await?;
            self.tell();
            return Ok(());
        }
        let draft = Draft {
            plan: Some((seat, plan)),
            ..Draft::unpressed(Cause::Prepared, Some(seat), changes)
        };
        self.commit(draft).await
    }

    /// Makes the move that came too early. Should it not be allowed any more it goes, and its owner has the turn as usual.
    async fn make_early(&mut self, seat: Seat, played: Result<Change, Declined>) -> Result<(), No> {
        if let Ok(change) = played {
            let draft = Draft::unpressed(Cause::Prepared, Some(seat), vec![change]);
            return self.commit(draft).await;
        }
        let plan = Plan::Nothing;
        let desk = Desk {
            plan,
            ..self.desk(seat)
        };
        self.keep_desk(seat, desk).await?;
        self.tell();
        Ok(())
    }

    /// A move of whoever is next, in a short window that the rules leave for others, is a wait and no refusal (Kaluki rules 7.3):
    /// it is kept, and made when that is over. What would be refused then is refused at once.
    pub(super) async fn keep_if_early(&mut self, wish: &Wish, no: No) -> Result<(), No> {
        let is_too_early = |no: &No| {
            matches!(
                no,
                No::Declined(Declined::Refused(Refused::NotYourTurn { .. }))
            )
        };
        let Wish::Act(act) = wish else { return Err(no) };
        let (seat, [action]) = (self.affairs.seat_of(act.person), &act.actions[..]) else {
            return Err(no);
        };
        let Some(seat) = seat.filter(|_| is_too_early(&no)) else {
            return Err(no);
        };
        self.affairs.after_window(seat, action).ok_or(no)??;
        self.come_back(Some(act.person)).await;
        let action = Box::new(action.clone());
        let plan = Plan::Early { action };
        let desk = self.desk(seat);
        if desk.plan != plan {
            self.keep_desk(seat, Desk { plan, ..desk }).await?;
        }
        self.presses.note(act.press);
        Ok(())
    }

    /// The owner of a seat changes their desk.
    pub(super) async fn change_desk(
        &mut self,
        person: PersonId,
        press: PressId,
        change: DeskChange,
    ) -> Result<Answer, Declined> {
        self.settle_doubt().await?;
        if let Life::SetAside(why) = self.affairs.life {
            return Err(Declined::SetAside(why));
        }
        let seat = self.affairs.seat_of(person).ok_or(Declined::NotSeated)?;
        self.come_back(Some(person)).await;
        let changed = if self.presses.contains(press) {
            Err(No::Late)
        } else {
            self.desk_with(seat, change)
        };
        let outcome = match changed {
            Ok(desk) if desk == self.desk(seat) => Ok(()),
            Ok(desk) => self.keep_desk(seat, desk).await.map_err(No::Declined),
            Err(no) => Err(no),
        };
        let look = || Box::new(self.look_as(Some(person)));
        match outcome {
            Ok(()) => {
                let look = look();
                self.presses.note(press);
                Ok(Answer::Done(look))
            }
            Err(No::Late) => Ok(Answer::Late(look())),
            Err(No::Declined(declined)) => Err(declined),
        }
    }

    fn desk_with(&self, seat: Seat, change: DeskChange) -> Result<Desk, No> {
        let affairs = &self.affairs;
        match affairs.life {
            Life::Playing => {}
            Life::Lobby | Life::Starting => return Err(Declined::NotPlaying.into()),
            _ => return Err(No::Late),
        }
        let mut desk = self.desk(seat);
        let rack = affairs.rack_of(seat);
        match change {
            DeskChange::AutoDraw { on } => desk.auto_draw = on,
            DeskChange::Order(order) => {
                let view = affairs.view_of(seat).ok_or(Declined::NotPlaying)?;
                desk.turn_to(order, &view);
            }
            DeskChange::Own(pieces) => {
                desk.own = same_pieces(pieces, rack).ok_or(No::Late)?;
                desk.order = Order::Own;
            }
            DeskChange::Prepare { piece, drawn_from } => {
                let is_old = drawn_from.is_some_and(|from| {
                    from < affairs.seat_revisions[seat] || from > affairs.revision
                });
                if is_old || !affairs.may_prepare(seat) || !rack.contains(&piece) {
                    return Err(No::Late);
                }
                desk.plan = Plan::Ready { piece };
            }
            DeskChange::Cancel => {
                if desk.prepared().is_none() && desk.early().is_none() {
                    return Err(No::Late);
                }
                desk.plan = Plan::Nothing;
            }
        }
        Ok(desk)
    }

    /// Writes a desk, then puts it in its place.
    async fn keep_desk(&mut self, seat: Seat, desk: Desk) -> Result<(), Declined> {
        let person = self.affairs.person_on(seat).ok_or(Declined::NotSeated)?;
        let kept = Kept { person, desk };
        let table = self.affairs.fixed.id.clone();
        let row = desk::row_of(seat, &kept);
        let began = self.house.clock.now();
        let written = self.house.store.keep_desk(table, row).await;
        self.spare_if_slow(began);
        match written {
            Ok(()) => {
                self.desks[seat] = Some(kept);
                self.hold_until = None;
                Ok(())
            }
            Err(NotWritten::Refused | NotWritten::Taken) => Err(Declined::DiskRefused),
            Err(NotWritten::Unknown) => {
                // Only the disk knows: the table is read again.
                self.must_reload = true;
                Err(Declined::Unsure)
            }
        }
    }
}

/// The pieces, if they are those of the rack in some order.
fn same_pieces(pieces: Vec<Piece>, rack: &[Piece]) -> Option<Vec<Piece>> {
    let mut sorted = pieces.clone();
    sorted.sort_unstable();
    let mut held = rack.to_vec();
    held.sort_unstable();
    (sorted == held).then_some(pieces)
}
