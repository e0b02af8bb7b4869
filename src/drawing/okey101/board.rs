//! The table of 101 as everybody sees it: each seat has an area for its melds, the piles lie between the areas,
//! the stock and the okey in the middle.

use super::{melds, mover, sheet};
use crate::felt::{self, offer, stock, top_of};
use crate::indicator;
use crate::packs::tiles::{self, TileFace};
use crate::ring::{self, MAT, Mat, Side};
use crate::rules::Seat;
use crate::rules::okey101::view::Phase;
use crate::rules::okey101::{OpenKind, Opening, View};
use crate::rules::tile::Face;
use crate::scene::{At, Backdrop, Badge, FaceSize, Ink, Scene, TextSize, at};
use crate::signs::{Sitter, Sitters};

/// The table of a round, or its score sheet once it is over. Only what a watcher sees is drawn, whoever's view this is.
pub fn board(view: &View, sitters: &Sitters) -> Scene {
    let mut scene = Scene::on(Backdrop::Table);
    if let (Phase::RoundOver, Some(result)) = (view.phase, &view.result) {
        sheet::show(&mut scene, view, result, sitters);
        return scene;
    }
    let seats = view.totals.len();
    let turn = sitters.turn(mover(view));
    for (seat, _) in view.totals.iter() {
        let area = Area {
            mat: ring::mat(seat, seats),
            is_bright: turn == Some(seat),
        };
        let sitter = sitters.get(seat).unwrap_or(&Sitter::Person);
        mat(&mut scene, view, seat, area);
        plaque(&mut scene, view, seat, sitter, area);
    }
    if let Some(indicator) = view.indicator {
        show_middle(&mut scene, view, indicator);
        show_piles(&mut scene, view, indicator.okey(), turn);
    }
    scene
}

/// The mat of a seat, with its plaque at the edge of the table.
#[derive(Clone, Copy)]
struct Area {
    mat: Mat,
    /// The seat is to move.
    is_bright: bool,
}

/// How high a plaque is.
const PLAQUE: i32 = 66;
/// How wide a total may be between the sign of its seat and that of the tiles it holds.
const POINTS: i32 = 110;
/// How wide what was charged may be between the sign of the partner and the die.
const CHARGED: i32 = 98;
/// Between the rim of an area and what lies in it.
const RIM: i32 = 3;

impl Area {
    /// What belongs at the top, or at the bottom.
    fn either<T>(self, top: T, bottom: T) -> T {
        if self.mat.side == Side::Top {
            top
        } else {
            bottom
        }
    }

    fn corner(self) -> At {
        at(self.mat.left, self.mat.top)
    }

    /// The corner of the plaque.
    fn plaque(self) -> At {
        self.corner().by(0, self.either(0, MAT - PLAQUE))
    }

    /// The corner of the place for melds, and its size; below the last row a mark has room.
    fn melds(self) -> (At, (i32, i32)) {
        let corner = self.corner().by(6, self.either(PLAQUE, 0) + 6);
        (corner, (self.mat.width - 12, MAT - PLAQUE - 16))
    }

    /// So far from the left, the middle of the wooden frame beside the plaque.
    fn frame(self, right: i32) -> At {
        at(self.mat.left + right, self.either(22, 758))
    }

    /// The same, for what must not touch the plaque.
    fn edge(self, right: i32) -> At {
        at(self.mat.left + right, self.either(14, 766))
    }
}

/// Where the melds of a seat lie.
fn mat(scene: &mut Scene, view: &View, seat: Seat, area: Area) {
    let (corner, width) = (area.corner(), area.mat.width);
    let rim = if area.is_bright {
        Ink::Gold
    } else {
        Ink::Sign(seat)
    };
    scene.bar(corner, (width, MAT), 18, rim);
    let inner = (width - 2 * RIM, MAT - 2 * RIM);
    scene.bar(corner.by(RIM, RIM), inner, 15, Ink::Moss);
    let (corner, room) = area.melds();
    let taker = area.is_bright.then_some(seat);
    melds::lay(scene, view, (seat, taker), corner, room);
}

