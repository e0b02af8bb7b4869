//! Drawing, taking, discarding and what ends a round; what is listed, and what the rules do when time is up
//! (101 rules 5, 9 and 13).

use super::meld::Meld;
use super::options::{Deal, Exhaustion, Penalties};
use super::penalties::Reason;
use super::score::{Ending, Finish, SeatEnd};
use super::state::{Okey101, Round, distinct};
use super::view::{Phase, RoundResult};
use super::{Action, Event, OpenKind, Refusal, deal, laying, propose, score};
use crate::chance::Label;
use crate::meld::{least_needed, remove};
use crate::tile::Tile;
use crate::wall::shuffled;
use crate::{Chance, Game, Seat};

/// Deals the next round; nothing while one is being played or the game is over.
pub(super) fn next_deal(game: &Okey101, chance: &Chance) -> Vec<Event> {
    let is_playing = game
        .round
        .as_ref()
        .is_some_and(|round| round.phase != Phase::RoundOver);
    if is_playing || game.standing.is_some() {
        return Vec::new();
    }
    let number = game.deals;
    let deck = shuffled(chance, number);
    let dice = match game.options.deal {
        Deal::Stacks7 => {
            let mut dice = chance.stream(Label::Dice, number);
            deal::throw(|| dice.die(), |place| deck[place] == Tile::FalseJoker)
        }
        Deal::Simple => Vec::new(),
    };
    vec![Event::Dealt {
        deck,
        dealer: game.next_dealer(chance),
        dice,
    }]
}

/// What a seat may do: all but the openings and further melds that a player may compose.
pub(super) fn actions(game: &Okey101, seat: Seat) -> Vec<Action> {
    let Some(round) = game.round.as_ref().filter(|_| game.standing.is_none()) else {
        return Vec::new();
    };
    match round.phase {
        Phase::Draw(actor) if actor == seat => draws(game, round, seat),
        Phase::Taken(actor) if actor == seat => {
            let mut actions = vec![Action::Return];
            actions.extend(propose::table_actions(game, round, seat));
            actions
        }
        Phase::Play(actor) if actor == seat => {
            let mut actions = propose::table_actions(game, round, seat);
            let tiles = distinct(&round.racks[seat]).into_iter();
            actions.extend(tiles.map(|tile| willing(game, round, seat, tile)));
            actions
        }
        _ => Vec::new(),
    }
}

fn draws(game: &Okey101, round: &Round, seat: Seat) -> Vec<Action> {
    let mut actions = Vec::new();
    actions.push(match round.stock.len() {
        0 => Action::Pass,
        _ => Action::Draw,
    });
    if takes(game, round, seat).is_ok() {
        actions.push(Action::Take);
    }
    actions
}

/// The discard of a tile by somebody who accepts what it costs.
fn willing(game: &Okey101, round: &Round, seat: Seat, tile: Tile) -> Action {
    let asks = game.options.penalties == Penalties::Assisted;
    Action::Discard {
        tile,
        confirm: asks && game.cost(round, seat, tile).is_some(),
    }
}

/// What the rules do for a seat that does not act in time (101 rules 13).
pub(super) fn at_zero(game: &Okey101, seat: Seat) -> Action {
    let round = game.round.as_ref().filter(|_| seat.index() < game.seats);
    let Some(round) = round else {
        return Action::Pass;
    };
    match round.phase {
        Phase::Draw(_) if !round.stock.is_empty() => Action::Draw,
        Phase::Taken(_) => Action::Return,
        Phase::Play(_) => cheapest_discard(game, round, seat)
            .map_or(Action::Pass, |tile| willing(game, round, seat, tile)),
        Phase::Undealt | Phase::Draw(_) | Phase::RoundOver => Action::Pass,
    }
}

