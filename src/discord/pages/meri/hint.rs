//! The reasons of a hint in Hachinin-meri.

use crate::computers::meri::Reason;
use crate::discord::pages::table_words::sign;
use crate::discord::speech::karuta::karuta;
use crate::discord::speech::words::Words;
use crate::rules::karuta::{Karuta, Suit};
use crate::rules::meri::order::robai;
use crate::rules::meri::score::value;
use crate::rules::meri::{Robau, View, Yaku};

/// Why a move is advised.
pub(super) fn reason(words: Words, view: &View, why: &Reason) -> String {
    let trump = view.trump().unwrap_or(Suit::Pao);
    let name = |named: Karuta| karuta(words, named);
    match *why {
        Reason::Calls => {
            let okie = view.okie.map(name).unwrap_or_default();
            let caller = if view.viewer.seat() == view.dealer {
                "dealer"
            } else {
                "other"
            };
            words.meri_hint_calls(&okie, caller)
        }
        Reason::Hides => words.meri_hint_hides(&name(robai(trump)), view.options.yaku_high),
        Reason::Waits => words.meri_hint_waits(),
        Reason::Threatens { yaku } => {
            let [winning, beaten] = yaku.pair(trump).map(name);
            let (ko, more) = worth(view, yaku);
            words.meri_hint_threatens(&winning, &beaten, ko, more)
        }
        Reason::Strongest => words.meri_hint_strongest(),
        Reason::Takes { better } => words.meri_hint_takes(better),
        Reason::LeavesToPartner { seat } => words.meri_hint_leaves_to_partner(sign(seat)),
        Reason::BringsToSafety => words.meri_hint_brings_to_safety(),
        Reason::Spares => words.meri_hint_spares(),
        Reason::Forced => words.meri_hint_forced(),
    }
}

/// What a yaku moves in this trick, and whether that may be more as far as the viewer knows (Hachinin-meri rules 9).
fn worth(view: &View, yaku: Yaku) -> (i32, &'static str) {
    let moves = |robau| value(&view.options, yaku, view.tricks.len() + 1, robau);
    match view.robau_known() {
        Some(robau) => (moves(robau), "known"),
        // Nobody called: a robai that comes to the trick was hidden.
        None if yaku.has_robai() => (moves(Robau::Kakushi), "known"),
        None if moves(Robau::Neta) == moves(Robau::Kakushi) => (moves(Robau::Neta), "known"),
        None => (moves(Robau::Neta), "perhaps"),
    }
}
