//! The further pages of a panel of Kaluki: everything that has no room beside the cards, everything as text, the score,
//! and lists of buttons that may need several pages.

use super::arranged::{self, Offers, is_to_play};
use super::best::Best;
use super::panel::{self, alt_as_seen, press_button};
use super::press::{Page, Press};
use super::status;
use super::units::signed;
use crate::discord::pages::hint::hint_button;
use crate::discord::pages::kit::rows::{above, paged};
use crate::discord::pages::press::Verb;
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::{Body, button, sign, who};
use crate::discord::speech::cards::{cards, placed_all};
use crate::discord::speech::words::Words;
use crate::discord::wire::note::Button;
use crate::drawing;
use crate::rules::Seat;
use crate::rules::kaluki::View;
use crate::rules::kaluki::options::MatchMode;
use crate::rules::kaluki::view::TableMeld;

/// How long the melds of the table may be together, in characters: Discord takes 2 000 for everything.
const MOST_LETTERS: usize = 1_300;

/// Everything that may have no room beside the cards.
pub(super) fn more(reader: Reader<'_>, view: &View) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    view.hand().filter(|hand| !hand.is_empty())?;
    let mut moves = panel::move_buttons(reader, view, Best::of(view).as_ref());
    if !is_to_play(view) {
        moves.extend(panel::compose_button(reader, view));
    }
    let mut ways = vec![
        press_button(reader, Press::See(Page::Text), words.button_text()).emoji("📄"),
        press_button(reader, Press::See(Page::Score), words.kaluki_button_score()).emoji("📊"),
        panel::desk_button(reader),
    ];
    ways.extend(hint_button(reader));
    ways.push(button(look, Verb::Rack, words.button_back()));
    Some(with_rack(
        reader,
        view,
        words.kaluki_more_title(),
        above(&moves, &ways),
    ))
}

/// Rack and table for who reads rather than looks.
pub(super) fn text(reader: Reader<'_>, view: &View) -> Option<Body> {
    let words = reader.words;
    let hand = cards(words, view.hand()?);
    let mut lines = vec![words.kaluki_text_title(), words.kaluki_text_rack(&hand)];
    lines.extend(status::deal_lines(reader, view, true));
    lines.extend(table_lines(words, view));
    lines.push(words.kaluki_text_how());
    lines.push(words.kaluki_text_letters(&words.kaluki_letters()));
    Some(with_rack(reader, view, lines.join("\n"), back(reader)))
}

/// The melds on the table by their numbers, as far as there is room: the last ones are the first to be wanted.
pub(super) fn table_lines(words: Words, view: &View) -> Vec<String> {
    let mut letters = 0;
    let melds = meld_lines(words, view).into_iter().rev();
    let mut lines: Vec<String> = melds
        .take_while(|line| {
            letters += line.chars().count() + 1;
            letters <= MOST_LETTERS
        })
        .collect();
    lines.reverse();
    match (lines.len(), view.table.len()) {
        (_, 0) => lines.push(words.kaluki_table_empty()),
        (told, all) if told < all => lines.insert(0, words.kaluki_table_more(all - told)),
        _ => {}
    }
    lines
}

/// Every meld on the table, numbered as `/play` names them.
pub(super) fn meld_lines(words: Words, view: &View) -> Vec<String> {
    let line = |(number, laid): (usize, &TableMeld)| {
        let text = placed_all(words, laid.meld.cards());
        words.kaluki_table_meld(number, sign(laid.owner), &text)
    };
    (1..).zip(&view.table).map(line).collect()
}

/// Penalty points of everybody, their units and the pool, for whoever has a seat.
pub(super) fn score(reader: Reader<'_>, view: &View) -> Option<Body> {
    let words = reader.words;
    view.viewer.seat()?;
    let mut lines = vec![words.kaluki_score_title(), goal(words, view)];
    lines.extend(Seat::all(view.penalties.len()).map(|seat| score_line(reader, view, seat)));
    if view.pool > 0 {
        lines.push(words.kaluki_pool(view.pool));
    }
    if view.options.has_stakes() {
        lines.push(words.kaluki_units());
    }
    Some(with_rack(reader, view, lines.join("\n"), back(reader)))
}

