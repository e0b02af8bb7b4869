//! Racks of 101, read as data.

use super::games::{Played, shown, shown_in_pairs};
use super::samples::holding;
use super::{RACK, drawn, glows, hidden, is_inside, says};
use crate::okey101::{Group, Marks, Shown, Tone, fresh_slot, rack, slots};
use crate::packs::tiles::TileFace;
use crate::paint;
use crate::rules::Game;
use crate::rules::okey101::Options;
use crate::rules::tile::Tile;
use crate::scene::{At, Badge, Item, PieceSize, Scene};
use crate::tests::{arrangement, tiles, tiles_on};

/// Racks of every kind: groups apart by `|`, loose tiles behind `/`.
const RACKS: [&str; 11] = [
    "",
    "/ R1",
    "/ R1 R1 R2 R4 R6 R8 R10 R12 K1 K3 K5 K7 K9 K11",
    "/ R1 R2 R3 R4 R6 R7 R8 R9 R10 R11 R12 R13 G1 G2 G3 G4 G5 G6 G7 G8 G9 G10",
    "R10 R11 R12 R13|G7 Y7 K7|Y4 R5 Y6|K6 K7 K8 / Y12 K9 G11 G2 G13 R8 F Y1 K2",
    "R1 R2 R3|G1 G2 G3|Y1 Y2 Y3|K1 K2 K3|R7 G7 K7|R8 G8 K8|R9 G9 K9 / F",
    "R1 R2 R3|G1 G2 G3 G4|Y1 Y2 Y3|K1 K2 K3 K4|R7 G7 K7|R8 G8 K8 / F K13",
    "R1 R1|R2 R2|R3 R3|G1 G1|G2 G2|G3 G3|K1 K1|K2 K2|K3 K3|F F|Y4 R5",
    "R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13|G1 G2 G3 / K1 K3 K5 K7 K9 K11",
    "R1 R2 R3 R4 R6 R7 R8 R9 R10 R11 R12 R13 / K1 K3 K5 K7 K9 K11 F F Y1 Y2",
    "K1 K2 K3|R5 G5 / F",
];

fn order(text: &str, tone: Tone) -> Shown {
    let arrangement = arrangement(text);
    let group = |tiles: Vec<Tile>| Group {
        worth: Some(7 * tiles.len() as i32),
        tiles,
        tone,
    };
    Shown {
        groups: arrangement.melds.into_iter().map(group).collect(),
        loose: arrangement.loose,
    }
}

/// The tiles of a rack's shelves, without the post at the right.
fn shelves(scene: &Scene) -> Vec<(TileFace, PieceSize, At)> {
    tiles_on(scene).filter(|(_, _, at)| at.x < 870).collect()
}

#[test]
fn a_rack_shows_each_of_its_tiles_once_in_the_order_of_the_slots() {
    let view = holding();
    let okey = view.okey().expect("a round is running");
    for text in RACKS {
        let shown = order(text, Tone::Quiet);
        let scene = rack(&view, &shown, &Marks::default());
        let faces: Vec<_> = shelves(&scene).iter().map(|(face, ..)| *face).collect();
        let slots = slots(&shown).into_iter();
        let expected: Vec<_> = slots.map(|tile| TileFace::of(tile, okey)).collect();
        assert_eq!(faces, expected, "{text}");
    }
}

#[test]
fn everything_on_a_rack_lies_inside_and_hides_nothing() {
    let view = holding();
    for text in RACKS {
        for tone in [Tone::Quiet, Tone::Lifted] {
            let shown = order(text, tone);
            let count = slots(&shown).len();
            let marks = Marks {
                fits: (0..count).collect(),
                total: Some(101),
                needed: Some(101),
                ..Marks::default()
            };
            let mut scene = rack(&view, &shown, &marks);
            assert!(is_inside(&scene), "{text}");
            // A sign hangs over the edge of its own tile.
            let fits = |item: &Item| {
                matches!(
                    item,
                    Item::Badge {
                        badge: Badge::Fits,
                        ..
                    }
                )
            };
            scene.items.retain(|item| !fits(item));
            assert_eq!(hidden(&scene), [], "{text}");
        }
    }
}

