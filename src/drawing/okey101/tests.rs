//! What the scenes of 101 hold, read as data, in games played by the rules.

use super::games::{Played, shown, shown_in_pairs};
use super::samples::{holding, moment};
use super::{Group, Marks, Shown, Tone, board, fresh_slot, rack, seated_board, slots};
use crate::drawing::scene::{At, Badge, Heading, Item, Scene, TileFace, TileSize};
use crate::drawing::signs::Sitter;
use crate::drawing::tests::{arrangement, seat, tiles};
use crate::drawing::{paint, sprites};
use crate::rules::okey101::score::{Ending, Finish, Line};
use crate::rules::okey101::view::{Phase, RoundResult, TableMeld};
use crate::rules::okey101::{Composed, Kind, Meld, Options, View};
use crate::rules::tile::{Colour, Face, Tile};
use crate::rules::{Game, PerSeat, Seat};

/// The limits that the design sets, in bytes.
const RACK: usize = 20_000;
const BOARD: usize = 40_000;

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

/// A rectangle: left, top, right, bottom.
type Rect = [i32; 4];

fn rect(item: &Item) -> Rect {
    let around = |middle: At, width: i32, height: i32| {
        let (left, top) = (middle.x - width / 2, middle.y - height / 2);
        [left, top, left + width, top + height]
    };
    match item {
        Item::Tile { size, at, .. } | Item::Glow { size, at } => {
            [at.x, at.y, at.x + size.width(), at.y + size.height()]
        }
        Item::Badge { badge, middle } => {
            let sprite = sprites::badge_sprite(*badge);
            around(*middle, sprite.width as i32, sprite.height as i32)
        }
        Item::Text {
            text, size, middle, ..
        } => around(*middle, size.width(text), size.pixels() * 3 / 4),
        Item::Bar {
            at, width, height, ..
        } => [at.x, at.y, at.x + width, at.y + height],
    }
}

fn overlap(a: Rect, b: Rect) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

fn is_inside(scene: &Scene) -> bool {
    let (width, height) = scene.size();
    let mut all = scene.items.iter().map(rect);
    all.all(|[left, top, right, bottom]| {
        left >= 0 && top >= 0 && right <= width as i32 && bottom <= height as i32
    })
}

/// What hides something else: tiles, numbers and signs that lie on one another.
fn hidden(scene: &Scene) -> Vec<(&Item, &Item)> {
    let says = |item: &&Item| match item {
        Item::Tile { face, .. } => *face != TileFace::Back,
        Item::Text { .. } | Item::Badge { .. } => true,
        Item::Glow { .. } | Item::Bar { .. } => false,
    };
    let items: Vec<_> = scene.items.iter().filter(says).collect();
    let mut hidden = Vec::new();
    for (place, one) in items.iter().enumerate() {
        for other in &items[place + 1..] {
            if overlap(rect(one), rect(other)) {
                hidden.push((*one, *other));
            }
        }
    }
    hidden
}

fn drawn(scene: &Scene, badge: Badge) -> usize {
    let is_it = |item: &&Item| matches!(item, Item::Badge { badge: drawn, .. } if *drawn == badge);
    scene.items.iter().filter(is_it).count()
}

fn says(scene: &Scene, number: &str) -> bool {
    let mut texts = scene.items.iter().filter_map(|item| match item {
        Item::Text { text, .. } => Some(text),
        _ => None,
    });
    texts.any(|text| text == number)
}

fn glows(scene: &Scene) -> bool {
    let mut items = scene.items.iter();
    items.any(|item| matches!(item, Item::Glow { .. }))
}

