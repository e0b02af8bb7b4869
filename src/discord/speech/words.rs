//! Every sentence for people, through typed functions over Fluent files.
//!
//! A language is a folder of `assets/words`: adding one needs a file and no code. A sentence that a
//! language lacks is said in English.

use std::path::Path;
use std::sync::LazyLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};
use fluent_langneg::{NegotiationStrategy, convert_vec_str_to_langids_lossy, negotiate_languages};
use include_dir::{Dir, File, include_dir};

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/assets/words");

/// What only the tests' own game says.
#[cfg(debug_assertions)]
static TOY: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/tests/toy/words");

/// Every folder of words; in each is a folder for every language that it knows.
static SHELVES: &[&Dir<'static>] = &[
    &FILES,
    #[cfg(debug_assertions)]
    &TOY,
];

/// The language that has every sentence.
const ENGLISH: &str = "en";

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(read_languages);

struct Language {
    code: String,
    bundle: FluentBundle<FluentResource>,
}

/// The sentences of one language.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    language: &'static Language,
}

impl Words {
    /// The language that fits a locale of Discord's best; English for what is unknown.
    pub(crate) fn of(locale: &str) -> Self {
        let codes: Vec<&str> = LANGUAGES
            .iter()
            .map(|language| language.code.as_str())
            .collect();
        let requested = convert_vec_str_to_langids_lossy([locale]);
        let available = convert_vec_str_to_langids_lossy(&codes);
        let best = negotiate_languages(&requested, &available, None, NegotiationStrategy::Lookup);
        let best = best.first().map(ToString::to_string);
        let language = LANGUAGES
            .iter()
            .find(|language| Some(&language.code) == best.as_ref())
            .unwrap_or_else(|| english());
        Self { language }
    }

