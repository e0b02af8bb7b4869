//! Racks of Hachinin-meri, read as data.

use super::games::{Played, moment};
use super::look::{bars, drawn, faces, hidden, is_inside, karuta};
use super::{BYTES, shown, tables};
use crate::meri::{Marks, Shown, mover, rack, slots};
use crate::packs::karuta::{KarutaFace, LARGE, MODEST};
use crate::paint;
use crate::rules::Seat;
use crate::rules::karuta::Karuta;
use crate::rules::meri::order::is_trump;
use crate::rules::meri::view::Phase;
use crate::rules::meri::{Options, SEATS, View};
use crate::scene::{Badge, Ink, Item, Scene};

fn open(all: &[Karuta]) -> Vec<KarutaFace> {
    all.iter().copied().map(KarutaFace::Open).collect()
}

/// How many gold strips lie before the shelves.
fn plates(scene: &Scene) -> usize {
    let is_it = |item: &&Item| {
        matches!(
            item,
            Item::Bar {
                height: 10,
                ink: Ink::Gold,
                ..
            }
        )
    };
    scene.items.iter().filter(is_it).count()
}

#[test]
fn racks_show_each_karuta_once_in_the_order_of_the_buttons() {
    tables(|played, view| {
        for seat in Seat::all(SEATS).step_by(3) {
            let own = played.seen_by(seat);
            let shown = shown(&own);
            let scene = rack(&own, &shown, &Marks::default());
            assert_eq!(faces(&scene, LARGE), open(&slots(&shown)), "{view:?}");
            assert_eq!(slots(&shown).len(), view.held[seat]);
            assert!(is_inside(&scene), "{view:?}");
            assert_eq!(hidden(&scene), [], "{view:?}");
        }
    });
}

#[test]
fn racks_of_games_cost_few_bytes() {
    let mut most = 0;
    tables(|played, view| {
        if matches!(view.phase, Phase::Uchidashi(_)) {
            for seat in Seat::all(SEATS) {
                let own = played.seen_by(seat);
                let scene = rack(&own, &shown(&own), &Marks::default());
                most = most.max(paint(&scene).len());
            }
        }
    });
    assert!((1..=BYTES).contains(&most), "{most} bytes");
}

#[test]
fn trumps_stand_on_a_shelf_of_their_own_with_gold_before_it() {
    let (mut parted, mut plain) = (0, 0);
    tables(|played, _| {
        let own = played.seen_by(crate::tests::seat(2));
        let (Some(trump), shown) = (own.trump(), shown(&own)) else {
            return;
        };
        let scene = rack(&own, &shown, &Marks::default());
        let all = slots(&shown);
        let trumps = all
            .iter()
            .filter(|karuta| is_trump(**karuta, trump))
            .count();
        assert_eq!(plates(&scene) > 0, trumps > 0);
        if trumps <= 9 && all.len() - trumps <= 9 {
            let places: Vec<_> = karuta(&scene)
                .into_iter()
                .filter(|(_, size, _)| *size == LARGE)
                .collect();
            for (slot, (_, _, at)) in places.into_iter().enumerate() {
                assert_eq!(at.y < 100, slot < trumps, "slot {slot} of {all:?}");
            }
            parted += 1;
            plain += usize::from(trumps == 0 && all.len() > 1);
        }
    });
    assert!(parted > 20 && plain > 0, "{parted}, {plain} without trumps");
}

/// Where trumps and other karuta are one group, as in an own order, nothing is marked as trumps.
#[test]
fn gold_lies_before_trumps_alone() {
    let text = "K-Sun P-1 P-2 P-3 I-1 I-2 O-1 O-2 G-1 G-2";
    let view = holding(text);
    let all: Vec<Karuta> = view.own.as_ref().expect("of a seat").rack.clone();
    let strips =
        |groups: Vec<Vec<Karuta>>| plates(&rack(&view, &Shown { groups }, &Marks::default()));
    assert_eq!(strips(vec![all.clone()]), 0);
    assert_eq!(strips(vec![all[..1].to_vec(), all[1..].to_vec()]), 1);
    assert_eq!(strips(vec![all[..2].to_vec(), all[2..].to_vec()]), 0);
    let trumps = "K-Sun K-Un K-Sota P-Robai K-Robai K-Rei K-Kaba K-1 K-2 K-3";
    let trumps: Vec<Karuta> = trumps
        .split(' ')
        .map(|one| one.parse().expect("a karuta"))
        .collect();
    assert!(strips(vec![trumps]) > 0);
}