/// The tiles of a rack's shelves, without the post at the right.
fn shelves(scene: &Scene) -> Vec<(TileFace, TileSize, At)> {
    scene.tiles().filter(|(_, _, at)| at.x < 870).collect()
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
    // The long run and the set need sixteen places of the first row.
    for text in RACKS.into_iter().filter(|text| !text.contains("R13|G1")) {
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

/// Every few steps of games of two, three and four.
fn tables(mut look: impl FnMut(&Played, &View)) {
    for seed in [0, 1, 5, 7, 8, 14, 47, 50, 140] {
        let seats = match seed {
            140 => 4,
            _ => 2 + seed as usize % 3,
        };
        let mut played = Played::new(seed, seats, &Options::default());
        played.deal();
        let mut steps = 0;
        while played.step().is_some() {
            steps += 1;
            if steps % 7 == 0 {
                look(&played, &played.watched());
            }
        }
        look(&played, &played.watched());
    }
}

#[test]
fn everything_on_a_table_lies_inside_and_hides_nothing() {
    tables(|_, view| {
        let scene = seated_board(view, &PerSeat::new(4, |_| Sitter::Computer));
        assert!(is_inside(&scene), "{view:?}");
        assert_eq!(hidden(&scene), [], "{view:?}");
    });
}

#[test]
fn tables_of_games_cost_few_bytes() {
    let mut most = 0;
    tables(|_, view| most = most.max(paint(&board(view)).len()));
    most = most.max(paint(&board(&moment(140, 4, 79))).len());
    assert!(most <= BOARD, "{most} bytes");
}

#[test]
fn a_table_shows_every_meld_once_and_the_top_of_each_pile() {
    tables(|_, view| {
        if view.phase == Phase::RoundOver {
            return;
        }
        let scene = board(view);
        let faces: Vec<_> = scene.tiles().map(|(face, ..)| face).collect();
        let shown = faces.iter().filter(|face| **face != TileFace::Back).count();
        let melded: usize = view.table.iter().map(|meld| meld.tiles.len()).sum();
        let tops = view.piles.values().filter(|pile| !pile.seen.is_empty());
        let taken = matches!(view.phase, Phase::Taken(_)) as usize;
        assert_eq!(shown, 2 + melded + tops.count() + taken);
        let okey = view.okey().expect("a round is running");
        for top in view.piles.values().filter_map(|pile| pile.seen.last()) {
            assert!(faces.contains(&TileFace::of(*top, okey)));
        }
    });
}

#[test]
fn a_seat_sees_no_other_table_than_everybody() {
    tables(|played, view| {
        let plain = board(view);
        for (seat, _) in view.totals.iter() {
            assert_eq!(board(&played.seen_by(seat)), plain, "seat {seat}");
        }
    });
}

#[test]
fn the_tiles_of_a_meld_lie_side_by_side() {
    let view = moment(140, 4, 60);
    let scene = board(&view);
    let okey = view.okey().expect("a round is running");
    for meld in &view.table {
        let natural = |tile: &Tile| (!tile.is_joker(okey)).then(|| TileFace::of(*tile, okey));
        let faces: Option<Vec<_>> = meld.tiles.iter().map(natural).collect();
        let Some(faces) = faces else { continue };
        let tiles: Vec<_> = scene.tiles().collect();
        let is_it = |window: &&[(TileFace, TileSize, At)]| {
            window
                .iter()
                .map(|(face, ..)| *face)
                .eq(faces.iter().copied())
                && window.windows(2).all(|pair| {
                    let [(_, size, left), (_, _, right)] = pair else {
                        return false;
                    };
                    left.y == right.y && right.x == left.x + size.width() + 1
                })
        };
        assert!(
            tiles.windows(faces.len()).any(|window| is_it(&window)),
            "{meld:?}"
        );
    }
}

/// The table of a game, but with these melds, all of one owner.
fn with_melds(owner: Seat, melds: &[(&str, Kind)]) -> View {
    let mut view = moment(5, 4, 0);
    view.indicator = tiles("R4")[0].face();
    let okey = view.okey().expect("dealt");
    view.table = melds
        .iter()
        .map(|(text, kind)| {
            let composed = Composed::as_kind(tiles(text), *kind);
            let meld = Meld::compose(&composed, okey).expect("tests write melds correctly");
            TableMeld {
                owner,
                kind: *kind,
                tiles: meld.tiles().to_vec(),
                stands: meld.stands(okey),
            }
        })
        .collect();
    view
}

#[test]
fn jokers_are_gold_and_have_the_number_they_stand_for() {
    let view = with_melds(
        seat(2),
        &[
            ("Y9 R5 Y11", Kind::Run),
            ("G7 R5 K7", Kind::Set),
            ("R5 R5", Kind::Pair),
            ("F R6 R7", Kind::Run),
        ],
    );
    let scene = board(&view);
    let faces: Vec<_> = scene.tiles().map(|(face, ..)| face).collect();
    let face = |text: &str| tiles(text)[0].face().expect("numbered");
    assert!(faces.contains(&TileFace::Okey(face("Y10"))));
    assert!(faces.contains(&TileFace::Wild(7)));
    assert!(faces.contains(&TileFace::FalseJoker(face("R5"))));
    let okeys = faces
        .iter()
        .filter(|shown| **shown == TileFace::Okey(face("R5")));
    assert_eq!(
        okeys.count(),
        3,
        "the okey in the middle and the double of two"
    );
    assert_eq!(hidden(&scene), []);
}

#[test]
fn the_fullest_areas_have_room() {
    let run = |colour: Colour| {
        let faces = (1..=13).filter_map(|number| Face::new(colour, number));
        faces
            .map(|face| face.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let runs: Vec<_> = Colour::ALL
        .into_iter()
        .chain(Colour::ALL)
        .map(run)
        .collect();
    let long: Vec<_> = runs.iter().map(|text| (text.as_str(), Kind::Run)).collect();
    let sets = ["R2 Y2 G2 K2", "R8 Y8 G8 K8", "R9 Y9 G9"].map(|text| (text, Kind::Set));
    let pairs = vec![("K2 K2", Kind::Pair); 24];
    for melds in [&long[..5], &long, &sets.repeat(8), &pairs] {
        for owner in Seat::all(4) {
            let scene = board(&with_melds(owner, melds));
            assert!(is_inside(&scene), "{melds:?}");
            let shown = scene.tiles().filter(|(face, ..)| *face != TileFace::Back);
            let melded: usize = melds.iter().map(|(text, _)| text.split(' ').count()).sum();
            assert_eq!(shown.count(), melded + 2);
        }
    }
}

#[test]
fn a_table_tells_who_opened_how_and_what_was_charged() {
    let mut charged = 0;
    tables(|_, view| {
        if view.phase == Phase::RoundOver {
            return;
        }
        let scene = board(view);
        let closed = view.opened.values().filter(|opened| opened.is_none());
        assert_eq!(drawn(&scene, Badge::Closed), closed.count());
        for opening in view.opened.values().flatten() {
            assert!(says(&scene, &opening.worth.to_string()));
        }
        for (seat, held) in view.held.iter() {
            assert_eq!(drawn(&scene, Badge::Seat(seat)), 1);
            assert!(says(&scene, &held.to_string()));
        }
        let mut seats: Vec<_> = view.penalties.iter().map(|penalty| penalty.seat).collect();
        seats.dedup();
        if let [_] = seats[..] {
            charged += 1;
            assert!(says(&scene, &format!("+{}", 101 * view.penalties.len())));
        }
        assert!(says(
            &scene,
            &format!("{}/{}", view.round, view.options.rounds)
        ));
        assert!(says(&scene, &view.stock.to_string()));
    });
    assert!(charged > 0, "some game had a penalty");
}

#[test]
fn a_discard_that_may_be_taken_shines_towards_the_next() {
    let (mut drawing, mut taken) = (0, 0);
    tables(|_, view| {
        let scene = board(view);
        match view.phase {
            Phase::Draw(seat) => {
                drawing += 1;
                let seats = view.totals.len();
                let lies = !view.piles[seat.previous(seats)].seen.is_empty();
                assert_eq!(glows(&scene), lies);
                let headings = [Heading::Up, Heading::Down, Heading::Left].map(Badge::Arrow);
                let arrows: usize = headings.into_iter().map(|badge| drawn(&scene, badge)).sum();
                let right = drawn(&scene, Badge::Arrow(Heading::Right));
                assert_eq!(
                    arrows + right,
                    1 + usize::from(lies),
                    "and that of the okey"
                );
            }
            Phase::Taken(_) => {
                taken += 1;
                assert!(glows(&scene));
            }
            _ => assert!(!glows(&scene)),
        }
    });
    assert!(drawing > 0 && taken > 0);
}

/// A table after so many rounds of twenty-one.
fn after(rounds: usize, options: &Options) -> View {
    let options = Options {
        rounds: 21,
        ..options.clone()
    };
    let mut played = Played::new(3, 4, &options);
    for _ in 0..rounds {
        played.deal();
        while played.step().is_some() {}
    }
    played.watched()
}

#[test]
fn after_a_round_the_sheet_shows_what_it_cost_and_who_leads() {
    for teams in [false, true] {
        let options = Options {
            teams,
            ..Options::default()
        };
        for rounds in [1, 2, 11, 12, 21] {
            let view = after(rounds, &options);
            let scene = board(&view);
            assert!(is_inside(&scene), "{rounds} rounds");
            assert_eq!(hidden(&scene), [], "{rounds} rounds");
            assert!(paint(&scene).len() <= BOARD);
            let last = view.sheet.last().expect("a round was played");
            for points in last.values().chain(view.counting.values()) {
                assert!(says(&scene, &points.to_string().replace('-', "−")));
            }
            assert!(drawn(&scene, Badge::Crown) > 0);
            assert_eq!(scene.tiles().count(), 0);
        }
    }
}

#[test]
fn the_sheet_marks_the_finisher_and_a_cancelled_round() {
    let mut view = after(3, &Options::default());
    let lines = PerSeat::new(4, |seat| Line {
        acts: if seat.index() == 0 { 101 } else { 0 },
        ..Line::default()
    });
    let mut ended = |ending, counted| {
        view.result = Some(RoundResult {
            ending,
            counted,
            lines: lines.clone(),
        });
        board(&view)
    };
    let finish = Finish {
        seat: seat(2),
        joker: true,
        doubles: false,
        elden: true,
    };
    let finished = ended(Ending::Finished(finish), true);
    assert_eq!(drawn(&finished, Badge::Laurel), 1);
    assert_eq!(drawn(&finished, Badge::Costs), 1);
    assert!(says(&finished, "×4"));
    let exhausted = ended(Ending::Exhausted, true);
    assert_eq!(drawn(&exhausted, Badge::Laurel), 0);
    assert!(!says(&exhausted, "×"));
    let cancelled = ended(Ending::Cancelled, false);
    assert!(says(&cancelled, "×") && says(&cancelled, "4"));
    for scene in [finished, exhausted, cancelled] {
        assert!(is_inside(&scene));
        assert_eq!(hidden(&scene), []);
    }
}

#[test]
fn an_undealt_table_has_seats_and_nothing_else() {
    for seats in 2..=4 {
        let scene = board(&Played::new(1, seats, &Options::default()).watched());
        assert_eq!(scene.tiles().count(), 0);
        for seat in Seat::all(seats) {
            assert_eq!(drawn(&scene, Badge::Seat(seat)), 1);
        }
        assert_eq!(hidden(&scene), []);
        paint(&scene);
    }
}
