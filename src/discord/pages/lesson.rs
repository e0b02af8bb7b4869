//! Lessons as messages: the rules of a game in short, step by step with pictures, and its own words; for one person.

use super::games;
use super::kit::lesson::{Lesson, Lessons, Shown};
use super::learn;
use super::options;
use super::panel::in_words;
use super::press::{LessonPage, LessonPress, LessonShown};
use super::reader::Reader;
use crate::discord::speech::words::Words;
use crate::discord::wire::note::{Button, MOST_TEXT, Note, Tone};
use crate::drawing::packs::cards::Inks;
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
            Some(shown) => in_words(&self.note.text, &shown.alt),
            None => self.note.text,
        };
        Note { text, ..self.note }
    }
}

/// A page of the lessons of a game, with cards in these inks.
pub(crate) fn page(words: Words, inks: Inks, game: GameId, page: LessonPage) -> Page {
    let mut lessons = games::lessons(words, inks, game);
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

/// The rules of a table as messages: its own, and below them those of its game in general. Where one message has no room for
/// both, they are two: nothing of either is left out.
pub(crate) fn of_table(reader: Reader<'_>) -> Vec<Note> {
    let Reader { words, look, .. } = reader;
    let own = options::whole_here(reader);
    let general = page(words, reader.inks, look.game, LessonPage::Short).in_words();
    let below = in_general(words, &general.text);
    let both = format!("{own}\n{below}");
    if both.chars().count() <= MOST_TEXT {
        return vec![Note {
            text: both,
            ..general
        }];
    }
    let general = Note {
        text: below,
        ..general
    };
    vec![Note::private(own), general]
}

/// The rules of a game behind the words that they are those in general.
pub(crate) fn in_general(words: Words, rules: &str) -> String {
    format!("{}\n{rules}", words.rules_in_general())
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
    use crate::discord::pages::kit::tests::staged;
    use crate::rules::any::{AnyGame, AnyOptions};
    use crate::rules::{Game, Viewer};
    use crate::tables::Look;

    /// Every page that buttons lead to from the rules in short.
    fn all_pages(words: Words, game: GameId) -> Vec<(LessonPage, Page)> {
        let mut seen = BTreeSet::new();
        let mut open = vec![LessonPage::Short];
        let mut pages = Vec::new();
        while let Some(next) = open.pop() {
            if !seen.insert(next.to_string()) {
                continue;
            }
            let found = page(words, Inks::default(), game, next);
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
        for words in Words::tried() {
            for game in GameId::ALL {
                let lessons = games::lessons(words, Inks::default(), *game);
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
                        "{} {which}: {text}",
                        words.code()
                    );
                }
            }
        }
    }

    /// What the button of a table with these options says, message by message.
    fn told_at(options: AnyOptions, seats: usize) -> Vec<String> {
        let game = AnyGame::new(&options, seats);
        let look = Look {
            options,
            ..staged(&game, Viewer::Watcher)
        };
        let notes = of_table(Reader::new(Words::of("en"), &look));
        notes.into_iter().map(|note| note.text).collect()
    }

    #[test]
    fn the_button_of_a_table_tells_what_counts_there_above_what_counts_in_general() {
        for (game, option, value, here) in [
            (GameId::Okey, "start_points", "1", "starts with 1 point."),
            (GameId::Okey101, "open_min", "51", "open with 51 points"),
            (GameId::Kaluki, "penalty_limit", "100", "more than 100"),
            (GameId::Meri, "match_length", "hitomaki", "a single round"),
        ] {
            let mut options = game.default_options();
            options.set(option, value).expect("a value");
            let told = told_at(options, *game.seats().end()).join("\n");
            let (own, general) = told.split_once("**In general:**\n## ").expect("both");
            assert!(own.starts_with("**This table:** "), "{own}");
            assert!(own.contains(here), "{own}");
            assert!(general.contains(" in brief\n"), "{general}");
            assert!(general.contains("House rules may differ"), "{general}");
        }
    }

    /// Every option with the longest of its values that are unusual.
    fn most_unusual(words: Words, game: GameId, seats: usize) -> AnyOptions {
        let usual = game.default_options();
        let mut longest = usual.clone();
        for told in options::told(words, &usual, seats) {
            let was = options::value_of(&usual, told.name);
            let unusual = told.values.iter().filter(|value| **value != was);
            let length = |value: &&String| {
                let said = options::told_with(words, &usual, told.name, value);
                said.map_or(0, |said| said.chars().count())
            };
            if let Some(value) = unusual.max_by_key(length) {
                longest.set(told.name, value).expect("an offered value");
            }
        }
        longest
    }

    #[test]
    fn the_most_unusual_table_tells_all_of_its_rules_within_the_limits_of_discord() {
        for (words, game) in Words::tried().flat_map(|words| {
            let games = GameId::ALL.iter().copied();
            games.map(move |game| (words, game))
        }) {
            let seats = *game.seats().end();
            let options = most_unusual(words, game, seats);
            let usual = AnyGame::new(&game.default_options(), seats);
            let look = Look {
                options,
                ..staged(&usual, Viewer::Watcher)
            };
            let reader = Reader::new(words, &look);
            let notes = of_table(reader);
            for note in &notes {
                let length = note.text.chars().count();
                assert!(length <= MOST_TEXT, "{} {game:?}: {length}", words.code());
            }
            let told: Vec<&str> = notes.iter().map(|note| &note.text[..]).collect();
            let told = told.join("\n");
            assert!(told.contains(&options::whole_here(reader)), "{told}");
            assert!(told.contains(&games::rules(words, game)), "{told}");
            // The ways to the lessons stand below the last of them.
            let last = notes.last().expect("a message");
            let ways = page(words, Inks::default(), game, LessonPage::Short)
                .note
                .rows;
            assert_eq!(last.rows, ways, "{game:?}");
        }
    }

    #[test]
    fn what_a_picture_shows_is_told_in_sentences() {
        for game in GameId::ALL.iter().copied() {
            for step in games::lessons(Words::of("en"), Inks::default(), game).steps {
                let alt = step.picture.expect("a picture").alt;
                let first = alt.chars().next().expect("something is told");
                assert!(first.is_uppercase() || first.is_numeric(), "{alt}");
                assert!(alt.ends_with('.'), "{alt}");
            }
        }
    }

    #[test]
    fn a_page_that_is_none_is_the_nearest_one() {
        let words = Words::of("en");
        for game in GameId::ALL {
            let lessons = games::lessons(words, Inks::default(), *game);
            let text = |which| page(words, Inks::default(), *game, which).note.text;
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
