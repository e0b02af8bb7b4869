//! A language: its sentences, read from Fluent files and formed with the values that they are given.
//!
//! A page says dozens of them, and Fluent is compiled where it is called: so this is a crate of its own, which is optimised
//! while developing. Which languages there are, and what is said in them, is the front's.

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentError, FluentResource, FluentValue};

/// The sentences of one language.
pub struct Language {
    code: String,
    bundle: FluentBundle<FluentResource>,
}

impl Language {
    /// The language with this code, of texts with the names of their files.
    pub fn of(code: String, texts: impl Iterator<Item = (String, String)>) -> Self {
        let mut language = Self::empty(code);
        for (file, text) in texts {
            language.reads(&file, text);
        }
        language
    }

    fn empty(code: String) -> Self {
        let locale = code.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Marks around every number would be read aloud by some screen readers; our texts are not mixed.
        bundle.set_use_isolating(false);
        bundle.set_formatter(Some(with_minus));
        if let Err(error) = bundle.add_builtins() {
            tracing::error!(language = code, %error, "words have to do without functions");
        }
        Self { code, bundle }
    }

    fn reads(&mut self, file: &str, text: String) {
        let resource = FluentResource::try_new(text).unwrap_or_else(|(readable, errors)| {
            tracing::error!(file, ?errors, "words that cannot be read are left out");
            readable
        });
        if let Err(errors) = self.bundle.add_resource(resource) {
            tracing::error!(file, ?errors, "words that stand twice are left out");
        }
    }

    /// The code of the language, as its folder is named.
    pub fn code(&self) -> &str {
        &self.code
    }

    /// A sentence by its id, with a point before the name of an attribute, and what in it could not be formed; `None` if
    /// this language has no such sentence.
    pub fn formed(
        &self,
        id: &str,
        arguments: &[(&str, FluentValue<'_>)],
    ) -> Option<(String, Vec<FluentError>)> {
        let pattern = match id.split_once('.') {
            None => self.bundle.get_message(id)?.value()?,
            Some((id, attribute)) => {
                let message = self.bundle.get_message(id)?;
                message.get_attribute(attribute)?.value()
            }
        };
        let values = arguments.iter().map(|(name, value)| (*name, value.clone()));
        let values: FluentArgs<'_> = values.collect();
        let mut errors = Vec::new();
        let text = self
            .bundle
            .format_pattern(pattern, Some(&values), &mut errors);
        Some((text.into_owned(), errors))
    }
}

/// The id of the sentence that a function of this name says.
pub fn id(name: &str) -> String {
    name.replace('_', "-")
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
