//! Obeying what happened: the only place where the state of Hachinin-meri changes.
//!
//! An event is the truth of a journal. One that cannot happen here is refused before anything has changed.

use super::Event;
use super::deal::{self, Spread};
use super::options::HiddenRobai;
use super::order::robai;
use super::score::Made;
use super::state::{Meri, Round, SEATS, TRICKS, Trick};
use super::trick::Play;
use super::view::Phase;
use crate::karuta::Karuta;
use crate::{Impossible, PerSeat, Seat, Seats};

pub(super) fn apply(game: &mut Meri, event: &Event) -> Result<(), Impossible> {
    if !is_possible(game, event) {
        return Err(Impossible);
    }
    match event {
        Event::Dealt {
            deck,
            half,
            again,
            dealer,
        } => {
            let spread = deal::spread(deck, *half, again).ok_or(Impossible)?;
            game.round = Some(dealt(game, spread, *dealer));
            game.turns += 1;
        }
        Event::Over { standing } => game.standing = Some(standing.clone()),
        Event::RoundEnded { total } => {
            game.sheet.push(total.diff);
            with_round(game, |round| {
                round.total = Some(*total);
                round.phase = Phase::RoundOver;
            });
        }
        Event::Readied { seat } => readied(game, *seat),
        Event::Called { seat } => {
            with_round(game, |round| round.call(*seat));
            game.turns += 1;
        }
        Event::Led {
            seat,
            lead,
            discard,
        } => {
            with_round(game, |round| round.lay_away(*seat, *discard));
            played(game, *seat, *lead);
        }
        Event::Played { seat, karuta } => played(game, *seat, *karuta),
        Event::Won { seat, made } => with_round(game, |round| round.turn_over(*seat, *made)),
    }
    Ok(())
}

/// Whether this can happen now, whatever the rules say about who should have done what.
fn is_possible(game: &Meri, event: &Event) -> bool {
    let Some(round) = &game.round else {
        return matches!(event, Event::Dealt { .. });
    };
    let holds = |seat: &Seat, karuta: &Karuta| round.racks[*seat].contains(karuta);
    let is_asked = |seat: &Seat| round.phase == Phase::Robau && !round.ready.contains(*seat);
    let is_over = round.phase == Phase::RoundOver;
    let is_full = round.plays.len() == SEATS;
    match event {
        Event::Dealt { .. } => is_over && game.standing.is_none(),
        Event::Readied { seat } => is_asked(seat),
        Event::Called { seat } => is_asked(seat) && holds(seat, &robai(round.trump())),
        Event::Led {
            seat,
            lead,
            discard,
        } => {
            let both = lead != discard && holds(seat, lead) && holds(seat, discard);
            round.phase == Phase::Uchidashi(*seat) && both
        }
        Event::Played { seat, karuta } => {
            round.phase == Phase::Play(*seat) && !is_full && holds(seat, karuta)
        }
        Event::Won { seat, made } => is_full && made.is_none_or(|made| made.is_possible(*seat)),
        Event::RoundEnded { total } => {
            !is_over && round.tricks.len() == TRICKS && total.is_possible()
        }
        Event::Over { standing } => is_over && game.standing.is_none() && standing.is_of(SEATS),
    }
}

fn with_round(game: &mut Meri, change: impl FnOnce(&mut Round)) {
    if let Some(round) = &mut game.round {
        change(round);
    }
}

/// The round of a deal.
fn dealt(game: &Meri, spread: Spread, dealer: Seat) -> Round {
    let mut racks = PerSeat::new(SEATS, |_| Vec::new());
    for (seat, rack) in game.order(dealer).zip(spread.racks) {
        racks[seat] = rack;
    }
    let mut round = Round {
        dealer,
        okie: spread.okie,
        leftovers: spread.leftovers,
        phase: Phase::Robau,
        ready: Seats::NONE,
        caller: None,
        taker: None,
        racks,
        discard: None,
        tricks: Vec::new(),
        plays: Vec::new(),
        total: None,
    };
    round.begin(game.options.hidden_robai);
    round
}

/// The last *ready* gives the okie to the dealer (Hachinin-meri rules 6).
fn readied(game: &mut Meri, seat: Seat) {
    let mut all_are_ready = false;
    with_round(game, |round| {
        round.ready = round.ready.with(seat);
        all_are_ready = round.ready == Seats::first(SEATS);
        if all_are_ready {
            round.take_okie(round.dealer);
        }
    });
    game.turns += u32::from(all_are_ready);
}

/// A karuta leaves its rack for the trick, and the next seat is to play.
fn played(game: &mut Meri, seat: Seat, karuta: Karuta) {
    let next = game.next(seat);
    with_round(game, |round| {
        round.remove(seat, karuta);
        round.plays.push(Play { seat, karuta });
        round.phase = Phase::Play(next);
    });
    game.turns += 1;
}

impl Round {
    /// Nobody is asked where the robai is turned up, or must not be hidden (Hachinin-meri rules 12).
    fn begin(&mut self, hidden_robai: HiddenRobai) {
        if self.okie == robai(self.trump()) {
            self.take_okie(self.dealer);
        } else if hidden_robai == HiddenRobai::Off {
            match self.robai_holder() {
                Some(holder) => self.call(holder),
                None => self.take_okie(self.dealer),
            }
        }
    }

    fn call(&mut self, seat: Seat) {
        self.caller = Some(seat);
        self.take_okie(seat);
    }

    fn take_okie(&mut self, seat: Seat) {
        let rack = &mut self.racks[seat];
        let place = rack.partition_point(|held| *held < self.okie);
        rack.insert(place, self.okie);
        self.taker = Some(seat);
        self.phase = Phase::Uchidashi(seat);
    }

    fn lay_away(&mut self, seat: Seat, discard: Karuta) {
        self.remove(seat, discard);
        self.discard = Some(discard);
    }

    fn remove(&mut self, seat: Seat, karuta: Karuta) {
        self.racks[seat].retain(|held| *held != karuta);
    }

    /// The winner leads the next trick.
    fn turn_over(&mut self, winner: Seat, made: Option<Made>) {
        let plays = std::mem::take(&mut self.plays);
        self.tricks.push(Trick {
            plays,
            winner,
            made,
        });
        self.phase = Phase::Play(winner);
    }
}
