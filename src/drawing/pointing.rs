//! Pointing at pieces: a ring around those that stand together and an arrow beside it, on any picture, so that nobody needs
//! colours to find them. Neither hides anything that is to be read: a ring lies below all but the ground of its pieces, and
//! an arrow goes where nothing else is.

use crate::extent::{Rect, around, both, contains, grown, overlap};
use crate::packs::PieceFace;
use crate::packs::cards::CardFace;
use crate::packs::karuta::KarutaFace;
use crate::packs::tiles::TileFace;
use crate::rules::card::Card;
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;
use crate::scene::{At, Badge, Heading, Ink, Item, PieceSize, Scene, at};

/// What is pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Such a piece.
    Piece(Piece),
    /// What lies face down, to be drawn.
    Stock,
}

/// The ring: how far outside of the pieces, how thick, in which colour.
const RING: [(i32, i32, Ink); 2] = [(11, 11, Ink::Ebony), (9, 6, Ink::Light)];
/// Pieces of a row with no more between them have one ring.
const TOUCHING: i32 = 6;
/// How wide and high an arrow is, and how far from a piece its middle is.
const ARROW: i32 = 46;
const OFF: i32 = 26;
/// How far from the ends of its pieces an arrow may be, and how far apart the places are that are tried.
const INSET: i32 = 16;
const STEP: usize = 4;
/// How much wider and higher the ground of a number is at each side.
const PLATE: (i32, i32) = (11, 5);

impl Scene {
    /// The same, pointing at each of these; at the largest of several equal pieces. What is not there is not pointed at.
    #[must_use]
    pub fn pointing_at(mut self, targets: &[Target]) -> Self {
        let groups = joined(self.found(targets));
        let mut taken = self.read();
        self.ring(&groups);
        for group in &groups {
            let others = groups.iter().filter(|other| *other != group);
            let rings = others.map(|other| grown(*other, RING[0].0, RING[0].0));
            let all: Vec<Rect> = taken.iter().copied().chain(rings).collect();
            let places = self.places(*group);
            let is_free = |place: &&(Heading, At), taken: &[Rect]| {
                !taken.iter().any(|other| overlap(*other, arrow(place.1)))
            };
            let alone = places.iter().find(|place| is_free(place, &all));
            let free = alone.or_else(|| places.iter().find(|place| is_free(place, &taken)));
            let Some((heading, middle)) = free.or(places.first()) else {
                continue;
            };
            taken.push(arrow(*middle));
            self.badge(Badge::Pointer(*heading), *middle);
        }
        self
    }

    /// Where what is pointed at lies.
    fn found(&self, targets: &[Target]) -> Vec<Rect> {
        let mut found: Vec<Rect> = Vec::new();
        for target in targets {
            let shown = self.pieces().filter(|(face, ..)| shows(*face, *target));
            let places: Vec<_> = shown.map(|(_, size, at)| (size, body(size, at))).collect();
            let free = places.iter().filter(|(_, body)| !found.contains(body));
            // The first of the largest.
            let Some((size, first)) = free.rev().max_by_key(|(size, _)| size.width()) else {
                continue;
            };
            // A stock is a pile of several.
            let of_pile =
                |(other, _): &&(PieceSize, Rect)| *target == Target::Stock && other == size;
            let pile = places.iter().filter(of_pile);
            found.push(pile.fold(*first, |pile, (_, body)| {
                if overlap(pile, *body) {
                    both(pile, *body)
                } else {
                    pile
                }
            }));
        }
        found
    }

    /// What is to be read, and so not to be hidden by an arrow.
    fn read(&self) -> Vec<Rect> {
        let read = self.items.iter().filter_map(|item| match item {
            Item::Piece { .. } | Item::Badge { .. } | Item::Face { .. } => Some(item.rect()),
            Item::Text { .. } => Some(grown(item.rect(), PLATE.0, PLATE.1)),
            Item::Glow { .. } | Item::Bar { .. } => None,
        });
        read.collect()
    }

    /// Puts a ring around each of these, above the grounds that it reaches and below all that is to be read.
    fn ring(&mut self, groups: &[Rect]) {
        let mut rings: Vec<(usize, Item)> = Vec::new();
        for (out, thick, ink) in RING {
            for group in groups {
                let whole = grown(*group, RING[0].0, RING[0].0);
                let reached = |item: &Item| overlap(item.rect(), whole);
                let is_ground = |item: &Item| matches!(item, Item::Bar { .. } | Item::Glow { .. });
                let items = self.items.iter();
                let read = items
                    .clone()
                    .position(|item| !is_ground(item) && reached(item));
                let below = &self.items[..read.unwrap_or(items.len())];
                let ground = below
                    .iter()
                    .rposition(|item| is_ground(item) && reached(item));
                let above = ground.map_or(0, |place| place + 1);
                let sides = frame(grown(*group, out, out), thick);
                rings.extend(sides.map(|side| (above, bar(side, ink))));
            }
        }
        // The last first, so that the places before it stay what they are.
        rings.sort_by_key(|(above, _)| *above);
        for (above, side) in rings.into_iter().rev() {
            self.items.insert(above, side);
        }
    }

