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
            words.meri_hint_calls(&okie)
        }
        Reason::Hides => words.meri_hint_hides(&name(robai(trump)), view.options.yaku_high),
        Reason::Waits => words.meri_hint_waits(),
        Reason::Threatens { yaku } => {
            let [winning, beaten] = yaku.pair(trump).map(name);
            let (ko, is_least) = worth(view, yaku);
            words.meri_hint_threatens(&winning, &beaten, ko, is_least)
        }
        Reason::Strongest => words.meri_hint_strongest(),
        Reason::Takes { better } => words.meri_hint_takes(better),
        Reason::LeavesToPartner { seat } => words.meri_hint_leaves_to_partner(sign(seat)),
        Reason::BringsToSafety => words.meri_hint_brings_to_safety(),
        Reason::Spares => words.meri_hint_spares(),
        Reason::Forced => words.meri_hint_forced(),
    }
}

/// What a yaku moves in this trick as far as the viewer knows, and whether that may be more because of a robai that
/// nobody has shown (Hachinin-meri rules 9).
fn worth(view: &View, yaku: Yaku) -> (i32, &'static str) {
    let of = |robau| value(&view.options, yaku, view.tricks.len() + 1, robau);
    let [hidden, open] = [Robau::Kakushi, Robau::Neta].map(of);
    match view.robau_known() {
        Some(robau) => (of(robau), "no"),
        None if hidden > open => (open, "yes"),
        None => (open, "no"),
    }
}
