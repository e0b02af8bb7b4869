//! The affairs of a table: all that follows from its journal, and nothing else.
//!
//! [`Affairs`] changes only by obeying steps, so that what a restart reads back is what was played.

use std::sync::Arc;

use super::change::{Cause, Change, Step, Unsound};
use super::deadlines::Spent;
use super::former::Former;
use super::leavers::Leaver;
use super::own::{Known, Own};
use super::seating::Seating;
use super::sittings::Sittings;
use super::terms::{Reading, TermsChange};
use super::timing::{ABSENCE, INVITATION, LOBBY_PATIENCE, ROUND_PAUSE, Span};
use super::{
    ChannelId, Life, MessageId, Moment, PersonId, Preset, PressId, Revision, ServerId, Sitter,
    TableId, Why,
};
use crate::computers::Level;
use crate::rules::any::{AnyEvent, AnyGame, AnyOptions, GameId};
use crate::rules::chance::{Chance, Contributions, Secret};
use crate::rules::{Game, Impossible, PerSeat, Seat, Seats, Waiting};

/// What is fixed when a table opens. No `Debug`: it holds the secret.
pub(super) struct Fixed {
    pub id: TableId,
    /// The house rules it was opened with; those that count now are in [`Affairs`].
    pub opened_with: AnyOptions,
    pub rules_version: String,
    pub level: Level,
    pub preset: Preset,
    pub language: String,
    pub server: Option<ServerId>,
    pub channel: ChannelId,
    /// Whether its result counts if two people or more sit at the start.
    pub rated: bool,
    pub parent: Option<ChannelId>,
    pub own_thread: bool,
    /// The table that this one plays once more.
    pub again: Option<TableId>,
    pub secret: Secret,
    pub opened_at: Moment,
}

impl Fixed {
    pub(super) fn game(&self) -> GameId {
        self.opened_with.game()
    }

    pub(super) fn seal(&self) -> String {
        self.secret
            .seal(self.id.as_str(), self.game().id(), &self.rules_version)
            .to_string()
    }
}

/// A seat of the table and who sits there.
#[derive(Clone)]
pub(super) struct Place {
    pub sitter: Sitter,
    /// The step with which its owner sat down.
    pub since: Revision,
    /// The press that took it, until the start.
    pub contribution: Option<PressId>,
    /// How often in a row the time was up.
    pub zeros: u8,
    /// Its owner is back from away and has not moved since.
    pub was_away: bool,
    /// The points of the seat when its owner sat down.
    pub found: i32,
    /// What it has lost since then that somebody else owes.
    pub relieved: i32,
}

impl Place {
    fn empty() -> Self {
        Self {
            sitter: Sitter::Empty,
            since: Revision::default(),
            contribution: None,
            zeros: 0,
            was_away: false,
            found: 0,
            relieved: 0,
        }
    }
}

