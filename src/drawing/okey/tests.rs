//! What the scenes of Okey hold, read as data.

use super::{Marks, board, fresh_slot, rack, sheet, slots};
use crate::badges::Heading;
use crate::packs::tiles::{self as sizes, TileFace};
use crate::paint;
use crate::reading::{contrast, hidden, is_inside, marks_no_turn, rect, shows_turn};
use crate::ring::{PLAQUE, spot};
use crate::rules::meld::Arrangement;
use crate::rules::okey::view::{Moved, Phase, RoundResult};
use crate::rules::okey::{View, Win, WinKind};
use crate::rules::tile::Tile;
use crate::rules::{PerSeat, Viewer};
use crate::samples::{sheet_view, won_by_computers};
use crate::scene::{At, Badge, Ink, Item, PieceSize, Scene, TextSize};
use crate::signs::{Persona, Sitter, Sitters};
use crate::tests::{arrangement, holding, seat, tiles, tiles_on, watched};

/// Racks of every kind: melds apart by `|`, loose tiles behind `/`.
const RACKS: [&str; 12] = [
    "",
    "/ R1",
    "/ R1 R1 R2 R4 R6 R8 R10 R12 K1 K3 K5 K7 K9 K11",
    "R1 R2 R3|G7 Y7 K7 R7|Y10 R5 Y12 Y13 / R13 Y4 G11 K8",
    "R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11 Y12|K2 K3 R5 F / R13",
    "R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11|K2 K3 R5|G1 G2 G3",
    "K1 K1|R3 R3|Y4 Y4|G9 G9|K12 K12|R13 R13|Y8 Y8",
    "K1 K1|R3 R3|Y4 Y4|G9 G9|K12 K12|R13 R13|Y8 Y8 / R5",
    "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11|R1 G1 Y1 / F",
    "K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11 K12 K13 / F",
    "R1 R2 R3|G7 Y7 K7 R7|Y10 R5 Y12 Y13|K10 K11 K12 / R13 Y4 G11 K8 F G1 G12 Y1",
    "/ R1 R2 R3 R4 R6 R7 R8 R9 R10 R11 R12 R13 G1 G2 G3 G4 G5 G6 G7 G8 G9 G10 G11 G12 G13 F F K1 K2",
];

/// The tiles of a rack's shelves, without the post at the right.
fn shelves(scene: &Scene) -> Vec<(TileFace, PieceSize, At)> {
    tiles_on(scene).filter(|(_, _, at)| at.x < 880).collect()
}

fn drawn(scene: &Scene, badge: Badge) -> bool {
    let is_it = |item: &Item| matches!(item, Item::Badge { badge: drawn, .. } if *drawn == badge);
    scene.items.iter().any(is_it)
}

fn glows(scene: &Scene) -> bool {
    scene
        .items
        .iter()
        .any(|item| matches!(item, Item::Glow { .. }))
}

/// The okey that finished looks like one of the melds, which is not lit.
#[test]
fn the_tile_that_finished_is_lit_in_the_picture_of_the_result() {
    let scene = won_by_computers();
    let glows = scene.items.iter().filter_map(|item| match item {
        Item::Glow { at, .. } => Some(*at),
        _ => None,
    });
    let (_, _, last) = tiles_on(&scene).last().expect("the tiles of the winner");
    assert_eq!(glows.collect::<Vec<_>>(), [last]);
}

#[test]
fn a_rack_shows_each_of_its_tiles_once_in_the_order_of_the_slots() {
    for text in RACKS {
        let arrangement = arrangement(text);
        let view = holding(&arrangement);
        let okey = view.okey().expect("a round is running");
        let scene = rack(&view, &arrangement, &Marks::default());
        let faces: Vec<_> = shelves(&scene).iter().map(|(face, ..)| *face).collect();
        let slots = slots(&arrangement).into_iter();
        let expected: Vec<_> = slots.map(|tile| TileFace::of(tile, okey)).collect();
        assert_eq!(faces, expected, "{text}");
    }
}

