//! The rules of Kaluki step by step, with pictures.

use crate::discord::pages::kit::lesson::{Lesson, Lessons, Shown, pictured};
use crate::discord::speech::words::Words;
use crate::drawing::packs::PieceFace;
use crate::drawing::packs::cards::{BROAD, CardFace, Inks};
use crate::rules::card::Card;
use crate::rules::piece::Piece;

/// The word of each step, and the rows of its picture.
const STEPS: &[(&str, &[&str])] = &[
    ("melds", &["hK dK cK / h8 d8 c8 s8", "s4 s5 s6 / hQ hK hA"]),
    (
        "values",
        &["hA = 11", "dK dQ dJ d10 = 10", "c9 = 9", "Jk = 15"],
    ),
    ("joker", &["h7 Jk h9 / h8", "h7 h8 h9 / d3 c3 Jk"]),
];

/// See [`Lessons`].
pub(super) fn lessons(words: Words, inks: Inks) -> Lessons {
    let step = |(word, rows): &(&str, &[&str])| Lesson {
        text: words.kaluki_lesson(word),
        picture: Some(Shown {
            scene: pictured(rows, BROAD, |piece| face(piece, inks)),
            alt: words.kaluki_lesson_alt(word),
        }),
    };
    Lessons {
        steps: STEPS.iter().map(step).collect(),
        words: Vec::new(),
    }
}

/// A card in these inks.
fn face(piece: Piece, inks: Inks) -> Option<PieceFace> {
    let card = Card::try_from(piece).ok()?;
    Some(CardFace::of(card, inks).into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::kit::lesson::every_step_is_its_own;

    #[test]
    fn every_step_says_and_shows_something_of_its_own() {
        let words = Words::of("en");
        for inks in [Inks::Two, Inks::Four] {
            every_step_is_its_own(&lessons(words, inks), STEPS);
        }
    }

    /// Three suits are missing in a set with two jokers, and any two of them free one (Kaluki rules 6.4).
    #[test]
    fn of_a_set_with_jokers_no_text_says_how_many_suits_are_missing() {
        let words = Words::of("en");
        let steps = lessons(words, Inks::Two).steps;
        let texts = steps.iter().map(|step| step.text.clone());
        let told: Vec<String> = texts
            .chain([words.rules_kaluki()])
            .filter(|text| text.contains("set of three"))
            .collect();
        assert_eq!(told.len(), 2, "the rules and a step of the lesson");
        for text in told {
            let frees = "cards of two suits that are missing there";
            assert!(text.contains(frees) && !text.contains("both"), "{text}");
        }
    }

    #[test]
    fn cards_are_printed_as_the_reader_wants_them() {
        let printed = |inks| lessons(Words::of("en"), inks).steps;
        let [two, four] = [Inks::Two, Inks::Four].map(printed);
        for (two, four) in two.iter().zip(&four) {
            let faces = |step: &Lesson| -> Vec<PieceFace> {
                let shown = step.picture.as_ref().expect("a picture");
                shown.scene.pieces().map(|(face, ..)| face).collect()
            };
            let (two, four) = (faces(two), faces(four));
            assert_eq!(two.len(), four.len());
            assert!(two != four, "some suits have another ink");
        }
    }
}