/// All that follows from a table's journal.
#[derive(Clone)]
pub(super) struct Affairs {
    pub fixed: Arc<Fixed>,
    /// The house rules; in the lobby the host may change them.
    pub options: AnyOptions,
    /// What they were.
    pub former: Former,
    /// Whether the host has chosen that free seats are left out at the start, and go to no computers.
    pub leaves_out: bool,
    /// Whether the table was opened so, as a rematch may be, and with how many seats.
    pub opened_as: (bool, usize),
    pub revision: Revision,
    pub life: Life,
    pub places: PerSeat<Place>,
    pub host: Seat,
    /// Who has the host's rights, or had them last.
    pub host_person: PersonId,
    /// Who opened the table; nobody before the first step.
    pub opener: Option<PersonId>,
    /// Who left during the game, and which seat.
    pub leavers: Vec<Leaver>,
    /// Whom the host removed from the lobby and has not invited since.
    pub removed: Vec<PersonId>,
    /// Who played at the table that this one plays once more, and where.
    pub called: Seating,
    /// How often people have sat down in the lobby.
    pub sittings: Sittings,
    /// The last change of the terms in the lobby.
    pub terms: Option<TermsChange>,
    /// Somebody came to a rematch whose partners choose each other, or that leaves free seats out.
    pub arrival: Option<Reading>,
    /// The presses that held a seat at the start.
    pub contributions: Vec<(Seat, PressId)>,
    pub start: Option<MessageId>,
    /// Whether people sit where they drew to sit: nobody has left since.
    pub seats_drawn: bool,
    /// On which seat of the lobby everybody sat who sits here now: what a table keeps goes with them.
    pub came_from: PerSeat<Seat>,
    pub chance: Option<Chance>,
    pub game: Option<AnyGame>,
    pub rounds: u32,
    /// Whether the result counts if two people or more play; in the lobby the host may change it.
    pub rated: bool,
    pub casual: bool,
    /// It is casual although it was to count: people play, and all of them on one side.
    pub is_one_sided: bool,
    /// What it was when *Start* was pressed.
    pub started_casual: bool,
    /// A person has made a move of their own, at once or prepared.
    pub has_moved: bool,
    pub ready: Seats,
    /// Who votes for ending the table, in this round; once it is over, and before the first, in the next one.
    pub votes: Seats,
    pub own: PerSeat<Arc<Own>>,
    pub seat_revisions: PerSeat<Revision>,
    pub deadlines: PerSeat<Option<Span>>,
    /// What each seat has had of the turn that it is asked for.
    pub spent: PerSeat<Spent>,
    /// The first time that is up, as everybody sees it: where answers are unseen nobody's answer changes it.
    pub seen_deadline: Option<Span>,
    /// The last step that everybody may know of: where answers are unseen they are not counted, so it may be behind.
    pub seen_revision: Revision,
    /// Runs between a round and the next.
    pub pause: Option<Span>,
    /// Runs while the table is forsaken.
    pub absence: Option<Span>,
    /// Until when a server that has thrown the bot out may invite it again. Runs since the last step.
    pub invitation: Span,
    /// Nobody was back since the round was dealt.
    pub absent_all_round: bool,
    /// Which round was played when computers were left among themselves.
    pub alone_since: Option<u32>,
    /// Runs before the game.
    pub lobby: Span,
    pub last_step_at: Moment,
    /// The same by a clock that may have been set back since: never a moment that is still to come.
    pub moved_at: Moment,
}

impl Affairs {
    /// A table before its first step.
    pub(super) fn new(fixed: Arc<Fixed>, seats: usize) -> Self {
        let opened_at = fixed.opened_at;
        let first = Seat::all(1).next().expect("every table has a first seat");
        Self {
            revision: Revision::default(),
            life: Life::Lobby,
            places: PerSeat::new(seats, |_| Place::empty()),
            host: first,
            host_person: PersonId::new(0),
            opener: None,
            leavers: Vec::new(),
            removed: Vec::new(),
            called: Seating::default(),
            sittings: Sittings::default(),
            terms: None,
            arrival: None,
            contributions: Vec::new(),
            start: None,
            seats_drawn: false,
            came_from: PerSeat::new(seats, |seat| seat),
            chance: None,
            game: None,
            rounds: 0,
            rated: fixed.rated,
            leaves_out: false,
            opened_as: (false, seats),
            casual: true,
            is_one_sided: false,
            started_casual: true,
            has_moved: false,
            ready: Seats::NONE,
            votes: Seats::NONE,
            own: PerSeat::new(seats, |_| Arc::default()),
            seat_revisions: PerSeat::new(seats, |_| Revision::default()),
            deadlines: PerSeat::new(seats, |_| None),
            spent: PerSeat::new(seats, |_| Spent::default()),
            seen_deadline: None,
            seen_revision: Revision::default(),
            pause: None,
            absence: None,
            invitation: Span::new(opened_at, INVITATION),
            absent_all_round: false,
            alone_since: None,
            lobby: Span::new(opened_at, LOBBY_PATIENCE),
            last_step_at: opened_at,
            moved_at: opened_at,
            options: fixed.opened_with.clone(),
            former: Former::default(),
            fixed,
        }
    }

    /// The affairs after this step, which is given the changes that follow from its own.
    pub(super) fn after(&self, step: &mut Step) -> Result<Self, Unsound> {
        let mut next = self.clone();
        for change in &step.changes {
            next.obey(step, change)?;
        }
        if let Some(change) = next.consequence() {
            next.obey(step, &change)?;
            step.changes.push(change);
        }
        next.settle(step, &Known::always(next.places.len()));
        Ok(next)
    }

    /// Obeys a step of the journal, which has all its changes. What belongs to seats is asked for where it has to be known.
    pub(super) fn replay(&mut self, step: &Step, known: &Known) -> Result<(), Unsound> {
        self.obey_all(step)?;
        self.settle(step, known);
        Ok(())
    }

