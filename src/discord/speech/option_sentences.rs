//! The sentences about house rules that are no option's own: the pages, and what is refused.
//!
//! What an option is about and what its values mean is found by its name (`option_words.rs`).

use super::sentences::sentences;
use super::words::Words;

sentences! {
    OPTION_SENTENCES:

    // The pages of the lobby.
    /// The heading of a page.
    options_page(page: usize, pages: usize);
    /// The rules are changed no more.
    options_closed();
    /// Label.
    button_previous();
    /// Label.
    button_following();

    // What `rules:` says no to.
    /// A part that is no pair, and a pair.
    option_no_pair(text: &str, pair: &str);
    /// A bracket that is not closed, with what stands behind it.
    option_unclosed(text: &str);
    /// No such option.
    option_unknown(name: &str, command: &str);
    /// No such value.
    option_bad_value(option: &str, value: &str, examples: &str);
    /// A name with nothing behind it.
    option_no_value(option: &str, examples: &str);
    /// A number that is too small or too large.
    option_out_of_range(option: &str, value: u32, least: u32, most: u32);
    /// Two that do not go together, with nothing better to say.
    option_together(one: &str, other: &str);
    /// Nothing was opened or changed.
    option_refused(why: &str);
}
