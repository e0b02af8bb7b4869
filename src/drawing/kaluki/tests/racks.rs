//! Racks of Kaluki, read as data.

use super::games::Played;
use super::samples::{holding, shown};
use super::{RACK, cards, cards_on, drawn, glows, hidden, is_inside, says};
use crate::kaluki::{Marks, Shown, Tone, fresh_slot, rack, slots};
use crate::packs::cards::{CardFace, Inks};
use crate::paint;
use crate::rules::Game;
use crate::rules::card::{Card, Natural};
use crate::rules::kaluki::view::{TakenCard, Terms};
use crate::rules::kaluki::{Options, View};
use crate::scene::{At, Backs, Badge, Item, PieceSize, Scene};

/// Racks of every kind: groups apart by `|`, loose cards behind `/`.
const RACKS: [&str; 10] = [
    "",
    "/ h2",
    "/ h2 h2 d10 cA Jk Jk s3",
    "/ h2 h4 h6 h8 hJ hQ hK hA c2 c4 c6 d10 sK Jk",
    "R:h5 Jk=h6 h7|S:hQ cQ sQ / d2 d9 c4 cK s3 s8 s9 sA",
    "R:d3 d4 d5 d6|S:h8 d8 c8 s8|S:hK Jk sK / c2 s5 s6",
    "S:hA dA cA|S:h2 d2 c2|S:h3 d3 c3|S:h4 d4 c4 / Jk Jk",
    "R:d2 d3 d4 d5 d6 d7 d8 d9 d10 dJ dQ dK dA / h10",
    "R:h2 h3 h4 h5 h6 h7 h8|R:s8 s9 s10 sJ sQ sK sA",
    "S:hK Jk Jk|R:Jk=c2 c3 Jk=c4 / s10",
];

fn marks(count: usize) -> Marks {
    Marks {
        fits: (0..count).collect(),
        frees: (0..count).collect(),
        total: Some(100),
        needed: Some(40),
        ..Marks::default()
    }
}

/// The cards of a rack's shelves, without the post at the right.
fn shelves(scene: &Scene) -> Vec<(CardFace, PieceSize, At)> {
    cards_on(scene).filter(|(_, _, at)| at.x < 870).collect()
}

#[test]
fn a_rack_shows_each_of_its_cards_once_in_the_order_of_the_slots() {
    for inks in [Inks::Two, Inks::Four] {
        for text in RACKS {
            let view = holding("h9");
            let shown = shown(&view, text, Tone::Quiet);
            let scene = rack(&view, &shown, &Marks::default(), inks);
            let on_shelves = shelves(&scene);
            let slots = slots(&shown);
            assert_eq!(on_shelves.len(), slots.len(), "{text}");
            for ((face, ..), card) in on_shelves.into_iter().zip(slots) {
                let is_wild = matches!(face, CardFace::Wild(..) | CardFace::WildRank(_));
                let is_joker = card == Card::Joker;
                assert!(
                    face == CardFace::of(card, inks) || is_wild && is_joker,
                    "{text}: {face:?}"
                );
            }
        }
    }
}

#[test]
fn everything_on_a_rack_lies_inside_and_hides_nothing() {
    for text in RACKS {
        for tone in [Tone::Quiet, Tone::Lifted] {
            let view = holding("h9 d9 s9");
            let shown = shown(&view, text, tone);
            let mut scene = rack(&view, &shown, &marks(slots(&shown).len()), Inks::Two);
            assert!(is_inside(&scene), "{text}");
            // A sign hangs over the edge of its own card.
            let signs = [Badge::Fits, Badge::Frees];
            let is_sign =
                |item: &Item| matches!(item, Item::Badge { badge, .. } if signs.contains(badge));
            scene.items.retain(|item| !is_sign(item));
            if text.contains("dJ dQ dK dA") {
                // No shelf holds thirteen: they are parted.
                continue;
            }
            assert_eq!(hidden(&scene), [], "{text}");
        }
    }
}

#[test]
fn signs_hide_neither_one_another_nor_a_rank() {
    for text in RACKS {
        for tone in [Tone::Quiet, Tone::Lifted] {
            let view = holding("h9");
            let shown = shown(&view, text, tone);
            let scene = rack(&view, &shown, &marks(slots(&shown).len()), Inks::Two);
            let on_shelves = shelves(&scene);
            let signs: Vec<_> = scene
                .items
                .iter()
                .filter_map(|item| match item {
                    Item::Badge {
                        badge: Badge::Fits | Badge::Frees,
                        middle,
                    } => Some(*middle),
                    _ => None,
                })
                .collect();
            assert_eq!(signs.len(), 2 * on_shelves.len(), "{text}");
            for (place, one) in signs.iter().enumerate() {
                for other in &signs[place + 1..] {
                    let apart = (one.x - other.x).abs().max((one.y - other.y).abs());
                    assert!(apart >= 36 || text.contains("dJ dQ dK dA"), "{text}");
                }
            }
        }
    }
}

#[test]
fn a_group_is_broken_only_when_no_row_could_hold_it() {
    for text in RACKS {
        let view = holding("h9");
        let shown = shown(&view, text, Tone::Quiet);
        let cards = shelves(&rack(&view, &shown, &Marks::default(), Inks::Two));
        let mut start = 0;
        for group in &shown.groups {
            let rows = cards[start..start + group.cards.len()].iter();
            let rows: Vec<_> = rows.map(|(.., at)| at.y).collect();
            let is_whole = rows.iter().all(|row| *row == rows[0]);
            assert!(is_whole || group.cards.len() > 10, "{text}");
            start += group.cards.len();
        }
        for pair in cards.windows(2) {
            assert!(pair[0].2.y <= pair[1].2.y, "two rows, from left to right");
        }
    }
}

