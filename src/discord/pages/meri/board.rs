//! What everybody sees of a table of Meri.

use crate::discord::pages::kit::board::{onward_lines, ways};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::drawing;
use crate::rules::meri::View;

/// What everybody sees.
pub(super) fn board(reader: Reader<'_>, view: &View) -> Body {
    Body {
        text: onward_lines(reader, view.standing.as_ref()).join("\n"),
        rows: vec![ways(reader)],
        scene: drawing::meri::board(view, &reader.look.marks()),
        alt: String::new(),
    }
}
