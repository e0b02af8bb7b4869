//! Panels as messages: with their picture, or in words alone.

use super::table_words::Body;
use crate::discord::wire::note::{MOST_TEXT, Note, Picture, Privacy, whole_sentences};

/// With notices above it.
pub(crate) fn with_notices<const N: usize>(body: Body, notices: [Option<String>; N]) -> Body {
    let text: Vec<String> = notices.into_iter().flatten().chain([body.text]).collect();
    Body {
        text: text.join("\n\n"),
        ..body
    }
}

/// A page as a message.
pub(crate) fn note(body: &Body, picture: Option<Picture>) -> Note {
    Note {
        text: body.text.clone(),
        rows: body.rows.clone(),
        picture,
        privacy: Privacy::Private,
        ..Note::default()
    }
}

/// The same without the picture, but with what it shows in words.
pub(crate) fn note_in_words(body: &Body) -> Note {
    let note = note(body, None);
    Note {
        text: in_words(&note.text, &body.alt),
        is_bare: true,
        ..note
    }
}

/// A text and below it what its picture shows, in as many whole sentences as a message has room for.
pub(crate) fn in_words(text: &str, alt: &str) -> String {
    const BETWEEN: &str = "\n\n";
    let room = MOST_TEXT.saturating_sub(text.chars().count() + BETWEEN.len());
    match room {
        0 => text.to_owned(),
        room => format!("{text}{BETWEEN}{}", whole_sentences(alt, room)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_picture_shows_is_told_in_whole_sentences() {
        let alt = "Your rack, 2 cards. Single: 9 of hearts.";
        for (letters, shown) in [
            (10, "Your rack, 2 cards. Single: 9 of hearts."),
            (1_958, "Your rack, 2 cards. Single: 9 of hearts."),
            (1_959, "Your rack, 2 cards."),
            (1_978, "Your rack, 2 cards."),
            (1_998, ""),
            (3_000, ""),
        ] {
            let text = "x".repeat(letters);
            let told = in_words(&text, alt);
            let below = told.strip_prefix(&text).expect("the text").trim_start();
            assert_eq!(below, shown, "{letters}");
        }
    }
}
