//! Obeying what happened: the only place where the state of Kaluki changes.
//!
//! An event is the truth of a journal. One that cannot happen here is refused before anything has changed.

use super::meld::{End, Meld};
use super::possible::is_possible;
use super::score::{Book, DealResult, Ending};
use super::state::{Deal, Kaluki, Taken, Turn};
use super::view::{Moved, Phase, Terms};
use super::{Answer, Event, Placement, Recovered, deal};
use crate::card::{Card, Placed};
use crate::piece::{add, remove};
use crate::{Impossible, PerSeat, Seat, Seats};

pub(super) fn apply(game: &mut Kaluki, event: &Event) -> Result<(), Impossible> {
    if !is_possible(game, event) {
        return Err(Impossible);
    }
    let before = game.to_act();
    match event {
        Event::Dealt { pack, cut, dealer } => dealt(game, pack, *cut, *dealer)?,
        Event::DealEnded { result } => ended(game, result),
        Event::BoughtIn { seat, penalty } => bought_in(game, *seat, *penalty),
        Event::Left { seat } => left(game, *seat),
        Event::Over { standing } => game.standing = Some(standing.clone()),
        other => {
            if let Some(deal) = &mut game.deal {
                in_deal(deal, other);
            }
        }
    }
    // A turn begins when somebody is to act who was not.
    if game.to_act().iter().any(|seat| !before.contains(seat)) {
        game.turns += 1;
    }
    Ok(())
}

/// What changes the deal alone.
fn in_deal(deal: &mut Deal, event: &Event) {
    match event {
        Event::Drew { seat, card } => drew(deal, *seat, *card),
        Event::Reshuffled { stock } => reshuffled(deal, stock),
        Event::Took { seat, card, terms } => took(deal, *seat, *card, *terms),
        Event::Returned { seat, card } => returned(deal, *seat, *card),
        Event::Opened {
            seat,
            melds,
            points,
        } => opened(deal, *seat, melds, *points),
        Event::Laid { seat, meld } => laid(deal, *seat, meld),
        Event::Built {
            seat,
            meld,
            cards,
            end,
        } => built(deal, *seat, *meld, cards, *end),
        Event::Exchanged {
            seat,
            recovered,
            placements,
        } => exchanged(deal, *seat, recovered, placements),
        Event::Discarded { seat, card } => discarded(deal, *seat, *card),
        Event::Announced { seat, held, .. } => announced(deal, *seat, *held),
        Event::AnnouncementDue { seat } => deal.phase = Phase::Announce(*seat),
        Event::Missed { seat } => {
            deal.missed = deal.missed.with(*seat);
            deal.phase = Phase::Draw(deal.after(*seat));
        }
        Event::BuyInOffered { seats, at } => {
            deal.buy_in_at = *at;
            deal.phase = Phase::BuyIn(*seats);
        }
        Event::Answered { seat, answer } => answered(deal, *seat, *answer),
        Event::Dealt { .. }
        | Event::DealEnded { .. }
        | Event::BoughtIn { .. }
        | Event::Left { .. }
        | Event::Over { .. } => {}
    }
}

fn dealt(game: &mut Kaluki, pack: &[Card], cut: usize, dealer: Seat) -> Result<(), Impossible> {
    let order = game.order(dealer);
    let first = order.first().copied().ok_or(Impossible)?;
    let pack = deal::after_cut(pack, cut);
    let spread = deal::spread(&game.options, order.len(), pack.len());
    let cards = |places: &[usize]| -> Vec<Card> { places.iter().map(|at| pack[*at]).collect() };
    let mut hands = PerSeat::new(game.seats, |_| Vec::new());
    for (seat, places) in order.iter().zip(&spread.hands) {
        hands[*seat] = cards(places);
        hands[*seat].sort_unstable();
    }
    game.deals += 1;
    game.deal = Some(Deal {
        dealer,
        order,
        phase: Phase::Draw(first),
        hands,
        stock: cards(&spread.stock),
        pile: spread.upcard.map(|at| pack[at]).into_iter().collect(),
        table: Vec::new(),
        opened: Seats::NONE,
        reshuffles: 0,
        missed: Seats::NONE,
        announced: PerSeat::new(game.seats, |_| None),
        ended_turns: 0,
        stalled: 0,
        turn: Turn::default(),
        answers: PerSeat::new(game.seats, |_| None),
        buy_in_at: 0,
        history: Vec::new(),
        result: None,
    });
    Ok(())
}

fn drew(deal: &mut Deal, seat: Seat, card: Card) {
    if !deal.stock.is_empty() {
        deal.stock.remove(0);
    }
    begin_turn(deal, seat);
    deal.turn.drawn = Some(card);
    add(&mut deal.hands[seat], card);
    deal.history.push(Moved::Drew {
        seat,
        card: Some(card),
    });
    deal.phase = Phase::Play(seat);
}

/// A turn begins with its card; a card that was put back before is remembered.
fn begin_turn(deal: &mut Deal, seat: Seat) {
    deal.announced[seat] = None;
    deal.turn = Turn {
        returned: deal.turn.returned,
        was_open: deal.opened.contains(seat),
        ..Turn::default()
    };
}

fn reshuffled(deal: &mut Deal, stock: &[Card]) {
    let mut cards = std::mem::take(&mut deal.pile);
    cards.sort_unstable();
    deal.history.push(Moved::Reshuffled { cards });
    deal.stock = stock.to_vec();
    deal.reshuffles += 1;
}

