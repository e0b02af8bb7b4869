//! Pictures to look at, and those that guard the look.
//!
//! `ISTAKA_SAMPLES=folder cargo test -p istaka-drawing samples` writes all of them, also as small as a phone shows them;
//! `ISTAKA_GOLDEN=new cargo test -p istaka-drawing samples` accepts the present look.

use resvg::tiny_skia::{FilterQuality, IntSize, Pixmap, PixmapPaint, Transform};

use super::felt::{offer, stock};
use super::okey::{self, Marks, board, rack};
use super::packs::tiles::{self, TileFace};
use super::reading::{hidden, is_inside, lost_on_gold};
use super::ring;
use super::scene::{Backdrop, Badge, Ink, Item, TextSize, at};
use super::tests::{arrangement, decode, holding, seat, tiles as read, watched};
use super::{Persona, Scene, Sitter, Sitters, kaluki, meri, okey101, paint};
use crate::portrait::tests::known;
use crate::rules::okey::sheet::{Entry, Finish};
use crate::rules::okey::view::{Moved, Phase, RoundResult};
use crate::rules::okey::{View, Win, WinKind};
use crate::rules::tile::Face;
use crate::rules::{Outcome, PerSeat, Seat, Seats, Standing};

/// Scenes of every kind, by name.
pub(super) fn all() -> Vec<(&'static str, Scene)> {
    let mut all = of_games();
    all.extend(super::packs::samples::all());
    all
}

/// Those that people see, by name.
pub(super) fn of_games() -> Vec<(&'static str, Scene)> {
    let mut all = vec![
        ("rack", usual_rack()),
        ("rack_finished", finished_rack()),
        ("board", usual_board(4)),
        ("board_three", usual_board(3)),
        ("board_two", usual_board(2)),
        ("board_won", won_board(None)),
        ("board_over", won_board(Some(standing()))),
        ("board_faces", faces_board()),
        ("board_over_faces", over_faces()),
        (
            "result_okey",
            okey::result(&won_view(Some(standing())), &faces(4)).expect("it is over"),
        ),
        ("won_by_computers", won_by_computers()),
        ("okey_sheet", sheet(5)),
        ("okey_sheet_short", sheet(2)),
        ("okey_sheet_long", sheet(14)),
        ("rack_101", long_rack()),
        ("rack_pairs", pairs_rack()),
        ("ring_five", round_table(5)),
        ("ring_six", round_table(6)),
        ("ring_seven", round_table(7)),
        ("ring_eight", round_table(8)),
    ];
    all.extend(super::okey101::tests::samples::all());
    all.extend(super::kaluki::tests::samples::all());
    all.extend(super::meri::tests::samples::all());
    all
}

fn usual_rack() -> Scene {
    let arrangement = arrangement("R1 R2 R3|G7 Y7 K7 R7|Y10 R5 Y12 Y13 / R13 Y4 G11 K8");
    let mut view = holding(&arrangement);
    view.phase = Phase::Discard(seat(1));
    view.fresh = Some(read("G11")[0]);
    rack(&view, &arrangement, &Marks::default())
}

fn finished_rack() -> Scene {
    let arrangement = arrangement("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11 Y12|K2 K3 R5 F / R13");
    rack(&holding(&arrangement), &arrangement, &Marks::default())
}

fn pairs_rack() -> Scene {
    let arrangement = arrangement("K1 K1|R3 R3|Y4 Y4|G9 G9|K12 K12|R13 R13|Y8 R5 / G10");
    let marks = Marks {
        picked: vec![14],
        is_closed: false,
    };
    rack(&holding(&arrangement), &arrangement, &marks)
}

fn long_rack() -> Scene {
    let arrangement =
        arrangement("R1 R2 R3|G7 Y7 K7 R7|Y10 R5 Y12 Y13|K10 K11 K12 / R13 Y4 G11 K8 F G1 G12 Y1");
    rack(&holding(&arrangement), &arrangement, &Marks::default())
}

fn standing() -> Standing {
    let outcome = |place: u8| {
        if place < 3 {
            Outcome::Won
        } else {
            Outcome::Lost
        }
    };
    let places: PerSeat<u8> = [2, 3, 1, 4].into_iter().collect();
    Standing {
        points: PerSeat::new(4, |seat| 20 - 3 * seat.index() as i32),
        outcomes: places.map(|_, place| outcome(*place)),
        sides: PerSeat::new(4, |seat| seat.index() as u8),
        places,
    }
}

fn usual_board(seats: usize) -> Scene {
    let mut view = watched(seats);
    view.history = vec![Moved::Discarded {
        seat: seat(1),
        tile: read("Y12")[0],
    }];
    view.piles[seat(0)].seen = read("G11 F R5 K9");
    let sitters = [
        Sitter::Person,
        Sitter::Computer(Persona::Bolt),
        Sitter::Away,
        Sitter::Computer(Persona::Bolt),
    ];
    board(&view, &sitters.into_iter().collect())
}

