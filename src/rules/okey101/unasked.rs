//! What may be done for a seat unasked: to draw where that is a plain choice, then to discard what was prepared.
//!
//! All of it follows from what the seat may see.

use super::state::{Okey101, Round};
use super::view::Phase;
use super::{Action, Event, seen, turn};
use crate::piece::Piece;
use crate::tile::Tile;
use crate::unasked::{Dropped, Held};
use crate::{Game, Seat};

/// Drawing, or what speaks against it; `None` if the seat is not to draw.
pub(super) fn unasked(game: &Okey101, seat: Seat) -> Option<Result<Action, Held>> {
    let round = game.round.as_ref()?;
    (round.phase == Phase::Draw(seat)).then(|| match held(game, round, seat) {
        Some(held) => Err(held),
        None => Ok(Action::Draw),
    })
}

fn held(game: &Okey101, round: &Round, seat: Seat) -> Option<Held> {
    match turn::takes(game, round, seat) {
        Ok(tile) if tile.is_joker(round.okey()) => Some(Held::TakeIsJoker),
        Ok(tile) if take_lays(game, seat, tile) => Some(Held::TakeLays),
        _ if round.stock.is_empty() => Some(Held::StockEmpty),
        _ => None,
    }
}

fn take_lays(game: &Okey101, seat: Seat, tile: Tile) -> bool {
    may_lay(&game.after(&[Event::Took { seat, tile }]), seat, tile)
}

/// Whether the seat is offered an action that brings this tile on the table.
fn may_lay(game: &Okey101, seat: Seat, tile: Tile) -> bool {
    let lays = |action: &Action| match action {
        Action::Open { melds } => melds.iter().any(|meld| meld.tiles.contains(&tile)),
        Action::Lay { meld } => meld.tiles.contains(&tile),
        Action::LayOff { tile: laid, .. } | Action::SwapJoker { tile: laid, .. } => *laid == tile,
        Action::Draw
        | Action::Take
        | Action::Return
        | Action::TakeBack
        | Action::Discard { .. }
        | Action::Pass => false,
    };
    turn::actions(game, seat).iter().any(lays)
}

/// The next action of a move that was prepared: to draw, then to discard this piece, if that costs nothing.
pub(super) fn prepared(
    game: &Okey101,
    seat: Seat,
    piece: Piece,
) -> Option<Result<Action, Dropped>> {
    let discard = Tile::try_from(piece).map_err(|_| Dropped::Refused);
    let round = game.round.as_ref()?;
    match round.phase {
        Phase::Draw(actor) if actor == seat => {
            let draw = unasked(game, seat)?.map_err(Dropped::Held);
            Some(discard.and(draw))
        }
        Phase::Play(actor) if actor == seat => {
            let drawn = seen::fresh(round, seat);
            Some(if drawn.is_some_and(|drawn| may_lay(game, seat, drawn)) {
                Err(Dropped::Lays)
            } else {
                let confirm = false;
                discard.map(|tile| Action::Discard { tile, confirm })
            })
        }
        Phase::Undealt | Phase::Draw(_) | Phase::Taken(_) | Phase::Play(_) | Phase::RoundOver => {
            None
        }
    }
}
