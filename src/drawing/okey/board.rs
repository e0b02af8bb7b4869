//! The table as everybody sees it: seats around the felt in the order of play, piles between them, the wall in the middle.

use super::{look, mover};
use crate::felt::{badge_of, stock, top_of};
use crate::rules::okey::View;
use crate::rules::okey::Win;
use crate::rules::okey::view::{Moved, Phase, Pile, RoundResult};
use crate::rules::tile::{Face, Tile};
use crate::rules::{PerSeat, Seat, Viewer};
use crate::scene::{At, Backdrop, Badge, Heading, Ink, Scene, TextSize, TileFace, TileSize, at};
use crate::signs::Sitter;

/// A side of the table, in the order of play: to the right (Okey rules 3.1).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Bottom,
    Right,
    Top,
    Left,
}

/// The size of a seat's plaque.
const PLAQUE: (i32, i32) = (192, 132);

/// The table of a round. Only what a watcher sees is drawn, whoever's view this is.
pub fn board(view: &View, sitters: &PerSeat<Sitter>) -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    match &view.result {
        Some(RoundResult::Won { seat, win, .. }) if view.phase == Phase::RoundOver => {
            show_win(&mut scene, view, *seat, win);
        }
        _ => show_middle(&mut scene, view),
    }
    for (seat, _) in view.scores.iter() {
        let sitter = sitters.get(seat).copied().unwrap_or_default();
        plaque(&mut scene, view, seat, sitter);
    }
    scene
}

fn side(seat: Seat, seats: usize) -> Side {
    const FOUR: [Side; 4] = [Side::Bottom, Side::Right, Side::Top, Side::Left];
    const THREE: [Side; 3] = [Side::Bottom, Side::Right, Side::Left];
    const TWO: [Side; 2] = [Side::Bottom, Side::Top];
    let sides: &[Side] = match seats {
        0..=2 => &TWO,
        3 => &THREE,
        _ => &FOUR,
    };
    sides[seat.index() % sides.len()]
}

impl Side {
    /// The top left corner of a plaque on this side.
    fn plaque(self) -> At {
        match self {
            Self::Bottom => at(404, 556),
            Self::Right => at(794, 284),
            Self::Top => at(404, 12),
            Self::Left => at(14, 284),
        }
    }

    /// Where the top tile of the pile at this side's right hand lies: before the one who may take it.
    fn pile(self, seats: usize) -> At {
        match self {
            Self::Bottom => at(660, 542),
            // With three seats the next one sits across.
            Self::Right if seats == 3 => at(456, 26),
            Self::Right => at(846, 118),
            Self::Top => at(252, 26),
            Self::Left => at(66, 450),
        }
    }

    /// Where the next lower tile of that pile lies, seen from its top tile, and the step to those below it.
    fn lower(self) -> (At, i32) {
        match self {
            Self::Bottom | Self::Left => (at(104, 64), 50),
            Self::Right | Self::Top => (at(-60, 0), -50),
        }
    }

    /// The middle of the arrow from that pile to the one who may take it, and where it points.
    fn arrow(self) -> (At, Heading) {
        match self {
            Self::Bottom => (at(126, 26), Heading::Up),
            Self::Right => (at(-38, 98), Heading::Left),
            Self::Top => (at(-34, 106), Heading::Down),
            Self::Left => (at(126, 26), Heading::Right),
        }
    }

    /// Where a seat's shown tile lies: at its left hand, beside its plaque.
    fn shown(self) -> At {
        match self {
            Self::Bottom => at(348, 588),
            Self::Right => at(868, 428),
            Self::Top => at(608, 44),
            Self::Left => at(88, 206),
        }
    }
}

/// Stock, indicator, okey and the piles.
fn show_middle(scene: &mut Scene, view: &View) {
    let size = TileSize::Large;
    if let Some(indicator) = view.indicator {
        stock(scene, view.stock, size, at(300, 284));
        scene.tile(TileFace::Plain(indicator), size, at(456, 284));
        scene.badge(Badge::Arrow(Heading::Right), at(578, 350));
        scene.tile(TileFace::Okey(indicator.okey()), size, at(612, 284));
    }
    let Some(okey) = view.okey() else { return };
    let takeable = takeable(view);
    for (seat, pile) in view.piles.iter() {
        let side = side(seat, view.piles.len());
        let place = side.pile(view.piles.len());
        if takeable == Some(seat) {
            let (off, heading) = side.arrow();
            scene.glow(size, place);
            scene.badge(Badge::Arrow(heading), place.by(off.x, off.y));
        }
        top_of(scene, &pile.seen, okey, size, place);
        if view.viewer == Viewer::Watcher {
            below_top(scene, pile, side, place, okey);
        }
    }
}

/// The seat whose top tile may be taken now (Okey rules 5.3).
fn takeable(view: &View) -> Option<Seat> {
    let Phase::Draw(_) = view.phase else {
        return None;
    };
    view.history.iter().rev().find_map(|moved| match moved {
        Moved::Discarded { seat, .. } => Some(*seat),
        _ => None,
    })
}

/// The lower tiles of a pile that everybody may look at, at most three, the highest first.
fn below_top(scene: &mut Scene, pile: &Pile, side: Side, place: At, okey: Face) {
    let (first, step) = side.lower();
    let mut place = place.by(first.x, first.y);
    for tile in pile.seen.iter().rev().skip(1).take(3) {
        scene.tile(look(*tile, okey), TileSize::Small, place);
        place = place.by(step, 0);
    }
}