fn won_view(standing: Option<Standing>) -> View {
    let mut view = watched(4);
    view.standing = standing;
    view.phase = Phase::RoundOver;
    view.result = Some(RoundResult::Won {
        seat: seat(2),
        win: Win {
            discard: read("R5")[0],
            kind: WinKind::Ordinary,
            melds: arrangement("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11 Y12|K2 K3 R5 K5").melds,
            joker_finish: true,
            loss: 4,
        },
        losses: PerSeat::new(4, |seat| if seat.index() == 2 { 0 } else { 4 }),
    });
    view
}

/// The end of a game in which the pale faces of computers shine with their winners.
pub(super) fn won_by_computers() -> Scene {
    let sitters = [
        Persona::ALL[0],
        Persona::ALL[1],
        Persona::ALL[2],
        Persona::ALL[3],
    ];
    let sitters = sitters.map(Sitter::Computer).into_iter().collect();
    okey::result(&won_view(Some(standing())), &sitters).expect("it is over")
}

/// A game that was over after so many rounds.
fn sheet(rounds: usize) -> Scene {
    let sitters = [
        Sitter::Person,
        Sitter::Computer(Persona::Bolt),
        known(4),
        Sitter::Person,
    ];
    let view = sheet_view(rounds);
    okey::sheet(&view, &sitters.into_iter().collect()).expect("a round is over")
}

/// The same as everybody sees it: of five rounds one is a draw, and in each fourth somebody shows, and somebody else fails.
pub(super) fn sheet_view(rounds: usize) -> View {
    let mut view = won_view(Some(standing()));
    view.scores = PerSeat::new(4, |_| 20);
    for round in 0..rounds {
        let winner = Seat::new((round * 3 + 2) % 4).filter(|_| round % 5 != 3);
        let loss = 2 << (round % 3);
        let finish = winner.map(|seat| Finish {
            seat,
            kind: WinKind::Ordinary,
            tile: read("R5")[0],
            okey: Face::all().next().expect("a face"),
            joker: loss > 2,
            one_colour: false,
            loss,
        });
        let is_fourth = round % 4 == 1;
        let lost = |seat| {
            if finish.is_some_and(|finish| finish.seat != seat) {
                loss
            } else {
                0
            }
        };
        view.scores = view.scores.map(|seat, points| {
            let failed = is_fourth && seat == self::seat(1);
            points - lost(seat) - i32::from(failed)
        });
        let some = |seat: Seat| {
            if is_fourth {
                Seats::only(seat)
            } else {
                Seats::NONE
            }
        };
        view.sheet.push(Entry {
            finish,
            played: Seats::first(4),
            showed: some(seat(2)),
            failed: some(seat(1)),
            scores: view.scores.clone(),
        });
    }
    view
}

fn won_board(standing: Option<Standing>) -> Scene {
    let sitters = [
        Sitter::Person,
        Sitter::Computer(Persona::Bolt),
        Sitter::Person,
        Sitter::Away,
    ];
    board(&won_view(standing), &sitters.into_iter().collect())
}

fn over_faces() -> Scene {
    board(&won_view(Some(standing())), &faces(4))
}

/// Faces that nobody has, on so many seats.
pub(super) fn faces(seats: usize) -> Sitters {
    Sitters::new(seats, |seat| known(seat.index() as u8 * 3 + 1))
}

fn faces_board() -> Scene {
    let mut view = watched(4);
    view.piles[seat(0)].seen = read("G11 F R5 K9");
    board(&view, &faces(4))
}

/// A round table with more seats than a game with tiles has.
fn round_table(seats: usize) -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    let size = tiles::MEDIUM;
    for (seat, face) in Seat::all(seats).zip(Face::all()) {
        let spot = ring::spot(seat, seats);
        scene.bar(spot.plaque, ring::PLAQUE, 18, Ink::Oak);
        scene.badge(Badge::Seat(seat), spot.plaque.by(46, 44));
        scene.text(
            seat.index(),
            TextSize::Large,
            Ink::Ivory,
            spot.plaque.by(132, 44),
        );
        offer(&mut scene, spot.pile, size);
        let place = size.around(spot.pile.middle);
        scene.piece(TileFace::Plain(face), size, place);
    }
    let middle = size.around(at(500, 350));
    stock(&mut scene, TileFace::Back, 50, size, middle);
    scene
}

/// The picture as a phone shows it: 330 points wide.
fn at_phone_size(bytes: &[u8]) -> Vec<u8> {
    let (width, height, pixels) = decode(bytes);
    let opaque = pixels
        .chunks_exact(3)
        .flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]);
    let size = IntSize::from_wh(width, height).expect("a picture has a size");
    let picture = Pixmap::from_vec(opaque.collect(), size).expect("four bytes for each pixel");
    let (small_width, small_height) = (330, height * 330 / width);
    let mut small = Pixmap::new(small_width, small_height).expect("a picture has a size");
    let scale = Transform::from_scale(
        small_width as f32 / width as f32,
        small_height as f32 / height as f32,
    );
    let paint = PixmapPaint {
        quality: FilterQuality::Bicubic,
        ..PixmapPaint::default()
    };
    small.draw_pixmap(0, 0, picture.as_ref(), &paint, scale, None);
    small.encode_png().expect("memory takes everything")
}

