//! Drawing, taking, discarding and announcing; what is listed, and what the rules do when time is up
//! (Kaluki rules 7, 9 and 13).

use super::options::Announce;
use super::state::{Deal, Kaluki};
use super::view::{Phase, TakenCard, Terms};
use super::{Action, Answer, Event, Refusal, deal, hand, laying, propose, score, settling};
use crate::card::Card;
use crate::chance::Label;
use crate::{Chance, Seat};

/// Deals the next deal; nothing while one is being played or the match is over.
pub(super) fn next_deal(game: &Kaluki, chance: &Chance) -> Vec<Event> {
    let is_playing = game
        .deal
        .as_ref()
        .is_some_and(|deal| deal.phase != Phase::DealOver);
    if is_playing || game.standing.is_some() {
        return Vec::new();
    }
    let pack = deal::shuffled(&game.options, chance, game.deals);
    vec![Event::Dealt {
        cut: deal::cut(pack.len(), chance, game.deals),
        pack,
        dealer: game.next_dealer(),
    }]
}

/// What a seat may do: all but the melds that a player may compose.
pub(super) fn actions(game: &Kaluki, seat: Seat) -> Vec<Action> {
    let Some(deal) = game.deal.as_ref().filter(|_| game.standing.is_none()) else {
        return Vec::new();
    };
    match deal.phase {
        Phase::Draw(actor) if actor == seat => draws(game, deal, seat),
        Phase::Play(actor) if actor == seat => plays(game, deal, seat),
        Phase::Announce(actor) if actor == seat => vec![Action::Announce, Action::StaySilent],
        Phase::BuyIn(asked) if asked.contains(seat) => vec![Action::BuyIn, Action::Decline],
        _ => Vec::new(),
    }
}

/// A card put back is taken again, and cards are passed round without a draw, by those who insist: listed actions come
/// to an end.
fn draws(game: &Kaluki, deal: &Deal, seat: Seat) -> Vec<Action> {
    let mut actions = vec![Action::Draw];
    let goes_round = deal.turn.returned || deal.stalled >= game.most_takes_in_a_row();
    if !goes_round && takes(game, deal, seat).is_ok() {
        actions.push(Action::Take);
    }
    actions
}

fn plays(game: &Kaluki, deal: &Deal, seat: Seat) -> Vec<Action> {
    let mut actions = propose::table_actions(game, deal, seat);
    if deal.pending().is_some() {
        actions.insert(0, Action::Return);
        return actions;
    }
    let cards = discards(game, deal, seat).into_iter();
    actions.extend(cards.map(|card| Action::Discard { card }));
    actions
}

/// The cards that the seat may discard now.
pub(super) fn discards(game: &Kaluki, deal: &Deal, seat: Seat) -> Vec<Card> {
    let mut cards = hand::distinct(&deal.hands[seat]);
    cards.retain(|card| must_be_discardable(game, deal, seat, *card).is_ok());
    cards
}

/// What the rules do for a seat that does not act in time (Kaluki rules 7.3, 10 and 13).
pub(super) fn at_zero(game: &Kaluki, seat: Seat) -> Action {
    let deal = game.deal.as_ref().filter(|_| seat.index() < game.seats);
    let Some(deal) = deal else {
        return Action::Draw;
    };
    match deal.phase {
        Phase::Play(_) if deal.pending().is_some() => Action::Return,
        Phase::Play(_) => {
            dearest_discard(game, deal, seat).map_or(Action::Draw, |card| Action::Discard { card })
        }
        Phase::Announce(_) => Action::StaySilent,
        Phase::BuyIn(_) => Action::Decline,
        Phase::Undealt | Phase::Draw(_) | Phase::DealOver => Action::Draw,
    }
}

/// The drawn card, or the highest-valued legal one, of equal ones the first in canonical order.
fn dearest_discard(game: &Kaluki, deal: &Deal, seat: Seat) -> Option<Card> {
    let cards = discards(game, deal, seat);
    let drawn = deal.turn.drawn.filter(|drawn| cards.contains(drawn));
    let value = |card: &Card| score::value(&game.options, *card);
    // `max_by_key` would answer the last of equal ones.
    drawn.or_else(|| cards.into_iter().rev().max_by_key(value))
}