    /// Obeys the changes of the next step of the journal, and leaves what depends on it as a whole.
    pub(super) fn obey_all(&mut self, step: &Step) -> Result<(), Unsound> {
        if step.revision != self.revision.next() {
            return Err(Unsound::Gap(self.revision.next()));
        }
        for change in &step.changes {
            self.obey(step, change)?;
        }
        Ok(())
    }

    /// Obeys one change of a step.
    fn obey(&mut self, step: &Step, change: &Change) -> Result<(), Unsound> {
        let is_at_table = |seat| self.places.get(seat).is_some();
        let obeyed = if change.seat().is_none_or(is_at_table) {
            self.follow(step, change)
        } else {
            None
        };
        obeyed.ok_or(Unsound::OutOfPlace(step.revision))
    }

    /// What a change does; `None` if it has no place here. The table has the seat that it names.
    fn follow(&mut self, step: &Step, change: &Change) -> Option<()> {
        match change {
            Change::Sat { seat } => self.sit(*seat, step)?,
            Change::Computer { seat, level } => self.add_computer_on(*seat, *level, step),
            Change::Emptied { seat } => self.empty(*seat, step),
            Change::Options { options } => self.choose(options, step)?,
            Change::Counts { rated } => self.count_as(*rated, step)?,
            Change::FreeSeats { filled } => self.choose_free_seats(*filled, step)?,
            Change::SeatsClosed { seats } => self.close_up(seats)?,
            Change::Hosts { seat } => self.host(*seat)?,
            Change::Starting { casual } => self.fix_seats(*casual),
            Change::Began { start } => self.begin(*start),
            Change::SeatsDrawn { seats } => self.draw_seats(seats)?,
            Change::Dealt { events } => self.deal(events)?,
            Change::Played { seat, events } => self.play(*seat, events, step.cause)?,
            Change::Slept { seat } => {
                let zeros = &mut self.places[*seat].zeros;
                *zeros = zeros.saturating_add(1);
            }
            Change::WentAway { seat } => self.go_away(*seat),
            Change::CameBack { seat } => self.come_back(*seat),
            Change::Ready { seat } => self.ready = self.ready.with(*seat),
            Change::Voted { seat } => self.votes = self.votes.with(*seat),
            Change::Left { seat, level } => self.hand_over(*seat, *level, step)?,
            Change::Finished => self.life = Life::Finished,
            Change::Abandoned { why } => self.life = Life::Abandoned(*why),
        }
        Some(())
    }

    fn sit(&mut self, seat: Seat, step: &Step) -> Option<()> {
        let (person, press) = (step.sat?, step.press?);
        match step.actor {
            // Whoever opens the table was not there before.
            _ if self.life != Life::Lobby || self.opener.is_none() => {}
            None => self.sittings.sits(person),
            // Whoever had a seat when they pressed has moved.
            Some(_) => self.sittings.moves(person),
        }
        self.places[seat] = Place {
            sitter: Sitter::Person {
                person,
                away: false,
            },
            since: step.revision,
            contribution: Some(press),
            zeros: 0,
            was_away: false,
            found: self.points_of(seat),
            relieved: 0,
        };
        self.takes_up(seat, person);
        self.note_reader(person, step.at);
        self.note_arrival(step);
        self.removed.retain(|removed| *removed != person);
        self.absent_all_round = false;
        Some(())
    }

    /// Whoever gets up empties their own seat; that of somebody else only the host does, who removes them.
    fn empty(&mut self, seat: Seat, step: &Step) {
        let is_removed = step.actor.is_some_and(|actor| actor != seat);
        self.removed
            .extend(self.person_on(seat).filter(|_| is_removed));
        self.note_change_of_seats(step);
        self.places[seat] = Place::empty();
    }

    /// A computer sits down, as it may be not of the kind that a start puts on free seats.
    fn add_computer_on(&mut self, seat: Seat, level: Level, step: &Step) {
        if level != self.fixed.level || !self.fills_free_seats() {
            self.note_change_of_seats(step);
        }
        self.seat_computer(seat, level, None);
    }

    fn seat_computer(&mut self, seat: Seat, level: Level, instead_of: Option<PersonId>) {
        self.places[seat].sitter = Sitter::Computer { level, instead_of };
    }

    fn choose(&mut self, options: &AnyOptions, step: &Step) -> Option<()> {
        let is_due = self.life == Life::Lobby && options.game() == self.fixed.game();
        let fits = is_due && options.check(self.places.len()).is_ok();
        let before = std::mem::replace(&mut self.options, fits.then(|| options.clone())?);
        self.former.note(&before, options);
        self.note_change_of_terms(self.host_person, step);
        Some(())
    }

