//! Pointing at pieces: a ring around each and an arrow below it, on any picture, so that nobody needs colours to find them.

use crate::packs::PieceFace;
use crate::packs::cards::CardFace;
use crate::packs::karuta::KarutaFace;
use crate::packs::tiles::TileFace;
use crate::rules::card::Card;
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;
use crate::scene::{At, Badge, Ink, PieceSize, Scene};

/// What is pointed at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Target {
    /// Such a piece.
    Piece(Piece),
    /// What lies face down, to be drawn.
    Stock,
}

/// The ring: how far outside of the piece, how thick, in which colour.
const RING: [(i32, i32, Ink); 2] = [(11, 11, Ink::Ebony), (9, 6, Ink::Light)];
/// How far below a piece the middle of its arrow is.
const BELOW: i32 = 26;

impl Scene {
    /// The same, pointing at each of these; at the largest of several equal pieces. What is not there is not pointed at.
    #[must_use]
    pub fn pointing_at(mut self, targets: &[Target]) -> Self {
        let mut found: Vec<(PieceSize, At)> = Vec::new();
        for target in targets {
            let shown = self.pieces().filter(|(face, ..)| shows(*face, *target));
            let free = shown.filter(|(_, size, at)| !found.contains(&(*size, *at)));
            let largest = free.fold(None, |best: Option<(PieceSize, At)>, (_, size, at)| {
                best.filter(|(held, _)| held.width() >= size.width())
                    .or(Some((size, at)))
            });
            found.extend(largest);
        }
        for (size, at) in &found {
            self.ring(*size, *at);
        }
        for (size, at) in found {
            self.badge(
                Badge::Pointer,
                at.by(size.width() / 2, size.height() + BELOW),
            );
        }
        self
    }

    fn ring(&mut self, size: PieceSize, corner: At) {
        for (out, thick, ink) in RING {
            let (width, height) = (size.width() + 2 * out, size.height() + 2 * out);
            let corner = corner.by(-out, -out);
            self.bar(corner, (width, thick), 4, ink);
            self.bar(corner.by(0, height - thick), (width, thick), 4, ink);
            self.bar(corner, (thick, height), 4, ink);
            self.bar(corner.by(width - thick, 0), (thick, height), 4, ink);
        }
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
    use crate::packs::tiles::{LARGE, SMALL};
    use crate::scene::{Backdrop, Item, at};

    #[test]
    fn the_largest_of_equal_pieces_is_pointed_at_and_each_once() {
        let tile = |text: &str| text.parse::<Tile>().expect("a tile");
        let face = |text: &str| TileFace::dealt(tile(text), None);
        let mut scene = Scene::on(Backdrop::Rack);
        scene.piece(face("R5"), SMALL, at(10, 10));
        scene.piece(face("R5"), LARGE, at(100, 10));
        scene.piece(TileFace::Back, LARGE, at(300, 10));
        let target = |text| Target::Piece(tile(text).into());
        let arrows = |targets: &[Target]| -> Vec<At> {
            let pointed = scene.clone().pointing_at(targets);
            let arrow = |item: &Item| match item {
                Item::Badge {
                    badge: Badge::Pointer,
                    middle,
                } => Some(*middle),
                _ => None,
            };
            pointed.items.iter().filter_map(arrow).collect()
        };
        assert_eq!(arrows(&[target("R5")]), [at(144, 168)]);
        assert_eq!(arrows(&[target("R5"), target("R5")]).len(), 2);
        assert_eq!(arrows(&[Target::Stock]), [at(344, 168)]);
        assert_eq!(arrows(&[target("K9")]), []);
    }
}