/// What decides the match (Kaluki rules 10 and 12).
fn goal(words: Words, view: &View) -> String {
    let options = &view.options;
    match options.match_mode {
        MatchMode::Pool => {
            let buys_in = if may_still_buy_in(view) { "yes" } else { "no" };
            words.kaluki_score_limit(options.penalty_limit, buys_in)
        }
        MatchMode::FixedDeals(deals) => words.kaluki_score_deals(deals),
        MatchMode::SingleDeal => words.kaluki_score_single(),
    }
}

/// Whether the viewer could buy in if they went over the limit: as often as that is allowed, and while enough others are in
/// (Kaluki rules 10).
fn may_still_buy_in(view: &View) -> bool {
    let options = &view.options;
    let is_in = |seat: &Seat| view.left[*seat].is_none();
    let Some(me) = view.viewer.seat().filter(is_in) else {
        return false;
    };
    let others = Seat::all(view.left.len()).filter(|seat| *seat != me && is_in(seat));
    let are_enough = others.count() >= options.buy_in_min_survivors as usize;
    options.buy_in && are_enough && view.buy_ins[me] < options.max_buy_ins
}

fn score_line(reader: Reader<'_>, view: &View, seat: Seat) -> String {
    let words = reader.words;
    let mut parts =
        vec![words.kaluki_score_seat(sign(seat), &who(reader, seat), view.penalties[seat])];
    if view.options.has_stakes() {
        let paid = view.ledger[seat] - view.totals[seat];
        parts.push(words.kaluki_score_units(&signed(view.ledger[seat]), paid));
    }
    match view.buy_ins[seat] {
        0 => {}
        times => parts.push(words.kaluki_score_buy_ins(times)),
    }
    parts.extend(view.left[seat].map(|since| words.kaluki_score_out(since)));
    parts.join(" · ")
}

/// The single cards that fit the table.
pub(super) fn builds(reader: Reader<'_>, view: &View, page: u8) -> Option<Body> {
    let words = reader.words;
    let mut lines = vec![words.kaluki_builds_title()];
    lines.extend(table_lines(words, view));
    let turn = |page| Press::See(Page::Builds(page));
    listing(reader, view, lines, panel::every_build(reader), page, turn)
}

/// Many buttons below a text; `None` without a hand.
pub(super) fn listing(
    reader: Reader<'_>,
    view: &View,
    lines: Vec<String>,
    buttons: Vec<Button>,
    page: u8,
    turn: impl Fn(u8) -> Press,
) -> Option<Body> {
    let Reader { words, look, .. } = reader;
    view.hand().filter(|hand| !hand.is_empty())?;
    let (here, mut last) = paged_buttons(reader, &buttons, page, turn);
    last.push(button(look, Verb::Rack, words.button_back()));
    Some(with_rack(
        reader,
        view,
        lines.join("\n"),
        above(&here, &last),
    ))
}

/// The buttons of a page, and the ways to the pages beside it.
pub(super) fn paged_buttons(
    reader: Reader<'_>,
    buttons: &[Button],
    page: u8,
    turn: impl Fn(u8) -> Press,
) -> (Vec<Button>, Vec<Button>) {
    let words = reader.words;
    let (here, [before, after]) = paged(buttons, page);
    let before = before.map(|page| press_button(reader, turn(page), words.kaluki_button_before()));
    let after = after.map(|page| press_button(reader, turn(page), words.kaluki_button_after()));
    (here, before.into_iter().chain(after).collect())
}

fn back(reader: Reader<'_>) -> Vec<Vec<Button>> {
    let Reader { words, look, .. } = reader;
    vec![vec![button(look, Verb::Rack, words.button_back())]]
}

/// A text and buttons below the rack, which lies as its owner wants to see it.
pub(super) fn with_rack(
    reader: Reader<'_>,
    view: &View,
    text: String,
    rows: Vec<Vec<Button>>,
) -> Body {
    let look = reader.look;
    let offers = Offers::of(view);
    let shown = arranged::shown(look, view, &offers);
    let marks = arranged::marks(look, view, &shown, &offers);
    Body {
        text,
        rows,
        scene: drawing::kaluki::rack(view, &shown, &marks, reader.inks),
        alt: alt_as_seen(reader, view, (&shown, &marks.picked)),
    }
}
