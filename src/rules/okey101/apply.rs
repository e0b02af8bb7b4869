//! Obeying what happened: the only place where the state of 101 changes.
//!
//! An event is the truth of a journal. One that cannot happen here is refused before anything has changed.

use super::Event;
use super::deal::{self, Spread};
use super::meld::{Meld, Place};
use super::opening::{Opening, OpeningFault};
use super::penalties::{Penalty, Reason};
use super::possible::is_possible;
use super::state::{Act, Happened, Laid, LaidOff, Okey101, Round, Slot, Turn};
use super::view::{Moved, Phase, RoundResult};
use crate::piece::{add, remove};
use crate::tile::Tile;
use crate::{Impossible, PerSeat, Seat};

pub(super) fn apply(game: &mut Okey101, event: &Event) -> Result<(), Impossible> {
    if !is_possible(game, event) {
        return Err(Impossible);
    }
    let mut round = match event {
        Event::Dealt { deck, dealer, dice } => dealt(game, deck, *dealer, dice)?,
        _ => game.round.take().ok_or(Impossible)?,
    };
    go_on(game, &mut round, event);
    game.round = Some(round);
    Ok(())
}

/// What happens to the game and to its round.
fn go_on(game: &mut Okey101, round: &mut Round, event: &Event) {
    match event {
        Event::Dealt { .. } => {
            game.deals += 1;
            game.turns += 1;
        }
        Event::Drew { seat, tile } => drew(round, *seat, *tile),
        Event::Took { seat, tile } => took(game, round, *seat, *tile),
        Event::Returned { seat, tile } => returned(game, round, *seat, *tile),
        Event::Opened {
            seat,
            opening,
            melds,
        } => opened(round, *seat, *opening, melds),
        Event::OpeningFailed {
            seat,
            fault,
            points,
        } => failed(round, *seat, *fault, *points),
        Event::Laid { seat, meld } => laid(round, *seat, meld),
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
        Event::Discarded { seat, tile } => discarded(game, round, *seat, *tile),
        Event::Charged {
            seat,
            reason,
            points,
        } => round.charge(*seat, *reason, *points),
        Event::Passed { seat } => round.note(Moved::Passed { seat: *seat }),
        Event::RoundEnded { result } => ended(game, round, result),
        Event::Over { standing } => game.standing = Some(standing.clone()),
    }
}

/// The round of a deal.
fn dealt(game: &Okey101, deck: &[Tile], dealer: Seat, dice: &[u8]) -> Result<Round, Impossible> {
    let order = game.order(dealer);
    let is_false_joker = |place: usize| deck.get(place) == Some(&Tile::FalseJoker);
    let spread = deal::spread(game.options.deal, order.len(), dice, is_false_joker);
    let spread = spread.ok_or(Impossible)?;
    let indicator = deck[spread.indicator].face().ok_or(Impossible)?;
    Ok(Round {
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
    })
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

fn took(game: &Okey101, round: &mut Round, seat: Seat, tile: Tile) {
    round.piles[game.left_of(seat)].pop();
    add(&mut round.racks[seat], tile);
    round.turn.taken = Some(tile);
    round.note(Moved::Took { seat, tile });
    round.phase = Phase::Taken(seat);
}

fn returned(game: &Okey101, round: &mut Round, seat: Seat, tile: Tile) {
    remove(&mut round.racks[seat], tile);
    round.piles[game.left_of(seat)].push(tile);
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

fn failed(round: &mut Round, seat: Seat, fault: OpeningFault, points: i32) {
    round.turn.failed = true;
    round.turn.fault = Some(fault);
    round.note(Moved::OpeningFailed { seat });
    round.charge(seat, Reason::OpeningFailed, points);
}

fn laid(round: &mut Round, seat: Seat, meld: &Meld) {
    round.note(Moved::Laid {
        seat,
        meld: meld.clone(),
    });
    round.lay(seat, meld);
    round.did(Act::Firm);
}

fn laid_off(round: &mut Round, seat: Seat, tile: Tile, meld: usize, place: Place) {
    round.table[meld].meld.add(tile, place);
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
    let Some(Act::LaidOff(act)) = round.turn.acts.pop() else {
        unreachable!("only the tile laid off last can be taken back");
    };
    round.table[act.meld].meld.take_away(act.place);
    add(&mut round.racks[seat], act.tile);
    round.note(Moved::TookBack {
        seat,
        tile: act.tile,
        meld: act.meld,
    });
    let turn = &mut round.turn;
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
    round.table[meld].meld.replace(at, tile);
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

fn discarded(game: &mut Okey101, round: &mut Round, seat: Seat, tile: Tile) {
    remove(&mut round.racks[seat], tile);
    round.piles[seat].push(tile);
    round.note(Moved::Discarded { seat, tile });
    round.phase = Phase::Draw(game.right_of(seat));
    round.turn = Turn::default();
    game.turns += 1;
}

fn ended(game: &mut Okey101, round: &mut Round, result: &RoundResult) {
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
