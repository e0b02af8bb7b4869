//! Panels as messages: with their picture, or in words alone.

use super::table_words::Body;
use crate::discord::wire::note::{Note, Picture, Privacy};

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
        text: format!("{}\n\n{}", note.text, body.alt),
        is_bare: true,
        ..note
    }
}