#[test]
fn racks_of_matches_cost_few_bytes() {
    let (mut most, mut all, mut count) = (0, 0, 0);
    for seed in 0..10 {
        let mut played = Played::new(seed, 2 + seed as usize % 4, &Options::default());
        played.deal();
        for _ in 0..5 * seed {
            played.step();
        }
        for seat in played.game.waiting().seats.iter() {
            let view = played.seen_by(seat);
            let shown = Shown::best(&view);
            let scene = rack(&view, &shown, &marks(0), Inks::Four);
            assert!(is_inside(&scene));
            let bytes = paint(&scene).len();
            (most, all, count) = (most.max(bytes), all + bytes, count + 1);
        }
    }
    assert!(most <= RACK, "{most} bytes");
    assert!(all / count <= RACK * 9 / 10, "{} on average", all / count);
}

#[test]
fn marks_stand_where_they_belong() {
    let mut view = holding("h9");
    let shown = shown(&view, "S:hQ cQ sQ|R:d4 d5 d6 / h9 c9", Tone::Quiet);
    let plain = rack(&view, &shown, &Marks::default(), Inks::Two);
    if let Some(own) = &mut view.own {
        own.fresh = Some(cards("c9")[0]);
    }
    let marks = Marks {
        picked: vec![0],
        fits: vec![3, 6],
        frees: vec![6],
        must_use: Some(4),
        total: Some(45),
        needed: Some(51),
        is_closed: false,
    };
    let marked = rack(&view, &shown, &marks, Inks::Two);
    assert_eq!(raised(&plain, &marked), [0, 4]);
    assert_eq!(drawn(&marked, Badge::Fits), 2);
    assert_eq!(drawn(&marked, Badge::Frees), 1);
    assert!(says(&marked, "45") && says(&marked, "51"));
    assert!(glows(&marked) && !glows(&plain));
    let new = rack(&view, &shown, &Marks::default(), Inks::Two);
    assert_eq!(raised(&plain, &new), [7], "what was drawn");
    assert_eq!(fresh_slot(&view, &shown), Some(7));
    assert!(says(&plain, "30") && says(&plain, "15"));
    let mut lifted = shown.clone();
    lifted.groups[1].tone = Tone::Lifted;
    let lifted = rack(&holding("h9"), &lifted, &Marks::default(), Inks::Two);
    assert_eq!(raised(&plain, &lifted), [3, 4, 5]);
}

/// The slots that stand higher in the second scene.
fn raised(low: &Scene, high: &Scene) -> Vec<usize> {
    let both = shelves(low).into_iter().zip(shelves(high));
    let raised = both
        .enumerate()
        .filter(|(_, ((.., low), (.., high)))| high.y < low.y);
    raised.map(|(slot, _)| slot).collect()
}

#[test]
fn jokers_of_a_group_are_what_they_stand_for() {
    let view = holding("h9");
    let shown = shown(&view, "R:h5 Jk=h6 h7|S:hK Jk sK / Jk", Tone::Quiet);
    let scene = rack(&view, &shown, &Marks::default(), Inks::Four);
    let faces: Vec<_> = shelves(&scene).iter().map(|(face, ..)| *face).collect();
    let natural = |text: &str| -> Natural { cards(text)[0].natural().expect("no joker") };
    assert_eq!(faces[1], CardFace::Wild(natural("h6"), Inks::Four));
    assert_eq!(faces[4], CardFace::WildRank(natural("hK").rank));
    assert_eq!(faces[6], CardFace::Joker);
}

#[test]
fn the_post_shows_the_discard_and_how_few_cards_are_left() {
    for (hand, is_few) in [("h2 h3 h4", true), ("h2 h3 h4 h5", false)] {
        let mut view = holding(hand);
        view.pile = cards("d2 Jk");
        let shown = Shown {
            loose: cards(hand),
            ..Shown::default()
        };
        let post = |view: &View| {
            let scene = rack(view, &shown, &Marks::default(), Inks::Two);
            let on_post = cards_on(&scene).filter(|(_, _, at)| at.x > 870);
            let faces: Vec<_> = on_post.map(|(face, ..)| face).collect();
            (
                faces,
                glows(&scene),
                drawn(&scene, Badge::Hand(Backs::Blue)),
            )
        };
        let few = usize::from(is_few);
        assert_eq!(post(&view), (vec![CardFace::Joker], false, few));
        if let Some(own) = &mut view.own {
            own.takeable = Some(TakenCard {
                card: Card::Joker,
                terms: Terms::Free,
            });
        }
        assert_eq!(post(&view), (vec![CardFace::Joker], true, few));
        view.pile.clear();
        assert_eq!(post(&view), (vec![], false, few));
    }
}

#[test]
fn the_best_arrangement_holds_the_whole_hand() {
    for (hand, melds) in [
        ("h5 h7 Jk hQ cQ sQ d2 d9", "h5 Jk=h6 h7|hQ cQ sQ"),
        ("h9 d9 Jk", "h9 d9 Jk"),
        ("s3 d2 h9", ""),
    ] {
        let view = holding(hand);
        let shown = Shown::best(&view);
        let mut slots = slots(&shown);
        slots.sort_unstable();
        let mut held = cards(hand);
        held.sort_unstable();
        assert_eq!(slots, held);
        let text = |group: &super::super::Group| {
            let cards = group.cards.iter().map(ToString::to_string);
            cards.collect::<Vec<_>>().join(" ")
        };
        let groups: Vec<_> = shown.groups.iter().map(text).collect();
        assert_eq!(groups.join("|"), melds);
        assert!(shown.groups.iter().all(|group| group.worth.is_some()));
    }
}
