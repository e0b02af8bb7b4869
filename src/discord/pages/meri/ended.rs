//! What a match of Hachinin-meri came to: its picture, and the trick of its last round that is worth remembering.

use super::told::taken_lines;
use crate::discord::pages::kit::ended::Ended;
use crate::discord::pages::reader::Reader;
use crate::drawing;
use crate::rules::meri::View;

/// `None` before the match is over.
pub(super) fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
    let words = reader.words;
    let finest = drawing::meri::finest(view).map(|(number, taken)| {
        let told = taken_lines(words, view, (number, taken));
        words.meri_finest(&told.join(" "))
    });
    Some(Ended {
        scene: drawing::meri::result(view, &reader.marks())?,
        finest,
    })
}
