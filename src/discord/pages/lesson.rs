//! Lessons as messages: the rules of a game in short, step by step with pictures, and its own words; for one person.

use super::games;
use super::kit::lesson::{Lesson, Lessons, Shown};
use super::learn;
use super::press::{LessonPage, LessonPress, LessonShown};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, Note, Tone};
use crate::rules::any::GameId;

/// A page, and the picture that belongs to it.
pub(crate) struct Page {
    /// The words and the buttons, without the picture.
    pub note: Note,
    /// The picture.
    pub picture: Option<Shown>,
}

impl Page {
    /// The page with nothing but words: what its picture shows is said.
    pub(crate) fn in_words(self) -> Note {
        let text = match self.picture {
            Some(shown) => format!("{}\n\n{}", self.note.text, shown.alt),
            None => self.note.text,
        };
        Note { text, ..self.note }
    }
}

/// A page of the lessons of a game.
pub(crate) fn page(words: Words, game: GameId, page: LessonPage) -> Page {
    let mut lessons = games::lessons(words, game);
    match page {
        LessonPage::Step(number) if !lessons.steps.is_empty() => {
            let number = usize::from(number).min(lessons.steps.len() - 1);
            let row = step_buttons(words, game, &lessons, number);
            let steps = lessons.steps.len();
            let Lesson { text, picture } = lessons.steps.swap_remove(number);
            let text = format!("{text}\n{}", words.lesson_step(number + 1, steps));
            written(text, row, picture)
        }
        LessonPage::Words(number) if !lessons.words.is_empty() => {
            let number = usize::from(number).min(lessons.words.len() - 1);
            let row = word_buttons(words, game, &lessons, number);
            written(lessons.words.swap_remove(number), row, None)
        }
        LessonPage::Short | LessonPage::Step(_) | LessonPage::Words(_) => {
            let row = short_buttons(words, game, &lessons);
            written(games::rules(words, game), row, None)
        }
    }
}

fn written(text: String, row: Vec<Button>, picture: Option<Shown>) -> Page {
    let rows = if row.is_empty() {
        Vec::new()
    } else {
        vec![row]
    };
    let note = Note {
        rows,
        // A page without a picture takes that of the page before it away.
        is_bare: true,
        ..Note::private(text)
    };
    Page { note, picture }
}

/// A way to the words of a game that has some, from its table.
pub(crate) fn way_to_words(words: Words, game: GameId) -> Button {
    let press = LessonPress {
        game,
        shown: LessonShown::Apart,
        page: LessonPage::Words(0),
    };
    Button::new(press.id(), words.button_lesson_words()).emoji("🔤")
}

fn to(game: GameId, page: LessonPage, text: String) -> Button {
    let press = LessonPress {
        game,
        shown: LessonShown::Instead,
        page,
    };
    Button::new(press.id(), text)
}

/// Pages are few: more than a byte counts there are none.
fn byte(number: usize) -> u8 {
    u8::try_from(number).unwrap_or(u8::MAX)
}

fn short_buttons(words: Words, game: GameId, lessons: &Lessons) -> Vec<Button> {
    let mut row: Vec<Button> = learn::way(words, game).into_iter().collect();
    if !lessons.steps.is_empty() {
        let first = to(game, LessonPage::Step(0), words.button_lesson_steps());
        row.push(first.emoji("🎓").tone(Tone::Main));
    }
    row.extend(words_button(words, game, lessons));
    row
}

fn words_button(words: Words, game: GameId, lessons: &Lessons) -> Option<Button> {
    let button = || to(game, LessonPage::Words(0), words.button_lesson_words()).emoji("🔤");
    (!lessons.words.is_empty()).then(button)
}

fn short_button(words: Words, game: GameId) -> Button {
    to(game, LessonPage::Short, words.button_lesson_short()).emoji("📖")
}

/// At an end there is nothing to press: no two buttons of a page have one id.
fn step_buttons(words: Words, game: GameId, lessons: &Lessons, number: usize) -> Vec<Button> {
    let mut row = Vec::new();
    if number > 0 {
        let before = LessonPage::Step(byte(number - 1));
        row.push(to(game, before, words.button_lesson_back()).emoji("◀️"));
    }
    if number + 1 < lessons.steps.len() {
        let after = LessonPage::Step(byte(number + 1));
        let next = to(game, after, words.button_lesson_next()).emoji("▶️");
        row.push(next.tone(Tone::Main));
    }
    row.extend(words_button(words, game, lessons));
    row.push(short_button(words, game));
    row
}

fn word_buttons(words: Words, game: GameId, lessons: &Lessons, number: usize) -> Vec<Button> {
    let mut row = Vec::new();
    if lessons.words.len() > 1 {
        let other = LessonPage::Words(byte((number + 1) % lessons.words.len()));
        row.push(to(game, other, words.button_lesson_more_words()).emoji("🔤"));
    }
    if !lessons.steps.is_empty() {
        row.push(to(game, LessonPage::Step(0), words.button_lesson_steps()).emoji("🎓"));
    }
    row.push(short_button(words, game));
    row
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::press::LearnPress;
    use super::*;

    /// Every page that buttons lead to from the rules in short.
    fn all_pages(words: Words, game: GameId) -> Vec<(LessonPage, Page)> {
        let mut seen = BTreeSet::new();
        let mut open = vec![LessonPage::Short];
        let mut pages = Vec::new();
        while let Some(next) = open.pop() {
            if !seen.insert(next.to_string()) {
                continue;
            }
            let found = page(words, game, next);
            for button in found.note.rows.concat() {
                if button.id.parse::<LearnPress>() == Ok(LearnPress::to(game, 0)) {
                    continue;
                }
                let press: LessonPress = button.id.parse().expect("a way to a page");
                assert_eq!((press.game, press.shown), (game, LessonShown::Instead));
                open.push(press.page);
            }
            pages.push((next, found));
        }
        pages
    }

    #[test]
    fn every_page_can_be_reached_and_fits_into_a_message() {
        for words in Words::all() {
            for game in GameId::ALL {
                let lessons = games::lessons(words, *game);
                let pages = all_pages(words, *game);
                assert_eq!(pages.len(), 1 + lessons.steps.len() + lessons.words.len());
                for (which, found) in pages {
                    let row = found.note.rows.concat();
                    let ids: BTreeSet<&str> = row.iter().map(|button| &button.id[..]).collect();
                    assert_eq!(ids.len(), row.len(), "{game:?} {which}");
                    assert!(row.len() <= 5, "{game:?} {which}");
                    let alt = found
                        .picture
                        .as_ref()
                        .map(|shown| shown.alt.chars().count());
                    assert!(alt.is_none_or(|alt| (20..=1024).contains(&alt)), "{which}");
                    assert!(!found.note.text.contains('{'), "{game:?} {which}");
                    let text = found.in_words().text;
                    assert!(
                        (80..=2000).contains(&text.chars().count()),
                        "{which}: {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_page_that_is_none_is_the_nearest_one() {
        let words = Words::of("en");
        for game in GameId::ALL {
            let lessons = games::lessons(words, *game);
            let text = |which| page(words, *game, which).note.text;
            let last = byte(lessons.steps.len().saturating_sub(1));
            assert_eq!(
                text(LessonPage::Step(u8::MAX)),
                text(LessonPage::Step(last))
            );
            let last = byte(lessons.words.len().saturating_sub(1));
            assert_eq!(
                text(LessonPage::Words(u8::MAX)),
                text(LessonPage::Words(last))
            );
        }
    }
}
