//! The table as everybody sees it: seats around the felt in the order of play, piles between them, the wall in the middle.

use super::mover;
use crate::felt::{self, offer, rank, stock, top_of};
use crate::indicator;
use crate::packs::tiles::{self, TileFace};
use crate::ring::{PLAQUE, Side, spot};
use crate::rules::okey::View;
use crate::rules::okey::Win;
use crate::rules::okey::view::{Moved, Phase, Pile, RoundResult};
use crate::rules::tile::{Face, Tile};
use crate::rules::{Outcome, Seat, Viewer};
use crate::scene::{At, Backdrop, Badge, FaceSize, Ink, Scene, TextSize, at};
use crate::signs::{Sitter, Sitters};

/// The table of a round. Only what a watcher sees is drawn, whoever's view this is.
pub fn board(view: &View, sitters: &Sitters) -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    let turn = sitters.turn(mover(view));
    match &view.result {
        Some(RoundResult::Won { seat, win, .. }) if view.phase == Phase::RoundOver => {
            show_win(&mut scene, view, *seat, win);
        }
        _ => show_middle(&mut scene, view, turn),
    }
    for (seat, _) in view.scores.iter() {
        let sitter = sitters.get(seat).unwrap_or(&Sitter::Person);
        plaque(&mut scene, view, seat, sitter, turn);
    }
    scene
}

/// Where the next lower tile of a seat's pile lies, seen from its top tile, and the step to those below it.
fn lower(side: Side) -> (At, i32) {
    match side {
        Side::Bottom | Side::Left => (at(104, 64), 50),
        Side::Right | Side::Top => (at(-60, 0), -50),
    }
}

/// Where a seat's shown tile lies, seen from its plaque: beside it, at the seat's left hand.
fn shown(side: Side) -> At {
    match side {
        Side::Bottom => at(-56, 32),
        Side::Right => at(74, 144),
        Side::Top => at(204, 32),
        Side::Left => at(74, -78),
    }
}

/// Stock, indicator, okey and the piles.
fn show_middle(scene: &mut Scene, view: &View, turn: Option<Seat>) {
    let size = tiles::LARGE;
    if let Some(indicator) = view.indicator {
        stock(scene, TileFace::Back, view.stock, size, at(300, 284));
        indicator::on_table(scene, indicator, size, at(456, 284));
    }
    let Some(okey) = view.okey() else { return };
    let seats = view.piles.len();
    let takeable = turn.and_then(|_| takeable(view));
    for (seat, pile) in view.piles.iter() {
        let spot = spot(seat, seats);
        if takeable == Some(seat) {
            // The arrow points at the next seat, which may be out; then whoever shines is further on (Okey rules 9.3).
            if turn == Some(seat.next(seats)) {
                offer(scene, spot.pile, size);
            } else {
                scene.glow(size, size.around(spot.pile.middle));
            }
        }
        let top = pile.seen.last().map(|top| TileFace::of(*top, okey));
        let place = size.around(spot.pile.middle);
        top_of(scene, top.map(Into::into), size, place);
        if view.viewer == Viewer::Watcher {
            below_top(scene, pile, spot.side, place, okey);
        }
    }
}

/// The seat whose top tile may be taken now (Okey rules 5.3).
fn takeable(view: &View) -> Option<Seat> {
    let Phase::Draw(_) = view.phase else {
        return None;
    };
    if view.must_draw {
        return None;
    }
    view.history.iter().rev().find_map(|moved| match moved {
        Moved::Discarded { seat, .. } => Some(*seat),
        _ => None,
    })
}

/// The lower tiles of a pile that everybody may look at, at most three, the highest first.
fn below_top(scene: &mut Scene, pile: &Pile, side: Side, place: At, okey: Face) {
    let (first, step) = lower(side);
    let mut place = place.by(first.x, first.y);
    for tile in pile.seen.iter().rev().skip(1).take(3) {
        scene.piece(TileFace::of(*tile, okey), tiles::SMALL, place);
        place = place.by(step, 0);
    }
}

/// The winner's fourteen tiles, and the fifteenth at their right hand.
fn show_win(scene: &mut Scene, view: &View, winner: Seat, win: &Win) {
    let Some(okey) = view.okey() else { return };
    let rows = rows_of(&win.melds);
    let size = tiles::MEDIUM;
    let apart = size.height() + 12;
    let width = rows.iter().map(|row| width_of(row)).max().unwrap_or(0) + 48;
    let height = rows.len() as i32 * apart + 16;
    let corner = at(500 - width / 2, 354 - height / 2);
    scene.bar(corner, (width, height), 22, Ink::Gold);
    scene.bar(corner.by(4, 4), (width - 8, height - 8), 19, Ink::Moss);
    let mut y = corner.y + 14;
    for row in &rows {
        show_row(scene, row, okey, at(500 - width_of(row) / 2, y));
        y += apart;
    }
    let size = tiles::LARGE;
    let place = size.around(spot(winner, view.scores.len()).pile.middle);
    scene.glow(size, place);
    scene.piece(TileFace::of(win.discard, okey), size, place);
}