/// A seat: its sign, its points, how many tiles it holds, how it opened; bright while it is to move.
fn plaque(scene: &mut Scene, view: &View, seat: Seat, sitter: &Sitter, area: Area) {
    let corner = area.plaque();
    let (ground, ink) = if area.is_bright {
        (Ink::Gold, Ink::Ebony)
    } else {
        (Ink::Walnut, Ink::Ivory)
    };
    let inner = (area.mat.width - 2 * RIM, PLAQUE - 2 * RIM);
    scene.bar(corner.by(RIM, RIM), inner, 15, ground);
    scene.badge(Badge::Seat(seat), corner.by(34, 33));
    points(scene, view.totals[seat], ink, corner.by(122, 34), POINTS);
    if view.phase != Phase::Undealt {
        felt::sign(scene, Badge::Held, ink, corner.by(206, 33));
        let held = view.held.get(seat).copied().unwrap_or_default();
        number(scene, held, ink, corner.by(235, 34));
        opening(scene, view.opened[seat], ink, corner.by(316, 33));
    }
    // Beside the plaque on the frame, as the die and the penalties: the plaque is full.
    felt::sitter(scene, seat, sitter, FaceSize::Small, area.frame(330));
    if view.dealer == Some(seat) {
        scene.badge(Badge::Dealer, area.frame(230));
    }
    penalties(scene, view, seat, area.frame(122));
    if view.options.teams {
        let partner = seat.next(4).next(4);
        scene.badge(Badge::Partner(partner), area.edge(34));
    }
}

/// A total, as large as it has room.
pub(super) fn points(scene: &mut Scene, points: i32, ink: Ink, middle: At, room: i32) {
    let text = signed(points);
    let size = TextSize::Large.fitting(&text, room);
    scene.text(text, size, ink, middle);
}

/// A number with the minus of the font.
pub(super) fn signed(points: i32) -> String {
    points.to_string().replace('-', "−")
}

/// With what a seat opened and how much that was, or that it has not.
fn opening(scene: &mut Scene, opening: Option<Opening>, ink: Ink, middle: At) {
    let Some(opening) = opening else {
        return felt::sign(scene, Badge::Closed, ink, middle);
    };
    felt::sign(scene, badge_of(opening.kind), ink, middle);
    number(scene, opening.worth, ink, middle.by(28, 1));
}

pub(super) fn badge_of(kind: OpenKind) -> Badge {
    match kind {
        OpenKind::Series => Badge::Series,
        OpenKind::Doubles => Badge::Doubles,
    }
}

/// What was charged in this round, on red.
fn penalties(scene: &mut Scene, view: &View, seat: Seat, middle: At) {
    let charged = view.charged(seat);
    if charged == 0 {
        return;
    }
    let text = format!("+{charged}");
    let size = TextSize::Small.fitting(&text, CHARGED);
    let width = 24 + size.width(&text);
    scene.bar(middle.by(-width / 2, -17), (width, 34), 12, Ink::Red);
    scene.text(text, size, Ink::Ivory, middle);
}

/// Stock, indicator and okey; the number of the round and what an opening needs.
fn show_middle(scene: &mut Scene, view: &View, indicator: Face) {
    let top = 340;
    let size = tiles::MEDIUM;
    stock(scene, TileFace::Back, view.stock, size, at(196, top - 6));
    indicator::on_table(scene, indicator, size, at(318, top));
    scene.badge(Badge::Rounds, at(600, top + 24));
    let round = format!("{}/{}", view.round, view.options.rounds);
    number(scene, round, Ink::Ivory, at(632, top + 25));
    let Some(needed) = view.needed else { return };
    scene.badge(badge_of(OpenKind::Series), at(600, top + 76));
    number(scene, needed.points, Ink::Ivory, at(632, top + 77));
    scene.badge(badge_of(OpenKind::Doubles), at(756, top + 76));
    number(scene, needed.pairs, Ink::Ivory, at(788, top + 77));
}

/// A number that begins here, behind the badge that says what it counts.
fn number(scene: &mut Scene, number: impl ToString, ink: Ink, left: At) {
    let text = number.to_string();
    let width = TextSize::Small.width(&text);
    scene.text(text, TextSize::Small, ink, left.by(width / 2, 0));
}

/// The top of each pile, and whose may be taken: none once the taken tile was given back (101 rules 5.1).
fn show_piles(scene: &mut Scene, view: &View, okey: Face, turn: Option<Seat>) {
    let (size, seats) = (tiles::MEDIUM, view.piles.len());
    let takeable = match view.phase {
        Phase::Draw(_) if !view.has_returned() => turn.map(|seat| seat.previous(seats)),
        _ => None,
    };
    for (seat, lying) in view.piles.iter() {
        let pile = ring::mat(seat, seats).pile;
        let top = lying.seen.last().map(|top| TileFace::of(*top, okey));
        if takeable == Some(seat) && top.is_some() {
            offer(scene, pile, size);
        }
        top_of(scene, top.map(Into::into), size, size.around(pile.middle));
    }
}
