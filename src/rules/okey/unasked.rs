//! What may be done for a seat unasked: to draw where that is a plain choice, then to discard what was prepared.
//!
//! All of it follows from what the seat may see.

use super::state::{Okey, Round};
use super::turn;
use super::view::Phase;
use super::{Action, Event};
use crate::piece::Piece;
use crate::tile::Tile;
use crate::unasked::{Dropped, Held};
use crate::{Game, Seat};

/// Drawing, or what speaks against it; `None` if the seat is not to draw.
pub(super) fn unasked(game: &Okey, seat: Seat) -> Option<Result<Action, Held>> {
    let round = game.round.as_ref()?;
    (round.phase == Phase::Draw(seat)).then(|| match held(game, round, seat) {
        Some(held) => Err(held),
        None => Ok(Action::Draw),
    })
}

fn held(game: &Okey, round: &Round, seat: Seat) -> Option<Held> {
    match turn::takes(game, round, seat) {
        Ok(tile) if take_finishes(game, seat, tile) => Some(Held::TakeFinishes),
        Ok(tile) if tile.is_joker(round.okey()) => Some(Held::TakeIsJoker),
        _ if game.drawable(round) == 0 => Some(Held::StockEmpty),
        // Public, for everybody: whoever waited only with the twin would tell by it that they hold it.
        _ if round.may_show.contains(seat) => Some(Held::MayInterject),
        _ => None,
    }
}

fn take_finishes(game: &Okey, seat: Seat, tile: Tile) -> bool {
    may_finish(&game.after(&[Event::Took { seat, tile }]), seat)
}

fn may_finish(game: &Okey, seat: Seat) -> bool {
    let finishes = |action: &Action| matches!(action, Action::Finish(_));
    turn::actions(game, seat).iter().any(finishes)
}

/// The next action of a move that was prepared: to draw, then to discard this piece.
pub(super) fn prepared(game: &Okey, seat: Seat, piece: Piece) -> Option<Result<Action, Dropped>> {
    let discard = Tile::try_from(piece).map_err(|_| Dropped::Refused);
    match game.round.as_ref()?.phase {
        Phase::Draw(actor) if actor == seat => {
            let draw = unasked(game, seat)?.map_err(Dropped::Held);
            Some(discard.and(draw))
        }
        Phase::StarterDiscard(actor) | Phase::Discard(actor) if actor == seat => {
            Some(if may_finish(game, seat) {
                Err(Dropped::Finishes)
            } else {
                discard.map(Action::Discard)
            })
        }
        Phase::Undealt
        | Phase::Showing(_)
        | Phase::StarterDiscard(_)
        | Phase::Draw(_)
        | Phase::Discard(_)
        | Phase::RoundOver => None,
    }
}