/// The air between two tiles of a meld, and between two melds.
const CLOSE: i32 = 3;
const APART: i32 = 26;

fn width_of(row: &[&[Tile]]) -> i32 {
    let count: i32 = row.iter().map(|meld| meld.len() as i32).sum();
    let melds = row.len() as i32;
    count * tiles::MEDIUM.width() + (count - melds) * CLOSE + (melds - 1) * APART
}

fn show_row(scene: &mut Scene, row: &[&[Tile]], okey: Face, mut place: At) {
    let size = tiles::MEDIUM;
    for meld in row {
        for tile in *meld {
            scene.piece(TileFace::of(*tile, okey), size, place);
            place = place.by(size.width() + CLOSE, 0);
        }
        place = place.by(APART - CLOSE, 0);
    }
}

/// Melds in rows of at most seven tiles; a longer run is broken.
fn rows_of(melds: &[Vec<Tile>]) -> Vec<Vec<&[Tile]>> {
    const MOST: usize = 7;
    let mut rows: Vec<Vec<&[Tile]>> = Vec::new();
    let mut used = MOST;
    for part in melds.iter().flat_map(|meld| meld.chunks(MOST)) {
        if used + part.len() > MOST {
            rows.push(Vec::new());
            used = 0;
        }
        used += part.len();
        if let Some(row) = rows.last_mut() {
            row.push(part);
        }
    }
    rows
}

/// How a plaque looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    Quiet,
    /// The seat is to move, or has won.
    Bright,
    /// The seat is out of a game that goes on (Okey rules 9.3).
    Out,
}

impl Look {
    fn of(view: &View, seat: Seat, turn: Option<Seat>) -> Self {
        match () {
            () if is_bright(view, seat, turn) => Self::Bright,
            () if view.standing.is_none() && !view.active.contains(seat) => Self::Out,
            () => Self::Quiet,
        }
    }

    /// Puts the plate there, and the sign of the seat, which is small once it is out; answers the ink to write on it.
    fn lay(self, scene: &mut Scene, seat: Seat, corner: At) -> Ink {
        let (sign, ink) = match self {
            Self::Quiet => {
                plate(scene, corner, Ink::Oak, Ink::Walnut);
                (Badge::Seat(seat), Ink::Ivory)
            }
            Self::Bright => {
                gold_plate(scene, corner);
                (Badge::Seat(seat), Ink::Ebony)
            }
            Self::Out => {
                plate(scene, corner, Ink::Walnut, Ink::Moss);
                (Badge::Partner(seat), Ink::Sand)
            }
        };
        scene.badge(sign, corner.by(46, 44));
        ink
    }
}

/// How wide a score may be between the sign of its seat and the edge of the plate.
const SCORE: i32 = 110;

/// A seat: its sign, score, tiles, who sits there; bright while it is to move, or has won, dark once it is out.
fn plaque(scene: &mut Scene, view: &View, seat: Seat, sitter: &Sitter, turn: Option<Seat>) {
    let spot = spot(seat, view.scores.len());
    let corner = spot.plaque;
    let look = Look::of(view, seat, turn);
    let ink = look.lay(scene, seat, corner);
    let score = view.scores[seat].to_string();
    let size = TextSize::Large.fitting(&score, SCORE);
    scene.text(score, size, ink, corner.by(132, 44));
    if view.phase == Phase::RoundOver {
        outcome(scene, view, seat, corner);
    } else if look != Look::Out {
        tiles_left(scene, view, seat, ink, corner);
    }
    status(scene, view, (seat, sitter), ink, corner);
    if let (Some(true), Some(twin)) = (view.showed.get(seat).copied(), view.indicator) {
        let off = shown(spot.side);
        let place = corner.by(off.x, off.y);
        scene.piece(TileFace::Plain(twin), tiles::SMALL, place);
    }
}

/// The plate of a seat that shines, with a rim around it.
fn gold_plate(scene: &mut Scene, corner: At) {
    let (width, height) = PLAQUE;
    let rim = (width + 16, height + 16);
    scene.bar(corner.by(-8, -8), rim, 26, Ink::Bronze);
    plate(scene, corner, Ink::Light, Ink::Gold);
}