#[test]
fn the_tiles_of_a_rack_stand_apart_and_on_the_picture() {
    for text in RACKS.into_iter().filter(|text| text.len() < 80) {
        let arrangement = arrangement(text);
        let scene = rack(&holding(&arrangement), &arrangement, &Marks::default());
        let tiles = shelves(&scene);
        for pair in tiles.windows(2) {
            let [(_, size, left), (_, _, right)] = pair else {
                continue;
            };
            let apart = right.x >= left.x + size.width() || right.y >= left.y + size.height();
            assert!(apart, "{left:?} and {right:?} of {text}");
        }
        for (_, size, at) in tiles {
            assert!(
                at.x >= 0 && at.x + size.width() <= 880 && at.y >= 0,
                "{text}"
            );
        }
    }
}

#[test]
fn a_meld_is_broken_only_when_no_row_could_hold_it() {
    for (text, second_row) in [
        ("R1 R2 R3|G7 Y7 K7 R7|Y10 R5 Y12 Y13 / R13 Y4 G11 K8", "Y10"),
        ("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11 Y12|K2 K3 R5 F / R13", "Y9"),
        ("K1 K2 K3 K4 K5 K6 K7 K8 K9|R1 G1 Y1 / F Y8", "R1"),
        ("K1 K2 K3 K4 K5 K6 K7 K8 K9 K10 K11|R1 G1 Y1 / F", "K9"),
    ] {
        let arrangement = arrangement(text);
        let scene = rack(&holding(&arrangement), &arrangement, &Marks::default());
        let tiles = shelves(&scene);
        let first = tiles
            .iter()
            .find(|(.., at)| at.y > 200)
            .map(|(face, ..)| *face);
        let okey = tiles_of("R5");
        let face = okey
            .face()
            .map(|okey| TileFace::of(tiles_of(second_row), okey));
        assert_eq!(first, face, "{text}");
    }
}

fn tiles_of(text: &str) -> Tile {
    tiles(text)[0]
}

#[test]
fn only_a_winning_rack_glows() {
    for (text, glowing) in [
        ("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11 Y12|K2 K3 R5 F", true),
        ("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11 Y12|K2 K3 R5 F / R13", true),
        ("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11 Y12|K2 K3 R5 / R13", false),
        ("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11 Y12|K2 K3 K4 K5 K6", true),
        ("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11|K2 K3 R5|G1 G2 G3", false),
        ("K1 K1|R3 R3|Y4 Y4|G9 G9|K12 K12|R13 R13|Y8 Y8 / R5", true),
        ("K1 K1|R3 R3|Y4 Y4|G9 G9|K12 K12|R13 R13 / Y8 Y9 R5", false),
        ("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11|K2 K3 R5|G1 G1", false),
        ("", false),
    ] {
        let arrangement = arrangement(text);
        let scene = rack(&holding(&arrangement), &arrangement, &Marks::default());
        assert_eq!(glows(&scene), glowing, "{text}");
    }
}

#[test]
fn a_winning_rack_glows_in_every_order() {
    for (text, glowing) in [
        ("/ K5 R1 G7 Y12 K2 R2 Y7 Y9 K6 R3 K7 Y10 K3 Y11 K4", true),
        ("/ K1 R3 Y4 G9 K12 R13 Y8 K1 R3 Y4 G9 K12 R13 Y8", true),
        ("/ K5 R1 G7 Y12 K2 R2 Y7 Y9 K6 R3 K7 Y10 K3 G1 K4", false),
    ] {
        let arrangement = arrangement(text);
        let scene = rack(&holding(&arrangement), &arrangement, &Marks::default());
        assert_eq!(glows(&scene), glowing, "{text}");
    }
}

