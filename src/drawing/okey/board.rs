//! The table as everybody sees it: seats around the felt in the order of play, piles between them, the wall in the middle.

use super::{look, mover};
use crate::drawing::scene::{
    At, Backdrop, Badge, Heading, Ink, Scene, TextSize, TileFace, TileSize, at,
};
use crate::drawing::signs::Sitter;
use crate::rules::okey::View;
use crate::rules::okey::Win;
use crate::rules::okey::view::{Moved, Phase, Pile, RoundResult};
use crate::rules::tile::{Face, Tile};
use crate::rules::{PerSeat, Seat, Viewer};

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

    /// Where the top tile of the pile at this side's right hand lies.
    fn pile(self) -> At {
        match self {
            Self::Bottom => at(660, 532),
            Self::Right => at(846, 118),
            Self::Top => at(252, 36),
            Self::Left => at(66, 450),
        }
    }

    /// Where the lower tiles of that pile lie, from the next one on: the first place, and the way to the others.
    fn lower(self) -> (At, At) {
        match self {
            Self::Bottom => (at(766, 592), at(50, 0)),
            Self::Right => (at(788, 60), at(-50, 0)),
            Self::Top => (at(192, 40), at(-50, 0)),
            Self::Left => (at(168, 574), at(50, 0)),
        }
    }

    /// From the pile towards the one who may take it: the middle of an arrow, and where it points.
    fn arrow(self, to: Self) -> (At, Heading) {
        match (self, to) {
            (Self::Bottom, _) => (at(790, 548), Heading::Right),
            (Self::Right, Self::Left) => (at(810, 160), Heading::Left),
            (Self::Right, _) => (at(810, 160), Heading::Left),
            (Self::Top, _) => (at(218, 140), Heading::Left),
            (Self::Left, _) => (at(190, 540), Heading::Right),
        }
    }
}

/// Stock, indicator, okey and the piles.
fn show_middle(scene: &mut Scene, view: &View) {
    let size = TileSize::Large;
    if let Some(indicator) = view.indicator {
        stock(scene, view.stock);
        scene.tile(TileFace::Plain(indicator), size, at(456, 284));
        scene.badge(Badge::Arrow(Heading::Right), at(578, 350));
        scene.tile(TileFace::Okey(indicator.okey()), size, at(612, 284));
    }
    let Some(okey) = view.okey() else { return };
    let takeable = takeable(view);
    for (seat, pile) in view.piles.iter() {
        let side = side(seat, view.piles.len());
        if let Some((_, to)) = takeable.filter(|(from, _)| *from == seat) {
            let (middle, heading) = side.arrow(self::side(to, view.piles.len()));
            scene.glow(size, side.pile());
            scene.badge(Badge::Arrow(heading), middle);
        }
        show_pile(scene, pile, side, okey, view.viewer);
    }
}

/// The seat whose top tile may be taken now, and who may take it (Okey rules 5.3).
fn takeable(view: &View) -> Option<(Seat, Seat)> {
    let Phase::Draw(taker) = view.phase else {
        return None;
    };
    let last = view.history.iter().rev().find_map(|moved| match moved {
        Moved::Discarded { seat, .. } => Some(*seat),
        _ => None,
    });
    last.map(|from| (from, taker))
}

fn stock(scene: &mut Scene, left: usize) {
    let place = at(300, 284);
    if left == 0 {
        let (width, height) = (TileSize::Large.width(), TileSize::Large.height());
        scene.bar(place, (width, height), 12, Ink::Moss);
    }
    // One more layer for every sixteen tiles: the pile visibly shrinks.
    let layers = left.div_ceil(16).min(5) as i32;
    for layer in (0..layers).rev() {
        let lower = place.by(-3 * layer, 5 * layer);
        scene.tile(TileFace::Back, TileSize::Large, lower);
    }
    let middle = place.by(44, 64);
    scene.bar(middle.by(-38, -28), (76, 56), 14, Ink::Ebony);
    scene.text(left, TextSize::Large, Ink::Ivory, middle);
}

