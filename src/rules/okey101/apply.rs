//! Obeying what happened: the only place where the state of 101 changes.
//!
//! An event is the truth of a journal. One that cannot have happened here changes nothing.

use super::Event;
use super::deal::{self, Spread};
use super::meld::{Meld, Place};
use super::opening::Opening;
use super::penalties::{Penalty, Reason};
use super::state::{Act, Happened, Laid, LaidOff, Okey101, Round, Slot, Turn, add};
use super::view::{Moved, Phase, RoundResult};
use crate::meld::remove;
use crate::tile::Tile;
use crate::{PerSeat, Seat};

pub(super) fn apply(game: &mut Okey101, event: &Event) {
    if !names_seats_of(game, event) {
        return;
    }
    let seats = game.seats;
    match event {
        Event::Dealt { deck, dealer, dice } => dealt(game, deck, *dealer, dice),
        Event::Discarded { seat, tile } => discarded(game, *seat, *tile),
        Event::RoundEnded { result } => ended(game, result),
        Event::Over { standing } => game.standing = Some(standing.clone()),
        other => {
            if let Some(round) = &mut game.round {
                in_round(round, other, seats);
            }
        }
    }
}

/// Whether every seat that an event speaks of is one of this table.
fn names_seats_of(game: &Okey101, event: &Event) -> bool {
    let sits = |seat: &Seat| seat.index() < game.seats;
    match event {
        Event::Dealt { dealer: seat, .. }
        | Event::Drew { seat, .. }
        | Event::Took { seat, .. }
        | Event::Returned { seat, .. }
        | Event::Opened { seat, .. }
        | Event::OpeningFailed { seat, .. }
        | Event::Laid { seat, .. }
        | Event::LaidOff { seat, .. }
        | Event::TookBack { seat }
        | Event::Swapped { seat, .. }
        | Event::Discarded { seat, .. }
        | Event::Charged { seat, .. }
        | Event::Passed { seat } => sits(seat),
        Event::RoundEnded { result } => result.lines.len() == game.seats,
        Event::Over { standing } => standing.points.len() == game.seats,
    }
}

/// What changes the round alone.
fn in_round(round: &mut Round, event: &Event, seats: usize) {
    match event {
        Event::Drew { seat, tile } => drew(round, *seat, *tile),
        Event::Took { seat, tile } => took(round, *seat, *tile, seats),
        Event::Returned { seat, tile } => returned(round, *seat, *tile, seats),
        Event::Opened {
            seat,
            opening,
            melds,
        } => opened(round, *seat, *opening, melds),
        Event::OpeningFailed {
            seat,
            fault,
            points,
        } => {
            round.turn.failed = true;
            round.turn.fault = Some(*fault);
            round.note(Moved::OpeningFailed { seat: *seat });
            round.charge(*seat, Reason::OpeningFailed, *points);
        }
        Event::Laid { seat, meld } => {
            let moved = Moved::Laid {
                seat: *seat,
                meld: meld.clone(),
            };
            round.note(moved);
            round.lay(*seat, meld);
            round.did(Act::Firm);
        }
        Event::LaidOff {
            seat,
            tile,
            meld,
            place,
        } => laid_off(round, *seat, *tile, *meld, *place),
        Event::TookBack { seat } => took_back(round, *seat),
        Event::Swapped {
            seat,
            tile,
            meld,
            at,
        } => swapped(round, *seat, *tile, *meld, *at),
        Event::Charged {
            seat,
            reason,
            points,
        } => round.charge(*seat, *reason, *points),
        Event::Passed { seat } => round.note(Moved::Passed { seat: *seat }),
        Event::Dealt { .. }
        | Event::Discarded { .. }
        | Event::RoundEnded { .. }
        | Event::Over { .. } => {}
    }
}

fn dealt(game: &mut Okey101, deck: &[Tile], dealer: Seat, dice: &[u8]) {
    let order = game.order(dealer);
    let is_false_joker = |place: usize| deck.get(place) == Some(&Tile::FalseJoker);
    let spread = deal::spread(game.options.deal, order.len(), dice, is_false_joker);
    let Some(spread) = spread.filter(|_| deck.len() == deal::TILES) else {
        return;
    };
    let Some(indicator) = deck[spread.indicator].face() else {
        return;
    };
    game.deals += 1;
    game.turns += 1;
    game.round = Some(Round {
        dealer,
        starter: order[0],
        dice: dice.to_vec(),
        indicator,
        phase: Phase::Play(order[0]),
        racks: racks(game.seats, deck, &order, &spread),
        stock: stock(deck, &spread),
        piles: PerSeat::new(game.seats, |_| Vec::new()),
        table: Vec::new(),
        opened: PerSeat::new(game.seats, |_| None),
        penalties: Vec::new(),
        turn: Turn::default(),
        history: Vec::new(),
        result: None,
    });
}

fn racks(seats: usize, deck: &[Tile], order: &[Seat], spread: &Spread) -> PerSeat<Vec<Tile>> {
    let mut racks = PerSeat::new(seats, |_| Vec::new());
    for (seat, places) in order.iter().zip(&spread.racks) {
        let mut rack: Vec<Tile> = places.iter().map(|place| deck[*place]).collect();
        rack.sort_unstable();
        racks[*seat] = rack;
    }
    racks
}

fn stock(deck: &[Tile], spread: &Spread) -> Vec<Slot> {
    let slot = |place: &usize| Slot {
        tile: deck[*place],
        seen: spread.seen.contains(place),
    };
    spread.stock.iter().map(slot).collect()
}

