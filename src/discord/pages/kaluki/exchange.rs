//! The jokers on the table that the viewer can free. What is given goes into a draft, in which the joker is placed.

use super::compose::joker_of;
use super::draft::Draft;
use super::panel::press_button;
use super::press::{Page, Press};
use super::{arranged, pages};
use crate::discord::pages::reader::Reader;
use crate::discord::pages::table_words::Body;
use crate::discord::speech::cards::cards;
use crate::discord::wire::note::{Button, Tone};
use crate::rules::kaluki::{Recovery, View};

/// Every choice of the viewer's cards that frees a joker now.
pub(super) fn recoveries(view: &View) -> impl Iterator<Item = &Recovery> {
    let may = arranged::is_open(view) && arranged::is_to_play(view);
    let own = view.own.as_ref().filter(|_| may);
    own.into_iter().flat_map(|own| &own.recoveries)
}

/// The page of jokers: each button gives cards for one of them.
pub(super) fn page(reader: Reader<'_>, view: &View, page: u8) -> Option<Body> {
    let words = reader.words;
    let buttons = recoveries(view).filter_map(|recovery| give_button(reader, view, recovery));
    let mut lines = vec![words.kaluki_jokers_title(), words.kaluki_jokers_how()];
    lines.extend(pages::table_lines(words, view));
    let turn = |page| Press::See(Page::Jokers(page));
    pages::listing(reader, view, lines, buttons.collect(), page, turn)
}

/// "♥️6 → 🃏 (♥️6) of 4".
fn give_button(reader: Reader<'_>, view: &View, recovery: &Recovery) -> Option<Button> {
    let words = reader.words;
    let draft = Draft::giving(view.hand()?, recovery)?;
    let joker = joker_of(words, view, recovery);
    let text = words.kaluki_button_free(&cards(words, &recovery.cards), &joker, recovery.meld + 1);
    let press = Press::See(Page::Compose(draft));
    Some(press_button(reader, press, text).tone(Tone::Main))
}