    fn count_as(&mut self, rated: bool, step: &Step) -> Option<()> {
        self.rated = (self.life == Life::Lobby).then_some(rated)?;
        self.note_change_of_terms(self.host_person, step);
        Some(())
    }

    fn host(&mut self, seat: Seat) -> Option<()> {
        self.host = seat;
        self.host_person = self.person_on(seat)?;
        self.opener.get_or_insert(self.host_person);
        Some(())
    }

    fn deal(&mut self, events: &[AnyEvent]) -> Option<()> {
        self.happen(events).ok()?;
        self.rounds += 1;
        self.ready = Seats::NONE;
        self.absent_all_round = self.all_away();
        Some(())
    }

    fn play(&mut self, seat: Seat, events: &[AnyEvent], cause: Cause) -> Option<()> {
        self.happen(events).ok()?;
        self.collect_losses();
        if self.is_between_rounds() {
            // They counted for this round.
            self.votes = Seats::NONE;
        }
        // A prepared move is the owner's own; a draw by the table is no sign of them.
        if matches!(cause, Cause::Press | Cause::Prepared) {
            let place = &mut self.places[seat];
            (place.zeros, place.was_away) = (0, false);
            self.has_moved = true;
        }
        Some(())
    }

    fn go_away(&mut self, seat: Seat) {
        if let Sitter::Person { away, .. } = &mut self.places[seat].sitter {
            *away = true;
        }
    }

    fn come_back(&mut self, seat: Seat) {
        let place = &mut self.places[seat];
        if let Sitter::Person { away, .. } = &mut place.sitter {
            *away = false;
        }
        (place.zeros, place.was_away) = (0, true);
        self.absent_all_round = false;
    }

    fn hand_over(&mut self, seat: Seat, level: Level, step: &Step) -> Option<()> {
        self.votes = self.votes.without(seat);
        let leaver = self.person_on(seat)?;
        self.note_leaver(seat, leaver);
        self.seat_computer(seat, level, Some(leaver));
        if self.life == Life::Starting {
            self.looks_at_sides();
            self.note_computer_instead(leaver, step);
        }
        // Who takes the seat has drawn nothing; before the first deal whoever sits there still draws.
        self.seats_drawn &= self.rounds == 0;
        Some(())
    }

    /// Whoever is left alone before the first deal, or among partners, would play a game that counts against computers.
    pub(super) fn looks_at_sides(&mut self) {
        self.casual |= self.has_few_sides();
        self.is_one_sided = self.is_casual_for_its_sides();
    }

    fn is_casual_for_its_sides(&self) -> bool {
        self.casual && self.rated && !self.has_few_people()
    }

    /// Whether a seat has no part in the rest of the game.
    pub(super) fn is_out(&self, seat: Seat) -> bool {
        self.game
            .as_ref()
            .is_some_and(|game| game.out().contains(seat))
    }

    /// Something happens in the game: it has begun, and all of it can happen.
    fn happen(&mut self, events: &[AnyEvent]) -> Result<(), Impossible> {
        let game = self.game.as_mut().ok_or(Impossible)?;
        game.apply_all(events)
    }

    fn fix_seats(&mut self, casual: bool) {
        self.life = Life::Starting;
        self.sittings = Sittings::default();
        // They were read.
        (self.terms, self.arrival) = (None, None);
        (self.casual, self.started_casual) = (casual, casual);
        self.is_one_sided = self.is_casual_for_its_sides();
        self.contributions = self
            .places
            .iter()
            .filter_map(|(seat, place)| Some((seat, place.contribution?)))
            .collect();
    }

    fn begin(&mut self, start: MessageId) {
        self.life = Life::Playing;
        self.start = Some(start);
        self.chance = Some(self.chance_with(start));
        self.game = Some(AnyGame::new(&self.options, self.places.len()));
    }

    /// The presses that held a seat at the start, as they are hashed.
    pub(super) fn fixed_presses(&self) -> Vec<(Seat, u64)> {
        let presses = self.contributions.iter();
        presses.map(|(seat, press)| (*seat, press.get())).collect()
    }

    /// The chance of a game that begins with this message.
    pub(super) fn chance_with(&self, start: MessageId) -> Chance {
        let fixed = &self.fixed;
        let contributions = Contributions {
            seats: self.fixed_presses(),
            start: start.get(),
        };
        let (table, game) = (fixed.id.as_str(), fixed.game().id());
        Chance::new(&fixed.secret, table, game, &contributions)
    }