fn drew(round: &mut Round, seat: Seat, tile: Tile) {
    let mut open = false;
    if !round.stock.is_empty() {
        open = round.stock.remove(0).seen;
    }
    let moved = Moved::Drew {
        seat,
        tile: Some(tile),
    };
    round.history.push(Happened { moved, open });
    add(&mut round.racks[seat], tile);
    round.phase = Phase::Play(seat);
}

fn took(round: &mut Round, seat: Seat, tile: Tile, seats: usize) {
    round.piles[seat.previous(seats)].pop();
    add(&mut round.racks[seat], tile);
    round.turn.taken = Some(tile);
    round.note(Moved::Took { seat, tile });
    round.phase = Phase::Taken(seat);
}

fn returned(round: &mut Round, seat: Seat, tile: Tile, seats: usize) {
    remove(&mut round.racks[seat], tile);
    round.piles[seat.previous(seats)].push(tile);
    round.turn.taken = None;
    round.turn.returned = true;
    // Another tile of that face may be laid off and taken back later: it is not this one.
    remove(&mut round.turn.taken_back, tile);
    round.note(Moved::Returned { seat, tile });
    round.phase = Phase::Draw(seat);
}

fn opened(round: &mut Round, seat: Seat, opening: Opening, melds: &[Meld]) {
    round.note(Moved::Opened {
        seat,
        opening,
        melds: melds.to_vec(),
    });
    for meld in melds {
        round.lay(seat, meld);
    }
    round.opened[seat] = Some(opening);
    if round.actor() == Some(seat) {
        round.turn.opened = true;
        round.turn.must_finish = opening.low;
        round.did(Act::Firm);
    }
}

fn laid_off(round: &mut Round, seat: Seat, tile: Tile, meld: usize, place: Place) {
    let Some(laid) = round.table.get_mut(meld) else {
        return;
    };
    laid.meld.add(tile, place);
    remove(&mut round.racks[seat], tile);
    round.note(Moved::LaidOff { seat, tile, meld });
    let act = LaidOff {
        tile,
        meld,
        place,
        used_taken: round.turn.taken.is_some(),
        again: remove(&mut round.turn.taken_back, tile),
    };
    round.did(Act::LaidOff(act));
}

fn took_back(round: &mut Round, seat: Seat) {
    let Some(Act::LaidOff(act)) = round.turn.acts.last().copied() else {
        return;
    };
    let Some(laid) = round.table.get_mut(act.meld) else {
        return;
    };
    laid.meld.take_away(act.place);
    add(&mut round.racks[seat], act.tile);
    round.note(Moved::TookBack {
        seat,
        tile: act.tile,
        meld: act.meld,
    });
    let turn = &mut round.turn;
    turn.acts.pop();
    turn.taken_back.push(act.tile);
    turn.just_undone = true;
    turn.undone += 1;
    if act.used_taken {
        turn.taken = Some(act.tile);
        round.phase = Phase::Taken(seat);
    }
}

fn swapped(round: &mut Round, seat: Seat, tile: Tile, meld: usize, at: usize) {
    let joker = Tile::Numbered(round.okey());
    let Some(laid) = round.table.get_mut(meld) else {
        return;
    };
    laid.meld.replace(at, tile);
    remove(&mut round.racks[seat], tile);
    add(&mut round.racks[seat], joker);
    round.note(Moved::Swapped {
        seat,
        tile,
        joker,
        meld,
    });
    round.did(Act::Firm);
}

fn discarded(game: &mut Okey101, seat: Seat, tile: Tile) {
    let next = game.right_of(seat);
    let Some(round) = &mut game.round else { return };
    remove(&mut round.racks[seat], tile);
    round.piles[seat].push(tile);
    round.note(Moved::Discarded { seat, tile });
    round.phase = Phase::Draw(next);
    round.turn = Turn::default();
    game.turns += 1;
}

fn ended(game: &mut Okey101, result: &RoundResult) {
    let Some(round) = &mut game.round else { return };
    round.phase = Phase::RoundOver;
    round.turn = Turn::default();
    round.result = Some(result.clone());
    if result.counted {
        game.cancelled = 0;
        game.sheet.push(result.lines.map(|_, line| line.total));
    } else {
        game.cancelled += 1;
    }
}

impl Round {
    fn note(&mut self, moved: Moved) {
        self.history.push(Happened { moved, open: true });
    }

    /// Puts a meld on the table.
    fn lay(&mut self, owner: Seat, meld: &Meld) {
        for tile in meld.tiles() {
            remove(&mut self.racks[owner], *tile);
        }
        self.table.push(Laid {
            owner,
            meld: meld.clone(),
        });
    }

    /// A table action was done: it used the taken tile, if there was one (101 rules 5.2).
    fn did(&mut self, act: Act) {
        self.turn.acts.push(act);
        self.turn.just_undone = false;
        self.turn.taken = None;
        if let Phase::Taken(seat) = self.phase {
            self.phase = Phase::Play(seat);
        }
    }

    fn charge(&mut self, seat: Seat, reason: Reason, points: i32) {
        self.turn.several_charged |= reason == Reason::TookBackSeveral;
        self.penalties.push(Penalty {
            seat,
            reason,
            points,
        });
        self.note(Moved::Charged {
            seat,
            reason,
            points,
        });
    }
}