/// A discard without penalty if there is one, and no joker before every other tile costs as much.
///
/// Who has opened gets rid of the highest number, the others of the tile that their arrangement needs least.
fn cheapest_discard(game: &Okey101, round: &Round, seat: Seat) -> Option<Tile> {
    let rack = &round.racks[seat];
    let price = |tile: &Tile| {
        let joker = tile.is_joker(round.okey());
        (game.cost(round, seat, *tile).is_some(), joker)
    };
    let least = distinct(rack).iter().map(price).min()?;
    let mut cheap = distinct(rack);
    cheap.retain(|tile| price(tile) == least);
    if round.opened[seat].is_some() {
        let value = |tile: &Tile| score::value(&game.options, round.okey(), *tile);
        // Of equal ones the first in canonical order: `max_by_key` would answer the last.
        return cheap.into_iter().rev().max_by_key(value);
    }
    let mut rest = rack.clone();
    while let Some(tile) = least_needed(&rest, round.okey()) {
        if cheap.contains(&tile) {
            return Some(tile);
        }
        remove(&mut rest, tile);
    }
    cheap.first().copied()
}

/// What an action of a seat would do.
pub(super) fn decide(game: &Okey101, seat: Seat, action: &Action) -> Result<Vec<Event>, Refusal> {
    if seat.index() >= game.seats {
        return Err(Refusal::NotInGame { seat });
    }
    let round = game
        .round
        .as_ref()
        .filter(|round| round.phase != Phase::RoundOver && game.standing.is_none())
        .ok_or(Refusal::NoRound)?;
    match action {
        Action::Draw => draw(round, seat),
        Action::Take => {
            let tile = takes(game, round, seat)?;
            Ok(vec![Event::Took { seat, tile }])
        }
        Action::Return => give_back(round, seat),
        Action::Open { melds } => laying::open(game, round, seat, melds),
        Action::Lay { meld } => laying::lay(game, round, seat, meld),
        Action::LayOff { tile, meld, end } => {
            laying::lay_off(game, round, seat, *tile, *meld, *end)
        }
        Action::TakeBack => laying::take_back(game, round, seat),
        Action::SwapJoker { tile, meld } => laying::swap(game, round, seat, *tile, *meld),
        Action::Discard { tile, confirm } => discard(game, round, seat, *tile, *confirm),
        Action::Pass => pass(game, round, seat),
    }
}

/// Whether the seat is to draw.
fn to_draw(round: &Round, seat: Seat) -> Result<(), Refusal> {
    match round.phase {
        Phase::Draw(actor) if actor == seat => Ok(()),
        Phase::Play(actor) if actor == seat => Err(Refusal::MustDiscard),
        Phase::Taken(actor) if actor == seat => Err(unused(round)),
        _ => Err(Refusal::OutOfTurn),
    }
}

/// The taken tile stands in the way.
fn unused(round: &Round) -> Refusal {
    match round.turn.taken {
        Some(taken) => Refusal::UseTakenFirst { taken },
        None => Refusal::OutOfTurn,
    }
}

fn draw(round: &Round, seat: Seat) -> Result<Vec<Event>, Refusal> {
    to_draw(round, seat)?;
    let slot = round.stock.first().ok_or(Refusal::StockEmpty)?;
    Ok(vec![Event::Drew {
        seat,
        tile: slot.tile,
    }])
}

/// 101 rules 5.1 and 5.5: the tile that the seat may take now.
pub(super) fn takes(game: &Okey101, round: &Round, seat: Seat) -> Result<Tile, Refusal> {
    to_draw(round, seat)?;
    if round.turn.returned {
        return Err(Refusal::ReturnedThisTurn);
    }
    let pile = &round.piles[game.left_of(seat)];
    pile.last().copied().ok_or(Refusal::NothingToTake)
}

fn give_back(round: &Round, seat: Seat) -> Result<Vec<Event>, Refusal> {
    match (round.phase, round.turn.taken) {
        (Phase::Taken(actor), Some(tile)) if actor == seat => {
            Ok(vec![Event::Returned { seat, tile }])
        }
        _ if round.actor() == Some(seat) => Err(Refusal::NothingToReturn),
        _ => Err(Refusal::OutOfTurn),
    }
}

