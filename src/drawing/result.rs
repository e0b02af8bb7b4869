//! The picture of a game that is over, the same for all games: the winners above, what the last of them showed, everybody
//! else below. A game says who has how many points, and which pieces are shown.

use super::felt;
use super::packs::PieceFace;
use super::scene::{At, Backdrop, Badge, FaceSize, Ink, PieceSize, Scene, TextSize, at};
use super::signs::Sitter;
use crate::rules::{Outcome, PerSeat, Seat, Standing};

/// What a game came to.
pub(super) struct Summary<'a> {
    pub(super) standing: &'a Standing,
    /// What each seat has, as it is written.
    pub(super) points: PerSeat<String>,
    pub(super) shown: Option<Shown>,
}

/// What ended the game, or what it is remembered for.
pub(super) struct Shown {
    /// Whose it is.
    pub(super) seat: Seat,
    /// The pieces, group by group.
    pub(super) groups: Vec<Vec<PieceFace>>,
    /// In which sizes they may lie, the largest first.
    pub(super) sizes: &'static [PieceSize],
    /// The piece that did it, if one did: it is lit, the last one where several look alike.
    pub(super) lit: Option<PieceFace>,
    /// What it was.
    pub(super) badge: Badge,
}

/// The plate of the winners, the room for pieces, and the plates of the others.
const WINNERS: (At, (i32, i32)) = (at(40, 40), (920, 170));
const PIECES: (At, (i32, i32)) = (at(150, 240), (800, 290));
const OTHERS: (At, (i32, i32)) = (at(40, 560), (920, 180));
/// The air between pieces, groups, rows and plates.
const CLOSE: i32 = 2;
const APART: i32 = 22;
const BETWEEN: i32 = 14;

/// The picture.
pub(super) fn result(summary: &Summary<'_>, sitters: &PerSeat<Sitter>) -> Scene {
    let mut scene = Scene::on(Backdrop::Table);
    let mut seats: Vec<Seat> = Seat::all(summary.standing.places.len()).collect();
    seats.sort_by_key(|seat| summary.standing.places[*seat]);
    let has_won = |seat: &Seat| summary.standing.outcomes[*seat] == Outcome::Won;
    let (winners, others): (Vec<Seat>, Vec<Seat>) = seats.into_iter().partition(has_won);
    let sitter = |seat| sitters.get(seat).unwrap_or(&Sitter::Person);
    let (corner, (width, height)) = WINNERS;
    scene.bar(
        corner.by(-6, -6),
        (width + 12, height + 12),
        30,
        Ink::Bronze,
    );
    scene.bar(corner, (width, height), 24, Ink::Gold);
    for (place, seat) in cells(WINNERS, &winners, winners.len()) {
        winner(&mut scene, seat, sitter(seat), &summary.points[seat], place);
    }
    if let Some(shown) = &summary.shown {
        show(&mut scene, shown);
    }
    // Two rows where one would be too narrow.
    let rows = others.len().div_ceil(4).max(1);
    for (number, some) in others
        .chunks(others.len().div_ceil(rows).max(1))
        .enumerate()
    {
        let height = OTHERS.1.1 / rows as i32;
        let row = (OTHERS.0.by(0, number as i32 * height), (OTHERS.1.0, height));
        for (place, seat) in cells(row, some, some.len().max(3)) {
            let rank = summary.standing.places[seat];
            other(
                &mut scene,
                (seat, rank),
                sitter(seat),
                &summary.points[seat],
                place,
            );
        }
    }
    scene
}

/// A part of the picture.
type Place = (At, (i32, i32));

/// The places of these seats side by side, in a room for so many.
fn cells((corner, (width, height)): Place, seats: &[Seat], most: usize) -> Vec<(Place, Seat)> {
    let cell = width / most.max(1) as i32;
    let left = (width - cell * seats.len() as i32) / 2;
    let place = |number: i32| (corner.by(left + number * cell, 0), (cell, height));
    (0..).map(place).zip(seats.iter().copied()).collect()
}

/// From these widths on a winner has room for a crown, and for everything in a row.
const WITH_CROWN: i32 = 400;
const IN_A_ROW: i32 = 600;
/// Half of the ground behind a computer's face.
const RIM: i32 = 32;

/// A winner: crown, sign, face and points, in a row if there is room for that.
fn winner(scene: &mut Scene, seat: Seat, sitter: &Sitter, points: &str, place: Place) {
    let (corner, (width, height)) = place;
    let middle = corner.by(width / 2, height / 2);
    let crown = if width < WITH_CROWN { 0 } else { 130 };
    if crown > 0 {
        scene.bar(middle.by(-width / 2 + 24, -45), (120, 90), 22, Ink::Ebony);
        scene.badge(Badge::Crown, middle.by(-width / 2 + 84, 0));
    }
    if width < IN_A_ROW {
        let middle = middle.by(crown / 2, 0);
        let room = width - crown - 24;
        scene.badge(Badge::Seat(seat), middle.by(-44, -34));
        face_on_gold(scene, seat, sitter, FaceSize::Usual, middle.by(44, -34));
        return written(scene, points, Ink::Ebony, middle.by(0, 42), room);
    }
    scene.badge(Badge::Seat(seat), middle.by(-width / 2 + 200, 0));
    face_on_gold(
        scene,
        seat,
        sitter,
        FaceSize::Large,
        middle.by(-width / 2 + 290, 0),
    );
    written(
        scene,
        points,
        Ink::Ebony,
        middle.by(width / 4 + 20, 0),
        width / 2 - 60,
    );
}