    /// What the last change brings about beyond itself.
    fn consequence(&self) -> Option<Change> {
        if !self.life.is_live() {
            return None;
        }
        if self.is_deserted() {
            return Some(Change::Abandoned { why: Why::Deserted });
        }
        let game = self.game.as_ref().filter(|_| self.life == Life::Playing)?;
        if game.standing().is_some() {
            let why = Why::AllAway;
            let is_void = !self.casual && self.is_slept_from_the_start();
            return Some(if is_void {
                Change::Abandoned { why }
            } else {
                Change::Finished
            });
        }
        if self.is_voted_out() {
            return Some(Change::Abandoned { why: Why::Voted });
        }
        let is_slept_through = self.absent_all_round && self.is_forsaken();
        let deserted_round = self.is_between_rounds() && is_slept_through;
        (deserted_round && self.fixed.preset != Preset::Days)
            .then_some(Change::Abandoned { why: Why::AllAway })
    }

    /// Nobody is left for whom the game goes on. Where somebody went who was out of it, it is played to its end for them.
    fn is_deserted(&self) -> bool {
        self.people().next().is_none() && !self.somebody_is_done()
    }

    /// More than half of the people want the table to end. Whoever is left alone decides nothing for those who went.
    fn is_voted_out(&self) -> bool {
        !self.has_few_voters() && self.votes_that_count().len() > self.voters().count() / 2
    }

    /// Who votes for ending the table, of those who decide about it.
    pub(super) fn votes_that_count(&self) -> Seats {
        let seats = self.voters().map(|(seat, _)| seat);
        seats.filter(|seat| self.votes.contains(*seat)).collect()
    }

    /// Brings up to date what depends on the step as a whole.
    fn settle(&mut self, step: &Step, known: &Known) {
        let has_rested = self.absence.is_some() && self.fixed.preset == Preset::Days;
        self.revision = step.revision;
        self.moved_at = step.at;
        if step.cause == Cause::Press {
            self.lobby = Span::new(step.at, LOBBY_PATIENCE);
        }
        self.alone_since = (self.life == Life::Playing && self.players().next().is_none())
            .then(|| self.alone_since.unwrap_or(self.rounds));
        let waiting = self.waiting();
        let is_still_asked = self.is_still_asked(waiting);
        for seat in Seat::all(self.places.len()) {
            let own = match (&self.game, waiting.filter(|_| self.life.is_live())) {
                (Some(game), Some(waiting)) if known.has(seat, step.revision) => {
                    Own::of(game, waiting, seat)
                }
                (_, Some(waiting)) => Own::asked(waiting, seat),
                (_, None) => Own::default(),
            };
            self.spent[seat] = self.spent_after(step, seat, own.turn);
            self.deadlines[seat] = self.deadline_after(step, seat, own.turn);
            if own != *self.own[seat] {
                self.own[seat] = Arc::new(own);
                self.seat_revisions[seat] = if is_still_asked {
                    self.seen_revision_of(Some(seat)).next()
                } else {
                    step.revision
                };
            }
        }
        self.last_step_at = step.at;
        if !self.has_unseen_answers() {
            self.seen_deadline = self.first_deadline();
        }
        if !is_still_asked {
            self.seen_revision = step.revision;
        } else if step.changes.iter().any(Change::is_seen_while_asked) {
            self.seen_revision = self.seen_revision.next();
        }
        // Whoever ends the rest of a table sees how the round ended: its pause begins with them.
        let pause = self.pause.filter(|_| !has_rested || self.rests());
        self.pause = self
            .is_between_rounds()
            .then(|| pause.unwrap_or(Span::new(step.at, ROUND_PAUSE)));
        self.absence = (self.life == Life::Playing && self.is_forsaken())
            .then(|| self.absence.unwrap_or(Span::new(step.at, ABSENCE)));
        self.invitation = self.invitation_after(step);
    }

    /// Who is to act, once a round was dealt.
    pub(super) fn waiting(&self) -> Option<Waiting> {
        (self.rounds > 0).then_some(self.game.as_ref()?.waiting())
    }

    /// A round is over and the game is not.
    pub(super) fn is_between_rounds(&self) -> bool {
        self.life == Life::Playing
            && self
                .waiting()
                .is_some_and(|waiting| waiting.seats.is_empty())
            && self
                .game
                .as_ref()
                .is_some_and(|game| game.standing().is_none())
    }
}