/// The winner's fourteen tiles, and the fifteenth at their right hand.
fn show_win(scene: &mut Scene, view: &View, winner: Seat, win: &Win) {
    let Some(okey) = view.okey() else { return };
    let rows = rows_of(&win.melds);
    let size = TileSize::Medium;
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
    let place = side(winner, view.scores.len()).pile(view.scores.len());
    scene.glow(TileSize::Large, place);
    scene.tile(look(win.discard, okey), TileSize::Large, place);
}

/// The air between two tiles of a meld, and between two melds.
const CLOSE: i32 = 3;
const APART: i32 = 26;

fn width_of(row: &[&[Tile]]) -> i32 {
    let tiles: i32 = row.iter().map(|meld| meld.len() as i32).sum();
    let melds = row.len() as i32;
    tiles * TileSize::Medium.width() + (tiles - melds) * CLOSE + (melds - 1) * APART
}

fn show_row(scene: &mut Scene, row: &[&[Tile]], okey: Face, mut place: At) {
    let size = TileSize::Medium;
    for meld in row {
        for tile in *meld {
            scene.tile(look(*tile, okey), size, place);
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

/// A seat: its sign, score, tiles, who sits there; bright while it is to move, or has won.
fn plaque(scene: &mut Scene, view: &View, seat: Seat, sitter: Sitter) {
    let side = side(seat, view.scores.len());
    let corner = side.plaque();
    let bright = is_bright(view, seat);
    let (width, height) = PLAQUE;
    let (rim, ground, ink) = match bright {
        true => (Ink::Light, Ink::Gold, Ink::Ebony),
        false => (Ink::Oak, Ink::Walnut, Ink::Ivory),
    };
    if bright {
        scene.bar(
            corner.by(-8, -8),
            (width + 16, height + 16),
            26,
            Ink::Bronze,
        );
    }
    scene.bar(corner, (width, height), 18, rim);
    scene.bar(corner.by(4, 4), (width - 8, height - 8), 14, ground);
    scene.badge(Badge::Seat(seat), corner.by(46, 44));
    scene.text(view.scores[seat], TextSize::Large, ink, corner.by(132, 44));
    if view.phase == Phase::RoundOver {
        outcome(scene, view, seat, corner);
    } else {
        tiles_left(scene, view, seat, ink, corner);
    }
    status(scene, view, seat, sitter, corner);
    if let (Some(true), Some(twin)) = (view.showed.get(seat).copied(), view.indicator) {
        scene.tile(TileFace::Plain(twin), TileSize::Small, side.shown());
    }
}

/// Whose turn it is; after a round its winner; after the game those in the first place.
fn is_bright(view: &View, seat: Seat) -> bool {
    match place(view, seat) {
        Some(place) => place == 1,
        None => mover(view) == Some(seat) || has_won(view, seat),
    }
}

fn tiles_left(scene: &mut Scene, view: &View, seat: Seat, ink: Ink, corner: At) {
    scene.badge(Badge::Held, corner.by(38, 100));
    let held = view.held.get(seat).copied().unwrap_or_default();
    scene.text(held, TextSize::Small, ink, corner.by(92, 102));
}

/// After a round the winner's laurel and the others' losses; after the game every seat's place.
fn outcome(scene: &mut Scene, view: &View, seat: Seat, corner: At) {
    let lost = lost(view, seat);
    match place(view, seat) {
        // Who lost this round may still be the first in the game: the crown then leaves room for the loss.
        Some(1) => award(
            scene,
            Badge::Crown,
            corner,
            if lost.is_some() { 60 } else { 126 },
        ),
        Some(place) => {
            scene.bar(corner.by(12, 79), (42, 42), 21, Ink::Oak);
            scene.text(place, TextSize::Small, Ink::Ivory, corner.by(33, 100));
        }
        None if has_won(view, seat) => award(scene, Badge::Laurel, corner, 126),
        None => {}
    }
    if let Some(points) = lost {
        let (left, width) = match place(view, seat) {
            Some(1) => (75, 74),
            Some(_) => (59, 84),
            None => (12, 84),
        };
        scene.bar(corner.by(left, 80), (width, 40), 12, Ink::Red);
        let text = format!("−{points}");
        scene.text(
            text,
            TextSize::Small,
            Ink::Ivory,
            corner.by(left + width / 2, 101),
        );
    }
}

/// What a winner gets, on a dark ground that lets it shine.
fn award(scene: &mut Scene, badge: Badge, corner: At, width: i32) {
    scene.bar(corner.by(12, 76), (width, 48), 14, Ink::Ebony);
    scene.badge(badge, corner.by(12 + width / 2, 100));
}

/// Who sits there, and who threw the dice.
fn status(scene: &mut Scene, view: &View, seat: Seat, sitter: Sitter, corner: At) {
    // A game that is over has no dealer any more, and its plaques have no room for the die.
    let dealer = (view.dealer == Some(seat) && view.standing.is_none()).then_some(Badge::Dealer);
    if let Some(badge) = badge_of(sitter) {
        scene.badge(badge, corner.by(166, 102));
    }
    // On the corner, where neither the score nor the number of tiles stands.
    if let Some(badge) = dealer {
        scene.badge(badge, corner.by(PLAQUE.0 - 12, 12));
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
