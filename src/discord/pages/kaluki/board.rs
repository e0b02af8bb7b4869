//! What everybody sees of a table of Kaluki.

use crate::discord::pages::kit::board::{onward_lines, ways};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::drawing;
use crate::rules::kaluki::View;

/// What everybody sees.
pub(super) fn board(reader: Reader<'_>, view: &View) -> Body {
    Body {
        text: onward_lines(reader, view.standing.as_ref()).join("\n"),
        rows: vec![ways(reader)],
        scene: drawing::kaluki::board(view, &reader.look.marks(), reader.inks),
        alt: String::new(),
    }
}
