//! Packs to look at; the samples of the room write them.

use super::cards::{self, CardFace, Inks};
use super::karuta::{self, KarutaFace};
use crate::Scene;
use crate::packs::PieceFace;
use crate::rules::card::{Card, Natural};
use crate::rules::karuta::{Karuta, Suit};
use crate::scene::{At, Backdrop, PieceSize, at};
use crate::shelf::{Order, put};

/// Every sample of a pack.
pub(crate) fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("cards_hearts_diamonds", half(Inks::Two, 0)),
        ("cards_clubs_spades", half(Inks::Two, 1)),
        ("cards_hearts_blue", half(Inks::Four, 0)),
        ("cards_green_spades", half(Inks::Four, 1)),
        ("cards_flat", flat()),
        (
            "cards_rack",
            rack(
                "h4 h5 h6 h7 cQ dQ sQ s9 s10 Jk d2 c8 hA",
                Inks::Two,
                &[4, 3],
            ),
        ),
        (
            "cards_rack_inks",
            rack(
                "hJ hQ hK hA c9 d9 s9 d3 d10 c2 c6 sJ cK Jk",
                Inks::Four,
                &[4, 3],
            ),
        ),
        ("karuta_pao", suit(Suit::Pao)),
        ("karuta_isu", suit(Suit::Isu)),
        ("karuta_kotsu", suit(Suit::Kotsu)),
        ("karuta_ori", suit(Suit::Ori)),
        ("karuta_guru", suit(Suit::Guru)),
        ("karuta_sizes", karuta_sizes()),
        (
            "karuta_rack",
            held("K-Sun K-Robai K-7 P-Un P-4 I-Kaba O-Sota O-1 G-Rei G-9"),
        ),
    ]
}

/// One suit of the karuta, and the back.
fn suit(suit: Suit) -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    let pack = Karuta::pack().into_iter();
    let own = pack.filter(|karuta| karuta.suit() == suit);
    let faces = own.map(KarutaFace::Open).chain([KarutaFace::Back]);
    let size = karuta::LARGE;
    for (row, faces) in (0..).zip(faces.collect::<Vec<_>>().chunks(6)) {
        let left = at(100, 60 + row * (size.height() + 50));
        lay(&mut scene, faces, size, left, 46);
    }
    scene
}

/// The sizes of karuta.
fn karuta_sizes() -> Scene {
    let mut scene = Scene::on(Backdrop::Table);
    let mut faces = opened("P-Un I-9 K-Sun O-7 G-Robai");
    faces.push(KarutaFace::Back);
    let mut place = at(40, 40);
    for size in [karuta::LARGE, karuta::MEDIUM, karuta::USUAL, karuta::TINY] {
        lay(&mut scene, &faces, size, place, 6);
        place = place.by(0, size.height() + 40);
    }
    scene
}

fn opened(text: &str) -> Vec<KarutaFace> {
    let karuta = text.split_whitespace().map(str::parse);
    let karuta = karuta.map(|karuta| karuta.expect("samples write karuta correctly"));
    karuta.map(KarutaFace::Open).collect()
}

/// The karuta that somebody holds.
fn held(text: &str) -> Scene {
    let mut scene = Scene::on(Backdrop::Rack);
    let (faces, size) = (opened(text), karuta::LARGE);
    let order = Order {
        count: faces.len(),
        melds: Vec::new(),
    };
    let places = order.stand(size, order.count.div_ceil(2));
    for (face, place) in faces.into_iter().zip(places.slots) {
        put(&mut scene, face, size, place, None);
    }
    scene
}

fn cards(text: &str) -> Vec<Card> {
    let cards = text.split_whitespace().map(str::parse);
    cards
        .collect::<Result<_, _>>()
        .expect("samples write cards correctly")
}

fn natural(text: &str) -> Natural {
    match cards(text)[..] {
        [Card::Natural(natural)] => natural,
        _ => panic!("{text} is no card with suit and rank"),
    }
}

/// Two suits, and what else a card can show.
fn half(inks: Inks, which: usize) -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    let suits = Card::kinds().skip(26 * which).take(26);
    let others = [
        CardFace::Joker,
        CardFace::Wild(natural("h6"), inks),
        CardFace::Wild(natural("c10"), inks),
        CardFace::Back,
    ];
    let faces = suits.map(|card| CardFace::of(card, inks)).chain(others);
    let (faces, size) = (faces.collect::<Vec<_>>(), cards::LARGE);
    for (row, faces) in (0..).zip(faces.chunks(9)) {
        let left = at(14, 24 + row * (size.height() + 20));
        lay(&mut scene, faces, size, left, 4);
    }
    scene
}

fn lay(
    scene: &mut Scene,
    faces: &[impl Into<PieceFace> + Copy],
    size: PieceSize,
    mut place: At,
    gap: i32,
) {
    for face in faces {
        scene.piece(*face, size, place);
        place = place.by(size.width() + gap, 0);
    }
}

/// The sizes of melds.
fn flat() -> Scene {
    let mut scene = Scene::on(Backdrop::Table);
    let mut faces: Vec<_> = cards("h2 h3 hA d10 dJ d5 c6 c7 cK s8 s9 sQ Jk")
        .into_iter()
        .map(|card| CardFace::of(card, Inks::Two))
        .collect();
    faces.extend([CardFace::Wild(natural("s10"), Inks::Two), CardFace::Back]);
    let sizes = [
        cards::LARGE,
        cards::MEDIUM,
        cards::USUAL,
        cards::COMPACT,
        cards::TINY,
    ];
    let mut place = at(60, 60);
    for size in sizes {
        lay(&mut scene, &faces, size, place, 3);
        place = place.by(0, size.height() + 16);
    }
    scene
}

/// A rack with melds of these lengths.
fn rack(text: &str, inks: Inks, melds: &[usize]) -> Scene {
    let mut scene = Scene::on(Backdrop::Rack);
    let cards = cards(text);
    let order = Order {
        count: cards.len(),
        melds: melds.to_vec(),
    };
    let size = cards::LARGE;
    let split = order.airy_split(size, 6).or_else(|| order.split(8));
    let places = order.stand(size, split.expect("a rack can be parted"));
    for (card, place) in cards.into_iter().zip(places.slots) {
        put(&mut scene, CardFace::of(card, inks), size, place, None);
    }
    scene
}
