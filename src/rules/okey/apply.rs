//! Obeying what happened: the only place where the state of Okey changes.
//!
//! An event is the truth of a journal. One that cannot happen here is refused before anything has changed.

use super::deal::{self, Spread};
use super::possible::is_possible;
use super::sheet;
use super::state::{Happened, Okey, Round, Slot};
use super::view::{Moved, Phase, RoundResult};
use super::{Event, Win};
use crate::piece::{add, remove};
use crate::tile::Tile;
use crate::{Impossible, PerSeat, Seat, Seats};

pub(super) fn apply(game: &mut Okey, event: &Event) -> Result<(), Impossible> {
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
fn go_on(game: &mut Okey, round: &mut Round, event: &Event) {
    match event {
        Event::Dealt { .. } => {
            game.rounds += 1;
            game.turns += 1;
        }
        Event::Left { seat } => game.left[*seat] = Some(game.rounds),
        Event::Over { standing } => game.standing = Some(standing.clone()),
        Event::Showed { seat, points } => {
            add_points(&mut game.scores, points);
            showed(game, round, *seat);
        }
        Event::Declined { seat } => answered(game, round, *seat),
        Event::Drew { seat, tile, place } => drew(round, *seat, *tile, *place),
        Event::Took { seat, tile } => took(game, round, *seat, *tile),
        Event::Discarded { seat, tile } => discarded(game, round, *seat, *tile),
        Event::FinishFailed { seat, points, .. } => {
            add_points(&mut game.scores, points);
            round.note_failure(*seat, -points[*seat]);
        }
        Event::Finished { seat, win, points } => {
            add_points(&mut game.scores, points);
            finished(round, *seat, win, points);
            sheet::note(game, round);
        }
        Event::Passed { seat } => round.note_openly(Moved::Passed { seat: *seat }),
        Event::Drawn => {
            round.end(RoundResult::Drawn);
            sheet::note(game, round);
        }
    }
}

/// The round of a deal.
fn dealt(game: &Okey, deck: &[Tile], dealer: Seat, dice: &[u8]) -> Result<Round, Impossible> {
    let order = game.order(dealer);
    let is_false_joker = |place: usize| deck.get(place) == Some(&Tile::FalseJoker);
    let spread = deal::spread(game.options.deal, order.len(), dice, is_false_joker);
    let spread = spread.ok_or(Impossible)?;
    let indicator = deck[spread.indicator].face().ok_or(Impossible)?;
    let active = game.active();
    Ok(Round {
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
    spread
        .stock
        .iter()
        .map(|place| Slot {
            tile: deck[*place],
            seen: spread.seen.contains(place),
        })
        .collect()
}

fn showed(game: &mut Okey, round: &mut Round, seat: Seat) {
    round.showed = round.showed.with(seat);
    round.note_openly(Moved::Showed { seat });
    answered(game, round, seat);
}

/// The seat has said whether it shows; when the last one has, the starter is to act.
fn answered(game: &mut Okey, round: &mut Round, seat: Seat) {
    round.may_show = round.may_show.without(seat);
    if let Phase::Showing(waiting) = round.phase {
        let waiting = waiting.without(seat);
        round.phase = Phase::Showing(waiting);
        if waiting.is_empty() {
            round.phase = Phase::StarterDiscard(round.starter);
            game.turns += 1;
        }
    }
}

fn drew(round: &mut Round, seat: Seat, tile: Tile, place: usize) {
    let mut open = true;
    if place < round.stock.len() {
        open = round.stock.remove(place).seen;
    } else {
        round.exposed_drawn = true;
    }
    round.takes = 0;
    let moved = Moved::Drew {
        seat,
        tile: Some(tile),
    };
    round.history.push(Happened { moved, open });
    round.hold(seat, tile);
}

fn took(game: &Okey, round: &mut Round, seat: Seat, tile: Tile) {
    round.piles[game.left_of(seat)].pop();
    if game.drawable(round) > 0 {
        round.takes += 1;
    } else {
        round.exhausted_takes += 1;
    }
    round.note_openly(Moved::Took { seat, tile });
    round.hold(seat, tile);
}

fn discarded(game: &mut Okey, round: &mut Round, seat: Seat, tile: Tile) {
    remove(&mut round.racks[seat], tile);
    round.piles[seat].push(tile);
    round.may_show = round.may_show.without(seat);
    round.note_openly(Moved::Discarded { seat, tile });
    round.phase = Phase::Draw(game.right_of(seat));
    game.turns += 1;
}

fn finished(round: &mut Round, seat: Seat, win: &Win, points: &PerSeat<i32>) {
    remove(&mut round.racks[seat], win.discard);
    round.note_openly(Moved::Finished {
        seat,
        tile: win.discard,
    });
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
    /// Everybody sees that this happened, the whole of it.
    fn note_openly(&mut self, moved: Moved) {
        let open = true;
        self.history.push(Happened { moved, open });
    }

    fn note_failure(&mut self, seat: Seat, points: i32) {
        self.note_openly(Moved::FailedFinish { seat, points });
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
