//! Hachinin-meri taught in steps with pictures, and its words explained.

use super::tricks::yaku_name;
use crate::discord::pages::kit::lesson::{Lesson, Lessons, Shown};
use crate::discord::speech::karuta::{spoken_all, suit_spoken};
use crate::discord::speech::words::Words;
use crate::drawing::meri::Lesson as Taught;
use crate::drawing::meri::lesson as picture;
use crate::rules::karuta::{Karuta, Suit};
use crate::rules::meri::Yaku;
use crate::rules::meri::order::{is_tenka, plain_place, trumps};

/// The plain suit of the lessons.
const PLAIN: Suit = Suit::Kotsu;
/// The trump suit of the lessons.
const TRUMP: Suit = Suit::Ori;
/// Another one, of the long suits.
const LONG: Suit = Suit::Isu;

/// See [`Lessons`].
pub(super) fn lessons(words: Words) -> Lessons {
    let step = |text, taught| Lesson {
        text,
        picture: Some(shown(words, taught)),
    };
    let steps = vec![
        step(words.meri_lesson_goal(), Taught::FaceDown),
        step(words.meri_lesson_pack(), Taught::Pack),
        step(words.meri_lesson_plain(), Taught::Plain(PLAIN)),
        step(words.meri_lesson_trump(), Taught::Trumps(TRUMP)),
        step(words.meri_lesson_opening(), Taught::Opening),
        step(words.meri_lesson_trick(), Taught::Shobu),
        step(words.meri_lesson_meri(), Taught::Trumps(LONG)),
        step(words.meri_lesson_yaku(), Taught::Yaku(TRUMP)),
        step(words.meri_lesson_points(), Taught::Points),
    ];
    Lessons {
        steps,
        words: vec![words.meri_words_cards(), words.meri_words_play()],
    }
}

fn shown(words: Words, taught: Taught) -> Shown {
    Shown {
        scene: picture(taught),
        alt: alt(words, taught),
    }
}

/// What a picture shows, in words.
fn alt(words: Words, taught: Taught) -> String {
    match taught {
        Taught::Pack => words.meri_lesson_alt_pack(),
        Taught::Plain(suit) => {
            let order = spoken_all(words, &plain(suit));
            words.meri_lesson_alt_plain(&suit_spoken(words, suit), &order)
        }
        Taught::Trumps(suit) => {
            let order = spoken_all(words, &trumps(suit));
            words.meri_lesson_alt_trumps(&suit_spoken(words, suit), &order)
        }
        Taught::Opening => words.meri_lesson_alt_opening(),
        Taught::FaceDown => words.meri_lesson_alt_table(),
        Taught::Shobu => words.meri_lesson_alt_shobu(),
        Taught::Yaku(suit) => {
            let all = Yaku::ALL.into_iter().filter(|yaku| yaku.is_of(suit));
            let names: Vec<String> = all.map(|yaku| yaku_name(words, yaku)).collect();
            words.meri_lesson_alt_yaku(&suit_spoken(words, suit), &names.join(", "))
        }
        Taught::Points => words.meri_lesson_alt_points(),
    }
}

/// A plain suit, the best first (Hachinin-meri rules 5, the second table).
fn plain(suit: Suit) -> Vec<Karuta> {
    let mut plain = Karuta::pack();
    plain.retain(|karuta| karuta.suit() == suit && !is_tenka(*karuta));
    plain.sort_unstable_by_key(|karuta| plain_place(*karuta));
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_has_a_picture_and_its_terms_have_kana() {
        for words in Words::tried() {
            let steps = lessons(words).steps;
            assert_eq!(steps.len(), 9);
            assert!(steps.iter().all(|step| step.picture.is_some()));
            // A term stands in italics where it is said first, with its kana behind it.
            let said: String = steps.iter().map(|step| step.text.as_str()).collect();
            let is_kana = |letter: &char| ('\u{3040}'..='\u{30ff}').contains(letter);
            let kana = said.chars().filter(is_kana).count();
            if kana * 5 > said.chars().count() {
                // A language that is written so needs no letters before its kana.
                continue;
            }
            let mut known = Vec::new();
            for term in said.split('*').skip(1).step_by(2) {
                let is_term = term.chars().next().is_some_and(char::is_lowercase);
                if !is_term || known.contains(&term) {
                    continue;
                }
                known.push(term);
                let behind = said.split(&format!("*{term}*")).nth(1).unwrap_or_default();
                let near: String = behind.chars().take(12).collect();
                let has_kana = near.chars().any(|letter| letter > '\u{3000}');
                assert!(has_kana, "{}: {term}:{near}", words.code());
            }
            assert!(known.len() >= 15, "{known:?}");
        }
    }

    /// Every term of the written rules stands in the words of the game, with its kana.
    #[test]
    fn every_term_of_the_rules_is_explained() {
        let rules = include_str!(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/docs/rules/hachinin-meri.md"
        ));
        let section = rules.split("## 2.").next().unwrap_or_default();
        let rows = section.lines().filter(|line| line.starts_with("| "));
        let kana: Vec<&str> = rows
            .skip(1)
            .filter_map(|row| row.split('|').nth(2))
            .flat_map(|cell| cell.split([',', '/']))
            .map(str::trim)
            .collect();
        assert!(kana.len() > 30, "{kana:?}");
        for words in Words::all() {
            let said = lessons(words).words.concat();
            for term in &kana {
                assert!(said.contains(term), "{}: {term}", words.code());
            }
        }
    }

    /// So does what stands on every button and in the line of a team: the courts, short and long, and the kiri.
    #[test]
    fn what_stands_on_the_board_is_explained() {
        for words in Words::all() {
            let said = lessons(words).words.concat();
            let courts = [
                "Sun",
                "スン",
                "Un",
                "ウン",
                "Sota",
                "ソウタ",
                "Robai",
                "ロバイ",
                "Rei",
                "レイ",
                "Kaba",
                "カバ",
                "Su Un So Ro Re Ka",
                "**kiri**",
                "きり",
            ];
            for term in courts {
                assert!(said.contains(term), "{}: {term}", words.code());
            }
        }
    }
}
