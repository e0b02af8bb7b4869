//! The house rules of Okey 101 in words.

use crate::discord::options::Told;
use crate::discord::words::Words;
use crate::rules::okey101::Options;

/// Every option in words.
pub fn told(_words: Words, options: &Options, _seats: usize) -> Vec<Told> {
    options
        .named()
        .into_iter()
        .map(|(name, value)| Told {
            name,
            about: name.to_owned(),
            now: format!("{name}: {value}"),
            values: vec![value],
        })
        .collect()
}

/// The rules in short.
pub fn short(_words: Words, options: &Options) -> String {
    options.rounds.to_string()
}