    /// Every language there is.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(|language| Self { language })
    }

    /// The code of the language, as its folder is named.
    pub(crate) fn code(&self) -> &'static str {
        &self.language.code
    }

    /// A sentence by its id, with a point before the name of an attribute; `None` if this language has no such sentence
    /// of its own.
    pub(crate) fn own(&self, id: &str, arguments: &[(&str, FluentValue<'_>)]) -> Option<String> {
        let bundle = &self.language.bundle;
        let pattern = match id.split_once('.') {
            None => bundle.get_message(id)?.value()?,
            Some((id, attribute)) => bundle.get_message(id)?.get_attribute(attribute)?.value(),
        };
        let mut values = FluentArgs::new();
        for (name, value) in arguments {
            values.set(*name, value.clone());
        }
        let mut errors = Vec::new();
        let text = bundle.format_pattern(pattern, Some(&values), &mut errors);
        for error in &errors {
            tracing::warn!(language = self.code(), id, %error, "a sentence could not be formed whole");
        }
        Some(text.into_owned())
    }

    /// The first of these sentences that there is, rather in this language than in English.
    pub(crate) fn first_of(
        &self,
        ids: &[&str],
        arguments: &[(&str, FluentValue<'_>)],
    ) -> Option<String> {
        let english = Self {
            language: english(),
        };
        let own = |words: Self| ids.iter().find_map(|id| words.own(id, arguments));
        own(*self).or_else(|| own(english))
    }

    /// A sentence by its id, in English where this language lacks it.
    pub(crate) fn say(&self, id: &str, arguments: &[(&str, FluentValue<'_>)]) -> String {
        // The tests demand every sentence of English, so the id itself is never seen.
        let said = self.first_of(&[id], arguments);
        said.unwrap_or_else(|| id.to_owned())
    }
}

fn english() -> &'static Language {
    LANGUAGES
        .iter()
        .find(|language| language.code == ENGLISH)
        .expect("the English words are built in")
}

fn read_languages() -> Vec<Language> {
    let folders = FILES.dirs();
    folders.map(|folder| read_language(folder.path())).collect()
}

/// The files of words of a language.
fn files_of(language: &Path) -> impl Iterator<Item = &'static File<'static>> {
    let folders = SHELVES
        .iter()
        .filter_map(move |shelf| shelf.get_dir(language));
    folders.flat_map(|folder| folder.files())
}

/// A number below nothing with a minus as long as the plus, as in the pictures; every other value as usual.
fn with_minus<M>(value: &FluentValue<'_>, _: &M) -> Option<String> {
    match value {
        FluentValue::Number(number) if number.value < 0.0 => {
            Some(number.as_string().replace('-', "−"))
        }
        _ => None,
    }
}

fn read_language(folder: &Path) -> Language {
    let code = folder.to_string_lossy().into_owned();
    let locale = code.parse().unwrap_or_default();
    let mut bundle = FluentBundle::new_concurrent(vec![locale]);
    // Marks around every number would be read aloud by some screen readers; our texts are not mixed.
    bundle.set_use_isolating(false);
    bundle.set_formatter(Some(with_minus));
    for file in files_of(folder) {
        let text = file.contents_utf8().unwrap_or_default().to_owned();
        let resource = FluentResource::try_new(text).unwrap_or_else(|(readable, errors)| {
            tracing::error!(file = %file.path().display(), ?errors, "words that cannot be read are left out");
            readable
        });
        if let Err(errors) = bundle.add_resource(resource) {
            tracing::error!(file = %file.path().display(), ?errors, "words that stand twice are left out");
        }
    }
    Language { code, bundle }
}

/// Every id in the files of all languages, with its file; attributes with a point before their names.
#[cfg(test)]
pub(crate) fn ids_of_all_languages() -> Vec<(String, String)> {
    let mut ids = Vec::new();
    for file in FILES.dirs().flat_map(|folder| files_of(folder.path())) {
        let name = file.path().display().to_string();
        let mut message = "";
        for line in file.contents_utf8().unwrap_or_default().lines() {
            let Some((id, _)) = line.split_once('=') else {
                continue;
            };
            if line.starts_with(|letter: char| letter.is_ascii_lowercase()) {
                message = id.trim();
                ids.push((name.clone(), message.to_owned()));
            } else if id.trim_start().starts_with('.') {
                ids.push((name.clone(), format!("{message}{}", id.trim())));
            }
        }
    }
    ids
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::discord::pages::games;
    use crate::discord::speech::card_sentences::CARD_SENTENCES;
    use crate::discord::speech::desk_sentences::DESK_SENTENCES;
    use crate::discord::speech::front_sentences::FRONT_SENTENCES;
    use crate::discord::speech::hint_sentences::HINT_SENTENCES;
    use crate::discord::speech::karuta_sentences::KARUTA_SENTENCES;
    use crate::discord::speech::learn_sentences::LEARN_SENTENCES;
    use crate::discord::speech::lesson_sentences::LESSON_SENTENCES;
    use crate::discord::speech::option_sentences::OPTION_SENTENCES;
    use crate::discord::speech::option_words;
    use crate::discord::speech::privacy_sentences::PRIVACY_SENTENCES;
    use crate::discord::speech::result_sentences::RESULT_SENTENCES;
    use crate::discord::speech::sentences::SENTENCES;

    /// Every sentence there is, with the names of its values.
    fn sentences() -> impl Iterator<Item = &'static (String, Vec<&'static str>)> {
        [
            &SENTENCES,
            &CARD_SENTENCES,
            &OPTION_SENTENCES,
            &PRIVACY_SENTENCES,
            &RESULT_SENTENCES,
            &DESK_SENTENCES,
            &FRONT_SENTENCES,
            &HINT_SENTENCES,
            &KARUTA_SENTENCES,
            &LEARN_SENTENCES,
            &LESSON_SENTENCES,
        ]
        .into_iter()
        .flat_map(|list| list.iter())
        .chain(games::sentences())
    }

    #[test]
    fn english_says_every_sentence_with_the_values_that_the_code_gives() {
        let words = Words {
            language: english(),
        };
        for (id, names) in sentences() {
            let values: Vec<_> = names
                .iter()
                .map(|name| (*name, FluentValue::from("⟨v⟩")))
                .collect();
            let said = words.own(id, &values);
            assert!(said.is_some(), "English lacks {id}");
            assert!(
                !said.unwrap_or_default().contains("{$"),
                "{id} wants a value that the code does not give"
            );
        }
    }

    #[test]
    fn every_file_of_words_can_be_read_whole() {
        for folder in FILES.dirs() {
            for file in files_of(folder.path()) {
                let text = file.contents_utf8().expect("words are UTF-8").to_owned();
                let errors = FluentResource::try_new(text)
                    .err()
                    .map(|(_, errors)| errors);
                assert_eq!(errors, None, "{}", file.path().display());
            }
        }
    }

    #[test]
    fn no_language_has_sentences_that_nobody_says() {
        let known: Vec<&str> = sentences().map(|(id, _)| id.as_str()).collect();
        for (file, id) in ids_of_all_languages() {
            // Commands and options are found by their names; their own tests know them.
            let is_by_name = id.starts_with("command-") || option_words::is_by_name(&id);
            assert!(is_by_name || known.contains(&id.as_str()), "{file}: {id}");
        }
    }

    #[test]
    fn an_unknown_locale_is_spoken_to_in_english() {
        for locale in ["en-US", "en-GB", "xx", "", "zh-Hant-TW-x-private", "💥"] {
            assert_eq!(Words::of(locale).code(), ENGLISH, "{locale}");
        }
    }
}
