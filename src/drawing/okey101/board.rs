//! The table of 101 as everybody sees it: each seat has an area for its melds, the piles lie between the areas,
//! the stock and the okey in the middle.

use super::{melds, mover, sheet};
use crate::felt::{self, stock, top_of};
use crate::rules::okey101::view::Phase;
use crate::rules::okey101::{OpenKind, Opening, View};
use crate::rules::tile::Face;
use crate::rules::{PerSeat, Seat};
use crate::scene::{At, Backdrop, Badge, Heading, Ink, Scene, TextSize, TileFace, TileSize, at};
use crate::signs::Sitter;

/// The table of a round, or its score sheet once it is over. Only what a watcher sees is drawn, whoever's view this is.
pub fn board(view: &View) -> Scene {
    seated_board(view, &PerSeat::new(0, |_| Sitter::Person))
}

/// The same, and who of the players is a computer or away.
pub fn seated_board(view: &View, sitters: &PerSeat<Sitter>) -> Scene {
    let mut scene = Scene::on(Backdrop::Table);
    if let (Phase::RoundOver, Some(result)) = (view.phase, &view.result) {
        sheet::show(&mut scene, view, result);
        return scene;
    }
    let seats = view.totals.len();
    for (seat, _) in view.totals.iter() {
        let area = Area::of(seat, seats);
        let sitter = sitters.get(seat).copied().unwrap_or_default();
        mat(&mut scene, view, seat, area);
        plaque(&mut scene, view, seat, sitter, area);
    }
    if let Some(indicator) = view.indicator {
        show_middle(&mut scene, view, indicator);
        show_piles(&mut scene, view, indicator.okey());
    }
    scene
}

/// The part of the table that belongs to a seat. Neighbours follow each other against the clock, as they play.
#[derive(Clone, Copy)]
struct Area {
    left: i32,
    width: i32,
    is_top: bool,
}

/// How high an area is, and the plaque in it.
const AREA: i32 = 306;
const PLAQUE: i32 = 66;
/// Between the rim of an area and what lies in it.
const RIM: i32 = 3;

impl Area {
    fn of(seat: Seat, seats: usize) -> Self {
        let (column, is_top) = match (seat.index(), seats) {
            (0, 0..=2) => (None, false),
            (_, 0..=2) => (None, true),
            (2, 3) => (None, true),
            (0, _) => (Some(0), false),
            (1, _) => (Some(1), false),
            (2, _) => (Some(1), true),
            _ => (Some(0), true),
        };
        let (left, width) = match column {
            None => (26, 948),
            Some(0) => (26, 434),
            Some(_) => (540, 434),
        };
        Self {
            left,
            width,
            is_top,
        }
    }

    fn top(self) -> i32 {
        if self.is_top { 28 } else { 446 }
    }

    /// The corner of the plaque, at the edge of the table.
    fn plaque(self) -> At {
        let down = if self.is_top { 0 } else { AREA - PLAQUE };
        at(self.left, self.top() + down)
    }

    /// The corner of the place for melds, and its size; below the last row a mark has room.
    fn melds(self) -> (At, (i32, i32)) {
        let down = if self.is_top { PLAQUE } else { 0 };
        let corner = at(self.left + 6, self.top() + down + 6);
        (corner, (self.width - 12, AREA - PLAQUE - 16))
    }

    /// The middle of the wooden frame beside the plaque.
    fn frame(self) -> i32 {
        if self.is_top { 18 } else { 762 }
    }

    /// The same, for what must not touch the plaque.
    fn edge(self) -> i32 {
        if self.is_top { 14 } else { 766 }
    }
}

/// Where the melds of a seat lie.
fn mat(scene: &mut Scene, view: &View, seat: Seat, area: Area) {
    let corner = at(area.left, area.top());
    let rim = match mover(view) == Some(seat) {
        true => Ink::Gold,
        false => Ink::Sign(seat),
    };
    scene.bar(corner, (area.width, AREA), 18, rim);
    let inner = (area.width - 2 * RIM, AREA - 2 * RIM);
    scene.bar(corner.by(RIM, RIM), inner, 15, Ink::Moss);
    let (corner, room) = area.melds();
    melds::lay(scene, view, seat, corner, room);
}

