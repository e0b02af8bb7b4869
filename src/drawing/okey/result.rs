//! What a game of Okey came to: the tiles with which its last round was won, and everybody's points.

use crate::Scene;
use crate::packs::tiles::{self, TileFace};
use crate::result::{self, Shown, Summary};
use crate::rules::okey::View;
use crate::rules::okey::view::RoundResult;
use crate::rules::{PerSeat, Standing};
use crate::scene::{Badge, PieceSize};
use crate::signs::Sitter;

/// The sizes in which a finish lies.
const SIZES: [PieceSize; 3] = [tiles::LARGE, tiles::MEDIUM, tiles::SMALL];

/// The picture of a game that is over; `None` before.
pub fn result(view: &View, sitters: &PerSeat<Sitter>) -> Option<Scene> {
    let standing = view.standing.as_ref()?;
    let summary = Summary {
        standing,
        points: reached(standing),
        shown: shown(view),
    };
    Some(result::result(&summary, sitters))
}

/// What everybody has at the end, as the picture writes it.
pub fn reached(standing: &Standing) -> PerSeat<String> {
    let points = &standing.points;
    points.map(|_, points| points.to_string().replace('-', "−"))
}

/// The winning fourteen, and the last tile apart.
fn shown(view: &View) -> Option<Shown> {
    let (Some(RoundResult::Won { seat, win, .. }), Some(okey)) = (&view.result, view.okey()) else {
        return None;
    };
    let face = |tile| TileFace::of(tile, okey).into();
    let melds = win.melds.iter();
    let mut groups: Vec<Vec<_>> = melds
        .map(|meld| meld.iter().copied().map(face).collect())
        .collect();
    groups.push(vec![face(win.discard)]);
    Some(Shown {
        seat: *seat,
        groups,
        sizes: &SIZES,
        lit: Some(face(win.discard)),
        badge: Badge::Laurel,
    })
}
