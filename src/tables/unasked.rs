//! What may be done for a seat unasked, game by game: whether drawing is a plain choice, and what a prepared move
//! stops at.

use super::{Dropped, Held};
use crate::rules::any::{AnyAction, AnyGame, AnyView};
use crate::rules::chance::Chance;
use crate::rules::piece::Piece;
use crate::rules::tile::{Face, Tile};
use crate::rules::{Game, Seat, Viewer, okey, okey101};

/// What speaks against drawing for this seat; `None` if it is not to draw.
pub(super) fn drawing(game: &AnyGame, chance: &Chance, seat: Seat) -> Option<Result<(), Held>> {
    match game.view(Viewer::Seat(seat)) {
        AnyView::Okey(view) => (view.phase == okey::view::Phase::Draw(seat))
            .then(|| drawing_in_okey(game, chance, seat, &view)),
        AnyView::Okey101(view) => (view.phase == okey101::view::Phase::Draw(seat))
            .then(|| drawing_in_101(game, chance, seat, &view)),
    }
}

/// In Okey.
fn drawing_in_okey(
    game: &AnyGame,
    chance: &Chance,
    seat: Seat,
    view: &okey::View,
) -> Result<(), Held> {
    let finishes = |after: &AnyGame| stops(after, seat, None).is_some();
    match view.takeable {
        Some(_) if after_taking(game, chance, seat).is_some_and(|after| finishes(&after)) => {
            Err(Held::TakeFinishes)
        }
        Some(tile) if is_joker(tile, view.okey()) => Err(Held::TakeIsJoker),
        _ if view.stock == 0 => Err(Held::StockEmpty),
        // Public, for everybody: whoever waited only with the twin would tell by it that they hold it.
        _ if game.may_interject().contains(seat) => Err(Held::MayShow),
        _ => Ok(()),
    }
}

/// In 101.
fn drawing_in_101(
    game: &AnyGame,
    chance: &Chance,
    seat: Seat,
    view: &okey101::View,
) -> Result<(), Held> {
    let takeable = view.own.as_ref().and_then(|own| own.takeable);
    let lays = |after: &AnyGame, tile| stops(after, seat, Some(tile)).is_some();
    match takeable {
        Some(tile) if is_joker(tile, view.okey()) => Err(Held::TakeIsJoker),
        Some(tile) if after_taking(game, chance, seat).is_some_and(|after| lays(&after, tile)) => {
            Err(Held::TakeLays)
        }
        _ if view.stock == 0 => Err(Held::StockEmpty),
        _ => Ok(()),
    }
}

fn is_joker(tile: Tile, okey: Option<Face>) -> bool {
    okey.is_some_and(|okey| tile.is_joker(okey))
}

fn after_taking(game: &AnyGame, chance: &Chance, seat: Seat) -> Option<AnyGame> {
    let take = match game {
        AnyGame::Okey(_) => AnyAction::Okey(okey::Action::Take),
        AnyGame::Okey101(_) => AnyAction::Okey101(okey101::Action::Take),
    };
    let mut after = game.clone();
    after.act(seat, &take, chance).is_ok().then_some(after)
}

/// Why a prepared move is not gone on with, now that the seat has drawn this tile, or may begin.
pub(super) fn stops(game: &AnyGame, seat: Seat, drawn: Option<Tile>) -> Option<Dropped> {
    let stops = |action: &AnyAction| match action {
        AnyAction::Okey(okey::Action::Finish(_)) => Some(Dropped::Finishes),
        AnyAction::Okey101(action) => drawn
            .is_some_and(|drawn| lays(action, drawn))
            .then_some(Dropped::Lays),
        AnyAction::Okey(_) => None,
    };
    game.actions(seat).iter().find_map(stops)
}

/// Whether this action brings the tile on the table.
fn lays(action: &okey101::Action, drawn: Tile) -> bool {
    match action {
        okey101::Action::Open { melds } => melds.iter().any(|meld| meld.tiles.contains(&drawn)),
        okey101::Action::Lay { meld } => meld.tiles.contains(&drawn),
        okey101::Action::LayOff { tile, .. } | okey101::Action::SwapJoker { tile, .. } => {
            *tile == drawn
        }
        _ => false,
    }
}

/// The tile that the seat has just drawn, where that decides what it does next.
pub(super) fn drawn(game: &AnyGame, seat: Seat) -> Option<Tile> {
    match game.view(Viewer::Seat(seat)) {
        AnyView::Okey(view) => view.fresh,
        AnyView::Okey101(view) => view.own?.fresh,
    }
}

/// Drawing from the stock.
pub(super) fn draw(game: &AnyGame) -> AnyAction {
    match game {
        AnyGame::Okey(_) => AnyAction::Okey(okey::Action::Draw),
        AnyGame::Okey101(_) => AnyAction::Okey101(okey101::Action::Draw),
    }
}

/// Discarding this piece, if that costs nothing; `None` for a piece of another game.
pub(super) fn discard(game: &AnyGame, piece: Piece) -> Option<AnyAction> {
    let tile = piece.try_into().ok()?;
    Some(match game {
        AnyGame::Okey(_) => AnyAction::Okey(okey::Action::Discard(tile)),
        AnyGame::Okey101(_) => AnyAction::Okey101(okey101::Action::Discard {
            tile,
            confirm: false,
        }),
    })
}

/// Whether a turn may begin with this action.
pub(super) fn begins(action: &AnyAction) -> bool {
    match action {
        AnyAction::Okey(action) => matches!(
            action,
            okey::Action::Draw | okey::Action::Pass | okey::Action::Discard(_)
        ),
        AnyAction::Okey101(action) => matches!(
            action,
            okey101::Action::Draw | okey101::Action::Pass | okey101::Action::Discard { .. }
        ),
    }
}
