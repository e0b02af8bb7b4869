//! What a match of Kaluki came to: its picture, and the deal that cost the others most; a Kaluki goes before all others.

use super::result::name;
use crate::discord::pages::kit::ended::{Ended, Reached};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::sign;
use crate::discord::speech::words::Words;
use crate::drawing;
use crate::rules::kaluki::View;
use crate::rules::kaluki::score::CallUp;
use crate::rules::{Seat, Standing};

/// `None` before the match is over.
pub(super) fn ended(reader: Reader<'_>, view: &View) -> Option<Ended> {
    let finest = finest(view).map(|(deal, call_up, points)| {
        let how = if call_up.kaluki { "kaluki" } else { "usual" };
        let (sign, who) = (sign(call_up.seat), name(reader, call_up.seat));
        reader.words.kaluki_finest(sign, &who, how, deal, points)
    });
    let standing = view.standing.as_ref()?;
    let whose = drawing::kaluki::whose_melds(view);
    Some(Ended {
        scene: drawing::kaluki::result(view, &reader.marks(), reader.inks)?,
        reached: reached(reader.words, view, standing),
        finest,
        shown: whose.map(|seat| reader.words.kaluki_shown(sign(seat), view.deal)),
        alt: None,
    })
}

/// What everybody has: units, or penalty points where none are played for.
fn reached(words: Words, view: &View, standing: &Standing) -> Reached {
    let whose = drawing::kaluki::whose_melds(view);
    let shown = |seat: Seat| words.kaluki_alt_shown(&words.sign_spoken(seat.index()), view.deal);
    Reached {
        what: if view.options.has_stakes() {
            "units"
        } else {
            "penalty"
        },
        points: drawing::kaluki::reached(view, standing),
        shown: whose.map(shown),
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
