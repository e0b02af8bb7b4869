//! A table as one person may see it: built up field by field, never cut out.

use super::affairs::Affairs;
use super::timing::Span;
use super::{Ahead, Former, Life, Look, PersonId, Places, Revision};
use crate::rules::any::AnyView;
use crate::rules::chance::digest_of_presses;
use crate::rules::{Game, PerSeat, Seat, Seats, Viewer, Waiting};
use crate::store::PlaceRow;

impl Affairs {
    /// What this person, or a watcher, may see.
    pub(super) fn look(&self, who: Option<PersonId>, messages: &PlaceRow) -> Look {
        let seat = who.and_then(|person| self.seat_of(person));
        let viewer = seat.map_or(Viewer::Watcher, Viewer::Seat);
        let game = self.game.as_ref();
        Look {
            table: self.fixed.id.clone(),
            revision: self.revision,
            seen_revision: self.seen_revision_of(seat),
            life: self.life,
            game: self.fixed.game(),
            options: self.options.clone(),
            former: match self.life {
                Life::Lobby => self.former.clone(),
                _ => Former::default(),
            },
            level: self.fixed.level,
            preset: self.fixed.preset,
            places: self.places_with(messages),
            host: self.host_person,
            language: self.fixed.language.clone(),
            seal: self.fixed.seal(),
            presses: self.presses(),
            seats_drawn: self.seats_drawn && self.rounds <= 1,
            came_from: self.came_from.clone(),
            seats: PerSeat::new(self.places.len(), |seat| self.places[seat].sitter),
            leaves_out: self.leaves_out,
            fewest: match self.life {
                Life::Lobby => self.needed_of(0),
                _ => self.places.len(),
            },
            missing: self.missing(),
            viewer,
            seat_revision: seat.map(|seat| self.seat_revisions[seat]),
            view: game.map(|game| self.shown(game.view(viewer))),
            actions: match seat {
                Some(seat) if self.life == Life::Playing => self.own[seat].actions.clone(),
                _ => Vec::new(),
            },
            may_interject: seat.is_some_and(|seat| self.interjectors().contains(seat)),
            waiting: self
                .waiting()
                .filter(|_| self.life == Life::Playing)
                .map(|waiting| waiting.seen_by(viewer)),
            deadline: self.clock_for(viewer).map(|span| span.until),
            turn_since: self.clock_for(viewer).map(|span| span.since),
            // The keeper of the table has the clock and the desks, and knows what was given back.
            ahead: Ahead::default(),
            given_back: 0,
            next_round_at: self
                .pause
                .filter(|_| self.rounds > 0)
                .map(|span| span.until),
            ready: self.ready,
            votes: self.votes_that_count(),
            voters: self.voters().map(|(seat, _)| seat).collect(),
            out: game.map_or(Seats::NONE, Game::out),
            done: self.left_when_out(),
            seats_stay: self.seats_stay(),
            may_take: who.map_or(Seats::NONE, |person| self.seats_to_take(person)),
            rated: self.rated,
            terms_changed_at: match self.life {
                Life::Lobby | Life::Starting => self.terms_changed_at(),
                _ => None,
            },
            casual: match self.life {
                Life::Lobby => self.would_be_casual(),
                _ => self.casual,
            },
            is_one_sided: self.is_one_sided,
            stepped_in: who.is_some_and(|person| self.has_stepped_in(person)),
            left_before: who.is_some_and(|person| self.has_lost_by_leaving(person)),
            come_back: self.returned(),
            taken_over: self.taken_over(),
            left_casually: who.is_some_and(|person| self.has_lost_casually(person)),
            slept: seat.is_some_and(|seat| self.places[seat].zeros > 0),
            was_away: seat.is_some_and(|seat| self.places[seat].was_away),
            closes_at: self.closing().map(|span| span.until),
            desk: None,
            held_back: None,
        }
    }

    /// A game that was slept through from its start has nobody who won it: its last round is over like any other.
    pub(super) fn shown(&self, view: AnyView) -> AnyView {
        match self.life {
            Life::Abandoned(_) => view.without_standing(),
            _ => view,
        }
    }

    /// What runs until the table closes, if nobody presses anything.
    fn closing(&self) -> Option<Span> {
        match self.life {
            Life::Lobby | Life::Starting => Some(self.lobby),
            Life::Playing if self.is_between_rounds() => self.absence.filter(|_| self.rests()),
            Life::Playing | Life::Finished | Life::Abandoned(_) | Life::SetAside(_) => None,
        }
    }

    /// What the message that the game begins shows of the presses that hold a seat; `None` until they are fixed.
    fn presses(&self) -> Option<String> {
        let presses = self.fixed_presses();
        (!presses.is_empty()).then(|| digest_of_presses(&presses))
    }

    /// Who may act out of turn.
    pub(super) fn interjectors(&self) -> Seats {
        match &self.game {
            Some(game) if self.life == Life::Playing && self.rounds > 0 => game.may_interject(),
            _ => Seats::NONE,
        }
    }

    fn places_with(&self, messages: &PlaceRow) -> Places {
        Places {
            server: self.fixed.server,
            channel: self.fixed.channel,
            parent: self.fixed.parent,
            own_thread: self.fixed.own_thread,
            board: messages.board,
            former: messages.former,
            lobby: messages.lobby,
            start: self.start,
            ping: messages.ping,
            barrier: messages.barrier,
            word: messages.word,
        }
    }

    /// Whether somebody has answered, and nobody sees who.
    pub(super) fn has_unseen_answers(&self) -> bool {
        let is_more = |waiting: Waiting| waiting.seen_by(Viewer::Watcher) != waiting;
        self.life == Life::Playing && self.waiting().is_some_and(is_more)
    }

    /// The last step that whoever has this seat may know of.
    pub(super) fn seen_revision_of(&self, seat: Option<Seat>) -> Revision {
        let own = seat.map(|seat| self.seat_revisions[seat]);
        own.unwrap_or_default().max(self.seen_revision)
    }

    /// Whether answers that nobody sees were waited for before the last step, and are still: then a seat's revision counts
    /// only what its owner may know of, or they would know how many others have answered.
    pub(super) fn is_still_asked(&self, waiting: Option<Waiting>) -> bool {
        let was_asked = self.own.values().any(|own| own.is_unseen);
        was_asked && waiting.is_some_and(Waiting::is_unseen)
    }

    /// The first time that is up.
    pub(super) fn first_deadline(&self) -> Option<Span> {
        let running = self.deadlines.values().flatten();
        running.min_by_key(|span| span.until).copied()
    }

    fn clock_for(&self, viewer: Viewer) -> Option<Span> {
        let own = viewer.seat().and_then(|seat| self.deadlines[seat]);
        own.or(self.seen_deadline)
    }
}