/// What an action of a seat would do.
pub(super) fn decide(
    game: &Kaluki,
    seat: Seat,
    action: &Action,
    chance: &Chance,
) -> Result<Vec<Event>, Refusal> {
    let deal = game
        .deal
        .as_ref()
        .filter(|deal| deal.phase != Phase::DealOver && game.standing.is_none())
        .ok_or(Refusal::NoDeal)?;
    if !deal.players().contains(seat) {
        return Err(Refusal::NotInGame { seat });
    }
    match action {
        Action::Draw => draw(game, deal, seat, chance),
        Action::Take => {
            let TakenCard { card, terms } = takes(game, deal, seat)?;
            Ok(vec![Event::Took { seat, card, terms }])
        }
        Action::Return => give_back(deal, seat),
        Action::Open { melds } => laying::open(game, deal, seat, melds),
        Action::Lay { meld } => laying::lay(game, deal, seat, meld),
        Action::Build(build) => laying::build(game, deal, seat, build),
        Action::Exchange {
            recoveries,
            placements,
        } => laying::exchange(game, deal, seat, recoveries, placements),
        Action::Discard { card } => discard(game, deal, seat, *card),
        Action::Announce => announce(game, deal, seat),
        Action::StaySilent => {
            due(deal, seat)?;
            let missed = vec![Event::Missed { seat }];
            Ok(settling::void_tested(game, deal, deal.stalled, missed))
        }
        Action::BuyIn => settling::answer(deal, seat, Answer::BuyIn),
        Action::Decline => settling::answer(deal, seat, Answer::Decline),
    }
}

/// Whether the seat is to draw.
fn to_draw(deal: &Deal, seat: Seat) -> Result<(), Refusal> {
    match deal.phase {
        Phase::Draw(actor) if actor == seat => Ok(()),
        Phase::Play(actor) if actor == seat => Err(Refusal::MustDiscard),
        _ => Err(Refusal::OutOfTurn),
    }
}

/// Kaluki rules 9.1: with the last card the discards become the stock again, if that is still allowed.
fn draw(game: &Kaluki, deal: &Deal, seat: Seat, chance: &Chance) -> Result<Vec<Event>, Refusal> {
    to_draw(deal, seat)?;
    let card = *deal.stock.first().ok_or(Refusal::NoDeal)?;
    let mut events = vec![Event::Drew { seat, card }];
    let again = deal::reshuffles(&game.options, deal.reshuffles, deal.pile.len());
    if deal.stock.len() == 1 && again {
        let mut stock = deal.pile.clone();
        let label = Label::Again(deal.reshuffles as u8 + 1);
        chance
            .stream(label, game.deals.saturating_sub(1))
            .shuffle(&mut stock);
        events.push(Event::Reshuffled { stock });
    }
    Ok(events)
}

/// Kaluki rules 7.1: the top discard, if the seat may take it now.
pub(super) fn takes(game: &Kaluki, deal: &Deal, seat: Seat) -> Result<TakenCard, Refusal> {
    to_draw(deal, seat)?;
    let terms = game.terms(deal, seat)?;
    let card = *deal.pile.last().ok_or(super::TakeLock::EmptyPile)?;
    Ok(TakenCard { card, terms })
}

fn give_back(deal: &Deal, seat: Seat) -> Result<Vec<Event>, Refusal> {
    laying::at_table(deal, seat)?;
    let taken = deal.pending().ok_or(Refusal::NothingToReturn)?;
    Ok(vec![Event::Returned {
        seat,
        card: taken.card,
    }])
}

/// Kaluki rules 7.1 to 7.3: refuses a card that the seat may not discard now.
fn must_be_discardable(game: &Kaluki, deal: &Deal, seat: Seat, card: Card) -> Result<(), Refusal> {
    laying::at_table(deal, seat)?;
    let held = &deal.hands[seat];
    if !held.contains(&card) {
        return Err(Refusal::NotHeld { card });
    }
    if let Some(taken) = deal.pending() {
        let taken_card = taken.card;
        return Err(match taken.terms {
            Terms::MustOpen => Refusal::MustOpen { taken: taken_card },
            Terms::Free | Terms::MustUse | Terms::MustMeld => {
                Refusal::TakenNotUsed { taken: taken_card }
            }
        });
    }
    if deal.is_locked(&game.options, card) {
        return Err(Refusal::ReturnTaken { card });
    }
    if held.len() == 1 && deal.missed.contains(seat) {
        return Err(Refusal::Blocked);
    }
    Ok(())
}

fn discard(game: &Kaluki, deal: &Deal, seat: Seat, card: Card) -> Result<Vec<Event>, Refusal> {
    must_be_discardable(game, deal, seat, card)?;
    let events = vec![Event::Discarded { seat, card }];
    let left = deal.hands[seat].len() - 1;
    if left == 0 {
        let ending = laying::call_up(deal, seat);
        return Ok(settling::ended(game, events, ending));
    }
    Ok(settling::turn_ended(game, deal, seat, left, events))
}

/// Whether the seat may announce its cards now.
fn due(deal: &Deal, seat: Seat) -> Result<(), Refusal> {
    match deal.phase {
        Phase::Announce(actor) if actor == seat => Ok(()),
        _ => Err(Refusal::NothingToAnnounce),
    }
}

fn announce(game: &Kaluki, deal: &Deal, seat: Seat) -> Result<Vec<Event>, Refusal> {
    due(deal, seat)?;
    let held = deal.hands[seat].len();
    let by = Announce::Manual;
    let announced = vec![Event::Announced { seat, held, by }];
    Ok(settling::void_tested(game, deal, deal.stalled, announced))
}