#[test]
fn what_was_drawn_and_what_is_picked_stands_out() {
    let arrangement = arrangement("R1 R2 R3 / G7 K9 K9 Y1");
    let mut view = holding(&arrangement);
    view.fresh = Some(tiles_of("K9"));
    assert_eq!(fresh_slot(&view, &arrangement), Some(5));
    let marks = Marks {
        picked: vec![0],
        is_closed: false,
    };
    let plain = rack(&holding(&arrangement), &arrangement, &Marks::default());
    let marked = rack(&view, &arrangement, &marks);
    let both = shelves(&plain).into_iter().zip(shelves(&marked));
    let raised: Vec<_> = both
        .enumerate()
        .filter(|(_, ((.., low), (.., high)))| high.y < low.y)
        .map(|(slot, _)| slot)
        .collect();
    assert_eq!(raised, [0, 5]);
}

#[test]
fn a_rack_says_what_is_wild_and_whose_it_is() {
    let arrangement = Arrangement::default();
    let scene = rack(&holding(&arrangement), &arrangement, &Marks::default());
    let faces: Vec<_> = tiles_on(&scene).map(|(face, ..)| face).collect();
    let face = |text| tiles_of(text).face().expect("numbered");
    assert_eq!(
        faces,
        [TileFace::Plain(face("R4")), TileFace::Okey(face("R5"))]
    );
    assert!(drawn(&scene, Badge::Seat(seat(1))));
}

/// A round that seat 2 has won.
fn won(seats: usize) -> View {
    let mut view = watched(seats);
    view.phase = Phase::RoundOver;
    view.result = Some(RoundResult::Won {
        seat: seat(1),
        win: Win {
            discard: tiles_of("G13"),
            kind: WinKind::Ordinary,
            melds: arrangement("R1 R2 R3|G7 Y7 K7|K1 K2 K3 K4 K5 K6 K7 K8").melds,
            joker_finish: false,
            loss: 2,
        },
        losses: PerSeat::new(seats, |seat| if seat.index() == 1 { 0 } else { 2 }),
    });
    view
}

/// Every tile that a watcher of this view may look at.
fn visible(view: &View) -> Vec<Tile> {
    let indicator = view.indicator.into_iter();
    let okey = view.okey().into_iter();
    let mut tiles: Vec<_> = indicator.chain(okey).map(Tile::Numbered).collect();
    tiles.extend(view.piles.values().flat_map(|pile| pile.seen.clone()));
    if let Some(RoundResult::Won { win, .. }) = &view.result {
        tiles.extend(win.melds.iter().flatten().chain([&win.discard]));
    }
    tiles
}

#[test]
fn a_board_shows_no_tile_that_its_view_does_not_show() {
    for view in (2..=4).flat_map(|seats| [watched(seats), won(seats)]) {
        let visible = visible(&view);
        let scene = board(&view, &Sitters::new(4, |_| Sitter::Person));
        for (face, ..) in tiles_on(&scene) {
            let tile = match face {
                TileFace::Plain(face) | TileFace::Okey(face) => Tile::Numbered(face),
                TileFace::FalseJoker(_) => Tile::FalseJoker,
                TileFace::Back | TileFace::Wild(_) => continue,
            };
            assert!(visible.contains(&tile), "{tile} is not in the view");
        }
    }
}

#[test]
fn a_board_shows_the_top_of_each_pile_and_a_winners_fourteen() {
    for seats in 2..=4 {
        let view = watched(seats);
        let scene = board(&view, &Sitters::new(seats, |_| Sitter::Person));
        let large: Vec<_> = tiles_on(&scene)
            .filter(|(_, size, _)| *size == sizes::LARGE)
            .collect();
        for (_, pile) in view.piles.iter() {
            let okey = view.okey().expect("a round is running");
            let top = TileFace::of(*pile.seen.last().expect("a tile"), okey);
            assert!(large.iter().any(|(face, ..)| *face == top));
        }
        let scene = board(&won(seats), &Sitters::new(seats, |_| Sitter::Person));
        assert_eq!(
            tiles_on(&scene)
                .filter(|(_, size, _)| *size == sizes::MEDIUM)
                .count(),
            14
        );
    }
}