    /// Where an arrow can point at a group, the best place first: below it, above it, and beside it.
    fn places(&self, [left, top, right, bottom]: Rect) -> Vec<(Heading, At)> {
        let (width, height) = self.size();
        let (width, height, half) = (width as i32, height as i32, ARROW / 2);
        let below = (bottom + OFF).min(height - half);
        let above = (top - OFF).max(half);
        let after = (right + OFF).min(width - half);
        let before = (left - OFF).max(half);
        let mut places = Vec::new();
        for (heading, y) in [(Heading::Up, below), (Heading::Down, above)] {
            if y >= bottom + half || y <= top - half {
                places.extend(along(left, right).map(|x| (heading, at(x, y))));
            }
        }
        for (heading, x) in [(Heading::Left, after), (Heading::Right, before)] {
            if x >= right + half || x <= left - half {
                places.extend(along(top, bottom).map(|y| (heading, at(x, y))));
            }
        }
        let inside = [half, half, width - half, height - half];
        places.retain(|(_, At { x, y })| contains(inside, [*x, *y, *x, *y]));
        places
    }
}

/// From the middle between these outwards.
fn along(from: i32, to: i32) -> impl Iterator<Item = i32> {
    let middle = i32::midpoint(from, to);
    let most = ((to - from) / 2 - INSET).max(0);
    let steps = (0..=most).step_by(STEP);
    steps.flat_map(move |off| [middle - off, middle + off])
}

/// Those that stand side by side as one.
fn joined(places: Vec<Rect>) -> Vec<Rect> {
    let mut groups: Vec<Rect> = Vec::new();
    for mut place in places {
        while let Some(other) = groups.iter().position(|group| touch(*group, place)) {
            place = both(place, groups.remove(other));
        }
        groups.push(place);
    }
    groups
}

/// Whether these stand side by side in a row; one of them may be raised.
fn touch(a: Rect, b: Rect) -> bool {
    let low = (a[3] - a[1]).min(b[3] - b[1]);
    let shared = a[3].min(b[3]) - a[1].max(b[1]);
    2 * shared > low && overlap(grown(a, TOUCHING + 1, 0), b)
}

fn body(size: PieceSize, corner: At) -> Rect {
    let (right, bottom) = (corner.x + size.width(), corner.y + size.height());
    [corner.x, corner.y, right, bottom]
}

fn arrow(middle: At) -> Rect {
    around(middle, ARROW, ARROW)
}

/// The four sides of a frame that fills this.
fn frame([left, top, right, bottom]: Rect, thick: i32) -> [Rect; 4] {
    [
        [left, top, right, top + thick],
        [left, bottom - thick, right, bottom],
        [left, top, left + thick, bottom],
        [right - thick, top, right, bottom],
    ]
}

fn bar([left, top, right, bottom]: Rect, ink: Ink) -> Item {
    Item::Bar {
        at: at(left, top),
        width: right - left,
        height: bottom - top,
        round: 4,
        ink,
    }
}

