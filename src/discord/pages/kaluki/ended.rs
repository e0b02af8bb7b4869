//! What a match of Kaluki came to: its picture, and the deal that cost the others most; a Kaluki goes before all others.

use super::result::name;
use super::units::are_played;
use crate::discord::pages::kit::ended::{Ended, Reached};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::sign;
use crate::drawing;
use crate::rules::Standing;
use crate::rules::kaluki::View;
use crate::rules::kaluki::score::CallUp;

/// `None` before the match is over.
pub(super) fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
    let finest = finest(view).map(|(deal, call_up, points)| {
        let how = if call_up.kaluki { "kaluki" } else { "usual" };
        let (sign, who) = (sign(call_up.seat), name(reader, call_up.seat));
        reader.words.kaluki_finest(sign, &who, how, deal, points)
    });
    let standing = view.standing.as_ref()?;
    Some(Ended {
        scene: drawing::kaluki::result(view, &reader.marks(), reader.inks)?,
        reached: reached(view, standing),
        finest,
    })
}

/// What everybody has: units, or penalty points where none are played for.
pub(super) fn reached(view: &View, standing: &Standing) -> Reached {
    Reached {
        what: if are_played(&view.options) {
            "units"
        } else {
            "penalty"
        },
        points: drawing::kaluki::reached(view, standing),
    }
}

/// The deal, who won it how, and what it cost the others; the last of equals.
fn finest(view: &View) -> Option<(usize, CallUp, i32)> {
    let deals = (1..).zip(view.call_ups.iter().zip(&view.sheet));
    let deals = deals.map(|(deal, (call_up, lines))| {
        let cost: i32 = lines.values().map(|line| line.points).sum();
        (deal, *call_up, cost)
    });
    deals.max_by_key(|(_, call_up, cost)| (call_up.kaluki, *cost))
}