#[test]
fn what_a_watcher_does_not_see_changes_no_pixel_of_the_board() {
    let sitters = Sitters::new(4, |_| Sitter::Computer(Persona::Bolt));
    let view = watched(4);
    let plain = paint(&board(&view, &sitters));
    let knowing = View {
        rack: Some(tiles("R1 R2 R3 K9 F")),
        fresh: Some(tiles_of("F")),
        takeable: Some(tiles_of("Y12")),
        may_show: true,
        round: 9,
        dice: vec![1, 1, 6],
        history: vec![Moved::Drew {
            seat: seat(3),
            tile: Some(tiles_of("K1")),
        }],
        ..view.clone()
    };
    assert_eq!(paint(&board(&knowing, &sitters)), plain);
    let mut lower = view.clone();
    lower.viewer = Viewer::Seat(seat(0));
    let tops = paint(&board(&lower, &sitters));
    lower.piles[seat(0)].seen = tiles("R1 R2 K9");
    assert_eq!(
        paint(&board(&lower, &sitters)),
        tops,
        "only a watcher's lower tiles are public"
    );
}

#[test]
fn a_board_marks_who_sits_there_who_dealt_and_whose_tile_may_be_taken() {
    let mut view = watched(4);
    let sitters = [
        Sitter::Person,
        Sitter::Computer(Persona::Bolt),
        Sitter::Away,
        Sitter::Person,
    ];
    let sitters: Sitters = sitters.into_iter().collect();
    let scene = board(&view, &sitters);
    for badge in [Badge::Computer(Persona::Bolt), Badge::Away, Badge::Dealer] {
        assert!(drawn(&scene, badge), "{badge:?}");
    }
    assert!(!glows(&scene), "nothing has been discarded");
    view.history = vec![Moved::Discarded {
        seat: seat(1),
        tile: tiles_of("Y12"),
    }];
    assert!(glows(&board(&view, &sitters)));
}

#[test]
fn a_closed_table_marks_no_turn_and_nothing_that_may_be_taken() {
    let mut view = watched(4);
    view.history = vec![Moved::Discarded {
        seat: seat(1),
        tile: tiles_of("Y12"),
    }];
    let sitters = Sitters::new(4, |_| Sitter::Person);
    assert!(!marks_no_turn(&board(&view, &sitters)));
    assert!(marks_no_turn(&board(&view, &sitters.closed())));
    let arrangement = arrangement("R1 R2 R3 / R13");
    let mut own = holding(&arrangement);
    own.phase = Phase::Discard(seat(1));
    assert!(shows_turn(&rack(&own, &arrangement, &Marks::default())));
    assert!(!shows_turn(&rack(&own, &arrangement, &Marks::closed())));
}

#[test]
fn a_tile_that_may_not_be_taken_does_not_glow() {
    let mut view = watched(4);
    view.history = vec![Moved::Discarded {
        seat: seat(1),
        tile: tiles_of("Y12"),
    }];
    view.must_draw = true;
    let scene = board(&view, &Sitters::new(4, |_| Sitter::Person));
    assert!(!glows(&scene));
}

#[test]
fn whoever_is_out_has_a_small_sign_and_no_tiles_left() {
    let held = |scene: &Scene| {
        let is_held = |item: &&Item| {
            matches!(
                item,
                Item::Badge {
                    badge: Badge::Held,
                    ..
                }
            )
        };
        scene.items.iter().filter(is_held).count()
    };
    let sitters = Sitters::new(4, |_| Sitter::Person);
    let mut view = watched(4);
    assert_eq!(held(&board(&view, &sitters)), 4);
    view.active = view.active.without(seat(3));
    view.held[seat(3)] = 0;
    let scene = board(&view, &sitters);
    assert_eq!(held(&scene), 3);
    for index in 0..4 {
        let is_out = index == 3;
        assert_eq!(drawn(&scene, Badge::Partner(seat(index))), is_out);
        assert_eq!(drawn(&scene, Badge::Seat(seat(index))), !is_out);
    }
}

