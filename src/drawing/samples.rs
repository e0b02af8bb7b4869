//! Pictures to look at: `ISTAKA_SAMPLES=folder cargo test --lib drawing::samples` writes them.

use super::okey::{Marks, board, rack};
use super::tests::{arrangement, holding, seat, tiles, watched};
use super::{Scene, Sitter, paint};
use crate::rules::PerSeat;
use crate::rules::okey::view::{Moved, Phase, RoundResult};
use crate::rules::okey::{Win, WinKind};

fn all() -> Vec<(&'static str, Scene)> {
    vec![
        ("rack", usual_rack()),
        ("rack_finished", finished_rack()),
        ("board", usual_board(4)),
        ("board_three", usual_board(3)),
        ("board_two", usual_board(2)),
        ("board_won", won_board()),
    ]
}

fn usual_rack() -> Scene {
    let arrangement = arrangement("R1 R2 R3|G7 Y7 K7 R7|Y10 R5 Y12 Y13 / R13 Y4 G11 K8");
    let mut view = holding(&arrangement);
    view.phase = Phase::Discard(seat(1));
    view.fresh = Some(tiles("G11")[0]);
    rack(&view, &arrangement, &Marks::default())
}

fn finished_rack() -> Scene {
    let arrangement = arrangement("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11 Y12|K2 K3 R5 F / R13");
    rack(&holding(&arrangement), &arrangement, &Marks::default())
}

fn usual_board(seats: usize) -> Scene {
    let mut view = watched(seats);
    view.history = vec![Moved::Discarded {
        seat: seat(1),
        tile: tiles("Y12")[0],
    }];
    view.piles[seat(0)].seen = tiles("G11 F R5 K9");
    let sitters = [
        Sitter::Person,
        Sitter::Computer,
        Sitter::Away,
        Sitter::Computer,
    ];
    board(&view, &sitters.into_iter().collect())
}

fn won_board() -> Scene {
    let mut view = watched(4);
    view.phase = Phase::RoundOver;
    view.result = Some(RoundResult::Won {
        seat: seat(2),
        win: Win {
            discard: tiles("R5")[0],
            kind: WinKind::Ordinary,
            melds: arrangement("R1 R2 R3|G7 Y7 K7|Y9 Y10 Y11 Y12|K2 K3 R5 K5").melds,
            joker_finish: true,
            loss: 4,
        },
        losses: PerSeat::new(4, |seat| if seat.index() == 2 { 0 } else { 4 }),
    });
    board(&view, &PerSeat::new(4, |_| Sitter::Person))
}

#[test]
fn samples_are_pictures_of_modest_size() {
    let folder = std::env::var_os("ISTAKA_SAMPLES").map(std::path::PathBuf::from);
    for (name, scene) in all() {
        let bytes = paint(&scene);
        println!("{name}: {} bytes", bytes.len());
        assert!(bytes.len() < 80_000, "{name} has {} bytes", bytes.len());
        if let Some(folder) = &folder {
            std::fs::write(folder.join(name).with_extension("png"), bytes)
                .expect("the folder can be written");
        }
    }
}
