//! The rules of Okey step by step, with pictures.

use crate::discord::pages::kit::lesson::{Lesson, Lessons, Shown, pictured};
use crate::discord::speech::words::Words;
use crate::drawing::packs::PieceFace;
use crate::drawing::packs::tiles::{LARGE, TileFace};
use crate::rules::piece::Piece;
use crate::rules::tile::Tile;

/// The word of each step, and the rows of its picture.
const STEPS: &[(&str, &[&str])] = &[
    (
        "melds",
        &["K3 K4 K5 / Y10 Y11 Y12 Y13", "R9 Y9 G9 / R1 Y1 G1 K1"],
    ),
    ("okey", &["R4 / R5", "K7 R5 K9 / Y8 G8 R5", "F R6 R7"]),
    (
        "win",
        &["K3 K4 K5 K6 / F R6 R7", "R9 Y9 G9 R5 / G10 G11 G12", "Y2"],
    ),
];

/// See [`Lessons`].
pub(super) fn lessons(words: Words) -> Lessons {
    let step = |(word, rows): &(&str, &[&str])| Lesson {
        text: words.okey_lesson(word),
        picture: Some(Shown {
            scene: pictured(rows, LARGE, face),
            alt: words.okey_lesson_alt(word),
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
