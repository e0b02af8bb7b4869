//! The page that tells which karuta beat which while this suit is trump, and which yaku there are (Hachinin-meri rules 5
//! and 9).

use super::panel::{back, rules_button, trick_button};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::karuta::{karuta, rank, shape, spoken, suit, suit_spoken};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::drawing;
use crate::rules::karuta::{Karuta, Rank, Suit};
use crate::rules::meri::options::{HiddenRobai, Options};
use crate::rules::meri::order::{is_tenka, is_trump, plain_place, trumps};
use crate::rules::meri::{View, Yaku};

/// The order of the trumps and of the plain suits; `None` before the first deal.
pub(super) fn page(reader: Reader<'_>, view: &View) -> Option<Body> {
    let words = reader.words;
    let trump = view.trump()?;
    let all = trumps(trump);
    let mut lines = vec![
        words.meri_order_title(&suit(words, trump)),
        order_of_trumps(words, view, &all),
        words.meri_order_marks(if view.own.is_some() { "own" } else { "none" }),
    ];
    let tenka = all.iter().find(|one| is_tenka(**one));
    let tenka = tenka.filter(|_| trump != Suit::Pao);
    lines.extend(tenka.map(|tenka| words.meri_order_tenka(&karuta(words, *tenka))));
    lines.extend(plain_lines(words, trump));
    lines.extend(yaku_line(words, view, trump));
    let mut last: Vec<Button> = back(reader, view).into_iter().collect();
    last.extend(trick_button(reader, view));
    last.push(rules_button(reader));
    Some(Body {
        text: lines.join("\n"),
        rows: vec![last],
        scene: drawing::meri::order(view)?,
        alt: alt(words, view, trump),
    })
}

/// The trumps, best first: one's own bold, those that have been played struck out.
fn order_of_trumps(words: Words, view: &View, all: &[Karuta]) -> String {
    let (own, gone) = (view.rack().unwrap_or_default(), view.gone());
    let marked = |named: &Karuta| {
        let text = karuta(words, *named);
        if own.contains(named) {
            format!("**{text}**")
        } else if gone.contains(named) {
            format!("~~{text}~~")
        } else {
            text
        }
    };
    let all: Vec<String> = all.iter().map(marked).collect();
    all.join(" · ")
}

/// The trumps for people who cannot see them, and which are their own or gone.
fn alt(words: Words, view: &View, trump: Suit) -> String {
    let named = |is_meant: &dyn Fn(&Karuta) -> bool| {
        let meant = trumps(trump).into_iter().filter(|one| is_meant(one));
        let named: Vec<String> = meant.map(|one| briefly(words, one)).collect();
        named.join(", ")
    };
    let (own, gone) = (view.rack().unwrap_or_default(), view.gone());
    let all = words.meri_alt_order(&suit_spoken(words, trump), &named(&|_| true));
    let own = named(&|one| own.contains(one));
    let gone = named(&|one| gone.contains(one));
    let own = (!own.is_empty()).then(|| words.meri_alt_order_own(&own));
    let gone = (!gone.is_empty()).then(|| words.meri_alt_order_gone(&gone));
    let parts: Vec<String> = [Some(all), own, gone].into_iter().flatten().collect();
    parts.join(" ")
}

/// A trump where the suit has been said.
fn briefly(words: Words, trump: Karuta) -> String {
    if is_tenka(trump) {
        return spoken(words, trump);
    }
    rank(words, trump.rank())
}

/// The plain suits that share an order, best first.
fn plain_lines(words: Words, trump: Suit) -> Vec<String> {
    let mut lines: Vec<(String, String, &str)> = Vec::new();
    for plain in Suit::ALL.into_iter().filter(|plain| *plain != trump) {
        let ranks = plain_ranks(words, plain, trump);
        let robai = if plain == Suit::Isu { "low" } else { "other" };
        match lines.iter_mut().find(|(_, same, _)| *same == ranks) {
            Some((signs, ..)) => signs.push_str(shape(plain)),
            None => lines.push((shape(plain).to_owned(), ranks, robai)),
        }
    }
    let lines = lines.iter();
    lines
        .map(|(signs, ranks, robai)| words.meri_order_plain(signs, ranks, robai))
        .collect()
}

/// The ranks of a plain suit, best first; tenka is none of them.
fn plain_ranks(words: Words, plain: Suit, trump: Suit) -> String {
    let mut all = Karuta::pack();
    all.retain(|one| one.suit() == plain && !is_trump(*one, trump));
    all.sort_unstable_by_key(|one| plain_place(*one));
    let ranks: Vec<Rank> = all.iter().map(|one| one.rank()).collect();
    let ranks: Vec<String> = ranks.into_iter().map(|one| rank(words, one)).collect();
    ranks.join(" ")
}

/// The yaku of this trump suit, if there are any at this table.
fn yaku_line(words: Words, view: &View, trump: Suit) -> Option<String> {
    let options = &view.options;
    if !options.yaku {
        return None;
    }
    let of_trump = Yaku::ALL.into_iter().filter(|yaku| yaku.is_of(trump));
    let pairs: Vec<String> = of_trump
        .map(|yaku| {
            let [winning, beaten] = yaku.pair(trump);
            words.meri_order_yaku(&karuta(words, winning), &karuta(words, beaten))
        })
        .collect();
    let (worth, high) = (options.yaku_value, options.yaku_high);
    let upper = if options.live_upper_required {
        "needed"
    } else {
        "free"
    };
    Some(words.meri_order_yakus(&pairs.join(" · "), worth, high, more(options), upper))
}

/// When a yaku moves more than others (Hachinin-meri rules 9).
fn more(options: &Options) -> &'static str {
    match options.hidden_robai {
        _ if options.yaku_high == options.yaku_value => "never",
        HiddenRobai::RobaiYaku => "robai",
        HiddenRobai::AllYaku => "all",
        HiddenRobai::Off => "last",
    }
}
