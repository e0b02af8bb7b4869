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
use crate::rules::card::Card;
use crate::rules::kaluki::options::JokerReuse;
use crate::rules::kaluki::{Recovery, View};

/// Every choice of the viewer's cards that frees a joker now.
pub(super) fn recoveries(view: &View) -> impl Iterator<Item = &Recovery> {
    let may = arranged::is_open(view) && arranged::is_to_play(view);
    let own = view.own.as_ref().filter(|_| may);
    let all = own.into_iter().flat_map(|own| &own.recoveries);
    all.filter(|recovery| has_enough(view, &recovery.cards))
}

/// Whether the viewer holds enough to give these cards for a joker: what goes with it into a new meld, if it must go into
/// one, and what stays in the hand (Kaluki rules 6.4, 7.3 and 12).
pub(super) fn has_enough(view: &View, given: &[Card]) -> bool {
    let Some(own) = &view.own else {
        return false;
    };
    // A second freed joker instead of a card of the hand costs a card, too.
    let company = match view.options.joker_reuse {
        JokerReuse::Any => 0,
        JokerReuse::NewMeld => 2,
    };
    let stays = match (own.missed, view.options.call_up_without_discard) {
        (true, _) => 2,
        (false, true) => 0,
        (false, false) => 1,
    };
    own.hand.len() >= given.len() + company + stays
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

/// "♥️6 for 🃏 (♥️6) of meld 4".
fn give_button(reader: Reader<'_>, view: &View, recovery: &Recovery) -> Option<Button> {
    let words = reader.words;
    let draft = Draft::giving(view.hand()?, recovery)?;
    let joker = joker_of(words, view, recovery);
    let text = words.kaluki_button_free(&cards(words, &recovery.cards), &joker, recovery.meld + 1);
    let press = Press::See(Page::Compose(draft));
    Some(press_button(reader, press, text).tone(Tone::Main))
}
