//! The pictures that teach Hachinin-meri, read as data.

use super::look::{bars, drawn, faces, glows, hidden, is_inside, karuta};
use super::{BYTES, tables};
use crate::meri::{Lesson, lesson, order};
use crate::packs::karuta::{KarutaFace, LARGE, MEDIUM};
use crate::paint;
use crate::rules::karuta::{Karuta, Suit};
use crate::rules::meri::order::{is_trump, trumps};
use crate::scene::{Badge, Ink, Item};

fn all() -> Vec<Lesson> {
    let of_suits: [fn(Suit) -> Lesson; 3] = [Lesson::Trumps, Lesson::Plain, Lesson::Yaku];
    let of_suits = of_suits.into_iter().flat_map(|of| Suit::ALL.map(of));
    let others = [
        Lesson::Pack,
        Lesson::Opening,
        Lesson::FaceDown,
        Lesson::Shobu,
        Lesson::Points,
    ];
    of_suits.chain(others).collect()
}

#[test]
fn lessons_lie_inside_hide_nothing_and_cost_few_bytes() {
    for which in all() {
        let scene = lesson(which);
        assert!(is_inside(&scene), "{which:?}");
        assert_eq!(hidden(&scene), [], "{which:?}");
        let bytes = paint(&scene).len();
        assert!(bytes <= BYTES, "{which:?}: {bytes} bytes");
    }
}

/// Hachinin-meri rules 5: what the tables say.
#[test]
fn orders_are_those_of_the_rules() {
    let rows = [
        (
            Lesson::Trumps(Suit::Pao),
            "P-Sun P-Un P-Sota P-Robai P-Rei P-Kaba P-9 P-8 P-7 P-6 P-5 P-4 P-3 P-2 P-1",
        ),
        (
            Lesson::Trumps(Suit::Isu),
            "I-Sun I-Un I-Sota P-Robai I-Robai I-Rei I-Kaba I-9 I-8 I-7 I-6 I-5 I-4 I-3 I-2 I-1",
        ),
        (
            Lesson::Trumps(Suit::Guru),
            "G-Sun G-Un G-Sota P-Robai G-Robai G-Rei G-Kaba G-1 G-2 G-3 G-4 G-5 G-6 G-7 G-8 G-9",
        ),
        (
            Lesson::Plain(Suit::Pao),
            "P-Sun P-Un P-Rei P-Kaba P-Sota P-9 P-8 P-7 P-6 P-5 P-4 P-3 P-2 P-1",
        ),
        (
            Lesson::Plain(Suit::Isu),
            "I-Sun I-Un I-Rei I-Kaba I-Sota I-9 I-8 I-7 I-6 I-5 I-4 I-3 I-2 I-Robai I-1",
        ),
        (
            Lesson::Plain(Suit::Guru),
            "G-Sun G-Un G-Rei G-Kaba G-Sota G-Robai G-1 G-2 G-3 G-4 G-5 G-6 G-7 G-8 G-9",
        ),
    ];
    for (which, order) in rows {
        let read = |text: &str| KarutaFace::Open(text.parse::<Karuta>().expect("a karuta"));
        let expected: Vec<_> = order.split_whitespace().map(read).collect();
        assert_eq!(faces(&lesson(which), MEDIUM), expected, "{which:?}");
    }
}

#[test]
fn the_example_turns_up_what_lay_face_down() {
    let (before, after) = (lesson(Lesson::FaceDown), lesson(Lesson::Shobu));
    let backs = |faces: Vec<KarutaFace>| {
        faces
            .iter()
            .filter(|face| **face == KarutaFace::Back)
            .count()
    };
    assert_eq!(backs(faces(&before, MEDIUM)), 3);
    assert_eq!(backs(faces(&after, MEDIUM)), 0);
    assert_eq!((glows(&before).len(), glows(&after).len()), (0, 1));
}

