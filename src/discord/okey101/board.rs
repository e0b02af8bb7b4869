//! What everybody sees of a table of Okey 101.

use crate::discord::table_words::Body;
use crate::discord::words::Words;
use crate::drawing;
use crate::rules::okey101::View;
use crate::tables::Look;

/// The board.
pub fn board(_words: Words, look: &Look, view: &View) -> Body {
    Body {
        text: format!("{:?}", view.phase),
        rows: Vec::new(),
        scene: drawing::okey101::board(view, &look.marks()),
        alt: String::new(),
    }
}