fn plate(scene: &mut Scene, corner: At, rim: Ink, ground: Ink) {
    let (width, height) = PLAQUE;
    scene.bar(corner, (width, height), 18, rim);
    scene.bar(corner.by(4, 4), (width - 8, height - 8), 14, ground);
}

/// Whose turn it is; after a round its winner; after the game those who won it.
fn is_bright(view: &View, seat: Seat, turn: Option<Seat>) -> bool {
    match view.standing {
        Some(_) => has_won_the_game(view, seat),
        None => turn == Some(seat) || has_won(view, seat),
    }
}

/// Whether a seat won the game that is over: two of four may (Okey rules 9.2).
pub(super) fn has_won_the_game(view: &View, seat: Seat) -> bool {
    let standing = view.standing.as_ref();
    standing.is_some_and(|standing| standing.outcomes.get(seat) == Some(&Outcome::Won))
}

fn tiles_left(scene: &mut Scene, view: &View, seat: Seat, ink: Ink, corner: At) {
    felt::sign(scene, Badge::Held, ink, corner.by(38, 100));
    let held = view.held.get(seat).copied().unwrap_or_default();
    scene.text(held, TextSize::Small, ink, corner.by(92, 102));
}

/// After a round the winner's laurel and the others' losses; after the game a crown for everybody who won it, and the place of
/// everybody else.
fn outcome(scene: &mut Scene, view: &View, seat: Seat, corner: At) {
    let lost = lost(view, seat);
    let is_crowned = has_won_the_game(view, seat);
    match place(view, seat) {
        // Who lost this round may still win the game: the crown then leaves room for the loss.
        Some(_) if is_crowned && lost.is_some() => award(scene, Badge::Crown, corner, 60),
        Some(_) if is_crowned => award(scene, Badge::Crown, corner, 126),
        Some(place) => rank(scene, place, corner.by(33, 100)),
        None if has_won(view, seat) => award(scene, Badge::Laurel, corner, 126),
        None => {}
    }
    let Some(points) = lost else { return };
    let (left, width) = match place(view, seat) {
        Some(_) if is_crowned => (75, 74),
        Some(_) => (59, 84),
        None => (12, 84),
    };
    let middle = corner.by(left + width / 2, 101);
    scene.bar(corner.by(left, 80), (width, 40), 12, Ink::Red);
    scene.text(format!("−{points}"), TextSize::Small, Ink::Ivory, middle);
}

/// What a winner gets, on a dark ground that lets it shine.
fn award(scene: &mut Scene, badge: Badge, corner: At, width: i32) {
    scene.bar(corner.by(12, 76), (width, 48), 14, Ink::Ebony);
    scene.badge(badge, corner.by(12 + width / 2, 100));
}

/// Who sits there, and who threw the dice.
fn status(scene: &mut Scene, view: &View, (seat, sitter): (Seat, &Sitter), ink: Ink, corner: At) {
    // A game that is over has no dealer any more, and its plaques have no room for the die.
    let dealer = (view.dealer == Some(seat) && view.standing.is_none()).then_some(Badge::Dealer);
    // A round that is over tells more there.
    let (size, place) = match sitter {
        Sitter::Known(_) if view.phase != Phase::RoundOver => (FaceSize::Usual, at(156, 98)),
        _ => (FaceSize::Small, at(166, 102)),
    };
    let place = corner.by(place.x, place.y);
    felt::sitter_beside(scene, (seat, sitter), size, ink, place);
    // On the corner, where neither the score nor the number of tiles stands.
    if let Some(badge) = dealer {
        felt::sign(scene, badge, ink, corner.by(PLAQUE.0 - 12, 12));
    }
    if view.options.partnership {
        let partner = seat.next(4).next(4);
        scene.badge(Badge::Partner(partner), corner.by(12, 12));
    }
}

/// The place of a seat once the game is over.
fn place(view: &View, seat: Seat) -> Option<u8> {
    view.standing.as_ref()?.places.get(seat).copied()
}

fn has_won(view: &View, seat: Seat) -> bool {
    let winner = match &view.result {
        Some(RoundResult::Won { seat, .. }) => Some(*seat),
        _ => None,
    };
    view.phase == Phase::RoundOver && winner == Some(seat)
}

/// What a seat lost by the round that is just over.
fn lost(view: &View, seat: Seat) -> Option<i32> {
    match &view.result {
        Some(RoundResult::Won { losses, .. }) => losses.get(seat).copied(),
        _ => None,
    }
    .filter(|points| *points != 0)
}
