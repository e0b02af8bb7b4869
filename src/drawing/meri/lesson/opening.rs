//! The opening in a picture: the robai that may take the okie, the ten karuta of its holder, and what leaves them.

use crate::meri::trick::disc;
use crate::packs::karuta::{self, KarutaFace};
use crate::rules::karuta::{Karuta, Rank, Suit};
use crate::scene::{At, Backdrop, Badge, Heading, Ink, Scene, at};

/// The trump of the lessons.
const TRUMP: Suit = Suit::Ori;

/// The okie, what is led, and what is laid away.
const OKIE: (Suit, Rank) = (TRUMP, Rank::Number(4));
const LEAD: (Suit, Rank) = (Suit::Kotsu, Rank::Rei);
const AWAY: (Suit, Rank) = (Suit::Guru, Rank::Number(9));

/// What the holder of the robai has once the okie is taken.
const TEN: [(Suit, Rank); 10] = [
    (TRUMP, Rank::Robai),
    (TRUMP, Rank::Kaba),
    OKIE,
    (Suit::Pao, Rank::Rei),
    (Suit::Pao, Rank::Number(3)),
    (Suit::Isu, Rank::Number(7)),
    LEAD,
    (Suit::Kotsu, Rank::Number(2)),
    (Suit::Guru, Rank::Kaba),
    AWAY,
];

/// From one of the ten to the next.
const STEP: i32 = 92;
/// Where their upper edges are, and how far the lead stands out.
const TOP: i32 = 300;
const RAISED: i32 = 28;
/// The middle of what has left them.
const LOWEST: i32 = 577;

/// The picture.
pub(super) fn scene() -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    call(&mut scene);
    for (column, one) in (0..).zip(TEN) {
        held(&mut scene, one, at(44 + STEP * column, TOP));
    }
    gone(&mut scene);
    scene
}

/// The robai takes the okie; beside them the sign of the trump suit.
fn call(scene: &mut Scene) {
    let size = karuta::LARGE;
    let [robai, okie, trump] = [330, 560, 730].map(|x| at(x, 130));
    number(scene, 1, at(236, 130));
    scene.glow(size, size.around(robai));
    open(scene, (TRUMP, Rank::Robai), size.around(robai));
    scene.badge(Badge::Called, at(444, 84));
    scene.badge(Badge::Arrow(Heading::Left), at(444, 140));
    open(scene, OKIE, size.around(okie));
    scene.bar(trump.by(-56, -56), (112, 112), 56, Ink::Gold);
    scene.piece(
        KarutaFace::Sign(TRUMP),
        karuta::MEDAL,
        karuta::MEDAL.around(trump),
    );
}

fn open(scene: &mut Scene, (suit, rank): (Suit, Rank), corner: At) {
    if let Some(karuta) = Karuta::new(suit, rank) {
        scene.piece(KarutaFace::Open(karuta), karuta::LARGE, corner);
    }
}

/// One of the ten: the okie is new, the lead stands out, what is laid away is dimmed.
fn held(scene: &mut Scene, one: (Suit, Rank), corner: At) {
    let size = karuta::MEDIUM;
    let Some(karuta) = Karuta::new(one.0, one.1) else {
        return;
    };
    let above = corner.by(size.width() / 2, -26);
    let (face, corner) = match one {
        OKIE => {
            let ground = (size.width() + 8, size.height() + 8);
            scene.bar(corner.by(-4, -4), ground, 12, Ink::Sky);
            number(scene, 1, above);
            (KarutaFace::Open(karuta), corner)
        }
        LEAD => {
            let raised = corner.by(0, -RAISED);
            scene.glow(size, raised);
            number(scene, 2, above.by(0, -RAISED));
            (KarutaFace::Open(karuta), raised)
        }
        AWAY => {
            number(scene, 3, above);
            (KarutaFace::Barred(karuta), corner)
        }
        _ => (KarutaFace::Open(karuta), corner),
    };
    scene.piece(face, size, corner);
}

/// The lead begins the trick; what was laid away lies with the two that nobody got.
fn gone(scene: &mut Scene) {
    let size = karuta::MEDIUM;
    let lead = at(330, LOWEST);
    number(scene, 2, lead.by(-72, 0));
    if let Some(karuta) = Karuta::new(LEAD.0, LEAD.1) {
        scene.glow(size, size.around(lead));
        scene.piece(KarutaFace::Open(karuta), size, size.around(lead));
    }
    let first = at(560, LOWEST);
    number(scene, 3, first.by(-72, 0));
    for column in 0..3 {
        let corner = size.around(first.by(STEP * column, 0));
        scene.piece(KarutaFace::Back, size, corner);
    }
}

/// What belongs together has the same number.
fn number(scene: &mut Scene, number: usize, middle: At) {
    disc(scene, number, (Ink::Gold, Ink::Ebony), middle);
}