/// Whether a face is that of what is pointed at.
fn shows(face: PieceFace, target: Target) -> bool {
    let Target::Piece(piece) = target else {
        return matches!(
            face,
            PieceFace::Tile(TileFace::Back)
                | PieceFace::Card(CardFace::Back)
                | PieceFace::Karuta(KarutaFace::Back)
        );
    };
    match (face, piece) {
        (PieceFace::Tile(face), Piece::Tile(tile)) => match face {
            TileFace::Plain(face) | TileFace::Okey(face) => tile == Tile::Numbered(face),
            TileFace::FalseJoker(_) => tile == Tile::FalseJoker,
            TileFace::Wild(_) | TileFace::Back => false,
        },
        (PieceFace::Card(face), Piece::Card(card)) => match face {
            CardFace::Natural(natural, _) => card == Card::Natural(natural),
            CardFace::Joker | CardFace::Wild(..) | CardFace::WildRank(_) => card == Card::Joker,
            CardFace::Back => false,
        },
        (PieceFace::Karuta(face), Piece::Karuta(karuta)) => match face {
            KarutaFace::Open(shown) | KarutaFace::Barred(shown) => shown == karuta,
            KarutaFace::Back | KarutaFace::Sign(_) => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs::tiles::{LARGE, MODEST, SMALL};
    use crate::scene::{Backdrop, TextSize};

    fn tile(text: &str) -> Tile {
        text.parse().expect("a tile")
    }

    fn face(text: &str) -> TileFace {
        TileFace::dealt(tile(text), None)
    }

    fn target(text: &str) -> Target {
        Target::Piece(tile(text).into())
    }

    /// Where arrows point and where they are.
    fn arrows(scene: &Scene, targets: &[Target]) -> Vec<(Heading, At)> {
        let pointed = scene.clone().pointing_at(targets);
        let arrow = |item: &Item| match item {
            Item::Badge {
                badge: Badge::Pointer(heading),
                middle,
            } => Some((*heading, *middle)),
            _ => None,
        };
        pointed.items.iter().filter_map(arrow).collect()
    }

    #[test]
    fn the_largest_of_equal_pieces_is_pointed_at_and_each_once() {
        let mut scene = Scene::on(Backdrop::Rack);
        scene.piece(face("R5"), SMALL, at(10, 10));
        scene.piece(face("R5"), LARGE, at(100, 10));
        scene.piece(TileFace::Back, LARGE, at(300, 10));
        let up = |x, y| (Heading::Up, at(x, y));
        assert_eq!(arrows(&scene, &[target("R5")]), [up(144, 168)]);
        assert_eq!(arrows(&scene, &[target("R5"), target("R5")]).len(), 2);
        assert_eq!(arrows(&scene, &[Target::Stock]), [up(344, 168)]);
        assert_eq!(arrows(&scene, &[target("K9")]), []);
    }

    #[test]
    fn pieces_that_touch_in_a_row_have_one_ring_and_others_their_own() {
        let mut scene = Scene::on(Backdrop::Rack);
        let next = MODEST.width() + 3;
        for (place, text) in ["R5", "R6", "R7", "K9"].into_iter().enumerate() {
            // One of them is raised.
            let up = if place == 1 { 16 } else { 0 };
            scene.piece(face(text), MODEST, at(100 + place as i32 * next, 90 - up));
        }
        scene.piece(face("Y1"), MODEST, at(100, 290));
        let count = |texts: &[&str]| {
            let targets: Vec<Target> = texts.iter().map(|text| target(text)).collect();
            arrows(&scene, &targets).len()
        };
        assert_eq!(count(&["R5", "R6", "R7"]), 1);
        assert_eq!(count(&["R7", "R5", "R6"]), 1);
        assert_eq!(count(&["R5", "R7"]), 2);
        assert_eq!(count(&["R5", "Y1"]), 2);
    }

    #[test]
    fn an_arrow_stands_beside_a_number_and_above_where_there_is_no_room_below() {
        let mut scene = Scene::on(Backdrop::Rack);
        let next = MODEST.width() + 3;
        for (place, text) in ["R5", "R6", "R7"].into_iter().enumerate() {
            scene.piece(face(text), MODEST, at(100 + place as i32 * next, 90));
        }
        let below = 90 + MODEST.height();
        scene.text("18", TextSize::Small, Ink::Ivory, at(190, below + 18));
        let targets = ["R5", "R6", "R7"].map(target);
        let [(Heading::Up, middle)] = arrows(&scene, &targets)[..] else {
            panic!("one arrow from below");
        };
        assert_eq!(middle.y, below + OFF);
        assert!(middle.x + ARROW / 2 <= 190 - 23 || middle.x - ARROW / 2 >= 190 + 23);
        for place in 0..3 {
            let place = at(100 + place * next, below + 10);
            scene.piece(face("K1"), MODEST, place);
        }
        assert_eq!(
            arrows(&scene, &targets),
            [(Heading::Down, at(190, 90 - OFF))]
        );
    }

    #[test]
    fn a_ring_lies_below_all_pieces_and_above_their_ground() {
        let mut scene = Scene::on(Backdrop::Rack);
        scene.bar(at(80, 60), (400, 200), 8, Ink::Moss);
        scene.piece(face("R5"), MODEST, at(100, 90));
        scene.piece(face("R6"), MODEST, at(100 + MODEST.width() + 3, 90));
        let pointed = scene.pointing_at(&[target("R5")]);
        let is_piece = |item: &Item| matches!(item, Item::Piece { .. });
        let first = pointed.items.iter().position(is_piece);
        // The ground, and four sides in each of two colours.
        assert_eq!(first, Some(9));
        assert_eq!(pointed.items.len(), 12);
    }

    #[test]
    fn an_arrow_is_as_large_as_it_is_taken_for() {
        let badge = Badge::Pointer(Heading::Up);
        let item = Item::Badge {
            badge,
            middle: at(100, 100),
        };
        assert!(contains(arrow(at(100, 100)), item.rect()));
        assert!(!contains(grown(arrow(at(100, 100)), -3, -3), item.rect()));
    }
}
