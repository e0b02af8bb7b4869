//! What a match of Hachinin-meri came to: its picture, and the trick of its last round that is worth remembering.

use super::told::taken_lines;
use crate::discord::pages::kit::ended::{Ended, Reached};
use crate::discord::pages::reader::Reader;
use crate::drawing;
use crate::rules::Standing;
use crate::rules::meri::View;
use crate::rules::meri::options::MatchLength;

/// `None` before the match is over.
pub(super) fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
    let words = reader.words;
    let finest = drawing::meri::finest(view).map(|(number, taken)| {
        let told = taken_lines(words, view, (number, taken));
        words.meri_finest(&told.join(" "))
    });
    let standing = view.standing.as_ref()?;
    Some(Ended {
        scene: drawing::meri::result(view, &reader.marks())?,
        reached: reached(view, standing),
        finest,
    })
}

/// What everybody has, by the length of the match (Hachinin-meri rules 11).
pub(super) fn reached(view: &View, standing: &Standing) -> Reached {
    Reached {
        what: match view.options.match_length {
            MatchLength::Hitomaki | MatchLength::Hitokiri => "points",
            MatchLength::Hitoshobu => "kiri",
            MatchLength::Honshobu => "shobu",
        },
        points: drawing::meri::reached(view, standing),
    }
}
