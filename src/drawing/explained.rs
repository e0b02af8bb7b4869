//! Pictures that explain rules: rows of groups of pieces on the felt, and what a row is worth beside it.

use crate::packs::PieceFace;
use crate::scene::{At, Backdrop, Ink, PieceSize, Scene, TextSize, at};

/// Groups that lie in one row.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The groups, each lying together on a bar of its own.
    pub groups: Vec<Vec<PieceFace>>,
    /// A number behind them.
    pub worth: Option<String>,
}

/// The air between two pieces of a group, and between two groups.
const CLOSE: i32 = 4;
const APART: i32 = 40;
/// The room that a number has.
const WORTH: i32 = 150;
/// The height of the felt that rows are spread over, and where it begins.
const FIELD: (i32, i32) = (40, 620);

/// The picture of these rows, one below the other.
pub fn explained(rows: &[Row], size: PieceSize) -> Scene {
    let mut scene = Scene::on(Backdrop::Felt);
    let apart = FIELD.1 / i32::try_from(rows.len().max(1)).unwrap_or(1);
    for (number, row) in (0..).zip(rows) {
        let middle = FIELD.0 + apart * number + apart / 2;
        let left = 500 - width(row, size) / 2;
        lay(&mut scene, row, size, at(left, middle - size.height() / 2));
    }
    scene
}

fn width(row: &Row, size: PieceSize) -> i32 {
    let groups = row.groups.iter().map(|group| group_width(group, size));
    let apart = APART * (row.groups.len() as i32 - 1).max(0);
    groups.sum::<i32>() + apart + row.worth.as_ref().map_or(0, |_| WORTH)
}

fn group_width(group: &[PieceFace], size: PieceSize) -> i32 {
    group.len() as i32 * (size.width() + CLOSE) - CLOSE
}

fn lay(scene: &mut Scene, row: &Row, size: PieceSize, mut place: At) {
    for group in &row.groups {
        let wide = group_width(group, size);
        let bar = place.by(2, size.height() + 10);
        scene.bar(bar, (wide - 4, 8), 4, Ink::Gold);
        for face in group {
            scene.piece(*face, size, place);
            place = place.by(size.width() + CLOSE, 0);
        }
        place = place.by(APART - CLOSE, 0);
    }
    if let Some(worth) = &row.worth {
        let middle = place.by(WORTH / 2 - APART / 2, size.height() / 2);
        scene.text(worth, TextSize::Large, Ink::Ivory, middle);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packs::tiles::{LARGE, TileFace};

    #[test]
    fn rows_lie_on_the_felt_and_not_on_one_another() {
        let row = |groups: usize, worth: Option<&str>| Row {
            groups: vec![vec![TileFace::Back.into(); 3]; groups],
            worth: worth.map(str::to_owned),
        };
        let rows = [
            row(1, None),
            row(2, Some("101")),
            row(3, None),
            row(1, Some("9")),
        ];
        let scene = explained(&rows, LARGE);
        let mut places: Vec<At> = scene.pieces().map(|(.., at)| at).collect();
        assert_eq!(places.len(), 21);
        for place in &places {
            assert!((20..=980 - LARGE.width()).contains(&place.x), "{place:?}");
            assert!((20..=680 - LARGE.height()).contains(&place.y), "{place:?}");
        }
        places.sort_by_key(|place| (place.y, place.x));
        for pair in places.windows(2) {
            let beside = pair[1].y == pair[0].y && pair[1].x - pair[0].x >= LARGE.width();
            assert!(
                beside || pair[1].y - pair[0].y >= LARGE.height(),
                "{pair:?}"
            );
        }
    }
}
