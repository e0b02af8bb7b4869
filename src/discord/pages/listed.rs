//! The list of moves that `/play` completes from, and how what is typed finds a move in it: as it is written there, or word by
//! word as it is spoken.

use super::games;
use super::kit::face::Face;
use super::reader::Reader;
use crate::discord::speech::letters::usual;
use crate::discord::speech::words::{Words, folded};

/// A move that may be chosen.
pub(crate) struct Listed {
    /// In words.
    pub name: String,
    /// The text that means it.
    pub text: String,
    /// Both, and what else it is called.
    said: String,
}

impl Listed {
    /// A move in words, with its text and the other words for it.
    pub(crate) fn new(name: String, text: String, other_words: &str) -> Self {
        let said = format!("{name} {text} {other_words}");
        Self { name, text, said }
    }

    /// A move of this game.
    pub(super) fn of<Game: Face>(words: Words, action: &Game::Action, view: &Game::View) -> Self {
        let name = Game::move_words(words, action, view);
        let other_words = Game::other_words(words, action, view).join(" ");
        Self::new(name, Game::move_text(action), &other_words)
    }

    /// The same by the name that is shown.
    pub(crate) fn shown_as(self, name: String) -> Self {
        Self { name, ..self }
    }
}

/// What the viewer may do now.
pub(crate) fn listed(reader: Reader<'_>) -> Vec<Listed> {
    let Some(view) = &reader.look.view else {
        return Vec::new();
    };
    let listed = |action| games::listed_as(reader.words, view, action);
    reader.look.actions.iter().filter_map(listed).collect()
}

/// What somebody has typed of a move, perhaps not to its end.
pub(crate) struct Sought {
    whole: String,
    words: Vec<String>,
}

impl Sought {
    /// Whatever the letters are that it is typed in.
    pub(crate) fn of(typed: &str) -> Self {
        let whole = plain(typed);
        let words = whole.split(|letter: char| letter.is_whitespace() || letter == ',');
        let words = words.map(|word| word.trim_matches(is_beside_words));
        let words = words.filter(|word| !word.is_empty() && *word != "the");
        Self {
            words: words.map(str::to_owned).collect(),
            whole,
        }
    }

    /// Whether it stands in a text as it was typed. What begins with a letter begins a word there: `lay` does not stand in *Play*.
    pub(crate) fn stands_in(&self, text: &str) -> bool {
        begins_behind(&plain(text), &self.whole, |before, begun| {
            before.is_alphabetic() && begun.is_alphabetic()
        })
    }

    /// Whether every word of it begins a word of what this move is called, in whatever order.
    pub(crate) fn calls(&self, listed: &Listed) -> bool {
        let said = plain(&listed.said);
        let begins_word = |word: &String| {
            begins_behind(&said, word, |before, begun| {
                before.is_alphanumeric() && begun.is_alphanumeric()
            })
        };
        !self.words.is_empty() && self.words.iter().all(begins_word)
    }
}

/// Whether a text has this in it, and not at every place in the middle of a word, as is said of the letters on both sides.
fn begins_behind(text: &str, begun: &str, is_within: impl Fn(char, char) -> bool) -> bool {
    let Some(first) = begun.chars().next() else {
        return true;
    };
    let mut places = text.match_indices(begun);
    places.any(|(at, _)| {
        let before = text[..at].chars().next_back();
        before.is_none_or(|before| !is_within(before, first))
    })
}

/// A text in the letters that it is compared in; how a sign is drawn is none.
fn plain(text: &str) -> String {
    folded(&usual(text)).replace(['\u{fe0e}', '\u{fe0f}'], "")
}

/// What stands between words and belongs to none.
fn is_beside_words(letter: char) -> bool {
    letter.is_ascii_punctuation() || matches!(letter, '…' | '、' | '。')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_found_by_the_beginnings_of_its_words_in_whatever_order() {
        let name = "Lay ♥\u{fe0f}3–Q (♥\u{fe0f}4 is 🃏)".to_owned();
        let laid = "meld h3 Jk=h4 hQ".to_owned();
        let listed = Listed::new(
            name,
            laid,
            "add queen of hearts, joker as 4 of hearts (コツ)",
        );
        for (typed, is_called) in [
            ("queen", true),
            ("QUE", true),
            ("hearts quee", true),
            ("the queen, lay", true),
            ("meld 4 of h", true),
            ("add joker", true),
            ("♥4", true),
            ("♥\u{fe0f}3-q", true),
            ("h4", true),
            ("(コツ)", true),
            ("ｌａｙ", true),
            ("ueen", false),
            ("queen spades", false),
            ("ay", false),
            ("k", false),
            ("5", false),
            ("", false),
            (" / ", false),
        ] {
            assert_eq!(Sought::of(typed).calls(&listed), is_called, "{typed}");
        }
    }

    #[test]
    fn what_is_typed_stands_in_a_text_where_no_word_is_cut() {
        for (typed, text, stands) in [
            ("lay", "Play 🍷Un", false),
            ("LAY", "Lead 🍷Un, lay 🍷2 away", true),
            ("", "Draw", true),
            ("lay ♥", "Lay ♥\u{fe0f}3–6", true),
            ("♥3-6", "Lay ♥\u{fe0f}3–6", true),
            ("un", "play K-Un", true),
            ("13", "discard R13", true),
            ("k13", "discard K13", true),
            ("/ h", "open hQ cQ sQ / h3 h4 h5", true),
        ] {
            assert_eq!(Sought::of(typed).stands_in(text), stands, "{typed}: {text}");
        }
    }
}