/// A seat: its sign, its points, how many tiles it holds, how it opened; bright while it is to move.
fn plaque(scene: &mut Scene, view: &View, seat: Seat, sitter: Sitter, area: Area) {
    let corner = area.plaque();
    let (ground, ink) = match mover(view) == Some(seat) {
        true => (Ink::Gold, Ink::Ebony),
        false => (Ink::Walnut, Ink::Ivory),
    };
    let inner = (area.width - 2 * RIM, PLAQUE - 2 * RIM);
    scene.bar(corner.by(RIM, RIM), inner, 15, ground);
    scene.badge(Badge::Seat(seat), corner.by(34, 33));
    points(scene, view.counting[seat], ink, corner.by(122, 34));
    if view.phase != Phase::Undealt {
        scene.badge(Badge::Held, corner.by(206, 33));
        let held = view.held.get(seat).copied().unwrap_or_default();
        number(scene, held, ink, corner.by(235, 34));
        opening(scene, view.opened[seat], ink, corner.by(316, 33));
    }
    if view.options.teams {
        let partner = seat.next(4).next(4);
        scene.badge(Badge::Partner(partner), at(area.left + 34, area.edge()));
    }
    // Beside the plaque on the frame, as the die and the penalties: the plaque is full.
    if let Some(badge) = felt::badge_of(sitter) {
        scene.badge(badge, at(area.left + 330, area.frame()));
    }
    if view.dealer == Some(seat) {
        scene.badge(Badge::Dealer, at(area.left + 230, area.frame()));
    }
    penalties(scene, view, seat, at(corner.x + 122, area.frame()));
}

/// A total, smaller if it is long.
pub(super) fn points(scene: &mut Scene, points: i32, ink: Ink, middle: At) {
    let text = signed(points);
    let size = match text.chars().count() {
        0..=3 => TextSize::Large,
        _ => TextSize::Small,
    };
    scene.text(text, size, ink, middle);
}

/// A number with the minus of the font.
pub(super) fn signed(points: i32) -> String {
    points.to_string().replace('-', "−")
}

/// With what a seat opened and how much that was, or that it has not.
fn opening(scene: &mut Scene, opening: Option<Opening>, ink: Ink, middle: At) {
    let Some(opening) = opening else {
        return scene.badge(Badge::Closed, middle);
    };
    scene.badge(badge_of(opening.kind), middle);
    number(scene, opening.worth, ink, middle.by(28, 1));
}

fn badge_of(kind: OpenKind) -> Badge {
    match kind {
        OpenKind::Series => Badge::Series,
        OpenKind::Doubles => Badge::Doubles,
    }
}

/// What was charged in this round, on red.
fn penalties(scene: &mut Scene, view: &View, seat: Seat, middle: At) {
    let own = view.penalties.iter().filter(|penalty| penalty.seat == seat);
    let charged: i32 = own.map(|penalty| penalty.points).sum();
    if charged == 0 {
        return;
    }
    let text = format!("+{charged}");
    let width = 24 + TextSize::Small.width(&text);
    scene.bar(middle.by(-width / 2, -17), (width, 34), 12, Ink::Red);
    scene.text(text, TextSize::Small, Ink::Ivory, middle);
}

/// Stock, indicator and okey; the number of the round and what an opening needs.
fn show_middle(scene: &mut Scene, view: &View, indicator: Face) {
    let top = 340;
    stock(scene, view.stock, TileSize::Medium, at(196, top - 6));
    scene.tile(TileFace::Plain(indicator), TileSize::Medium, at(318, top));
    scene.badge(Badge::Arrow(Heading::Right), at(410, top + 50));
    scene.tile(
        TileFace::Okey(indicator.okey()),
        TileSize::Medium,
        at(436, top),
    );
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

/// Where the pile of a seat lies, between its area and that of the next; the middle of the arrow to that one, and
/// where it points.
fn pile(seat: Seat, seats: usize) -> (At, At, Heading) {
    match (seat.index(), seats) {
        (0, 0..=2) | (1, 3..) => (at(906, 340), at(872, 390), Heading::Up),
        (1, 0..=2) | (2, 3) | (3, _) => (at(28, 340), at(128, 390), Heading::Down),
        (0, _) => (at(467, 653), at(500, 622), Heading::Right),
        _ => (at(467, 28), at(500, 160), Heading::Left),
    }
}

/// The top of each pile, and whose may be taken.
fn show_piles(scene: &mut Scene, view: &View, okey: Face) {
    let seats = view.piles.len();
    let takeable = match view.phase {
        Phase::Draw(seat) => Some(seat.previous(seats)),
        _ => None,
    };
    for (seat, lying) in view.piles.iter() {
        let (place, arrow, heading) = pile(seat, seats);
        if takeable == Some(seat) && !lying.seen.is_empty() {
            scene.glow(TileSize::Medium, place);
            scene.badge(Badge::Arrow(heading), arrow);
        }
        top_of(scene, &lying.seen, okey, TileSize::Medium, place);
    }
}
