//! What may be done for a seat unasked: to draw where that is a plain choice, then to discard what was prepared.
//!
//! All of it follows from what the seat may see.

use super::options::Announce;
use super::state::{Deal, Kaluki};
use super::view::{Phase, TakenCard};
use super::{Action, Build, Composed, Event, Options, Placement, laying, propose, seen, turn};
use crate::card::{Card, Placed};
use crate::piece::Piece;
use crate::unasked::{Dropped, Held};
use crate::{Game, Seat, Viewer};

/// Drawing, or what speaks against it; `None` if the seat is not to draw.
pub(super) fn unasked(game: &Kaluki, seat: Seat) -> Option<Result<Action, Held>> {
    let deal = game.deal.as_ref()?;
    (deal.phase == Phase::Draw(seat)).then(|| match held(game, deal, seat) {
        Some(held) => Err(held),
        None => Ok(Action::Draw),
    })
}

fn held(game: &Kaluki, deal: &Deal, seat: Seat) -> Option<Held> {
    match turn::takes(game, deal, seat) {
        Ok(taken) if taken.card == Card::Joker => Some(Held::TakeIsJoker),
        Ok(taken) if take_lays(game, seat, taken) => Some(Held::TakeLays),
        _ if deal.stock.is_empty() => Some(Held::StockEmpty),
        _ => None,
    }
}

fn take_lays(game: &Kaluki, seat: Seat, TakenCard { card, terms }: TakenCard) -> bool {
    let took = Event::Took { seat, card, terms };
    may_lay(&game.after(&[took]), seat, card)
}

/// Whether the seat can bring this card on the table: at once, or after an opening or an exchange with other cards.
fn may_lay(game: &Kaluki, seat: Seat, card: Card) -> bool {
    may_lay_now(game, seat, card)
        || turn::actions(game, seat)
            .iter()
            .filter_map(|action| before(game, seat, action))
            .any(|events| may_build(&game.after(&events), seat, card))
}

/// Whether a single action lays the card, be it listed or not: a laying that is worth more may leave it out.
fn may_lay_now(game: &Kaluki, seat: Seat, card: Card) -> bool {
    game.deal.as_ref().is_some_and(|deal| {
        let actions = propose::actions_with(game, deal, seat, Some(card));
        actions.iter().any(|action| lays(action, card))
            || propose::builds_behind(game, deal, seat, card)
    })
}

/// Whether the card goes on a meld of the table, alone or behind another one.
fn may_build(game: &Kaluki, seat: Seat, card: Card) -> bool {
    game.deal.as_ref().is_some_and(|deal| {
        let fits = propose::fits_of(&[card], &deal.melds(), game.options.aces());
        let accepted = |build: &Build| laying::build(game, deal, seat, build).is_ok();
        fits.iter().any(accepted) || propose::builds_behind(game, deal, seat, card)
    })
}

/// What an action comes to after which another card may find a place that it had not before: not a meld, for then it would be
/// laid with it.
fn before(game: &Kaluki, seat: Seat, action: &Action) -> Option<Vec<Event>> {
    let deal = game.deal.as_ref()?;
    match action {
        Action::Open { melds } => laying::open(game, deal, seat, melds).ok(),
        Action::Exchange {
            recoveries,
            placements,
        } => laying::exchange(game, deal, seat, recoveries, placements).ok(),
        _ => None,
    }
}

fn lays(action: &Action, card: Card) -> bool {
    let is_in = |cards: &[Placed]| cards.iter().any(|placed| placed.card() == card);
    let is_in_meld = |meld: &Composed| is_in(&meld.cards);
    match action {
        Action::Open { melds } => melds.iter().any(is_in_meld),
        Action::Lay { meld } => is_in_meld(meld),
        Action::Build(build) => is_in(&build.cards),
        Action::Exchange {
            recoveries,
            placements,
        } => {
            let given = recoveries.iter().any(|one| one.cards.contains(&card));
            given || placements.iter().map(Placement::cards).any(is_in)
        }
        Action::Draw
        | Action::Take
        | Action::Return
        | Action::Discard { .. }
        | Action::Announce
        | Action::StaySilent
        | Action::BuyIn
        | Action::Decline => false,
    }
}

/// Whether a prepared move has a next action now, or something that stops it.
pub(super) fn is_moment_for(game: &Kaluki, seat: Seat) -> bool {
    let phase = game.deal.as_ref().map(|deal| deal.phase);
    phase == Some(Phase::Draw(seat)) || phase == Some(Phase::Play(seat))
}

/// The next action of a move that was prepared: to draw, then to discard this card, unless the owner would have to announce
/// what is left.
///
/// How many cards that is does not depend on what is drawn, so it is known before. Whoever prepared a move may not be there
/// to announce them, and could then not win in the next turn (Kaluki rules 7.3).
pub(super) fn prepared(game: &Kaluki, seat: Seat, piece: Piece) -> Option<Result<Action, Dropped>> {
    let discard = Card::try_from(piece).map_err(|_| Dropped::Refused);
    let deal = game.deal.as_ref()?;
    match deal.phase {
        Phase::Draw(actor) if actor == seat => {
            let draw = unasked(game, seat)?.map_err(Dropped::Held);
            // A draw and a discard leave as many cards as there are.
            let is_announced = must_announce(&game.options, deal.hands[seat].len());
            Some(discard.and(match draw {
                Ok(_) if is_announced => Err(Dropped::Announces),
                draw => draw,
            }))
        }
        Phase::Play(actor) if actor == seat => {
            let came = seen::fresh(deal, seat);
            let left = deal.hands[seat].len().saturating_sub(1);
            Some(if lays_and_calls_up(game, seat) {
                Err(Dropped::Finishes)
            } else if came.is_some_and(|card| may_lay(game, seat, card)) {
                Err(Dropped::Lays)
            } else if must_announce(&game.options, left) {
                Err(Dropped::Announces)
            } else {
                discard.map(|card| Action::Discard { card })
            })
        }
        Phase::Undealt
        | Phase::Draw(_)
        | Phase::Play(_)
        | Phase::Announce(_)
        | Phase::BuyIn(_)
        | Phase::DealOver => None,
    }
}

/// Whether the owner of a hand of so many cards must announce it in time (Kaluki rules 7.3).
fn must_announce(options: &Options, held: usize) -> bool {
    options.announce == Announce::Manual && options.announces(held)
}

/// Whether what the seat can lay ends the deal in this turn; with a last card alone the discard itself does.
fn lays_and_calls_up(game: &Kaluki, seat: Seat) -> bool {
    let turn = seen::view(game, Viewer::Seat(seat)).best_turn();
    turn.is_some_and(|turn| turn.calls_up() && !turn.actions.is_empty())
}
