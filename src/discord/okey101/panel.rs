//! The first page of a panel of Okey 101.

use crate::discord::press::Slot;
use crate::discord::table_words::Body;
use crate::discord::words::Words;
use crate::drawing;
use crate::rules::okey101::View;
use crate::tables::Look;

/// What the owner of a rack sees.
pub fn panel(_words: Words, _look: &Look, view: &View, _asks: Option<Slot>) -> Body {
    let shown = drawing::okey101::Shown::default();
    Body {
        text: format!("{:?}", view.phase),
        rows: Vec::new(),
        scene: drawing::okey101::rack(view, &shown, &drawing::okey101::Marks::default()),
        alt: String::new(),
    }
}