fn took(deal: &mut Deal, seat: Seat, card: Card, terms: Terms) {
    deal.pile.pop();
    let had_equal = deal.hands[seat].contains(&card);
    begin_turn(deal, seat);
    add(&mut deal.hands[seat], card);
    deal.turn.taken = Some(Taken {
        card,
        terms,
        had_equal,
    });
    deal.history.push(Moved::Took { seat, card });
    deal.phase = Phase::Play(seat);
}

fn returned(deal: &mut Deal, seat: Seat, card: Card) {
    remove(&mut deal.hands[seat], card);
    deal.pile.push(card);
    deal.turn.taken = None;
    deal.turn.returned = true;
    deal.history.push(Moved::Returned { seat, card });
    deal.phase = Phase::Draw(seat);
}

fn opened(deal: &mut Deal, seat: Seat, melds: &[Meld], points: u32) {
    for meld in melds {
        spend(deal, seat, meld.cards());
        deal.lay(seat, meld.clone());
    }
    deal.opened = deal.opened.with(seat);
    deal.history.push(Moved::Opened {
        seat,
        melds: melds.to_vec(),
        points,
    });
}

fn laid(deal: &mut Deal, seat: Seat, meld: &Meld) {
    spend(deal, seat, meld.cards());
    deal.lay(seat, meld.clone());
    deal.history.push(Moved::Laid {
        seat,
        meld: meld.clone(),
    });
}

fn built(deal: &mut Deal, seat: Seat, meld: usize, cards: &[Placed], end: End) {
    spend(deal, seat, cards);
    deal.build(meld, cards, end);
    deal.history.push(Moved::Built {
        seat,
        meld,
        cards: cards.to_vec(),
        end,
    });
}

fn exchanged(deal: &mut Deal, seat: Seat, recovered: &[Recovered], placements: &[Placement]) {
    for given in recovered {
        let Some(laid) = deal.table.get_mut(given.meld) else {
            continue;
        };
        laid.meld.recover(&given.cards, given.at);
        for card in &given.cards {
            remove(&mut deal.hands[seat], *card);
        }
        // The joker leaves again with the placements: it never stays in a hand.
        add(&mut deal.hands[seat], Card::Joker);
    }
    for placement in placements {
        spend(deal, seat, placement.cards());
        match placement {
            Placement::Lay(composed) => deal.lay(seat, Meld::accepted(composed)),
            Placement::Build(build) => {
                deal.build(build.meld, &build.cards, build.end.unwrap_or(End::High));
            }
        }
    }
    deal.history.push(Moved::Exchanged {
        seat,
        recovered: recovered.to_vec(),
        placements: placements.to_vec(),
    });
}

/// Takes cards out of a hand.
fn spend(deal: &mut Deal, seat: Seat, cards: &[Placed]) {
    for placed in cards {
        remove(&mut deal.hands[seat], placed.card());
    }
}

fn discarded(deal: &mut Deal, seat: Seat, card: Card) {
    remove(&mut deal.hands[seat], card);
    deal.pile.push(card);
    deal.history.push(Moved::Discarded { seat, card });
    deal.stalled = match deal.turn.drawn {
        Some(_) => 0,
        None => deal.stalled + 1,
    };
    deal.ended_turns += 1;
    // Kaluki rules 7.3: cleared before the new hand size is looked at.
    deal.missed = deal.missed.without(seat);
    deal.turn = Turn::default();
    deal.phase = Phase::Draw(deal.after(seat));
}

fn announced(deal: &mut Deal, seat: Seat, held: usize) {
    deal.announced[seat] = Some(held);
    deal.history.push(Moved::Announced { seat, held });
    if deal.phase == Phase::Announce(seat) {
        deal.phase = Phase::Draw(deal.after(seat));
    }
}

fn answered(deal: &mut Deal, seat: Seat, answer: Answer) {
    deal.answers[seat] = Some(answer);
    if let Phase::BuyIn(asked) = deal.phase {
        let left = asked.without(seat);
        deal.phase = if left.is_empty() {
            Phase::DealOver
        } else {
            Phase::BuyIn(left)
        };
    }
}

fn ended(game: &mut Kaluki, result: &DealResult) {
    let Some(deal) = &mut game.deal else { return };
    deal.phase = Phase::DealOver;
    deal.turn = Turn::default();
    deal.result = Some(result.clone());
    let Ending::CalledUp(call_up) = result.ending else {
        game.voids += 1;
        return;
    };
    game.voids = 0;
    game.call_ups.push(call_up);
    game.sheet.push(result.lines.clone());
    let Book {
        ledger, penalties, ..
    } = &mut game.book;
    for (seat, line) in result.lines.iter() {
        ledger[seat] += line.stake;
        penalties[seat] += line.points;
    }
}

fn bought_in(game: &mut Kaluki, seat: Seat, penalty: i32) {
    game.book.penalties[seat] = penalty;
    game.book.buy_ins[seat] += 1;
    if let Some(deal) = &mut game.deal {
        deal.history.push(Moved::BoughtIn { seat, penalty });
    }
}

fn left(game: &mut Kaluki, seat: Seat) {
    game.book.left[seat] = Some(game.sheet.len() as u32);
    if let Some(deal) = &mut game.deal {
        deal.history.push(Moved::Left { seat });
    }
}
