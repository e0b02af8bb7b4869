//! Every sentence for people, through typed functions over Fluent files.
//!
//! A language is a folder of `assets/words`: adding one needs a file and no code. A sentence that a
//! language lacks is said in English.

use std::path::Path;
use std::sync::LazyLock;

use fluent_bundle::FluentValue;
use fluent_langneg::{NegotiationStrategy, convert_vec_str_to_langids_lossy, negotiate_languages};
use include_dir::{Dir, File, include_dir};

use crate::language::Language;

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

/// The locales of people's Discords ("Locales" in its reference): the folder of every language but English is named by one,
/// and in no other one does Discord take descriptions of commands.
pub(crate) const LOCALES: [&str; 32] = [
    "bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr",
    "hu", "id", "it", "ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr",
    "uk", "vi", "zh-CN", "zh-TW",
];

static LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(read_languages);

/// The sentences of one language.
#[derive(Clone, Copy)]
pub(crate) struct Words {
    language: &'static Language,
}

impl Words {
    /// The language that fits a locale of Discord's best; English for what is unknown.
    pub(crate) fn of(locale: &str) -> Self {
        if let Some(language) = of_code(locale) {
            return Self { language };
        }
        let codes: Vec<&str> = LANGUAGES.iter().map(|language| language.code()).collect();
        let requested = convert_vec_str_to_langids_lossy([locale]);
        let available = convert_vec_str_to_langids_lossy(&codes);
        let best = negotiate_languages(&requested, &available, None, NegotiationStrategy::Lookup);
        let best = best.first().map(ToString::to_string);
        let language = best.and_then(|best| of_code(&best));
        Self {
            language: language.unwrap_or_else(english),
        }
    }

    /// Every language there is.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        LANGUAGES.iter().map(|language| Self { language })
    }

    /// Whether there is a language with this code.
    pub(crate) fn is_known(code: &str) -> bool {
        of_code(code).is_some()
    }

    /// The code of the language, as its folder is named.
    pub(crate) fn code(&self) -> &'static str {
        self.language.code()
    }

    /// A sentence by its id, with a point before the name of an attribute; `None` if this language has no such sentence
    /// of its own, or none that can be formed whole.
    pub(crate) fn own(&self, id: &str, arguments: &[(&str, FluentValue<'_>)]) -> Option<String> {
        let (text, errors) = self.language.formed(id, arguments)?;
        for error in &errors {
            tracing::warn!(language = self.code(), id, %error, "a sentence could not be formed whole");
        }
        // The same in English is better than half a sentence; of English every sentence is whole (a test).
        (errors.is_empty() || self.code() == ENGLISH).then_some(text)
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

/// A text for looking something up in it, or by it: in small letters, and with one i. The small letter of a Turkish İ would be an i
/// with a dot of its own, and that of an I, in Turkish, is ı.
pub(crate) fn folded(text: &str) -> String {
    let one_i = |letter| match letter {
        'I' | 'İ' | 'ı' => 'i',
        other => other,
    };
    text.chars()
        .map(one_i)
        .flat_map(char::to_lowercase)
        .collect()
}

fn english() -> &'static Language {
    of_code(ENGLISH).expect("the English words are built in")
}

/// The language whose folder has this name.
fn of_code(code: &str) -> Option<&'static Language> {
    LANGUAGES.iter().find(|language| language.code() == code)
}

fn read_languages() -> Vec<Language> {
    let folders = FILES.dirs();
    let read = |folder: &Dir<'static>| read_language(folder.path());
    folders.map(read).collect()
}

/// The files of words of a language; whatever else lies beside them is none.
fn files_of(language: &Path) -> impl Iterator<Item = &'static File<'static>> {
    let folders = SHELVES
        .iter()
        .filter_map(move |shelf| shelf.get_dir(language));
    let files = folders.flat_map(|folder| folder.files());
    files.filter(|file| {
        file.path()
            .extension()
            .is_some_and(|ending| ending == "ftl")
    })
}

/// The texts of the files of words of a language, with their names.
fn texts_of(language: &Path) -> impl Iterator<Item = (String, &'static str)> {
    files_of(language).filter_map(|file| {
        let name = file.path().display().to_string();
        let text = file.contents_utf8();
        if text.is_none() {
            tracing::error!(file = %name, "words that are not UTF-8 are left out");
        }
        Some((name, text?))
    })
}

fn read_language(folder: &Path) -> Language {
    language_of(folder.to_string_lossy().into_owned(), texts_of(folder))
}

/// The language with this code, of texts with their names.
fn language_of<T: Into<String>>(
    code: String,
    texts: impl Iterator<Item = (String, T)>,
) -> Language {
    Language::of(code, texts.map(|(file, text)| (file, text.into())))
}

/// Every id in the files of all languages, with its file; attributes with a point before their names.
#[cfg(test)]
pub(crate) fn ids_of_all_languages() -> Vec<(String, String)> {
    let texts = FILES.dirs().flat_map(|folder| texts_of(folder.path()));
    let ids = texts.flat_map(|(file, text)| {
        let messages = source::messages(text);
        messages.map(move |message| (file.clone(), message.id))
    });
    ids.collect()
}

/// The codes of English in odd letters, each of which takes more than a byte, and in long words.
#[cfg(test)]
const MADE: [&str; 2] = ["en-XA", "en-XB"];

/// Languages for the tests, so that there are several however few there are.
#[cfg(test)]
static MADE_LANGUAGES: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let odd = |letter| {
        let odd = match letter {
            'a' => 'ä',
            'e' => 'ë',
            'i' => 'ï',
            'o' => 'ö',
            'u' => 'ü',
            'I' => 'İ',
            other => other,
        };
        odd.to_string()
    };
    let long = |letter| match letter {
        'a' | 'e' | 'i' | 'o' | 'u' => [letter; 2].iter().collect(),
        other => other.to_string(),
    };
    let letters: [fn(char) -> String; 2] = [odd, long];
    let made = MADE.iter().zip(letters).map(|(code, letter)| {
        let texts = texts_of(Path::new(ENGLISH));
        let texts = texts.map(|(name, text)| (name, source::changed(text, letter)));
        language_of((*code).to_owned(), texts)
    });
    made.collect()
});

#[cfg(test)]
impl Words {
    /// Every language there is, and English in letters that take more than a byte.
    pub(crate) fn tried() -> impl Iterator<Item = Self> {
        let odd = MADE_LANGUAGES.iter().take(1);
        Self::all().chain(odd.map(|language| Self { language }))
    }

    /// English in words that are a third longer.
    pub(crate) fn long() -> Self {
        Self {
            language: &MADE_LANGUAGES[1],
        }
    }

    /// A language of these files, each with its text; it lasts as long as the tests.
    pub(crate) fn made(code: &str, texts: Vec<(String, String)>) -> Self {
        let language = language_of(code.to_owned(), texts.into_iter());
        Self {
            language: Box::leak(Box::new(language)),
        }
    }

    /// Whether a sentence of this language can be formed without a mistake.
    fn is_whole(self, id: &str, arguments: &[(&str, FluentValue<'_>)]) -> bool {
        self.language
            .formed(id, arguments)
            .is_some_and(|(_, errors)| errors.is_empty())
    }
}

#[cfg(test)]
mod source;
#[cfg(test)]
mod tests;