#[test]
fn samples_are_pictures_of_modest_size() {
    let folder = std::env::var_os("ISTAKA_SAMPLES").map(std::path::PathBuf::from);
    for (name, scene) in all() {
        let bytes = paint(&scene);
        println!("{name}: {} bytes", bytes.len());
        // Eight faces take some six thousand.
        let most = if name.contains("faces") {
            60_000
        } else {
            56_500
        };
        assert!(bytes.len() < most, "{name} has {} bytes", bytes.len());
        if let Some(folder) = &folder {
            let save = |name: String, bytes: &[u8]| {
                std::fs::write(folder.join(name), bytes).expect("the folder can be written");
            };
            save(format!("{name}.png"), &bytes);
            save(format!("{name}_phone.png"), &at_phone_size(&bytes));
        }
    }
}

#[test]
fn on_the_picture_of_a_result_nothing_hides_anything() {
    let results = all()
        .into_iter()
        .filter(|(name, _)| name.starts_with("result_"));
    let mut count = 0;
    for (name, scene) in results {
        assert!(is_inside(&scene), "{name}");
        assert_eq!(hidden(&scene), [], "{name}");
        let faces = scene
            .items
            .iter()
            .filter(|item| matches!(item, Item::Face { .. }));
        assert!(faces.count() >= 2, "{name}");
        count += 1;
    }
    assert!(count >= 5, "{count}");
}

#[test]
fn no_sign_is_lost_on_gold() {
    let (mut on_gold, mut lost) = (0, Vec::new());
    for (name, scene) in all() {
        lost.extend(lost_on_gold(&scene).into_iter().map(|badge| (name, badge)));
        let is_gold = |item: &Item| matches!(item, Item::Bar { ink: Ink::Gold, .. });
        on_gold += usize::from(scene.items.iter().any(is_gold));
    }
    assert_eq!(lost, []);
    assert!(on_gold > 9, "{on_gold}");
}

#[test]
fn the_look_is_as_it_was_accepted() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/data/golden");
    let kept = [
        "rack",
        "rack_finished",
        "board",
        "board_over",
        "okey_sheet",
        "okey101_rack",
        "okey101_board",
        "okey101_sheet_teams",
        "kaluki_rack",
        "kaluki_board",
        "kaluki_sheet",
        "kaluki_sheet_short",
        "cards_rack_inks",
        "karuta_rack",
        "meri_rack",
        "meri_board",
        "meri_board_shobu",
        "meri_sheet",
        "meri_lesson_trumps",
    ];
    for (name, scene) in all().into_iter().filter(|(name, _)| kept.contains(name)) {
        let file = folder.join(name).with_extension("png");
        let bytes = paint(&scene);
        if std::env::var_os("ISTAKA_GOLDEN").is_some() {
            std::fs::write(&file, &bytes).expect("the folder can be written");
        }
        let golden = std::fs::read(&file).expect("the picture was accepted once");
        let (now, before) = (decode(&bytes), decode(&golden));
        assert_eq!((now.0, now.1), (before.0, before.1), "the size of {name}");
        // Rasterising rounds differently on other processors: a few pixels of edges may differ.
        let pixels = now.2.chunks(3).zip(before.2.chunks(3));
        let off = pixels.filter(|(now, before)| differ(now, before)).count();
        assert!(off < 400, "{off} pixels of {name} look different");
    }
}

fn differ(now: &[u8], before: &[u8]) -> bool {
    now.iter()
        .zip(before)
        .any(|(now, before)| now.abs_diff(*before) > 12)
}

#[test]
fn the_same_scene_gives_the_same_bytes() {
    assert_eq!(paint(&usual_rack()), paint(&usual_rack()));
}

/// Of the pieces of a rack hardly one is drawn while somebody waits for it, and of a table before there are melds few.
#[test]
fn what_racks_and_early_tables_show_is_drawn_beforehand() {
    let all = all();
    let games = [
        (okey::usual(), ["rack", "rack_finished"], "board"),
        (
            okey101::usual(),
            ["okey101_rack", "okey101_rack_pairs"],
            "okey101_board_early",
        ),
        (
            kaluki::usual(),
            ["kaluki_rack", "kaluki_rack_usual"],
            "kaluki_board_early",
        ),
        (
            meri::usual(),
            ["meri_rack", "meri_rack_ten"],
            "meri_rack_plain",
        ),
    ];
    for (usual, racks, table) in games {
        let drawn = |name| {
            let (_, scene) = all.iter().find(|sample| sample.0 == name).expect(name);
            let drawn = |(piece, size, _)| usual.contains(&(piece, size));
            let pieces: Vec<bool> = scene.pieces().map(drawn).collect();
            pieces.iter().filter(|drawn| **drawn).count() as f64 / pieces.len() as f64
        };
        for rack in racks {
            assert!(drawn(rack) > 0.75, "{rack}: {}", drawn(rack));
        }
        assert!(drawn(table) > 0.6, "{table}: {}", drawn(table));
    }
}