/// The view of a seat with this rack, where cups are trump.
fn holding(text: &str) -> View {
    let cups = |view: &View| {
        let is_free = |okie: Karuta| okie.to_string() == "K-5";
        matches!(view.phase, Phase::Uchidashi(_)) && view.okie.is_some_and(is_free)
    };
    let played = moment(0, &Options::default(), cups);
    let taker = mover(&played.watched()).expect("somebody takes the okie");
    let mut view = played.seen_by(taker);
    let own = view.own.as_mut().expect("of a seat");
    own.rack = text
        .split_whitespace()
        .map(|text| text.parse().expect("a karuta"))
        .collect();
    view
}

#[test]
fn any_ten_find_room() {
    let racks = [
        "K-Sun K-Un K-Sota P-Robai K-Robai K-Rei K-Kaba K-1 K-2 K-3",
        "K-Sun P-1 P-2 P-3 I-1 I-2 O-1 O-2 G-1 G-2",
        "P-Sun P-1 P-2 P-3 I-1 I-2 O-1 O-2 G-1 G-2",
        "K-Sun K-Un K-Sota P-Robai K-Robai K-Rei K-Kaba K-1 K-2 G-2",
        "P-1 P-2 P-3 P-4 P-5 P-6 P-7 P-8 P-9 P-Sun",
        "K-1",
    ];
    for text in racks {
        let view = holding(text);
        let shown = shown(&view);
        let scene = rack(&view, &shown, &Marks::default());
        assert!(is_inside(&scene), "{text}");
        assert_eq!(hidden(&scene), [], "{text}");
        assert_eq!(faces(&scene, LARGE).len(), text.split_whitespace().count());
    }
}

#[test]
fn what_may_not_be_played_is_dimmed_and_what_is_picked_stands_on_gold() {
    let view = holding("K-Sun K-9 P-1 P-2 I-1 I-2 O-1 O-2 G-1");
    let shown = shown(&view);
    let marks = Marks {
        picked: Some(1),
        barred: vec![0, 4],
        is_closed: false,
    };
    let scene = rack(&view, &shown, &marks);
    let all = slots(&shown);
    for (slot, face) in faces(&scene, LARGE).into_iter().enumerate() {
        let expected = match slot {
            0 | 4 => KarutaFace::Barred(all[slot]),
            _ => KarutaFace::Open(all[slot]),
        };
        assert_eq!(face, expected);
    }
    assert_eq!(bars(&scene, (86, 12), Ink::Gold), 1);
    assert_eq!(bars(&scene, (86, 12), Ink::Sky), 0);
}

#[test]
fn the_okie_is_new_to_its_taker_and_to_nobody_else() {
    let mut taken = 0;
    tables(|played, view| {
        for seat in Seat::all(SEATS) {
            let own = played.seen_by(seat);
            let scene = rack(&own, &shown(&own), &Marks::default());
            let is_taking = view.phase == Phase::Uchidashi(seat);
            assert_eq!(bars(&scene, (86, 12), Ink::Sky), usize::from(is_taking));
            taken += usize::from(is_taking);
        }
    });
    assert!(taken > 0, "nobody took an okie");
}

#[test]
fn the_post_says_whose_rack_it_is_and_what_is_trump() {
    let view = holding("K-Sun K-9 P-1 P-2 I-1 I-2 O-1 O-2 G-1");
    let scene = rack(&view, &shown(&view), &Marks::default());
    let seat = view.viewer.seat().expect("of a seat");
    assert_eq!(drawn(&scene, Badge::Seat(seat)), 1);
    assert_eq!(
        drawn(&scene, Badge::FirstSide) + drawn(&scene, Badge::SecondSide),
        1
    );
    let okie = view.okie.expect("a round is running");
    assert_eq!(faces(&scene, MODEST), [KarutaFace::Open(okie)]);
    assert_eq!(bars(&scene, (88, 88), Ink::Gold), 1, "it is their turn");
}

#[test]
fn before_the_first_deal_a_rack_is_empty() {
    let view = Played::new(1, &Options::default()).seen_by(crate::tests::seat(0));
    let scene = rack(&view, &Shown::default(), &Marks::default());
    assert_eq!(karuta(&scene), []);
    assert!(is_inside(&scene));
}