/// Whoever sits there; a computer's pale face has a dark ground, or it would be lost on the gold.
fn face_on_gold(scene: &mut Scene, seat: Seat, sitter: &Sitter, size: FaceSize, middle: At) {
    if matches!(sitter, Sitter::Computer(_) | Sitter::Away) {
        scene.bar(middle.by(-RIM, -RIM), (2 * RIM, 2 * RIM), RIM, Ink::Ebony);
    }
    felt::sitter(scene, seat, sitter, size, middle);
}

/// Somebody else: place, sign, face and points.
fn other(
    scene: &mut Scene,
    (seat, rank): (Seat, u8),
    sitter: &Sitter,
    points: &str,
    (corner, (width, height)): Place,
) {
    let inner = (width - 16, height - 12);
    scene.bar(corner.by(8, 6), inner, 18, Ink::Sign(seat));
    scene.bar(
        corner.by(11, 9),
        (inner.0 - 6, inner.1 - 6),
        15,
        Ink::Walnut,
    );
    let middle = corner.by(width / 2, height / 2);
    if height < 120 {
        felt::rank(scene, rank, middle.by(36 - width / 2, 0));
        scene.badge(Badge::Seat(seat), middle.by(92 - width / 2, 0));
        felt::sitter(
            scene,
            seat,
            sitter,
            FaceSize::Small,
            middle.by(146 - width / 2, 0),
        );
        return written(scene, points, Ink::Ivory, middle.by(width / 2 - 38, 0), 50);
    }
    felt::rank(scene, rank, middle.by(-76, -32));
    scene.badge(Badge::Seat(seat), middle.by(-14, -32));
    felt::sitter(scene, seat, sitter, FaceSize::Usual, middle.by(56, -32));
    written(scene, points, Ink::Ivory, middle.by(0, 40), width - 40);
}

/// A number as large as there is room for.
fn written(scene: &mut Scene, text: &str, ink: Ink, middle: At, room: i32) {
    scene.text(text, TextSize::Large.fitting(text, room), ink, middle);
}

/// The pieces, as large as they fit, behind the sign of whose they are.
fn show(scene: &mut Scene, shown: &Shown) {
    let laid = shown
        .sizes
        .iter()
        .map(|size| (*size, rows_of(shown, *size)));
    let height = |size: PieceSize, rows: usize| (size.height() + BETWEEN) * rows as i32;
    let mut fitting = laid.filter(|(size, rows)| height(*size, rows.len()) <= PIECES.1.1);
    let Some((size, rows)) = fitting.next() else {
        return;
    };
    let middle = PIECES.0.y + PIECES.1.1 / 2;
    scene.badge(Badge::Seat(shown.seat), at(90, middle - 38));
    scene.badge(shown.badge, at(90, middle + 34));
    let mut y = middle - (height(size, rows.len()) - BETWEEN) / 2;
    let is_lit = |piece: &PieceFace| shown.lit == Some(*piece);
    let pieces = rows.iter().flatten().copied().flatten();
    let mut alike = pieces.filter(|piece| is_lit(piece)).count();
    for row in rows {
        let mut x = PIECES.0.x + (PIECES.1.0 - width_of(&row, size)) / 2;
        for group in row {
            for piece in group {
                alike -= usize::from(is_lit(piece));
                if is_lit(piece) && alike == 0 {
                    scene.glow(size, at(x, y));
                }
                scene.piece(*piece, size, at(x, y));
                x += size.width() + CLOSE;
            }
            x += APART - CLOSE;
        }
        y += size.height() + BETWEEN;
    }
}

/// Whole groups in rows.
fn rows_of(shown: &Shown, size: PieceSize) -> Vec<Vec<&[PieceFace]>> {
    let most = (PIECES.1.0 / (size.width() + CLOSE)).max(1) as usize;
    let mut rows: Vec<Vec<&[PieceFace]>> = Vec::new();
    for group in shown.groups.iter().flat_map(|group| group.chunks(most)) {
        match rows.last_mut() {
            Some(row) if width_of(row, size) + APART + width_of(&[group], size) <= PIECES.1.0 => {
                row.push(group);
            }
            _ => rows.push(vec![group]),
        }
    }
    rows
}

fn width_of(row: &[&[PieceFace]], size: PieceSize) -> i32 {
    let pieces: i32 = row.iter().map(|group| group.len() as i32).sum();
    pieces * (size.width() + CLOSE) + (row.len() as i32 - 1) * (APART - CLOSE) - CLOSE
}