/// Hachinin-meri rules 6 and 7: ten karuta with the okie, of which a plain one is led and another one is out of play.
#[test]
fn the_opening_takes_the_okie_leads_a_plain_one_and_covers_three() {
    let scene = lesson(Lesson::Opening);
    let [robai, okie] = faces(&scene, LARGE)[..] else {
        panic!("the robai and the okie");
    };
    let all = faces(&scene, MEDIUM);
    let (ten, gone) = all.split_at(10);
    assert!(ten.contains(&robai) && ten.contains(&okie));
    let barred = ten
        .iter()
        .filter(|face| matches!(face, KarutaFace::Barred(_)));
    assert_eq!(barred.count(), 1);
    let [KarutaFace::Open(lead), backs @ ..] = gone else {
        panic!("the lead is open");
    };
    assert!(!is_trump(*lead, Suit::Ori) && ten.contains(&KarutaFace::Open(*lead)));
    assert_eq!(backs, [KarutaFace::Back; 3]);
    for number in ["1", "2", "3"] {
        let texts = scene
            .items
            .iter()
            .filter(|item| matches!(item, Item::Text { text, .. } if text == number));
        assert_eq!(texts.count(), 2, "{number}");
    }
}

/// Hachinin-meri rules 10: the first, the second and the fourth of its examples.
#[test]
fn the_points_are_those_of_the_rules() {
    let scene = lesson(Lesson::Points);
    let texts: Vec<&str> = scene
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    let rows = "5 5 4 4 +1 5 +2 7 4 −2 2 +5 6 −5 1 3 +5 8 +7";
    let kiri = "+1 +5 +7 +3 +1 +1 +9 +5 +6";
    assert_eq!(texts.join(" "), format!("{rows} {kiri}"));
}

#[test]
fn every_trump_suit_has_five_yaku() {
    for suit in Suit::ALL {
        let scene = lesson(Lesson::Yaku(suit));
        assert_eq!(faces(&scene, LARGE).len(), 10, "{suit:?}");
        assert_eq!(drawn(&scene, Badge::Beats), 5);
        assert_eq!(glows(&scene).len(), 5);
    }
}

#[test]
fn the_pack_shows_all_suits_and_the_courts() {
    let scene = lesson(Lesson::Pack);
    let signs = karuta(&scene).into_iter();
    assert_eq!(
        signs
            .filter(|(face, ..)| matches!(face, KarutaFace::Sign(_)))
            .count(),
        5
    );
    assert_eq!(faces(&scene, LARGE).len(), 6);
    assert_eq!(faces(&scene, MEDIUM).len(), 5);
}

#[test]
fn the_order_in_force_marks_ones_own_and_what_was_played() {
    let (mut own, mut gone) = (0, 0);
    tables(|played, view| {
        let seat = crate::tests::seat(5);
        let seen = played.seen_by(seat);
        let Some(scene) = order(&seen) else {
            panic!("a round was dealt");
        };
        assert_eq!(hidden(&scene), [], "{view:?}");
        let trump = view.trump().expect("a round was dealt");
        let held = seen.rack().unwrap_or_default();
        let held = held.iter().filter(|karuta| is_trump(**karuta, trump));
        let held = held.count();
        assert_eq!(bars(&scene, (98, 148), Ink::Sky), held);
        let faces = faces(&scene, MEDIUM);
        assert_eq!(faces.len(), trumps(trump).len());
        let barred = faces
            .iter()
            .filter(|face| matches!(face, KarutaFace::Barred(_)));
        own += held;
        gone += barred.count();
    });
    assert!(own > 0 && gone > 0, "{own} {gone}");
}

/// A trump that lies face down is not gone for anybody, not even for the one who played it.
#[test]
fn the_order_in_force_says_nothing_of_what_lies_face_down() {
    let mut covered = 0;
    tables(|_, view| {
        let scene = order(view).expect("a round was dealt");
        let barred = faces(&scene, MEDIUM).into_iter();
        let barred = barred
            .filter(|face| matches!(face, KarutaFace::Barred(_)))
            .count();
        let trump = view.trump().expect("a round was dealt");
        let known = view.known().into_iter();
        let known = known.filter(|karuta| is_trump(*karuta, trump)).count();
        assert!(barred <= known);
        covered += usize::from(view.plays.iter().any(|play| play.cut.is_some()));
    });
    assert!(covered > 0);
}
