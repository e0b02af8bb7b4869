//! Obeying what happened: the only place where the state of Okey changes.
//!
//! An event is the truth of a journal. One that cannot have happened here changes nothing.

use super::deal::{self, Spread};
use super::state::{Happened, Okey, Round, Slot, add};
use super::view::{Moved, Phase, RoundResult};
use super::{Event, Win};
use crate::meld::remove;
use crate::tile::Tile;
use crate::{PerSeat, Seat, Seats};

pub(super) fn apply(game: &mut Okey, event: &Event) {
    if !names_seats_of(game, event) {
        return;
    }
    match event {
        Event::Dealt { deck, dealer, dice } => dealt(game, deck, *dealer, dice),
        Event::Left { seat } => game.left[*seat] = Some(game.rounds),
        Event::Over { standing } => game.standing = Some(standing.clone()),
        Event::Showed { seat, points } => {
            add_points(&mut game.scores, points);
            with_round(game, |round, turns| showed(round, turns, *seat));
        }
        Event::Declined { seat } => with_round(game, |round, turns| answered(round, turns, *seat)),
        Event::Drew { seat, tile, place } => drew(game, *seat, *tile, *place),
        Event::Took { seat, tile } => took(game, *seat, *tile),
        Event::Discarded { seat, tile } => discarded(game, *seat, *tile),
        Event::FinishFailed { seat, points, .. } => {
            add_points(&mut game.scores, points);
            let cost = -points[*seat];
            with_round(game, |round, _| round.note_failure(*seat, cost));
        }
        Event::Finished { seat, win, points } => finished(game, *seat, win, points),
        Event::Passed { seat } => with_round(game, |round, _| {
            round.note(Moved::Passed { seat: *seat }, true);
        }),
        Event::Drawn => with_round(game, |round, _| round.end(RoundResult::Drawn)),
    }
}

/// Whether every seat that an event speaks of is one of this table.
fn names_seats_of(game: &Okey, event: &Event) -> bool {
    let seats = game.seats();
    let sits = |seat: &Seat| seat.index() < seats;
    match event {
        Event::Dealt { dealer: seat, .. }
        | Event::Declined { seat }
        | Event::Drew { seat, .. }
        | Event::Took { seat, .. }
        | Event::Discarded { seat, .. }
        | Event::Passed { seat }
        | Event::Left { seat } => sits(seat),
        Event::Showed { seat, points }
        | Event::FinishFailed { seat, points, .. }
        | Event::Finished { seat, points, .. } => sits(seat) && points.len() == seats,
        Event::Over { standing } => standing.points.len() == seats,
        Event::Drawn => true,
    }
}

/// Changes the round, and the count of turns with it.
fn with_round(game: &mut Okey, change: impl FnOnce(&mut Round, &mut u32)) {
    if let Some(round) = &mut game.round {
        change(round, &mut game.turns);
    }
}

fn dealt(game: &mut Okey, deck: &[Tile], dealer: Seat, dice: &[u8]) {
    let order = game.order(dealer);
    let is_false_joker = |place: usize| deck.get(place) == Some(&Tile::FalseJoker);
    let spread = deal::spread(game.options.deal, order.len(), dice, is_false_joker);
    let Some(spread) = spread.filter(|_| deck.len() == deal::TILES) else {
        return;
    };
    let Some(indicator) = deck[spread.indicator].face() else {
        return;
    };
    let active = game.active();
    game.rounds += 1;
    game.turns += 1;
    game.round = Some(Round {
        dealer,
        starter: order[0],
        dice: dice.to_vec(),
        indicator,
        exposed_drawn: false,
        phase: Round::first_phase(&game.options, active, order[0]),
        racks: racks(game.seats(), deck, &order, &spread),
        stock: stock(deck, &spread),
        piles: PerSeat::new(game.seats(), |_| Vec::new()),
        may_show: Round::window(&game.options, active),
        showed: Seats::NONE,
        takes: 0,
        exhausted_takes: 0,
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
    spread
        .stock
        .iter()
        .map(|place| Slot {
            tile: deck[*place],
            seen: spread.seen.contains(place),
        })
        .collect()
}

fn showed(round: &mut Round, turns: &mut u32, seat: Seat) {
    round.showed = round.showed.with(seat);
    round.note(Moved::Showed { seat }, true);
    answered(round, turns, seat);
}

/// The seat has said whether it shows; when the last one has, the starter is to act.
fn answered(round: &mut Round, turns: &mut u32, seat: Seat) {
    round.may_show = round.may_show.without(seat);
    if let Phase::Showing(waiting) = round.phase {
        let waiting = waiting.without(seat);
        round.phase = Phase::Showing(waiting);
        if waiting.is_empty() {
            round.phase = Phase::StarterDiscard(round.starter);
            *turns += 1;
        }
    }
}

fn drew(game: &mut Okey, seat: Seat, tile: Tile, place: usize) {
    let Some(round) = &mut game.round else { return };
    let mut open = true;
    if place < round.stock.len() {
        open = round.stock.remove(place).seen;
    } else {
        round.exposed_drawn = true;
    }
    round.takes = 0;
    round.note(
        Moved::Drew {
            seat,
            tile: Some(tile),
        },
        open,
    );
    round.hold(seat, tile);
}

fn took(game: &mut Okey, seat: Seat, tile: Tile) {
    let from = game.left_of(seat);
    let tiles_left = game
        .round
        .as_ref()
        .is_some_and(|round| game.drawable(round) > 0);
    let Some(round) = &mut game.round else { return };
    round.piles[from].pop();
    if tiles_left {
        round.takes += 1;
    } else {
        round.exhausted_takes += 1;
    }
    round.note(Moved::Took { seat, tile }, true);
    round.hold(seat, tile);
}

fn discarded(game: &mut Okey, seat: Seat, tile: Tile) {
    let next = game.right_of(seat);
    let Some(round) = &mut game.round else { return };
    remove(&mut round.racks[seat], tile);
    round.piles[seat].push(tile);
    round.may_show = round.may_show.without(seat);
    round.note(Moved::Discarded { seat, tile }, true);
    round.phase = Phase::Draw(next);
    game.turns += 1;
}

fn finished(game: &mut Okey, seat: Seat, win: &Win, points: &PerSeat<i32>) {
    add_points(&mut game.scores, points);
    let Some(round) = &mut game.round else { return };
    remove(&mut round.racks[seat], win.discard);
    round.note(
        Moved::Finished {
            seat,
            tile: win.discard,
        },
        true,
    );
    round.end(RoundResult::Won {
        seat,
        win: win.clone(),
        losses: points.map(|_, change| -change),
    });
}

/// Scores stop at the limits of arithmetic, which no sensible option comes near.
fn add_points(scores: &mut PerSeat<i32>, points: &PerSeat<i32>) {
    for (score, change) in scores.values_mut().zip(points.values()) {
        *score = score.saturating_add(*change);
    }
}

impl Round {
    fn note(&mut self, moved: Moved, open: bool) {
        self.history.push(Happened { moved, open });
    }

    fn note_failure(&mut self, seat: Seat, points: i32) {
        self.note(Moved::FailedFinish { seat, points }, true);
    }

    /// A drawn or taken tile comes to a rack, and the seat is to discard; its window for showing closes.
    fn hold(&mut self, seat: Seat, tile: Tile) {
        add(&mut self.racks[seat], tile);
        self.may_show = self.may_show.without(seat);
        self.phase = Phase::Discard(seat);
    }

    fn end(&mut self, result: RoundResult) {
        self.phase = Phase::RoundOver;
        self.may_show = Seats::NONE;
        self.result = Some(result);
    }
}