#[test]
fn the_points_of_whoever_is_out_can_be_read() {
    let mut view = watched(4);
    view.active = view.active.without(seat(3));
    view.scores[seat(3)] = -7;
    let scene = board(&view, &Sitters::new(4, |_| Sitter::Person));
    let ink = scene.items.iter().find_map(|item| match item {
        Item::Text { text, ink, .. } if text == "−7" => Some(*ink),
        _ => None,
    });
    let ink = ink.expect("their points");
    // As the WCAG ask of text.
    assert!(contrast(ink.rgb(), Ink::Moss.rgb()) >= 4.5, "{ink:?}");
}

#[test]
fn the_arrow_of_a_discard_points_at_whoever_may_take_it_or_at_nobody() {
    let sitters = Sitters::new(4, |_| Sitter::Person);
    let arrows = |scene: &Scene| {
        let headings = [Heading::Up, Heading::Down, Heading::Left];
        headings.map(|heading| drawn(scene, Badge::Arrow(heading)))
    };
    let discarded = |by: usize| Moved::Discarded {
        seat: seat(by),
        tile: tiles_of("Y12"),
    };
    let mut view = watched(4);
    view.history = vec![discarded(1)];
    assert_eq!(arrows(&board(&view, &sitters)), [false, false, true]);
    // Between the two is somebody who is out.
    view.active = view.active.without(seat(1));
    view.history = vec![discarded(0)];
    let scene = board(&view, &sitters);
    assert!(glows(&scene));
    assert_eq!(arrows(&scene), [false; 3]);
}

#[test]
fn whoever_is_out_before_the_game_is_over_still_shows_what_the_round_cost() {
    let mut view = won(4);
    view.active = view.active.without(seat(3));
    let scene = board(&view, &Sitters::new(4, |_| Sitter::Person));
    assert!(drawn(&scene, Badge::Partner(seat(3))));
    let written = |item: &Item| matches!(item, Item::Text { text, .. } if text == "−2");
    assert_eq!(scene.items.iter().filter(|item| written(item)).count(), 3);
}

#[test]
fn whoever_has_fewer_than_no_points_has_a_minus_in_the_picture() {
    let mut view = watched(4);
    view.scores[seat(2)] = -3;
    let scene = board(&view, &Sitters::new(4, |_| Sitter::Person));
    let written = |item: &Item| matches!(item, Item::Text { text, .. } if text == "−3");
    assert_eq!(scene.items.iter().filter(|item| written(item)).count(), 1);
}

#[test]
fn scores_of_strange_house_rules_have_room_on_their_plaques() {
    let sitters = Sitters::new(4, |_| Sitter::Person);
    let mut view = watched(4);
    for (score, is_usual) in [
        (20, true),
        (-20, true),
        (100, true),
        (1_000, false),
        (-980, false),
        (10_000, false),
        (-9_980, false),
    ] {
        view.scores = PerSeat::new(4, |_| score);
        let scene = board(&view, &sitters);
        let written = score.to_string().replace('-', "−");
        let scores = scene.items.iter().filter_map(|item| match item {
            Item::Text { text, size, .. } if *text == written => Some((*size, rect(item))),
            _ => None,
        });
        let scores: Vec<_> = scores.collect();
        assert_eq!(scores.len(), 4, "{score}");
        for (index, (size, [left, _, right, _])) in scores.into_iter().enumerate() {
            let plaque = spot(seat(index), 4).plaque;
            // Between the sign of the seat and the edge of the plate.
            let has_room = left >= plaque.x + 77 && right <= plaque.x + PLAQUE.0 - 4;
            assert!(has_room, "{score}: {left} to {right} at {plaque:?}");
            assert_eq!(size == TextSize::Large, is_usual, "{score}");
        }
    }
}