#[test]
fn a_group_is_broken_only_when_no_row_could_hold_it() {
    let view = holding();
    for text in RACKS {
        let shown = order(text, Tone::Quiet);
        let tiles = shelves(&rack(&view, &shown, &Marks::default()));
        let mut start = 0;
        for group in &shown.groups {
            let rows = tiles[start..start + group.tiles.len()].iter();
            let rows: Vec<_> = rows.map(|(.., at)| at.y).collect();
            assert!(rows.iter().all(|row| *row == rows[0]), "{text}");
            start += group.tiles.len();
        }
        for pair in tiles.windows(2) {
            assert!(pair[0].2.y <= pair[1].2.y, "two rows, from left to right");
        }
    }
}

#[test]
fn racks_of_games_cost_few_bytes() {
    let mut most = 0;
    for seed in 0..12 {
        let mut played = Played::new(seed, 4, &Options::default());
        played.deal();
        for _ in 0..seed {
            played.step();
        }
        let Some(mover) = played.game.waiting().seats.iter().next() else {
            continue;
        };
        let view = played.seen_by(mover);
        let (Some(tiles), Some(okey)) = (view.rack(), view.okey()) else {
            panic!("a seat sees its own tiles");
        };
        for shown in [
            shown(tiles, okey, Tone::Lifted),
            shown_in_pairs(tiles, okey),
        ] {
            let marks = Marks {
                picked: vec![0],
                total: Some(103),
                needed: Some(101),
                ..Marks::default()
            };
            let scene = rack(&view, &shown, &marks);
            most = most.max(paint(&scene).len());
            assert!(is_inside(&scene));
        }
    }
    assert!(most <= RACK, "{most} bytes");
}

#[test]
fn marks_stand_where_they_belong() {
    let shown = order("R1 R2 R3|G7 Y7 K7 / K9 K11", Tone::Quiet);
    let mut view = holding();
    if let Some(own) = &mut view.own {
        own.fresh = Some(tiles("K11")[0]);
    }
    let plain = rack(&holding(), &shown, &Marks::default());
    let marks = Marks {
        picked: vec![0],
        fits: vec![3, 6],
        costs: vec![6],
        must_use: Some(4),
        total: Some(97),
        needed: Some(101),
        is_closed: false,
    };
    let marked = rack(&view, &shown, &marks);
    assert_eq!(raised(&plain, &marked), [0, 4]);
    assert_eq!(drawn(&marked, Badge::Fits), 2);
    assert_eq!(drawn(&marked, Badge::Costs), 1);
    assert!(says(&marked, "97") && says(&marked, "101"));
    assert!(glows(&marked) && !glows(&plain));
    let new = rack(&view, &shown, &Marks::default());
    assert_eq!(raised(&plain, &new), [7], "what was drawn");
    assert_eq!(fresh_slot(&view, &shown), Some(7));
}

#[test]
fn what_is_about_to_be_laid_is_raised_and_tells_its_worth() {
    let quiet = order("R1 R2 R3|G7 Y7 K7 / K9 K11", Tone::Quiet);
    let mut lifted = quiet.clone();
    lifted.groups[1].tone = Tone::Lifted;
    lifted.groups[1].worth = Some(59);
    let scenes = [quiet, lifted].map(|shown| rack(&holding(), &shown, &Marks::default()));
    assert_eq!(raised(&scenes[0], &scenes[1]), [3, 4, 5]);
    assert!(says(&scenes[0], "21") && says(&scenes[1], "59"));
}

/// The slots that stand higher in the second scene.
fn raised(low: &Scene, high: &Scene) -> Vec<usize> {
    let both = shelves(low).into_iter().zip(shelves(high));
    let raised = both
        .enumerate()
        .filter(|(_, ((.., low), (.., high)))| high.y < low.y);
    raised.map(|(slot, _)| slot).collect()
}
