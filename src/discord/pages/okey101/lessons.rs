//! The rules of Okey 101 step by step, with pictures.

use crate::discord::pages::kit::lesson::{Lesson, Lessons, Shown, pictured};
use crate::discord::speech::words::Words;
use crate::drawing::packs::PieceFace;
use crate::drawing::packs::tiles::{LARGE, TileFace};
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;

/// The word of each step, and the rows of its picture.
const STEPS: &[(&str, &[&str])] = &[
    (
        "open",
        &["R10 R11 R12 R13 = 46", "Y12 G12 K12 = 36", "Y6 Y7 Y8 = 21"],
    ),
    ("doubles", &["R3 R3 / K8 K8 / Y1 Y1", "G11 G11 / F F"]),
    ("lay", &["R9 / R10 R11 R12 R13", "Y4 G4 K4 / R4"]),
];

/// See [`Lessons`].
pub(super) fn lessons(words: Words) -> Lessons {
    let step = |(word, rows): &(&str, &[&str])| Lesson {
        text: words.okey101_lesson(word),
        picture: Some(Shown {
            scene: pictured(rows, LARGE, face),
            alt: words.okey101_lesson_alt(word),
        }),
    };
    Lessons {
        steps: STEPS.iter().map(step).collect(),
        words: Vec::new(),
    }
}

/// A tile while this is the okey.
fn face(piece: Piece) -> Option<PieceFace> {
    let okey: Tile = "R5".parse().ok()?;
    let tile = Tile::try_from(piece).ok()?;
    Some(TileFace::dealt(tile, okey.face()).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kit::lesson::every_step_is_its_own;

    #[test]
    fn every_step_says_and_shows_something_of_its_own() {
        let words = Words::of("en");
        let lessons = lessons(words);
        every_step_is_its_own(&lessons, STEPS);
    }
}