#[test]
fn an_undealt_table_has_seats_and_nothing_else() {
    let view = View {
        indicator: None,
        phase: Phase::Undealt,
        piles: PerSeat::new(3, |_| Default::default()),
        showed: PerSeat::new(3, |_| true),
        dealer: None,
        ..watched(3)
    };
    let scene = board(&view, &Sitters::new(0, |_| Sitter::Person));
    assert_eq!(tiles_on(&scene).count(), 0);
    assert!(drawn(&scene, Badge::Seat(seat(2))));
    paint(&scene);
}

#[test]
fn a_board_shows_who_plays_with_whom() {
    let sitters = Sitters::new(4, |_| Sitter::Person);
    let mut view = watched(4);
    for partnership in [false, true] {
        view.options.partnership = partnership;
        let scene = board(&view, &sitters);
        for index in 0..4 {
            let partner = Badge::Partner(seat(index));
            assert_eq!(drawn(&scene, partner), partnership, "seat {index}");
        }
    }
}

#[test]
fn everybody_who_won_a_game_has_a_crown() {
    use crate::rules::{Outcome, Standing};
    let crowns = |scene: &Scene| {
        let is_crown =
            |item: &&Item| matches!(item, Item::Badge { badge, .. } if *badge == Badge::Crown);
        scene.items.iter().filter(is_crown).count()
    };
    let sitters = Sitters::new(4, |_| Sitter::Person);
    for winners in [1, 2] {
        let mut view = sheet_view(3);
        let place = |index: usize| u8::try_from(index + 1).expect("few seats");
        view.standing = Some(Standing {
            points: view.scores.clone(),
            places: PerSeat::new(4, |seat| place(seat.index())),
            outcomes: PerSeat::new(4, |seat| match seat.index() {
                index if index < winners => Outcome::Won,
                _ => Outcome::Lost,
            }),
            sides: PerSeat::new(4, |seat| seat.index() as u8),
        });
        assert_eq!(crowns(&board(&view, &sitters)), winners);
        let sheet = sheet(&view, &sitters).expect("a round is over");
        assert_eq!(crowns(&sheet), winners);
    }
}

#[test]
fn a_sheet_has_a_row_for_each_round_and_sums_the_first_of_many() {
    let sitters = Sitters::new(4, |_| Sitter::Computer(Persona::Bolt));
    let numbers = |scene: &Scene| -> Vec<String> {
        let texts = scene.items.iter().filter_map(|item| match item {
            Item::Text { text, .. } => Some(text.clone()),
            _ => None,
        });
        texts.collect()
    };
    for (rounds, first, last) in [
        (1, "1", "1"),
        (10, "1", "10"),
        (11, "1−2", "11"),
        (200, "1−191", "200"),
    ] {
        let view = sheet_view(rounds);
        let scene = sheet(&view, &sitters).expect("a round is over");
        let told = numbers(&scene);
        assert_eq!(told.first().map(String::as_str), Some(first));
        assert!(told.iter().any(|text| text == last), "{told:?}");
        assert!(is_inside(&scene), "{rounds}");
        assert_eq!(hidden(&scene), [], "{rounds}");
    }
    let mut none = sheet_view(0);
    none.standing = None;
    assert!(sheet(&none, &sitters).is_none());
}

#[test]
fn a_pale_face_has_a_dark_ground_on_the_gold_of_the_winners() {
    let scene = won_by_computers();
    assert_eq!(hidden(&scene), []);
    assert!(is_inside(&scene));
    let is_face = |badge: &Badge| matches!(badge, Badge::Computer(_));
    let mut on_dark = 0;
    for pair in scene.items.windows(2) {
        let [below, Item::Badge { badge, .. }] = pair else {
            continue;
        };
        let is_dark = matches!(
            below,
            Item::Bar {
                ink: Ink::Ebony,
                ..
            }
        );
        on_dark += usize::from(is_face(badge) && is_dark);
    }
    assert_eq!(on_dark, 2, "two of four win");
}