fn pass(game: &Okey101, round: &Round, seat: Seat) -> Result<Vec<Event>, Refusal> {
    to_draw(round, seat)?;
    if game.options.exhaustion != Exhaustion::NextMayTake {
        return Err(Refusal::NoPassing);
    }
    match round.stock.len() {
        0 => Ok(ended(game, vec![Event::Passed { seat }], Ending::Exhausted)),
        stock => Err(Refusal::StockLeft { stock }),
    }
}

/// Whether the seat may discard, and holds this tile.
fn to_discard(round: &Round, seat: Seat, tile: Tile) -> Result<(), Refusal> {
    match round.phase {
        Phase::Play(actor) if actor == seat => {}
        Phase::Draw(actor) if actor == seat => return Err(Refusal::MustDrawFirst),
        Phase::Taken(actor) if actor == seat => return Err(unused(round)),
        _ => return Err(Refusal::OutOfTurn),
    }
    if round.racks[seat].contains(&tile) {
        Ok(())
    } else {
        Err(Refusal::NotOnRack { tile })
    }
}

fn discard(
    game: &Okey101,
    round: &Round,
    seat: Seat,
    tile: Tile,
    confirm: bool,
) -> Result<Vec<Event>, Refusal> {
    to_discard(round, seat, tile)?;
    let mut events = vec![Event::Discarded { seat, tile }];
    if round.racks[seat].len() == 1 {
        let finish = finish(round, seat, tile);
        return Ok(ended(game, events, Ending::Finished(finish)));
    }
    if let Some(cost) = game.cost(round, seat, tile) {
        let points = game.options.penalty_amount as i32;
        // 101 rules 10.4: only the assisted game asks before it charges.
        if game.options.penalties == Penalties::Assisted && !confirm {
            return Err(Refusal::NeedsConfirmation { tile, cost, points });
        }
        events.push(Event::Charged {
            seat,
            reason: Reason::Discarded { tile, cost },
            points,
        });
    }
    if game.ends_with_the_turn(round) {
        return Ok(ended(game, events, Ending::Exhausted));
    }
    Ok(events)
}

fn finish(round: &Round, seat: Seat, tile: Tile) -> Finish {
    Finish {
        seat,
        joker: tile.is_joker(round.okey()),
        doubles: round.opened_with(seat) == Some(OpenKind::Doubles),
        elden: round.turn.opened && round.nobody_else_opened(seat),
    }
}

/// Adds the end of the round to what led to it, and the end of the game if it was the last round (101 rules 9 and 11).
pub(super) fn ended(game: &Okey101, mut events: Vec<Event>, ending: Ending) -> Vec<Event> {
    let mut after = game.after(&events);
    let Some(round) = &after.round else {
        return events;
    };
    let ends = round.racks.iter().map(|(seat, rack)| SeatEnd {
        opened: round.opened_with(seat),
        leftover: rack,
        acts: round.acts_of(seat),
    });
    let ends = ends.collect();
    let counted = ending != Ending::Cancelled || after.cancelled + 1 >= Okey101::MOST_CANCELLED;
    let result = RoundResult {
        ending,
        counted,
        lines: score::lines(&after.options, round.okey(), ending, &ends),
    };
    let event = Event::RoundEnded { result };
    after.obey(std::slice::from_ref(&event));
    events.push(event);
    if after.sheet.len() >= after.options.rounds as usize {
        let standing = score::standing(&after.options, &after.totals());
        events.push(Event::Over { standing });
    }
    events
}

/// The melds on the table.
pub(super) fn melds(round: &Round) -> impl Iterator<Item = (usize, &Meld)> {
    let melds = round.table.iter().map(|laid| &laid.meld);
    melds.enumerate()
}