fn show_pile(scene: &mut Scene, pile: &Pile, side: Side, okey: Face, viewer: Viewer) {
    let place = side.pile();
    let Some((top, lower)) = pile.seen.split_last() else {
        let (width, height) = (TileSize::Large.width(), TileSize::Large.height());
        return scene.bar(place, (width, height), 12, Ink::Moss);
    };
    if viewer == Viewer::Watcher {
        let (first, step) = side.lower();
        for (index, tile) in lower.iter().rev().take(3).enumerate() {
            let index = index as i32;
            let place = first.by(step.x * index, step.y * index);
            scene.tile(look(*tile, okey), TileSize::Small, place);
        }
    }
    scene.tile(look(*top, okey), TileSize::Large, place);
}

/// The winner's fourteen tiles, and the fifteenth at their right hand.
fn show_win(scene: &mut Scene, view: &View, winner: Seat, win: &Win) {
    let Some(okey) = view.okey() else { return };
    let size = TileSize::Medium;
    let rows = rows_of(&win.melds);
    let step = size.height() + 18;
    let mut y = 350 - (rows.len() as i32 * step - 18) / 2;
    for row in rows {
        let count = row.iter().map(|meld| meld.len() as i32).sum::<i32>();
        let width = count * (size.width() + 3) - 3 + 24 * (row.len() as i32 - 1);
        let mut x = 500 - width / 2;
        for meld in row {
            for tile in meld {
                scene.glow(size, at(x, y));
                scene.tile(look(*tile, okey), size, at(x, y));
                x += size.width() + 3;
            }
            x += 24;
        }
        y += step;
    }
    let place = side(winner, view.scores.len()).pile();
    scene.glow(TileSize::Large, place);
    scene.tile(look(win.discard, okey), TileSize::Large, place);
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

/// A seat: its sign, score, tiles, who sits there; bright while it is to move.
fn plaque(scene: &mut Scene, view: &View, seat: Seat, sitter: Sitter) {
    let corner = side(seat, view.scores.len()).plaque();
    let bright = mover(view) == Some(seat) || is_winner(view, seat);
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
    match lost(view, seat) {
        Some(points) => loss(scene, points, corner),
        None => tiles_left(scene, view, seat, ink, corner),
    }
    status(scene, view, seat, sitter, corner);
}

fn tiles_left(scene: &mut Scene, view: &View, seat: Seat, ink: Ink, corner: At) {
    scene.badge(Badge::Held, corner.by(38, 100));
    let held = view.held.get(seat).copied().unwrap_or_default();
    scene.text(held, TextSize::Small, ink, corner.by(92, 102));
}

fn loss(scene: &mut Scene, points: i32, corner: At) {
    scene.bar(corner.by(12, 82), (92, 38), 12, Ink::Red);
    let text = format!("−{points}");
    scene.text(text, TextSize::Small, Ink::Ivory, corner.by(58, 102));
}

/// Who sits there, who threw the dice, who showed the twin.
fn status(scene: &mut Scene, view: &View, seat: Seat, sitter: Sitter, corner: At) {
    let mut middle = corner.by(166, 102);
    let mut next = |badge| {
        scene.badge(badge, middle);
        middle = middle.by(-40, 0);
    };
    match sitter {
        Sitter::Person => {}
        Sitter::Computer => next(Badge::Computer),
        Sitter::Away => next(Badge::Away),
    }
    if view.dealer == Some(seat) {
        next(Badge::Dealer);
    }
    if is_winner(view, seat) {
        scene.badge(Badge::Crown, corner.by(46, 100));
    }
    if let (Some(true), Some(twin)) = (view.showed.get(seat).copied(), view.indicator) {
        scene.tile(TileFace::Plain(twin), TileSize::Small, corner.by(-22, 70));
    }
}

fn is_winner(view: &View, seat: Seat) -> bool {
    matches!(view.result, Some(RoundResult::Won { seat: winner, .. }) if winner == seat)
        && view.phase == Phase::RoundOver
}

/// What a seat lost by the round that is just over.
fn lost(view: &View, seat: Seat) -> Option<i32> {
    match &view.result {
        Some(RoundResult::Won { losses, .. }) if view.phase == Phase::RoundOver => {
            losses.get(seat).copied().filter(|points| *points != 0)
        }
        _ => None,
    }
}
