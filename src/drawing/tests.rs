//! What tests of this room share: views written as text, and pictures saved to be looked at.

use crate::packs::Usual;
use crate::packs::tiles::{self, TileFace};
use crate::rules::meld::Arrangement;
use crate::rules::okey::view::{Phase, Pile};
use crate::rules::okey::{Options, View};
use crate::rules::tile::Tile;
use crate::rules::{PerSeat, Seat, Viewer};
use crate::scene::{At, PieceFace, PieceSize, Scene};
use crate::{kaluki, meri, okey, okey101};

/// Tiles from their notation.
pub(super) fn tiles(text: &str) -> Vec<Tile> {
    Tile::read_all(text).expect("tests write tiles correctly")
}

/// The tiles of a scene with their places, the lowest first.
pub(super) fn tiles_on(scene: &Scene) -> impl Iterator<Item = (TileFace, PieceSize, At)> {
    scene.pieces().filter_map(|(piece, size, at)| match piece {
        PieceFace::Tile(face) => Some((face, size, at)),
        PieceFace::Card(_) | PieceFace::Karuta(_) => None,
    })
}

/// Pieces of every pack: what all games draw beforehand, and the smallest tiles of tables.
pub(super) fn usual_pieces() -> Usual {
    let games = [
        okey::usual(),
        okey101::usual(),
        kaluki::usual(),
        meri::usual(),
    ];
    [games.concat(), tiles::usual(tiles::SMALL)].concat()
}

/// Melds separated by `|`; what follows `/` is loose.
pub(super) fn arrangement(text: &str) -> Arrangement {
    let (melds, loose) = text.split_once('/').unwrap_or((text, ""));
    let melds = melds.split('|').map(tiles).filter(|meld| !meld.is_empty());
    Arrangement {
        melds: melds.collect(),
        loose: tiles(loose),
    }
}

/// The seat with this number.
pub(super) fn seat(index: usize) -> Seat {
    Seat::new(index).expect("tests name seats that exist")
}

/// A table in the middle of a round with the indicator R4, seen by a watcher; seat 2 is to draw.
pub(super) fn watched(seats: usize) -> View {
    let seen = ["K9", "Y12", "R7", "G3"];
    View {
        viewer: Viewer::Watcher,
        options: Options::default(),
        round: 3,
        phase: Phase::Draw(seat(2 % seats)),
        dealer: Some(seat(0)),
        dice: vec![5, 2],
        indicator: tiles("R4")[0].face(),
        stock: 34,
        rack: None,
        fresh: None,
        held: PerSeat::new(seats, |_| 14),
        piles: PerSeat::new(seats, |seat| Pile {
            count: 3,
            seen: tiles(seen[seat.index()]),
        }),
        takeable: None,
        must_draw: false,
        must_finish: false,
        is_last_take: false,
        sheet: Vec::new(),
        scores: PerSeat::new(seats, |seat| 20 - 3 * seat.index() as i32),
        showed: PerSeat::new(seats, |seat| seat.index() == 1),
        may_show: false,
        history: Vec::new(),
        active: crate::rules::Seats::first(seats),
        false_jokers_seen: Vec::new(),
        result: None,
        standing: None,
    }
}

/// The view of seat 1 with this rack.
pub(super) fn holding(rack: &Arrangement) -> View {
    let mut rack = super::okey::slots(rack);
    rack.sort();
    View {
        viewer: Viewer::Seat(seat(1)),
        rack: Some(rack),
        ..watched(4)
    }
}

/// Width, height, and red, green and blue of each pixel.
pub(super) fn decode(bytes: &[u8]) -> (u32, u32, Vec<u8>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().expect("we wrote a PNG");
    let size = reader.output_buffer_size().expect("pictures are small");
    let mut pixels = vec![0; size];
    let frame = reader
        .next_frame(&mut pixels)
        .expect("we wrote a whole PNG");
    (frame.width, frame.height, pixels)
}
